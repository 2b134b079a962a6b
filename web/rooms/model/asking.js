// Questions about the problem that a program solved last: why not this value, why is there no solution.

import { h, replace } from "../../dom.js";
import { isStop } from "../../engine.js";
import { t } from "../../texts.js";
import { answered } from "./shown.js";

/** Return the form; *variables* are the choices, with their values, and *program* states the problem. */
export function makeAsking({ engine, announce, signal }, program, variables) {
  const answer = h("div", { class: "model-answer" });
  const value = h("select", { id: "model-value" });
  const variable = h("select", { id: "model-variable", onchange: offer }, options(variables.map(({ name }) => name)));

  function offer() {
    replace(value, options(variables[Number(variable.value)]?.values ?? []));
  }

  async function ask(name, args) {
    replace(answer);
    try {
      const found = await engine.call(name, { program, ...args }, { signal });
      replace(answer, found ? answered(found) : h("p", {}, t("model.solvable")));
      announce(answer.textContent);
    } catch (error) {
      if (!isStop(error)) replace(answer, h("p", { role: "alert" }, error.message));
      else if (!signal.aborted) announce(t("page.stopped"));
    }
  }

  const why = () => ask("model.why", { variable: Number(variable.value), value: Number(value.value) });
  offer();
  return h(
    "section",
    { class: "model-asking" },
    h("h2", {}, t("model.ask")),
    h("p", { class: "model-hint" }, t("model.askAbout")),
    h(
      "div",
      { class: "model-bar" },
      h("label", { for: "model-variable" }, t("model.variable"), variable),
      h("label", { for: "model-value" }, t("model.value"), value),
      h("button", { type: "button", onclick: why }, t("model.why")),
      h("button", { type: "button", onclick: () => ask("model.explain") }, t("model.explain")),
    ),
    answer,
  );
}

function options(texts) {
  return texts.map((text, place) => h("option", { value: place }, text));
}
