// @ts-check
/** The ways to the rules of a game, and to a guided first game. */

import { gamePath } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { words } from "../strings.js";

const said = words.rules;

/** Opens the rules over the page; what draws them is loaded then. @param {string} game its name, with or without options */
export async function openRules(game) {
  const dialog = await import("./rules_dialog.js");
  await dialog.openRules(game);
}

/** The way to a guided first game. @param {string} game its name, with or without options @param {string} [title] of the game, where several are listed @param {() => void} [onclick] */
export const guidedLink = (game, title = "", onclick = () => {}) => h("a", { class: "button", href: `${gamePath("play", game)}?guide`, "aria-label": title ? said.guidedOf(title) : null, onclick }, said.guided);

/** A button that opens the rules. @param {() => string} game @param {string} title of the game @param {boolean} [small] only a sign */
export const rulesButton = (game, title, small = false) =>
  h("button", { type: "button", class: small ? "help" : "", "aria-label": small ? said.title(title) : null, title: small ? said.title(title) : null, onclick: () => void openRules(game()) }, small ? "?" : said.button);
