// csplib in a web worker. One call runs at a time, the others wait. `call` is all that a room needs.

const LATER = 1000; // ms after which a second worker is started, to take over at once when a call is stopped
const ENOUGH_MEMORY = 4; // GB for two workers

/** A call that failed: `message` is what csplib says, `kind` the name of the exception, `trace` for unexpected ones. */
export class EngineError extends Error {
  constructor({ kind, message, trace = "" }) {
    super(message);
    this.name = "EngineError";
    this.kind = kind;
    this.trace = trace;
  }
}

/** Return whether an error only says that the call was stopped. */
export function isStop(error) {
  return error?.name === "AbortError";
}

/**
 * The state of an engine, as `watch` tells it. The phase is "loading" (with `loaded` and `total` bytes), "starting",
 * "ready", "working", or "failed" (with `message`).
 * @typedef {{phase: string, loaded?: number, total?: number, message?: string}} State
 */

export class Engine {
  #runner = null;
  #spare = null;
  #queue = [];
  #running = null;
  #watchers = new Set();

  /** Call *watcher* with each change of the state. */
  watch(watcher) {
    this.#watchers.add(watcher);
  }

  /** Load Python now, and not at the first call. */
  start() {
    this.#runner ??= this.#newRunner();
  }

  /**
   * Call a function of csplib_web, such as "sudoku.solve", and return a promise of its result.
   *
   * The promise is rejected with an `EngineError`, or, when *signal* or `stop` ends it, with an AbortError. A worker
   * that is stopped is thrown away: Python functions keep nothing between calls.
   * @param {string} name
   * @param {Record<string, any>} [args] keyword arguments, as JSON
   * @param {{onProgress?: (data: any) => void, signal?: AbortSignal}} [options]
   * @returns {Promise<any>}
   */
  call(name, args = {}, { onProgress, signal } = {}) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const job = { name, args: JSON.stringify(args), onProgress, resolve, reject };
      signal?.addEventListener("abort", () => this.#end(job, signal.reason), { once: true });
      this.#queue.push(job);
      this.start();
      this.#next();
    });
  }

  /** End the call that runs, and those that wait. */
  stop() {
    const reason = new DOMException("stopped", "AbortError");
    for (const job of [...this.#queue, this.#running]) if (job) this.#end(job, reason);
  }

  #newRunner(name = "first") {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name });
    const state = name === "first" ? { phase: "loading", loaded: 0, total: 1 } : { phase: "starting" };
    const runner = { worker, state };
    worker.onmessage = ({ data }) => this.#receive(runner, data);
    worker.onerror = (event) => this.#receive(runner, { type: "failed", message: event.message ?? "" });
    return runner;
  }

  #receive(runner, { type, ...data }) {
    if (type === "state") runner.state = data;
    if (type === "failed" && runner === this.#spare) this.#spare = null;
    if (runner !== this.#runner) return; // the spare
    if (type === "state") this.#tell();
    if (data.phase === "ready") this.#keepSpare();
    if (type === "failed") this.#fail(data.message);
    if (type === "progress") this.#running?.onProgress?.(JSON.parse(data.data));
    if (type === "answer") this.#answer(JSON.parse(data.data));
    if (type === "died") this.#end(this.#running, new EngineError({ kind: "Crash", message: data.message }));
    this.#next();
  }

  #next() {
    if (this.#running || !this.#queue.length || this.#runner?.state.phase !== "ready") return;
    this.#running = this.#queue.shift();
    this.#runner.worker.postMessage({ name: this.#running.name, args: this.#running.args });
    this.#tell();
  }

  #answer({ result, error }) {
    const job = this.#finish();
    if (error) job.reject(new EngineError(error));
    else job.resolve(result);
  }

  #finish() {
    const job = this.#running;
    this.#running = null;
    this.#tell();
    return job;
  }

  #end(job, reason) {
    if (!job) return;
    if (job === this.#running) {
      this.#runner.worker.terminate();
      this.#runner = this.#spare ?? this.#newRunner();
      this.#spare = null;
      if (this.#runner.state.phase === "ready") this.#keepSpare();
      this.#finish();
      this.#next();
    } else {
      this.#queue = this.#queue.filter((other) => other !== job);
    }
    job.reject(reason); // has no effect on a call that has its answer
  }

  #keepSpare() {
    if ((navigator.deviceMemory ?? ENOUGH_MEMORY) < ENOUGH_MEMORY) return;
    setTimeout(() => (this.#spare ??= this.#newRunner("spare")), LATER);
  }

  #fail(message) {
    this.#runner.worker.terminate();
    this.#runner = null;
    const jobs = this.#running ? [this.#finish(), ...this.#queue] : this.#queue;
    this.#queue = [];
    for (const job of jobs) job.reject(new EngineError({ kind: "LoadError", message }));
    this.#tell({ phase: "failed", message });
  }

  #tell(state = this.#running ? { phase: "working" } : this.#runner?.state) {
    if (state) for (const watcher of this.#watchers) watcher(state);
  }
}
