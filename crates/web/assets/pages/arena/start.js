// @ts-check
/** The form for a new tournament. */

import { Refused, variant } from "../../lib/api.js";
import { botGroup } from "../../lib/bots.js";
import { h } from "../../lib/dom.js";
import { checkNumbers } from "../../lib/numbers.js";
import { loadBuilder } from "../../play/seat_choice.js";
import { icon } from "../../lib/icons.js";
import { markUnavailable } from "../../lib/unavailable.js";
import { arenaWords } from "../../strings/arena.js";
import { words } from "../../strings.js";
import { begin } from "./api.js";

/** @typedef {import("../../lib/api.js").Game} Game */

const said = words.arena;
const OTHER = "…";
/** Who plays unless somebody else is chosen. */
const USUAL = ["ewe", "ram", "wolf", "lamb"];

/** A number that a field holds; none if it is empty. @param {HTMLInputElement} input */
function number(input) {
  const text = input.value.trim();
  if (!text) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** n over k. @param {number} n @param {number} k */
function choose(n, k) {
  let result = 1;
  for (let index = 0; index < k; index++) result = (result * (n - index)) / (index + 1);
  return n < k ? 0 : result;
}

export class StartForm {
  /**
   * @param {Game[]} catalogue
   * @param {string[]} bots
   * @param {import("./api.js").List} limits
   * @param {(id: string) => void} started
   */
  constructor(catalogue, bots, limits, started) {
    this.catalogue = catalogue;
    this.bots = bots;
    this.limits = limits;
    this.started = started;
    this.seats = 2;
    /** Whose agents are listed. @type {string} */
    this.named = "";
    this.made = 0;
    /** The game that was chosen last. @type {import("../../lib/api.js").Variant | undefined} */
    this.variant = undefined;
    /** @type {{row: HTMLElement, agent: HTMLSelectElement, who: () => string, name: HTMLInputElement}[]} */
    this.players = [];
    this.game = h(
      "select",
      { id: "arena-game", onchange: () => void this.vary() },
      ...catalogue.map((game) => h("optgroup", { label: game.title }, ...game.variants.map((listed) => h("option", { value: listed.game }, `${game.title}: ${listed.summary}`)))),
      h("option", { value: OTHER }, said.otherGame),
    );
    this.ownGame = h("input", { id: "arena-own", type: "text", class: "mono", hidden: true, autocomplete: "off", spellcheck: "false", "aria-label": said.ownGame, placeholder: "breakthrough:rows=6,columns=6", onchange: () => void this.vary() });
    this.list = h("ol", { class: "entrants", id: "arena-players" });
    const count = () => this.count();
    this.form = h("select", { id: "arena-form", onchange: count }, ...Object.entries(said.forms).map(([value, text]) => h("option", { value }, text)));
    this.games = h("input", { id: "arena-games", type: "number", min: "1", step: "1", value: "2", oninput: count });
    this.rounds = h("input", { id: "arena-rounds", type: "number", min: "1", step: "1", value: "1", oninput: count });
    this.budget = h("select", { id: "arena-budget", onchange: () => this.showBudget() }, ...Object.entries(said.budgets).map(([value, text]) => h("option", { value }, text)));
    this.amount = h("input", { id: "arena-amount", type: "number", min: "0", step: "any", value: "", "aria-label": said.amount, hidden: true });
    this.openings = h("select", { id: "arena-openings", onchange: () => this.showOpenings() }, ...Object.entries(arenaWords.openingKinds).map(([value, text]) => h("option", { value }, text)));
    this.plies = h("input", { id: "arena-plies", type: "number", min: "1", max: "1000", step: "1", value: "4", disabled: true });
    this.lines = h("textarea", { id: "arena-lines", rows: "4", spellcheck: "false", placeholder: "moves a2a3 b7b6\nmoves c2c3" });
    this.shuffle = h("input", { id: "arena-shuffle", type: "checkbox" });
    this.first = h("input", { id: "arena-first", type: "number", min: "1", step: "1", value: "1" });
    this.sprt = h("input", { id: "arena-sprt", type: "checkbox", onchange: () => this.showSprt() });
    const rate = (/** @type {string} */ id) => h("input", { id, type: "number", min: "0", max: "1", step: "any", value: "0.05" });
    const lead = (/** @type {string} */ id, /** @type {string} */ value) => h("input", { id, type: "number", min: "-1000", max: "1000", step: "any", value });
    this.elo0 = lead("arena-elo0", "0");
    this.elo1 = lead("arena-elo1", "10");
    this.alpha = rate("arena-alpha");
    this.beta = rate("arena-beta");
    this.model = h("select", { id: "arena-model" }, ...Object.entries(arenaWords.models).map(([value, text]) => h("option", { value }, text)));
    this.seed = h("input", { id: "arena-seed", type: "number", min: "0", step: "1", value: "1" });
    this.atOnce = h("input", { id: "arena-concurrency", type: "number", min: "1", max: String(limits.cores), step: "1", value: String(limits.concurrency) });
    this.clock = h("input", { id: "arena-clock", type: "text", autocomplete: "off", placeholder: "40/60+0.5" });
    this.most = h("input", { id: "arena-most", type: "number", min: "1", step: "1", placeholder: said.noLimit });
    this.total = h("p", { class: "tag", role: "status", id: "arena-total" });
    this.problem = h("p", { class: "problem", role: "alert", id: "arena-problem", hidden: true });
    this.start = h("button", { class: "primary", type: "submit", id: "arena-start" }, said.start);
    const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input, /** @type {string} */ help = "") =>
      h("div", { class: "field" }, h("label", { for: input.id }, label), input, help ? h("small", {}, help) : null);
    const tick = (/** @type {HTMLInputElement} */ input, /** @type {string} */ label) => h("div", { class: "tick" }, input, h("label", { for: input.id }, label));
    this.listed = h("div", { class: "field listed", hidden: true }, h("label", { for: "arena-lines" }, arenaWords.openingLines), this.lines, h("small", {}, arenaWords.openingLinesHelp), h("div", { class: "fields two" }, tick(this.shuffle, arenaWords.shuffle), field(arenaWords.firstOpening, this.first)));
    this.test = h("div", { class: "fields two", hidden: true }, field(arenaWords.elo0, this.elo0), field(arenaWords.elo1, this.elo1), field(arenaWords.alpha, this.alpha), field(arenaWords.beta, this.beta), field(arenaWords.model, this.model));
    this.element = h(
      "form",
      {
        class: "panel start",
        id: "arena-new",
        "aria-labelledby": "arena-new-title",
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.send();
        },
      },
      h("h2", { id: "arena-new-title" }, said.another),
      h("div", { class: "field" }, h("label", { for: "arena-game" }, said.game), this.game, this.ownGame),
      h("fieldset", { class: "plain" }, h("legend", {}, said.who), this.list, h("button", { type: "button", id: "arena-add", onclick: () => this.add() }, said.add)),
      h("div", { class: "fields" }, field(said.form, this.form), field(said.gamesEach, this.games), field(said.rounds, this.rounds)),
      h("div", { class: "fields two" }, h("div", { class: "field" }, h("label", { for: "arena-budget" }, said.budget), this.budget, this.amount), field(said.opening, this.openings), field(said.plies, this.plies)),
      this.listed,
      h("div", { class: "field" }, tick(this.sprt, arenaWords.sprtOn), h("small", {}, arenaWords.sprtHelp), this.test),
      h(
        "details",
        {},
        h("summary", {}, said.more),
        h("div", { class: "fields two" }, field(said.seed, this.seed), limits.hasCluster ? null : field(said.atOnce, this.atOnce, said.cores(limits.cores)), field(said.clock, this.clock, said.clockHelp), field(said.mostMoves, this.most)),
      ),
      this.problem,
      h("div", { class: "controls" }, this.start, this.total),
    );
    void this.vary();
  }

  /** The game with its options. */
  spec() {
    return this.game.value === OTHER ? this.ownGame.value.trim() : this.game.value;
  }

  /** @returns {Game} */
  chosen() {
    return this.catalogue.find((game) => game.name === this.spec().split(":")[0]) ?? this.catalogue[0];
  }

  /** Another game has other agents and seats. */
  async vary() {
    this.ownGame.hidden = this.game.value !== OTHER;
    if (!this.spec()) {
      this.ownGame.focus();
      return;
    }
    try {
      const found = await variant(this.spec());
      this.problem.hidden = true;
      if (this.seats !== found.seats.length) this.games.value = String(found.seats.length);
      this.seats = found.seats.length;
      this.variant = found;
    } catch (error) {
      this.complain(error);
      return;
    }
    this.games.step = String(this.seats);
    const game = this.chosen();
    if (this.named !== game.name) {
      const before = this.players.map((player) => ({ agent: player.who(), name: player.name.value }));
      this.named = game.name;
      this.players = [];
      this.list.replaceChildren();
      for (const player of before) this.add(player.agent, player.name);
    }
    markUnavailable(this.list, this.variant);
    while (this.players.length < Math.max(3, this.seats)) this.add(USUAL[this.players.length % USUAL.length]);
    this.count();
  }

  /** One more player. @param {string} [who] @param {string} [name] */
  add(who, name = "") {
    if (this.players.length >= this.limits.mostPlayers) {
      this.complain(new Refused(said.tooMany(this.limits.mostPlayers)));
      return;
    }
    const game = this.chosen();
    const { levels, agents } = game;
    const taken = new Set(this.players.map((player) => player.agent.value));
    const free = who ?? levels.map((level) => level.name).find((level) => !taken.has(level)) ?? agents[0].name;
    const listed = this.bots.includes(free) || levels.some((level) => level.name === free) || agents.some((agent) => agent.name === free);
    const id = `arena-player-${++this.made}`;
    /** An agent with options is put together as before a game. @type {import("../../play/agent_builder.js").AgentBuilder | undefined} */
    let builder;
    const advanced = h("div", { class: "advanced", hidden: true });
    const build = async () => {
      const AgentBuilder = await loadBuilder();
      builder ??= new AgentBuilder({ id, name: said.agent, game, variant: () => this.spec(), text: listed ? (levels.find((level) => level.name === free)?.agent ?? free) : free, changed: () => {} });
      advanced.replaceChildren(builder.element);
      advanced.hidden = agent.value !== OTHER;
    };
    const agent = h(
      "select",
      {
        id,
        "aria-label": said.agent,
        onchange: () => {
          advanced.hidden = true;
          if (agent.value === OTHER) void build();
        },
      },
      h("optgroup", { label: words.setup.levels }, ...levels.map((level) => h("option", { value: level.name, selected: level.name === free, title: level.agent }, level.name))),
      botGroup(this.bots, free),
      h("optgroup", { label: words.setup.agents }, ...agents.map((one) => h("option", { value: one.name, selected: one.name === free, title: one.summary }, one.name)), h("option", { value: OTHER, selected: !listed }, words.setup.other)),
    );
    const called = h("input", { type: "text", autocomplete: "off", maxlength: "100", "aria-label": said.name, placeholder: said.name, value: name });
    const away = h("button", { type: "button", class: "quiet", "aria-label": said.remove, title: said.remove, onclick: () => this.remove(player) }, icon("close"));
    const row = h("li", { class: "entrant" }, agent, called, away, advanced);
    if (!listed) void build();
    const player = { row, agent, who: () => (agent.value === OTHER ? (builder?.value ?? free) : agent.value), name: called };
    this.players.push(player);
    this.list.append(row);
    if (this.variant) markUnavailable(row, this.variant);
    if (who === undefined) agent.focus();
    this.count();
  }

  /** @param {StartForm["players"][number]} player */
  remove(player) {
    const at = this.players.indexOf(player);
    this.players.splice(at, 1);
    player.row.remove();
    (this.players[Math.min(at, this.players.length - 1)]?.agent ?? document.getElementById("arena-add"))?.focus();
    this.count();
  }

  showBudget() {
    const kind = this.budget.value;
    this.amount.hidden = kind === "own";
    if (kind === "time") this.amount.value = "0.1";
    if (kind === "nodes") this.amount.value = "2000";
    if (!this.amount.hidden) this.amount.focus();
  }

  showOpenings() {
    const kind = this.openings.value;
    this.plies.disabled = !["random", "balanced", "only-move"].includes(kind);
    this.listed.hidden = kind !== "listed";
  }

  /** A test needs games: as many as it may take, unless somebody has said how many. */
  showSprt() {
    this.test.hidden = !this.sprt.checked;
    if (this.sprt.checked && Number(this.games.value) <= this.seats) this.games.value = "2000";
    this.count();
  }

  /** The test as it is written after `--sprt`. */
  sprtText() {
    if (!this.sprt.checked) return undefined;
    const parts = { elo0: this.elo0, elo1: this.elo1, alpha: this.alpha, beta: this.beta };
    const given = Object.entries(parts).filter(([, input]) => input.value.trim() || input.validity.badInput);
    return [...given.map(([name, input]) => `${name}=${input.value.trim()}`), `model=${this.model.value}`].join(",");
  }

  /** How many games that is. */
  count() {
    const players = this.players.length;
    const each = Number(this.games.value) * Number(this.rounds.value) || 0;
    /** @type {Record<string, number>} */
    const tables = {
      "round-robin": choose(players, this.seats),
      gauntlet: choose(players - 1, this.seats - 1),
      swiss: Math.floor(players / this.seats),
      knockout: Math.max(0, players - 1),
    };
    const games = Math.max(0, Math.round(tables[this.form.value] * each));
    this.total.textContent = this.sprt.checked ? `${arenaWords.sprtGames}: ${said.number(games)}` : this.form.value === "knockout" ? said.aboutGames(games) : said.games(games);
  }

  /** @param {unknown} error */
  complain(error) {
    this.problem.textContent = error instanceof Error ? error.message : String(error);
    this.problem.hidden = false;
    this.problem.scrollIntoView({ block: "nearest" });
  }

  async send() {
    this.start.disabled = true;
    this.problem.hidden = true;
    try {
      checkNumbers([this.games, this.rounds, this.plies, this.seed, this.atOnce, this.most, ...(this.listed.hidden ? [] : [this.first])]);
      const { id } = await begin({
        game: this.spec(),
        players: this.players.map((player) => ({ agent: player.who(), name: player.name.value.trim() || undefined })),
        form: this.form.value,
        games: number(this.games),
        rounds: number(this.rounds),
        time: this.budget.value === "time" ? number(this.amount) : undefined,
        nodes: this.budget.value === "nodes" ? number(this.amount) : undefined,
        clock: this.clock.value.trim() || undefined,
        openings: this.openings.value === "auto" ? undefined : this.openings.value,
        openingPlies: this.plies.disabled ? undefined : number(this.plies),
        ...(this.listed.hidden ? {} : { openingLines: this.lines.value, openingShuffle: this.shuffle.checked, openingStart: number(this.first) }),
        sprt: this.sprtText(),
        mostMoves: number(this.most),
        seed: number(this.seed),
        // Workers elsewhere decide that for themselves.
        concurrency: this.limits.hasCluster ? undefined : number(this.atOnce),
      });
      this.started(id);
    } catch (error) {
      this.complain(error);
    } finally {
      this.start.disabled = false;
    }
  }
}
