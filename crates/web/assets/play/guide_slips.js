// @ts-check
/**
 * Whether one's last move gave something away. In a game of two the server says so, by the rule of the review; at a table
 * of more, or in a hidden game, only one's own turns can be compared, by what the hints said.
 */

import { gradeOf, gradeOfLoss } from "./grades.js";
import { chanceOf } from "./judge.js";

/** @typedef {import("../lib/api.js").State} State */
/** @typedef {import("../lib/messages.js").Advice} Advice */
/** @typedef {import("../lib/messages.js").ReviewedMove} ReviewedMove */
/** A better move is known if there was time to look for one. @typedef {{before: number, after: number, best: {text: string, squares: string[]} | undefined, move: ReviewedMove | undefined, ply: number}} GuideMistake */

/** The moves that lead to a ply: another game after an undo has others. @param {State} state @param {number} ply */
const wayTo = (state, ply) => state.moves.slice(0, ply).map((move) => move.text).join(" ");

/** The ply at which a seat moved last, or −1. @param {State} state @param {number} me */
export const lastTurn = (state, me) => state.moves.findLastIndex((move) => move.seat === me);

export class SlipWatch {
  constructor() {
    /** What moves were worth, by the moves up to them. @type {Map<string, ReviewedMove>} */
    this.verdicts = new Map();
    /** A good move, by the moves that led to its position. @type {Map<string, Advice>} */
    this.best = new Map();
  }

  /** The server judges the moves of a game of two; else only one's own turns can be compared. @param {State} state */
  seesAll(state) {
    return state.judged && state.seats.length === 2 && !state.hidden;
  }

  /** @param {State} state @param {ReviewedMove} told */
  hear(state, told) {
    if (told.index < state.ply) this.verdicts.set(wayTo(state, told.index + 1), told);
  }

  /** Who moves before the hint is there cuts its search short: what it found then is not worth much. @param {State} state @param {Advice} told */
  hearHint(state, told) {
    if (told.ply === state.ply) this.best.set(wayTo(state, told.ply), told);
  }

  /** The hint for a position, if it is known. @param {State} state @param {number} ply */
  bestAt(state, ply) {
    return this.best.get(wayTo(state, ply));
  }

  /** One's chance by a hint. @param {State} state @param {number} ply */
  hinted(state, ply) {
    const best = this.bestAt(state, ply);
    return best?.worth ? chanceOf(best.worth) : (best?.score?.chance ?? undefined);
  }

  /** The verdict on one's last move. @param {State} state @param {number} me */
  verdict(state, me) {
    const ply = lastTurn(state, me);
    return ply < 0 ? undefined : this.verdicts.get(wayTo(state, ply + 1));
  }

  /** The move whose verdict is missing, or null. @param {State} state @param {number} me @returns {number | null} */
  missing(state, me) {
    const ply = lastTurn(state, me);
    return this.seesAll(state) && ply >= 0 && !this.verdict(state, me) ? ply : null;
  }

  /** Whether one's last move was the best that is known. @param {State} state @param {number} me */
  wasBest(state, me) {
    const ply = lastTurn(state, me);
    if (ply < 0) return false;
    const { text } = state.moves[ply];
    return this.seesAll(state) ? this.verdict(state, me)?.best === text : this.bestAt(state, ply)?.text === text;
  }

  /** What one's last move gave away, if it did. @param {State} state @param {number} me @returns {GuideMistake | null} */
  find(state, me) {
    const ply = lastTurn(state, me);
    if (ply < 0) return null;
    if (this.seesAll(state)) {
      const move = this.verdict(state, me);
      if (!move || !gradeOf(move)) return null;
      const best = move.best ? { text: move.best, squares: move.squares } : undefined;
      return { before: move.before.chance ?? 0, after: move.after.chance ?? 0, best, move, ply };
    }
    const [before, after] = [this.hinted(state, ply), state.turn === me ? this.hinted(state, state.ply) : undefined];
    if (before === undefined || after === undefined || this.wasBest(state, me)) return null;
    return gradeOfLoss(before, after) ? { before, after, best: this.bestAt(state, ply), move: undefined, ply } : null;
  }
}
