// @ts-check
/** What the server can be asked, and what it answers. The other end is `crates/web/src/message.rs`. */

import { words } from "../strings.js";

/** @typedef {import("../board/board.js").Picture} Picture */
/** @typedef {import("../board/board.js").Offer} Offer */
/** @typedef {{kind: string, name: string, takes: string, default: string, help: string}} Option */
/** @typedef {{name: string, summary: string, options: Option[]}} Agent */
/**
 * @typedef {object} Game
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {Option[]} options
 * @property {{game: string, summary: string}[]} variants
 * @property {string[]} seats
 * @property {Agent[]} agents
 * @property {{name: string, summary: string}[]} heuristics
 * @property {{name: string, agent: string}[]} levels
 * @property {string} rules for people, as Markdown
 * @property {Picture} picture
 */
/** @typedef {{games: Game[], levels: string[], bots: string[]}} Catalogue */
/** @typedef {{game: string, seats: string[], teams: number[][], hidden: boolean, position: string, turn: number | null, pieces: string[], counted: boolean, picture: Picture}} Variant */
/** @typedef {{name: string, who: string, bot?: boolean, score?: number}} SeatState */
/** A bot that failed. @typedef {{seat: number, who: string, reason: string, detail: string}} Fallen */
/** @typedef {{text: string, seat: number, squares: string[]}} MoveMade */
/**
 * @typedef {object} State The whole game, sent on every change.
 * @property {"state"} type
 * @property {string} id
 * @property {string} game
 * @property {string} name
 * @property {string} title
 * @property {SeatState[]} seats
 * @property {number[][]} [teams]
 * @property {number} ply
 * @property {MoveMade[]} moves
 * @property {string | null} position
 * @property {string} [start]
 * @property {Picture} picture
 * @property {Offer[]} legal
 * @property {number | null} turn
 * @property {{winners: number[], payoffs: number[], resigned: number | null} | null} over
 * @property {Fallen[]} [faults]
 * @property {string[]} last
 * @property {boolean} hidden
 * @property {number | null} eyes
 * @property {number | null} curtain
 * @property {{undo: boolean, redo: boolean, resign: boolean}} can
 * @property {boolean} paused
 * @property {number} pace
 * @property {number | null} thinking
 * @property {boolean} solvable
 */
/** @typedef {{type: "frame", ply: number, picture: Picture, last: string[], position: string | null, scores: number[] | null, turn: number | null}} Frame */
/** What a search expects, for the seat that asked. @typedef {{text: string, kind: "points" | "average" | "win" | "lose" | "draw", number: number}} Scored */
/** What a position or a move is worth. @typedef {{value: "win" | "draw" | "lose", remoteness: number | null}} Worth */
/** @typedef {{type: "thinking", seat: number, ply: number, depth: number, nodes: number, seconds: number, score: Scored | null, line: string[]}} Thinking */
/** @typedef {{type: "hint", ply: number, text: string, squares: string[], worth: Worth | null, score: Scored | null}} Hint */
/** @typedef {{index: number, seat: number, best: Worth, made: Worth}} Slip */
/** @typedef {{type: "truth", ply: number, source: "table" | "here" | null, seat: number | null, worth: Worth | null, moves: {text: string, worth: Worth}[], curve: (Worth | null)[], slips: Slip[]}} Truth */
/** @typedef {{type: "analysis", ply: number, seat: number, agent: string, depth: number, nodes: number, seconds: number, done: boolean, lines: {text: string, score: Scored | null, line: string[]}[]}} Analysis */
/** @typedef {State | Frame | Thinking | Hint | Truth | Analysis | {type: "error", text: string}} Told */
/** @typedef {{id: string, game: string, seats: string[], plies: number, over: boolean, age: number}} Recent */

/** An answer that says what is wrong. */
export class Refused extends Error {}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
export async function fetchJson(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refused(words.offline);
  }
  const text = await response.text();
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    body = { error: text };
  }
  if (!response.ok) throw new Refused(body.error || words.failed);
  return body;
}

/** @type {Promise<Catalogue> | undefined} */
let asked;

/** The games; asked for once. @returns {Promise<Catalogue>} */
export function catalogue() {
  asked ??= fetchJson("/api/catalogue").catch((error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** @param {string} game @param {string} [position] @returns {Promise<Variant>} */
export const variant = (game, position = "") => fetchJson(`/api/variant?${new URLSearchParams({ game, position })}`);

/** @param {string} path @param {object} body */
const post = (path, body) => fetchJson(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** The text of a position that was put together by hand. @param {string} game @param {Picture} picture @param {number} turn @returns {Promise<Variant>} */
export const arrange = (game, picture, turn) => post("/api/arrange", { game, picture, turn });

/** The games that were played last. @returns {Promise<{games: Recent[]}>} */
export const recentGames = () => fetchJson("/api/games");

/** A record or PGN as a game to look at. @param {string} text @param {number} number @returns {Promise<{id: string}>} */
export const importGame = (text, number) => post("/api/import", { text, number });

/**
 * Sets a game up.
 * @param {{game: string, seats?: string[], position?: string, moves?: string, seed?: number}} wanted
 * @returns {Promise<{id: string}>}
 */
export const openGame = (wanted) => post("/api/games", wanted);
