// The stage "solve": the solution, or why there is none or more than one; the grade, all steps, and the log.

import { h, replace } from "../../dom.js";
import { address } from "../../router.js";
import { t } from "../../texts.js";
import { clashText } from "./enter.js";
import { drawingOf } from "./hints.js";
import { button, choice, toggles } from "./parts.js";
import { cellName, puzzleOf, readable } from "./state.js";

const METHODS = [
  ["ac3 alone", "ac3Alone"],
  ["ac3", "ac3"],
  ["forward checking", "forwardChecking"],
  ["backtracking", "backtracking"],
  ["full", "full"],
];

export function solveStage(room) {
  const { shape, board } = room;
  const given = shape.values.map(Boolean);
  let solution = null;
  let found = null; // what "sudoku.diagnose" returned
  let shown = "solution";
  let step = null;

  const result = h("div", {});
  const grade = h("div", {});
  const stepList = h("div", {});
  const log = h("div", {});
  const which = toggles(
    t("sudoku.show"),
    [["puzzle", t("sudoku.puzzle")], ["solution", t("sudoku.solution")]],
    shown,
    (name) => {
      shown = name;
      step = null;
      show();
    },
  );
  replace(
    room.panel,
    result,
    h("div", { class: "sudoku-buttons" }, which.element, button(t("sudoku.playIt"), () => go("play"))),
    h(
      "div",
      { class: "sudoku-buttons" },
      button(t("sudoku.edit"), () => go("enter")),
      button(t("sudoku.fresh"), fresh),
    ),
    logSection(),
    stepsSection(),
    grade,
  );
  show();
  run();

  /** The solution first, because it is there at once; then whether there are others. */
  async function run() {
    room.say(t("sudoku.solving"), { quietly: true });
    const answer = await room.attempt(() => room.call("solve"));
    if (!answer) return;
    solution = answer.solution;
    room.say(solution ? t("sudoku.foundOne") : t("sudoku.unsolvable"), { quietly: Boolean(solution) });
    show();
    found = await room.attempt(() => room.call("diagnose"));
    if (!found) return;
    tell();
    show();
    await showLog("ac3 alone");
    if (found.count === "one") await showGrade();
  }

  function tell() {
    if (found.count === "one") return room.say(t("sudoku.unique"));
    if (found.count === "several") return tellSeveral();
    const clashes = found.clashes.map((clash) => h("li", {}, clashText(shape, clash)));
    const names = found.cells.map((place) => `${cellName(shape, place)} = ${symbolAt(place)}`).join(", ");
    const conflict = [h("p", {}, t("sudoku.conflict", { count: found.cells.length })), h("p", {}, names)];
    const reason = clashes.length ? h("ul", {}, clashes) : conflict;
    replace(result, h("section", { class: "sudoku-card sudoku-bad" }, h("h2", {}, t("sudoku.unsolvable")), reason));
    const first = clashes.length ? clashText(shape, found.clashes[0]) : conflict[0].textContent;
    return room.warn([t("sudoku.unsolvable"), " ", first]);
  }

  function tellSeveral() {
    solution = found.solution;
    const givens = found.repair.map(([place, value]) => `${cellName(shape, place)} = ${shape.symbols[value - 1]}`);
    const text = t("sudoku.several", { count: found.cells.length });
    replace(
      result,
      h(
        "section",
        { class: "sudoku-card sudoku-several" },
        h("p", {}, t("sudoku.repair", { givens: givens.join(", "), smallest: found.smallest })),
        h("div", { class: "sudoku-buttons" }, button(t("sudoku.repairIt"), repair)),
      ),
    );
    return room.say(text);
  }

  function repair() {
    const values = [...shape.values];
    for (const [place, value] of found.repair) values[place] = value;
    room.open({ puzzle: puzzleOf(shape, values), stage: "solve" }, { push: true });
  }

  const symbolAt = (place) => shape.symbols[shape.values[place] - 1];

  function show() {
    if (step) return board.show({ given, ...drawingOf(step), values: step.values });
    const full = shown === "solution" && solution;
    const second = full && found?.count === "several" ? found.second : undefined;
    const classes = found?.count === "none" ? { conflict: found.cells } : { differs: second ? found.cells : [] };
    return board.show({ values: full || shape.values, given, second, classes });
  }

  async function showGrade() {
    const graded = await room.attempt(() => room.call("grade"));
    if (!graded) return;
    const counts = Object.entries(graded.steps).map(([name, count]) => `${name} ${count}`);
    const rows = [
      [t("sudoku.gradeLevel"), graded.level],
      [t("sudoku.gradeSteps"), counts.join(", ")],
      [t("sudoku.gradeOpen"), graded.openness.toFixed(1)],
      [t("sudoku.gradeGivens"), t("sudoku.gradeBand", graded)],
    ];
    const notes = graded.notes.map((note) => h("li", {}, note));
    replace(
      grade,
      h(
        "section",
        { class: "sudoku-card" },
        h("h2", {}, t("sudoku.grade")),
        h("dl", { class: "sudoku-grade" }, rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
        notes.length > 0 && h("ul", {}, notes),
      ),
    );
  }

  function logSection() {
    const options = METHODS.map(([name, key]) => [name, t(`sudoku.methods.${key}`)]);
    const method = choice("sudoku-method", t("sudoku.logMethod"), options, { onchange: showLog });
    const isPlain = !shape.layout && !shape.rules && shape.side <= 9; // the boards that the other room draws
    const href = address("ac3", { problem: "board", board: room.puzzle.board });
    const watch = isPlain && h("p", {}, h("a", { href }, t("sudoku.watch")));
    return h("section", { class: "sudoku-card" }, h("h2", {}, t("sudoku.log")), method.element, log, watch);
  }

  async function showLog(method) {
    const answer = await room.attempt(() => room.call("log", { method }));
    if (!answer) return;
    const count = answer.lines.length;
    const end = answer.complete ? (answer.solved ? "sudoku.logSolved" : "sudoku.logOpen") : "sudoku.logCut";
    const attributes = { class: "sudoku-log", tabindex: 0, "aria-label": t("sudoku.log") };
    replace(log, h("p", {}, t(end, { count })), h("pre", attributes, answer.lines.join("\n")));
  }

  function stepsSection() {
    const details = h(
      "details",
      { class: "sudoku-card", ontoggle: () => details.open && !stepList.firstChild && showSteps() },
      h("summary", {}, t("sudoku.steps")),
      stepList,
    );
    return details;
  }

  async function showSteps() {
    const steps = await room.attempt(() => room.call("steps"));
    if (!steps) return;
    const buttons = steps.map((each) =>
      button([h("strong", {}, each.technique), ": ", readable(each.reason)], () => choose(each, buttons, steps), {
        class: "sudoku-step",
        "aria-pressed": "false",
      }),
    );
    const list = h("ol", { class: "sudoku-steps" }, buttons.map((each) => h("li", {}, each)));
    replace(stepList, h("p", {}, t("sudoku.stepsHow")), list);
  }

  function choose(chosen, buttons, steps) {
    step = step === chosen ? null : chosen;
    buttons.forEach((each, place) => each.setAttribute("aria-pressed", steps[place] === step));
    show();
  }

  function go(stage) {
    room.open({ puzzle: room.puzzle, stage }, { shape, push: true });
  }

  function fresh() {
    const rules = shape.layout ? "" : shape.rules;
    room.open({ puzzle: { board: "", rules, size: shape.size }, stage: "enter" }, { push: true });
  }

  return {};
}
