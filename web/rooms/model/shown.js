// What a program left: solutions as tables, problems and reasons as sentences and pictures.

import { h, picture } from "../../dom.js";
import { t } from "../../texts.js";

/** Return a section that shows one thing: see showing.py. */
export function shown(thing) {
  const title = t(`model.kinds.${thing.kind}`);
  const heading = h("h3", {}, title, thing.name && [" ", h("code", {}, thing.name)]);
  return h("section", { class: "model-shown" }, heading, body(thing), image(thing));
}

/** Return the text of an answer, and its picture. */
export function answered(thing) {
  return [sentences(thing.text), image(thing)];
}

function body(thing) {
  if (thing.kind === "problem") return [h("p", {}, t("model.size", thing)), constraints(thing)];
  const text = sentences(thing.text);
  if (thing.cells) return [text, grid(thing)];
  if (thing.values) return [text, values(thing)];
  return text;
}

function sentences(lines) {
  return lines.map((line) => h("p", { class: line.startsWith("- ") ? "model-line" : "model-sentence" }, line));
}

function constraints({ text, constraints: count }) {
  if (!count) return null;
  const more = count > text.length && h("li", {}, t("model.more", { count: count - text.length }));
  const list = h("ul", {}, text.map((one) => h("li", {}, one)), more);
  return h("details", {}, h("summary", {}, t("model.constraints")), list);
}

function grid({ rows, columns, cells, name }) {
  const head = h("tr", {}, h("td", {}), columns.map((column) => h("th", { scope: "col" }, column)));
  const lines = cells.map((row, place) =>
    h("tr", {}, h("th", { scope: "row" }, rows[place]), row.map((cell) => h("td", {}, cell))),
  );
  const label = `${t("model.kinds.solution")} ${name}`;
  const table = h("table", { class: "model-grid" }, h("thead", {}, head), h("tbody", {}, lines));
  return h("div", { class: "model-wide", tabindex: 0, role: "region", "aria-label": label }, table);
}

function values({ values: pairs, more }) {
  const items = pairs.map(([name, value]) => h("li", {}, h("span", {}, name), " ", h("strong", {}, value)));
  return h("ul", { class: "model-values" }, items, more > 0 && h("li", {}, t("model.more", { count: more })));
}

function image({ kind, name, svg }) {
  if (!svg) return null;
  const alts = { problem: "model.graphOf", solution: "model.drawn", picture: "model.pictureOf" };
  const alt = kind in alts ? t(alts[kind], { name }) : t("model.reasons");
  return h("div", { class: "model-picture", tabindex: 0, role: "group", "aria-label": alt }, picture(svg, alt));
}
