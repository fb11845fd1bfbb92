// @ts-check
/** The icons of buttons, drawn: signs of a font are missing on many machines. */

import { svg } from "./dom.js";

/** What is filled, and what is only a line, on a square of 24. @type {Record<string, {fill?: string, line?: string}>} */
const SHAPES = {
  first: { fill: "M19 5v14L9 12z", line: "M6 5v14" },
  back: { fill: "M17 5v14L7 12z" },
  forward: { fill: "M7 5v14l10-7z" },
  last: { fill: "M5 5v14l10-7z", line: "M18 5v14" },
  pause: { line: "M8 5v14M16 5v14" },
  over: { line: "M4 16a8 8 0 0 1 15-4M20 5v7h-7" },
  cut: { line: "M8.2 8.2 20 20M8.2 15.8 20 4M6 3.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM6 15.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z" },
  half: { fill: "M12 4a8 8 0 0 1 0 16z", line: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z" },
  sun: { fill: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8z", line: "M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2" },
  moon: { fill: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.500 10.500z" },
  close: { line: "M6 6l12 12M18 6 6 18" },
  check: { line: "M4 13l5 5L20 6" },
  settings: { line: "M4 7h7M17 7h3M4 17h3M13 17h7M14 4.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5zM10 14.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z" },
  pen: { line: "M4 20l1.200-4.500L15.500 5.200l3.300 3.300L8.500 18.800zM13.500 7.200l3.300 3.300" },
  bulb: { line: "M9 18h6M10 21h4M8.500 15a6 6 0 1 1 7 0q-.5 1-.5 2h-6q0-1-.500-2z" },
};

/** @param {keyof typeof SHAPES} name */
export function icon(name) {
  const { fill, line } = SHAPES[name];
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, fill ? svg("path", { class: "icon-fill", d: fill }) : null, line ? svg("path", { class: "icon-line", d: line }) : null);
}
