// @ts-check
/** A look back at a game: the curve of its value, the moves that threw something away, and how many were best. */

import { h, svg } from "../lib/dom.js";
import { capital, words } from "../strings.js";
import { reviewWords as said } from "../strings/review.js";
import { CurveDrawing } from "./curve.js";
import { SIGNS, gradeOf, isPunished } from "./grades.js";
import { goodness } from "./judge.js";
import { moveRows } from "./movelist.js";

/** @typedef {import("../lib/api.js").State} State */
/** @typedef {import("../lib/messages.js").Review} Reviewed */
/** @typedef {import("../lib/messages.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../lib/messages.js").ReviewValue} ReviewValue */
/** @typedef {import("./movelist.js").Remark} Remark */

/** From −1 to 1. @param {ReviewValue} value */
const height = ({ chance, worth }) => (worth ? goodness(worth) : chance === null ? null : 2 * chance - 1);

export class ReviewPanel {
  /**
   * @param {{look: (ply: number) => void, retry: (ply: number) => void, branch: (ply: number) => void, changed: () => void}} on
   */
  constructor(on) {
    this.on = on;
    /** @type {Reviewed | undefined} */
    this.review = undefined;
    /** @type {State | undefined} */
    this.state = undefined;
    /** The mistake that is looked at. @type {ReviewedMove | null} */
    this.chosen = null;
    this.curve = new CurveDrawing((ply) => on.look(ply));
    this.progress = h("progress", { max: "1", "aria-label": said.working });
    this.note = h("p", { class: "tag note" });
    this.shares = h("ul", { class: "shares" });
    this.list = h("ol", { class: "mistakes" });
    /** What the arrows mean, in the place of the line that tells who won. */
    this.legend = h("p", { class: "arrow-legend", hidden: true });
    // Both are for the row below the board, which is in sight when a mistake is looked at.
    this.next = h("button", { type: "button", class: "next-mistake", hidden: true, onclick: () => this.chooseNext() }, said.next);
    this.retry = h("button", { type: "button", hidden: true, onclick: () => this.chosen && on.retry(this.chosen.index) }, said.retry);
    this.branch = h("button", { type: "button", onclick: () => on.branch(this.chosen?.index ?? this.state?.ply ?? 0) }, words.game.analysisBoard);
    this.element = h("section", { class: "panel review", hidden: true, "aria-labelledby": "review-title" }, h("h2", { id: "review-title", tabindex: "-1" }, said.title), this.progress, this.curve.element, this.note, this.shares, this.list, h("div", { class: "controls" }, this.branch));
  }

