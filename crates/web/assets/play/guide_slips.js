// @ts-check
/** Whether one's last move gave something away: what the judge and the hints said before and after it. */

import { chanceOf } from "./judge.js";

/** @typedef {import("../lib/api.js").State} State */
/** @typedef {import("../lib/messages.js").Advice} Advice */
/** @typedef {import("../lib/messages.js").Judgement} Judgement */
/** A better move is known if there was time to look for one. @typedef {{before: number, after: number, best: Advice | undefined, ply: number}} GuideMistake */

/** So much less chance to win is worth a word. */
const CLEAR = 0.2;

/** The moves that lead to a ply: another game after an undo has others. @param {State} state @param {number} ply */
const wayTo = (state, ply) => state.moves.slice(0, ply).map((move) => move.text).join(" ");

/** The ply at which a seat moved last, or −1. @param {State} state @param {number} me */
export const lastTurn = (state, me) => state.moves.findLastIndex((move) => move.seat === me);

export class SlipWatch {
  constructor() {
    /** One's own chance by the judge, by the moves that led there. @type {Map<string, number>} */
    this.judged = new Map();
    /** A good move, by the moves that led to its position. @type {Map<string, Advice>} */
    this.best = new Map();
  }

  /** The judge looks at both sides of a game of two; else only one's own turns can be compared. @param {State} state */
  seesAll(state) {
    return state.judged && state.seats.length === 2 && !state.hidden;
  }

  /** @param {State} state @param {Judgement} told @param {number} me */
  hear(state, { ply, seat, score }, me) {
    if (ply > state.ply || score.chance === null) return;
    this.judged.set(wayTo(state, ply), seat === me ? score.chance : 1 - score.chance);
  }

  /** Who moves before the hint is there cuts its search short: what it found then is not worth much. @param {State} state @param {Advice} told */
  hearHint(state, told) {
    if (told.ply === state.ply) this.best.set(wayTo(state, told.ply), told);
  }

  /** The hint for a position, if it is known. @param {State} state @param {number} ply */
  bestAt(state, ply) {
    return this.best.get(wayTo(state, ply));
  }

  /** One's chance by a hint: it has looked further than the judge. @param {State} state @param {number} ply */
  hinted(state, ply) {
    const best = this.bestAt(state, ply);
    return best?.worth ? chanceOf(best.worth) : (best?.score?.chance ?? undefined);
  }

  /** The ply whose judgement is missing to say what one's last move was worth. @param {State} state @param {number} me @returns {number | null} */
  missing(state, me) {
    const ply = lastTurn(state, me);
    return this.seesAll(state) && ply >= 0 && ply + 1 < state.ply && !this.judged.has(wayTo(state, ply + 1)) ? ply + 1 : null;
  }

  /** Whether one's last move was the hint's own. @param {State} state @param {number} me */
  wasBest(state, me) {
    const ply = lastTurn(state, me);
    return ply >= 0 && this.bestAt(state, ply)?.text === state.moves[ply].text;
  }

  /** What one's last move gave away, if it did. @param {State} state @param {number} me @returns {GuideMistake | null} */
  find(state, me) {
    const ply = lastTurn(state, me);
    if (ply < 0 || this.wasBest(state, me)) return null;
    // A search may look less far than the other: the lower value before the move counts.
    const known = [this.hinted(state, ply), this.seesAll(state) ? this.judged.get(wayTo(state, ply)) : undefined].filter((chance) => chance !== undefined);
    const after = this.seesAll(state) ? this.judged.get(wayTo(state, ply + 1)) : state.turn === me ? this.hinted(state, state.ply) : undefined;
    if (!known.length || after === undefined) return null;
    const before = Math.min(...known);
    return before - after >= CLEAR ? { before, after, best: this.bestAt(state, ply), ply } : null;
  }
}
