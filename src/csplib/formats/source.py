"""`Source`: the bytes of a file that is read from its beginning to its end, unpacked, counted and limited."""

from __future__ import annotations

import sys
from bz2 import BZ2Decompressor
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from io import BufferedReader, BytesIO, RawIOBase, StringIO, TextIOBase
from lzma import LZMADecompressor, LZMAError
from os import PathLike, fstat
from pathlib import Path
from stat import S_ISREG
from time import perf_counter
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias
from zlib import MAX_WBITS, decompressobj
from zlib import error as ZlibError  # noqa: N812 - zlib has no better name for it

from csplib.asking.progress import ProgressLine
from csplib.errors import FormatError

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["PACKED", "ReadProgress", "Source"]

PACKED = (".lzma", ".xz", ".gz", ".bz2")
"""The suffixes of compressed files. What a file is, its first bytes say."""

_HEAD = 4096
_MAGIC = 6  # no more bytes are needed to tell how a file is compressed
_CHUNK = 1 << 16
_BETWEEN_REPORTS = 0.1
_LONGEST_LINE = 1 << 26
_LONGEST = 1 << 26  # of a stream whose size is not known
_BOMB_FROM, _BOMB_RATIO = 1 << 24, 500
"""A file that unpacks to more than so many bytes, and to so many times its size, is a bomb."""

_MOST_UNPACKED = 1 << 30
_MOST_TEXT = 1 << 27  # of what must be in memory as a whole


_Listener: TypeAlias = "Callable[[ReadProgress], object] | bool | None"


class ReadProgress(NamedTuple):
    """How much of a file has been read: *done* of *total* bytes, which is None if it is not known.

    >>> print(ReadProgress(2.5, 30_000_000, 50_000_000))
    2.5 s, 30.0 MB read, 60 %
    """

    seconds: float
    done: int
    total: int | None = None
    ended: bool = False

    def __str__(self) -> str:
        text = f"{self.seconds:.1f} s, {self.done / 1e6:.1f} MB read"
        return text if not self.total else f"{text}, {self.done / self.total:.0%}".replace("%", " %")


class Source:
    """A file that a format reads: bytes, lines or text, from the beginning to the end, once.

    *file* is a path, ``"-"`` for standard input, or an open file. What is compressed with lzma, xz, gzip or bzip2 is
    unpacked. `name` is for messages, `suffix` the ending of the name without that of the compression, `head` the first
    bytes.
    """

    def __init__(self, file: str | PathLike[str] | IO[Any], *, progress: _Listener = None) -> None:
        opened, name, own = _opened(file)
        self._opened: Any = opened
        self.name: str = name
        self._own: bool = own
        suffixes = [suffix.lower() for suffix in Path(self.name).suffixes]
        while suffixes and suffixes[-1] in PACKED:
            suffixes.pop()
        self.suffix: str = suffixes[-1] if suffixes else ""
        raw = _Counted(self._opened, self.name, progress)
        self._raw = raw
        self._stream = BufferedReader(_Unpacked(raw) if raw.packed else raw, _CHUNK)
        unpacked = _LONGEST if raw.size is None else raw.size * (_BOMB_RATIO if raw.packed else 1)
        self.most: int = min(unpacked, _MOST_UNPACKED) if raw.packed else unpacked
        """The greatest number of bytes that there can be."""
        self.head: bytes = self._stream.peek(_HEAD)[:_HEAD]
        self.line: int = 0
        """The number of the last line that `lines` returned, from 1."""

    def read(self, size: int = -1) -> bytes:
        """Return the next *size* bytes, or all; fewer at the end."""
        return self._stream.read(size)

    def chunks(self) -> Iterator[bytes]:
        """Yield the bytes in pieces."""
        while chunk := self._stream.read(_CHUNK):
            yield chunk

    def lines(self) -> Iterator[bytes]:
        """Yield the lines, with their ends; `line` is the number of the last one."""
        while line := self._stream.readline(_LONGEST_LINE):
            self.line += 1
            if len(line) == _LONGEST_LINE:
                raise self.error(f"this line has {_LONGEST_LINE:,} bytes or more", self.line)
            yield line

    def text(self) -> str:
        """Return all of it as text, which must be UTF-8."""
        decoder = getincrementaldecoder("utf-8-sig")()
        size, text = 0, StringIO(newline="")  # not the bytes as well
        try:
            for chunk in self.chunks():
                size += len(chunk)
                if self._raw.packed and size > _MOST_TEXT:
                    raise _too_long(self.name, _MOST_TEXT)
                text.write(decoder.decode(chunk))
            text.write(decoder.decode(b"", final=True))
            return text.getvalue()
        except UnicodeDecodeError as fault:
            place = 1 + text.getvalue().count("\n") + fault.object.count(b"\n", 0, fault.start)
            raise self._undecoded(fault, place) from fault

    def decoded(self, data: bytes, line: int | None = None) -> str:
        """Return *data* as text, which must be UTF-8."""
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            place = line if line is not None else 1 + data.count(b"\n", 0, fault.start)
            raise self._undecoded(fault, place) from fault

    def _undecoded(self, fault: UnicodeDecodeError, line: int) -> FormatError:
        return self.error(f"the byte 0x{fault.object[fault.start]:02x} is not text in UTF-8", line)

    def error(self, message: str, line: int | None = None, column: int | None = None) -> FormatError:
        """Return the error for a mistake in this file: ``name:line:column: message``."""
        place = "".join([f":{number}" for number in (line, column) if number is not None])
        return FormatError(f"{self.name}{place}: {message}")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    def close(self) -> None:
        """Close the file, if it was opened here."""
        if self._own:
            self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._raw.end()
        self.close()


