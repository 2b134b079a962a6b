// AC-3 and search, step by step.

import { h, replace } from "../dom.js";
import { isStop } from "../engine.js";
import { t } from "../texts.js";

export function mount(root, { engine, announce, setParams }) {
  const leaving = new AbortController(); // ends what still runs when the reader goes elsewhere
  const board = h("textarea", { id: "ac3-board", rows: 10, spellcheck: "false", autocomplete: "off" });
  const result = h("div", { class: "result" });

  replace(
    root,
    h("h1", { tabindex: -1 }, t("ac3.title")),
    h("p", { class: "lead" }, t("ac3.about")),
    h("label", { for: "ac3-board" }, t("ac3.board")),
    board,
    h("p", {}, h("button", { type: "button", class: "primary", onclick: run }, t("ac3.run"))),
    result,
  );

  async function run() {
    setParams({ board: board.value });
    replace(result);
    try {
      const answer = await engine.call("steps.ac3", { board: board.value }, { signal: leaving.signal });
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

function shown({ lines, solved }) {
  const texts = [t("ac3.removals", { count: lines.length }), " ", t(solved ? "ac3.solved" : "ac3.open")];
  return [h("p", {}, texts), h("pre", { tabindex: 0 }, lines.join("\n"))];
}
