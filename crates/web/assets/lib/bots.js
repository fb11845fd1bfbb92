// @ts-check
/** The bots that whoever started the server has registered. */

import { words } from "../strings.js";
import { h } from "./dom.js";

/** Their part of a list of agents; none if there are none. @param {string[]} bots @param {string} chosen */
export const botGroup = (bots, chosen) => (bots.length ? h("optgroup", { label: words.setup.bots }, ...bots.map((name) => h("option", { value: name, selected: name === chosen }, name))) : null);
