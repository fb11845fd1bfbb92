// @ts-check
/** The key of a seat's link, in a game on several screens. */

/** @typedef {import("./api.js").State} State */

/** The key that opens a game as a seat: in its link, or remembered by this browser. @param {string} id */
export function seatKey(id) {
  try {
    const key = location.hash.slice(1) || localStorage.getItem(`seat ${id}`) || "";
    if (key) localStorage.setItem(`seat ${id}`, key);
    return key;
  } catch {
    // Without storage the link itself is all there is.
    return location.hash.slice(1);
  }
}

/** Who has a seat, as the page before a game names it: people elsewhere get links again. @param {State} state */
export const playersAgain = (state) => state.seats.map(({ who }, seat) => (state.link && who === "person" && seat !== state.link.seat ? "friend" : who));