  /** It is asked for: the panel is there before the answer. @param {State} state */
  open(state) {
    this.state = state;
    this.review = undefined;
    this.progress.removeAttribute("value");
    this.progress.classList.remove("unseen");
    // Where moves are judged, what is found has its place from the start: nothing jumps as it comes in.
    this.element.classList.toggle("roomy", state.seats.length === 2 && (state.judged || state.solvable));
    this.note.textContent = said.working;
    this.element.hidden = false;
    this.shares.replaceChildren();
    this.list.replaceChildren();
    this.leave();
    this.branch.hidden = state.hidden;
    const title = this.element.querySelector("h2");
    title?.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  close() {
    this.element.hidden = true;
    this.review = undefined;
    this.state = undefined;
    this.leave();
  }

  /** @param {Reviewed} review */
  told(review) {
    const state = this.state;
    if (!state) return;
    this.review = review;
    this.progress.value = review.done / Math.max(1, review.positions);
    this.progress.classList.toggle("unseen", review.done >= review.positions || !review.source);
    this.note.textContent = review.source ? said.from[review.source] : review.scores ? said.scoresOnly : said.none;
    this.tellShares(state, review);
    this.listMistakes(state, review);
    this.on.changed();
  }

  /** How many moves of each seat mattered, and how many of those were right. @param {State} state @param {Reviewed} review */
  tellShares(state, review) {
    const seats = state.seats.map((seat, index) => {
      const own = review.moves.filter((move) => move.seat === index);
      const mattered = own.filter((move) => move.mattered);
      return h("li", {}, h("b", {}, capital(seat.name)), `: ${said.share(mattered.filter((move) => move.kept).length, mattered.length, own.length)}`);
    });
    this.shares.replaceChildren(...(review.source ? seats : []));
  }

  /** What was wrong with a move, what would have been better, and how it is punished. @param {State} state @param {ReviewedMove} move */
  fault(state, move) {
    const name = (/** @type {number | null} */ seat) => state.seats[seat ?? 0].name;
    const bad = gradeOf(move);
    if (!bad) return "";
    const told = [...(move.missed ? [said.missed(move.missed)] : []), ...(move.allowed ? [said.allowed(name(move.replier), move.allowed)] : [])];
    return `${capital(said.grades[bad])}: ${told.length ? told.join(" ") : said.cost(move.before, move.after)}`;
  }

  /** @param {State} state @param {Reviewed} review */
  listMistakes(state, review) {
    const rows = moveRows(state.moves);
    const items = review.moves.flatMap((move) => {
      const bad = gradeOf(move);
      if (!bad) return [];
      const more = [move.best && move.best !== move.missed ? said.better(move.best) : "", isPunished(move) && move.reply && !move.allowed ? said.reply(state.seats[move.replier ?? 0].name, move.reply) : ""];
      const name = words.game.moveName(rows[move.index], state.seats[move.seat].name, state.moves[move.index].text);
      const button = h(
        "button",
        { type: "button", "data-index": move.index, onclick: () => this.choose(move) },
        h("span", { class: "slip-mark" }, SIGNS[bad]),
        h("span", {}, h("b", {}, name), h("br"), h("span", { class: "tag" }, [this.fault(state, move), ...more].filter(Boolean).join(" "))),
      );
      if (this.chosen?.index === move.index) button.setAttribute("aria-current", "true");
      return [h("li", {}, button)];
    });
    const done = review.done >= review.positions;
    if (!items.length && review.source && done) items.push(h("li", { class: "tag" }, said.noMistakes));
    const focused = this.list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-index") : null;
    this.list.replaceChildren(...items);
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-index="${focused}"]`))?.focus({ preventScroll: true });
  }

  /** Shows the moment before a mistake. @param {ReviewedMove} move */
  choose(move) {
    this.chosen = move;
    for (const button of this.list.querySelectorAll("button")) {
      if (button.dataset.index === String(move.index)) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    this.retry.hidden = false;
    this.next.hidden = !this.following();
    this.legend.hidden = false;
    const parts = [["made", said.legend.made], ...(move.squares.length ? [["better", said.legend.better]] : []), ...(isPunished(move) ? [["reply", said.legend.reply(this.state?.seats[move.replier ?? 0].name ?? "")]] : [])];
    this.legend.replaceChildren(...parts.map(([kind, text]) => h("span", {}, svg("svg", { class: `sample ${kind}`, viewBox: "0 0 30 10", "aria-hidden": "true" }, svg("line", { x1: 2, x2: 28, y1: 5, y2: 5 })), text)));
    this.on.look(move.index);
  }

  /** The mistake after the one that is looked at, or the first one behind the last. */
  following() {
    const all = (this.review?.moves ?? []).filter((move) => gradeOf(move));
    const next = all.find((move) => move.index > (this.chosen?.index ?? -1)) ?? all[0];
    return next?.index === this.chosen?.index ? undefined : next;
  }

  chooseNext() {
    const next = this.following();
    if (!next) return;
    this.choose(next);
    // The list scrolls by itself: the board stays in sight.
    const item = this.list.querySelector("[aria-current]")?.parentElement;
    if (item) this.list.scrollTop = item.offsetTop - this.list.offsetTop;
  }

  /** No mistake is looked at any more. */
  leave() {
    this.chosen = null;
    this.retry.hidden = this.next.hidden = true;
    this.legend.hidden = true;
    for (const button of this.list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  }

  /** What is drawn at the ply that is looked at: the move that was made, the answer to it, and a better one. @param {number} ply @returns {import("../board/board.js").Arrow[]} */
  arrows(ply) {
    if (!this.chosen || this.chosen.index !== ply || !this.state) return [];
    return [
      { squares: this.state.moves[ply].squares, kind: "made" },
      { squares: this.chosen.squares, kind: "better" },
      // The thin one comes last: it may lie on another.
      ...(isPunished(this.chosen) ? [{ squares: this.chosen.replySquares, kind: "reply" }] : []),
    ];
  }

  /** The signs of the moves, for the list. @returns {Remark[]} */
  remarks() {
    const { state } = this;
    return (this.review?.moves ?? []).flatMap((move) => {
      const bad = gradeOf(move);
      return bad && state ? [{ index: move.index, sign: SIGNS[bad], title: this.fault(state, move) }] : [];
    });
  }

  /** The curve at the ply that is looked at. @param {number} ply */
  draw(ply) {
    const { review, state } = this;
    if (this.element.hidden || !state) return;
    if (this.chosen && this.chosen.index !== ply) this.leave();
    const names = state.seats.map((seat) => seat.name);
    const plies = state.ply;
    if (!review?.source && review?.scores) {
      const most = Math.max(1, ...review.scores.flat());
      const lines = names.map((_, seat) => ({ values: (review.scores ?? []).map((scores) => (2 * scores[seat]) / most - 1), kind: `seat-line seat-line-${seat}` }));
      this.curve.show({ label: said.scoresLabel, plies, ply, lines, marks: [] });
      return;
    }
    const marks = (review?.moves ?? []).flatMap((move) => (gradeOf(move) ? [move.index + 1] : []));
    this.curve.show({ label: words.truth.curveLabel(names[0]), plies, ply, lines: [{ values: (review?.curve ?? []).map(height), kind: "" }], marks, top: words.truth.wins(names[0]), bottom: names[1] ? words.truth.wins(names[1]) : undefined });
  }
}
