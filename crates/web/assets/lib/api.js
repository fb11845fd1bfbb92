// @ts-check
/** What the server can be asked, and what it answers. The types of messages are made from `crates/web/src/message.rs`. */

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
 * @property {{name: string, agent: string, words: string, rating: {value: number, margin: number, below: {level: string, score: number} | null} | null}[]} levels
 * @property {Picture} picture
 */
/** @typedef {{games: Game[], levels: string[], bots: string[]}} Catalogue */
/** @typedef {{game: string, agents: {name: string, unavailable: string | null}[], seats: string[], teams: number[][], hidden: boolean, position: string, turn: number | null, pieces: string[], counted: boolean, picture: Picture}} Variant */
/** The whole game, sent on every change. @typedef {import("./messages.js").Snapshot} State */
/** @typedef {import("./messages.js").MoveMade} MoveMade */
/** @typedef {import("./messages.js").BoardFrame} Frame */
/** What a search expects, for the seat that asked. @typedef {import("./messages.js").ScoreJson} Scored */
/** What a position or a move is worth. @typedef {import("./messages.js").ValueJson} KnownValue */
/** @typedef {import("./messages.js").ThinkingState} Thinking */
/** @typedef {import("./messages.js").Mistake} Mistake */
/** @typedef {import("./messages.js").GameTruth} Truth */
/** @typedef {import("./messages.js").Analysis} Analysis */
/** @typedef {import("./messages.js").ServerMessage} ServerMessage */
/** @typedef {import("./messages.js").RecentGame} Recent */

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

/** @param {string} game @param {string} [position] @param {string} [moves] made first @returns {Promise<Variant>} */
export const variant = (game, position = "", moves = "") => fetchJson(`/api/variant?${new URLSearchParams({ game, position, moves })}`);

/** The page that sets a game up, with what is chosen already. @param {string} page `play` or `edit` @param {string} game @param {{position?: string, moves?: string, seats?: string[], clock?: string}} [chosen] */
export function gamePath(page, game, { position, moves, seats = [], clock } = {}) {
  const query = new URLSearchParams();
  if (position) query.set("position", position);
  if (moves) query.set("moves", moves);
  if (clock) query.set("clock", clock);
  for (const who of seats) query.append("seat", who);
  // Slashes stay: they part the rows of a layout.
  const name = game.split("/").map(encodeURIComponent).join("/").replaceAll("%3A", ":").replaceAll("%3D", "=").replaceAll("%2C", ",");
  return `/${page}/${name}${query.size ? `?${query}` : ""}`;
}

/** Refused with a sentence if there is no such agent in this game. @param {string} game @param {string} agent @returns {Promise<void>} */
export const checkAgent = (game, agent) => fetchJson(`/api/agent?${new URLSearchParams({ game, agent })}`);

/** @param {string} path @param {object} body */
const post = (path, body) => fetchJson(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** The text of a position that was put together by hand. @param {string} game @param {Picture} picture @param {number} turn @returns {Promise<Variant>} */
export const arrange = (game, picture, turn) => post("/api/arrange", { game, picture, turn });

/** The games that were played last. @returns {Promise<{games: Recent[]}>} */
export const recentGames = () => fetchJson("/api/games");

/** A record or PGN as a game to look at. @param {string} text @param {number} number @returns {Promise<import("./messages.js").CreatedGame>} */
export const importGame = (text, number) => post("/api/import", { text, number });

/**
 * Sets a game up.
 * @param {{game: string, seats?: string[], position?: string, moves?: string, clock?: string, seed?: number}} wanted
 * @returns {Promise<import("./messages.js").CreatedGame>}
 */
export const openGame = (wanted) => post("/api/games", wanted);

/** The links of a game on several screens, for who has set it up. @param {string} id @param {string} key @returns {Promise<import("./messages.js").LinkList>} */
export const gameLinks = (id, key) => fetchJson(`/api/games/${encodeURIComponent(id)}/links`, { headers: { "seat-key": key } });

/** The page of a game that was set up: the key is behind the address, where no log sees it. @param {import("./messages.js").CreatedGame} made */
export const createdPath = ({ id, key }) => `/game/${id}${key ? `#${key}` : ""}`;
