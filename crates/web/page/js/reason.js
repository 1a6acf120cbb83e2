// Why a position is decided, in words: its areas, and what they are worth to whom.

import { ask } from "./api.js";
import { count } from "./dom.js";

/** Areas that are named at most; more would not be read. */
const MOST_AREAS = 6;

/** @param {any} area @param {string} left the player for whom positive values are good @param {string} right */
function words({ squares, value, bounds }, left, right) {
  const place = `at ${squares[0]} (${count(squares.length, "square")})`;
  const number = Number(value);
  if (value !== null && Number.isInteger(number)) {
    return number === 0 ? `${place} nobody is ahead` : `${place} ${number > 0 ? left : right} is ${count(Math.abs(number), "move")} ahead`;
  }
  if (value !== null && value.length <= 24) return `${place} the value is ${value}`;
  return `${place} the value is between ${bounds.lower} and ${bounds.upper}`;
}

/** @param {import("./notation.js").GameName} game @param {string} position @returns {Promise<string>} */
export async function reason(game, position) {
  const found = await ask("evaluate", { game, position });
  const [left, right] = game === "amazons" ? ["Black", "White"] : ["Vertical", "Horizontal"];
  if (!found.winners.first && !found.winners.second) return "The areas alone do not say who wins; the solver has proved it by search.";
  const areas = found.areas.filter((/** @type {any} */ area) => area.kind !== "dead");
  const named = areas.slice(0, MOST_AREAS).map((/** @type {any} */ area) => words(area, left, right));
  const more = areas.length - named.length;
  if (more > 0) named.push(`and ${count(more, "more area", "more areas")}`);
  return `${found.reason}${named.length ? ` The areas: ${named.join("; ")}.` : ""}`;
}
