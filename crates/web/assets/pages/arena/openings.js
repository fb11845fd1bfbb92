// @ts-check
/** A tournament by opening: where games began, and the points of every seat and player from there. */

import { Board } from "../../board/board.js";
import { h } from "../../lib/dom.js";
import { arenaWords as said } from "../../strings/arena.js";
import { words } from "../../strings.js";
import { openings, openingsAddress, tournament } from "./api.js";
import { GameList } from "./games.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("../../lib/messages.js").OpeningJson} Opening */
/** @typedef {import("../../lib/messages.js").SeatPoints} Points */

/** @param {HTMLElement} root @param {import("../../main.js").Context} context @param {string} id @param {string} [number] of one opening */
export async function mount(root, context, id, number) {
  const state = await tournament(id);
  context.title(said.openings(state.title));
  const isDuel = state.seats.length === 2;
  const head = (/** @type {string} */ title, /** @type {(Node | null)[]} */ ...more) =>
    h("header", {}, h("p", { class: "tag" }, h("a", { href: number ? openingsAddress(id) : `/arena/${id}` }, number ? said.backToOpenings : words.arena.backTo(state.title))), h("h1", {}, title), h("p", { class: "lead" }, isDuel ? said.openingsLead : said.openingsLeadMany), ...more);
  if (number) {
    const { openings: found } = await openings(id, { number: /^\d{1,9}$/.test(number) ? number : "0" });
    const list = new GameList(id, state, { opening: String(Number(number) - 1) });
    await list.load();
    root.append(h("div", { class: "wide tournament" }, head(said.openingNumber(Number(number))), h("ul", { class: "openings" }, ...found.map((opening) => card(opening, state, false))), h("section", { class: "panel part-games", "aria-labelledby": "games-title" }, h("h2", { id: "games-title" }, said.theirGames), list.element)));
    return;
  }
  const rows = h("ul", { class: "openings", id: "openings" });
  const counted = h("span", { class: "tag", role: "status" });
  let page = 0;
  const order = h("select", { id: "openings-order", onchange: () => void turn(-page) }, ...Object.entries(said.orders).map(([value, text]) => h("option", { value }, text)));
  const before = h("button", { type: "button", id: "openings-before", onclick: () => void turn(-1) }, words.arena.earlier);
  const after = h("button", { type: "button", id: "openings-after", onclick: () => void turn(1) }, words.arena.later);
  const turn = async (/** @type {number} */ by) => {
    const found = await openings(id, { order: order.value, page: String(Math.max(0, page + by)) });
    page = found.page;
    rows.replaceChildren(...(found.openings.length ? found.openings.map((opening) => card(opening, state, true)) : [h("li", { class: "tag" }, said.noOpenings)]));
    counted.textContent = words.arena.page(found.page + 1, found.pages, said.countOpenings(found.count));
    before.hidden = after.hidden = found.pages === 1;
    before.disabled = found.page === 0;
    after.disabled = found.page >= found.pages - 1;
  };
  await turn(0);
  root.append(h("div", { class: "wide tournament" }, head(said.openings(state.title), h("label", { class: "choice" }, said.order, order)), rows, h("nav", { class: "controls part-games", "aria-label": words.arena.pagesOfGames }, before, counted, after)));
}

/** @param {Opening} opening @param {State} state @param {boolean} linked whether its own page is elsewhere */
function card(opening, state, linked) {
  const board = new Board({ still: true });
  const where = opening.moves.length ? said.openingAfter(opening.moves.join(" ")) : opening.position ? said.openingSetUp : said.openingStart;
  const title = said.openingNumber(opening.number);
  board.show({ picture: opening.picture, label: `${title}, ${where}` });
  const isDuel = state.seats.length === 2;
  const mean = (/** @type {Points} */ { games, points }) => {
    if (!games) return "–";
    return words.arena.meanIn(isDuel ? words.arena.percent(points / games) : words.arena.decimal(points / games), words.arena.number(games));
  };
  const table = (/** @type {string} */ name, /** @type {string[]} */ names, /** @type {Points[]} */ points) =>
    h("table", { class: "points" }, h("caption", { class: "tag" }, name), h("tbody", {}, ...names.map((who, index) => h("tr", {}, h("th", { scope: "row", title: who }, who), h("td", { class: "number" }, mean(points[index]))))));
  return h(
    "li",
    { class: "panel opening" },
    h("div", { class: "opening-board" }, board.element),
    h(
      "div",
      { class: "opening-words" },
      h("h2", {}, title),
      h("p", { class: "tag opening-moves" }, where, opening.turn === null ? "" : ` · ${said.toMove(state.seats[opening.turn])}`),
      linked ? h("a", { href: openingsAddress(state.id, opening.number), id: `opening-${opening.number}` }, said.itsGames(opening.games)) : null,
      table(said.seatsHead, state.seats, opening.seats),
      table(
        said.playersHead,
        state.players.map((player) => player.name),
        opening.players,
      ),
    ),
  );
}
