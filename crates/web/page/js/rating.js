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

/** Counts a puzzle that was met for the first time. @param {number} grade @param {boolean} won at the first try */
export function count(grade, won) {
  const before = score();
  const expected = 1 / (1 + 10 ** ((ratingOf(grade) - before.rating) / 400));
  const streak = won ? before.streak + 1 : 0;
  const after = {
    rating: Math.round(before.rating + STEP * (Number(won) - expected)), streak,
    best: Math.max(before.best, streak), tried: before.tried + 1,
  };
  localStorage.setItem(KEY, JSON.stringify(after));
  return after;
}
