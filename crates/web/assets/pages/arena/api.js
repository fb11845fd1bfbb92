// @ts-check
/** What can be asked about tournaments. The other end is `crates/web/src/tournaments`. */

import { fetchJson } from "../../lib/api.js";

/** @typedef {{id: string, game: string, title: string, players: string[], began: string, games: number, total: number | null, status: Status}} Listing */
/** @typedef {"running" | "unfinished" | "finished" | "queued"} Status */
/** @typedef {{tournaments: Listing[], cores: number, concurrency: number, mostPlayers: number, mostGames: number, hasCluster: boolean}} List */
/** @typedef {{value: number, interval: [number, number] | null}} Mean */
/** @typedef {{judged: number, kept: number, wins: number, winsThrown: number, draws: number, drawsThrown: number, firstBlunder: number | null, remotenessLost: number}} Truth */
/**
 * @typedef {object} Player
 * @property {string} name
 * @property {number} games
 * @property {number} points
 * @property {Mean | null} meanPoints
 * @property {Mean | null} meanScore
 * @property {number} rating
 * @property {number} ratingMargin
 * @property {number[]} places
 * @property {{games: number, points: number}[]} bySeat
 * @property {{player: string, ahead: number, behind: number, level: number}[]} against
 * @property {Record<string, number>} faults
 * @property {Truth | null} truth
 * @property {number} moves
 * @property {number} seconds
 * @property {number} nodes
 * @property {number} simulations
 */
/** @typedef {{pointOfView: string, wins: number, losses: number, draws: number, score: number, wilson: [number, number], elo: number, eloMargin: number, los: number}} Duel */
/** @typedef {{games: number, moves: number, players: Player[], bySeat: {games: number, points: number}[], connected: boolean, endings: Record<string, number>, differentGames?: number, duel?: Duel}} Digest */
/** @typedef {{number: number, round: number, opening: number, players: number[], result: string, winner: number | null, reason: string, plies: number, seconds: number, thrown: number | null}} Row */
/**
 * @typedef {object} State
 * @property {string} id
 * @property {Status} status
 * @property {string} game
 * @property {string} title
 * @property {string[]} seats
 * @property {{name: string, agent: string}[]} players
 * @property {string} began
 * @property {number} seed
 * @property {string[]} settings
 * @property {number} games
 * @property {number | null} total
 * @property {Digest} digest
 * @property {Row[]} recent
 * @property {boolean} hidden whether seats do not see everything
 * @property {number} distinct
 * @property {number} openings how many there are
 * @property {number[] | null} planned how many games each player will have played
 * @property {import("../../lib/messages.js").SprtState | null} sprt
 * @property {number} [before] how many wait before it
 * @property {number} [seconds]
 * @property {number | null} [concurrency]
 * @property {string | null} [run] what workers elsewhere call it, while they play it
 * @property {number | null} [left]
 * @property {string} [problem]
 */
/** A value for the mover: `{win: 7}`, `"draw"`, `{lose: 12}`. @typedef {{win: number} | "draw" | {lose: number}} Known */
/** @typedef {Known | {points: number} | {average: number}} Score */
/** @typedef {{seconds: number, depth: number, nodes: number, simulations: number, score: Score | null, truth: {best: Known, made: Known} | null}} Log */
/** @typedef {{text: string, seat: number, squares: string[], log?: Log}} Made */
/**
 * @typedef {object} Recorded
 * @property {number} number
 * @property {number} round
 * @property {string} game
 * @property {string[]} seats
 * @property {number[]} players
 * @property {string} result
 * @property {number | null} winner
 * @property {string} reason
 * @property {string} detail
 * @property {{seat: number, pieces: string[], plies: number[]}[]} stderr
 * @property {number} opening
 * @property {number} seconds
 * @property {{columns: number, rows: number, cells: string[][], start: number[], changes: number[][]}} frames
 * @property {Made[]} moves
 * @property {string[]} positions
 * @property {(number[] | null)[] | null} scores
 */

const at = (/** @type {string} */ id) => `/api/tournaments/${encodeURIComponent(id)}`;

/** @returns {Promise<List>} */
export const tournaments = () => fetchJson("/api/tournaments");
/** @param {string} id @returns {Promise<State>} */
export const tournament = (id) => fetchJson(at(id));
/** @param {string} id @param {Record<string, string>} filter @returns {Promise<{games: Row[], count: number, page: number, pages: number}>} */
export const games = (id, filter) => fetchJson(`${at(id)}/games?${new URLSearchParams(filter)}`);
/** @param {string} id @param {string} number @returns {Promise<Recorded>} */
export const game = (id, number) => fetchJson(`${at(id)}/games/${encodeURIComponent(number)}`);
/** @param {Record<string, any>} wanted @returns {Promise<{id: string}>} */
export const begin = (wanted) =>
  fetchJson("/api/tournaments", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wanted) });
/** @param {string} id */
export const stop = (id) => fetchJson(`${at(id)}/stop`, { method: "POST" });
/** @param {string} id */
export const resume = (id) => fetchJson(`${at(id)}/resume`, { method: "POST" });
/** @param {string} id */
export const socketPath = (id) => `${at(id)}/socket`;
/** @param {string} id @param {"page" | "record" | "pgn"} form */
export const downloadPath = (id, form) => `${at(id)}/download/${form}`;
/** @param {string} id */
export const livePath = (id) => `${at(id)}/live`;
/** @param {string} id @param {string} one @param {string} other @returns {Promise<import("../../lib/messages.js").HeadToHeadJson>} */
export const pair = (id, one, other) => fetchJson(`${at(id)}/pairs/${encodeURIComponent(one)}/${encodeURIComponent(other)}`);
/** @param {string} id @param {Record<string, string>} filter @returns {Promise<import("../../lib/messages.js").OpeningList>} */
export const openings = (id, filter) => fetchJson(`${at(id)}/openings?${new URLSearchParams(filter)}`);
/** @param {string} id @returns {Promise<import("../../lib/messages.js").RatingHistory>} */
export const tournamentRatings = (id) => fetchJson(`${at(id)}/ratings`);
/** @param {string} game @returns {Promise<import("../../lib/messages.js").RatingHistory>} */
export const gameRatings = (game) => fetchJson(`/api/ratings?${new URLSearchParams({ game })}`);

/** The page of two players of a tournament. @param {string} id @param {number} one @param {number} other */
export const pairAddress = (id, one, other) => `/arena/${id}/pair/${one}/${other}`;
/** The page of its openings, or of one. @param {string} id @param {number} [number] */
export const openingsAddress = (id, number) => `/arena/${id}/openings${number ? `/${number}` : ""}`;
/** The page of a game's ratings. @param {string} game */
export const ratingsAddress = (game) => `/arena/ratings?${new URLSearchParams({ game })}`;