def _opened(file: str | PathLike[str] | IO[Any]) -> tuple[Any, str, bool]:
    """Return *file* as an open one with its name, and whether it was opened here."""
    if file == "-":
        return sys.stdin.buffer, "standard input", False
    if isinstance(file, (str, PathLike)):
        return Path(file).open("rb"), str(file), True
    stream: Any = file
    if isinstance(file, TextIOBase):
        stream = getattr(file, "buffer", None) or _Encoded(file)
    name = getattr(file, "name", None)
    return stream, name if isinstance(name, str) else "the text", False


class _Encoded:
    """A stream of text, as bytes."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def read(self, size: int) -> bytes:
        data: bytes = self._stream.read(max(1, size // 4)).encode()
        return data


class _Counted(RawIOBase):
    """The bytes as they are in the file. It counts them, and reports how many there were."""

    def __init__(self, stream: Any, name: str, progress: _Listener) -> None:
        self.file = name
        self.done = 0
        self._stream = stream
        self.size: int | None = _size(stream)
        self._listener: Any = ProgressLine() if progress is True else progress or None
        self._started = perf_counter()
        self._next = self._started + _BETWEEN_REPORTS
        self._head: bytes = stream.read(_CHUNK)
        self.packed: bool = _unpacker(self._head) is not None

    def readable(self) -> bool:
        return True

    def take(self) -> bytes:
        """Return the next bytes; none at the end."""
        data, self._head = self._head or self._stream.read(_CHUNK), b""
        self.done += len(data)
        if self._listener is not None and (now := perf_counter()) >= self._next:
            self._next = now + _BETWEEN_REPORTS
            self._listener(ReadProgress(now - self._started, self.done, self.size))
        return data

    def readinto(self, buffer: Any) -> int:
        data = self.take() if len(buffer) >= _CHUNK else self._part(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def _part(self, size: int) -> bytes:
        data = self.take()
        self._head = data[size:]
        self.done -= len(self._head)
        return data[:size]

    def end(self) -> None:
        """Send the last report."""
        if self._listener is not None:
            now = perf_counter()
            self._listener(ReadProgress(now - self._started, self.done, self.size, ended=True))


def _size(stream: Any) -> int | None:
    """Return the number of bytes in a file; None if it is not known."""
    if isinstance(stream, BytesIO):
        return stream.getbuffer().nbytes
    try:
        found = fstat(stream.fileno())
    except (OSError, AttributeError, ValueError):
        return None
    return found.st_size if S_ISREG(found.st_mode) else None


def _too_long(name: str, most: int) -> FormatError:
    """Return the error for a compressed file that is too long."""
    return FormatError(f"{name}: it unpacks to more than {most:,} bytes; unpack it first: then there is no such limit")


def _unpacker(head: bytes) -> Any:
    """Return what unpacks a file that begins with *head*; None if it is not compressed."""
    if head.startswith(b"\x1f\x8b"):
        return decompressobj(MAX_WBITS | 16)
    if head.startswith(b"BZh"):
        return BZ2Decompressor()
    if head.startswith((b"\xfd7zXZ\x00", b"\x5d\x00\x00")):
        return LZMADecompressor(memlimit=1 << 28)
    return None


class _Unpacked(RawIOBase):
    """The bytes of a compressed file, unpacked. Several compressed files in one, one after the other, are one."""

    def __init__(self, raw: _Counted) -> None:
        self._raw = raw
        self._waiting = raw.take()
        self._unpacker = _unpacker(self._waiting)
        self._made = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        filled = 0
        while filled < len(buffer) and (data := self._part(len(buffer) - filled)):
            buffer[filled : filled + len(data)] = data
            filled += len(data)
        self._made += filled
        if self._made > max(_BOMB_FROM, _BOMB_RATIO * self._raw.done):
            raise FormatError(f"{self._raw.file}: it unpacks to more than {_BOMB_RATIO} times its size")
        if self._made > _MOST_UNPACKED:
            raise _too_long(self._raw.file, _MOST_UNPACKED)
        return filled

    def _part(self, size: int) -> bytes:
        try:
            return self._next(size)
        except (LZMAError, ZlibError, OSError, EOFError, ValueError) as fault:
            raise FormatError(f"{self._raw.file}: it cannot be unpacked: {fault}") from fault

    def _next(self, size: int) -> bytes:
        """Return some bytes, at most *size*; none at the end."""
        while True:
            if self._unpacker.eof:
                self._waiting = self._unpacker.unused_data
                if len(self._waiting) < _MAGIC:
                    self._waiting += self._raw.take()
                self._unpacker = _unpacker(self._waiting)
                if self._unpacker is None:
                    return self._nothing_more()
            data: bytes = self._unpacker.decompress(self._waiting, size)
            self._waiting = getattr(self._unpacker, "unconsumed_tail", b"")
            if data:
                return data
            if not self._waiting and not self._unpacker.eof and getattr(self._unpacker, "needs_input", True):
                self._waiting = self._raw.take()
                if not self._waiting:
                    raise EOFError("it ends too early")

    def _nothing_more(self) -> bytes:
        if self._waiting.strip(b"\0"):
            raise EOFError("there is something else behind its end")
        self._waiting = b""
        self._unpacker = _Ended()
        return b""


class _Ended:
    """The unpacker at the end."""

    eof = True
    unused_data = b""

    def decompress(self, data: bytes, _size: int) -> bytes:
        """Return *data*, of which there is none."""
        return data
