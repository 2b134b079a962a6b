// Parts of the panel beside the board: buttons, choices, the number pad, dialogs.

import { h, replace } from "../../dom.js";
import { t } from "../../texts.js";

/** Return a button. */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/** Return a labeled choice; *options* are [value, text]. */
export function choice(id, label, options, { value, onchange } = {}) {
  const select = h(
    "select",
    { id, onchange: () => onchange?.(select.value) },
    options.map(([name, text]) => h("option", { value: name, selected: name === value }, text)),
  );
  return { element: h("div", { class: "sudoku-choice" }, h("label", { for: id }, label), select), select };
}

/** Return a row of buttons of which one is on; *options* are [value, text]. */
export function toggles(label, options, value, onchange) {
  const buttons = options.map(([name, text]) =>
    button(text, () => {
      set(name);
      onchange(name);
    }, { dataset: { name } }),
  );
  function set(name) {
    for (const each of buttons) each.setAttribute("aria-pressed", each.dataset.name === name);
  }
  set(value);
  return { element: h("div", { class: "sudoku-toggles", role: "group", "aria-label": label }, buttons), set };
}

/** Return the number pad. It calls *onDigit* with a value. */
export function makePad(onDigit) {
  const element = h("div", { class: "sudoku-pad", role: "group", "aria-label": t("sudoku.pad") });
  return {
    element,
    /** Show a button for each value, with how often it is still missing. */
    show(shape, values) {
      element.style.setProperty("--across", Math.ceil(Math.sqrt(shape.side)));
      const digits = [...shape.symbols].map((symbol, digit) => {
        const left = Math.max(0, shape.side - values.filter((value) => value === digit + 1).length);
        const name = t("sudoku.digit", { symbol, left });
        const small = h("small", { "aria-hidden": "true" }, left);
        return button([symbol, small], () => onDigit(digit + 1), { "aria-label": name, dataset: { left } });
      });
      if (element.children.length !== digits.length) replace(element, digits);
      else digits.forEach((digit, place) => refresh(element.children[place], digit));
    },
  };
}

/** Change a button of the pad in place, so that it keeps the focus. */
function refresh(old, digit) {
  old.setAttribute("aria-label", digit.getAttribute("aria-label"));
  old.dataset.left = digit.dataset.left;
  replace(old, ...digit.childNodes);
}

/**
 * Show a dialog and return the value of the button that was pressed; "" if it was closed otherwise.
 * @param {Element} root @param {string} title @param {string} text @param {[string, string][]} answers value and text
 * @returns {Promise<string>}
 */
export function ask(root, title, text, answers) {
  return new Promise((resolve) => {
    const buttons = answers.map(([value, name], place) =>
      button(name, () => dialog.close(value), place ? {} : { class: "primary", autofocus: true }),
    );
    const dialog = h(
      "dialog",
      { class: "sudoku-dialog", "aria-labelledby": "sudoku-dialog-title" },
      h("h2", { id: "sudoku-dialog-title" }, title),
      h("p", {}, text),
      h("p", { class: "sudoku-buttons" }, buttons),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    root.append(dialog);
    dialog.showModal();
  });
}
