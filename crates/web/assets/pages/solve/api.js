// @ts-check
/** What can be asked about solved tables. The other end is `crates/web/src/tables`. */

import { fetchJson } from "../../lib/api.js";

/** @typedef {"win" | "draw" | "lose"} Value */
/** @typedef {{mover: string, value: Value, remoteness: number | null, text: string, winner: string | null, plural: boolean}} Start */
/** @typedef {{id: string, game: string, title: string, subject: string, positions: number, bytes: number, made: string | null, checked: boolean, longest: number | null, start: Start | null}} Table */
/** @typedef {{game: string, title: string, positions: number, tiers: number, memory: number, fits: boolean, bytes: number, seconds: number, solved: boolean, begun: boolean, summary?: string}} Plan */
/** @typedef {{game: string, title: string, positions: number, bytes: number, made: string | null, winner: string, plural: boolean, isMover: boolean}} Strategy */
/** @typedef {{tables: Table[], strategies: Strategy[], memory: number}} List */
/** @typedef {{type: "work", status: "none" | "running" | "done" | "stopped" | "failed", kind?: "solve" | "check", game?: string, title?: string, done?: number, total?: number, part?: string, seconds?: number, problem?: string}} Work */
/** @typedef {{id: string, game: string, title: string, lead: string, patterns: string, sections: {title: string, html: string}[]}} Report */

/** @returns {Promise<List>} */
export const tables = () => fetchJson("/api/tables");
/** The first time it takes seconds. @returns {Promise<Plan[]>} */
export const plans = () => fetchJson("/api/tables/plans");
/** @param {string} game @returns {Promise<Plan>} */
export const planOf = (game) => fetchJson(`/api/tables/plan?${new URLSearchParams({ game })}`);
/** @param {string} game */
export const solve = (game) => fetchJson("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game }) });
/** @param {string} id */
export const check = (id) => fetchJson(`/api/tables/${encodeURIComponent(id)}/check`, { method: "POST" });
export const stop = () => fetchJson("/api/tables/stop", { method: "POST" });
/** @param {string} id @returns {Promise<Report>} */
export const report = (id) => fetchJson(`/api/tables/${encodeURIComponent(id)}/report`);
/** @param {string} id */
export const pagePath = (id) => `/api/tables/${encodeURIComponent(id)}/report.html`;
