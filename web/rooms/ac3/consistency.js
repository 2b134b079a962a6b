// AC-3, step by step: the picture, the algorithm, the queue, the log.

import { h, replace } from "../../dom.js";
import { t } from "../../texts.js";
import { makeArcPicker } from "./arcs.js";
import { makeBoard, makeChess } from "./board.js";
import { makeGraph } from "./graph.js";
import { makePlayer } from "./player.js";
import { APPEND, arcOf, bitsOf, END, framesOf, KEEP, REMOVE, START, stateAt, stopsOf, TAKE, WIPED } from "./replay.js";

const CODE = [
  [0, "AC-3(csp)"],
  [1, "queue = all arcs", START],
  [1, "while the queue is not empty"],
  [2, "take an arc (x, y) from the front", TAKE],
  [2, "if REVISE(x, y)"],
  [3, "if D(x) is empty, return false", WIPED],
  [3, "for each neighbor z of x, except y"],
  [4, "append the arc (z, x)", APPEND],
  [1, "return true", END],
  [0, ""],
  [0, "REVISE(x, y)"],
  [1, "for each value v in D(x)"],
  [2, "if no value in D(y) is compatible with v"],
  [3, "remove v from D(x)", REMOVE],
  [1, "return whether a value was removed", KEEP],
];
const SIZES = ["line", "arc", "removal"];
const MOST_CHIPS = 40;

/**
 * Return the view of AC-3. `onPick(revisions, x, y)`: the reader revises an arc out of turn. `onGiven(pairs)`: other
 * values are assigned first. `settled(step)`: the reader rests at a step. `say(text)` tells screen readers.
 */
