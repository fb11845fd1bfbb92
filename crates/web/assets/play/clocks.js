// @ts-check
/** The clocks of a game: the server keeps them, the page counts along. */

import { h } from "../lib/dom.js";
import { words } from "../strings.js";

/** @typedef {import("../lib/api.js").State} State */

/** What is left, as clocks show it. @param {number} seconds */
export function clockText(seconds) {
  const whole = seconds < 20 ? Math.max(0, seconds) : Math.ceil(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
  return seconds < 20 ? `0:${rest.toFixed(1).padStart(4, "0")}` : `${minutes}:${String(rest).padStart(2, "0")}`;
}

export class Clocks {
  constructor() {
    /** One for each seat. @type {HTMLElement[]} */
    this.faces = [];
    /** @type {State["clock"]} */
    this.clock = undefined;
    this.told = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** @param {State} state */
  show(state) {
    this.clock = state.clock;
    this.told = performance.now();
    clearInterval(this.timer);
    if (!this.clock) return;
    while (this.faces.length < state.seats.length) this.faces.push(h("span", { class: "clock", role: "timer" }));
    state.seats.forEach((seat, index) => this.faces[index].setAttribute("aria-label", words.clock.of(seat.name)));
    this.draw();
    if (this.clock.running !== null) this.timer = setInterval(() => this.draw(), 100);
  }

  /** The face of a seat, if there are clocks. @param {number} seat */
  face(seat) {
    return this.clock ? this.faces[seat] : null;
  }

  draw() {
    const { clock } = this;
    clock?.left.forEach((left, seat) => {
      const now = seat === clock.running ? left - (performance.now() - this.told) / 1000 : left;
      const text = clockText(now);
      if (this.faces[seat].textContent !== text) this.faces[seat].textContent = text;
      this.faces[seat].classList.toggle("low", now < 20);
      this.faces[seat].classList.toggle("running", seat === clock.running);
    });
  }

  close() {
    clearInterval(this.timer);
  }
}
