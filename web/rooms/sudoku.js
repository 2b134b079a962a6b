// Sudoku: the board, the panel beside it, the keyboard, and which of three stages is on: enter, play or solve.
// Together they make four modes: a puzzle is made or entered, then it is played or solved.

import { h, replace } from "../dom.js";
import { isStop } from "../engine.js";
import { t } from "../texts.js";
import { makeBoard } from "./sudoku/board.js";
import { enterStage } from "./sudoku/enter.js";
import { button } from "./sudoku/parts.js";
import { playStage } from "./sudoku/play.js";
import { solveStage } from "./sudoku/solve.js";
import { blankShape, paramsOf, readable, stateOf } from "./sudoku/state.js";

const STAGES = { enter: enterStage, play: playStage, solve: solveStage };

const KEYS = ["arrows", "digits", "shift", "space", "w", "backspace", "control", "question"];

export function mount(root, { engine, announce, setParams }) {
  const leaving = new AbortController(); // ends what still runs when the reader goes elsewhere
  const board = makeBoard((place) => stage?.select?.(place));
  const parts = {
    status: h("div", { class: "sudoku-status" }),
    note: h("p", { class: "sudoku-note" }),
    fault: h("p", { class: "sudoku-fault", role: "alert" }),
    advice: h("div", { class: "sudoku-advice" }),
    panel: h("div", { class: "sudoku-panel" }),
    link: h("p", { class: "sudoku-link-text" }),
  };
  let stage = null; // what the keys and buttons act on
  let ending = new AbortController(); // ends the calls of a stage
  let turn = 0;

  const element = h(
    "div",
    { class: "sudoku-room", onkeydown: press },
    h("div", { class: "sudoku-main" }, parts.status, board.element, parts.note, parts.fault),
    parts.advice,
    h("div", { class: "sudoku-side" }, parts.panel, footer()),
  );
  replace(root, h("h1", { tabindex: -1 }, t("sudoku.title")), element);
  document.addEventListener("paste", paste, { signal: leaving.signal });
  leaving.signal.addEventListener("abort", () => ending.abort(leaving.signal.reason));

  /** What stages use of the room. */
  const room = {
    element,
    board,
    announce,
    ...parts,
    shape: null,
    puzzle: null,
    state: null,

    /** Call csplib_web.sudoku with the puzzle and *args*. The call ends with the stage. */
    call: (name, args = {}) => engine.call(`sudoku.${name}`, { ...room.puzzle, ...args }, { signal: ending.signal }),

    /** Run *work*. Return its result; undefined if it was stopped, or if it failed: then csplib's message is shown. */
    async attempt(work) {
      try {
        return await work();
      } catch (error) {
        if (!isStop(error)) room.fail(error);
        else if (!ending.signal.aborted) room.say(t("page.stopped"));
        return undefined;
      }
    },

    /** Say something below the board, and to screen readers. */
    say(text, { quietly = false } = {}) {
      replace(parts.fault);
      replace(parts.note, text);
      if (text && !quietly) announce(parts.note.textContent);
    },

    fail(error) {
      replace(parts.note);
      replace(parts.fault, readable(error.message ?? String(error)));
    },

    /** Say what is wrong, as an alert. */
    warn(text) {
      replace(parts.note);
      replace(parts.fault, text);
    },

    /** Write the state into the address. */
    save(changes = {}, options) {
      Object.assign(room.state, changes);
      setParams(paramsOf({ ...room.state, puzzle: room.puzzle }), options);
    },

    open,
  };

  /** Show a stage of a puzzle. With *shape*, csplib has read the puzzle already. */
  async function open(state, { shape = null, push = false, read = true } = {}) {
    const mine = ++turn;
    endStage();
    room.puzzle = state.puzzle;
    room.say("");
    const known = shape ?? (read ? await room.attempt(() => room.call("read")) : null);
    if (mine !== turn) return;
    const failed = known ? null : parts.fault.textContent;
    room.shape = known ?? (await engine.call("sudoku.read", {}, { signal: ending.signal }));
    if (mine !== turn) return;
    const { board: text, rules, size } = room.shape;
    room.puzzle = { board: text, rules, size };
    room.state = { steps: [], time: 0, ...state, stage: known ? state.stage : "enter" };
    board.build(room.shape);
    if (known) room.save({}, { push }); // an address that could not be read stays
    stage = STAGES[room.state.stage](room, { unread: failed ? state.puzzle.board : "" });
    if (room.shape.notice) room.say(readable(room.shape.notice));
    if (failed) room.warn(failed);
    element.dataset.stage = room.state.stage;
  }

  function endStage() {
    stage?.leave?.();
    stage = null;
    ending.abort(new DOMException("another stage", "AbortError"));
    ending = new AbortController();
    for (const part of [parts.status, parts.panel, parts.advice, parts.link]) replace(part);
  }

  function press(event) {
    if (!stage || event.target.closest("input, textarea, select, dialog")) return;
    const action = actionOf(event, room.shape);
    if (!action || !stage[action.name]) return;
    event.preventDefault();
    stage[action.name](...action.args);
  }

  function paste(event) {
    if (!stage?.paste || event.target.closest?.("input, textarea, dialog")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!text.trim()) return;
    event.preventDefault();
    stage.paste(text);
  }

  function footer() {
    const keys = KEYS.map((key) => [
      h("dt", {}, h("kbd", {}, t(`sudoku.keyList.${key}`))),
      h("dd", {}, t(`sudoku.keyDoes.${key}`)),
    ]);
    return h(
      "div",
      { class: "sudoku-footer" },
      h(
        "div",
        { class: "sudoku-buttons" },
        button(t("sudoku.copy"), copyLink),
        button(t("sudoku.print"), () => print()),
      ),
      parts.link,
      h("details", {}, h("summary", {}, t("sudoku.keys")), h("dl", { class: "sudoku-keys" }, keys)),
    );
  }

  async function copyLink() {
    stage?.keep?.();
    try {
      await navigator.clipboard.writeText(location.href);
      room.say(t("sudoku.copied"));
    } catch {
      const field = h("input", { readonly: true, value: location.href, "aria-label": t("sudoku.copyByHand") });
      replace(parts.link, t("sudoku.copyByHand"), field);
      field.select();
    }
  }

  return {
    update(params) {
      const state = stateOf(params);
      if (!room.shape) {
        board.build(blankShape(state.puzzle)); // something to look at while Python loads
        board.show({ values: blankShape(state.puzzle).values, given: [] });
      }
      open(state).catch((error) => isStop(error) || room.fail(error));
    },
    unmount() {
      endStage();
      leaving.abort();
    },
  };
}

/** Return what a key means: the name of a stage's function and its arguments; null for other keys. */
function actionOf(event, shape) {
  const key = event.key.toUpperCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "Z") return { name: event.shiftKey ? "redo" : "undo", args: [] };
    return key === "Y" ? { name: "redo", args: [] } : null;
  }
  if (event.altKey) return null;
  const code = /^Digit(\d)$/.exec(event.code)?.[1];
  const value = shape.symbols.indexOf(event.shiftKey && code ? code : key) + 1;
  if (value && key.length === 1) return { name: "digit", args: [value, { pencil: event.shiftKey }] };
  if (key === "BACKSPACE" || key === "DELETE" || key === "0") return { name: "erase", args: [] };
  if (key === "?") return { name: "hint", args: [] };
  if (key === "W") return { name: "turn", args: ["why"] };
  if (key === " " && event.target.closest("[role=gridcell]")) return { name: "turn", args: ["pencil"] };
  return null;
}
