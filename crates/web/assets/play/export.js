// @ts-check
/** What can be exported: the position's text, a link, the record. */

import { gamePath } from "../lib/api.js";
import { copyable, h } from "../lib/dom.js";
import { words } from "../strings.js";

/** @typedef {import("../lib/api.js").State} State */

const said = words.game;

export class ExportPanel {
  /** @param {(ply: number) => void} branch somebody wants to try other moves */
  constructor(branch) {
    this.branch = branch;
    this.body = h("div", { class: "side" });
    this.element = h("details", { class: "panel" }, h("summary", {}, said.more), this.body);
  }

  /** @param {State} state @param {{ply: number, position: string | null}} at the ply that is looked at */
  show(state, at) {
    const secret = state.hidden && !state.over && state.seats.some((seat) => seat.who === "person");
    /** @type {HTMLElement[]} */
    const parts = secret
      ? [h("p", { class: "tag" }, said.hiddenLater)]
      : [copyable(said.position, at.position ?? ""), copyable(said.link, link(state, at.ply)), h("div", { class: "controls" }, h("a", { class: "button", href: gamePath("edit", state.game, { position: at.position ?? "", seats: players(state) }) }, said.edit), (state.over && at.ply === state.ply) || state.link?.ask === false ? null : h("a", { class: "button", href: inside(state, at.position ?? "") }, said.inside))];
    const record = h("a", { class: "button", href: `/api/games/${state.id}/record`, download: true }, said.record);
    const pgn = h("a", { class: "button", href: `/api/games/${state.id}/record?form=pgn`, download: true }, said.pgn);
    const hasPgn = state.seats.length === 2 && (state.over || !state.hidden);
    if (!state.hidden && state.link?.ask !== false) parts.push(h("div", { class: "controls" }, h("button", { type: "button", onclick: () => this.branch(at.ply) }, words.game.analysisBoard)));
    parts.push(h("div", { class: "controls" }, state.over ? record : null, hasPgn ? pgn : null));
    if (!state.over) parts.push(h("p", { class: "tag" }, said.recordLater));
    const controls = () => [...this.body.querySelectorAll("input, button, a")];
    const focused = controls().findIndex((control) => control === document.activeElement);
    this.body.replaceChildren(...parts);
    const control = controls()[focused];
    if (control instanceof HTMLElement) control.focus({ preventScroll: true });
  }
}

/** @param {State} state */
const players = (state) => state.seats.map((seat) => seat.who);

/** Where the search in this position is looked at, with the way back. @param {State} state @param {string} position */
const inside = (state, position) => `/learn?${new URLSearchParams([...Object.entries({ game: state.game, position, kind: "alphabeta", depth: "3", back: state.id }), ...players(state).map((who) => ["seat", who])])}`;

/** An address that sets up the position after so many moves again. @param {State} state @param {number} ply */
const link = (state, ply) => location.origin + gamePath("play", state.game, { position: state.start ?? undefined, moves: state.moves.slice(0, ply).map((move) => move.text).join(" "), seats: players(state) });
