// @ts-check
/** What is shown while a page waits for its first answer: nothing at first, then a line that says so. */

import { h } from "./dom.js";

/** After so many milliseconds people wonder. */
const SOON = 250;

/** Says that something is awaited, unless it is there at once. The page itself comes in one go, so that nothing jumps. @param {HTMLElement} root @param {string} text @returns {() => void} takes it away */
export function waiting(root, text) {
  const line = h("p", { class: "lead wide", role: "status" }, text);
  const timer = setTimeout(() => root.append(line), SOON);
  return () => {
    clearTimeout(timer);
    line.remove();
  };
}
