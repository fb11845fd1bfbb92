// @ts-check
/** What a mistake is: one rule, for the guide beside a game and for the review after it. */

/** @typedef {import("../lib/messages.js").ReviewedMove} ReviewedMove */
/** How bad a move was. @typedef {"blunder" | "mistake" | "inaccuracy"} Grade */

/** What a move must cost, as a chance to win, to be called so; the same steps as on lichess. */
const BLUNDER = 0.3;
const MISTAKE = 0.2;
const INACCURACY = 0.1;

/** @type {Record<Grade, string>} */
export const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };

/** By the chance to win before and after a move. @param {number} before @param {number} after @returns {Grade | null} */
export function gradeOfLoss(before, after) {
  const loss = before - after;
  return loss >= BLUNDER ? "blunder" : loss >= MISTAKE ? "mistake" : loss >= INACCURACY ? "inaccuracy" : null;
}

/** Who misses a win at once, or lets one through, has made a mistake, even if the result is the same in the end. @param {ReviewedMove} move @returns {Grade | null} */
export function gradeOf(move) {
  if (move.kept) return null;
  const lost = gradeOfLoss(move.before.chance ?? 0, move.after.chance ?? 0);
  return (move.missed || move.allowed) && lost !== "blunder" ? "mistake" : lost;
}

/** Whether the answer to a move shows what was wrong with it. @param {ReviewedMove} move */
export const isPunished = (move) => Boolean(move.reply) && (Boolean(move.allowed) || gradeOfLoss(move.before.chance ?? 0, move.after.chance ?? 0) !== null);
