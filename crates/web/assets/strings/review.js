// @ts-check
/** The words of looking back: the review of a game, and variations. */

import { capital, plies, possessive } from "./phrases.js";

/** @typedef {{chance: number | null, worth: {value: string, remoteness: number | null} | null}} ReviewValue */

/** @param {number} count */
const moves = (count) => (count === 1 ? "1 move" : `${count} moves`);

/** A look back at a game. */
export const reviewWords = {
  title: "Review",
  working: "Looking at every move …",
  from: {
    table: "From the solved table: exact. A move mattered if another one would have changed the result.",
    here: "Solved just now: exact. A move mattered if another one would have changed the result.",
    judge: "By the judge, a search that looks ahead for a moment at every move: good, but not proven. A move mattered if there was a choice.",
  },
  scoresOnly: "The score of each seat, move by move. Nobody judges single moves in this game.",
  scoresLabel: "The score of each seat, move by move",
  none: "Nobody can judge the moves of this game.",
  /** @type {(right: number, mattered: number, all: number) => string} */
  share: (right, mattered, all) => {
    if (!mattered) return `${moves(all)}, none mattered.`;
    return `${Math.round((100 * right) / mattered)}\u00a0% right: ${right} of ${mattered === all ? moves(all) : `${mattered} that mattered`}.`;
  },
  noMistakes: "No mistakes.",
  /** @type {Record<"blunder" | "mistake" | "inaccuracy", string>} */
  grades: { blunder: "blunder", mistake: "mistake", inaccuracy: "inaccuracy" },
  better: (/** @type {string} */ move) => `Better: ${move}.`,
  /** How a mistake is punished. @type {(name: string, move: string) => string} */
  reply: (name, move) => `${capital(possessive(name))} answer: ${move}.`,
  missed: (/** @type {string} */ move) => `missed a win in 1: ${move} wins at once.`,
  allowed: (/** @type {string} */ name, /** @type {string} */ move) => `did not stop ${move}, with which ${capital(name)} can win at once.`,
  legend: { made: "played", better: "better", reply: (/** @type {string} */ name) => `${capital(possessive(name))} answer` },
  retry: "Try again from here",
  next: "Next mistake",
  /** What a move threw away. Both are counted from before the move. @type {(before: ReviewValue, after: ReviewValue) => string} */
  cost: (before, after) => {
    const percent = (/** @type {number | null} */ chance) => `${Math.round(100 * (chance ?? 0))} %`;
    const far = (/** @type {number | null} */ remoteness) => (remoteness === null ? "" : ` in ${plies(remoteness)}`);
    const now = after.worth && (after.worth.value === "lose" ? `this move loses${far(after.worth.remoteness)}` : "this move only draws");
    if (!before.worth) return now ? `the chance to win was ${percent(before.chance)}; ${now}.` : `the chance to win falls from ${percent(before.chance)} to ${percent(after.chance)}.`;
    const had = before.worth.value === "win" ? `a win${far(before.worth.remoteness)}` : "a draw";
    return now ? `threw away ${had}: ${now}.` : `threw away ${had}; the chance is ${percent(after.chance)} now.`;
  },
};

/** An analysis that branches. */
export const variationWords = {
  title: "Variations",
  lead: "Play any move from any moment: what was there before is kept.",
  main: " main line",
  none: "No other moves were tried yet.",
  copy: "Copy with variations",
  pgn: "PGN with variations",
  remove: "Forget this move",
};
