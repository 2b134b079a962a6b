// Proofs: a certificate is made, then checked by a program that is no part of csplib's engine.

import { h, replace } from "../dom.js";
import { isStop } from "../engine.js";
import { t } from "../texts.js";
import { EXAMPLES } from "./proof/examples.js";
import { makeReading } from "./proof/reading.js";

const QUESTIONS = ["one", "all"];
const CHANGES = ["drop", "digit", "claim"];

export function mount(root, { engine, announce, setParams }) {
  const leaving = new AbortController(); // ends what still runs when the reader goes elsewhere
  const { signal } = leaving;
  const options = (names, key) => names.map((name) => h("option", { value: name }, t(`${key}.${name}`)));
  const example = h(
    "select",
    { id: "proof-example", onchange: choose },
    h("option", { value: "" }, t("proof.own")),
    options(Object.keys(EXAMPLES), "proof.examples"),
  );
  const question = h("select", { id: "proof-question" }, options(QUESTIONS, "proof.questions"));
  const board = h("textarea", { id: "proof-board", rows: 9, spellcheck: "false", autocomplete: "off" });
  board.addEventListener("input", () => (example.value = ""));
  const result = h("div", { class: "result" });

  replace(
    root,
    h("h1", { tabindex: -1 }, t("proof.title")),
    h("p", { class: "lead" }, t("proof.about")),
    h(
      "div",
      { class: "proof-bar" },
      h("label", { for: "proof-example" }, t("proof.example"), example),
      h("label", { for: "proof-question" }, t("proof.question"), question),
    ),
    h("label", { for: "proof-board" }, t("proof.board")),
    board,
    h("p", {}, h("button", { type: "button", class: "primary", onclick: certify }, t("proof.certify"))),
    result,
  );

  function choose() {
    if (!(example.value in EXAMPLES)) return;
    show(EXAMPLES[example.value]);
    setParams(state(), { push: true });
  }

  function show(given) {
    board.value = given.board;
    question.value = given.question;
    replace(result);
  }

  function state() {
    return { board: board.value, question: question.value === "one" ? "" : question.value };
  }

  /** Run *work*, and show what goes wrong. */
  async function attempt(place, work) {
    try {
      await work();
    } catch (error) {
      if (!isStop(error)) replace(place, h("p", { role: "alert" }, error.message));
      else if (!signal.aborted) announce(t("page.stopped"));
    }
  }

  function certify() {
    setParams(state());
    replace(result);
    return attempt(result, async () => {
      const args = { board: board.value, question: question.value };
      const made = await engine.call("proof.certify", args, { signal });
      const checked = await engine.call("proof.check", { text: made.text }, { signal });
      const checker = await engine.call("proof.checker", {}, { signal });
      const sentence = verdict(checked);
      const reading = makeReading(made.text, announce);
      replace(result, sentence, facts(made, checked, checker), downloads(made, checker), tampering(made), reading);
      announce(sentence.textContent);
    });
  }

  /** Return the part of the page that changes the certificate, and has it checked again. */
  function tampering(made) {
    let number = 0;
    const kind = h("select", { id: "proof-change", onchange: () => (number = 0) }, options(CHANGES, "proof.changes"));
    const seen = h("div", { class: "proof-seen" });
    const apply = () =>
      attempt(seen, async () => {
        const args = { text: made.text, kind: kind.value, number: number++ };
        const changed = await engine.call("proof.tamper", args, { signal });
        const checked = await engine.call("proof.check", { text: changed.text }, { signal });
        replace(seen, difference(changed), judged(checked));
        announce(seen.lastChild.textContent);
      });
    return h(
      "section",
      { class: "proof-part" },
      h("h2", {}, t("proof.tamper")),
      h("p", {}, t("proof.tamperAbout")),
      h(
        "div",
        { class: "proof-bar" },
        h("label", { for: "proof-change" }, t("proof.change"), kind),
        h("button", { type: "button", onclick: apply }, t("proof.apply")),
      ),
      seen,
    );
  }

  return {
    update(params) {
      const known = Object.entries(EXAMPLES).find(([, { board: text }]) => text === params.board)?.[0];
      const asked = QUESTIONS.includes(params.question) ? params.question : "one";
      example.value = params.board === undefined ? "one" : (known ?? "");
      show(params.board === undefined ? EXAMPLES.one : { board: params.board, question: asked });
    },
    unmount() {
      leaving.abort();
    },
  };
}

function verdict({ proven, says }) {
  const text = proven ? `✓ ${t("proof.proven", { claim: says })}` : `✗ ${t("proof.rejected", { says })}`;
  return h("p", { class: proven ? "proof-verdict" : "proof-verdict proof-rejected" }, text);
}

function judged(checked) {
  if (checked.proven) return h("p", { class: "proof-verdict" }, `✓ ${t("proof.stillTrue")}`);
  return h("p", { class: "proof-verdict proof-rejected" }, `✗ ${t("proof.caught", { says: checked.says })}`);
}

function facts(made, checked, { imports }) {
  const rows = [
    ["size", t("proof.bytes", made)],
    ["constraints", made.constraints],
    ["steps", made.steps],
    ["made", t("proof.time", made)],
    ["checked", t("proof.time", checked)],
  ];
  return h(
    "section",
    { class: "proof-part" },
    h("dl", {}, rows.map(([key, value]) => h("div", {}, h("dt", {}, t(`proof.facts.${key}`)), h("dd", {}, value)))),
    h("p", {}, t("proof.how", { imports: imports.join(", ") })),
  );
}

function downloads(made, checker) {
  return h(
    "section",
    { class: "proof-part" },
    h(
      "div",
      { class: "proof-bar" },
      h("button", { type: "button", onclick: () => save(made.name, made.text) }, t("proof.save")),
      h("button", { type: "button", onclick: () => save("csplib_check.py", checker.source) }, t("proof.saveChecker")),
    ),
    h("p", { class: "proof-place" }, t("proof.command", { name: made.name })),
  );
}

function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function difference({ line, before, after }) {
  const row = (name, text) => h("div", {}, h("dt", {}, name), h("dd", {}, h("code", {}, text)));
  return [
    h("p", {}, t(after ? "proof.changed" : "proof.dropped", { line })),
    h("dl", { class: "proof-difference" }, row(t("proof.was"), before), after && row(t("proof.is"), after)),
  ];
}
