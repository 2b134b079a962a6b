// What is in the address of a Sudoku: a puzzle, what is done with it, and the steps of a game.

const STEP = /[pn][0-9a-z]{3}|e[0-9a-z]{2}|[urfc]/g;
const STAGES = ["enter", "play", "solve"];

/**
 * A puzzle, as csplib_web reads it: *board* in any format, *rules* such as "diagonals", and *size* if it is not 9.
 * @typedef {{board: string, rules: string, size: number | null}} Puzzle
 */

/**
 * Return the state that the parameters of an address describe.
 * @param {Record<string, string>} params
 */
export function stateOf(params) {
  const size = Number.parseInt(params.size, 10);
  return {
    puzzle: { board: params.board ?? "", rules: params.rules ?? "", size: size > 0 ? size : null },
    stage: STAGES.includes(params.stage) ? params.stage : "enter",
    steps: (params.steps ?? "").match(STEP) ?? [],
    time: Math.max(0, Number.parseInt(params.time, 10) || 0),
  };
}

/** Return the parameters of a state: the other way round. */
export function paramsOf({ puzzle, stage, steps, time }) {
  const { board, rules, size } = puzzle;
  const isEmpty = /^[.]*$/.test(board);
  const played = stage === "play" ? { steps: steps.join(""), time: Math.floor(time) || "" } : {};
  return { stage: stage === "enter" ? "" : stage, board: isEmpty ? "" : board, rules, size, ...played };
}

/** Return a step of a game, such as "p057": play 7 into cell 5. */
export function stepOf(name, place, value) {
  return name + place.toString(36).padStart(2, "0") + (value ? value.toString(36) : "");
}

/** Return the puzzle of a shape with other givens. */
export function puzzleOf(shape, values) {
  const line = values.map((value) => (value ? shape.symbols[value - 1] : ".")).join("");
  return { board: shape.layout ? `${line}\n${shape.layout}` : line, rules: shape.rules, size: shape.size };
}

/** Return the name of a cell, as csplib writes it. */
export function cellName(shape, place) {
  return `r${Math.floor(place / shape.side) + 1}c${(place % shape.side) + 1}`;
}

/** Return a text of csplib with its cells, such as (0, 1), written like all others: r1c2. */
export function readable(text) {
  return text.replace(/\(?cell \((\d+), (\d+)\)\)?|\((\d+), (\d+)\)/g, (_all, row, column, r, c) => {
    const name = `r${Number(row ?? r) + 1}c${Number(column ?? c) + 1}`;
    return row === undefined ? name : `(${name})`;
  });
}

/** Return seconds as 1:05 or 1:00:05. */
export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, place) => (place ? String(part).padStart(2, "0") : part)).join(":");
}

/** Return a shape to draw before csplib has read the puzzle: a plain line of 81 cells, or an empty board. */
export function blankShape({ board }) {
  const line = /^[.\d]{81}$/.test(board) ? board : ".".repeat(81);
  const values = [...line].map((symbol) => Number.parseInt(symbol, 10) || 0);
  const regions = values.map((_, place) => Math.floor(place / 27) * 3 + Math.floor((place % 9) / 3));
  const none = { layout: "", rules: "", size: null, windows: [], cages: [], diagonals: false };
  return { ...none, board: line, side: 9, symbols: "123456789", values, regions, peers: values.map(() => []) };
}
