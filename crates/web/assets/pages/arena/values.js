// @ts-check
/** What records say of a move's value, in words and signs. */

import { h } from "../../lib/dom.js";
import { words } from "../../strings.js";

/** @typedef {import("./api.js").Known} Known */
/** @typedef {import("./api.js").Made} Made */

const said = words.arena;
const SIGNS = { win: "▲", draw: "◆", lose: "▼" };

/** What records hold as the plies of a result that is proven without its length. */
const UNKNOWN = 65535;

/** `win`, `draw` or `lose`, and in how many plies. @param {Known} known @returns {["win" | "draw" | "lose", number | null]} */
export function value(known) {
  if (known === "draw") return ["draw", null];
  /** @type {["win" | "lose", number]} */
  const [name, far] = "win" in known ? ["win", known.win] : ["lose", known.lose];
  return [name, far === UNKNOWN ? null : far];
}

/** A value as everybody draws it: sign, words, colour. @param {Known} known */
export function valueTag(known) {
  const [name, far] = value(known);
  return h("span", { class: `value ${name}` }, `${SIGNS[name]} ${said.valueWords(name, far)}`);
}

/** What a move threw away; empty if nothing. @param {Made} made */
export function thrown(made) {
  const truth = made.log?.truth;
  if (!truth) return "";
  const [best] = value(truth.best);
  return best === value(truth.made)[0] ? "" : said.threwAway(best);
}

/** @param {import("./api.js").Score} score */
export function scoreWords(score) {
  if (score === "draw") return said.valueWords("draw", null);
  if ("points" in score) return said.signed(score.points);
  if ("average" in score) return said.signed(Number(score.average.toFixed(2)));
  return said.valueWords(...value(score));
}
