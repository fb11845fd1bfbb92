// @ts-check
/** Ratings while games were added: a line for every player, and a band for those that are chosen. */

import { h, svg } from "../../lib/dom.js";
import { arenaWords as said } from "../../strings/arena.js";
import { words } from "../../strings.js";

/** @typedef {import("../../lib/messages.js").RatingHistory} RatingHistory */

const { number, ratingWithin } = words.arena;
/** Bands of more than four cannot be told apart. */
const MOST = 4;
/** The room around the drawing, for figures. */
const LEFT = 54;
const RIGHT = 10;
const TOP = 10;
const BOTTOM = 26;

export class RatingGraph {
  constructor() {
    /** @type {RatingHistory | undefined} */
    this.history = undefined;
    /** Which players are chosen, by agent and limits: each has a colour of its own. @type {(string | null)[]} */
    this.chosen = Array.from({ length: MOST }, () => null);
    this.begun = false;
    this.drawing = svg("svg", { class: "rating-graph", role: "img", "aria-label": said.graph });
    this.readout = h("p", { class: "tag", id: "rating-readout" });
    this.legend = h("ul", { class: "rating-legend", id: "rating-legend" });
    this.apart = h("p", { class: "tag", id: "rating-apart" });
    this.element = h("div", { class: "ratings" }, this.drawing, this.readout, this.legend, this.apart);
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.drawing);
    this.drawing.addEventListener("pointermove", (event) => this.point(event.offsetX));
    this.drawing.addEventListener("pointerleave", () => this.point(null));
    this.say("");
  }

  close() {
    this.observer.disconnect();
  }

  /** The line keeps its height when there is nothing to say. @param {string} text */
  say(text) {
    this.readout.textContent = text || "\u00a0";
  }

  /** @param {RatingHistory["players"][number]} player */
  key(player) {
    return `${player.agent}\n${player.limits}`;
  }

  /** Takes the room that these players need, before anything is known of them. @param {{name: string, agent: string}[]} players */
  expect(players) {
    this.history = { game: "", title: "", seats: [], games: 0, distinct: 0, tournaments: 0, leftOut: 0, connected: true, moments: [], players: players.map(({ name, agent }) => ({ name, agent, limits: "", games: 0, rating: 0, margin: 0, available: false })) };
    this.list();
  }

  /** @param {RatingHistory} history */
  show(history) {
    this.history = history;
    if (!this.begun && history.games) {
      this.begun = true;
      history.players.slice(0, MOST).forEach((player, index) => (this.chosen[index] = this.key(player)));
    }
    this.apart.textContent = history.connected ? "" : said.unconnected;
    this.list();
    this.draw();
  }

  /** The players, to be chosen. */
  list() {
    const { players } = /** @type {RatingHistory} */ (this.history);
    const focused = document.activeElement instanceof HTMLElement && this.legend.contains(document.activeElement) ? document.activeElement.id : "";
    this.legend.replaceChildren(
      ...players.map((player, index) => {
        const place = this.chosen.indexOf(this.key(player));
        return h(
          "li",
          {},
          h(
            "button",
            { type: "button", id: `rated-${index}`, class: place < 0 ? "quiet" : `quiet series-${place}`, "aria-pressed": String(place >= 0), title: [player.name, player.limits].filter(Boolean).join(", "), onclick: () => this.choose(player) },
            svg("svg", { class: "swatch", viewBox: "0 0 26 10", "aria-hidden": "true" }, svg("path", { class: "line", d: "M1 5H25" })),
            h("span", { class: "who" }, player.name),
            player.limits ? h("span", { class: "tag" }, player.limits) : null,
            h("span", { class: "number" }, player.games ? ratingWithin(player.rating, player.margin) : words.arena.notPlayed),
          ),
        );
      }),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {RatingHistory["players"][number]} player */
  choose(player) {
    const key = this.key(player);
    const place = this.chosen.indexOf(key);
    if (place >= 0) this.chosen[place] = null;
    else {
      const free = this.chosen.indexOf(null);
      this.chosen[free < 0 ? MOST - 1 : free] = key;
    }
    this.list();
    this.draw();
  }

  /** Where things are drawn. */
  scale() {
    const { moments } = /** @type {RatingHistory} */ (this.history);
    const box = this.drawing.getBoundingClientRect();
    const [width, height] = [Math.max(200, box.width), Math.max(120, box.height)];
    const places = this.places();
    let [low, high] = [-50, 50];
    for (const { ratings } of moments) {
      for (const [player, rating, margin] of ratings) {
        const reach = places[player] >= 0 ? margin : 0;
        low = Math.min(low, rating - reach);
        high = Math.max(high, rating + reach);
      }
    }
    // The first margins are enormous, and say nothing: the scale is that of the last ones and a little more.
    const last = moments.at(-1)?.ratings ?? [];
    const most = Math.max(100, ...last.map(([, rating, margin]) => Math.abs(rating) + 2 * margin));
    [low, high] = [Math.max(low, -most), Math.min(high, most)];
    const step = [25, 50, 100, 200, 250, 500, 1000, 2000].find((candidate) => (high - low) / candidate <= 6) ?? 5000;
    [low, high] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
    const games = moments.at(-1)?.games ?? 1;
    const x = (/** @type {number} */ played) => LEFT + ((width - LEFT - RIGHT) * played) / games;
    const y = (/** @type {number} */ rating) => TOP + ((height - TOP - BOTTOM) * (high - Math.max(low, Math.min(high, rating)))) / (high - low);
    return { width, height, low, high, step, games, x, y };
  }

  /** The colour of each player; -1 if it has none. */
  places() {
    return /** @type {RatingHistory} */ (this.history).players.map((player) => this.chosen.indexOf(this.key(player)));
  }

  draw() {
    const history = this.history;
    if (!history || !this.drawing.isConnected) return;
    if (!history.moments.length) {
      this.say(said.noRatings);
      return;
    }
    if (this.readout.textContent === said.noRatings) this.say("");
    const { width, height, low, high, step, games, x, y } = this.scale();
    const places = this.places();
    /** @type {SVGElement[]} */
    const parts = [];
    for (let rating = low; rating <= high; rating += step) {
      parts.push(svg("path", { class: rating === 0 ? "axis zero" : "axis", d: `M${LEFT} ${y(rating)}H${width - RIGHT}` }), svg("text", { class: "figure", x: LEFT - 8, y: y(rating) + 4, "text-anchor": "end" }, words.arena.signed(rating)));
    }
    const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000].find((candidate) => games / candidate <= Math.max(3, width / 110)) ?? 20000;
    for (let played = every; played <= games; played += every) {
      const last = played + every > games;
      const near = width - RIGHT - x(played) < 50;
      parts.push(svg("text", { class: "figure", x: near ? width - RIGHT : x(played), y: height - 8, "text-anchor": near ? "end" : "middle" }, last ? `${number(played)} ${said.graphAxis}` : number(played)));
    }
    const bands = [];
    const lines = [];
    for (const [player, place] of places.entries()) {
      const seen = history.moments.flatMap((moment) => moment.ratings.filter(([who]) => who === player).map(([, rating, margin]) => ({ at: x(moment.games), rating, margin })));
      if (!seen.length) continue;
      const along = (/** @type {typeof seen} */ points, /** @type {(point: typeof seen[number]) => number} */ value) => points.map((point) => `${point.at.toFixed(1)} ${y(value(point)).toFixed(1)}`);
      if (place >= 0) {
        const edge = [...along(seen, ({ rating, margin }) => rating + margin), ...along(seen.toReversed(), ({ rating, margin }) => rating - margin)];
        bands.push(svg("path", { class: `band series-${place}`, d: `M${edge.join("L")}Z` }));
      }
      const line = svg("path", { class: place < 0 ? "line" : `line series-${place}`, d: `M${along(seen, ({ rating }) => rating).join("L")}` });
      const [end] = seen.slice(-1);
      const dot = svg("circle", { class: place < 0 ? "end" : `end series-${place}`, cx: end.at, cy: y(end.rating), r: 3 });
      if (place < 0) lines.unshift(line, dot);
      else lines.push(line, dot);
    }
    this.guide = svg("path", { class: "guide" });
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.drawing.setAttribute("aria-label", said.graphLabel(games, history.players.filter((player) => player.games).map((player) => `${player.name} ${ratingWithin(player.rating, player.margin)}`)));
    this.drawing.replaceChildren(...parts, ...bands, ...lines, this.guide);
  }

  /** What it was at the place that somebody points at. @param {number | null} at */
  point(at) {
    const history = this.history;
    if (!history?.moments.length) return;
    if (at === null) {
      this.guide?.setAttribute("d", "");
      this.say("");
      return;
    }
    const { x, height } = this.scale();
    const moment = history.moments.reduce((best, one) => (Math.abs(x(one.games) - at) < Math.abs(x(best.games) - at) ? one : best));
    this.guide?.setAttribute("d", `M${x(moment.games)} ${TOP}V${height - BOTTOM}`);
    const places = this.places();
    const told = moment.ratings.filter(([player]) => places[player] >= 0).map(([player, rating, margin]) => `${history.players[player].name} ${ratingWithin(rating, margin)}`);
    this.say(`${said.afterGames(moment.games, words.arena.date(moment.began))}: ${told.join(", ")}`);
  }
}
