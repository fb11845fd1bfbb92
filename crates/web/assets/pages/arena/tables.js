// @ts-check
/** The tables beside the standings: against each other, by seat, and what the solved table says. */

import { h } from "../../lib/dom.js";
import { arenaWords } from "../../strings/arena.js";
import { words } from "../../strings.js";
import { pairAddress } from "./api.js";

/** @typedef {import("./api.js").State} State */

const said = words.arena;

/** A table that scrolls sideways where it has to. @param {string} id @param {string} label @param {...Node} parts */
function scrolled(id, label, ...parts) {
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, h("table", { id, class: "cross" }, ...parts));
}

/** Changes a cell only if it says something else now. @param {HTMLElement} cell @param {string} text */
function say(cell, text) {
  if (cell.textContent !== text) cell.textContent = text;
}

/** Who did how well against whom; rows and columns stay where they are. */
export class Crosstable {
  constructor() {
    this.head = h("tr");
    this.body = h("tbody");
    this.element = scrolled("crosstable", said.cross, h("thead", {}, this.head), this.body);
    /** @type {string[]} */
    this.order = [];
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
  }

  /** @param {State} state */
  show(state) {
    const { players } = state.digest;
    if (this.order.length !== players.length) this.build(state);
    for (const player of players) {
      for (const rival of player.against) {
        const cell = this.cells.get(`${player.name}\n${rival.player}`);
        if (cell && rival.player !== player.name) say(cell, `${rival.ahead}–${rival.level}–${rival.behind}`);
      }
    }
  }

  /** @param {State} state */
  build(state) {
    const names = state.digest.players.map((player) => player.name);
    const numbers = new Map(state.players.map(({ name }, number) => [name, number]));
    this.order = names;
    this.cells.clear();
    this.head.replaceChildren(h("td", {}), ...names.map((name) => h("th", { scope: "col", class: "number", title: name }, name)));
    const rows = names.map((name) => {
      const cells = names.map((rival) => {
        if (name === rival) return h("td", { class: "self" }, "·");
        const link = h("a", { href: pairAddress(state.id, numbers.get(name) ?? 0, numbers.get(rival) ?? 0), title: arenaWords.pairWith(name, rival) });
        this.cells.set(`${name}\n${rival}`, link);
        return h("td", { class: "number" }, link);
      });
      return h("tr", {}, h("th", { scope: "row", title: name }, name), ...cells);
    });
    this.body.replaceChildren(...rows);
  }
}

/** Points a game in each seat. */
export class SeatTable {
  constructor() {
    this.head = h("tr");
    this.body = h("tbody");
    this.element = scrolled("by-seat", said.bySeat, h("thead", {}, this.head), this.body);
  }

  /** @param {State} state */
  show(state) {
    const duel = state.seats.length === 2;
    const text = (/** @type {{games: number, points: number}} */ seat) => {
      if (!seat.games) return "";
      const mean = seat.points / seat.games;
      return said.meanIn(duel ? said.percent(mean) : said.decimal(mean), said.number(seat.games));
    };
    if (!this.head.childElementCount) {
      this.head.append(h("td", {}), ...state.seats.map((name) => h("th", { scope: "col", class: "number" }, name)));
      const names = [...state.players.map((player) => player.name), said.everybody];
      this.body.append(...names.map((name) => h("tr", {}, h("th", { scope: "row", title: name }, name), ...state.seats.map(() => h("td", { class: "number" })))));
    }
    const rows = [...state.players.map(({ name }) => state.digest.players.find((player) => player.name === name)?.bySeat ?? []), state.digest.bySeat];
    rows.forEach((seats, row) => {
      seats.forEach((seat, column) => {
        const cell = this.body.children[row]?.children[column + 1];
        if (cell instanceof HTMLElement) say(cell, text(seat));
      });
    });
  }
}

/** What the solved table says of everybody's moves. */
export class TruthTable {
  constructor() {
    this.body = h("tbody");
    const names = [said.player, said.judged, said.kept, said.winsThrown, said.drawsThrown, said.firstBlunder, said.pliesLost];
    /** Who lost though nothing was thrown away. */
    this.innocent = h("p", { class: "tag", id: "truth-innocent" });
    const table = scrolled("truth", said.truth, h("thead", {}, h("tr", {}, ...names.map((name, index) => h("th", { scope: "col", class: index ? "number" : "" }, name)))), this.body);
    this.element = h("div", {}, table, this.innocent);
  }

  /** False if no table knows these games. @param {State} state */
  show(state) {
    const truths = state.players.map(({ name }) => ({ name, truth: state.digest.players.find((player) => player.name === name)?.truth }));
    if (!truths.some(({ truth }) => truth)) return false;
    if (!this.body.childElementCount) {
      this.body.append(...truths.map(({ name }) => h("tr", {}, h("th", { scope: "row", title: name }, name), ...Array.from({ length: 6 }, () => h("td", { class: "number" })))));
    }
    truths.forEach(({ truth }, row) => {
      if (!truth) return;
      const share = (/** @type {number} */ part, /** @type {number} */ whole) => (whole ? said.share(said.number(part), said.percent(part / whole)) : "–");
      const texts = [
        said.number(truth.judged),
        said.percent(truth.kept / truth.judged),
        share(truth.winsThrown, truth.wins),
        share(truth.drawsThrown, truth.draws),
        truth.firstBlunder === null ? "–" : said.decimal(truth.firstBlunder),
        said.decimal(truth.remotenessLost / truth.judged),
      ];
      texts.forEach((text, column) => {
        const cell = this.body.children[row].children[column + 1];
        if (cell instanceof HTMLElement) say(cell, text);
      });
    });
    const lost = truths.flatMap(({ name, truth }) => {
      const games = state.digest.players.find((player) => player.name === name)?.against.reduce((sum, rival) => sum + rival.behind, 0) ?? 0;
      return truth && truth.kept === truth.judged && games ? [arenaWords.lostAnyway(name, games)] : [];
    });
    // At a table of more seats, who comes second has not lost.
    say(this.innocent, state.seats.length === 2 && state.status === "finished" ? lost.join(" ") : "");
    return true;
  }
}
