// @ts-check
/**
 * Where everybody stands, with ratings drawn. Rows slide to their new places when ranks change, with a small mark; but not
 * while somebody points at them or is among them with the keyboard.
 */

import { h, svg } from "../../lib/dom.js";
import { arenaWords } from "../../strings/arena.js";
import { words } from "../../strings.js";
import { pairAddress } from "./api.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Player} Player */

const said = words.arena;
/** The drawn interval's own units. */
const WIDTH = 220;
const HEIGHT = 22;
/** How long a mark of change stays, in milliseconds. */
const MARKED = 4000;
/** How long a row takes to its new place. */
const MOTION = 200;

/** @typedef {{row: HTMLTableRowElement, link: HTMLElement, rank: HTMLElement, change: HTMLElement, rating: HTMLElement, plot: SVGSVGElement, cells: HTMLElement[], at: number}} Line */

export class Standings {
  constructor() {
    this.head = h("tr");
    this.body = h("tbody");
    this.element = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": said.standings }, h("table", { class: "standings", id: "standings" }, h("thead", {}, this.head), this.body));
    /** @type {Map<string, Line>} */
    this.lines = new Map();
    /** The rows by rank. @type {HTMLTableRowElement[]} */
    this.order = [];
    const place = () => this.place();
    this.element.addEventListener("pointerleave", place);
    this.element.addEventListener("focusout", () => setTimeout(place));
  }

  /** Puts rows where their ranks are. */
  place() {
    const { body, order } = this;
    if (order.every((row, index) => body.children[index] === row)) return;
    const isFirst = !body.childElementCount;
    // What somebody is about to click stays where it is.
    if (!isFirst && this.element.matches(":hover, :focus-within")) return;
    const before = order.map((row) => row.getBoundingClientRect().top);
    for (const row of order) for (const motion of row.getAnimations()) motion.cancel();
    body.replaceChildren(...order);
    if (isFirst || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    order.forEach((row, index) => {
      const by = before[index] - row.getBoundingClientRect().top;
      if (Math.abs(by) > 1) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: MOTION, easing: "ease-in-out" });
    });
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
    const numbers = new Map(state.players.map(({ name }, number) => [name, number]));
    players.forEach((player, index) => {
      const number = numbers.get(player.name) ?? 0;
      this.showPlayer(player, index + 1, edge, duel, state.status === "finished" ? undefined : state.planned?.[number]);
      // A name leads to its games with the best of the others.
      const rival = players.find((other) => other !== player);
      if (rival) this.lines.get(player.name)?.link.setAttribute("href", pairAddress(state.id, number, numbers.get(rival.name) ?? 0));
    });
    this.order = players.flatMap((player) => this.lines.get(player.name)?.row ?? []);
    this.place();
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
      // Room for all the games that are to come.
      if (state.planned) cells[0].style.minWidth = `${2 * said.number(Math.max(...state.planned)).length + 6}ch`;
      const link = h("a", { title: arenaWords.headToHead }, name);
      const row = h("tr", {}, h("td", { class: "number rank" }, change, rank), h("th", { scope: "row", title: name }, link), rating, h("td", {}, plot), ...cells);
      this.lines.set(name, { row, link, rank, change, rating, plot, cells, at: 0 });
    }
  }

  /** @param {Player} player @param {number} rank @param {number} edge @param {boolean} duel @param {number} [planned] how many games it will have played */
  showPlayer(player, rank, edge, duel, planned) {
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
    const texts = [planned ? arenaWords.ofPlanned(player.games, planned) : said.number(player.games), ...(duel ? [said.number(won), said.number(drawn), said.number(lost)] : []), points];
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
