// @ts-check
/** The list of a tournament's games: the last that ended while it is played, all of them page by page. */

import { h } from "../../lib/dom.js";
import { words } from "../../strings.js";
import { games } from "./api.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("./api.js").Row} Row */

const said = words.arena;
const NUMBERS = [said.round, said.pliesHead, said.thrown];

export class GameList {
  /** @param {string} id @param {State} state @param {Record<string, string>} [only] which games are listed at all */
  constructor(id, state, only = {}) {
    this.id = id;
    this.only = only;
    this.names = state.players.map((player) => player.name);
    this.page = 0;
    this.counted = -1;
    this.asked = 0;
    const choice = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ all, /** @type {[string, string][]} */ options) => {
      const select = h(
        "select",
        {
          id: name,
          onchange: () => {
            this.page = 0;
            void this.load();
          },
        },
        h("option", { value: "" }, all),
        ...options.map(([value, text]) => h("option", { value }, text)),
      );
      return { select, element: h("label", { class: "choice" }, label, select) };
    };
    const player = choice("games-player", said.byPlayer, said.anybody, this.names.map((name, index) => [String(index), name]));
    const reason = choice("games-reason", said.byReason, said.anything, []);
    this.player = player.select;
    this.reason = reason.select;
    this.rows = h("tbody", { id: "game-rows" });
    const names = [said.gameHead, said.round, ...state.seats, said.result, said.endedBy, said.pliesHead, said.thrown];
    this.table = h("table", { class: "games" }, h("thead", {}, h("tr", {}, ...names.map((name) => h("th", { scope: "col", class: NUMBERS.includes(name) ? "number" : "" }, name)))), this.rows);
    this.before = h("button", { type: "button", id: "games-before", onclick: () => this.turn(-1) }, said.earlier);
    this.after = h("button", { type: "button", id: "games-after", onclick: () => this.turn(1) }, said.later);
    this.now = h("span", { class: "tag", role: "status" });
    this.element = h(
      "div",
      { class: "game-list" },
      Object.keys(only).length ? null : h("div", { class: "choices" }, player.element, reason.element),
      h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": said.list }, this.table),
      h("nav", { class: "controls", "aria-label": said.pagesOfGames }, this.before, this.now, this.after),
    );
  }

  /** @param {number} by */
  turn(by) {
    this.page += by;
    void this.load();
  }

  /** Looks again if games have ended. @param {State} state */
  show(state) {
    const reasons = Object.keys(state.digest.endings);
    for (const reason of reasons) {
      if (![...this.reason.options].some((option) => option.value === reason)) this.reason.append(h("option", { value: reason }, reason));
    }
    const running = state.status === "running";
    if (state.games === this.counted && !running) return;
    // While it is played the newest games come first, unless somebody is reading another page.
    const isFirst = this.page === 0 && !this.player.value && !this.reason.value;
    if (running && isFirst) {
      this.list(state.recent);
      this.now.textContent = said.newest;
      this.before.hidden = this.after.hidden = true;
      this.counted = -1;
      return;
    }
    if (this.counted === -1 || !running) void this.load();
    this.counted = state.games;
  }

  async load() {
    const mine = ++this.asked;
    /** @type {Record<string, string>} */
    const filter = { ...this.only, page: String(Math.max(0, this.page)) };
    if (this.player.value) filter.player = this.player.value;
    if (this.reason.value) filter.reason = this.reason.value;
    const found = await games(this.id, filter);
    if (mine !== this.asked) return;
    this.page = found.page;
    this.list(found.games);
    this.now.textContent = said.page(found.page + 1, found.pages, said.games(found.count));
    this.before.hidden = this.after.hidden = found.pages === 1;
    this.before.disabled = found.page === 0;
    this.after.disabled = found.page >= found.pages - 1;
  }

  /** @param {Row[]} rows */
  list(rows) {
    const focused = document.activeElement instanceof HTMLElement && this.rows.contains(document.activeElement) ? document.activeElement.id : "";
    this.rows.replaceChildren(...rows.map((row) => this.row(row)));
    if (rows.some((row) => row.thrown !== null)) this.table.classList.add("compared");
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {Row} row */
  row(row) {
    const link = h("a", { id: `game-${row.number}`, href: `/arena/${this.id}/${row.number}`, "aria-label": said.replay(row.number) }, String(row.number));
    const players = row.players.map((player, seat) => h("td", {}, h(row.winner === seat ? "b" : "span", {}, this.names[player])));
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, link),
      h("td", { class: "number" }, String(row.round)),
      ...players,
      h("td", {}, said.resultText(row.result)),
      h("td", {}, row.reason),
      h("td", { class: "number" }, String(row.plies)),
      h("td", { class: "number" }, row.thrown === null ? "" : String(row.thrown)),
    );
  }
}
