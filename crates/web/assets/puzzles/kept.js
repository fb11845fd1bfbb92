// @ts-check
/** Drawings kept in the browser, so that a reload loses nothing. Some browsers forbid storage; then nothing is kept. */

/** @typedef {{text: string, paths: number[][], elapsed: number, hints: number, ended: "" | "solved" | "shown", address: string}} Kept */

const NAME = "puzzles";
/** How many puzzles are remembered. */
const MOST = 20;

/** The latest first. @returns {Kept[]} */
export function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.text === "string") : [];
  } catch {
    return [];
  }
}

/** @param {Kept} one */
export function keep(one) {
  try {
    localStorage.setItem(NAME, JSON.stringify([one, ...all().filter((other) => other.text !== one.text)].slice(0, MOST)));
  } catch {
    // Nothing is kept, and playing goes on.
  }
}

/** @param {string} text */
export const find = (text) => all().find((one) => one.text === text);
