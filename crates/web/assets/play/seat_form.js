// @ts-check
/** The form that gives seats to other people or agents in the middle of a game. */

import { catalogue } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { capital, words } from "../strings.js";

/** @typedef {import("../lib/api.js").State} State */

const said = words.game;

export class SeatForm {
  /** @param {(asked: {type: string} & Record<string, any>) => void} send */
  constructor(send) {
    this.send = send;
    this.body = h("form", { class: "side" });
    this.body.onsubmit = (event) => {
      event.preventDefault();
      this.send({ type: "seats", seats: this.inputs.map((input) => input.value.trim() || "person") });
      this.element.open = false;
    };
    /** @type {HTMLInputElement[]} */
    this.inputs = [];
    this.element = h("details", { ontoggle: () => this.element.open && void this.fill() }, h("summary", { class: "tag" }, said.changeSeats), this.body);
    /** @type {State | undefined} */
    this.state = undefined;
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    // Taking a rival's seat would show what it has.
    this.element.hidden = Boolean(state.over) || (state.hidden && state.ply > 0);
  }

  async fill() {
    const state = this.state;
    const { games, bots } = await catalogue();
    const game = games.find((known) => known.name === state?.name);
    if (!state || !game) return;
    const names = ["person", ...game.levels.map((level) => level.name), ...game.agents.map((agent) => agent.name), ...bots];
    this.inputs = state.seats.map((seat, index) => h("input", { id: `player-${index}`, type: "text", list: "who", value: seat.who, autocomplete: "off", spellcheck: "false" }));
    this.body.replaceChildren(
      h("datalist", { id: "who" }, ...names.map((name) => h("option", { value: name }))),
      ...this.inputs.map((input, index) => h("div", { class: "field" }, h("label", { for: input.id }, capital(state.seats[index].name)), input)),
      h("div", { class: "controls" }, h("button", { type: "submit" }, said.changePlayers)),
    );
  }
}
