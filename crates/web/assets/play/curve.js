// @ts-check
/** What the game was worth at every move, and where something was thrown away. */

import { h, svg } from "../lib/dom.js";
import { words } from "../strings.js";
import { goodness } from "./judge.js";

/** @typedef {import("../lib/api.js").Truth} Truth */

const WIDTH = 360;
const HEIGHT = 92;

export class Curve {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.drawing = svg("svg", {
      class: "curve",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      onclick: (/** @type {MouseEvent} */ event) => {
        const box = this.drawing.getBoundingClientRect();
        go(Math.round(((event.clientX - box.left) / box.width) * Math.max(1, this.plies)));
      },
    });
    this.plies = 0;
    this.slips = h("ul", { class: "slips" });
    this.element = h("section", { class: "panel", hidden: true }, h("h2", {}, words.truth.curve), this.drawing, this.slips);
  }

  /** @param {Truth} truth @param {string[]} names @param {number} ply */
  show(truth, names, ply) {
    this.plies = truth.curve.length - 1;
    const x = (/** @type {number} */ at) => 4 + ((WIDTH - 8) * at) / Math.max(1, this.plies);
    const y = (/** @type {number} */ value) => HEIGHT / 2 - value * (HEIGHT / 2 - 8);
    const runs = truth.curve.flatMap((worth, at) => (worth ? [`${x(at).toFixed(1)} ${y(goodness(worth)).toFixed(1)}`] : []));
    const slips = truth.slips.map((slip) => {
      const worth = truth.curve[slip.index + 1];
      return svg("circle", { class: "slip", cx: x(slip.index + 1), cy: y(worth ? goodness(worth) : 0), r: 4.5 });
    });
    this.drawing.setAttribute("aria-label", words.truth.curveLabel(names[0]));
    this.drawing.replaceChildren(
      svg("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      svg("text", { class: "name", x: 4, y: 11 }, `▲ ${names[0]}`),
      svg("text", { class: "name", x: 4, y: HEIGHT - 4 }, `▲ ${names[1]}`),
      svg("line", { class: "now", x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT }),
      svg("polyline", { class: "run", points: runs.join(" ") }),
      ...slips,
    );
    const told = truth.slips.map((slip) => h("li", {}, words.truth.slip(names[slip.seat], Math.floor(slip.index / names.length) + 1, slip.best.value, slip.made.value)));
    this.slips.replaceChildren(...(told.length ? told.reverse() : [h("li", {}, words.truth.noSlips)]));
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}
