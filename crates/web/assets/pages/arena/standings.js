// @ts-check
/**
 * Where everybody stands, with ratings drawn. While games end, rows keep their places: what changes is the rank in
 * front, with a small mark. `sort` puts them in order.
 */

import { h, svg } from "../../lib/dom.js";
import { words } from "../../strings.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Player} Player */

const said = words.arena;
/** The drawn interval's own units. */
const WIDTH = 220;
const HEIGHT = 22;
/** How long a mark of change stays, in milliseconds. */
const MARKED = 4000;

/** @typedef {{row: HTMLTableRowElement, rank: HTMLElement, change: HTMLElement, rating: HTMLElement, plot: SVGSVGElement, cells: HTMLElement[], at: number}} Line */

export class Standings {
  constructor() {
    this.head = h("tr");
    this.body = h("tbody");
    this.element = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": said.standings }, h("table", { class: "standings", id: "standings" }, h("thead", {}, this.head), this.body));
    /** @type {Map<string, Line>} */
    this.lines = new Map();
    this.sorted = false;
  }

  /** The next table is in order of rank. */
  sort() {
    this.sorted = false;
  }

  /** Whether rows stand as the ranks do. @param {State} state */
  isInOrder(state) {
    return state.digest.players.every((player, index) => this.body.children[index] === this.lines.get(player.name)?.row);
  }

  /** @param {State} state */
  show(state) {
    const { players } = state.digest;
    const duel = state.seats.length === 2;
    if (!this.head.childElementCount) this.begin(state, duel);
    const low = Math.min(...players.filter((player) => player.games).map((player) => player.rating - player.ratingMargin), -50);
    const high = Math.max(...players.filter((player) => player.games).map((player) => player.rating + player.ratingMargin), 50);
    // A round scale, so that it does not creep with every game.
    const edge = Math.ceil(Math.max(-low, high) / 100) * 100;
    players.forEach((player, index) => this.showPlayer(player, index + 1, edge, duel));
    // Only a table that nobody has looked at yet is put in order by itself.
    if (!this.sorted) {
      this.body.replaceChildren(...players.flatMap((player) => this.lines.get(player.name)?.row ?? []));
      this.sorted = true;
    }
  }

  /** @param {State} state @param {boolean} duel */
  begin(state, duel) {
    const scores = !duel || state.digest.players.some((player) => player.meanScore);
    const names = [said.rank, said.player, said.rating, said.interval, said.gamesHead, ...(duel ? [said.won, said.drawn, said.lost, said.score] : [said.points]), ...(scores ? [said.scoreEach] : [])];
    this.scores = scores;
    this.head.append(...names.map((name, index) => h("th", { scope: "col", class: index === 1 || index === 3 ? "" : "number" }, name)));
    for (const { name } of state.players) {
      const rank = h("span", {});
      const change = h("span", { class: "change", "aria-hidden": "true" });
      const rating = h("td", { class: "number rating" });
      const plot = svg("svg", { class: "whisker", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
      const cells = Array.from({ length: (duel ? 5 : 2) + (scores ? 1 : 0) }, () => h("td", { class: "number" }));
      cells[duel ? 4 : 1].classList.add("mean-points");
      const row = h("tr", {}, h("td", { class: "number rank" }, change, rank), h("th", { scope: "row", title: name }, name), rating, h("td", {}, plot), ...cells);
      this.lines.set(name, { row, rank, change, rating, plot, cells, at: 0 });
    }
  }

  /** @param {Player} player @param {number} rank @param {number} edge @param {boolean} duel */
  showPlayer(player, rank, edge, duel) {
    const line = this.lines.get(player.name);
    if (!line) return;
    if (line.at && line.at !== rank) {
      const up = rank < line.at;
      line.change.textContent = up ? `↑${line.at - rank}` : `↓${rank - line.at}`;
      const mark = line.change;
      setTimeout(() => {
        if (mark.textContent) mark.textContent = "";
      }, MARKED);
    }
    line.at = rank;
    line.rank.textContent = String(rank);
    const played = player.games > 0;
    line.rating.textContent = played ? said.ratingWithin(player.rating, player.ratingMargin) : "";
    draw(line.plot, player, edge);
    const won = player.against.reduce((sum, rival) => sum + rival.ahead, 0);
    const drawn = player.against.reduce((sum, rival) => sum + rival.level, 0);
    const lost = player.against.reduce((sum, rival) => sum + rival.behind, 0);
    const mean = player.meanPoints;
    const points = mean ? (duel ? said.percentWithin(mean.value, ...(mean.interval ?? [mean.value, mean.value])) : said.pointsWithin(mean.value, ...(mean.interval ?? [mean.value, mean.value]))) : "";
    const texts = [said.number(player.games), ...(duel ? [said.number(won), said.number(drawn), said.number(lost)] : []), points];
    if (this.scores) texts.push(player.meanScore ? said.decimal(player.meanScore.value) : "");
    line.cells.forEach((cell, index) => {
      const text = texts[index] ?? "";
      if (cell.textContent !== text) cell.textContent = text;
    });
  }
}

/** A rating with its interval, on a scale from -edge to edge. @param {SVGSVGElement} plot @param {Player} player @param {number} edge */
function draw(plot, player, edge) {
  const x = (/** @type {number} */ rating) => Math.round((8 + ((Math.max(-edge, Math.min(edge, rating)) + edge) / (2 * edge)) * (WIDTH - 16)) * 10) / 10;
  const y = HEIGHT / 2;
  const { rating, ratingMargin } = player;
  plot.setAttribute("aria-label", player.games ? said.ratingWithin(rating, ratingMargin) : said.notPlayed);
  const axis = svg("path", { class: "axis", d: `M${x(-edge)} ${y}H${x(edge)}M${x(0)} 2V${HEIGHT - 2}` });
  if (!player.games) {
    plot.replaceChildren(axis);
    return;
  }
  const [a, b] = [x(rating - ratingMargin), x(rating + ratingMargin)];
  plot.replaceChildren(axis, svg("path", { class: "reach", d: `M${a} ${y}H${b}M${a} ${y - 5}V${y + 5}M${b} ${y - 5}V${y + 5}` }), svg("circle", { class: "mean", cx: x(rating), cy: y, r: 4.5 }));
}
