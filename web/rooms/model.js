// Programs of your own.

import { h, replace } from "../dom.js";
import { isStop } from "../engine.js";
import { t } from "../texts.js";

export function mount(root, { engine, announce, setParams }) {
  const leaving = new AbortController(); // ends what still runs when the reader goes elsewhere
  const program = h("textarea", { id: "model-program", rows: 14, spellcheck: "false", autocomplete: "off" });
  const output = h("pre", { "aria-label": t("model.output"), tabindex: 0 });
  const fault = h("p", { role: "alert" });

  replace(
    root,
    h("h1", { tabindex: -1 }, t("model.title")),
    h("p", { class: "lead" }, t("model.about")),
    h("label", { for: "model-program" }, t("model.program")),
    program,
    h("p", {}, h("button", { type: "button", class: "primary", onclick: run }, t("model.run"))),
    output,
    fault,
  );

  async function run() {
    setParams({ program: program.value });
    replace(output);
    replace(fault);
    const options = { onProgress: ({ printed }) => output.append(printed), signal: leaving.signal };
    try {
      const { error } = await engine.call("model.run", { program: program.value }, options);
      replace(fault, error);
      announce(output.textContent);
    } catch (error) {
      if (!isStop(error)) replace(fault, error.message);
      else if (!leaving.signal.aborted) announce(t("page.stopped"));
    }
  }

  return {
    update(params) {
      program.value = params.program ?? "";
    },
    unmount() {
      leaving.abort();
    },
  };
}
