// Sudoku.

import { h, replace } from "../dom.js";
import { isStop } from "../engine.js";
import { t } from "../texts.js";

export function mount(root, { engine, announce, setParams }) {
  const leaving = new AbortController(); // ends what still runs when the reader goes elsewhere
  const board = h("textarea", { id: "sudoku-board", rows: 10, spellcheck: "false", autocomplete: "off" });
  const result = h("div", { class: "result" });

  replace(
    root,
    h("h1", { tabindex: -1 }, t("sudoku.title")),
    h("p", { class: "lead" }, t("sudoku.about")),
    h("label", { for: "sudoku-board" }, t("sudoku.board")),
    board,
    h("p", {}, h("button", { type: "button", class: "primary", onclick: solve }, t("sudoku.solve"))),
    result,
  );

  async function solve() {
    setParams({ board: board.value });
    replace(result);
    try {
      const answer = await engine.call("sudoku.solve", { board: board.value }, { signal: leaving.signal });
      replace(result, shown(answer));
      announce(result.textContent);
    } catch (error) {
      if (!isStop(error)) replace(result, h("p", { role: "alert" }, error.message));
      else if (!leaving.signal.aborted) announce(t("page.stopped"));
    }
  }

  return {
    update(params) {
      board.value = params.board ?? "";
    },
    unmount() {
      leaving.abort();
    },
  };
}

function shown({ solution, unique }) {
  if (!solution) return h("p", {}, t("sudoku.unsolvable"));
  return [h("p", {}, t(unique ? "sudoku.unique" : "sudoku.several")), h("pre", {}, solution)];
}
