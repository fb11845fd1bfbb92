// @ts-check
/** The value of the position as a bar that stands beside the board: each seat's share grows from its own side. */

import { h, svg } from "../lib/dom.js";
import { capital, words } from "../strings.js";

const said = words.game;

export class UprightBar {
  constructor() {
    this.flipped = false;
    this.chance = 0.5;
    this.fill = svg("rect", { class: "fill", width: 10, y: 50, height: 50 });
    this.drawing = svg("svg", { class: "upright-track", viewBox: "0 0 10 100", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { class: "track", width: 10, height: 100 }), this.fill, svg("line", { class: "middle", x1: 0, x2: 10, y1: 50, y2: 50, "vector-effect": "non-scaling-stroke" }));
    /** The names and figures of the first and the second seat. */
    this.ends = [0, 1].map(() => {
      const [name, figure] = [h("b", {}), h("span", {}, said.noFigure)];
      return { name, figure, element: h("div", { class: "upright-end" }, name, figure) };
    });
    this.element = h("div", { class: "upright", role: "meter", "aria-label": said.bar, "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 50, "aria-valuetext": said.barNone });
    this.turn(false);
  }

  /** @param {string[]} names of the two seats */
  seats(names) {
    this.ends.forEach(({ name, element }, seat) => (element.title = name.textContent = capital(names[seat] ?? "")));
  }

  /** The first seat is at the bottom, as on the board. @param {boolean} flipped whether the board is turned round */
  turn(flipped) {
    this.flipped = flipped;
    const [first, second] = this.ends.map((end) => end.element);
    this.element.replaceChildren(flipped ? first : second, this.drawing, flipped ? second : first);
    this.draw();
  }

  draw() {
    this.fill.setAttribute("y", String(this.flipped ? 0 : 100 - 100 * this.chance));
    this.fill.setAttribute("height", String(100 * this.chance));
  }

  /** @param {number} chance of the first seat @param {string} text the value in words @param {"open" | "proven" | "none"} kind */
  show(chance, text, kind) {
    this.chance = chance;
    this.draw();
    const figure = (/** @type {number} */ share) => (kind === "none" ? said.noFigure : kind === "proven" ? said.result(share) : said.percent(share));
    this.ends.forEach((end, seat) => (end.figure.textContent = figure(seat === 0 ? chance : 1 - chance)));
    this.element.setAttribute("aria-valuenow", String(Math.round(100 * chance)));
    this.element.setAttribute("aria-valuetext", text);
  }
}
