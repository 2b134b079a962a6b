// AC-3 and search, step by step.

import { h, replace } from "../dom.js";
import { isStop } from "../engine.js";
import { t } from "../texts.js";
import { makeConsistency } from "./ac3/consistency.js";
import { CHOICES, makeSearch } from "./ac3/search.js";

const SIZES = [4, 5, 6, 7, 8].map((size) => `queens-${size}`);
const PROBLEMS = ["australia", ...SIZES, "sudoku-4", "sudoku-9", "sudoku-9-harder", "board", "own"];
const GIVEN = { australia: [[0, 0], [1, 1]], queens: [[0, 1]] }; // so that AC-3 has something to do
const DEFAULTS = [
  { select: "mrv", order: "lcv", infer: "mac" },
  { select: "first", order: "ascending", infer: "none" },
];

export function mount(root, { engine, announce, setParams }) {
  let state = parsed({});
  let calls = 0;
  let drawn = null; // the problem in the picture of AC-3

  const problem = h("select", { id: "ac3-problem", onchange: () => change({ problem: problem.value }) },
    PROBLEMS.map((name) => h("option", { value: name }, nameOf(name))));
  const tabs = ["ac3", "search"].map((view) =>
    h("button", { type: "button", dataset: { view }, onclick: () => change({ view }) }, t(`ac3.views.${view}`)));
  const text = h("textarea", { id: "ac3-text", rows: 7, spellcheck: "false", autocomplete: "off" });
  const textLabel = h("label", { for: "ac3-text" });
  const textHint = h("p", { class: "ac3-hint" });
  const fault = h("p", { role: "alert" });
  const editor = h("div", { class: "ac3-editor" }, textLabel, text, textHint,
    h("button", { type: "button", onclick: () => change({ text: text.value }) }, t("ac3.use")));
  const place = h("div", { class: "ac3-view" });
  const say = (words) => announce(words);
  const consistency = makeConsistency({
    say,
    settled: (step) => settle("ac3", step),
    onGiven: (given) => change({ given }, { push: false }),
    onPick: (at, x, y) => {
      const picks = [...state.picks.filter(([other]) => other < at), [at, x, y]];
      change({ picks, step: state.step }, { push: false, after: at });
    },
  });
  const search = makeSearch({
    say,
    settled: (step) => settle("search", step),
    onSettings: (side, settings) => change({ settings: state.settings.with(side, settings) }),
    onEvery: (all) => change({ all }),
  });

  replace(
    root,
    h("h1", { tabindex: -1 }, t("ac3.title")),
    h("p", { class: "lead" }, t("ac3.about")),
    h("div", { class: "ac3-top" },
      h("div", {}, h("label", { for: "ac3-problem" }, t("ac3.problem")), problem),
      h("div", { class: "ac3-tabs", role: "group", "aria-label": t("ac3.viewLabel") }, tabs)),
    editor,
    fault,
    place,
  );

  /** Change the state by the reader's wish, and show it. */
  function change(news, { push = true, after = -1 } = {}) {
    const other = news.problem !== undefined && news.problem !== state.problem;
    const fresh = { ...state, picks: [], step: 0, ...(other ? { given: givenOf(news.problem) } : {}), ...news };
    if (other) fresh.text = t(news.problem === "own" ? "ac3.exampleOwn" : "ac3.exampleBoard");
    state = fresh;
    setParams(addressOf(state), { push });
    showState(after);
  }

  /** The reader rests at a step: write it into the address. */
  function settle(view, step) {
    if (view !== state.view || step === state.step) return;
    state = { ...state, step };
    setParams(addressOf(state));
  }

  async function showState(after = -1) {
    consistency.stop();
    search.stop();
    problem.value = state.problem;
    for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.view === state.view));
    editor.hidden = !["board", "own"].includes(state.problem);
    text.value = state.text;
    replace(textLabel, t(state.problem === "own" ? "ac3.ownText" : "ac3.boardText"));
    replace(textHint, t(state.problem === "own" ? "ac3.ownHint" : "ac3.boardHint"));
    const asked = { problem: state.problem, text: editor.hidden ? "" : state.text };
    const call = ++calls;
    const wanted = state;
    try {
      const answer = await (state.view === "ac3" ? askConsistency(asked) : askSearches(asked));
      if (call !== calls) return; // the reader has gone on meanwhile
      replace(fault);
      if (wanted.view === "ac3") {
        const fresh = drawn !== JSON.stringify(asked);
        drawn = JSON.stringify(asked);
        replaceOnce(place, consistency.element);
        consistency.load(answer, { ...wanted, fresh, after });
      } else {
        replaceOnce(place, search.element);
        search.load(answer, wanted);
      }
    } catch (error) {
      if (call !== calls) return;
      if (isStop(error)) announce(t("page.stopped"));
      else showFault(error);
    }
  }

  function showFault(error) {
    replace(fault, error.message);
    replace(place);
  }

  const askConsistency = (asked) =>
    engine.call("steps.ac3", { ...asked, given: state.given, picks: state.picks });

  const askSearches = (asked) =>
    Promise.all(state.settings.map((settings) =>
      engine.call("steps.search", { ...asked, ...settings, every: state.all })));

  return {
    update(params) {
      state = parsed(params);
      showState();
    },
    unmount() {
      calls++; // no call takes long: csplib ends it itself, and the answer is dropped
      consistency.stop();
      search.stop();
    },
  };
}

