// @ts-check
/** Beside a replayed game: what is known of the move that was just made, the time of every move, and what bots wrote. */

import { h, svg } from "../../lib/dom.js";
import { arenaWords as said } from "../../strings/arena.js";
import { moveName } from "../../play/movelist.js";
import { capital, words } from "../../strings.js";
import { scoreWords, thrown, valueTag } from "./values.js";

/** @typedef {import("./api.js").Recorded} Recorded */
/** @typedef {import("./api.js").State} State */

const { number, time } = words.arena;
const WIDTH = 360;
const HEIGHT = 64;
/** Times below this are all alike, in seconds. */
const LEAST = 1e-5;

export class MovePanel {
  /** @param {Recorded} game @param {State} state @param {(ply: number) => void} go */
  constructor(game, state, go) {
    this.game = game;
    this.figures = h("dl", { class: "figures", id: "move-figures" });
    this.none = h("p", { class: "tag" });
    this.times = new MoveTimes(game, go);
    this.outputs = game.stderr.map((output) => new SeatStderr(output, said.stderrUpTo(`${capital(game.seats[output.seat - 1] ?? "")}, ${state.players[game.players[output.seat - 1]]?.name ?? ""},`), game.moves.length));
    this.element = h("section", { class: "panel move-panel", "aria-labelledby": "move-title" }, h("h2", { id: "move-title" }, said.thisMove), h("div", { class: "move-now" }, this.none, this.figures), this.times.element, ...this.outputs.map((output) => output.element));
  }

  /** @param {number} ply */
  show(ply) {
    const made = this.game.moves[ply - 1];
    const log = made?.log;
    /** @type {[string, string | Node][]} */
    const rows = [];
    if (log) {
      rows.push([said.moveTime, time(log.seconds)]);
      if (log.score !== null) rows.push([said.moveScore, scoreWords(log.score)]);
      if (log.depth) rows.push([said.moveDepth, number(log.depth)]);
      if (log.nodes) rows.push([said.moveNodes, number(log.nodes)]);
      if (log.simulations) rows.push([said.moveSimulations, number(log.simulations)]);
      if (log.truth) rows.push([said.moveTruth, h("span", {}, valueTag(log.truth.made), thrown(made) ? ` ${thrown(made)}` : "")]);
    }
    this.none.hidden = Boolean(log);
    this.none.textContent = ply === 0 ? said.noMove : ply <= this.game.opening ? said.opening : said.notLogged;
    this.figures.hidden = !log;
    this.figures.replaceChildren(...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", { class: value instanceof Node ? "whole" : null }, value)]));
    this.times.show(ply);
    for (const output of this.outputs) output.show(ply);
  }
}

/** The time of every move, as bars. */
class MoveTimes {
  /** @param {Recorded} game @param {(ply: number) => void} go */
  constructor(game, go) {
    const plies = game.moves.length;
    const seconds = game.moves.map((made) => made.log?.seconds ?? 0);
    const most = Math.max(...seconds, 1e-9);
    const slowest = moveName(game.moves, game.seats, seconds.indexOf(most) + 1);
    const wide = WIDTH / Math.max(1, plies);
    // A bot's first move may take a thousand times as long as the others.
    const tall = (/** @type {number} */ time) => Math.log1p(time / LEAST) / Math.log1p(most / LEAST);
    const bars = game.moves.map((made, index) => {
      const height = Math.max(1, (HEIGHT - 4) * tall(seconds[index]));
      return svg("rect", { class: `seat-${made.seat}`, x: index * wide, y: HEIGHT - height, width: Math.max(0.5, wide - Math.min(1, wide / 4)), height });
    });
    this.wide = wide;
    this.now = svg("rect", { class: "now", y: 0, width: Math.max(2, wide), height: HEIGHT });
    const drawing = svg(
      "svg",
      {
        class: "move-times",
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": said.timesLabel(time(most), slowest),
        onclick: (/** @type {MouseEvent} */ event) => {
          const box = drawing.getBoundingClientRect();
          go(Math.ceil(((event.clientX - box.left) / box.width) * plies));
        },
      },
      this.now,
      ...bars,
    );
    const logged = game.moves.some((made) => made.log);
    this.element = h("figure", { class: "times", hidden: !logged }, drawing, h("figcaption", { class: "tag" }, said.times, " · ", said.timesLabel(time(most), slowest).split(". ")[1] ?? ""));
  }

  /** @param {number} ply */
  show(ply) {
    this.now.setAttribute("x", String((ply - 1) * this.wide));
  }
}

/** What a bot had written when a move was made: the newest piece stands out. */
class SeatStderr {
  /** @param {Recorded["stderr"][number]} output @param {string} title @param {number} last the last ply */
  constructor({ pieces, plies }, title, last) {
    this.last = last;
    this.plies = plies;
    this.pieces = pieces.map((text) => h("span", {}, text));
    this.nothing = h("span", { class: "tag" }, said.stderrNone);
    this.text = h("pre", { tabindex: "0" }, this.nothing, ...this.pieces);
    const unknown = plies.length ? null : h("p", { class: "tag" }, said.stderrAll);
    this.element = h("details", { class: "stderr", open: true }, h("summary", {}, title), unknown, this.text);
  }

  /** @param {number} ply */
  show(ply) {
    // Older records do not say when what was written.
    const known = this.plies.length > 0;
    const upTo = this.plies.filter((at) => at <= ply).length;
    this.pieces.forEach((piece, index) => {
      piece.hidden = known && index >= upTo && !(index === this.pieces.length - 1 && ply === this.last);
      piece.classList.toggle("new", known && index === upTo - 1 && this.plies[index] === ply);
    });
    this.nothing.hidden = this.pieces.some((piece) => !piece.hidden && piece.textContent);
    this.text.scrollTop = this.text.scrollHeight;
  }
}
