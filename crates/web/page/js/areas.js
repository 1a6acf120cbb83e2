// The Areas tab: the board cut into areas, what each is worth, the sum, and who wins by it.

import { ask } from "./api.js";
import { app } from "./app.js";
import { byId, count, h, s, toast } from "./dom.js";
import { coverViews } from "./covers.js";
import { squareNumber } from "./notation.js";
import { tabs } from "./tabs.js";
import { number } from "./thermograph.js";
import { showValue } from "./value.js";

const panel = byId("tab-areas");
/** @type {AbortController | null} */
let asking = null;
/** What is laid over a Domineering board: the areas, or a player's cover or cut. */
let view = "areas";

/** @type {Record<string, string>} */
const TITLES = {
  white: "White’s territory", black: "Black’s territory", active: "Contested", dead: "Dead",
  vertical: "Vertical’s territory", horizontal: "Horizontal’s territory",
};

/** @param {any} area */
function kind(area) {
  return area.kind === "territory" ? area.owner ?? "active" : area.kind;
}

/** What to write on the board. @param {any} area */
function label(area) {
  if (area.kind === "dead") return undefined;
  if (area.value !== null && area.value.length <= 9) return area.value;
  if (area.mean !== null) return `≈${area.mean}`;
  const { lower, upper } = area.bounds;
  return lower === upper ? lower : `${lower}…${upper}`;
}

/** @param {any} bounds */
function boundsText({ lower, lower_end, upper, upper_end }) {
  const side = (/** @type {string} */ at, /** @type {string} */ beyond, /** @type {string} */ number, /** @type {string} */ end) =>
    end === "tightened" ? `${beyond} than ${number}` : `${at} ${number}${end === "relaxed" ? " (up to an infinitesimal)" : ""}`;
  return lower === upper && lower_end === "exact" && upper_end === "exact" ? lower
    : `${side("at least", "more", lower, lower_end)}, ${side("at most", "less", upper, upper_end)}`;
}

/** Who moves in a part. @param {any} part */
function by(part) {
  const names = [...part.amazons, ...part.blockers.map((/** @type {string} */ name) => `blocker ${name}`)];
  return names.length ? ` by ${names.join(", ")}` : "";
}

/** One side's view of an area, a line for each part. @param {string} title @param {any} view */
function sideView(title, view) {
  const squares = (/** @type {any} */ part) => `${count(part.squares.length, "square")} at ${part.squares[0]}`;
  const safe = (/** @type {any} */ zone) => {
    if (zone.rule) return `${count(zone.safe_moves, "safe move")}${by(zone)}, ${zone.rule}`;
    return zone.source === "count" ? "no safe move" : zone.source === "territory" ? "the opponent’s" : `${zone.source}${by(zone)}`;
  };
  const lines = [
    ...view.territories.map((/** @type {any} */ part) => `territory of ${squares(part)}: ${count(part.moves, "move")}${by(part)}`),
    ...view.zones.map((/** @type {any} */ zone) => `zone of ${squares(zone)}: ${zone.bound}, ${safe(zone)}`),
  ];
  return [h("li", {}, h("b", {}, `${title} ${view.bound}${view.end === "exact" ? "" : ` (${view.end})`}`)), ...lines.map((line) => h("li", {}, line))];
}

/** Both sides' views. @param {any} views */
function viewsOf(views) {
  return h("details", { class: "views" }, h("summary", {}, "How each side sees it"),
    h("ul", {}, ...sideView("Black is sure of", views.black), ...sideView("White holds it to", views.white)));
}

/** @param {string} name */
function swatch(name) {
  const svg = s("svg", { class: "swatch", viewBox: "0 0 40 40", "aria-hidden": "true" });
  svg.append(s("rect", { width: 40, height: 40, fill: `url(#${app.board.id}-${name})` }));
  return svg;
}

/** @param {{ squares: string[], kind: string, label?: string }[]} areas @param {number} [chosen] */
function overlay(areas, chosen = -1) {
  app.board.overlays = areas.map(({ squares, ...area }, i) => ({
    squares: squares.map((name) => squareNumber(app.tree.game, app.tree.size, name)), ...area, chosen: i === chosen,
  }));
  app.board.draw();
}

/** Lays an area on the board while the pointer is on its line of the list. @param {any} item @param {any[]} areas @param {number} i */
function pointed(item, areas, i) {
  item.addEventListener("pointerenter", () => overlay(areas, i));
  item.addEventListener("pointerleave", () => overlay(areas));
  return item;
}

/** What to lay over the board. @param {any} found @param {{ id: string, title: string }[]} views */
function chooser(found, views) {
  const options = [{ id: "areas", title: "Areas" }, ...views].map(({ id, title }) =>
    h("option", { value: id, selected: id === view }, title));
  const select = h("select", { id: "areas-view", onchange: () => {
    view = select.value;
    show(found);
    byId("areas-view").focus();
  } }, ...options);
  return h("label", { class: "field" }, "Show", select);
}

