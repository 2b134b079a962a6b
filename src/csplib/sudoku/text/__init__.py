"""Boards as text: every format is recognized when it is read, and every format can be written.

| style | contents |
|---|---|
| line, sdm | n·n symbols in row order; a comment may follow |
| rows, sdk, grid, ss | n rows, perhaps with bars, rule lines and a header |
| tokens, csv | symbols of any width with separators between them; also nested lists |
| kaggle | a header that names a column `quizzes` or `puzzle`, then rows |
| listing, rc | `n`, how many, then `i j value` lines; or `R1C1=5` |
| pencilmarks | n·n·n symbols: those that are possible in each cell |
| jigsaw, killer | the givens, and below them the region or cage of each cell |

Pencil marks in numbers instead of single characters can look like a larger board: read them with `symbols=`.

*lines* removes comments and headers, *splitting* and *fitting* find the cells, and *symbols* finds their values.
*listings*, *tables*, *sections*, *cages*, *pencil_marks* and *lists* read special formats. *reading* puts these
together, and *writing* writes each style. A new format is a function from lines to `Parsed` that `reading` calls, and a
row in `writing` if it can be written.
"""

from __future__ import annotations

from csplib.sudoku.text.reading import Read, read, read_many
from csplib.sudoku.text.symbols import usual_symbols
from csplib.sudoku.text.writing import STYLES, write, write_line

__all__ = ["STYLES", "Read", "read", "read_many", "usual_symbols", "write", "write_line"]


def __dir__() -> list[str]:
    return __all__
