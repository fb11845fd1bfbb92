// @ts-check
/** Values and scores as people read them: signs, words, a bar. */

import { h, svg } from "../lib/dom.js";
import { words } from "../strings.js";

/** @typedef {import("../lib/api.js").Worth} Worth */
/** @typedef {import("../lib/api.js").Scored} Scored */

/** A value with its sign, never by colour alone. @param {Worth} worth */
export const valueChip = (worth) => h("span", { class: `value ${worth.value}` }, `${words.truth.signs[worth.value]} ${words.truth.text(worth)}`);

/** @param {Scored} score */
export function scoreChip(score) {
  if (score.kind === "win" || score.kind === "lose" || score.kind === "draw") {
    return valueChip({ value: score.kind, remoteness: score.kind === "draw" ? null : score.number });
  }
  return h("span", { class: "score-chip" }, score.text);
}

/** What a value looks like on a square. @param {Worth} worth @returns {import("../board/board.js").Mark} */
export const mark = (worth) => ({
  value: worth.value,
  sign: words.truth.signs[worth.value],
  far: worth.remoteness === null ? undefined : String(worth.remoteness),
  words: words.truth.text(worth),
});

/** From −1 to 1, how good something is. A near win is more than a far one. @param {Worth | Scored} judged */
export function goodness(judged) {
  const kind = "value" in judged ? judged.value : judged.kind;
  const number = "value" in judged ? (judged.remoteness ?? 0) : judged.number;
  if (kind === "draw") return 0;
  if (kind === "win" || kind === "lose") return (kind === "win" ? 1 : -1) * (0.55 + 0.45 / (1 + number / 14));
  if (kind === "average") return Math.max(-1, Math.min(1, number));
  return (2 / Math.PI) * Math.atan(number / 200) * 0.9;
}

/** Positions or simulations a second, short. @param {number} n */
export function short(n) {
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`;
  if (n >= 1e3) return `${(n / 1e3).toFixed(0)} k`;
  return n.toFixed(0);
}

/** A bar from one side to the other. */
export class Bar {
  constructor() {
    this.fill = svg("rect", { class: "fill", x: 0, y: 0, width: 50, height: 12 });
    this.element = svg("svg", { class: "bar", viewBox: "0 0 100 12", preserveAspectRatio: "none", role: "img", "aria-label": words.game.barNone }, svg("rect", { class: "track", width: 100, height: 12 }), this.fill, svg("line", { class: "middle", x1: 50, x2: 50, y1: 0, y2: 12, "vector-effect": "non-scaling-stroke" }));
  }

  /** @param {number} value from −1 to 1, for the first seat @param {string} label */
  show(value, label) {
    this.fill.setAttribute("width", String(50 + 50 * value));
    this.element.setAttribute("aria-label", label);
  }
}
