// @ts-check
/** The words of a guided first game: for somebody who has never played it, a child perhaps. */

import { capital, list, possessive } from "./phrases.js";

/** With its article. @param {string} thing */
const a = (thing) => `${/^[aeiou]/i.test(thing) ? "an" : "a"} ${thing}`;

/** A move without the notation of the game. @param {string[]} squares @param {string} text */
const route = (squares, text) => (squares.length === 2 ? `${squares[0]} to ${squares[1]}` : squares.length === 1 ? squares[0] : text);

/** @param {number} chance */
const percent = (chance) => `${Math.round(100 * chance)}\u00a0%`;

export const guideWords = {
  title: "Your first game",
  leave: "Go on without help",
  you: (/** @type {string} */ name) => `You are ${capital(name)}. Your pieces:`,
  goal: "What you want:",
  variant: "In this variant:",
  wait: (/** @type {string} */ name) => `Now it is ${possessive(name)} turn. Watch the board.`,
  turn: "Your turn.",
  choose: {
    move: "The pieces with a ring can move. Choose one, then a square with a dot.",
    amount: "The pieces with a ring can move. Choose one, then a square with a dot, then how many go.",
    place: "Choose one of the squares with a dot.",
    only: (/** @type {string[]} */ squares, /** @type {string} */ text) => `There is only one move: ${route(squares, text)}.`,
    retry: (/** @type {string[]} */ squares, /** @type {string} */ text) => `Now try ${route(squares, text)}: it is marked on the board.`,
  },
  /** Before the move: who can win at once. */
  canWin: "You can win with this move. Look for it!",
  danger: (/** @type {string} */ name) => `Careful: ${name} can win with the next move. Find a move that stops it.`,
  help: "Not sure? “Hint” shows a good move.",
  rule: "Good to know:",
  /** @type {(who: string, isYou: boolean) => string} */
  who: (name, isYou) => (isYou ? "You" : capital(name)),
  /** What a move did. @type {(who: string, move: {text: string, squares: string[], kind: "put" | "moved" | "split" | "unknown", taken: string[], goes: string, stays: string}) => string} */
  did: (who, { text, squares, kind, taken, goes, stays }) => {
    const took = taken.length ? ` and took ${list(taken.map(a))}` : "";
    if (kind === "put") return `${who} put a piece on ${list(squares)}${took}.`;
    if (kind === "split") return `${who} sent ${goes} from ${squares[0]} to ${squares[1]}, and ${stays} stayed${took}.`;
    if (kind === "moved") return `${who} moved from ${squares[0]} to ${squares[1]}${took}.`;
    return `${who} played ${route(squares, text)}.`;
  },
  good: "Good: the judge, a search that looks ahead, would play the same.",
  missed: (/** @type {string[]} */ squares, /** @type {string} */ text) => `You could have won at once: with ${route(squares, text)}.`,
  allowed: (/** @type {string} */ name, /** @type {string[]} */ squares, /** @type {string} */ text, /** @type {{squares: string[], text: string} | undefined} */ better) => `That did not stop ${name}, who can win at once with ${route(squares, text)}.${better ? ` A better move was ${route(better.squares, better.text)}.` : ""}`,
  slip: (/** @type {number} */ before, /** @type {number} */ after, /** @type {{squares: string[], text: string} | undefined} */ better) => `That gave something away: your chance fell from ${percent(before)} to ${percent(after)}.${better ? ` A better move was ${route(better.squares, better.text)}.` : ""}`,
  takeBack: "Undo, and try another",
  next: "What now?",
  /** @type {Record<"win" | "draw" | "lose" | "", string>} */
  advice: {
    win: "Review the game, or play somebody stronger.",
    draw: "The review shows where there was more to win.",
    lose: "The review shows which move mattered, and you can try again from there.",
    "": "Review the game, or play once more.",
  },
  /** Where nobody judges single moves. */
  unjudged: "Play again, or review the game: it shows how the scores grew.",
  /** Turns of the others that are left out. */
  more: (/** @type {number} */ count) => `… ${count} more moves …`,
  review: "Review the game",
  level: (/** @type {string} */ level) => `Play against ${level}`,
  sameLevel: (/** @type {string} */ level) => `Again, against ${level}`,
  rules: "Read the rules",
  again: "Once more, guided",
};
