// @ts-check
/** Names, numbers and lists in sentences. */

/** A name with a capital: seats are called `wolf` or `seat 2` by the game. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whose something is. @param {string} name */
export const possessive = (name) => `${name}${name.endsWith("s") ? "'" : "'s"}`;

/** Names in a row. @param {string[]} names */
export const list = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`);

/** A large number, with commas. @param {number} value */
export const number = (value) => value.toLocaleString("en");

/** With so many decimals, and no sign on a zero. @param {number} value @param {number} places */
export const fixed = (value, places) => value.toFixed(places).replace(/^-(0(\.0+)?)$/, "$1");

/** A length of play: single moves, those of all sides counted. @param {number} n */
export const plies = (n) => (n === 1 ? "1 ply" : `${number(n)} plies`);
