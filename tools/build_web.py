# ruff: noqa: T201 - the sizes are printed
"""Build the page: `web/`, Pyodide and csplib become a folder that any static host can serve.

Pyodide comes from `web/node_modules`, where `npm ci` has put it. csplib is packed from `src/` as plain Python.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PYODIDE = WEB / "node_modules" / "pyodide"

PAGE = ("*.html", "*.js", "*.svg", "_headers", "rooms/**/*.js", "texts/**/*.js", "style/**/*.css")
"""What is served as it is."""

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
FIRST = ("australia", "dinner", "why_not", "search_tree", "sudoku")  # in web/programs
LEFT_OUT = ("command", "testing")  # folders of csplib that are of no use in a page
LARGE = 1_000_000  # bytes: the service worker keeps larger files when Python first asks for them
MOST = 8_000_000  # bytes that a first visit may load, compressed


def build(target: Path) -> None:
    """Build the page in *target*, which is replaced."""
    if not PYODIDE.is_dir():
        raise SystemExit(f"{PYODIDE.relative_to(ROOT)} is missing: run `make web`")
    shutil.rmtree(target, ignore_errors=True)
    for source in sorted({path for pattern in PAGE for path in WEB.glob(pattern)}):
        copy(source, target / source.relative_to(WEB))
    for name in RUNTIME:
        copy(PYODIDE / name, target / "pyodide" / name)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    (target / "pyodide" / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    (target / "csplib.zip").write_bytes(packed(python_files()))
    (target / "gallery.json").write_text(json.dumps(gallery(), indent=1), encoding="utf-8")
    (target / "files.js").write_text(listing(target), encoding="utf-8")
    compress(target)


def copy(source: Path, target: Path) -> None:
    """Copy a file, and make its folder."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def python_files() -> Iterator[tuple[str, bytes]]:
    """Return the modules that Python needs in the page, with their names in the archive."""
    for folder in (ROOT / "src", WEB / "python"):
        for path in sorted(folder.rglob("*.py")):
            name = path.relative_to(folder)
            if name.parts[:1] != ("csplib",) or name.parts[1] not in LEFT_OUT:
                yield name.as_posix(), path.read_bytes()


def gallery() -> list[dict[str, str]]:
    """Return the programs that the room "Model" offers: first those made for it, then the examples but the demo."""
    paths = [WEB / "programs" / f"{name}.py" for name in FIRST]
    paths += [path for path in sorted(ROOT.glob("examples/*.py")) if path.stem != "demo"]
    return [{"name": path.stem, "program": path.read_text(encoding="utf-8")} for path in paths]


def packed(files: Iterator[tuple[str, bytes]]) -> bytes:
    """Return a zip archive that depends on the contents only."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def listing(target: Path) -> str:
    """Return a script with the bytes and the hash of each file, for the service worker and the progress bar."""
    found = {}
    for path in sorted(target.rglob("*")):
        name = path.relative_to(target).as_posix()
        if path.is_file() and name not in {"sw.js", "_headers"}:
            content = path.read_bytes()
            found[name] = {"bytes": len(content), "hash": short_hash(content), "large": len(content) > LARGE}
    files = json.dumps(found, indent=1)
    return f'self.CSPLIB_FILES = {files};\nself.CSPLIB_VERSION = "{short_hash(files.encode())}";\n'


def short_hash(content: bytes) -> str:
    """Return a name for this content."""
    return hashlib.sha256(content).hexdigest()[:16]


def compress(target: Path) -> None:
    """Add a .gz beside each file that gets smaller, and print what a first visit loads."""
    total = 0
    for path in sorted(target.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            small = gzip.compress(content, mtime=0)
            if len(small) < 0.95 * len(content):
                path.with_name(f"{path.name}.gz").write_bytes(small)
            size = min(len(small), len(content))
            total += size
            if size > 50_000:
                print(f"{size / 1e6:6.2f} MB  {path.relative_to(target).as_posix()}")
    print(f"{total / 1e6:6.2f} MB  in all, compressed")
    if total > MOST:
        raise SystemExit(f"the page is larger than {MOST / 1e6:.0f} MB")


def main() -> None:
    """Build the page in the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", nargs="?", type=Path, default=ROOT / "build" / "web")
    target = parser.parse_args().target
    build(target)
    print(f"The page is in {target}: open it with `csplib web`.")


if __name__ == "__main__":
    main()
