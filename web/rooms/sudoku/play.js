// The stage "play": three lives, the time, pencil marks, undo and redo, hints, and why a value cannot go into a cell.

import { h, replace } from "../../dom.js";
import { t } from "../../texts.js";
import { makeHint } from "./hints.js";
import { ask, button, makePad, toggles } from "./parts.js";
import { cellName, clockText, readable, stepOf } from "./state.js";

const LIVES = 3;

export function playStage(room) {
  const { shape, board } = room;
  const given = shape.values.map(Boolean);
  let steps = [...room.state.steps];
  let view = null; // what "sudoku.play" returned last
  let mode = "value";
  let hint = null;
  let why = null;
  let wrong = [];
  let told = false; // whether the dialog at the end was shown

  const pad = makePad((value) => digit(value));
  const lives = h("span", { class: "sudoku-lives", role: "img" });
  const level = h("span", { class: "sudoku-level" });
  const watch = makeWatch(room.state.time);
  const names = ["value", "pencil", "why"].map((name) => [name, t(`sudoku.${name}`)]);
  const modes = toggles(t("sudoku.modes"), names, mode, (name) => (mode = name));
  const tools = {
    undo: button(t("sudoku.undo"), undo),
    redo: button(t("sudoku.redo"), redo),
    erase: button(t("sudoku.erase"), erase),
    hint: button(t("sudoku.hint"), askHint),
    fill: button(t("sudoku.fill"), () => take("f")),
    clear: button(t("sudoku.clear"), () => take("c")),
  };
  replace(room.status, lives, watch.element, level);
  replace(
    room.panel,
    modes.element,
    pad.element,
    h("div", { class: "sudoku-buttons", role: "group", "aria-label": t("sudoku.tools") }, Object.values(tools)),
    h(
      "div",
      { class: "sudoku-buttons" },
      button(t("sudoku.fresh"), fresh),
      button(t("sudoku.giveUp"), giveUp),
      button(t("sudoku.edit"), edit),
    ),
  );
  board.show({ values: shape.values, given });
  pad.show(shape, shape.values);
  begin();

  async function begin() {
    view = await room.attempt(() => room.call("play", { steps }));
    if (!view) return;
    show();
    if (board.selected < 0) board.select(Math.max(0, view.values.indexOf(0)), { focus: false });
    if (view.state === "playing") watch.start();
    const grade = await room.call("grade").catch(() => null); // a board with several solutions has none
    if (grade) replace(level, t("sudoku.level", { level: grade.level }));
  }

  function show() {
    const drawn = hint?.view() ?? {};
    const classes = { ...drawn.classes, wrong, ...(why && { pattern: why.cells }) };
    board.show({ values: view.values, given, notes: view.notes, ...drawn, classes });
    pad.show(shape, view.values);
    replace(lives, "♥".repeat(view.lives), h("span", { class: "sudoku-gone" }, "♡".repeat(LIVES - view.lives)));
    lives.setAttribute("aria-label", t("sudoku.lives", { count: view.lives }));
    const playing = view.state === "playing";
    for (const tool of Object.values(tools)) tool.disabled = !playing;
    tools.undo.disabled ||= !view.undo;
    tools.redo.disabled ||= !view.redo;
    replace(room.advice, hint?.element, why?.element);
  }

  /** Play a step of the game. */
  async function take(step) {
    if (view?.state !== "playing" || watch.paused) return;
    steps = [...steps, step];
    const answer = await room.attempt(() => room.call("play", { steps }));
    if (!answer) {
      steps = room.state.steps; // stopped
      return;
    }
    view = answer;
    hint = null;
    why = null;
    keep();
    tell(view.move);
    show();
    if (view.state !== "playing" && !told) finish();
  }

  /** Write the game into the address. */
  function keep() {
    room.save({ steps, time: watch.seconds });
  }

  function tell(move) {
    wrong = [];
    if (!move) return room.say("");
    const symbol = shape.symbols[move.value - 1];
    if (move.accepted) return room.say(t("sudoku.placed", { symbol }));
    wrong = [move.cell, ...move.clash];
    if (!move.mistake) return room.warn(t("sudoku.wrongAgain"));
    const cell = cellName(shape, move.cell);
    const values = { symbol, cell, left: view.lives, reason: readable(move.reason) };
    if (move.kind === "unit") {
      const at = cellName(shape, move.clash[0]);
      return room.warn(t("sudoku.wrongUnit", { ...values, unit: readable(move.unit), cell: at }));
    }
    if (move.kind === "solution") return room.warn(t("sudoku.wrongSolution", values));
    return room.warn(t(move.kind === "stuck" ? "sudoku.wrongStuck" : "sudoku.wrongReason", values));
  }

  async function finish() {
    told = true;
    watch.stop();
    keep();
    const won = view.state === "won";
    const time = clockText(watch.seconds);
    const text = won ? t("sudoku.wonText", { time, left: view.lives }) : t("sudoku.lostText");
    const answers = won ? [] : [["again", t("sudoku.again")], ["solution", t("sudoku.giveUp")]];
    answers.push(["fresh", t("sudoku.fresh")], ["", t("sudoku.close")]);
    const answer = await ask(room.element, t(won ? "sudoku.won" : "sudoku.lost"), text, answers);
    if (answer === "again") room.open({ puzzle: room.puzzle, stage: "play" }, { shape, push: true });
    if (answer === "solution") room.open({ puzzle: room.puzzle, stage: "solve" }, { shape, push: true });
    if (answer === "fresh") openEmpty();
  }

  function openEmpty() {
    const rules = shape.layout ? "" : shape.rules;
    room.open({ puzzle: { board: "", rules, size: shape.size }, stage: "enter" }, { push: true });
  }

  /** Return whether the game may be thrown away: ask, if anything was played. */
  async function mayDiscard() {
    if (!steps.length || view?.state !== "playing") return true;
    const answers = [["no", t("sudoku.no")], ["yes", t("sudoku.yes")]];
    return (await ask(room.element, t("sudoku.discard"), t("sudoku.discardText"), answers)) === "yes";
  }

  async function fresh() {
    if (await mayDiscard()) openEmpty();
  }

  async function giveUp() {
    if (await mayDiscard()) room.open({ puzzle: room.puzzle, stage: "solve" }, { shape, push: true });
  }

  async function edit() {
    if (await mayDiscard()) room.open({ puzzle: room.puzzle, stage: "enter" }, { shape, push: true });
  }

  /** Return the chosen cell if it can be changed, else say why not and return -1. */
  function changeable() {
    const place = board.selected;
    if (place < 0) room.say(t("sudoku.chooseCell"));
    else if (given[place]) room.say(t("sudoku.isGiven"));
    else return place;
    return -1;
  }

  function digit(value, { pencil = false } = {}) {
    if (mode === "why" && !pencil) return askWhy(value);
    const place = changeable();
    if (place < 0) return undefined;
    const isNote = (mode === "pencil") !== pencil;
    if (isNote && view.values[place]) return undefined;
    return take(stepOf(isNote ? "n" : "p", place, value));
  }

  function erase() {
    const place = changeable();
    if (place >= 0 && (view.values[place] || view.notes[place].length)) take(stepOf("e", place));
  }

  function undo() {
    if (view?.undo) take("u");
  }

  function redo() {
    if (view?.redo) take("r");
  }

  /** Turn a mode of the digits on; if it is on, turn it off. */
  function turn(name) {
    mode = mode === name ? "value" : name;
    modes.set(mode);
    room.say(t(`sudoku.${mode}`));
  }

  async function askHint() {
    if (view?.state !== "playing" || watch.paused) return;
    if (hint) return hint.more();
    const found = await room.attempt(() => room.call("hint", { steps }));
    if (!found) return;
    const close = () => {
      hint = null;
      show();
    };
    const changed = () => {
      show();
      room.say("");
      room.announce(hint.text());
    };
    const play = (place, value) => {
      board.select(place);
      take(stepOf("p", place, value));
    };
    hint = makeHint(shape, found, { onChange: changed, onDo: play, onClose: close });
    why = null;
    wrong = [];
    changed();
  }

  async function askWhy(value) {
    const cell = board.selected;
    if (cell < 0) return room.say(t("sudoku.chooseCell"));
    const found = await room.attempt(() => room.call("why_not", { steps, cell, value }));
    if (!found) return undefined;
    const values = { symbol: shape.symbols[value - 1], cell: cellName(shape, cell) };
    const close = () => {
      why = null;
      show();
    };
    const title = t(found.impossible ? "sudoku.whyTitle" : "sudoku.whyYes", values);
    const element = h(
      "section",
      { class: "sudoku-card sudoku-why", "aria-label": title },
      h("h2", {}, title),
      h("ol", {}, found.reasons.map((reason) => h("li", {}, reason))),
      h("div", { class: "sudoku-buttons" }, button(t("sudoku.close"), close)),
    );
    why = { element, cells: found.cells };
    hint = null;
    wrong = [];
    show();
    room.say("");
    return room.announce(`${title} ${found.reasons.join(" ")}`);
  }

  /** Return the clock of the game. It stands still while the page is hidden, and while the game is paused. */
  function makeWatch(seconds) {
    const text = h("span", { class: "sudoku-time", role: "timer" });
    const pause = button(t("sudoku.pause"), turnPause);
    let running = 0;
    const tick = () => {
      if (!document.hidden && !made.paused) made.seconds += 1;
      replace(text, t("sudoku.time", { time: clockText(made.seconds) }));
    };
    function turnPause() {
      made.paused = !made.paused;
      board.element.classList.toggle("sudoku-paused", made.paused);
      replace(pause, t(made.paused ? "sudoku.resume" : "sudoku.pause"));
      room.say(made.paused ? t("sudoku.paused") : "");
    }
    const made = {
      element: h("span", { class: "sudoku-clock" }, text, pause),
      seconds,
      paused: false,
      start: () => (running = setInterval(tick, 1000)),
      stop: () => {
        clearInterval(running);
        pause.disabled = true;
        board.element.classList.remove("sudoku-paused");
      },
    };
    replace(text, t("sudoku.time", { time: clockText(seconds) }));
    return made;
  }

  return { digit, erase, undo, redo, turn, keep, hint: askHint, leave: () => watch.stop() };
}
