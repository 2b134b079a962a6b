// The first page: a card for each room.

import { h, replace } from "../dom.js";
import { address, ROOMS } from "../router.js";
import { t } from "../texts.js";

export function mount(root) {
  const cards = ROOMS.map((room) =>
    h("a", { class: "card", href: address(room) }, h("h2", {}, t(`${room}.title`)), h("p", {}, t(`${room}.about`))),
  );
  replace(root, h("h1", { tabindex: -1 }, t("page.heading")), h("p", { class: "lead" }, t("page.lead")));
  root.append(h("div", { class: "cards" }, cards));
  return { update() {}, unmount() {} };
}
