// @ts-check
/** Before a game: which variant, and who sits where. */

import { Board } from "../board/board.js";
import { catalogue, createdPath, gamePath, openGame, variant } from "../lib/api.js";
import { h, pieceIcon, seatShape } from "../lib/dom.js";
import { markUnavailable } from "../lib/unavailable.js";
import { ClockChoice } from "../play/clock_choice.js";
import { guidedLink, rulesButton } from "../play/rules.js";
import { PERSON, isListed, loadBuilder, seatChoice } from "../play/seat_choice.js";
import { capital, words } from "../strings.js";

/** @typedef {import("../lib/api.js").Game} Game */

const OTHER = "…";

/** Who sits there if nobody says otherwise. @param {number} seat */
const usualPlayer = (seat) => (seat === 0 ? PERSON : "ram");

/** @param {HTMLElement} root @param {import("../main.js").Context} context */
export async function mount(root, context) {
  const asked = context.parts.join("/");
  const { games, bots } = await catalogue();
  const game = games.find((known) => known.name === asked.split(":")[0]);
  if (!game) {
    context.navigate("/", true);
    return;
  }
  if (context.query.has("guide")) {
    const { startGuided } = await import("../play/guide_start.js");
    const path = await startGuided(asked, { position: context.query.get("position") ?? "", moves: context.query.get("moves") ?? "" });
    context.navigate(path, true);
    return;
  }
  context.title(game.title);
  const setup = new Setup(context, game, asked, bots);
  // Board and seats come with the answer: everything is shown at once, so that nothing jumps.
  await Promise.all([setup.look(), context.query.getAll("seat").every((who) => isListed(who, game, bots)) ? undefined : loadBuilder()]);
  setup.seat();
  root.append(setup.element);
}