/** Put *element* into *parent* unless it is there, so that nothing in it loses the focus. */
function replaceOnce(parent, element) {
  if (parent.firstChild !== element) replace(parent, element);
}

function nameOf(problem) {
  const size = problem.startsWith("queens-") ? problem.slice(7) : "";
  return size ? t("ac3.queens", { size }) : t(`ac3.problems.${problem}`);
}

function givenOf(problem) {
  return GIVEN[problem.split("-")[0]] ?? [];
}

/** Return the state that an address states. */
function parsed(params) {
  const board = params.board ?? "";
  const stated = PROBLEMS.includes(params.problem) ? params.problem : board ? "board" : PROBLEMS[0];
  return {
    problem: stated,
    text: stated === "own" ? (params.text ?? t("ac3.exampleOwn")) : board || t("ac3.exampleBoard"),
    view: params.view === "search" ? "search" : "ac3",
    step: Math.max(0, Math.floor(Number(params.step) || 0)),
    given: params.given === undefined ? givenOf(stated) : tuples(params.given, 2),
    picks: tuples(params.arcs ?? "", 3),
    settings: [params.a, params.b].map((words, side) => settingsOf(words ?? "", DEFAULTS[side])),
    all: params.goal === "all",
  };
}

/** Return the numbers of a text such as "0.1.2,3.4.5", in groups of *size*; what is not such a group is left out. */
function tuples(words, size) {
  const groups = words.split(",").map((group) => group.split(".").map(Number));
  const isNumber = (number) => Number.isInteger(number) && number >= 0;
  return groups.filter((group) => group.length === size && group.every(isNumber));
}

function settingsOf(words, fallback) {
  const parts = words.split(".");
  const chosen = (name, part) => (CHOICES[name].includes(part) ? part : fallback[name]);
  return Object.fromEntries(Object.keys(CHOICES).map((name, i) => [name, chosen(name, parts[i])]));
}

function addressOf({ problem, text, view, step, given, picks, settings, all }) {
  const isSearch = view === "search";
  const isDefault = JSON.stringify(given) === JSON.stringify(givenOf(problem));
  return {
    problem,
    view: isSearch ? view : "",
    board: problem === "board" ? text : "",
    text: problem === "own" ? text : "",
    given: isSearch || isDefault ? "" : given.map((pair) => pair.join(".")).join(",") || "none",
    arcs: isSearch ? "" : picks.map((pick) => pick.join(".")).join(","),
    a: isSearch ? Object.values(settings[0]).join(".") : "",
    b: isSearch ? Object.values(settings[1]).join(".") : "",
    goal: isSearch && all ? "all" : "",
    step: step || "",
  };
}
