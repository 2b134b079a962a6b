// What is drawn over the board: diagonals and cages, and the discs, lines and arrows of a step.

import { replace, s } from "../../dom.js";

const FREE = { top: 0, edge: 0, bottom: 0 }; // around the candidates of a cell
const CAGED = { top: 0.26, edge: 0.11, bottom: 0.09 }; // room for the total and the outline of a cage
const INSET = 0.07;

/** Return a drawing over a board; one cell is one unit. */
export function makeOverlay() {
  const always = s("g", {});
  const pointers = s("g", {});
  const element = s("svg", { class: "sudoku-overlay", "aria-hidden": "true", focusable: "false" }, always, pointers);
  let shape = null;

  /** Draw the rules of a shape. */
  function build(newShape) {
    shape = newShape;
    const { side, cages, diagonals } = shape;
    element.setAttribute("viewBox", `0 0 ${side} ${side}`);
    replace(
      always,
      diagonals && s("path", { class: "sudoku-diagonal", d: `M0 0L${side} ${side}M${side} 0L0 ${side}` }),
      cages.map(([total, places]) => cage(total, places)),
    );
    replace(pointers);
  }

  function cage(total, places) {
    const inside = new Set(places);
    const first = Math.min(...places);
    const [x, y] = corner(first);
    return [
      s("path", { class: "sudoku-cage", d: places.map((place) => outline(place, inside)).join("") }),
      s("text", { class: "sudoku-total", x: x + INSET + 0.02, y: y + INSET + 0.19, "font-size": 0.22 }, total),
    ];
  }

  /** Return the parts of a cage's outline in one cell. */
  function outline(place, inside) {
    const { side } = shape;
    const has = (down, right) => {
      const column = (place % side) + right;
      return column >= 0 && column < side && inside.has(place + down * side + right);
    };
    const [x, y] = corner(place);
    let path = "";
    for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
      if (has(down, right)) continue;
      const across = (sign) => (down ? has(0, sign) : has(sign, 0));
      const beyond = (sign) => (down ? has(down, sign) : has(sign, right));
      const end = (sign) => (across(sign) ? (beyond(sign) ? 0.5 + INSET : 0.5) : 0.5 - INSET) * sign;
      const out = 0.5 - INSET;
      const at = (along) => [x + 0.5 + (down ? along : right * out), y + 0.5 + (down ? down * out : along)].join(" ");
      path += `M${at(end(-1))}L${at(end(1))}`;
    }
    return path;
  }

  const corner = (place) => [place % shape.side, Math.floor(place / shape.side)];

  /** Return the middle of a cell (value 0) or candidate, and the radius around it that lines keep free. */
  function spot([place, value]) {
    const [x, y] = corner(place);
    if (!value) return [x + 0.5, y + 0.5, 0.27];
    const across = Math.ceil(Math.sqrt(shape.side));
    const down = Math.ceil(shape.side / across);
    const { top, edge, bottom } = shape.cages.length ? CAGED : FREE;
    const [wide, high] = [(1 - 2 * edge) / across, (1 - top - bottom) / down];
    const [row, column] = [Math.floor((value - 1) / across), (value - 1) % across];
    return [x + edge + (column + 0.5) * wide, y + top + (row + 0.5) * high, 0.46 * Math.min(wide, high)];
  }

  /** Draw a step: see `told` in csplib_web/sudoku/steps.py. Without one, remove the drawing. */
  function draw(step) {
    if (!step) return replace(pointers);
    const disc = (name) => (at) => {
      const [cx, cy, r] = spot(at);
      return s("circle", { class: name, cx, cy, r });
    };
    return replace(
      pointers,
      (step.links ?? []).map(([from, to]) => line(from, to, "sudoku-link")),
      (step.circled ?? []).map(disc("sudoku-disc")),
      (step.other ?? []).map(disc("sudoku-disc sudoku-other")),
      (step.struck ?? []).map(disc("sudoku-disc sudoku-out")),
      (step.struck ?? []).map(strike),
      (step.arrows ?? []).map(([from, to]) => line(from, to, "sudoku-arrow")),
    );
  }

  function strike(at) {
    const [x, y, r] = spot(at);
    return s("path", { class: "sudoku-strike", d: `M${x - r} ${y + r}L${x + r} ${y - r}` });
  }

  function line(from, to, name) {
    const [x, y, before] = spot(from);
    const [endX, endY, behind] = spot(to);
    const length = Math.hypot(endX - x, endY - y);
    if (length <= before + behind) return null;
    const [dx, dy] = [(endX - x) / length, (endY - y) / length];
    const at = (forward, aside = 0) => `${x + forward * dx - aside * dy} ${y + forward * dy + aside * dx}`;
    const tip = length - behind;
    if (name === "sudoku-link") return s("path", { class: name, d: `M${at(before)}L${at(tip)}` });
    const head = Math.min(0.16, (tip - before) / 2);
    const point = `M${at(tip)}L${at(tip - head, head / 2)}L${at(tip - head, -head / 2)}Z`;
    return s("path", { class: name, d: `M${at(before)}L${at(tip - head)}${point}` });
  }

  return { element, build, draw };
}
