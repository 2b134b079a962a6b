"""Run python-constraint2's own tests against `csplib.compat.constraint`: only the imports are changed.

    python tools/python_constraint_suite.py              with the Python that runs this, where csplib is installed
    python tools/python_constraint_suite.py -k solvers   options are pytest's

The source distribution comes from PyPI and is unpacked below ``build/python-constraint``. Left out are, each for its
reason: tests of the package's metadata, tests of programs that the distribution lacks, and the README's list of 40,320
solutions, which is in the order in which the original's domains happen to be shuffled.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
from pathlib import Path

VERSION = "2.9.0"
BUILD = Path(__file__).parent.parent / "build" / "python-constraint"
LEFT_OUT = [
    "--ignore=tests/test_toml_file.py",
    "--ignore=tests/test_constraint.py",
    "--ignore=tests/test_examples.py",
    "--deselect=tests/test_doctests.py::TestReadmeDoctests::test_readme_code_blocks",
]
IMPORTS = [
    (re.compile(r"^(\s*)from constraint(\.\w+)? import", re.MULTILINE), r"\1from csplib.compat.constraint\2 import"),
    (re.compile(r"^(\s*)import constraint$", re.MULTILINE), r"\1import csplib.compat.constraint as constraint"),
    (re.compile(r"^(\s*)import constraint\.(\w+) as", re.MULTILINE), r"\1import csplib.compat.constraint.\2 as"),
]


def main() -> int:
    """Unpack the tests, change their imports, run them, and return pytest's exit status."""
    BUILD.mkdir(parents=True, exist_ok=True)
    download = ["pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", str(BUILD)]
    archive = BUILD / f"python_constraint2-{VERSION}.tar.gz"
    if not archive.exists():
        command = [sys.executable, "-m", *download, f"python-constraint2=={VERSION}"]
        subprocess.run(command, check=True)  # noqa: S603
    with tarfile.open(archive) as packed:
        packed.extractall(BUILD, filter="data")
    folder = BUILD / archive.name.removesuffix(".tar.gz")
    for path in folder.glob("tests/*.py"):
        text = path.read_text()
        for old, new in IMPORTS:
            text = old.sub(new, text)
        path.write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", "--rootdir", str(folder), "tests", *LEFT_OUT]
    return subprocess.run([*command, *sys.argv[1:]], cwd=folder, check=False).returncode  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
