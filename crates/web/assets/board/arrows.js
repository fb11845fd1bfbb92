// @ts-check
/** Arrows and rings on a board, each with a casing below it: it is seen on every square. Their kind is a class. */

import { svg } from "../lib/dom.js";

/** The corner of a square. @typedef {{x: number, y: number}} Place */

/** From middle to middle; what the others played leaves the middle free, where numbers are. @param {string} kind */
const form = (kind) => (kind === "reply" ? { from: 0.3, to: 0.1, head: 0.2, half: 0.12 } : kind.includes("rival") ? { from: 0.38, to: 0.28, head: 0.24, half: 0.15 } : { from: 0.2, to: 0, head: 0.32, half: 0.2 });

/** @param {Place} start @param {Place} end @param {string} [kind] */
export function arrow(start, end, kind = "") {
  const { from, to, head, half } = form(kind);
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  /** A point so far along the arrow, and so far beside it. @param {number} along @param {number} [beside] */
  const at = (along, beside = 0) => [start.x + 0.5 + ux * along - uy * beside, start.y + 0.5 + uy * along + ux * beside];
  const neck = length - to - head;
  const [[x1, y1], [x2, y2]] = [at(from), at(neck)];
  const tip = `M${at(length - to).join(" ")}L${at(neck, half).join(" ")}L${at(neck, -half).join(" ")}Z`;
  return [...["casing", "advice"].map((part) => svg("line", { class: `${part} ${kind}`, x1, y1, x2, y2 })), svg("path", { class: `advice-head ${kind}`, d: tip })];
}

/** Round a piece; a stack has its number in a corner, so its ring goes along the edge. @param {Place} place @param {string} kind @param {boolean} stack */
export function ring({ x, y }, kind, stack) {
  const shape = (/** @type {string} */ part) => (stack ? svg("rect", { class: `${part} ${kind}`, x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94, rx: 0.17 }) : svg("circle", { class: `${part} ${kind}`, cx: x + 0.5, cy: y + 0.5, r: 0.42 }));
  return ["casing", "advice"].map(shape);
}
