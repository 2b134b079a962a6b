// The page: its frame, and the room that the address names.

import { h, replace } from "./dom.js";
import { Engine } from "./engine.js";
import { makeFrame } from "./frame.js";
import { keepAll, keepOffline } from "./offline.js";
import { address, parse, ROOMS } from "./router.js";
import { t } from "./texts.js";

const engine = new Engine();
const frame = makeFrame(engine);
document.body.append(...frame.parts);
globalThis.csplib = { engine }; // for the curious at the console, and for tests

let shown = { name: null, room: null };
addEventListener("hashchange", () => show({ focus: true }));
await show({ focus: false });

engine.watch((state) => state.phase === "ready" && keepAll());
await keepOffline(frame.offerUpdate);
engine.start();

/** Show the room and the state that the address names. */
async function show({ focus }) {
  const { room: name } = parse(location.hash);
  if (name !== shown.name) {
    shown.room?.unmount();
    shown = { name, room: null };
    frame.main.replaceChildren();
    const known = name === "home" || ROOMS.includes(name);
    const { mount } = known ? await import(`./rooms/${name}.js`) : { mount: mountUnknown };
    if (shown.name !== name) return; // the reader has gone on meanwhile
    shown.room = mount(frame.main, contextOf(name));
    frame.markRoom(known ? name : "");
    if (focus) frame.main.querySelector("h1")?.focus();
  }
  shown.room?.update(parse(location.hash).params);
}

/** Return what a room may use of the page. */
function contextOf(name) {
  return {
    engine,
    announce: frame.announce,
    setParams(params, { push = false } = {}) {
      if (shown.name !== name) return; // an answer that came after the reader has left
      history[push ? "pushState" : "replaceState"](null, "", address(name, params));
    },
  };
}

function mountUnknown(root) {
  const back = h("a", { href: address("home") }, t("page.home"));
  replace(root, h("h1", { tabindex: -1 }, t("page.unknown")), h("p", {}, back));
  return { update() {}, unmount() {} };
}
