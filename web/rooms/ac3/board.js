// Boards instead of graphs: a Sudoku with candidates, and a chessboard with queens.

import { h, replace } from "../../dom.js";
import { t } from "../../texts.js";
import { bitsOf } from "./replay.js";

/** Return a Sudoku with the candidates of each cell: {element, show}, as of a graph. */
export function makeBoard(problem, { onVariable } = {}) {
  const { size } = problem;
  const [high, wide] = boxOf(size);
  const cells = problem.names.map((name, x) => {
    const marks = problem.values[x].map((value) => h("span", {}, value));
    const big = h("b", {});
    const [row, column] = [Math.floor(x / size), x % size];
    const cell = h("div", { class: "ac3-cell", dataset: { x }, title: name }, marks, big);
    if (problem.values[x].length === 1) cell.classList.add("ac3-fixed");
    if (row % high === 0 && row) cell.classList.add("ac3-thick-top");
    if (column % wide === 0 && column) cell.classList.add("ac3-thick-left");
    if (onVariable) cell.addEventListener("click", () => onVariable(x));
    return { cell, marks, big };
  });
  const board = h("div", { class: "ac3-board", role: "img", "aria-label": t("ac3.boardLabel") });
  board.style.setProperty("--size", String(size));
  board.style.setProperty("--box", String(wide));
  board.append(...cells.map(({ cell }) => cell));
  const shown = cells.map(() => ""); // what each cell shows: most of them stay as they are
  return {
    element: h("div", { class: "ac3-scene" }, board),
    show({ domains, arc = null, going = null, assigned = new Set(), picked = -1 }) {
      cells.forEach(({ cell, marks, big }, x) => {
        const roles = [arc?.[0] === x, arc?.[1] === x, picked === x, assigned.has(x), going?.[0] === x && going[1]];
        const now = `${domains[x]} ${roles}`;
        if (shown[x] === now) return;
        shown[x] = now;
        const left = bitsOf(domains[x]);
        const single = left.length === 1 && going?.[0] !== x;
        cell.classList.toggle("ac3-x", arc?.[0] === x);
        cell.classList.toggle("ac3-y", arc?.[1] === x);
        cell.classList.toggle("ac3-picked", picked === x);
        cell.classList.toggle("ac3-assigned", assigned.has(x));
        cell.classList.toggle("ac3-empty", !left.length);
        cell.classList.toggle("ac3-single", single);
        big.textContent = single ? problem.values[x][left[0]] : "";
        marks.forEach((mark, place) => {
          mark.classList.toggle("ac3-gone", !((domains[x] >> place) & 1));
          mark.classList.toggle("ac3-going", going?.[0] === x && Boolean((going[1] >> place) & 1));
        });
      });
    },
  };
}

/** Return the height and the width of a box of a Sudoku. */
function boxOf(size) {
  let high = Math.floor(Math.sqrt(size));
  while (size % high) high--;
  return [high, size / high];
}

/** Return a chessboard: a row for each queen. A dot is a column that is left to it, a cross one that is not. */
export function makeChess(problem) {
  const { size } = problem;
  const squares = problem.names.map(() => Array.from({ length: size }, () => h("div", { class: "ac3-square" })));
  squares.forEach((row, x) => row.forEach((square, y) => square.classList.toggle("ac3-dark", (x + y) % 2 === 1)));
  const board = h("div", { class: "ac3-chess", role: "img", "aria-label": t("ac3.chess") }, squares);
  board.style.setProperty("--size", String(size));
  return {
    element: h("div", { class: "ac3-scene" }, board),
    show({ domains, going = null, assigned = new Set() }) {
      squares.forEach((row, x) => {
        const single = bitsOf(domains[x]).length === 1;
        row.forEach((square, place) => {
          const left = (domains[x] >> place) & 1;
          replace(square, left ? (single ? "♛" : "•") : "×");
          square.classList.toggle("ac3-gone", !left);
          square.classList.toggle("ac3-going", going?.[0] === x && Boolean((going[1] >> place) & 1));
          square.classList.toggle("ac3-assigned", Boolean(left && assigned.has(x)));
        });
      });
    },
  };
}
