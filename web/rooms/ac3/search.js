// Backtracking as a growing tree: two settings side by side, played together.

import { h, replace } from "../../dom.js";
import { t } from "../../texts.js";
import { makeBoard, makeChess } from "./board.js";
import { makeGraph } from "./graph.js";
import { makePlayer } from "./player.js";
import { nodeOf, searchAt } from "./replay.js";
import { makeTree } from "./tree.js";

export const CHOICES = { select: ["mrv", "first"], order: ["lcv", "ascending"], infer: ["mac", "forward", "none"] };

/**
 * Return the view of searches. `onSettings(side, settings)`: the reader chooses other strategies for side 0 or 1.
 * `onEvery(every)`: all solutions or the first. `settled(step)` and `say(text)` are as for AC-3.
 */
export function makeSearch({ onSettings, onEvery, settled, say }) {
  const sides = [0, 1].map((side) => makeSide(side, (settings) => onSettings(side, settings)));
  const player = makePlayer({ show, settled });
  const every = h(
    "select",
    { id: "ac3-every", onchange: () => onEvery(every.value === "all") },
    ["first", "all"].map((name) => h("option", { value: name }, t(`ac3.goals.${name}`))),
  );
  replace(player.extra, h("label", { for: "ac3-every" }, t("ac3.goal")), every);
  const element = h(
    "section",
    { class: "ac3-searches", "aria-label": t("ac3.views.search") },
    player.element,
    h("div", { class: "ac3-sides" }, sides.map((side) => side.element)),
    h("p", { class: "ac3-hint" }, t("ac3.treeLegend")),
  );

  function show(place, { spoken }) {
    const sentences = sides.map((side, number) => `${t(`ac3.sides.${number}`)}: ${side.show(place)}`);
    if (spoken) say(sentences.join(" "));
  }

  return {
    element,
    stop: player.stop,
    load(runs, { step, settings, all }) {
      every.value = all ? "all" : "first";
      sides.forEach((side, number) => side.load(runs[number], settings[number]));
      const longest = Math.max(...runs.map((run) => run.steps.length));
      player.load(Array.from({ length: longest + 1 }, (_, place) => place), step);
    },
  };
}

function makeSide(side, onSettings) {
  let run = null;
  let scene = null;
  let tree = null;
  const selects = Object.entries(CHOICES).map(([name, values]) => {
    const id = `ac3-${name}-${side}`;
    const select = h("select", { id, onchange: changed }, values.map((value) =>
      h("option", { value }, t(`ac3.strategies.${value}`))));
    return { name, select, field: h("div", {}, h("label", { for: id }, t(`ac3.fields.${name}`)), select) };
  });
  const stage = h("div", { class: "ac3-stage" });
  const trunk = h("div", {});
  const message = h("p", { class: "ac3-message" });
  const counters = h("dl", { class: "ac3-counters" });
  const total = h("p", { class: "ac3-total" });
  const assignment = h("p", { class: "ac3-assignment" });
  const element = h(
    "section",
    { class: "ac3-side", dataset: { side }, "aria-labelledby": `ac3-side-${side}` },
    h("h2", { id: `ac3-side-${side}` }, t(`ac3.sides.${side}`)),
    h("div", { class: "ac3-settings" }, selects.map(({ field }) => field)),
    counters,
    message,
    trunk,
    total,
    stage,
    assignment,
  );

  function changed() {
    onSettings(Object.fromEntries(selects.map(({ name, select }) => [name, select.value])));
  }

  function describe(step) {
    const { x, value, outcome, reason, removals } = nodeOf(run, Math.abs(step));
    const solved = step === 0 || outcome === "solution";
    if (step === 0) return t("ac3.searching.atOnce");
    const words = { x: run.problem.names[x], value: run.problem.values[x][value], reason };
    words.count = removals.reduce((sum, [, gone]) => sum + gone.toString(2).replaceAll("0", "").length, 0);
    if (step < 0) return t("ac3.searching.undo", words);
    if (solved) return t("ac3.searching.solution", words);
    if (outcome === "failure") return t(reason ? "ac3.searching.failure" : "ac3.searching.conflict", words);
    return t("ac3.searching.try", words);
  }

  return {
    element,
    load(found, settings) {
      run = found;
      for (const { name, select } of selects) select.value = settings[name];
      const { kind } = run.problem;
      const make = kind === "board" ? makeBoard : kind === "queens" ? makeChess : makeGraph;
      scene = make(run.problem);
      tree = makeTree(run);
      replace(stage, scene.element);
      replace(trunk, tree.element);
      replace(total, totalOf(run));
    },
    /** Show the search after *place* steps, and return what the last one did. */
    show(place) {
      const now = searchAt(run, place);
      const { path, domains } = now;
      const ended = place >= run.steps.length;
      const step = run.steps[Math.min(place, run.steps.length) - 1];
      const assigned = new Set(path.slice(1).map((number) => nodeOf(run, number).x));
      const last = step > 0 ? nodeOf(run, step).x : -1;
      scene.show({ domains, assigned, arc: last < 0 ? null : [last, -1] });
      tree.show(now);
      const words = [];
      if (step === undefined) words.push(t("ac3.searching.start"));
      else if (place <= run.steps.length) words.push(describe(step));
      if (ended) words.push(t(endOf(run, now)));
      const sentence = words.join(" ");
      replace(message, sentence);
      const numbers = { nodes: now.nodes, failures: now.failures, depth: now.depth, solutions: now.solutions };
      replace(counters, Object.entries(numbers).map(([name, number]) =>
        h("div", { dataset: { counter: name } }, h("dt", {}, t(`ac3.counters.${name}`)), h("dd", {}, number))));
      replace(assignment, assignmentOf(run, path));
      return sentence;
    },
  };
}

/** Return the key of the sentence for the end of a search. */
function endOf(run, now) {
  if (now.nodes < run.totals.nodes) return "ac3.searching.unshown";
  if (!run.complete) return "ac3.searching.cut";
  return run.totals.solutions ? "ac3.searching.found" : "ac3.searching.none";
}

function totalOf(run) {
  const shown = run.nodes.length - 1;
  const words = { ...run.totals, shown };
  const parts = [t(run.complete ? "ac3.total" : "ac3.totalCut", words)];
  if (shown < run.totals.nodes) parts.push(t("ac3.shown", words));
  return parts.join(" ");
}

function assignmentOf(run, path) {
  const words = path.slice(1).map((number) => {
    const { x, value } = nodeOf(run, number);
    return `${run.problem.names[x]} = ${run.problem.values[x][value]}`;
  });
  return words.length ? t("ac3.assigned", { list: words.join(", ") }) : t("ac3.nothingAssigned");
}
