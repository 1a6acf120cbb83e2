// The tabs of the panel.

import { byId } from "./dom.js";

const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.tabs [role="tab"]')]);

class Tabs extends EventTarget {
  current = "game";

  /** @param {string} name */
  choose(name) {
    this.current = name;
    for (const button of buttons) {
      const mine = button.dataset.tab === name;
      button.setAttribute("aria-selected", String(mine));
      button.tabIndex = mine ? 0 : -1;
      byId(`tab-${button.dataset.tab}`).hidden = !mine;
    }
    this.dispatchEvent(new Event("change"));
  }
}

export const tabs = new Tabs();

buttons.forEach((button, i) => {
  button.setAttribute("aria-controls", `tab-${button.dataset.tab}`);
  button.addEventListener("click", () => tabs.choose(button.dataset.tab ?? "game"));
  button.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = buttons[(i + step + buttons.length) % buttons.length];
    tabs.choose(next.dataset.tab ?? "game");
    next.focus();
  });
});
