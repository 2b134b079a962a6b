"""The formats by name, suffix and content: `read` and `write`."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TextIO

from csplib.display.wording import brief
from csplib.errors import FormatError, KindError, OptionError
from csplib.formats.model import Model
from csplib.formats.source import PACKED, ReadProgress, Source
from csplib.modelling.arguments import as_number
from csplib.problem import Problem

if TYPE_CHECKING:
    from csplib.modelling.terms import Term

__all__ = ["FORMATS", "Format", "format_named", "format_of", "read", "write"]


class Format(NamedTuple):
    """A format: its name, what it is, the suffixes of its files, and the module that reads and writes it.

    The module has the functions ``recognizes(head: bytes) -> bool``, ``read(source: Source, **options) -> Model``, and
    ``write(model: Model, to: TextIO) -> None`` if the format is *written*. *options* are the keywords of ``read``.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    module: str
    written: bool = True
    options: tuple[str, ...] = ()

    def load(self) -> ModuleType:
        """Return the module of the format."""
        return import_module(self.module)


FORMATS: tuple[Format, ...] = (
    Format("json", "csplib's own", (".json",), "csplib.formats.json_file"),
    Format("cnf", "clauses, as for SAT solvers", (".cnf", ".dimacs"), "csplib.formats.cnf"),
    Format("col", "a graph to color", (".col",), "csplib.formats.col", options=("colors",)),
    Format(
        "xcsp3", "XCSP3-core, of competitions and PyCSP3", (".xml",), "csplib.formats.xcsp3", options=("annotations",)
    ),
    Format("flatzinc", "what MiniZinc makes of models", (".fzn",), "csplib.formats.flatzinc", written=False),
)
"""The formats that csplib knows."""


def read(
    file: str | PathLike[str] | IO[Any],
    *,
    format: str | None = None,  # noqa: A002 - the word of the field
    progress: Callable[[ReadProgress], object] | bool | None = None,
    **options: Any,
) -> Model:
    """Return the model that *file* states: a path, ``"-"`` for standard input, or an open file.

    Files that are compressed with lzma, xz, gzip or bzip2 are unpacked. The format is found by content and suffix,
    unless *format* names it. *progress* is True for a line on stderr, or a function that takes a `ReadProgress`.
    Some formats have *options*. A file that cannot be read raises a `FormatError` that says where and why.
    """
    known = None if format is None else format_named(format)
    with Source(file, progress=progress) as source:
        chosen = known or format_of(source)
        for keyword in options:
            if keyword not in chosen.options:
                raise KindError(f"the format {chosen.name} has no option {keyword}=")
        found: Model = chosen.load().read(source, **options)
        found.format = chosen.name
        return found


def write(
    model: Model | Problem[Any, Any],
    file: str | PathLike[str] | TextIO,
    *,
    format: str | None = None,  # noqa: A002 - as above
    minimize: object = None,
    maximize: object = None,
) -> None:
    """Write *model*, or a problem and perhaps its objective, to *file*: a path, ``"-"``, or an open file for text.

    The suffix says which format, unless *format* names it, and whether to compress: ``"model.json.xz"``. What the
    format cannot state raises a `FormatError` that names it, and leaves the file as it was.
    """
    stated = _stated(model, minimize, maximize)
    chosen = format_named(format) if format is not None else _by_suffix(file)
    if not chosen.written:
        raise FormatError(f"csplib reads the format {chosen.name}, but does not write it")
    with _destination(file) as to:
        chosen.load().write(stated, to)


def format_named(name: str) -> Format:
    """Return the format with this name."""
    for known in FORMATS:
        if known.name == name:
            return known
    raise OptionError(f"there is no format {brief(name)}, only {_names()}")


def format_of(source: Source) -> Format:
    """Return the format of *source*: the one that recognizes its first bytes, or else the one of its suffix."""
    by_suffix = [known for known in FORMATS if source.suffix in known.suffixes]
    others = [known for known in FORMATS if known not in by_suffix]
    for known in (*by_suffix, *others):
        if known.load().recognizes(source.head):
            return known
    if by_suffix:
        return by_suffix[0]
    raise source.error(f"this is in no format that csplib knows: {_names()}")


def _names() -> str:
    return ", ".join([f"{known.name} ({', '.join(known.suffixes)})" for known in FORMATS])


def _by_suffix(file: object) -> Format:
    """Return the format that the name of *file* asks for."""
    name = file if isinstance(file, (str, PathLike)) else getattr(file, "name", "")
    suffixes = [suffix.lower() for suffix in Path(name if isinstance(name, (str, PathLike)) else "").suffixes]
    while suffixes and suffixes[-1] in PACKED:
        suffixes.pop()
    for known in FORMATS:
        if suffixes and suffixes[-1] in known.suffixes:
            return known
    raise OptionError(f"{brief(name)} does not say in which format to write: pass format=, one of {_names()}")


def _stated(model: Model | Problem[Any, Any], minimize: object, maximize: object) -> Model:
    """Return what to write as a model."""
    if minimize is not None and maximize is not None:
        raise OptionError("minimize= and maximize= cannot be together: there is one objective")
    if isinstance(model, Model):
        if minimize is None and maximize is None:
            return model
        raise OptionError("a model has its own objective: minimize= and maximize= are for a problem")
    if not isinstance(model, Problem):
        raise KindError(f"write needs a problem or a model, not {brief(model)}")
    aim = minimize if maximize is None else maximize
    objective: Term | None = None if aim is None else as_number(aim, "the objective")
    return Model(model, objective, maximize=maximize is not None)


@contextmanager
def _destination(file: str | PathLike[str] | TextIO) -> Iterator[TextIO]:
    """Open *file* for text. A file that is there already is replaced at the end, if all went well."""
    if file == "-":
        yield sys.stdout
    elif not isinstance(file, (str, PathLike)):
        yield file
    elif Path(file).exists() and not Path(file).is_file():
        with _open(Path(file), Path(file).suffix) as to:
            yield to
    else:
        path = Path(file)
        part = path.with_name(f"{path.name}.part")
        try:
            with _open(part, path.suffix.lower()) as to:
                yield to
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def _open(path: Path, suffix: str) -> Any:
    settings: dict[str, Any] = {"encoding": "utf-8", "newline": "\n"}
    if suffix == ".gz":
        return gzip.open(path, "wt", **settings)
    if suffix == ".bz2":
        return bz2.open(path, "wt", **settings)
    if suffix in {".xz", ".lzma"}:
        kind = lzma.FORMAT_XZ if suffix == ".xz" else lzma.FORMAT_ALONE
        return lzma.open(path, "wt", format=kind, **settings)
    return path.open("w", **settings)
