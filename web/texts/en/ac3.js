export const ac3 = {
  title: "AC-3 and search",
  about: "Watch arcs being revised and domains shrink, then a search tree grow.",
  board: "Board, in any usual format",
  run: "Run AC-3",
  removals: ({ count }) => (count === 1 ? "1 value removed." : `${count} values removed.`),
  solved: "AC-3 alone solves the board.",
  open: "AC-3 alone does not solve the board.",
};
