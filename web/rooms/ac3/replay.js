// The state of AC-3, and of a search, at each of their steps. Pure functions of what csplib has recorded.

export const TAKE = "take";
export const KEEP = "keep";
export const REMOVE = "remove";
export const APPEND = "append";
export const WIPED = "wiped";
export const START = "start";
export const END = "end";

/** Return the frames of a run of AC-3: {phase, revision, value, line}, one for each line of the algorithm that acts. */
export function framesOf(run) {
  const frames = [{ phase: START, revision: -1, removals: 0 }];
  let removals = 0;
  let next = 0;
  const domains = run.start.slice();
  for (let revision = 0; revision < run.taken.length; revision++) {
    frames.push({ phase: TAKE, revision, removals });
    const effect = run.effects[next]?.[0] === revision ? run.effects[next++] : null;
    if (!effect) {
      frames.push({ phase: KEEP, revision, removals });
      continue;
    }
    const [x] = run.problem.arcs[arcOf(run, revision)];
    const values = bitsOf(domains[x] & ~effect[1]);
    domains[x] = effect[1];
    for (const value of values) frames.push({ phase: REMOVE, revision, value, removals: ++removals });
    frames.push({ phase: domains[x] ? APPEND : WIPED, revision, removals });
  }
  if (run.outcome !== "wiped") frames.push({ phase: END, revision: run.taken.length - 1, removals });
  return frames;
}

/** Return the frames at which to stop: each line, each arc, or each removed value; always the first and the last. */
export function stopsOf(frames, size) {
  const last = frames.length - 1;
  const wanted = {
    line: () => true,
    arc: ({ phase }) => phase === KEEP || phase === APPEND || phase === WIPED,
    removal: ({ phase }) => phase === REMOVE,
  }[size];
  return frames.map((_, place) => place).filter((place) => place === 0 || place === last || wanted(frames[place]));
}

/** Return the number of the arc that a revision looks at. */
export function arcOf(run, revision) {
  const place = run.taken[revision];
  return place < 0 ? -1 - place : run.queued[place];
}

/** Return the domains at a frame, as bits, and the queue: places in `run.queued`. */
export function stateAt(run, frames, place) {
  const { phase, revision } = frames[place];
  const domains = run.start.slice();
  let end = run.problem.arcs.length;
  for (const [number, left, queued] of run.effects) {
    if (number > revision) break;
    const [x] = run.problem.arcs[arcOf(run, number)];
    if (number < revision || [APPEND, WIPED, END].includes(phase)) {
      domains[x] = left;
      end = queued;
    } else if (phase === REMOVE) {
      for (let back = place; frames[back].phase === REMOVE; back--) domains[x] &= ~(1 << frames[back].value);
    }
  }
  const gone = new Uint8Array(end);
  for (let number = 0; number <= revision; number++) if (run.taken[number] >= 0) gone[run.taken[number]] = 1;
  const queue = [];
  for (let waiting = 0; waiting < end; waiting++) if (!gone[waiting]) queue.push(waiting);
  return { domains, queue };
}

/** Return the state of a search after its first *count* steps. */
export function searchAt(run, count) {
  const path = [0];
  const tried = new Set([0]);
  let nodes = 0;
  let failures = 0;
  let depth = 0;
  let solutions = 0;
  for (const step of run.steps.slice(0, count)) {
    if (step > 0) {
      path.push(step);
      tried.add(step);
      nodes++;
      depth = Math.max(depth, path.length - 1);
      failures += nodeOf(run, step).outcome === "failure";
    } else if (step < 0) path.pop();
    solutions += step >= 0 && nodeOf(run, step).outcome === "solution";
  }
  return { path, tried, nodes, failures, depth, solutions, domains: domainsOn(run, path) };
}

/** Return a node of the tree as an object. */
export function nodeOf(run, number) {
  const [parent, x, value, outcome, reason, label, across, width, removals] = run.nodes[number];
  return { parent, x, value, outcome, reason, label, across, width, removals };
}

function domainsOn(run, path) {
  const domains = run.problem.values.map((values) => (1 << values.length) - 1);
  for (const number of path) {
    const { x, value, removals } = nodeOf(run, number);
    if (number) domains[x] = 1 << value;
    for (const [y, gone] of removals) domains[y] &= ~gone;
  }
  return domains;
}

/** Return the numbers of the bits that are set, ascending. */
export function bitsOf(mask) {
  const found = [];
  for (let bit = 0; mask >> bit; bit++) if ((mask >> bit) & 1) found.push(bit);
  return found;
}
