// A problem as a graph: a box for each variable with its values, and a line for each constraint.

import { h, s } from "../../dom.js";
import { t } from "../../texts.js";
import { australia } from "./map.js";

const MARGIN = 14;

/**
 * Return {element, show}. `onArc(x, y)` is called when the reader clicks the half of a line next to x, and
 * `onVariable(x)` when it is a box.
 */
export function makeGraph(problem, { onArc, onVariable } = {}) {
  const halves = new Map(); // "x y" -> the visible half of the line
  const lines = s("g", {});
  const hits = s("g", {});
  for (const [x, y] of pairsOf(problem)) {
    const curve = curveOf(problem, x, y);
    for (const [one, other, points] of [[x, y, curve], [y, x, curve.toReversed()]]) {
      const path = halfOf(points);
      const half = s("path", { class: "ac3-arc", d: path });
      halves.set(`${one} ${other}`, half);
      lines.append(half);
      if (!onArc) continue;
      const title = s("title", {}, t("ac3.reviseArc", { x: problem.names[one], y: problem.names[other] }));
      const hit = s("path", { class: "ac3-hit", d: path, onclick: () => onArc(one, other) }, title);
      hit.dataset.arc = `${one} ${other}`;
      hits.append(hit);
    }
  }
  const boxes = problem.names.map((_, x) => makeBox(problem, x, onVariable));
  const view = viewOf(problem);
  const below = problem.kind === "map" ? australia() : null;
  const svg = s(
    "svg",
    { class: "ac3-graph", viewBox: view.join(" "), role: "img", "aria-label": t("ac3.graph") },
    below?.element,
    lines,
    hits,
    boxes.map((box) => box.element),
  );
  const element = h("div", { class: "ac3-scene" }, svg);
  svg.style.maxWidth = `${Math.max(view[2], 260) * 1.35}px`;
  return {
    element,
    /** Show domains; *arc* is the one being revised, *going* a variable and the bits it has just lost. */
    show({ domains, arc = null, going = null, queued = new Set(), assigned = new Set(), picked = -1 }) {
      for (const [name, half] of halves) {
        half.classList.toggle("ac3-queued", queued.has(name));
        half.classList.toggle("ac3-current", arc?.join(" ") === name);
      }
      boxes.forEach((box, x) => box.show(domains[x], rolesOf(x, arc, going, assigned, picked)));
      below?.show(problem.names, problem.values, domains);
    },
  };
}

function rolesOf(x, arc, going, assigned, picked) {
  return {
    isX: arc?.[0] === x,
    isY: arc?.[1] === x,
    going: going?.[0] === x ? going[1] : 0,
    assigned: assigned.has(x),
    picked: picked === x,
  };
}

/** Return each two variables with an arc between them, once. */
function pairsOf(problem) {
  const found = new Map();
  for (const [x, y] of problem.arcs) if (x < y) found.set(`${x} ${y}`, [x, y]);
  for (const [x, y] of problem.arcs) if (x > y && !found.has(`${y} ${x}`)) found.set(`${y} ${x}`, [y, x]);
  return [...found.values()];
}

/** Return start, control point and end of the line between two variables; on a board far cells are joined by arches. */
function curveOf({ kind, places }, x, y) {
  const [[ax, ay], [bx, by]] = [places[x], places[y]];
  const far = kind === "small" && (Math.abs(ax - bx) > 110 || Math.abs(ay - by) > 90);
  const bend = far ? 0.2 : 0;
  return [
    [ax, ay],
    [(ax + bx) / 2 - bend * (by - ay), (ay + by) / 2 - bend * Math.abs(bx - ax)],
    [bx, by],
  ];
}

/** Return the first half of a quadratic curve, as a path from its middle to its start. */
function halfOf([[ax, ay], [cx, cy], [bx, by]]) {
  const [mx, my] = [(ax + 2 * cx + bx) / 4, (ay + 2 * cy + by) / 4];
  return `M${mx} ${my}Q${(ax + cx) / 2} ${(ay + cy) / 2} ${ax} ${ay}`;
}

function viewOf({ kind, places, boxes }) {
  if (kind === "map") return [0, 0, 470, 480];
  const left = Math.min(...places.map(([x], i) => x - boxes[i][0] / 2)) - MARGIN;
  const right = Math.max(...places.map(([x], i) => x + boxes[i][0] / 2)) + MARGIN;
  const top = Math.min(...places.map(([, y], i) => y - boxes[i][1] / 2)) - MARGIN - (kind === "small" ? 30 : 0);
  const low = Math.max(...places.map(([, y], i) => y + boxes[i][1] / 2)) + MARGIN;
  return [left, top, right - left, low - top];
}

/** Return a box with the name and the values of a variable. */
function makeBox(problem, x, onVariable) {
  const [across, down] = problem.places[x];
  const [width, height] = problem.boxes[x];
  const [column, perRow] = problem.grid[x];
  const inRow = Math.min(perRow, problem.values[x].length);
  const left = across - (column * (inRow - 1)) / 2;
  const top = down - height / 2;
  const frame = { x: across - width / 2, y: top, width, height, rx: 7 };
  const name = s("text", { class: "ac3-name", x: across, y: top + 16 }, problem.names[x]);
  const role = s("text", { class: "ac3-role", x: frame.x - 3, y: top + 4 });
  const values = problem.values[x].map((value, place) => {
    const at = { x: left + column * (place % perRow), y: top + 33 + 17 * Math.floor(place / perRow) };
    return s("text", { class: "ac3-value", ...at }, value);
  });
  const element = s("g", { class: "ac3-box" }, s("rect", frame), name, values, role);
  if (onVariable) element.addEventListener("click", () => onVariable(x));
  return {
    element,
    show(domain, { isX, isY, going, assigned, picked }) {
      element.classList.toggle("ac3-x", isX);
      element.classList.toggle("ac3-y", isY);
      element.classList.toggle("ac3-assigned", assigned);
      element.classList.toggle("ac3-picked", picked);
      element.classList.toggle("ac3-empty", !domain);
      element.classList.toggle("ac3-single", domain > 0 && (domain & (domain - 1)) === 0);
      role.textContent = isX ? "x" : isY ? "y" : "";
      values.forEach((value, place) => {
        value.classList.toggle("ac3-gone", !((domain >> place) & 1));
        value.classList.toggle("ac3-going", Boolean((going >> place) & 1));
      });
    },
  };
}
