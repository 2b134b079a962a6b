// The controls that play steps: Reset, Back, Step, Run, End, a slider and the speed.

import { h, replace } from "../../dom.js";
import { t } from "../../texts.js";

const SPEEDS = { slow: 1000, medium: 300, fast: 60 }; // ms for a step
const REST = 250; // ms without a step, after which the address is written

/**
 * Return the controls. `show(place, {spoken})` shows a place, `settled(place)` is told when the reader rests there.
 * `load(stops, place)` takes the places at which to stop, ascending.
 */
export function makePlayer({ show, settled }) {
  let stops = [0];
  let place = 0;
  let timer = 0;
  let rest = 0;
  const button = (name, action) =>
    h("button", { type: "button", class: `ac3-${name}`, onclick: action }, t(`ac3.player.${name}`));
  const buttons = {
    reset: button("reset", () => jump(stops[0])),
    back: button("back", () => jump(before())),
    step: button("step", () => jump(after())),
    run: button("run", () => (timer ? pause() : run())),
    end: button("end", () => jump(stops.at(-1))),
  };
  buttons.step.classList.add("primary");
  const slider = h("input", { type: "range", min: 0, class: "ac3-slider", "aria-label": t("ac3.player.place") });
  slider.addEventListener("input", () => jump(stops[Number(slider.value)]));
  const count = h("output", { class: "ac3-count" });
  const speed = h(
    "select",
    { id: "ac3-speed" },
    Object.keys(SPEEDS).map((name) => h("option", { value: name }, t(`ac3.speeds.${name}`))),
  );
  speed.value = "medium";
  const extra = h("div", { class: "ac3-extra" });
  const element = h(
    "div",
    { class: "ac3-player", role: "group", "aria-label": t("ac3.player.label") },
    h("div", { class: "ac3-buttons" }, Object.values(buttons)),
    h("div", { class: "ac3-track" }, slider, count),
    h("div", { class: "ac3-extra" }, h("label", { for: "ac3-speed" }, t("ac3.player.speed")), speed),
    extra,
  );

  const before = () => stops.findLast((stop) => stop < place) ?? stops[0];
  const after = () => stops.find((stop) => stop > place) ?? stops.at(-1);

  function jump(to) {
    pause();
    go(to, true);
  }

  function go(to, spoken) {
    place = to;
    const number = stops.findLastIndex((stop) => stop <= place);
    const last = stops.length - 1;
    slider.max = last;
    slider.value = number;
    slider.setAttribute("aria-valuetext", t("ac3.player.count", { number, last }));
    replace(count, t("ac3.player.count", { number, last }));
    disable(buttons.back, place <= stops[0]);
    disable(buttons.reset, place <= stops[0]);
    disable(buttons.step, place >= stops.at(-1));
    disable(buttons.run, place >= stops.at(-1));
    disable(buttons.end, place >= stops.at(-1));
    show(place, { spoken });
    clearTimeout(rest);
    rest = setTimeout(() => !timer && settled(place), REST);
  }

  function run() {
    replace(buttons.run, t("ac3.player.pause"));
    const tick = () => {
      const ends = after() === stops.at(-1);
      if (ends) pause();
      go(after(), ends);
      if (!ends) timer = setTimeout(tick, SPEEDS[speed.value]);
    };
    timer = setTimeout(tick, 0);
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    replace(buttons.run, t("ac3.player.run"));
  }

  return {
    element,
    extra,
    place: () => place,
    /** Take other stops, and show the place nearest to *to*. */
    load(places, to = 0, { exact = false } = {}) {
      pause();
      stops = places;
      go(exact ? Math.max(0, Math.min(to, stops.at(-1))) : (stops.findLast((stop) => stop <= to) ?? stops[0]), false);
    },
    stop() {
      pause();
      clearTimeout(rest);
    },
  };
}

/** Disable a button but keep the focus on it, so that the keyboard does not lose its place. */
function disable(button, off) {
  if (off) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}
