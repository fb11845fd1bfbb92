// @ts-check
/** How many go: a slider over the board, half by default. */

import { h } from "../lib/dom.js";
import { words } from "../strings.js";

const said = words.game;

export class AmountDialog {
  /** @param {(text: string) => void} play */
  constructor(play) {
    this.play = play;
    this.element = h("form", { class: "amount-dialog", hidden: true, "aria-label": said.howMany });
    /** @type {Element | null} */
    this.cameFrom = null;
  }

  /** @param {import("../board/board.js").Offer} offer */
  open(offer) {
    const amounts = offer.moves.map((move) => move.amount ?? 0);
    const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
    const half = Math.max(least, Math.round((most + 1) / 2));
    const send = h("button", { class: "primary", type: "submit" }, said.send(half));
    const output = h("output", { for: "amount" }, String(half));
    const slider = h("input", {
      id: "amount",
      type: "range",
      min: least,
      max: most,
      oninput: () => {
        output.textContent = slider.value;
        send.textContent = said.send(Number(slider.value));
      },
    });
    slider.value = String(half);
    this.element.replaceChildren(
      h("label", { for: "amount" }, `${said.howMany} ${offer.squares.join(" → ")}`),
      h("div", { class: "row" }, slider, output),
      h("div", { class: "controls" }, send, h("button", { type: "button", onclick: () => this.close() }, said.cancel)),
    );
    this.element.onsubmit = (event) => {
      event.preventDefault();
      const chosen = offer.moves.find((move) => move.amount === Number(slider.value));
      this.close();
      if (chosen) this.play(chosen.text);
    };
    this.element.onkeydown = (event) => {
      if (event.key === "Escape") this.close();
    };
    this.cameFrom = document.activeElement;
    this.element.hidden = false;
    slider.focus();
  }

  close() {
    if (this.element.hidden) return;
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    // In a hidden game the next at the screen must not find it here.
    this.element.replaceChildren();
    if (hadFocus && this.cameFrom instanceof SVGElement) this.cameFrom.focus();
  }
}
