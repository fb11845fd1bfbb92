// @ts-check
/** The games that were opened in this browser: a server may have those of others, too. */

const NAME = "games";
/** Older ones are forgotten. */
const MOST = 100;

/** Their ids, the last one first. Some browsers forbid storage; then there are none. @returns {string[]} */
export function ownGames() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(found) ? found.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** A game was opened here. @param {string} id */
export function noteOwnGame(id) {
  try {
    localStorage.setItem(NAME, JSON.stringify([id, ...ownGames().filter((known) => known !== id)].slice(0, MOST)));
  } catch {
    // Without storage there is no list.
  }
}
