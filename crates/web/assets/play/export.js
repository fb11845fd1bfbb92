// @ts-check
/** What can be exported: the position's text, a link, the record. */

import { h, notify } from "../lib/dom.js";
import { sound } from "../lib/sound.js";
import { words } from "../strings.js";

/** @typedef {import("../lib/api.js").State} State */

const said = words.game;

export class ExportPanel {
  constructor() {
    this.body = h("div", { class: "side" });
    this.element = h("details", { class: "panel" }, h("summary", {}, said.more), this.body);
  }

  /** @param {State} state */
  show(state) {
    const secret = state.hidden && !state.over && state.seats.some((seat) => seat.who === "person");
    /** @type {HTMLElement[]} */
    const parts = secret
      ? [h("p", { class: "tag" }, said.hiddenLater)]
      : [this.copyable(said.position, state.position ?? ""), this.copyable(said.link, link(state)), h("div", { class: "controls" }, h("a", { class: "button", href: `/edit/${state.game}?${new URLSearchParams({ position: state.position ?? "" })}` }, said.edit), state.over ? null : h("a", { class: "button", href: inside(state) }, said.inside))];
    const record = h("a", { class: "button", href: `/api/games/${state.id}/record`, download: true }, said.record);
    const pgn = h("a", { class: "button", href: `/api/games/${state.id}/record?form=pgn`, download: true }, said.pgn);
    const hasPgn = state.seats.length === 2 && (state.over || !state.hidden);
    parts.push(h("div", { class: "controls" }, state.over ? record : null, hasPgn ? pgn : null));
    if (!state.over) parts.push(h("p", { class: "tag" }, said.recordLater));
    const sounds = h("input", { type: "checkbox", checked: sound(), onchange: () => sound(sounds.checked) });
    parts.push(h("label", { class: "choice" }, sounds, said.sounds));
    const controls = () => [...this.body.querySelectorAll("input, button, a")];
    const focused = controls().findIndex((control) => control === document.activeElement);
    this.body.replaceChildren(...parts);
    const control = controls()[focused];
    if (control instanceof HTMLElement) control.focus({ preventScroll: true });
  }

  /** @param {string} name @param {string} text */
  copyable(name, text) {
    const input = h("input", { type: "text", class: "mono", readonly: true, value: text, "aria-label": name, onfocus: () => input.select() });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(text);
        notify(said.copied);
      } catch {
        input.select();
      }
    };
    return h("div", { class: "field" }, h("span", { class: "label" }, name), h("div", { class: "copy" }, input, h("button", { type: "button", onclick: copy }, said.copy)));
  }
}

/** Where the search in this position is looked at, with the way back. @param {State} state */
const inside = (state) => `/learn?${new URLSearchParams({ game: state.game, position: state.position ?? "", kind: "alphabeta", depth: "3", back: state.id })}`;

/** An address that sets up the same position again. @param {State} state */
function link(state) {
  const query = new URLSearchParams();
  if (state.start) query.set("position", state.start);
  if (state.moves.length) query.set("moves", state.moves.map((move) => move.text).join(" "));
  for (const seat of state.seats) query.append("seat", seat.who);
  return `${location.origin}/play/${encodeURI(state.game)}?${query}`;
}
