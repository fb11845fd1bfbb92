// @ts-check
/** The form that gives seats to other people or agents in the middle of a game. */

import { catalogue } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { capital, words } from "../strings.js";
import { PERSON, loadBuilder, seatChoice } from "./seat_choice.js";

/** @typedef {import("../lib/api.js").State} State */

const said = words.game;

export class SeatForm {
  /** @param {(asked: {type: string} & Record<string, any>) => void} send */
  constructor(send) {
    this.send = send;
    this.body = h("form", { class: "side" });
    this.body.onsubmit = (event) => {
      event.preventDefault();
      this.send({ type: "seats", seats: this.who.map((who) => who || PERSON) });
      this.element.open = false;
    };
    /** @type {string[]} */
    this.who = [];
    this.element = h("details", { ontoggle: () => this.element.open && void this.fill() }, h("summary", { class: "tag" }, said.changeSeats), this.body);
    /** @type {State | undefined} */
    this.state = undefined;
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    // Taking a rival's seat would show what it has.
    this.element.hidden = Boolean(state.link) || (state.hidden && state.ply > 0);
    // At the end it keeps its place, so that nothing jumps.
    this.element.classList.toggle("unseen", Boolean(state.over));
  }

  async fill() {
    const state = this.state;
    if (!state) return;
    const [{ games, bots }] = await Promise.all([catalogue(), loadBuilder()]);
    const game = games.find((known) => known.name === state.name);
    if (!game) return;
    this.who = state.seats.map((seat) => seat.who);
    const fields = state.seats.map((seat, index) => {
      const { select, advanced, told } = seatChoice({ id: `player-${index}`, name: seat.name, who: seat.who, game, variant: () => state.game, bots, changed: (who) => (this.who[index] = who) });
      return h("div", { class: "field" }, h("label", { for: select.id }, capital(seat.name)), select, told, advanced);
    });
    this.body.replaceChildren(...fields, h("div", { class: "controls" }, h("button", { type: "submit" }, said.changePlayers)));
  }
}
