// @ts-check
/** What a game's card teaches, in small parts: what one wants, then a rule a turn. */

/** What the rules have beside words are boards. @typedef {{parts: ({text: string} | object)[]}} Rules */

const BOLD = /\*\*([^*]+)\*\*/g;
/** A sentence that is about an option of the game: it has the option's name between backticks. */
const OPTION = /`([a-z]+)[^`]*`/;
/** The same, said in passing. */
const ASIDE = /\s*\([^()]*`[^()]*\)/g;

/** @param {string} text */
const sentences = (text) => text.match(/[^.!?]+(?:[.!?]+(?=\s|$)|$)/g)?.map((sentence) => sentence.trim()).filter(Boolean) ?? [];

/** Plain words, on one line. @param {string} text */
const plain = (text) => text.replaceAll(/[`*]/g, "").replaceAll(/\s+/g, " ").trim();

/**
 * The goal is what the rules set in bold, or the summary. Sentences on options count only in a game that has them.
 * @param {Rules} rules @param {string} summary @param {string} game with its options
 * @returns {{goal: string, variant: string, rules: string[]}} rules in the order they are needed
 */
export function lessonsOf(rules, summary, game) {
  const chosen = new Set(game.split(":").slice(1).join(":").split(",").map((option) => option.split("=")[0]).filter(Boolean));
  const texts = rules.parts.flatMap((part) => ("text" in part ? [part.text.replaceAll(/\s+/g, " ").replaceAll(ASIDE, "")] : []));
  const goal = texts.flatMap((text) => [...text.matchAll(BOLD)].map((found) => plain(found[1]))).join(" ");
  const optional = texts.flatMap(sentences).filter((sentence) => chosen.has(OPTION.exec(sentence)?.[1] ?? ""));
  const left = texts.map((text) => plain(sentences(text.replaceAll(BOLD, "")).filter((sentence) => !OPTION.test(sentence)).join(" "))).filter(Boolean);
  return { goal: goal || summary, variant: plain(optional.join(" ")), rules: left };
}

/** What is told at one's first, second, … turn: the beginning and how to move at once, then a rule each. @param {string[]} rules @param {number} turn from 0 */
export const ruleAt = (rules, turn) => (turn === 0 ? rules.slice(0, 2).join(" ") : (rules[turn + 1] ?? ""));
