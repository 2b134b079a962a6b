// A hint in three steps: where to look, which technique, what to do; and the drawing of a step.

import { h, replace } from "../../dom.js";
import { t } from "../../texts.js";
import { button } from "./parts.js";
import { cellName, readable } from "./state.js";

/** Return what the board shows of a step of csplib: see `told` in csplib_web/sudoku/steps.py. */
export function drawingOf(step) {
  return { classes: { pattern: step.cells, unit: step.unit }, notes: step.candidates, drawing: step };
}

/**
 * Return a hint that begins with where to look.
 * @param {any} shape
 * @param {any} found what "sudoku.hint" returned
 * @param {{onChange: () => void, onDo: (place: number, value: number) => void, onClose: () => void}} actions
 */
export function makeHint(shape, found, { onChange, onDo, onClose }) {
  const element = h("section", { class: "sudoku-card sudoku-hint", "aria-label": t("sudoku.hint") });
  let depth = 1;
  let at = 0; // which of the steps is shown
  const step = () => found.steps[at];
  const last = () => at >= found.steps.length - 1;

  function more() {
    if (depth < 3) depth += 1;
    else if (!last()) at += 1;
    else return;
    show();
    onChange();
  }

  function back() {
    at -= 1;
    show();
    onChange();
  }

  function show() {
    const isDone = depth === 3 && last();
    replace(
      element,
      h("h2", {}, t("sudoku.hintTitle", { number: depth })),
      h("p", {}, text()),
      h(
        "div",
        { class: "sudoku-buttons" },
        depth === 3 && at > 0 && button(t("sudoku.previousStep"), back),
        !isDone && button(depth < 3 ? t("sudoku.more") : t("sudoku.nextStep"), more, { class: "primary" }),
        isDone && button(t("sudoku.doIt"), () => onDo(found.cell, found.value), { class: "primary" }),
        button(t("sudoku.close"), onClose),
      ),
    );
  }

  function text() {
    if (!step()) {
      if (depth === 1) return t("sudoku.hintWhole", { cell: cellName(shape, found.cell) });
      return depth === 2 ? t("sudoku.hintSearch") : readable(found.reason);
    }
    const { where, technique, reason } = step();
    if (depth === 1) return t("sudoku.hintWhere", { where });
    if (depth === 2) return t("sudoku.hintTechnique", { technique });
    const count = found.steps.length;
    const title = count > 1 ? t("sudoku.hintStep", { number: at + 1, count, technique }) : technique;
    return [h("strong", {}, title), ": ", readable(reason)];
  }

  /** Return what the board shows of the hint. */
  function view() {
    if (!step()) return { classes: { pattern: [found.cell] } };
    if (depth === 1) return { classes: { look: step().look } };
    if (depth === 2) return { classes: { look: step().look, pattern: step().cells } };
    return drawingOf(step());
  }

  show();
  return { element, more, view, text: () => element.querySelector("p").textContent };
}
