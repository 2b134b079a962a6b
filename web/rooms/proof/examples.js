// What the room offers to prove.

const EASY = "......6..8.4.....7..5..3.9...1.98.52692..73..45.1....65..36.24924.87.1.33.6249785";
const HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

const PIGEONS = `from csplib import AllDifferent, Problem

p = Problem()
holes = p.add_variables(["Ann", "Bob", "Cat", "Dan"], range(1, 4))
p.add(AllDifferent(holes[:3]), *[holes[3] != hole for hole in holes[:3]])
`;

const rows = (line, size) =>
  Array.from({ length: size }, (_, row) => line.slice(row * size, (row + 1) * size)).join("\n");

export const EXAMPLES = {
  one: { board: rows(EASY, 9), question: "one" },
  hard: { board: rows(HARD, 9), question: "one" },
  none: { board: "123.\n...4\n....\n....", question: "one" },
  several: { board: "1.2.\n....\n....\n....", question: "all" },
  program: { board: PIGEONS, question: "all" },
};
