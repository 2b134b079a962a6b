"""Boards as text: whatever people paste is read without being told its format, and every format can be written.

| style | what it looks like |
|---|---|
| line, sdm | n·n symbols in row order; a comment may follow |
| rows, sdk, grid, ss | n rows, perhaps with bars, rule lines and a header |
| tokens, csv | symbols of any width with something between them; also nested lists |
| kaggle | a header that names a column `quizzes` or `puzzle`, then rows |
| listing, rc | `n`, how many, then `i j value` lines; or `R1C1=5` |
| pencilmarks | n·n·n symbols, those that are still possible in each cell |
| jigsaw, killer | the givens, and below them which region or cage each cell belongs to |

Pencil marks in numbers instead of single characters can look like a larger board: read them with `symbols=`.

*lines* leaves out comments and headers, *splitting* finds the cells in what remains, *symbols* what they mean.
*sections*, *listings*, *cages* and *nested* know the formats that say more, or less, than a symbol for each cell.
*reading* puts these together, and *writing* goes the other way.
"""

from __future__ import annotations

from csplib.sudoku.text.reading import Read, read, read_many
from csplib.sudoku.text.symbols import usual_symbols
from csplib.sudoku.text.writing import STYLES, write, write_line

__all__ = ["STYLES", "Read", "read", "read_many", "usual_symbols", "write", "write_line"]


def __dir__() -> list[str]:
    return __all__
