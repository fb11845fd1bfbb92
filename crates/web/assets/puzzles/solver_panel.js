// @ts-check
/** The panel that shows how a solver searches. */

import { h, set } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { words } from "../strings.js";
import { puzzleWords as text } from "../strings/puzzles.js";
import { trace } from "./api.js";
import { SPEEDS, TracePlayer } from "./trace_player.js";

/** @typedef {import("./api.js").Puzzle} Puzzle */

export class SolverPanel {
  /**
   * @param {{show: (shown: {colors: number[], links: [number, number][]}) => void, close: () => void, solve: () => void}} on
   */
  constructor(on) {
    this.on = on;
    /** @type {TracePlayer | undefined} */
    this.player = undefined;
    /** @type {Puzzle | undefined} */
    this.puzzle = undefined;
    this.asked = new AbortController();
    this.isAsking = false;
    this.method = h("select", { id: "solver-method", onchange: () => this.close() }, ...Object.entries(text.methods).map(([name, label]) => h("option", { value: name }, label)));
    this.start = h("button", { id: "solver-play", class: "primary", type: "button", onclick: () => void this.toggle() }, text.play);
    this.back = h("button", { id: "solver-back", type: "button", "aria-label": text.stepBack, onclick: () => this.step(-1) }, icon("back"));
    this.next = h("button", { id: "solver-step", type: "button", onclick: () => this.step(1) }, text.step);
    this.moment = h("input", { id: "solver-moment", type: "range", min: 0, max: 1, value: "0", "aria-label": text.moment, oninput: () => this.seek(Number(this.moment.value)) });
    this.speed = h("input", { id: "solver-speed", type: "range", min: 0, max: SPEEDS.length - 1, value: "3", oninput: () => this.setSpeed() });
    this.leave = h("button", { id: "solver-close", type: "button", onclick: () => this.close() }, text.close);
    this.line = h("p", { class: "solver-line", id: "solver-line", role: "status" }, text.watchNote);
    this.element = h(
      "section",
      { class: "panel", "aria-labelledby": "solver-title" },
      h("h2", { id: "solver-title" }, text.watch),
      h("div", { class: "row" }, h("label", { for: "solver-method" }, text.method), this.method),
      h("div", { class: "controls" }, this.start, this.back, this.next),
      this.moment,
      h("div", { class: "row" }, h("label", { for: "solver-speed" }, text.speed), this.speed),
      this.line,
      h("div", { class: "controls" }, this.leave, h("button", { id: "puzzle-solve", type: "button", onclick: on.solve }, text.solve)),
    );
    this.update();
  }

  /** Whether a search is on the board. */
  get isOpen() {
    return this.player !== undefined;
  }

  /** @param {Puzzle} puzzle */
  use(puzzle) {
    this.close();
    this.puzzle = puzzle;
  }

  setSpeed() {
    if (this.player) this.player.speed = SPEEDS[Number(this.speed.value)];
  }

  async toggle() {
    if (this.player?.playing) this.player.pause();
    else if (await this.open()) this.play();
  }

  play() {
    if (!this.player) return;
    // Whoever asks for less motion sees the end, and can step.
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.seek(this.player.length);
    else this.player.play();
  }

  /** Asks for the search, unless it is here already. */
  async open() {
    if (this.player) return true;
    if (!this.puzzle || this.isAsking) return false;
    const asked = (this.asked = new AbortController());
    this.isAsking = true;
    this.line.textContent = text.searching;
    this.update();
    try {
      const found = await trace(this.puzzle.text, this.method.value, asked.signal);
      if (asked.signal.aborted) return false;
      this.player = new TracePlayer(this.puzzle, found, this.on.show);
      this.player.changed = () => this.update();
      this.setSpeed();
      this.player.seek(0);
      return true;
    } catch (error) {
      if (!asked.signal.aborted) this.line.textContent = error instanceof Error ? error.message : words.failed;
      return false;
    } finally {
      if (asked === this.asked) this.isAsking = false;
      this.update();
    }
  }

  /** @param {number} by */
  async step(by) {
    if (!(await this.open()) || !this.player) return;
    this.player.pause();
    this.player.seek(this.player.frame + by);
  }

  /** @param {number} frame */
  seek(frame) {
    this.player?.pause();
    this.player?.seek(frame);
  }

  /** Takes the search off the board. */
  close() {
    this.asked.abort();
    this.isAsking = false;
    const wasOpen = this.isOpen;
    this.player?.pause();
    this.player = undefined;
    this.line.textContent = text.watchNote;
    this.update();
    if (wasOpen) this.on.close();
  }

  update() {
    const { player } = this;
    const atEnd = player !== undefined && player.frame >= player.length;
    this.start.textContent = !player ? text.play : player.playing ? text.pause : atEnd ? text.again : text.resume;
    set(this.start, { disabled: this.isAsking });
    set(this.back, { disabled: !player || player.frame === 0 });
    set(this.next, { disabled: this.isAsking || atEnd });
    set(this.leave, { disabled: !player });
    set(this.moment, { disabled: !player, max: player?.length ?? 1, value: String(player?.frame ?? 0) });
    if (!player) return;
    const { cut, paths, attempts, steps } = player.trace;
    const ending = cut ? text.gaveUp(attempts) : paths ? text.found(attempts) : text.proved(attempts);
    this.line.textContent = `${text.steps(player.steps, steps)}. ${atEnd ? ending : ""}`;
  }
}
