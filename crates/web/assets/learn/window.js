// @ts-check
/** The window between alpha and beta as a bar: what still matters is filled. */

import { svg } from "../lib/dom.js";
import { learnWords as said } from "../strings/learn.js";
import { PROVEN } from "./depth.js";

const WIDTH = 300;

export class WindowBar {
  constructor() {
    this.fill = svg("rect", { class: "open", y: 12, height: 12 });
    this.low = svg("text", { class: "end", y: 40 });
    this.high = svg("text", { class: "end", y: 40, "text-anchor": "end" });
    this.element = svg("svg", { class: "window", viewBox: `0 0 ${WIDTH} 44`, role: "img" }, svg("rect", { class: "track", x: 0, y: 12, width: WIDTH, height: 12, rx: 6 }), this.fill, this.low, this.high);
  }

  /** @param {{alpha: number, beta: number} | null} window @param {[number, number]} range the least and greatest judgement that was seen @param {string} name whose values they are @param {(value: number) => string} text a value in words */
  show(window, [least, most], name, text) {
    this.element.toggleAttribute("hidden", window === null);
    if (!window) return;
    const { alpha, beta } = window;
    const place = (/** @type {number} */ value) => {
      if (value <= -PROVEN) return 0;
      if (value >= PROVEN) return WIDTH;
      return 30 + ((WIDTH - 60) * (value - least)) / Math.max(1, most - least);
    };
    const [from, to] = [Math.max(0, place(alpha)), Math.min(WIDTH, place(beta))];
    const closed = alpha >= beta;
    this.element.classList.toggle("closed", closed);
    this.fill.setAttribute("x", String(closed ? Math.min(from, to) : from));
    this.fill.setAttribute("width", String(closed ? Math.max(3, Math.abs(to - from)) : Math.max(3, to - from)));
    const bound = (/** @type {number} */ value) => (Math.abs(value) < PROVEN ? text(value) : said.bound(value, PROVEN));
    const [low, high] = [bound(alpha), bound(beta)];
    this.low.textContent = `α ${low}`;
    this.high.textContent = `β ${high}`;
    this.high.setAttribute("x", String(WIDTH));
    this.element.setAttribute("aria-label", said.windowLabel(name, low, high));
  }
}
