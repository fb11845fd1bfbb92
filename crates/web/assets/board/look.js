// @ts-check
/** How boards look, for all boards of the page: one of a few themes, with or without the chances. The style sheet has the rest. */

export const LOOKS = /** @type {const} */ (["pasture", "wood"]);
/** @typedef {typeof LOOKS[number]} BoardLook */

/** What is wanted, and shown. Some browsers forbid storage; then it lasts as long as the page. @template {string} T @param {string} name @param {readonly T[]} known the first unless somebody chose another @param {T} [wanted] @returns {T} */
function preference(name, known, wanted) {
  const root = document.documentElement;
  let kept = wanted ?? root.dataset[name];
  try {
    if (wanted) localStorage.setItem(name, wanted);
    kept = localStorage.getItem(name) ?? kept;
  } catch {
    // The page itself remembers.
  }
  const shown = known.find((one) => one === kept) ?? known[0];
  root.dataset[name] = shown;
  return shown;
}

/** The theme of boards. @param {BoardLook} [wanted] @returns {BoardLook} */
export const look = (wanted) => preference("board", LOOKS, wanted);

/** Whether the chances are shown while a game is played; at its end they always are. @param {boolean} [wanted] */
export const showsChances = (wanted) => preference("chances", /** @type {const} */ (["shown", "hidden"]), wanted === undefined ? undefined : wanted ? "shown" : "hidden") === "shown";
