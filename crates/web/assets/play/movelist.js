// @ts-check
/** The moves so far, a column for each seat, and the way back through them. */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { words } from "../strings.js";

/** @typedef {import("../lib/api.js").State} State */
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
    this.element = h(
      "section",
      { class: "panel" },
      h("h2", {}, said.moves),
      this.list,
      h("div", { class: "replay" }, step("first", said.toStart, () => 0), step("back", said.back, (at) => at - 1), this.slider, step("forward", said.forward, (at) => at + 1), step("last", said.toEnd, () => Infinity)),
    );
    this.go = go;
    this.shown = "";
  }

  /** @param {State} state @param {number} ply @param {Remark[]} remarks */
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

  /** @param {State} state @param {Remark[]} remarks */
  build(state, remarks) {
    const rows = moveRows(state.moves);
    this.list.style.setProperty("--seats", String(state.seats.length));
    const items = state.moves.map((move, index) => {
      const remark = remarks.find((known) => known.index === index);
      const number = rows[index] === rows[index - 1] ? null : h("span", { class: "number" }, `${rows[index]}.`);
      const sign = remark ? h("span", { class: "slip-mark", title: remark.title }, remark.sign) : null;
      const item = h("li", {}, h("button", { type: "button", onclick: () => this.go(index + 1) }, number, move.text, sign));
      item.style.gridColumn = String(move.seat + 1);
      item.style.gridRow = String(rows[index]);
      return item;
    });
    this.list.replaceChildren(...items);
  }
}
