// The board: a grid of cells that can be walked with arrows. What it shows is told by `show`.

import { h, replace } from "../../dom.js";
import { t } from "../../texts.js";
import { makeOverlay } from "./overlay.js";

const STATES = ["wrong", "conflict", "differs", "pattern", "look"]; // those that are told to screen readers, too
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * What a board shows. *classes* are the states of cells by name: places. *second* has another value for some cells.
 * *drawing* is a step of csplib, to be drawn over the board.
 * @typedef {{values: number[], given: boolean[], notes?: number[][], second?: number[],
 *   classes?: Record<string, number[]>, drawing?: any}} View
 */

/** Return a board that calls *onSelect* when another cell is chosen. */
export function makeBoard(onSelect) {
  const grid = h("div", { class: "sudoku-grid", role: "grid", "aria-label": t("sudoku.board"), onkeydown: walk });
  const overlay = makeOverlay();
  const element = h("div", { class: "sudoku-board" }, grid, overlay.element);
  let shape = null;
  let cells = [];
  let view = null;
  let selected = -1;

  /** Build the cells of a new shape. */
  function build(newShape) {
    shape = newShape;
    const { side } = shape;
    element.style.setProperty("--side", side);
    element.style.setProperty("--across", Math.ceil(Math.sqrt(side)));
    element.style.setProperty("--down", Math.ceil(side / Math.ceil(Math.sqrt(side))));
    element.classList.toggle("sudoku-caged", shape.cages.length > 0);
    cells = shape.values.map((_, place) => makeCell(place));
    const numbers = [...Array(side).keys()];
    const head = numbers.map((c) => label("columnheader", "column", c));
    const rows = numbers.map((r) =>
      h("div", { role: "row" }, label("rowheader", "row", r), cells.slice(r * side, (r + 1) * side)),
    );
    replace(grid, h("div", { role: "row" }, h("span", { role: "columnheader" }), head), rows);
    selected = Math.min(selected, cells.length - 1);
    overlay.build(shape);
  }

  function label(role, name, number) {
    const spokenName = t(`sudoku.${name}`, { number: number + 1 });
    return h("span", { class: "sudoku-label", role, "aria-label": spokenName }, number + 1);
  }

  function makeCell(place) {
    const cell = h("div", { class: "sudoku-cell", role: "gridcell", dataset: { place } });
    const { side, regions, windows } = shape;
    const differs = (other, inside) => inside && regions[other] !== regions[place];
    if (differs(place - side, place >= side)) cell.classList.add("sudoku-above");
    if (differs(place - 1, place % side > 0)) cell.classList.add("sudoku-left");
    if (windows.includes(place)) cell.classList.add("sudoku-window");
    cell.addEventListener("pointerdown", () => select(place));
    cell.addEventListener("focus", () => select(place, { focus: false }));
    return cell;
  }

  /** Choose a cell. */
  function select(place, { focus = true } = {}) {
    const changed = place !== selected;
    selected = place;
    for (const cell of cells) cell.tabIndex = -1;
    cells[Math.max(place, 0)].tabIndex = 0;
    if (focus && place >= 0) cells[place].focus({ preventScroll: true });
    if (changed && view) {
      mark();
      onSelect(place);
    }
  }

  function walk(event) {
    const { side } = shape;
    const step = MOVES[event.key];
    let [row, column] = [Math.floor(Math.max(selected, 0) / side), Math.max(selected, 0) % side];
    if (step && !event.altKey) [row, column] = [(row + step[0] + side) % side, (column + step[1] + side) % side];
    else if (event.key === "Home") [row, column] = [event.ctrlKey ? 0 : row, 0];
    else if (event.key === "End") [row, column] = [event.ctrlKey ? side - 1 : row, side - 1];
    else return;
    event.preventDefault();
    select(row * side + column);
  }

  /** Show values, marks and states. @param {View} newView */
  function show(newView) {
    view = newView;
    cells.forEach((cell, place) => fill(cell, place));
    overlay.draw(view.drawing);
    mark();
    select(selected, { focus: false });
  }

  function fill(cell, place) {
    const { values, given, notes, second } = view;
    const value = values[place];
    const marks = value ? [] : (notes?.[place] ?? []);
    const other = second && second[place] !== value ? second[place] : 0;
    const key = `${value} ${given[place]} ${other} ${marks}`;
    if (cell.dataset.key === key) return;
    cell.dataset.key = key;
    cell.classList.toggle("sudoku-given", given[place]);
    cell.setAttribute("aria-readonly", given[place]);
    if (other) replace(cell, h("span", { class: "sudoku-both" }, `${symbol(value)}/${symbol(other)}`));
    else if (value) replace(cell, h("span", { class: "sudoku-value" }, symbol(value)));
    else replace(cell, marks.length > 0 && h("span", { class: "sudoku-notes" }, noteSpans(marks)));
  }

  function noteSpans(marks) {
    return [...shape.symbols].map((text, digit) => h("span", {}, marks.includes(digit + 1) ? text : ""));
  }

  const symbol = (value) => shape.symbols[value - 1];

  /** Show the states of cells, what the chosen cell sees, and where its value is. */
  function mark() {
    const classes = view.classes ?? {};
    const value = selected < 0 ? 0 : view.values[selected];
    const peers = new Set(selected < 0 ? [] : shape.peers[selected]);
    cells.forEach((cell, place) => {
      const states = Object.keys(classes).filter((name) => classes[name].includes(place));
      for (const name of [...STATES, "unit"]) cell.classList.toggle(`sudoku-${name}`, states.includes(name));
      cell.classList.toggle("sudoku-selected", place === selected);
      cell.classList.toggle("sudoku-peer", peers.has(place));
      cell.classList.toggle("sudoku-same", value > 0 && view.values[place] === value && place !== selected);
      cell.setAttribute("aria-selected", place === selected);
      cell.setAttribute("aria-label", spoken(place, states));
    });
  }

  function spoken(place, states) {
    const { values, given, notes, second } = view;
    const [row, column] = [Math.floor(place / shape.side) + 1, (place % shape.side) + 1];
    const value = values[place];
    const marks = (notes?.[place] ?? []).map(symbol).join(" ");
    let content = t("sudoku.empty");
    if (value && second && second[place] !== value) {
      content = t("sudoku.both", { first: symbol(value), second: symbol(second[place]) });
    } else if (value) content = given[place] ? t("sudoku.given", { symbol: symbol(value) }) : symbol(value);
    else if (marks) content = t("sudoku.notes", { symbols: marks });
    const told = states.filter((name) => STATES.includes(name)).map((name) => t(`sudoku.marked.${name}`));
    return [t("sudoku.cell", { row, column, content }), ...told].join(", ");
  }

  return {
    element,
    build,
    show,
    select,
    get selected() {
      return selected;
    },
    get view() {
      return view;
    },
  };
}
