// A text area with line numbers, indentation, and a mark on the line of an error.

import { h, replace } from "../../dom.js";

const INDENT = "    ";

/**
 * Return an editor. Tab indents and Shift+Tab takes it back; after Escape, Tab leaves the editor as usual.
 * @param {{id: string, describedby: string, onrun: () => void, onedit: () => void, onfree: () => void}} options
 */
export function makeEditor({ id, describedby, onrun, onedit, onfree }) {
  let marked = 0;
  let free = false; // whether Tab leaves
  const numbers = h("div", { class: "model-numbers", "aria-hidden": "true" });
  const band = h("div", { class: "model-band", hidden: true });
  const area = h("textarea", {
    id,
    rows: 18,
    wrap: "off",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    "aria-describedby": describedby,
    oninput: edited,
    onscroll: follow,
    onkeydown: press,
    onblur: () => (free = false),
  });

  function edited() {
    mark(0);
    onedit();
  }

  function mark(line) {
    marked = line ?? 0;
    const count = area.value.split("\n").length;
    const texts = Array.from({ length: count }, (_, place) => String(place + 1));
    if (marked > 0 && marked <= count) {
      texts[marked - 1] = h("span", { class: "model-bad" }, `✗ ${marked}`);
      area.setAttribute("aria-invalid", "true");
    } else {
      area.removeAttribute("aria-invalid");
    }
    replace(numbers, texts.flatMap((text) => [text, "\n"]));
    follow();
  }

  function follow() {
    numbers.scrollTop = area.scrollTop;
    const style = getComputedStyle(area);
    const top = parseFloat(style.paddingTop) + (marked - 1) * parseFloat(style.lineHeight) - area.scrollTop;
    band.hidden = marked < 1 || top < 0 || top > area.clientHeight;
    band.style.top = `${top + 1}px`;
  }

  function press(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onrun();
    } else if (event.key === "Escape") {
      free = true;
      onfree();
    } else if (event.key === "Tab" && !free && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      indent(event.shiftKey);
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      newLine();
    } else if (event.key !== "Tab" && event.key !== "Shift") {
      free = false;
    }
  }

  /** Indent the lines of the selection, or take that back. Without a selection, Tab inserts spaces. */
  function indent(back) {
    const { selectionStart: start, selectionEnd: end, value } = area;
    if (!back && start === end) return type(INDENT.slice((start - lineStart(start)) % INDENT.length));
    const from = lineStart(start);
    const before = value.slice(from, end);
    const after = back ? before.replace(/^ {1,4}/gm, "") : before.replace(/^(?=.)/gm, INDENT);
    if (after === before) return;
    area.setSelectionRange(from, end);
    type(after);
    area.setSelectionRange(start === end ? from + after.length : from, from + after.length);
  }

  /** Begin a line that is indented like this one, or deeper after a colon. */
  function newLine() {
    const line = area.value.slice(lineStart(area.selectionStart), area.selectionStart);
    type(`\n${/^ */.exec(line)[0]}${/:\s*$/.test(line) ? INDENT : ""}`);
  }

  function lineStart(place) {
    return area.value.lastIndexOf("\n", place - 1) + 1;
  }

  /** Replace the selection in a way that can be undone, where the browser knows one. */
  function type(text) {
    const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
    if (done) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
    edited();
  }

  return {
    element: h("div", { class: "model-editor" }, band, numbers, area),
    get text() {
      return area.value;
    },
    set text(text) {
      area.value = text;
      area.scrollTop = 0;
      mark(0);
    },
    mark,
    /** Select a line, and go there. */
    go(line) {
      const lines = area.value.split("\n");
      const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      area.focus();
      area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    },
  };
}
