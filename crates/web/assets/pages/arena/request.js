// @ts-check
/** A match that somebody asks for: a game, a player for each seat, and how many games. */

import { catalogue, variant } from "../../lib/api.js";
import { botGroup } from "../../lib/bots.js";
import { h } from "../../lib/dom.js";
import { checkNumbers } from "../../lib/numbers.js";
import { markUnavailable } from "../../lib/unavailable.js";
import { arenaWords as said } from "../../strings/arena.js";
import { words } from "../../strings.js";
import { begin } from "./api.js";

/** @typedef {import("../../lib/api.js").Game} Game */

/** Games between two, unless somebody asks for another number. */
const USUAL = 20;
/** Who plays unless somebody else is chosen. */
const PLAYERS = ["ram", "ewe", "wolf", "lamb"];

export class MatchRequest {
  /**
   * @param {{started: (id: string) => void, game?: string, players?: string[], rated?: string[]}} wanted the game, if it
   *   cannot be chosen; who plays; and agents that are to be offered besides those of the game
   */
  constructor({ started, game, players = [], rated = [] }) {
    this.started = started;
    this.fixed = game;
    this.players = players;
    this.rated = rated;
    /** @type {HTMLSelectElement[]} */
    this.seats = [];
    this.list = h("div", { class: "request-seats" });
    this.game = h("select", { id: "request-game", onchange: () => void this.vary() });
    this.games = h("input", { id: "request-games", type: "number", min: "1", max: "20000", step: "1" });
    this.problem = h("p", { class: "problem", role: "alert", id: "request-problem", hidden: true });
    this.go = h("button", { type: "submit", id: "request-go", class: "primary" }, said.requestGo);
    this.element = h(
      "form",
      {
        class: "request",
        id: "request",
        "aria-label": said.request,
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.send();
        },
      },
      game ? null : h("div", { class: "field" }, h("label", { for: "request-game" }, words.arena.game), this.game),
      this.list,
      h("div", { class: "request-foot" }, h("div", { class: "field" }, h("label", { for: "request-games" }, said.requestGames), this.games), this.go),
      this.problem,
    );
  }

  /** Fills in what there is to choose. */
  async load() {
    const { games, bots } = await catalogue();
    this.catalogue = games;
    this.bots = bots;
    if (!this.fixed) this.game.append(...games.map((game) => h("optgroup", { label: game.title }, ...game.variants.map((listed) => h("option", { value: listed.game }, `${game.title}: ${listed.summary}`)))));
    await this.vary();
  }

  spec() {
    return this.fixed ?? this.game.value;
  }

  /** Another game has other seats and agents. */
  async vary() {
    try {
      const found = await variant(this.spec());
      const seats = found.seats.length;
      const name = this.spec().split(":")[0];
      const game = this.catalogue?.find((known) => known.name === name);
      if (!game) return;
      this.problem.hidden = true;
      if (this.seats.length !== seats) this.games.value = String(USUAL);
      this.games.step = String(seats);
      const before = this.seats.map((select) => select.value);
      this.seats = Array.from({ length: seats }, (_, seat) => this.choice(game, seat, before[seat] ?? this.players[seat] ?? PLAYERS[seat % PLAYERS.length]));
      this.list.replaceChildren(...this.seats.map((select, seat) => h("div", { class: "field" }, h("label", { for: select.id }, said.seatOf(seat + 1)), select)));
      markUnavailable(this.list, found);
    } catch (error) {
      this.complain(error);
    }
  }

  /** @param {Game} game @param {number} seat @param {string} who */
  choice({ levels, agents }, seat, who) {
    const known = new Set([...levels.map((level) => level.name), ...agents.map((agent) => agent.name), ...(this.bots ?? [])]);
    const others = [...new Set([...this.rated, ...this.players])].filter((agent) => !known.has(agent));
    const option = (/** @type {string} */ name) => h("option", { value: name, selected: name === who }, name);
    return h(
      "select",
      { id: `request-seat-${seat}` },
      others.length ? h("optgroup", { label: said.ratedPlayers }, ...others.map(option)) : null,
      h("optgroup", { label: words.setup.levels }, ...levels.map((level) => option(level.name))),
      botGroup(this.bots ?? [], who),
      h("optgroup", { label: words.setup.agents }, ...agents.map((agent) => option(agent.name))),
    );
  }

  /** @param {unknown} error */
  complain(error) {
    this.problem.textContent = error instanceof Error ? error.message : String(error);
    this.problem.hidden = false;
  }

  async send() {
    this.go.disabled = true;
    this.problem.hidden = true;
    try {
      checkNumbers([this.games]);
      const { id } = await begin({ game: this.spec(), players: this.seats.map((select) => ({ agent: select.value })), games: this.games.value ? Number(this.games.value) : undefined });
      this.started(id);
    } catch (error) {
      this.complain(error);
    } finally {
      this.go.disabled = false;
    }
  }
}
