// @ts-check
/** Two players of a tournament against each other: the score, its interval, and every game. */

import { h } from "../../lib/dom.js";
import { arenaWords as said } from "../../strings/arena.js";
import { words } from "../../strings.js";
import { pair, pairAddress, tournament } from "./api.js";
import { GameList } from "./games.js";
import { MatchRequest } from "./request.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("../../lib/messages.js").HeadToHeadJson} HeadToHead */

const { number, percent, ratingWithin } = words.arena;

/** @param {HTMLElement} root @param {import("../../main.js").Context} context @param {string} id @param {string} one @param {string} other */
export async function mount(root, context, id, one, other) {
  const [state, found] = await Promise.all([tournament(id), pair(id, one, other)]);
  const players = [Number(one), Number(other)].map((player) => state.players[player]);
  const [first, second] = players;
  const isDuel = state.seats.length === 2;
  context.title(said.pairTitle(first.name, second.name));
  const select = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ chosen, /** @type {(player: number) => string} */ address) => {
    const options = state.players.map((player, index) => h("option", { value: String(index), selected: index === chosen }, player.name));
    const list = h("select", { id: name, onchange: () => context.navigate(address(Number(list.value))) }, ...options);
    return h("label", { class: "choice" }, label, list);
  };
  const [a, b] = [Number(one), Number(other)];
  const list = new GameList(id, state, { player: one, rival: other });
  const request = isDuel ? new MatchRequest({ game: state.game, players: players.map((player) => player.agent), started: (begun) => context.navigate(`/arena/${begun}`) }) : null;
  // Nothing jumps: all is there before it is shown.
  await Promise.all([list.load(), request?.load()]);
  root.append(
    h(
      "div",
      { class: "wide tournament" },
      h(
        "header",
        {},
        h("p", { class: "tag" }, h("a", { href: `/arena/${id}` }, words.arena.backTo(state.title))),
        h("h1", {}, said.pairTitle(first.name, second.name)),
        h("p", { class: "finding", id: "pair-score" }, found.games ? said.pairScore(first.name, found.score, found.interval[0], found.interval[1], isDuel) : said.neverMet),
        h("div", { class: "choices" }, select("pair-one", said.one, a, (player) => pairAddress(id, player, player === b ? a : b)), select("pair-other", said.other, b, (player) => pairAddress(id, player === a ? b : a, player))),
      ),
      h("section", { class: "panel", "aria-labelledby": "figures-title" }, h("h2", { id: "figures-title" }, said.figures), figures(found, isDuel), h("p", { class: "tag" }, isDuel && found.games ? `${said.losNote} ${said.ratingNote}` : said.ratingNote)),
      h("section", { class: "panel", "aria-labelledby": "in-seat-title" }, h("h2", { id: "in-seat-title" }, said.inSeat), bySeat(found, state, isDuel), ...(found.pairs ? pairs(found.pairs) : [])),
      h("section", { class: "panel part-games", "aria-labelledby": "games-title" }, h("h2", { id: "games-title" }, said.theirGames), list.element),
      request ? h("section", { class: "panel part-request", "aria-labelledby": "request-title" }, h("h2", { id: "request-title" }, said.moreGames), h("p", { class: "tag" }, said.requestLead), request.element) : null,
    ),
  );
}

/** @param {HeadToHead} found @param {boolean} isDuel */
function figures(found, isDuel) {
  const { all, elo } = found;
  /** @type {[string, string][]} */
  const rows = [
    [said.pairGames, number(found.games)],
    [said.distinct, number(found.distinct)],
    [isDuel ? said.won : said.ahead, number(all.wins)],
    [isDuel ? said.drawn : said.level, number(all.draws)],
    [isDuel ? said.lost : said.behind, number(all.losses)],
  ];
  if (elo && found.games) rows.push([said.elo, ratingWithin(elo[0], elo[1])], [said.los, percent(elo[2])]);
  rows.push([said.ratingGap, ratingWithin(found.rating[0], found.rating[1])]);
  return h("dl", { class: "figures", id: "pair-figures" }, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

/** @param {HeadToHead} found @param {State} state @param {boolean} isDuel */
function bySeat(found, state, isDuel) {
  const heads = isDuel ? [said.won, said.drawn, said.lost] : [said.ahead, said.level, said.behind];
  const rows = found.bySeat.map((count, seat) => h("tr", {}, h("th", { scope: "row" }, said.asSeat(state.seats[seat])), ...[count.wins, count.draws, count.losses].map((value) => h("td", { class: "number" }, number(value)))));
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": said.inSeat }, h("table", { id: "pair-seats" }, h("thead", {}, h("tr", {}, h("td", {}), ...heads.map((head) => h("th", { scope: "col", class: "number" }, head)))), h("tbody", {}, ...rows)));
}

/** @param {number[]} cells */
function pairs(cells) {
  const most = Math.max(1, ...cells);
  return [
    h("h2", { class: "below" }, said.pairs),
    h("p", { class: "tag" }, said.pairsNote),
    h(
      "ul",
      { class: "pair-cells", id: "pair-cells" },
      ...cells.map((count, index) => h("li", {}, h("span", { class: "number" }, number(count)), h("meter", { min: "0", max: String(most), value: String(count), "aria-label": `${said.pairCells[index]}: ${count}` }), h("span", { class: "tag" }, said.pairCells[index]))),
    ),
  ];
}
