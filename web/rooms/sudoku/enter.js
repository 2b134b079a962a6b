// The stage "enter": choose what csplib makes, or type or paste a puzzle of your own; then play or solve it.

import { h, replace } from "../../dom.js";
import { t } from "../../texts.js";
import { ask, button, choice, makePad } from "./parts.js";
import { cellName, puzzleOf, readable } from "./state.js";

const KINDS = {
  4: ["plain", "diagonals", "killer"],
  6: ["plain", "diagonals", "jigsaw", "killer"],
  9: ["plain", "diagonals", "windows", "anti-knight", "jigsaw", "killer"],
  16: ["plain", "diagonals", "windows", "anti-knight"],
};
const RULES = ["diagonals", "windows", "anti-knight"]; // the kinds that need no layout of their own
const LEVELS = [
  "naked singles",
  "hidden singles",
  "locked candidates",
  "pairs",
  "triples and quads",
  "fish",
  "wings and coloring",
  "trial of one value",
];
const SYMMETRIES = ["rotational", "none", "mirror", "flip", "diagonal", "four-fold", "both mirrors", "full"];

/** "anti-knight" → "antiKnight", as texts are called. */
const camel = (name) => name.replace(/[- ](\w)/g, (_all, letter) => letter.toUpperCase());

/** Show the stage; *unread* is a text of the address that could not be read. */
export function enterStage(room, { unread }) {
  const { shape, board } = room;
  let values = [...shape.values];
  let past = [];
  let future = [];
  const pad = makePad((value) => digit(value));
  const wanted = { size: String(shape.side), kind: kindOf(shape), difficulty: "", symmetry: "rotational" };
  const kinds = h("div", {});
  const rule = h("p", { class: "sudoku-rule" });
  const text = h("textarea", { id: "sudoku-text", rows: 4, spellcheck: "false", autocomplete: "off" });
  const pasteBox = h(
    "details",
    { open: Boolean(unread) },
    h("summary", {}, t("sudoku.paste")),
    h("label", { for: "sudoku-text" }, t("sudoku.pasteHow")),
    text,
    h("p", {}, button(t("sudoku.read"), () => paste(text.value))),
  );
  text.value = unread;
  replace(room.panel, pad.element, toolbar(), own(), making());
  showKinds();
  tell(shape.clashes); // later changes are checked by csplib

  function toolbar() {
    const tools = [button(t("sudoku.undo"), undo), button(t("sudoku.redo"), redo), button(t("sudoku.erase"), erase)];
    return h("div", { class: "sudoku-buttons", role: "group", "aria-label": t("sudoku.tools") }, tools);
  }

  function own() {
    return h(
      "section",
      { class: "sudoku-card" },
      h("h2", {}, t("sudoku.enter")),
      h("p", {}, t("sudoku.enterHow")),
      h(
        "div",
        { class: "sudoku-buttons" },
        button(t("sudoku.playIt"), () => start("play"), { class: "primary" }),
        button(t("sudoku.solve"), () => start("solve"), { class: "primary" }),
        button(t("sudoku.emptyBoard"), empty),
      ),
      pasteBox,
    );
  }

  function making() {
    const sizes = Object.keys(KINDS).map((side) => [side, t("sudoku.sizes", { side })]);
    if (!KINDS[wanted.size]) sizes.push([wanted.size, t("sudoku.sizes", { side: wanted.size })]);
    const levels = LEVELS.map((name, place) => [name, t("sudoku.difficulties", { number: place + 1, name })]);
    const set = (name) => (value) => (wanted[name] = value);
    const size = choice("sudoku-size", t("sudoku.size"), sizes, { value: wanted.size, onchange: resize });
    const difficulty = choice(
      "sudoku-difficulty",
      t("sudoku.difficulty"),
      [["", t("sudoku.anyDifficulty")], ...levels],
      { value: "", onchange: set("difficulty") },
    );
    const symmetries = SYMMETRIES.map((name) => [name, t(`sudoku.symmetries.${camel(name)}`)]);
    const symmetry = choice("sudoku-symmetry", t("sudoku.symmetry"), symmetries, { onchange: set("symmetry") });
    return h(
      "section",
      { class: "sudoku-card" },
      h("h2", {}, t("sudoku.make")),
      h("div", { class: "sudoku-choices" }, size.element, kinds, difficulty.element, symmetry.element),
      rule,
      h(
        "div",
        { class: "sudoku-buttons" },
        button(t("sudoku.makeAndPlay"), () => make("play"), { class: "primary" }),
        button(t("sudoku.makeAndSolve"), () => make("solve"), { class: "primary" }),
      ),
    );
  }

  function showKinds() {
    const names = KINDS[wanted.size] ?? ["plain"];
    if (!names.includes(wanted.kind)) wanted.kind = "plain";
    const options = names.map((name) => [name, t(`sudoku.kinds.${camel(name)}`)]);
    const onchange = (kind) => {
      wanted.kind = kind;
      showRule();
      if (!values.some(Boolean)) openEmpty();
    };
    replace(kinds, choice("sudoku-kind", t("sudoku.kind"), options, { value: wanted.kind, onchange }).element);
    showRule();
  }

  function showRule() {
    replace(rule, wanted.kind === "plain" ? "" : t(`sudoku.rules.${camel(wanted.kind)}`));
  }

  function resize(size) {
    wanted.size = size;
    showKinds();
    if (!values.some(Boolean)) openEmpty();
  }

  /** Show an empty board of the chosen size and kind; regions and cages can only be pasted or made. */
  function openEmpty() {
    const side = Number(wanted.size);
    const rules = RULES.includes(wanted.kind) ? wanted.kind : "";
    const selected = document.activeElement?.id;
    const puzzle = { board: "", rules, size: side === 9 ? null : side };
    return room.open({ puzzle, stage: "enter" }).then(() => selected && document.getElementById(selected)?.focus());
  }

  async function empty() {
    if (await mayDiscard()) await openEmpty();
  }

  async function mayDiscard() {
    if (!past.length || !values.some(Boolean)) return true;
    const answers = [["no", t("sudoku.no")], ["yes", t("sudoku.yes")]];
    return (await ask(room.element, t("sudoku.discardBoard"), t("sudoku.discardBoardText"), answers)) === "yes";
  }

  async function make(stage) {
    if (!(await mayDiscard())) return;
    room.say(t("sudoku.making"));
    const size = Number(wanted.size);
    const made = await room.attempt(() => room.call("make", { ...wanted, size, board: undefined, rules: undefined }));
    if (made) room.open({ puzzle: made, stage }, { shape: made, push: true });
  }

  async function paste(source) {
    if (!(await mayDiscard())) return;
    const puzzle = { board: source, rules: "", size: null };
    const found = await room.attempt(() => room.call("read", puzzle));
    if (!found) {
      pasteBox.open = true;
      text.value = source;
      return;
    }
    await room.open({ puzzle, stage: "enter" }, { shape: found, push: true });
    const given = found.values.filter(Boolean).length;
    room.say([t("sudoku.wasRead", { givens: given, side: found.side }), " ", readable(found.notice)]);
  }

  function start(stage) {
    room.open({ puzzle: room.puzzle, stage }, { push: true });
  }

  function show(clashes = []) {
    const wrong = clashes.flatMap((clash) => clash.cells);
    board.show({ values, given: values.map(Boolean), classes: { wrong } });
    pad.show(shape, values);
  }

  /** Mark the values that clash. */
  async function check() {
    const asked = values;
    const found = await room.attempt(() => room.call("read"));
    if (found && asked === values) tell(found.clashes);
  }

  function tell(clashes) {
    show(clashes);
    const givens = values.filter(Boolean).length;
    if (clashes.length) room.warn(clashText(shape, clashes[0]));
    else room.say(t("sudoku.noClash", { givens }), { quietly: true });
  }

  function change(newValues) {
    values = newValues;
    room.puzzle = puzzleOf(shape, values);
    room.save();
    show();
    check();
  }

  function enter(value) {
    const place = board.selected;
    if (place < 0) return room.say(t("sudoku.chooseCell"));
    if (values[place] === value) return undefined;
    past.push(values);
    future = [];
    return change(values.map((old, at) => (at === place ? value : old)));
  }

  function digit(value) {
    return enter(value);
  }

  function erase() {
    return enter(0);
  }

  function undo() {
    if (!past.length) return;
    future.push(values);
    change(past.pop());
  }

  function redo() {
    if (!future.length) return;
    past.push(values);
    change(future.pop());
  }

  return { digit, erase, undo, redo, paste };
}

/** Return which value occurs twice, and where. */
export function clashText(shape, { symbol, unit, cells }) {
  const [first, second] = cells.map((place) => cellName(shape, place));
  return t("sudoku.clash", { symbol, unit: readable(unit), first, second });
}

function kindOf(shape) {
  if (shape.cages.length) return "killer";
  if (shape.layout) return "jigsaw";
  return shape.rules.split(" ")[0] || "plain";
}
