// @ts-check
/** The moves so far, and the way back through them. */

import { h } from "../lib/dom.js";
import { words } from "../strings.js";

/** @typedef {import("../lib/api.js").State} State */
/** @typedef {import("../lib/api.js").Mistake} Mistake */

const said = words.game;

export class MoveList {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.list = h("ol", { class: "moves" });
    this.slider = h("input", { type: "range", min: 0, "aria-label": said.slider, oninput: () => go(Number(this.slider.value)) });
    const step = (/** @type {number} */ by) => () => go(Number(this.slider.value) + by);
    this.element = h(
      "section",
      { class: "panel" },
      h("h2", {}, said.moves),
      this.list,
      h("div", { class: "replay" }, h("button", { type: "button", "aria-label": said.back, onclick: step(-1) }, "‹"), this.slider, h("button", { type: "button", "aria-label": said.forward, onclick: step(1) }, "›")),
    );
    this.go = go;
    this.shown = "";
  }

  /** @param {State} state @param {number} ply @param {Mistake[]} slips */
  show(state, ply, slips) {
    this.slider.max = String(state.ply);
    this.slider.value = String(ply);
    const key = `${state.id} ${state.eyes} ${state.curtain} ${state.moves.map((move) => move.text).join(" ")} ${slips.map((slip) => slip.index).join(" ")}`;
    if (key !== this.shown) this.build(state, slips);
    this.shown = key;
    [...this.list.querySelectorAll("button")].forEach((button, index) => {
      if (index + 1 === ply) {
        button.setAttribute("aria-current", "true");
        // Only the list itself scrolls, never the page.
        const [top, height] = [button.offsetTop - this.list.offsetTop, this.list.clientHeight];
        if (top < this.list.scrollTop || top > this.list.scrollTop + height - 30) this.list.scrollTop = top - height / 2;
      } else {
        button.removeAttribute("aria-current");
      }
    });
  }

  /** @param {State} state @param {Mistake[]} slips */
  build(state, slips) {
    const count = state.seats.length;
    const items = state.moves.map((move, index) => {
      const slip = slips.find((known) => known.index === index);
      const number = index % count === 0 ? h("span", { class: "number" }, `${index / count + 1}.`) : null;
      const sign = slip ? h("span", { class: "slip-mark", title: words.truth.slip(state.seats[slip.seat].name, Math.floor(index / count) + 1, slip.best.value, slip.made.value) }, slip.best.value === "win" && slip.made.value === "lose" ? "??" : "?") : null;
      return h("li", {}, h("button", { type: "button", onclick: () => this.go(index + 1) }, number, move.text, sign));
    });
    this.list.replaceChildren(...items);
  }
}
