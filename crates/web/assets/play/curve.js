// @ts-check
/** What the game was worth at every move, drawn as a line; and where something was thrown away. */

import { h, svg } from "../lib/dom.js";
import { words } from "../strings.js";
import { goodness } from "./judge.js";

/** @typedef {import("../lib/api.js").Truth} Truth */
/** A line from −1 to 1, with gaps where nothing is known. @typedef {{values: (number | null)[], kind: string}} Line */

const WIDTH = 360;
const HEIGHT = 92;

/** The drawing alone: lines over the plies, marks, and where one is. */
export class CurveDrawing {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.plies = 0;
    this.element = svg("svg", {
      class: "curve",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      onclick: (/** @type {MouseEvent} */ event) => {
        const box = this.element.getBoundingClientRect();
        go(Math.round(((event.clientX - box.left) / box.width) * Math.max(1, this.plies)));
      },
    });
  }

  /**
   * @param {{label: string, plies: number, ply: number, lines: Line[], marks: number[], top?: string, bottom?: string}} shown
   * marks are plies at which the first line has a dot
   */
  show({ label, plies, ply, lines, marks, top, bottom }) {
    this.plies = plies;
    const x = (/** @type {number} */ at) => 4 + ((WIDTH - 8) * at) / Math.max(1, plies);
    const y = (/** @type {number} */ value) => HEIGHT / 2 - value * (HEIGHT / 2 - 8);
    const drawn = lines.map(({ values, kind }) => {
      const points = values.flatMap((value, at) => (value === null ? [] : [`${x(at).toFixed(1)} ${y(value).toFixed(1)}`]));
      return svg("polyline", { class: `run ${kind}`, points: points.join(" ") });
    });
    const dots = marks.map((at) => svg("circle", { class: "slip", cx: x(at), cy: y(lines[0]?.values[at] ?? 0), r: 4.5 }));
    this.element.setAttribute("aria-label", label);
    this.element.replaceChildren(
      svg("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      ...(top ? [svg("text", { class: "name", x: 4, y: 11 }, top)] : []),
      ...(bottom ? [svg("text", { class: "name", x: 4, y: HEIGHT - 4 }, bottom)] : []),
      svg("line", { class: "now", x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT }),
      ...drawn,
      ...dots,
    );
  }
}

/** The truth's curve, in a panel of its own. */
export class Curve {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.drawing = new CurveDrawing(go);
    this.slips = h("ul", { class: "slips" });
    this.element = h("section", { class: "panel", hidden: true }, h("h2", {}, words.truth.curve), this.drawing.element, this.slips);
  }

  /** @param {Truth} truth @param {string[]} names @param {number} ply @param {number[]} rows the number of each move */
  show(truth, names, ply, rows) {
    this.drawing.show({
      label: words.truth.curveLabel(names[0]),
      plies: truth.curve.length - 1,
      ply,
      lines: [{ values: truth.curve.map((worth) => (worth ? goodness(worth) : null)), kind: "" }],
      marks: truth.slips.map((slip) => slip.index + 1),
      top: words.truth.wins(names[0]),
      bottom: words.truth.wins(names[1]),
    });
    const told = truth.slips.map((slip) => h("li", {}, words.truth.slip(names[slip.seat], rows[slip.index], slip.best.value, slip.made.value)));
    this.slips.replaceChildren(...(told.length ? told.reverse() : [h("li", {}, words.truth.noSlips)]));
    this.element.hidden = false;
  }

  /** The answer has not come yet: its place is kept for it, unless an older one stands there. */
  wait() {
    this.element.hidden = false;
  }

  hide() {
    this.drawing.element.replaceChildren();
    this.slips.replaceChildren();
    this.element.hidden = true;
  }
}
