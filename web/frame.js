// What is around every room: the header with the rooms and the theme, and the footer with the state of the engine.

import { h, replace } from "./dom.js";
import { address, ROOMS } from "./router.js";
import { t } from "./texts.js";

const THEMES = ["auto", "light", "dark"];
const SOON = 300; // ms: a call that takes longer is shown, with a Stop button

/** Return the parts of the frame, and what the page does with it. */
export function makeFrame(engine) {
  const main = h("main", { id: "room", tabindex: -1 });
  const links = ROOMS.map((room) => h("a", { href: address(room), dataset: { room } }, t(`${room}.title`)));
  const spoken = h("p", { class: "spoken", role: "status" });
  const notice = h("div", { class: "notice", role: "status" });
  const skip = h("a", { class: "skip", href: "#room", onclick: (event) => jump(event, main) }, t("page.skip"));
  const header = h(
    "header",
    { class: "top" },
    h("a", { class: "brand", href: address("home") }, h("img", { src: "icon.svg", alt: "" }), t("page.name")),
    h("nav", { "aria-label": t("page.rooms") }, links),
    themeButton(),
  );
  return {
    main,
    parts: [skip, header, main, notice, engineBar(engine), spoken],
    markRoom(name) {
      for (const link of links) {
        if (link.dataset.room === name) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
      document.title = ROOMS.includes(name) ? t("page.title", { room: t(`${name}.title`) }) : t("page.name");
    },
    /** Say something to users of screen readers. */
    announce: (text) => replace(spoken, text),
    offerUpdate: (reload) =>
      replace(notice, t("page.update"), " ", h("button", { type: "button", onclick: reload }, t("page.reload"))),
  };
}

function jump(event, main) {
  event.preventDefault(); // the address belongs to the rooms
  main.focus();
}

function themeButton() {
  const root = document.documentElement;
  const button = h("button", { type: "button", class: "theme", onclick: turn });
  const show = (theme) => {
    button.dataset.theme = theme;
    button.setAttribute("aria-label", t(`page.theme.${theme}`));
    button.title = t(`page.theme.${theme}`);
  };
  function turn() {
    const next = THEMES[(THEMES.indexOf(root.dataset.theme ?? "auto") + 1) % THEMES.length];
    if (next === "auto") delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      localStorage.setItem("theme", next);
    } catch {
      // Storage can be forbidden: the choice lasts until the page is closed.
    }
    show(next);
  }
  show(root.dataset.theme ?? "auto");
  return button;
}

/** Return the bar that shows how far Python has loaded, what runs, and a Stop button. */
function engineBar(engine) {
  const bar = h("footer", { class: "engine", dataset: { phase: "loading" } });
  let clock = 0;
  engine.watch((state) => {
    clearInterval(clock);
    bar.dataset.phase = state.phase;
    if (state.phase === "working") clock = showWork(bar, engine);
    else replace(bar, PHASES[state.phase](state, engine));
  });
  return bar;
}

const PHASES = {
  loading({ loaded, total }) {
    const percent = Math.floor((100 * loaded) / total);
    return h("label", {}, t("page.loading", { percent }), h("progress", { max: total, value: loaded }));
  },
  starting: () => h("label", {}, t("page.starting"), h("progress", {})),
  ready: () => t("page.ready"),
  failed: ({ message }, engine) => [
    h("span", { role: "alert" }, t("page.failed", { message })),
    h("button", { type: "button", onclick: () => engine.start() }, t("page.again")),
  ],
};

function showWork(bar, engine) {
  const began = performance.now();
  const text = h("span", {}, t("page.working", { seconds: 0 }));
  const stop = h("button", { type: "button", class: "stop", onclick: () => engine.stop() }, t("page.stop"));
  return setInterval(() => {
    if (!stop.isConnected) replace(bar, text, stop);
    replace(text, t("page.working", { seconds: Math.floor((performance.now() - began) / 1000) }));
  }, SOON);
}
