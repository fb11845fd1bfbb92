// @ts-check
/** At a table of more than two: what the others have played since one's own last move, as arrows in their colours. */

import { words } from "../strings.js";

/** @typedef {import("../lib/api.js").State} State */

/** The seat that looks: the only person's, or the one to move. @param {State} state @param {number} ply */
function viewer(state, ply) {
  const people = state.seats.flatMap((seat, index) => (seat.who === "person" ? [index] : []));
  return state.eyes ?? (people.length === 1 ? people[0] : (state.moves[ply]?.seat ?? state.turn));
}

/** @param {State} state @param {number} ply the one that is looked at @returns {import("../board/board.js").Arrow[]} */
export function rivalArrows(state, ply) {
  if (state.seats.length < 3 || state.curtain !== null) return [];
  const made = state.moves.slice(0, ply);
  const own = viewer(state, ply);
  const since = made.slice(made.findLastIndex((move) => move.seat === own) + 1).slice(1 - state.seats.length);
  return since.filter((move) => move.squares.length > 0).map((move) => ({ squares: move.squares, kind: `rival rival-${move.seat}`, words: words.board.rival(state.seats[move.seat].name) }));
}
