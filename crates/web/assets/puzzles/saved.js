// @ts-check
/** Drawings saved in the browser, so that a reload loses nothing. Some browsers forbid storage; then nothing is saved. */

/** @typedef {{text: string, paths: number[][], elapsed: number, hints: number, ended: "" | "solved" | "shown", address: string}} SavedPuzzle */

const NAME = "puzzles";
/** How many puzzles are remembered. */
const MOST = 20;

/** The latest first. @returns {SavedPuzzle[]} */
export function all() {
  try {
    const saved = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(saved) ? saved.filter((one) => typeof one?.text === "string") : [];
  } catch {
    return [];
  }
}

/** @param {SavedPuzzle} one */
export function save(one) {
  try {
    localStorage.setItem(NAME, JSON.stringify([one, ...all().filter((other) => other.text !== one.text)].slice(0, MOST)));
  } catch {
    // Nothing is saved, and playing goes on.
  }
}

/** @param {string} text */
export const find = (text) => all().find((one) => one.text === text);