class Setup {
  /** @param {import("../main.js").Context} context @param {Game} game @param {string} asked @param {string[]} bots */
  constructor(context, game, asked, bots) {
    this.context = context;
    this.game = game;
    this.bots = bots;
    this.board = new Board({ still: true });
    this.seats = h("div", { class: "options-list side" });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    /** @type {string[]} */
    this.who = context.query.getAll("seat");
    /** What the seats are called. */
    this.names = game.seats;
    /** The position on the board, as text; empty at the start. */
    this.shown = "";
    /** @type {Map<string, HTMLInputElement>} */
    this.options = new Map();
    /** How often the server was asked what this looks like: a late answer counts no more. */
    this.looks = 0;
    const known = game.variants.some((listed) => listed.game === asked);
    this.variant = h(
      "select",
      { id: "variant", onchange: () => this.vary() },
      ...game.variants.map((listed) => h("option", { value: listed.game, selected: listed.game === asked }, listed.summary)),
      h("option", { value: OTHER, selected: !known }, words.setup.own),
    );
    this.own = h("div", { class: "options" });
    for (const option of game.options) {
      if (option.kind === "file") continue;
      const id = `option-${option.name}`;
      const input = option.kind !== "flag" ? h("input", { id, type: "text", placeholder: option.default, title: `${option.help} (${option.takes})`, onchange: () => void this.look() }) : h("input", { id, type: "checkbox", onchange: () => void this.look() });
      this.options.set(option.name, input);
      this.own.append(h("div", { class: "field" }, h("label", { for: id, title: option.help }, option.name), input, h("small", {}, option.takes ? `${option.help}: ${option.takes}` : option.help)));
    }
    if (!known) this.fill(asked);
    this.ownPart = h("fieldset", { class: "panel", hidden: known }, h("legend", {}, words.setup.options), this.own);
    this.position = h("input", { id: "position", type: "text", class: "mono", autocomplete: "off", spellcheck: "false", value: context.query.get("position") ?? "", onchange: () => void this.look() });
    this.moves = h("input", { id: "moves", type: "text", class: "mono", autocomplete: "off", spellcheck: "false", value: context.query.get("moves") ?? "", onchange: () => void this.look() });
    const from = h(
      "details",
      {},
      h("summary", {}, words.setup.position),
      h("div", { class: "side" }, h("div", { class: "field" }, h("label", { for: "position" }, words.setup.positionLabel), this.position), h("div", { class: "field" }, h("label", { for: "moves" }, words.setup.movesLabel), this.moves)),
    );
    from.open = Boolean(this.position.value || this.moves.value);
    this.guided = guidedLink(game.name);
    this.clock = new ClockChoice(context.query.get("clock") ?? "", () => this.remember());
    const start = h("button", { class: "primary", type: "submit" }, words.setup.start);
    const form = h(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.begin(start);
        },
      },
      h("div", {}, h("h1", {}, game.title), h("p", { class: "lead" }, `${capital(game.summary)}.`), h("div", { class: "controls" }, rulesButton(() => (this.variant.value === OTHER ? this.game.name : this.variant.value), game.title), this.guided)),
      h("div", { class: "field" }, h("label", { for: "variant" }, words.setup.variant), this.variant),
      this.ownPart,
      h("section", { class: "panel" }, h("h2", {}, words.setup.seats), this.seats),
      this.clock.element,
      from,
      this.problem,
      h("div", { class: "controls" }, start, h("button", { type: "button", onclick: () => context.navigate(gamePath("edit", this.spec(), { position: this.shown || this.position.value, seats: this.who })) }, words.setup.edit)),
    );
    this.element = h("div", { class: "setup" }, h("div", { class: "stage" }, this.board.element), form);
  }

  /** Puts the options of a text into their fields. @param {string} asked */
  fill(asked) {
    for (const part of asked.split(":").slice(1).join(":").split(",")) {
      const [name, value] = part.split("=");
      const input = this.options.get(name);
      if (!input) continue;
      if (input.type === "checkbox") input.checked = value === undefined || value === "on";
      else input.value = value ?? "";
    }
  }

  /** The game with its options, as the server wants to be asked. */
  spec() {
    if (this.variant.value !== OTHER) return this.variant.value;
    const parts = [...this.options].flatMap(([name, input]) => {
      if (input.type === "checkbox") return input.checked ? [name] : [];
      const value = input.value.trim();
      return value ? [`${name}=${/[,"]/.test(value) ? `"${value.replaceAll('"', "")}"` : value}`] : [];
    });
    return parts.length ? `${this.game.name}:${parts.join(",")}` : this.game.name;
  }

  vary() {
    this.ownPart.hidden = this.variant.value !== OTHER;
    void this.look();
  }

  /** Shows what the choice looks like. */
  async look() {
    this.guided.setAttribute("href", `${gamePath("play", this.spec())}?guide`);
    const mine = ++this.looks;
    try {
      const found = await variant(this.spec(), this.position.value, this.moves.value);
      if (mine !== this.looks) return;
      this.problem.hidden = true;
      this.shown = this.position.value || this.moves.value ? found.position : "";
      this.board.show({ picture: found.picture, label: this.game.title });
      this.names = found.seats;
      if (this.element.isConnected) this.seat();
      markUnavailable(this.seats, found);
      this.remember();
    } catch (error) {
      if (mine === this.looks) this.complain(error);
    }
  }

  /** Who comes back to this page finds what was chosen. */
  remember() {
    const usual = this.who.every((who, seat) => who === usualPlayer(seat));
    this.context.remember(gamePath("play", this.spec(), { position: this.position.value, moves: this.moves.value, seats: usual ? [] : this.who, clock: this.clock.value }));
  }

  /** @param {unknown} error */
  complain(error) {
    this.problem.textContent = error instanceof Error ? error.message : String(error);
    this.problem.hidden = false;
  }

  /** A row for each seat. */
  seat() {
    const { names } = this;
    if (this.seats.childElementCount === names.length) return;
    if (this.who.length !== names.length) this.who = names.map((_, seat) => this.who[seat] ?? usualPlayer(seat));
    this.seats.replaceChildren(...names.map((name, seat) => this.seatField(name, seat, seatShape(this.game.name, seat))));
  }

  /** @param {string} name @param {number} seat @param {string | undefined} shape */
  seatField(name, seat, shape) {
    const { select, advanced, told } = seatChoice({ id: `seat-${seat}`, name, who: this.who[seat], game: this.game, variant: () => this.spec(), bots: this.bots, friends: true, changed: (who) => this.sit(seat, who) });
    return h("div", { class: "seat-field" }, pieceIcon(shape), h("label", { for: select.id }, capital(name)), select, told, advanced);
  }

  /** @param {number} seat @param {string} who */
  sit(seat, who) {
    this.who[seat] = who;
    this.remember();
  }

  /** @param {HTMLButtonElement} button */
  async begin(button) {
    button.disabled = true;
    try {
      const made = await openGame({ game: this.spec(), seats: this.who, position: this.position.value || undefined, moves: this.moves.value || undefined, clock: this.clock.value || undefined });
      this.context.navigate(createdPath(made));
    } catch (error) {
      this.complain(error);
    } finally {
      button.disabled = false;
    }
  }
}
