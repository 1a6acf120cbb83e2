// The gallery: positions worth a look.

import { picture } from "./board.js";
import { byId, h } from "./dom.js";

/** @param {string} game @param {string} start @param {string} tab */
const address = (game, start, tab) => `#/board?${new URLSearchParams({ game, start, tab })}`;

/**
 * Who wins Amazons, by width and height; a cell opens its board.
 * @param {{ title: string, layout: string, width: number, height: number, rows: string[] }} chart the size of its first cell, and rows of
 *   W, B, and a dot where a board is not solved
 */
function winners(chart) {
  const width = (/** @type {number} */ i) => chart.width + i;
  return h("table", { class: "winners" }, h("caption", {}, chart.title),
    h("tr", {}, h("td"), ...[...chart.rows[0]].map((_, i) => h("th", { scope: "col" }, String(width(i))))),
    ...chart.rows.map((row, j) => h("tr", {}, h("th", { scope: "row" }, String(chart.height + j)), ...[...row].map((winner, i) => {
      const start = `${width(i)}x${chart.height + j}${chart.layout}`;
      const title = `${start}: ${winner === "W" ? "White" : "Black"} wins`;
      return h("td", {}, winner !== "." && h("a", { href: address("amazons", start, "solve"), title, "aria-label": title }, winner));
    }))));
}

export async function drawGallery() {
  const { groups } = await (await fetch("data/gallery.json")).json();
  byId("view-gallery").replaceChildren(
    h("h1", {}, "Gallery"),
    h("p", { class: "lead" }, "Positions worth a look. Each opens on the board, with its areas, values and thermographs."),
    ...groups.flatMap((/** @type {any} */ group) => [
      h("h2", {}, group.title),
      h("p", { class: "muted" }, group.text),
      h("div", { class: "grid" }, ...group.items.map((/** @type {any} */ item) =>
        h("a", { class: "tile-card", href: address(item.game, item.position, item.tab ?? "areas") },
          picture(item.game, item.drawn ?? item.position, item.title), h("b", {}, item.title), h("p", { class: "muted" }, item.text)))),
      ...(group.charts ? [h("p", { class: "muted" }, "Who wins Amazons: W White, who moves first, B Black. Widths across, heights down."),
        h("div", { class: "grid" }, ...group.charts.map(winners))] : []),
    ]),
  );
}
