// The end of a game: who won and why, and what to do next.

import { app } from "./app.js";
import { byId, count, h } from "./dom.js";
import { match } from "./match.js";
import { openNew, rematch } from "./newgame.js";
import { sideName } from "./notation.js";
import { isGuest } from "./session.js";
import { tabs } from "./tabs.js";

const card = byId("result");

/** At the end of a game that is kept, and only there. */
function draw() {
  card.hidden = isGuest() || !match.isOver();
  byId("status").hidden = !card.hidden;
  if (card.hidden) return;
  const { result, ended } = match.state;
  const why = !ended && app.info?.over ? `${sideName(app.side)} has no move. ` : "";
  card.replaceChildren(
    h("div", {}, h("b", {}, result ?? ""), h("span", { class: "muted" }, ` ${why}${count(app.tree.line().length - 1, "move")}.`)),
    h("div", { class: "row" },
      h("button", { type: "button", class: "small primary", id: "rematch", onclick: () => void rematch() }, "Rematch"),
      h("button", { type: "button", class: "small", id: "result-review", onclick: () => {
        tabs.choose("analysis");
        byId("review").click();
      } }, "Review"),
      h("button", { type: "button", class: "small", id: "result-new", onclick: openNew }, "New game")));
}

for (const event of ["position", "info", "game"]) app.addEventListener(event, draw);
match.addEventListener("ended", draw);
