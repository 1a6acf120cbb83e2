// The gallery: positions worth a look.

import { picture } from "./board.js";
import { byId, h } from "./dom.js";

export async function drawGallery() {
  const { groups } = await (await fetch("data/gallery.json")).json();
  byId("view-gallery").replaceChildren(
    h("h1", {}, "Gallery"),
    h("p", { class: "lead" }, "Positions worth a look. Each opens on the board, with its areas, values and thermographs."),
    ...groups.flatMap((/** @type {any} */ group) => [
      h("h2", {}, group.title),
      h("p", { class: "muted" }, group.text),
      h("div", { class: "grid" }, ...group.items.map((/** @type {any} */ item) =>
        h("a", { class: "tile-card", href: `#/board?${new URLSearchParams({ game: item.game, start: item.position, tab: item.tab ?? "areas" })}` },
          picture(item.game, item.drawn ?? item.position, item.title), h("b", {}, item.title), h("p", { class: "muted" }, item.text)))),
    ]),
  );
}
