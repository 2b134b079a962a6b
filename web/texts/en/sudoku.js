export const sudoku = {
  title: "Sudoku",
  about: "Make, enter, play and solve Sudokus, with hints that say why.",
  board: "Board, in any usual format",
  solve: "Solve",
  unsolvable: "Unsolvable: no solution exists.",
  several: "This is one of several solutions:",
  unique: "The only solution:",
};
