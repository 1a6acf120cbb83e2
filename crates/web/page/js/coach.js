// The box above the board that explains and leads on.

import { byId, h } from "./dom.js";

/**
 * @param {{ title: string, text: string, actions?: [string, () => void, boolean?][], step?: number, steps?: number } | null} say
 */
export function coach(say) {
  const box = byId("coach");
  box.hidden = !say;
  if (!say) return;
  const actions = (say.actions ?? []).map(([name, act, main]) => h("button", { type: "button", class: main ? "primary small" : "small", onclick: act }, name));
  const dots = say.steps ? h("div", { class: "dots", "aria-hidden": "true" }, ...Array.from({ length: say.steps }, (_, i) => h("i", { class: i <= (say.step ?? 0) ? "done" : "" }))) : null;
  box.replaceChildren(h("h2", {}, say.title), h("p", { "aria-live": "polite" }, say.text), actions.length ? h("div", { class: "actions" }, ...actions) : "", dots ?? "");
}
