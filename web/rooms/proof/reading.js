// A certificate in words: what each of its lines says. See checker.py for the format.

import { h, replace } from "../../dom.js";
import { t } from "../../texts.js";

const PAGE = 25; // lines
const MOST_VALUES = 50; // a set of values is a number, exact only up to 53 bits
const FEW = 9; // names of a list that are told
const LONG = 240; // letters of a line that are shown

/** Return what each line of a certificate says, as a function of its place. Lines that are no JSON say nothing. */
export function reader(lines) {
  const parsed = lines.map(parse);
  const values = parsed[0]?.values ?? [];
  const names = parsed.flatMap((line) => (["variables", "hidden"].includes(line?.[0]) ? line[1] : []));
  const numbers = [];
  const items = [];
  parsed.forEach((line, place) => {
    if (!isItem(line)) return;
    numbers[place] = items.length;
    items.push(line);
  });
  const context = { values, names, items };
  return (place) => words(parsed[place], numbers[place], context);
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isItem(line) {
  return Array.isArray(line) && (Array.isArray(line[0]) || ["constraint", "solution"].includes(line[0]));
}

function words(line, number, context) {
  if (line === null || line === undefined) return "";
  if (!Array.isArray(line)) return t("proof.words.claim");
  const [kind, first, second] = line;
  if (kind === "variables") {
    return t("proof.words.variables", { names: few(first, ", "), values: few(second ?? [], ", ") });
  }
  if (kind === "hidden") return t("proof.words.hidden", { names: few(first, ", ") });
  if (kind === "constraint") return t("proof.words.constraint", { number, name: first });
  if (kind === "solution") return t("proof.words.solution", { number });
  if (!Array.isArray(kind) || !Array.isArray(first)) return "";
  const hints = few([...new Set(first.map((hint) => hintName(hint, context)))], ", ");
  if (!kind.length) return t("proof.words.known", { number, hints });
  return t("proof.words.step", { number, nogood: nogood(kind, context), hints });
}

function nogood(literals, { names, values }) {
  const parts = [];
  for (let place = 0; place < literals.length; place += 2) {
    const mask = BigInt(literals[place + 1]);
    const chosen = values.filter((_, bit) => (mask >> BigInt(bit)) & 1n);
    const told = { name: names[literals[place]] ?? "?", values: values.length > MOST_VALUES ? "…" : chosen.join(", ") };
    parts.push(t(chosen.length === 1 ? "proof.words.fixed" : "proof.words.set", told));
  }
  return few(parts, t("proof.words.and"));
}

function hintName(hint, { items }) {
  const number = Array.isArray(hint) ? hint[0] : hint;
  const place = Math.max(number, -1 - number);
  return items[place]?.[0] === "constraint" ? items[place][1] : t("proof.words.one", { number: place });
}

function few(texts, joint) {
  const shown = texts.slice(0, FEW).join(joint);
  return texts.length > FEW ? t("proof.words.more", { shown, count: texts.length - FEW }) : shown;
}

/** Return a part of the page that shows a certificate some lines at a time, and finds texts in it. */
export function makeReading(text, announce) {
  const lines = text.trimEnd().split("\n");
  const say = reader(lines);
  const list = h("ol", { class: "proof-lines" });
  const place = h("p", { class: "proof-place" });
  const wanted = h("input", { id: "proof-find", type: "search", autocomplete: "off", onkeydown: press });
  const previous = h("button", { type: "button", onclick: () => show(first - PAGE) }, t("proof.previous"));
  const next = h("button", { type: "button", onclick: () => show(first + PAGE) }, t("proof.next"));
  let first = 0;
  let at = -1;

  function show(start, current = -1) {
    first = Math.max(0, Math.min(start, lines.length - 1));
    at = current;
    const shown = lines.slice(first, first + PAGE);
    list.setAttribute("start", first + 1);
    replace(list, shown.map((line, index) => item(line, first + index, current)));
    const last = first + shown.length;
    replace(place, t("proof.lines", { first: first + 1, last, count: lines.length }));
    announce(place.textContent);
    previous.disabled = first === 0;
    next.disabled = last >= lines.length;
    list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  function item(line, index, current) {
    const raw = line.length > LONG ? `${line.slice(0, LONG)}…` : line;
    return h("li", { "aria-current": index === current ? "true" : null }, h("p", {}, say(index)), h("code", {}, raw));
  }

  function press(event) {
    if (event.key === "Enter") find();
  }

  /** Show the next line after the one that was found last, from the start again after the end. */
  function find() {
    const text = wanted.value.trim().toLowerCase();
    if (!text) return;
    for (let step = 1; step <= lines.length; step++) {
      const index = (at + step) % lines.length;
      if (lines[index].toLowerCase().includes(text) || say(index).toLowerCase().includes(text)) {
        show(index - (index % PAGE), index);
        return announce(t("proof.foundAt", { line: index + 1 }));
      }
    }
    replace(place, t("proof.notFound"));
    announce(t("proof.notFound"));
  }

  show(0);
  const search = h("button", { type: "button", onclick: find }, t("proof.findNext"));
  const label = h("label", { for: "proof-find" }, t("proof.find"), wanted);
  return h(
    "section",
    { class: "proof-part" },
    h("h2", {}, t("proof.read")),
    h("div", { class: "proof-bar" }, label, search, previous, next),
    place,
    list,
  );
}
