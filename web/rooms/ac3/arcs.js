// Choosing an arc to revise, and values to assign first, without a mouse.

import { h, replace } from "../../dom.js";
import { t } from "../../texts.js";

/** Return {element, load, choose}. `onArc(x, y)` revises an arc; `onGiven(pairs)` assigns values before AC-3. */
export function makeArcPicker({ onArc, onGiven }) {
  let problem = null;
  let given = [];
  const x = h("select", { id: "ac3-arc-x" });
  const y = h("select", { id: "ac3-arc-y" });
  const pick = () => onArc(Number(x.value), Number(y.value));
  const revise = h("button", { type: "button", onclick: pick }, t("ac3.revise"));
  const variable = h("select", { id: "ac3-given-x" });
  const value = h("select", { id: "ac3-given-value" });
  const assign = h("button", { type: "button", onclick: add }, t("ac3.assign"));
  const list = h("ul", { class: "ac3-given" });
  const first = h(
    "fieldset",
    {},
    h("legend", {}, t("ac3.assignFirst")),
    h("div", { class: "ac3-row" },
      label("ac3-given-x", "variable"), variable, label("ac3-given-value", "value"), value, assign),
    list,
  );
  const element = h(
    "div",
    { class: "ac3-choices" },
    h(
      "fieldset",
      {},
      h("legend", {}, t("ac3.reviseOne")),
      h("div", { class: "ac3-row" }, label("ac3-arc-x", "x"), x, label("ac3-arc-y", "y"), y, revise),
      h("p", { class: "ac3-hint" }, t("ac3.reviseHint")),
    ),
    first,
  );
  x.addEventListener("change", fillNeighbors);
  variable.addEventListener("change", fillValues);

  function label(id, name) {
    return h("label", { for: id }, t(`ac3.fields.${name}`));
  }

  function options(select, numbers, name) {
    const before = select.value;
    replace(select, numbers.map((number) => h("option", { value: number }, name(number))));
    if (numbers.includes(Number(before)) && before !== "") select.value = before;
  }

  function fillNeighbors() {
    const found = new Set(problem.arcs.filter(([one]) => one === Number(x.value)).map(([, other]) => other));
    options(y, [...found].sort((a, b) => a - b), (number) => problem.names[number]);
    revise.disabled = !found.size;
  }

  function fillValues() {
    const values = problem.values[Number(variable.value)];
    options(value, values.map((_, place) => place), (place) => values[place]);
  }

  function add() {
    const chosen = Number(variable.value);
    onGiven([...given.filter(([other]) => other !== chosen), [chosen, Number(value.value)]]);
  }

  function showGiven() {
    replace(list, given.map(([chosen, place]) => {
      const words = { x: problem.names[chosen], value: problem.values[chosen][place] };
      const drop = () => {
        onGiven(given.filter(([other]) => other !== chosen));
        assign.focus(); // the button that had the focus goes
      };
      const button = h("button", { type: "button", "aria-label": t("ac3.drop", words), onclick: drop }, "×");
      return h("li", {}, t("ac3.givenValue", words), button);
    }));
  }

  return {
    element,
    /** Show the variables of a problem. */
    load(next, pairs) {
      problem = next;
      given = pairs;
      const all = problem.names.map((_, number) => number);
      options(x, all, (number) => problem.names[number]);
      options(variable, all, (number) => problem.names[number]);
      fillNeighbors();
      fillValues();
      showGiven();
      first.hidden = problem.kind === "board" || problem.kind === "small";
    },
    /** Choose a variable as x. */
    choose(number) {
      x.value = String(number);
      fillNeighbors();
    },
  };
}
