// The tree of a search: it grows as the search is played.

import { h, s } from "../../dom.js";
import { t } from "../../texts.js";
import { nodeOf } from "./replay.js";

const LEVEL = 46;
const HIGH = 24;
const MARGIN = 12;
const MARKS = { solution: "M-4 0L-1 3L4 -4", failure: "M-3 -3L3 3M3 -3L-3 3" };

/** Return {element, show}: the tree of a run, of which *show* shows the nodes that were tried. */
export function makeTree(run) {
  const nodes = run.nodes.map((_, number) => nodeOf(run, number));
  const levels = [0];
  for (let number = 1; number < nodes.length; number++) levels[number] = levels[nodes[number].parent] + 1;
  const left = Math.min(...nodes.map(({ across, width }) => across - width / 2)) - MARGIN;
  const right = Math.max(...nodes.map(({ across, width }) => across + width / 2)) + MARGIN;
  const wide = Math.max(right - left, 120);
  const high = Math.max(...levels) * LEVEL + HIGH + 2 * MARGIN;
  const drawn = nodes.map((node, number) => draw(run, nodes, levels, number));
  const svg = s(
    "svg",
    { viewBox: `${left} ${-HIGH / 2 - MARGIN} ${wide} ${high}`, width: wide, height: high, "aria-hidden": "true" },
    drawn.map(({ branch }) => branch),
    drawn.map(({ box }) => box),
  );
  const element = h("div", { class: "ac3-tree", tabindex: 0, role: "group", "aria-label": t("ac3.tree") }, svg);
  return {
    element,
    show({ path, tried }) {
      const current = path.at(-1);
      drawn.forEach(({ box, branch }, number) => {
        const state = stateOf(nodes[number].outcome, number, path, tried);
        box.dataset.state = state;
        box.classList.toggle("ac3-here", number === current);
        if (branch) branch.dataset.state = state;
      });
      const { across } = nodes[current];
      element.scrollLeft = across - left - element.clientWidth / 2;
      element.scrollTop = levels[current] * LEVEL - element.clientHeight / 2;
    },
  };
}

/** Return how a node looks: not there yet, on the path, a failure, a solution, or left behind. */
function stateOf(outcome, number, path, tried) {
  if (!tried.has(number)) return "none";
  if (outcome === "failure" || outcome === "solution") return outcome;
  return path.includes(number) ? "path" : "done";
}

function draw(run, nodes, levels, number) {
  const { parent, across, width, label, outcome, reason, x, value } = nodes[number];
  const y = levels[number] * LEVEL;
  if (!number) {
    const root = s("g", { class: "ac3-node" }, s("circle", { cx: across, cy: y, r: 7 }));
    return { box: root, branch: null };
  }
  const words = `${run.problem.names[x]} = ${run.problem.values[x][value]}${reason ? `: ${reason}` : ""}`;
  const marked = outcome in MARKS;
  const box = s(
    "g",
    { class: "ac3-node" },
    s("title", {}, words),
    s("rect", { x: across - width / 2, y: y - HIGH / 2, width, height: HIGH, rx: 6 }),
    s("text", { x: across - (marked ? 6 : 0), y: y + 4 }, label),
    marked && s("path", { d: MARKS[outcome], transform: `translate(${across + width / 2 - 11} ${y})` }),
  );
  const top = (levels[number] - 1) * LEVEL + (parent ? HIGH / 2 : 7);
  const low = y - HIGH / 2;
  const middle = (top + low) / 2;
  const start = nodes[parent].across;
  const line = `M${start} ${top}C${start} ${middle} ${across} ${middle} ${across} ${low}`;
  return { box, branch: s("path", { class: "ac3-branch", d: line }) };
}
