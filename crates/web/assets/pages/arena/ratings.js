// @ts-check
/** The ratings of a game's players, from all its tournaments, and how they came about. */

import { h } from "../../lib/dom.js";
import { arenaWords as said } from "../../strings/arena.js";
import { words } from "../../strings.js";
import { gameRatings } from "./api.js";
import { RatingGraph } from "./rating_graph.js";
import { MatchRequest } from "./request.js";

/** How often the ratings are looked at again, in milliseconds. */
const OFTEN = 5000;

/** @param {HTMLElement} root @param {import("../../main.js").Context} context */
export async function mount(root, context) {
  const game = context.query.get("game") ?? "";
  const history = await gameRatings(game);
  context.title(said.ratingsTitle(history.title));
  const graph = new RatingGraph();
  const rated = history.players.filter((player) => player.available).map((player) => player.agent);
  const request = new MatchRequest({ game, rated, players: rated.slice(0, history.seats.length), started: (id) => context.navigate(`/arena/${id}`) });
  await request.load();
  const from = h("p", { class: "sub", id: "ratings-from" });
  root.append(
    h(
      "div",
      { class: "wide tournament" },
      h("header", {}, h("p", { class: "tag" }, h("a", { href: "/arena" }, words.arena.back)), h("h1", {}, said.ratingsTitle(history.title)), h("p", { class: "sub" }, game), h("p", { class: "lead" }, said.ratingsLead), from),
      h("section", { class: "panel part-graph", "aria-labelledby": "graph-title" }, h("h2", { id: "graph-title" }, said.graph), h("p", { class: "tag" }, said.graphHelp), graph.element),
      h("section", { class: "panel part-request", "aria-labelledby": "request-title" }, h("h2", { id: "request-title" }, said.request), h("p", { class: "tag" }, said.requestLead), request.element),
    ),
  );
  const show = (/** @type {typeof history} */ now) => {
    from.textContent = [said.ratingsFrom(now.games, now.distinct, now.tournaments), now.leftOut ? said.ratingsLeftOut(now.leftOut) : ""].filter(Boolean).join(". ");
    graph.show(now);
  };
  show(history);
  let games = history.games;
  const timer = setInterval(async () => {
    if (document.hidden) return;
    const now = await gameRatings(game).catch(() => undefined);
    if (!now || now.games === games) return;
    games = now.games;
    show(now);
  }, OFTEN);
  return () => {
    clearInterval(timer);
    graph.close();
  };
}
