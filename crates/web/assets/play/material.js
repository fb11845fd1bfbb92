// @ts-check
/** Pieces counted on the board, by what is drawn: the page knows no rules. */

import { seatShape } from "../lib/dom.js";
import { squareNames } from "../board/board.js";

/** @typedef {import("../lib/api.js").State} State */
/** @typedef {import("../board/board.js").Picture} Picture */

/** How many pieces stand on a board. @param {Picture} picture */
export const pieceCount = ({ cells }) => cells.filter((cell) => cell[1]).length;

/** How many pieces of a seat stand on a board. @param {State} state @param {Picture} picture @param {number} seat */
export function material(state, { cells }, seat) {
  const shape = seatShape(state.name, seat);
  return cells.filter((cell) => shape && cell[1] === shape).length;
}

/** Whether pieces of this game walk: something stands where a move begins, or is gone from there. Else a count says little. @param {State} state */
export function piecesWalk({ picture, legal, last }) {
  const names = squareNames(picture.columns, picture.rows);
  const stands = (/** @type {string} */ name) => Boolean(picture.cells[names.indexOf(name)]?.[1]);
  return legal.some(({ squares }) => squares.length > 1 && stands(squares[0])) || (last.length > 1 && !stands(last[0]));
}
