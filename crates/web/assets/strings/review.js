// @ts-check
/** The words of looking back: the review of a game, and variations. */

import { plies } from "./phrases.js";

/** @typedef {{chance: number | null, worth: {value: string, remoteness: number | null} | null}} ReviewValue */

/** A look back at a game. */
export const reviewWords = {
  title: "Review",
  working: "Looking at every move …",
  from: {
    table: "From the solved table: these values are exact.",
    here: "Solved just now: these values are exact.",
    judge: "By the judge, a short search at every move: good, but not proven.",
  },
  scoresOnly: "The score of each seat, move by move. Nobody judges single moves in this game.",
  scoresLabel: "The score of each seat, move by move",
  none: "Nobody can judge the moves of this game.",
  share: (/** @type {number} */ best, /** @type {number} */ all) => `${best} of ${all} best moves: ${Math.round((100 * best) / all)}\u00a0%`,
  noChoice: "never had a choice that mattered",
  noMistakes: "No mistakes.",
  /** @type {Record<"blunder" | "mistake" | "inaccuracy", string>} */
  grades: { blunder: "blunder", mistake: "mistake", inaccuracy: "inaccuracy" },
  better: (/** @type {string} */ move) => `Better: ${move}.`,
  retry: "Try again from here",
  /** What a move threw away. @type {(before: ReviewValue, after: ReviewValue) => string} */
  cost: (before, after) => {
    const percent = (/** @type {number | null} */ chance) => `${Math.round(100 * (chance ?? 0))} %`;
    const far = (/** @type {number | null} */ remoteness) => (remoteness === null ? "" : ` in ${plies(remoteness)}`);
    if (!before.worth) return `the chance to win falls from ${percent(before.chance)} to ${after.worth ? (after.worth.value === "lose" ? `a loss${far(after.worth.remoteness)}` : "a draw") : percent(after.chance)}.`;
    const had = before.worth.value === "win" ? `a win${far(before.worth.remoteness)}` : "a draw";
    if (!after.worth) return `threw away ${had}; the chance is ${percent(after.chance)} now.`;
    return after.worth.value === "lose" ? `threw away ${had}: now it is lost${far(after.worth.remoteness)}.` : `threw away ${had}: now it is a draw.`;
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
