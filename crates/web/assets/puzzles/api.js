// @ts-check
/** What the server can be asked about puzzles. The other end is `crates/web/src/puzzles/message.rs`. */

import { fetchJson } from "../lib/api.js";

/**
 * @typedef {object} Puzzle
 * @property {string} text
 * @property {number} width
 * @property {number} height
 * @property {string[]} labels
 * @property {number[]} hues for each colour its number among the hues of the style sheet
 * @property {[number, number][]} sources
 * @property {"unsolvable" | "unique" | "several" | "solved" | "unknown"} verdict
 * @property {string | null} solutions
 * @property {string | null} difficulty
 */
/** @typedef {{width: number, height: number, colors?: number, difficulty?: string, seed: number}} GenerateRequest */
/** @typedef {{color: number, keep: number}} Cut */
/** @typedef {{kind: "open" | "unsolvable" | "unknown"} | {kind: "wrong", cuts: Cut[]}} DrawingStatus */
/** @typedef {{solved: boolean, touches: [number, number][], apart: number[], empty: number[], status: DrawingStatus}} Checked */
/** @typedef {{kind: "draw", color: number, path: number[], fresh: number} | {kind: "wrong", cuts: Cut[]} | {kind: "done" | "unsolvable" | "unknown"}} Hint */
/** @typedef {{verdict: string, paths: number[][] | null, attempts: number}} Solved */
/** @typedef {{frames: number[][][], stride: number, steps: number, attempts: number, paths: number[][] | null, cut: boolean}} SolverTrace */
/** @typedef {{samples: {name: string, text: string}[], difficulties: string[]}} Offered */

/** @param {string} what @param {object} asked @param {AbortSignal} [signal] */
const ask = (what, asked, signal) =>
  fetchJson(`/api/puzzles/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(asked),
    signal,
  });

/** @returns {Promise<Offered>} */
export const offered = () => fetchJson("/api/puzzles");
/** @param {GenerateRequest} request @param {AbortSignal} [signal] @returns {Promise<Puzzle>} */
export const generate = (request, signal) => ask("generate", request, signal);
/** @param {string} puzzle @param {AbortSignal} [signal] @returns {Promise<Puzzle>} */
export const read = (puzzle, signal) => ask("read", { puzzle }, signal);
/** @param {string} puzzle @param {number[][]} paths @returns {Promise<Checked>} */
export const check = (puzzle, paths) => ask("check", { puzzle, paths });
/** @param {string} puzzle @param {number[][]} paths @param {number} [color] @returns {Promise<Hint>} */
export const hint = (puzzle, paths, color) => ask("hint", { puzzle, paths, color });
/** @param {string} puzzle @param {AbortSignal} [signal] @returns {Promise<Solved>} */
export const solve = (puzzle, signal) => ask("solve", { puzzle }, signal);
/** @param {string} puzzle @param {string} method @param {AbortSignal} [signal] @returns {Promise<SolverTrace>} */
export const trace = (puzzle, method, signal) => ask("trace", { puzzle, method }, signal);