/** Where theory would play: the hottest of the areas that are known. @param {any[]} areas */
function hottest(areas) {
  const known = areas.map(({ temperature }, i) => ({ i, heat: temperature === null ? -1 : number(temperature) }));
  const most = Math.max(-1, ...known.map(({ heat }) => heat));
  return most > 0 ? known.filter(({ heat }) => heat === most).map(({ i }) => i) : [];
}

/** @param {any} found */
function show(found) {
  const hot = hottest(found.areas);
  const views = found.cover ? coverViews(found) : [];
  const chosen = views.find(({ id }) => id === view);
  const areas = chosen?.areas ?? found.areas.map((/** @type {any} */ area) => ({ squares: area.squares, kind: kind(area), label: label(area) }));
  overlay(areas);
  const amazons = app.tree.game === "amazons";
  const [first, second] = amazons ? ["White", "Black"] : ["Vertical", "Horizontal"];
  const winner = (/** @type {string | null} */ w) => (w ? `${w.charAt(0).toUpperCase()}${w.slice(1)} wins` : "needs a search");
  const { first: one, second: other } = found.winners;
  const headline = !one && !other ? "Open: it takes a search"
    : one === other ? `${winner(one)}, whoever moves first`
      : `${first} to move: ${winner(one)} · ${second} to move: ${winner(other)}`;
  const items = found.areas.map((/** @type {any} */ area, /** @type {number} */ i) => {
    const name = kind(area);
    const worth = area.value !== null
      ? `worth ${area.value.length > 60 ? `${area.value.slice(0, 60)}…` : area.value}`
      : boundsText(area.bounds);
    const extra = area.mean !== null && area.value !== area.mean ? `, mean ${area.mean}, temperature ${area.temperature}` : "";
    const item = h("li", {},
      swatch(name),
      h("span", { class: "what" }, h("b", {}, `${TITLES[name]} · ${count(area.squares.length, "square")}`),
        area.kind === "dead" ? "neither side can move here" : worth + extra, h("span", { class: "muted" }, area.kind === "dead" ? "" : ` (${area.why})`),
        hot.includes(i) ? h("span", { class: "done-tag hottest" }, " Hottest: theory would move here.") : null,
        area.views ? viewsOf(area.views) : null),
      area.kind === "dead" ? h("span") : h("button", { type: "button", class: "small", onclick: () => void showValue(area.position, `Area ${i + 1}: ${TITLES[name]}`, area.value?.length <= 24 ? area.value : `area ${i + 1}`) }, "Thermograph"));
    return pointed(item, areas, i);
  });
  const lines = chosen?.areas.map((area, i) => pointed(h("li", {}, swatch(area.kind),
    h("span", { class: "what" }, h("b", {}, area.title), area.text)), areas, i));
  panel.replaceChildren(
    h("div", { class: "stack" },
      h("div", { class: "verdict", id: "verdict" },
        h("b", {}, headline),
        h("p", {}, found.reason),
        found.rules && (found.rules.first || found.rules.second)
          ? h("p", { class: "muted", id: "rules" }, [[first, found.rules.first], [second, found.rules.second]]
            .filter(([, rule]) => rule).map(([side, rule]) => `${side} to move: ${rule}.`).join(" ")) : null),
      h("dl", { class: "facts" },
        h("dt", {}, "Sum"), h("dd", {}, found.value ?? boundsText(found.bounds)),
        h("dt", {}, "Sign"), h("dd", {}, amazons ? "positive is good for Black (Left)" : "positive is good for Vertical (Left)")),
      found.areas.length > 1 && found.areas.length <= 12
        ? h("button", { type: "button", class: "small", onclick: () => void showValue(app.tree.node.position, "The whole board", "the whole board") }, "Thermograph of the whole") : null,
      views.length ? chooser(found, views) : null,
      chosen ? h("p", { id: "cover-text" }, chosen.text) : null,
      h("ul", { class: "area-list", "aria-label": "Areas" }, ...(lines ?? items))),
  );
}

async function update() {
  asking?.abort();
  if (tabs.current !== "areas") {
    if (app.board.overlays.length) {
      app.board.overlays = [];
      app.board.draw();
    }
    return;
  }
  const mine = new AbortController();
  asking = mine;
  const { node, game } = app.tree;
  try {
    const found = await ask("evaluate", { game, position: node.position }, mine.signal);
    if (!mine.signal.aborted && app.tree.node === node) show(found);
  } catch (error) {
    if (mine.signal.aborted) return;
    panel.replaceChildren(h("p", { class: "muted" }, /** @type {Error} */ (error).message));
    toast(/** @type {Error} */ (error).message, true);
  }
}

app.addEventListener("position", () => {
  app.board.overlays = [];
  void update();
});
tabs.addEventListener("change", () => void update());
