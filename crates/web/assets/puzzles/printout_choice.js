// @ts-check
/** Which puzzles go on a printout: read from an address, written into one, and listed. */

import { printoutWords as said } from "../strings/printouts.js";
import { generate, read } from "./api.js";
import { LENGTH, keyOf } from "./packs.js";
import { resultOf } from "./records.js";

/** How many puzzles a page may have. */
export const EACH = [1, 2, 4, 6, 9];
/** So many pages at most: all their solutions fit one. */
export const MOST_PAGES = 4;
/** The largest board that is made for paper. */
export const SIZES = { least: 5, most: 14 };

/** @typedef {"this" | "pack" | "new"} Which */
/** @typedef {{which: Which, puzzle: string, size: number, difficulty: string, seed: number, skip: boolean, each: number, pages: number, answers: boolean}} PrintoutChoice */
/** A puzzle to come, and what it is called. @typedef {{name: string, make: (signal: AbortSignal) => Promise<import("./api.js").Puzzle>}} Planned */

/** @param {number} value @param {number} least @param {number} most */
export const within = (value, least, most) => Math.min(most, Math.max(least, Math.floor(value) || least));

/** @param {URLSearchParams} query @returns {PrintoutChoice} */
export function choiceFrom(query) {
  const puzzle = (query.get("puzzle") ?? "").replaceAll("/", "\n");
  const asked = query.get("which");
  const which = asked === "pack" || asked === "new" ? asked : puzzle ? "this" : "pack";
  const each = Number(query.get("each"));
  return {
    which,
    puzzle,
    size: within(Number(query.get("size") ?? 6), SIZES.least, SIZES.most),
    difficulty: query.get("difficulty") ?? "easy",
    seed: within(Number(query.get("seed") ?? 1), 1, 999_999_999),
    skip: query.has("skip"),
    each: EACH.includes(each) ? each : which === "this" ? 1 : 4,
    pages: within(Number(query.get("pages") ?? 1), 1, MOST_PAGES),
    answers: query.get("answers") !== "no",
  };
}

/** The address of the printouts: who comes back finds the same. @param {PrintoutChoice} choice */
export function addressOf({ which, puzzle, size, difficulty, seed, skip, each, pages, answers }) {
  const query = new URLSearchParams({ which, size: String(size), difficulty, seed: String(seed), each: String(each), pages: String(pages) });
  if (skip) query.set("skip", "");
  if (!answers) query.set("answers", "no");
  if (puzzle) query.set("puzzle", puzzle.trim().replaceAll("\n", "/"));
  return `/puzzles/print?${query}`;
}

/** The numbers of a pack from one on, round its end; without those that are solved, if that is wanted. @param {PrintoutChoice} choice */
function packNumbers({ size, difficulty, seed, skip }) {
  const pack = { size: String(size), difficulty };
  const all = Array.from({ length: LENGTH }, (_, step) => ((seed - 1 + step) % LENGTH) + 1);
  return all.filter((number) => !skip || !resultOf(keyOf(pack, number)));
}

/** @param {PrintoutChoice} choice @returns {Planned[]} */
export function planned(choice) {
  const { which, puzzle, size, difficulty, seed, each, pages } = choice;
  const count = each * pages;
  const made = (/** @type {number} */ of) => (/** @type {AbortSignal} */ signal) => generate({ width: size, height: size, difficulty: difficulty || undefined, seed: of }, signal);
  if (which === "this") return [{ name: said.single, make: (signal) => read(puzzle, signal) }];
  if (which === "pack") return packNumbers(choice).slice(0, count).map((number) => ({ name: said.number(number), make: made(number) }));
  return Array.from({ length: count }, (_, index) => ({ name: said.seed(index + 1, seed + index), make: made(seed + index) }));
}
