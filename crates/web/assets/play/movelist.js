// @ts-check
/** The moves so far, a column for each seat, and the way back through them. */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { words } from "../strings.js";

/** @typedef {import("../lib/api.js").State} State */
/** The moves of a game, and who may see them. @typedef {{id: string, seats: unknown[], moves: {seat: number, text: string}[], ply: number, eyes?: number | null, curtain?: number | null}} Played */
/** A remark on a move: a sign, and what it means. @typedef {{index: number, sign: string, title: string}} Remark */

const said = words.game;

/** The number of each move, from 1: in one row every seat moves at most once. @param {{seat: number}[]} moves */
export function moveRows(moves) {
  let row = 0;
  let before = Infinity;
  return moves.map(({ seat }) => {
    if (seat <= before) row += 1;
    before = seat;
    return row;
  });
}

/**
 * A move by its number, its seat and its text; empty at the start.
 * @param {{seat: number, text: string}[]} moves @param {string[]} seats their names @param {number} ply
 */
export function moveName(moves, seats, ply) {
  const move = moves[ply - 1];
  return move ? said.moveName(moveRows(moves)[ply - 1], seats[move.seat], move.text) : "";
}

/** The number of the move that is next, as the list will have it. @param {State} state */
export function nextRow({ moves, turn }) {
  const row = moveRows(moves).at(-1) ?? 1;
  const last = moves.at(-1)?.seat ?? -1;
  return moves.length && (turn ?? 0) <= last ? row + 1 : row;
}

export class MoveList {
  /** @param {(ply: number) => void} go */
  constructor(go) {
    this.list = h("ol", { class: "moves" });
    this.slider = h("input", { type: "range", min: 0, "aria-label": said.slider, oninput: () => go(Number(this.slider.value)) });
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {(at: number) => number} */ to) => h("button", { type: "button", "aria-label": label, title: label, onclick: () => go(to(Number(this.slider.value))) }, icon(sign));
    /** The slider and its steps: a page that is all about stepping puts them beside the board. */
    this.steps = h("div", { class: "replay" }, step("first", said.toStart, () => 0), step("back", said.back, (at) => at - 1), this.slider, step("forward", said.forward, (at) => at + 1), step("last", said.toEnd, () => Infinity));
    this.element = h("section", { class: "panel" }, h("h2", {}, said.moves), this.list, this.steps);
    this.go = go;
    this.shown = "";
  }

  /** @param {Played} state @param {number} ply @param {Remark[]} remarks */
  show(state, ply, remarks) {
    this.slider.max = String(state.ply);
    this.slider.value = String(ply);
    const key = `${state.id} ${state.eyes} ${state.curtain} ${state.moves.map((move) => move.text).join(" ")} ${remarks.map((remark) => remark.index + remark.sign).join(" ")}`;
    if (key !== this.shown) this.build(state, remarks);
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

  /** @param {Played} state @param {Remark[]} remarks */
  build(state, remarks) {
    const rows = moveRows(state.moves);
    this.list.style.setProperty("--seats", String(state.seats.length));
    this.list.classList.toggle("many", state.seats.length > 2);
    const items = state.moves.map((move, index) => {
      const remark = remarks.find((known) => known.index === index);
      const sign = remark ? h("span", { class: "slip-mark", title: remark.title }, remark.sign) : null;
      const isFirst = rows[index] !== rows[index - 1];
      const item = h("li", {}, isFirst && h("span", { class: "number" }, `${rows[index]}.`), h("button", { type: "button", onclick: () => this.go(index + 1) }, move.text, sign));
      // Numbers have a column of their own, also where the first seats have no move.
      item.style.gridColumn = `${isFirst ? 1 : move.seat + 2} / ${move.seat + 3}`;
      item.style.gridRow = String(rows[index]);
      return item;
    });
    this.list.replaceChildren(...items);
  }
}
