// How well somebody solves puzzles: a rating as in chess, and a streak. Both are kept in this browser.

const KEY = "lastmove-rating";
/** How far one puzzle moves the rating at most. */
const STEP = 32;

/** @typedef {{ rating: number, streak: number, best: number, tried: number }} Score */

/** @returns {Score} */
export function score() {
  return { rating: 1000, streak: 0, best: 0, tried: 0, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
}

/** What a puzzle of a grade, 1 to 5, is worth. @param {number} grade */
export const ratingOf = (grade) => 600 + 250 * grade;

/** Half of what a failure costs, since a hint tells half of the move. */
const HINT = 0.5;

/** Counts a puzzle that was met for the first time: solved at the first try, with a hint, or not. @param {number} grade @param {"solved" | "hinted" | "failed"} how */
export function rate(grade, how) {
  const won = how === "solved";
  const before = score();
  const expected = 1 / (1 + 10 ** ((ratingOf(grade) - before.rating) / 400));
  const streak = won ? before.streak + 1 : 0;
  const after = {
    rating: Math.round(before.rating + STEP * (Number(won) - expected) * (how === "hinted" ? HINT : 1)), streak,
    best: Math.max(before.best, streak), tried: before.tried + 1,
  };
  localStorage.setItem(KEY, JSON.stringify(after));
  return after;
}