export function makeConsistency({ onPick, onGiven, settled, say }) {
  let run = null;
  let frames = [];
  let scenes = [];
  let picked = -1;
  const stage = h("div", { class: "ac3-stage" });
  const message = h("p", { class: "ac3-message" });
  const counters = h("dl", { class: "ac3-counters" });
  const code = CODE.map(([depth, text]) => h("li", { dataset: { depth } }, text));
  const queue = h("ol", { class: "ac3-queue" });
  const queueTitle = h("h2", {});
  const log = h("pre", { class: "ac3-log", tabindex: 0, "aria-label": t("ac3.log") });
  const domainList = h("ul", { class: "ac3-domains" });
  const domainDetails = h("details", {}, h("summary", {}, t("ac3.allDomains")), domainList);
  domainDetails.addEventListener("toggle", () => run && show(player.place(), { spoken: false }));
  const player = makePlayer({ show, settled });
  const sizes = SIZES.map((name) => h("option", { value: name }, t(`ac3.sizes.${name}`)));
  const size = h("select", { id: "ac3-size" }, sizes);
  size.addEventListener("change", () => player.load(stopsOf(frames, size.value), player.place()));
  replace(player.extra, h("label", { for: "ac3-size" }, t("ac3.stepBy")), size);
  const arcs = makeArcPicker({ onArc: pick, onGiven });

  const element = h(
    "section",
    { class: "ac3-consistency", "aria-label": t("ac3.views.ac3") },
    player.element,
    h("div", { class: "ac3-columns" },
      h("div", { class: "ac3-left" }, message, stage, arcs.element, domainDetails),
      h("div", { class: "ac3-right" },
        counters,
        h("ol", { class: "ac3-code", "aria-label": t("ac3.code") }, code),
        h("div", {}, queueTitle, queue),
        h("div", {}, h("h2", {}, t("ac3.log")), log),
      ),
    ),
  );

  function pick(x, y) {
    picked = -1;
    onPick(frames[player.place()].revision + 1, x, y);
  }

  /** A click on a variable chooses x, the next one y. */
  function pickVariable(x) {
    const isArc = picked >= 0 && run.problem.arcs.some(([one, other]) => one === picked && other === x);
    if (isArc) return pick(picked, x);
    picked = picked === x ? -1 : x;
    arcs.choose(x);
    show(player.place(), { spoken: false });
  }

  function makeScenes(problem) {
    const options = { onArc: pick, onVariable: pickVariable };
    if (problem.kind === "board") return [makeBoard(problem, options)];
    const graph = makeGraph(problem, options);
    return problem.kind === "queens" ? [graph, makeChess(problem)] : [graph];
  }

  function show(place, { spoken }) {
    const frame = frames[place];
    const { domains, queue: waiting } = stateAt(run, frames, place);
    const arc = frame.phase === START || frame.phase === END ? null : run.problem.arcs[arcOf(run, frame.revision)];
    const { kind, arcs: all } = run.problem;
    const lines = kind === "board" ? [] : waiting; // a board shows no arcs
    const queued = new Set(lines.map((at) => all[run.queued[at]].slice(0, 2).join(" ")));
    const pair = arc?.slice(0, 2) ?? null;
    const going = pair && justRemoved(place, frame);
    for (const scene of scenes) scene.show({ domains, arc: pair, going, queued, picked });
    const sentence = describe(place, frame, arc, domains, waiting.length);
    replace(message, sentence);
    if (spoken) say(sentence);
    CODE.forEach(([, , phase], line) => {
      if (phase === frame.phase) code[line].setAttribute("aria-current", "step");
      else code[line].removeAttribute("aria-current");
    });
    showCounters(frame, waiting.length, domains);
    showQueue(waiting);
    log.textContent = [...run.before, ...run.lines.slice(0, frame.removals)].join("\n");
    requestAnimationFrame(() => (log.scrollTop = log.scrollHeight));
    if (domainDetails.open) {
      replace(domainList, domains.map((domain, x) => h("li", {}, `${run.problem.names[x]}: ${listed(x, domain)}`)));
    }
  }

  /** Return the variable and the bits of the values that the frame, or its revision, has removed. */
  function justRemoved(place, { phase, revision }) {
    const [x] = run.problem.arcs[arcOf(run, revision)];
    if (phase === REMOVE) return [x, 1 << frames[place].value];
    let gone = 0;
    for (let back = place - 1; phase !== TAKE && frames[back].phase === REMOVE; back--) gone |= 1 << frames[back].value;
    return gone ? [x, gone] : null;
  }

  function describe(place, { phase, value }, arc, domains, waiting) {
    const { names, values } = run.problem;
    const words = arc ? { x: names[arc[0]], y: names[arc[1]], constraint: arc[2] } : {};
    if (phase === END) {
      const left = domains.reduce((sum, domain) => sum + bitsOf(domain).length, 0);
      return t(`ac3.ends.${run.outcome}`, { left });
    }
    if (phase === REMOVE) words.value = values[arc[0]][value];
    if (phase === APPEND) words.count = waiting - stateAt(run, frames, place - 1).queue.length;
    return t(`ac3.frames.${phase}`, { ...words, waiting });
  }

  const listed = (x, domain) =>
    bitsOf(domain).map((place) => run.problem.values[x][place]).join(" ") || t("ac3.noValue");

  function showCounters({ revision, removals }, waiting, domains) {
    const single = domains.filter((domain) => domain > 0 && (domain & (domain - 1)) === 0).length;
    const numbers = { revisions: revision + 1, removals, waiting, single: `${single} / ${domains.length}` };
    replace(counters, Object.entries(numbers).map(([name, number]) =>
      h("div", { dataset: { counter: name } }, h("dt", {}, t(`ac3.counters.${name}`)), h("dd", {}, number))));
  }

  function showQueue(waiting) {
    const { arcs: all, names } = run.problem;
    replace(queueTitle, t("ac3.queue", { count: waiting.length }));
    const chips = waiting.slice(0, MOST_CHIPS).map((at) => {
      const [x, y] = all[run.queued[at]];
      return h("li", {}, `${names[x]} ← ${names[y]}`);
    });
    const more = waiting.length - chips.length;
    replace(queue, chips, more > 0 && h("li", { class: "ac3-more" }, t("ac3.more", { count: more })));
  }

  return {
    element,
    stop: player.stop,
    /** Take what csplib has recorded, and show a step. *fresh*: it is another problem. */
    load(found, { step, given, fresh, after = -1 }) {
      if (fresh || !run) {
        scenes = makeScenes(found.problem);
        replace(stage, scenes.map((scene) => scene.element));
        picked = -1;
        size.value = found.problem.kind === "board" ? "removal" : "line";
      }
      run = found;
      frames = framesOf(run);
      arcs.load(run.problem, given);
      const at = after < 0 ? step : frames.findLastIndex(({ phase, revision }) => revision === after && phase !== END);
      player.load(stopsOf(frames, size.value), at, { exact: true });
      if (after >= 0) say(message.textContent);
    },
  };
}
