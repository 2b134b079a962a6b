// Proofs that an independent checker checks.

import { h, replace } from "../dom.js";
import { isStop } from "../engine.js";
import { t } from "../texts.js";

export function mount(root, { engine, announce, setParams }) {
  const leaving = new AbortController(); // ends what still runs when the reader goes elsewhere
  const board = h("textarea", { id: "proof-board", rows: 10, spellcheck: "false", autocomplete: "off" });
  const result = h("div", { class: "result" });

  replace(
    root,
    h("h1", { tabindex: -1 }, t("proof.title")),
    h("p", { class: "lead" }, t("proof.about")),
    h("label", { for: "proof-board" }, t("proof.board")),
    board,
    h("p", {}, h("button", { type: "button", class: "primary", onclick: certify }, t("proof.certify"))),
    result,
  );

  async function certify() {
    setParams({ board: board.value });
    replace(result);
    try {
      const answer = await engine.call("proof.certify", { board: board.value }, { signal: leaving.signal });
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

function shown({ claim, lines }) {
  return [h("p", {}, t("proof.claim", { claim })), h("p", {}, t("proof.size", { lines }))];
}
