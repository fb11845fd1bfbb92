// @ts-check
/** A puzzle for paper: lines, and a letter in a disc at every source, so that black and white is enough. */

import { svg } from "../lib/dom.js";

/** @typedef {import("./api.js").Puzzle} Puzzle */

/** @param {Puzzle} puzzle @param {string} label @param {number[][]} [paths] its solution */
export function printoutBoard({ width, height, hues, labels, sources }, label, paths = []) {
  const x = (/** @type {number} */ cell) => (cell % width) + 0.5;
  const y = (/** @type {number} */ cell) => Math.floor(cell / width) + 0.5;
  const lines = [...Array.from({ length: height - 1 }, (_, row) => `M0 ${row + 1}H${width}`), ...Array.from({ length: width - 1 }, (_, column) => `M${column + 1} 0V${height}`)];
  const disc = (/** @type {number} */ cell, /** @type {number} */ color) =>
    svg("g", { class: `disc hue-${hues[color]}`, transform: `translate(${x(cell)} ${y(cell)})` }, svg("circle", { r: 0.34 }), svg("text", { "font-size": labels[color].length > 1 ? 0.3 : 0.42, dy: ".36em" }, labels[color]));
  return svg(
    "svg",
    { class: "printout-board", viewBox: `-0.06 -0.06 ${width + 0.12} ${height + 0.12}`, preserveAspectRatio: "xMidYMin", role: "img", "aria-label": label },
    svg("path", { class: "lines", d: lines.join("") }),
    svg("rect", { class: "edge", width, height }),
    ...paths.map((path, color) => svg("path", { class: `way hue-${hues[color]}`, d: `M${path.map((cell) => `${x(cell)} ${y(cell)}`).join("L")}` })),
    ...sources.flatMap((pair, color) => pair.map((cell) => disc(cell, color))),
  );
}
