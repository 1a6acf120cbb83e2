// Domineering: what lies over the board when a player's cover or cut is shown.

import { count } from "./dom.js";

/** @typedef {{ squares: string[], kind: string, label?: string, title: string, text: string }} Shown */
/** @typedef {{ id: string, title: string, text: string, areas: Shown[] }} View */

/** Label, pattern, name and meaning of the areas of a cover. @type {Record<string, [string, string, string, string]>} */
const KINDS = {
  protective: ["P", "black", "Protective", "one domino here makes two squares safe; of two such areas the player gets one"],
  vulnerable2: ["V2", "active", "Vulnerable, type 2", "one opposing domino can touch it together with another area; a third of them is had"],
  vulnerable1: ["V1", "white", "Vulnerable, type 1", "no opposing domino touches it together with another area; half of them are had"],
  safe: ["S", "", "Safe", "the opponent cannot play here"],
  option3: ["O3", "dead", "Option, type 3", "taken with a square of a safe area it costs the opponent 3 squares"],
  option2: ["O2", "dead", "Option, type 2", "taken with a square of a safe area it costs the opponent 2 squares"],
  option1: ["O1", "dead", "Option, type 1", "taken with a square of a safe area it costs the opponent 1 square"],
};

/** @param {number[]} lines @param {string} player */
function renounced(lines, player) {
  if (!lines.length) return "renounces no line";
  const place = player === "vertical" ? "below row" : "after column";
  return `promises never to cross the line${lines.length > 1 ? "s" : ""} ${place}${lines.length > 1 ? "s" : ""} ${lines.join(", ")}`;
}

/** Both players' covers and cuts, as the answer to `evaluate` tells them. @param {any} found @returns {View[]} */
export function coverViews(found) {
  const players = /** @type {const} */ ([["vertical", "Vertical", "Horizontal"], ["horizontal", "Horizontal", "Vertical"]]);
  const covers = players.map(([player, name, opponent]) => {
    const cover = found.cover[player];
    return {
      id: `cover-${player}`, title: `${name}’s cover`,
      text: `With ${opponent} to move ${name} has at least ${count(cover.moves, "move")}, ${opponent} at most ${cover.opponent_moves}.`,
      areas: cover.areas.map((/** @type {any} */ area) => {
        const [label, pattern, title, text] = KINDS[area.kind];
        return { squares: area.squares, kind: pattern || player, label, title: `${title} · ${area.squares[0]}`, text };
      }),
    };
  });
  const cuts = players.map(([player, name]) => ({
    id: `cut-${player}`, title: `${name}’s cut`,
    text: `${name} ${renounced(found.cuts[player].lines, player)}.`,
    areas: found.regions.filter((/** @type {any} */ region) => region.player === player).map((/** @type {any} */ region) => {
      const { value, counted_as: counted, mean, temperature } = region;
      const label = [value, counted].find((text) => text !== null && text.length <= 9);
      const side = player === "vertical" ? "at least" : "at most";
      const worth = value !== null && value.length <= 60 ? `worth ${value}` : mean !== null ? `mean ${mean}, temperature ${temperature}` : "not valued";
      return { squares: region.squares, kind: "active", label, title: `Region · ${count(region.squares.length, "square")}`, text: `${worth}; counted as ${side} ${counted}` };
    }),
  }));
  return [...covers, ...cuts];
}
