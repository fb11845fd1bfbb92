// @ts-check
/** How boards look: one of a few themes, for all boards of the page. The colours are in the style sheet. */

export const LOOKS = /** @type {const} */ (["pasture", "wood"]);
/** @typedef {typeof LOOKS[number]} BoardLook */

/** The theme that is wanted, and shown. Some browsers forbid storage; then it lasts as long as the page. @param {BoardLook} [wanted] @returns {BoardLook} */
export function look(wanted) {
  const root = document.documentElement;
  let kept = wanted ?? root.dataset.board;
  try {
    if (wanted) localStorage.setItem("board", wanted);
    kept = localStorage.getItem("board") ?? kept;
  } catch {
    // The page itself remembers.
  }
  const shown = LOOKS.find((known) => known === kept) ?? LOOKS[0];
  root.dataset.board = shown;
  return shown;
}
