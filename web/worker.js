// The worker: Pyodide with csplib. It tells its state, then answers one call at a time.

import "./files.js"; // made by the build: self.CSPLIB_FILES, the bytes and the hash of each file
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PARTS = ["pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "csplib.zip"];
const PYTHON = "/lib/csplib_page";
const UNNEEDED = ["caches", "indexedDB", "fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport"];
UNNEEDED.push("importScripts", "Worker", "SharedWorker", "BroadcastChannel");
const send = (type, data) => self.postMessage({ type, ...data });
const isFirst = self.name === "first"; // a spare loads from the cache, and nobody watches it

const ready = start().catch((error) => send("failed", { message: String(error?.message ?? error) }));

self.onmessage = async ({ data: { name, args } }) => {
  const answer = await ready;
  try {
    send("answer", { data: answer(name, args, (progress) => send("progress", { data: progress })) });
  } catch (error) {
    send("died", { message: String(error?.message ?? error) }); // Python answers its own exceptions
  }
};

async function start() {
  if (isFirst) countBytes();
  const archive = fetch(new URL("csplib.zip", import.meta.url)).then(whole);
  const pyodide = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  pyodide.unpackArchive(await archive, "zip", { extractDir: PYTHON });
  const answer = pyodide.runPython(`
import sys
sys.path.insert(0, "${PYTHON}")
from csplib_web import answer
answer`);
  withdraw();
  send("state", { phase: "ready" });
  return answer;
}

/** Take away what a program of the reader has no use for: the network, and what the page keeps. */
function withdraw() {
  for (let scope = self; scope; scope = Object.getPrototypeOf(scope)) {
    for (const name of UNNEEDED) Reflect.deleteProperty(scope, name);
  }
}

async function whole(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.arrayBuffer();
}

/** Tell how many bytes of the large files have come. */
function countBytes() {
  const plain = self.fetch.bind(self);
  const sizes = new Map(PARTS.map((path) => [new URL(path, import.meta.url).href, self.CSPLIB_FILES[path].bytes]));
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes);
  let loaded = 0;
  const count = (bytes) => {
    loaded += bytes;
    send("state", loaded < total ? { phase: "loading", loaded, total } : { phase: "starting" });
  };
  self.fetch = async (request, options) => {
    const response = await plain(request, options);
    if (!sizes.has(response.url) || !response.ok) return response;
    const counting = new TransformStream({
      transform(chunk, out) {
        count(chunk.byteLength);
        out.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counting), { headers: response.headers });
  };
}
