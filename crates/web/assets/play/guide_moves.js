// @ts-check
/** What a move did, read from the boards before and after it: no rules are needed for that. */

import { squareNames } from "../board/board.js";
import { pieceLabel } from "../lib/dom.js";

/** @typedef {import("../board/board.js").Picture} Picture */
/** @typedef {import("../lib/api.js").MoveMade} MoveMade */
/**
 * `put`: something stands where nothing stood. `split`: some went and some stayed. `unknown`: a board is missing.
 * @typedef {{text: string, squares: string[], kind: "put" | "moved" | "split" | "unknown", taken: string[], goes: string, stays: string}} Deed
 */

/** @param {MoveMade} move @param {Picture | undefined} before @param {Picture | undefined} after @returns {Deed} */
export function deedOf({ text, squares }, before, after) {
  const unknown = { text, squares, kind: /** @type {const} */ ("unknown"), taken: [], goes: "", stays: "" };
  if (!before || !after || squares.length === 0) return unknown;
  const names = squareNames(after.columns, after.rows);
  const [was, is] = [before, after].map(({ cells }) => (/** @type {string} */ square) => cells[names.indexOf(square)] ?? []);
  const [first, last] = [squares[0], squares[squares.length - 1]];
  const shape = is(last)[1];
  if (!shape) return unknown;
  // What stood where it went, or vanished elsewhere.
  const gone = names.filter((name) => was(name)[1] && (squares.includes(name) ? name === last && first !== last : !is(name)[1]));
  const taken = gone.map((name) => pieceLabel(was(name)[1]));
  if (!was(first)[1]) return { ...unknown, kind: "put", taken };
  const stays = is(first)[1] === shape ? (is(first)[2] ?? "") : "";
  const goes = is(last)[2] ?? "";
  const isSplit = /^\d+$/.test(stays) && /^\d+$/.test(goes);
  return { ...unknown, kind: isSplit ? "split" : "moved", taken, goes, stays };
}
