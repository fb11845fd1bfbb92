// @ts-check
/** Values and scores as people read them: signs, words, a bar. */

import { h, svg } from "../lib/dom.js";
import { words } from "../strings.js";
import { UprightBar } from "./upright.js";

/** @typedef {import("../lib/api.js").KnownValue} KnownValue */
/** @typedef {import("../lib/api.js").Scored} Scored */

/** A value with its sign, never by colour alone. @param {KnownValue} worth */
export const valueChip = (worth) => h("span", { class: `value ${worth.value}` }, `${words.truth.signs[worth.value]} ${words.truth.text(worth)}`);

/** A proven result, if the search found one. @param {Scored} score @returns {KnownValue | null} */
const proven = ({ kind, number }) => (kind === "win" || kind === "lose" || kind === "draw" ? { value: kind, remoteness: kind === "draw" ? null : number } : null);

/** What a search expects, for people: a result or the chance to win; nothing if the number means nothing to them. @param {Scored} score */
export function scoreText(score) {
  const worth = proven(score);
  if (worth) return words.truth.text(worth);
  return score.chance === null ? "" : words.game.percent(score.chance);
}

/** @param {Scored} score */
export function scoreChip(score) {
  const worth = proven(score);
  if (worth) return valueChip(worth);
  return score.chance === null ? h("span", {}) : h("span", { class: "score-chip" }, scoreText(score));
}

/** What a value looks like on a square. @param {KnownValue} worth @returns {import("../board/board.js").Mark} */
export const mark = (worth) => ({
  value: worth.value,
  sign: words.truth.signs[worth.value],
  far: worth.remoteness === null ? undefined : String(worth.remoteness),
  words: words.truth.text(worth),
});

/** From −1 to 1, how good a proven result is, for the curve. A near win is more than a far one. @param {KnownValue} worth */
export function goodness({ value, remoteness }) {
  if (value === "draw") return 0;
  return (value === "win" ? 1 : -1) * (0.55 + 0.45 / (1 + (remoteness ?? 0) / 14));
}

/** The chance to win that a proven result is. @param {KnownValue} worth */
export const chanceOf = ({ value }) => (value === "win" ? 1 : value === "draw" ? 0.5 : 0);

/** Positions or simulations a second, short. @param {number} n */
export function short(n) {
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`;
  if (n >= 1e3) return `${(n / 1e3).toFixed(0)} k`;
  return n.toFixed(0);
}

/** The chances of both seats: a bar, and the figure of the one that has more. Where there is room it stands beside the board. */
export class Bar {
  constructor() {
    this.fill = svg("rect", { class: "fill", x: 0, y: 0, width: 50, height: 12 });
    this.drawing = svg("svg", { class: "bar", viewBox: "0 0 100 12", preserveAspectRatio: "none", role: "img", "aria-label": words.game.barNone }, svg("rect", { class: "track", width: 100, height: 12 }), this.fill, svg("line", { class: "middle", x1: 50, x2: 50, y1: 0, y2: 12, "vector-effect": "non-scaling-stroke" }));
    this.text = h("p", { class: "bar-text tag", "aria-hidden": "true" }, words.game.barNone);
    this.element = h("div", { hidden: true }, this.drawing, this.text);
    this.upright = new UprightBar();
  }

  /** @param {number} chance of the first seat @param {string[]} names @param {string} [result] a result that is proven */
  show(chance, names, result) {
    this.fill.setAttribute("width", String(100 * chance));
    const text = result ?? words.game.chance(names[chance < 0.5 ? 1 : 0], Math.max(chance, 1 - chance));
    this.text.textContent = text;
    this.drawing.setAttribute("aria-label", text);
    this.upright.show(chance, text, result === undefined ? "open" : result === words.game.barNone ? "none" : "proven");
  }
}
