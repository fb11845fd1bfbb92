// @ts-check
/** There is no page at this address, or it is not built yet. */

import { h } from "../lib/dom.js";
import { words } from "../strings.js";

/** @param {HTMLElement} root @param {import("../main.js").Context} context */
export function mount(root, context) {
  context.title(words.missing.title);
  root.append(
    h("div", { class: "wide" }, h("h1", {}, words.missing.title), h("p", { class: "lead" }, words.missing.text), h("a", { class: "button", href: "/" }, words.missing.back)),
  );
}
