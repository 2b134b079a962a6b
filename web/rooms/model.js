// Programs of your own: an editor, what the program prints, and what it leaves.

import { h, replace } from "../dom.js";
import { isStop } from "../engine.js";
import { address } from "../router.js";
import { t } from "../texts.js";
import { makeAsking } from "./model/asking.js";
import { makeEditor } from "./model/editor.js";
import { packed, unpacked } from "./model/link.js";
import { shown } from "./model/shown.js";

const FIRST = 5; // programs of the gallery that were made for this room

const gallery = fetch(new URL("../gallery.json", import.meta.url)).then((response) => response.json());

export function mount(root, { engine, announce, setParams }) {
  const leaving = new AbortController(); // ends what still runs when the reader goes elsewhere
  let running = null; // ends the run before this one
  let touched = false; // whether the reader has typed since the address named a program
  const hint = "model-keys";
  const free = () => announce(t("model.free"));
  const editor = makeEditor({ id: "model-program", describedby: hint, onrun: run, onedit: edit, onfree: free });
  const choice = h("select", { id: "model-gallery", onchange: choose });
  const output = h("pre", { "aria-label": t("model.output"), tabindex: 0 });
  const fault = h("div", { class: "model-fault", role: "alert" });
  const link = h("div", { class: "model-link" });
  const results = h("div", { class: "model-results" });

  replace(
    root,
    h("h1", { tabindex: -1 }, t("model.title")),
    h("p", { class: "lead" }, t("model.about")),
    h("div", { class: "model-bar" }, h("label", { for: "model-gallery" }, t("model.gallery"), choice)),
    h("label", { for: "model-program", class: "model-label" }, t("model.program")),
    editor.element,
    h("p", { class: "model-hint", id: hint }, t("model.keys")),
    h(
      "div",
      { class: "model-bar" },
      h("button", { type: "button", class: "primary", onclick: run }, t("model.run")),
      h("button", { type: "button", onclick: copy }, t("model.copy")),
    ),
    link,
    fault,
    output,
    results,
  );
  const filled = fillChoice(choice);

  function edit() {
    touched = true;
    choice.value = "";
  }

  async function choose() {
    const chosen = (await gallery).find(({ name }) => name === choice.value);
    if (!chosen) return;
    show(chosen.program);
    touched = true; // the address is set here
    setParams({ gallery: chosen.name }, { push: true });
  }

  function show(text) {
    editor.text = text;
    for (const part of [output, fault, results, link]) replace(part);
  }

  /** Return the state for the address: the name of a program of the gallery, or the program itself. */
  async function state() {
    const known = (await gallery).find(({ program }) => program === editor.text);
    return known ? { gallery: known.name } : { code: await packed(editor.text) };
  }

  async function copy() {
    const params = await state();
    setParams(params);
    const text = new URL(address("model", params), location.href).href;
    try {
      await navigator.clipboard.writeText(text);
      replace(link, t("model.copied"));
    } catch {
      const field = h("input", { id: "model-address", readonly: true, value: text, onfocus: () => field.select() });
      replace(link, h("label", { for: "model-address" }, t("model.link")), field);
      field.focus();
    }
    announce(t("model.copied"));
  }

  async function run() {
    running?.abort();
    running = new AbortController();
    const signal = AbortSignal.any([leaving.signal, running.signal]);
    const program = editor.text;
    for (const part of [output, fault, results, link]) replace(part);
    editor.mark(0);
    const printed = gather(output);
    state().then((params) => signal.aborted || setParams(params));
    try {
      const options = { onProgress: (data) => printed.add(data.printed), signal };
      const found = await engine.call("model.run", { program }, options);
      printed.flush();
      finish(program, found);
    } catch (error) {
      printed.flush();
      if (!isStop(error)) replace(fault, error.message);
      else if (!signal.aborted) announce(t("page.stopped"));
    }
  }

  function finish(program, found) {
    if (found.cut) results.append(h("p", { class: "model-hint" }, t("model.cut")));
    if (found.error) {
      editor.mark(found.line);
      replace(fault, explained(found, editor));
      fault.scrollIntoView({ block: "nearest" });
    } else {
      const lines = found.output.split("\n").length - 1;
      const silent = !found.output && !found.shown.length;
      announce(silent ? t("model.silent") : t("model.ended", { lines, shown: found.shown.length }));
      if (silent) replace(results, h("p", {}, t("model.silent")));
    }
    if (found.shown.length) {
      results.append(h("h2", {}, t("model.results")), h("div", { class: "model-things" }, found.shown.map(shown)));
    }
    if (found.problem?.length && !found.error) {
      results.append(makeAsking({ engine, announce, signal: leaving.signal }, program, found.problem));
    }
  }

  /** Show the program that the address names, unless the reader types meanwhile. */
  async function update(params) {
    touched = false;
    const programs = await filled;
    let text = params.program;
    let name = "";
    try {
      if (params.code) text = await unpacked(params.code);
    } catch {
      text = "";
      replace(fault, t("model.broken"));
    }
    if (text === undefined) {
      const named = programs.find((one) => one.name === (params.gallery ?? programs[0].name)) ?? programs[0];
      ({ name, program: text } = named);
    }
    if (touched || leaving.signal.aborted) return;
    const broken = fault.textContent;
    show(text);
    replace(fault, broken === t("model.broken") && broken);
    choice.value = name;
  }

  return { update, unmount: () => leaving.abort() };
}

/** Offer the programs of the gallery. */
async function fillChoice(choice) {
  const programs = await gallery;
  const option = ({ name, program }) => h("option", { value: name }, titleOf(name, program));
  replace(
    choice,
    h("option", { value: "" }, t("model.own")),
    h("optgroup", { label: t("model.first") }, programs.slice(0, FIRST).map(option)),
    h("optgroup", { label: t("model.examples") }, programs.slice(FIRST).map(option)),
  );
  return programs;
}

/** Return what the first line of a program says about it. */
function titleOf(name, program) {
  return /^"""([^:."\n]+)/.exec(program)?.[1] ?? name;
}

/** Return a way to print much: what comes within a frame is added at once. */
function gather(output) {
  let waiting = "";
  let frame = 0;
  const flush = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    if (waiting) output.append(waiting);
    waiting = "";
  };
  return {
    flush,
    add(text) {
      waiting += text;
      frame ||= requestAnimationFrame(flush);
    },
  };
}

/** Return an exception: what it says, a way to its line, and the program's lines on the way there. */
function explained({ error, line, trace }, editor) {
  const last = error.trim().split("\n").at(-1);
  const go = line && h("button", { type: "button", onclick: () => editor.go(line) }, t("model.goto", { line }));
  const steps = trace.map((one) =>
    h("li", {}, t("model.at", { line: one.line, name: one.function }), " ", h("code", {}, one.text)),
  );
  const way = trace.length > 1 && h("details", {}, h("summary", {}, t("model.way")), h("ol", {}, steps));
  return [h("p", {}, t("model.failed", { line, error: last })), go, way];
}
