// @ts-check
/** What the programs of a game wrote to their standard error: a part for each, read when it is opened. */

import { fetchJson } from "../lib/api.js";
import { h, notify } from "../lib/dom.js";
import { capital, words } from "../strings.js";

/** @typedef {import("../lib/api.js").State} State */
/** @typedef {import("../lib/messages.js").SeatStderr} SeatStderr */

export class StderrPanel {
  constructor() {
    this.element = h("div", {});
    /** A part for each seat whose program has written, with how much it shows. @type {Map<number, {part: HTMLDetailsElement, text: HTMLElement, wrote: number, shown: number}>} */
    this.parts = new Map();
    this.game = "";
  }

  /** @param {State} state */
  show(state) {
    this.game = state.id;
    // A program has its part from the start, so that nothing jumps when it writes for the first time.
    for (const [seat, { name, bot, wrote }] of state.seats.entries()) {
      const known = this.parts.get(seat);
      if (known) known.wrote = wrote ?? 0;
      else if (bot || wrote) this.add(seat, name, wrote ?? 0);
    }
    for (const [seat, { part, wrote }] of this.parts) {
      if (wrote || state.seats[seat]?.bot) continue;
      part.remove();
      this.parts.delete(seat);
    }
    void this.read();
  }

  /** @param {number} seat @param {string} name @param {number} wrote */
  add(seat, name, wrote) {
    const text = h("pre", { tabindex: "0" });
    const part = h("details", { class: "panel stderr", ontoggle: () => void this.read() }, h("summary", {}, words.arena.stderr(capital(name))), text);
    this.parts.set(seat, { part, text, wrote, shown: 0 });
    this.element.append(part);
  }

  /** Reads what the open parts do not show yet. */
  async read() {
    const stale = [...this.parts.values()].filter(({ part, wrote, shown }) => part.open && wrote !== shown);
    if (!stale.length) return;
    for (const one of stale) one.shown = one.wrote;
    try {
      /** @type {SeatStderr[]} */
      const all = await fetchJson(`/api/games/${this.game}/stderr`);
      for (const { seat, text } of all) this.parts.get(seat)?.text.replaceChildren(text);
    } catch (error) {
      notify(String(error));
    }
  }
}
