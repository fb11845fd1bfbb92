// @ts-check
/** A sequential test: where its log-likelihood ratio is between the two bounds. */

import { h, svg } from "../../lib/dom.js";
import { arenaWords as said } from "../../strings/arena.js";

/** @typedef {import("../../lib/messages.js").SprtState} SprtState */

const WIDTH = 400;
const HEIGHT = 26;

export class SprtBar {
  /** @param {string} first whose lead is tested */
  constructor(first) {
    this.first = first;
    this.bar = svg("svg", { class: "sprt-bar", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.words = h("p", { class: "sub", id: "sprt-words" });
    this.element = h("div", { class: "sprt", id: "sprt" }, h("b", {}, said.sprt), this.bar, this.words, h("p", { class: "tag" }, said.sprtNote));
  }

  /** @param {SprtState} state */
  show({ llr, low, high, elo0, elo1, model, accepted, leftOut }) {
    const x = (/** @type {number} */ value) => 8 + ((WIDTH - 16) * (Math.max(low, Math.min(high, value)) - low)) / (high - low);
    const y = HEIGHT / 2;
    this.bar.setAttribute("aria-label", said.sprtNow(llr, low, high));
    const [from, to] = [x(0), x(llr)].sort((a, b) => a - b);
    this.bar.replaceChildren(
      svg("path", { class: "axis", d: `M${x(low)} ${y}H${x(high)}M${x(low)} 5V${HEIGHT - 5}M${x(high)} 5V${HEIGHT - 5}M${x(0)} 8V${HEIGHT - 8}` }),
      svg("rect", { class: llr < 0 ? "towards-h0" : "towards-h1", x: from, y: y - 5, width: Math.max(0, to - from), height: 10 }),
      svg("circle", { class: "mean", cx: x(llr), cy: y, r: 5 }),
    );
    const leads = [elo0, elo1];
    const verdict = accepted === null ? said.sprtOpen(this.first, elo0, elo1, model) : said.sprtDone(accepted, this.first, leads[accepted], leads[1 - accepted], model);
    this.words.textContent = [verdict, `${said.sprtNow(llr, low, high)}.`, leftOut ? said.sprtLeftOut(leftOut) : ""].filter(Boolean).join(" ");
  }
}
