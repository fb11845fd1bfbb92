// @ts-check
/** The games, each with its board. */

import { Board } from "../board/board.js";
import { catalogue } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { words } from "../strings.js";

/** @param {HTMLElement} root @param {import("../main.js").Context} context */
export async function mount(root, context) {
  context.title("");
  const { games } = await catalogue();
  const cards = games.map((game) => {
    const board = new Board({ still: true });
    board.show({ picture: game.picture, label: game.title });
    return h(
      "li",
      {},
      h("a", { class: "card", href: `/play/${game.name}` }, board.element, h("div", {}, h("h2", {}, game.title), h("p", {}, game.summary))),
    );
  });
  root.append(
    h(
      "div",
      { class: "wide" },
      h("h1", {}, words.gallery.title),
      h("p", { class: "lead" }, words.gallery.lead),
      h("ul", { class: "gallery" }, ...cards),
    ),
  );
}
