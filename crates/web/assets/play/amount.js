// @ts-check
/** How many go: a slider below the board, half by default. The board shows the split while it is chosen. */

import { h } from "../lib/dom.js";
import { words } from "../strings.js";

/** @typedef {import("../board/board.js").Offer} Offer */

const said = words.game;

export class AmountDialog {
  /**
   * @param {(text: string) => void} play
   * @param {(offer: Offer | null, amount: number) => void} preview what would go where; nothing when it is closed
   */
  constructor(play, preview) {
    this.play = play;
    this.preview = preview;
    this.element = h("form", { class: "amount-dialog", hidden: true, "aria-label": said.howMany });
    /** @type {Element | null} */
    this.cameFrom = null;
  }

  /** @param {Offer} offer */
  open(offer) {
    const amounts = offer.moves.map((move) => move.amount ?? 0);
    const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
    const half = Math.max(least, Math.round((most + 1) / 2));
    const send = h("button", { class: "primary", type: "submit" }, said.send(half));
    const slider = h("input", {
      id: "amount",
      type: "range",
      min: least,
      max: most,
      oninput: () => {
        send.textContent = said.send(Number(slider.value));
        this.preview(offer, Number(slider.value));
      },
    });
    slider.value = String(half);
    this.element.replaceChildren(
      h("label", { for: "amount" }, `${said.howMany} ${offer.squares.join(" → ")}`),
      slider,
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
    this.preview(offer, half);
    slider.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  close() {
    if (this.element.hidden) return;
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    // In a hidden game the next at the screen must not find it here.
    this.element.replaceChildren();
    this.preview(null, 0);
    if (hadFocus && this.cameFrom instanceof SVGElement) this.cameFrom.focus();
  }
}
