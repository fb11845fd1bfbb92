// @ts-check
/** One puzzle with its board, the drawing on it, the clock, and the help one can ask for. */

import { h, set } from "../lib/dom.js";
import { ring } from "../lib/sound.js";
import { puzzleWords as text } from "../strings/puzzles.js";
import { check, hint, solve } from "./api.js";
import { PuzzleBoard } from "./board.js";
import { Clock, spoken } from "./clock.js";
import { confetti } from "./confetti.js";
import { Drawing } from "./drawing.js";
import { dayOf, keyOf, nextAddress, placeOf } from "./packs.js";
import { note, resultOf } from "./records.js";
import * as saved from "./saved.js";
import { SolverPanel } from "./solver_panel.js";

/** @typedef {import("./api.js").Puzzle} Puzzle */
/** @typedef {import("./api.js").Cut} Cut */

/** From so many colours on, letters are shown unless somebody turned them off. */
const MANY_COLORS = 8;
/** @type {Record<string, string>} */
const BADGES = { unique: "win", unsolvable: "lose" };
/** Where an arrow key leads: rows down, columns to the right. @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** What a colour is called, with its letter. @param {Drawing} drawing @param {number} color */
const colorName = ({ puzzle }, color) => text.color(puzzle.hues[color], puzzle.labels[color]);

export class PuzzleView {
  /** @param {() => void} [solved] another puzzle is on the list of those that are solved */
  constructor(solved = () => {}) {
    this.solved = solved;
    /** @type {Drawing | undefined} */
    this.drawing = undefined;
    /** @type {PuzzleBoard | undefined} */
    this.board = undefined;
    /** @type {Map<number, "wrong" | "fresh">} */
    this.marks = new Map();
    /** What to rub out, if that was offered. @type {Cut[]} */
    this.cuts = [];
    this.hints = 0;
    /** @type {"" | "solved" | "shown"} */
    this.ended = "";
    this.lastColor = -1;
    this.address = "";
    /** @type {boolean | undefined} */
    this.lettersWanted = undefined;
    this.frame = h("div", { class: "frame" });
    this.stage = h("div", { class: "stage" }, this.frame);
    this.solver = new SolverPanel({
      show: (shown) => {
        this.stage.classList.add("watching");
        this.board?.show(shown);
      },
      close: () => {
        this.stage.classList.remove("watching");
        this.draw();
      },
      solve: () => void this.showSolution(),
    });

    this.about = h("p", { class: "sub", id: "puzzle-about" });
    this.badge = h("span", { class: "value", id: "puzzle-badge" });
    this.time = h("span", { class: "clock", id: "puzzle-time", role: "timer", "aria-label": text.time });
    this.filled = h("span", { class: "tag", id: "puzzle-filled" });
    this.joined = h("span", { class: "tag", id: "puzzle-joined" });
    this.progress = h("progress", { max: 100, value: 0, "aria-labelledby": "puzzle-filled" });
    this.status = h("p", { class: "status", id: "puzzle-status", role: "status" });
    this.clock = new Clock((time) => {
      if (this.time.textContent !== time) this.time.textContent = time;
    });
    this.undo = this.button("puzzle-undo", text.undo, () => this.drawing?.undo() && this.changed());
    this.redo = this.button("puzzle-redo", text.redo, () => this.drawing?.redo() && this.changed());
    this.help = this.button("puzzle-hint", text.hint, () => void this.giveHint());
    this.letters = h("input", { type: "checkbox", id: "puzzle-letters", onchange: () => this.setLetters(this.letters.checked) });
    const reset = this.button("puzzle-reset", text.reset, () => this.startAgain());
    const judge = this.button("puzzle-check", text.check, () => void this.check(true));
    this.next = h("a", { class: "button primary", id: "puzzle-next", href: "/puzzles", hidden: true }, text.next);
    this.best = h("p", { class: "tag", id: "puzzle-best" });
    this.panel = h(
      "section",
      { class: "panel", "aria-labelledby": "puzzle-title" },
      h("h1", { id: "puzzle-title" }, text.title),
      h("p", { class: "lead" }, text.lead),
      h("div", { class: "row" }, this.about, this.badge),
      h("div", { class: "figures" }, this.time, this.filled, this.joined),
      this.progress,
      this.status,
      this.best,
      h("div", { class: "controls" }, this.next, this.undo, this.redo, reset, this.help, judge),
      h("label", { class: "switch" }, this.letters, text.letters),
    );
    this.keys = (/** @type {KeyboardEvent} */ event) => this.shortcut(event);
    this.leaving = () => this.save();
    document.addEventListener("keydown", this.keys);
    addEventListener("pagehide", this.leaving);
  }

  /** @param {string} id @param {string} label @param {() => unknown} onclick */
  button(id, label, onclick) {
    return h("button", { id, type: "button", onclick }, label);
  }

  /** Shows a puzzle, with what was drawn on it before. @param {Puzzle} puzzle @param {string} address @param {number} [seed] */
  load(puzzle, address, seed) {
    if (this.drawing) this.save();
    this.solver.use(puzzle);
    const earlier = saved.find(puzzle.text);
    this.address = address;
    this.drawing = new Drawing(puzzle);
    this.drawing.restore(earlier?.paths);
    this.hints = earlier?.hints ?? 0;
    this.ended = earlier?.ended ?? "";
    this.lastColor = -1;
    this.clock.set(earlier?.elapsed ?? 0);
    this.board = new PuzzleBoard(puzzle, {
      press: (cell) => this.press(cell),
      drag: (cell) => this.drag(cell),
      release: () => this.release(),
      key: (event, cell) => this.key(event, cell),
    });
    this.frame.replaceChildren(this.board.element);
    const day = dayOf(address);
    this.about.textContent = [text.size(puzzle.width, puzzle.height, puzzle.labels.length), puzzle.difficulty, day ? text.ofDay(day) : seed === undefined ? "" : text.seed(seed)].filter(Boolean).join(" · ");
    set(this.badge, { class: `value ${BADGES[puzzle.verdict] ?? "draw"}` });
    this.badge.textContent = puzzle.verdict === "several" && puzzle.solutions ? text.count(puzzle.solutions) : text.verdicts[puzzle.verdict];
    this.setLetters(this.lettersWanted ?? puzzle.labels.length >= MANY_COLORS, false);
    this.forget();
    this.say(this.ended === "solved" ? text.solved(spoken(this.clock.elapsed), this.hints) : this.ended === "shown" ? text.shown : text.start, this.ended === "solved" ? "good" : "");
    if (this.drawing.joined() > 0 || this.drawing.tips().length > 0) this.run();
    this.draw();
    this.tellBest();
    this.save();
  }

  /** What the puzzle is called among the results. */
  recordKey() {
    const place = placeOf(this.address);
    return place ? keyOf(place.pack, place.seed) : (this.drawing?.puzzle.text ?? "");
  }

  /** The best time so far, and the way on. */
  tellBest() {
    const best = resultOf(this.recordKey());
    this.best.textContent = best ? text.best(spoken(best.time), best.hints) : text.noBest;
    const next = nextAddress(this.address);
    this.next.hidden = this.ended !== "solved";
    this.next.setAttribute("href", next ?? "/puzzles?another");
  }

  /** @param {boolean} on @param {boolean} [chosen] */
  setLetters(on, chosen = true) {
    if (chosen) this.lettersWanted = on;
    this.letters.checked = on;
    this.board?.element.classList.toggle("lettered", on);
  }

  /** @param {string} said @param {"" | "good" | "bad"} [tone] */
  say(said, tone = "") {
    this.status.textContent = said;
    set(this.status, { class: `status ${tone}` });
  }

  run() {
    if (!this.ended) this.clock.start();
  }

  /** Marks and offers belong to what was drawn when they were made. */
  forget() {
    this.marks = new Map();
    this.cuts = [];
    this.help.textContent = text.hint;
  }

  draw() {
    const { drawing, board } = this;
    if (!drawing || !board || this.solver.isOpen) return;
    board.show({ colors: drawing.colors(), links: drawing.links(), tips: drawing.tips(), marks: this.marks, pen: drawing.pen });
    const percent = Math.floor((100 * drawing.covered()) / drawing.area);
    this.filled.textContent = text.filled(percent);
    this.progress.value = percent;
    this.joined.textContent = text.joined(drawing.joined(), drawing.paths.length);
    set(this.undo, { disabled: drawing.past.length === 0 });
    set(this.redo, { disabled: drawing.future.length === 0 });
  }

  /** @param {number} cell */
  press(cell) {
    if (this.solver.isOpen || !this.drawing?.press(cell)) return false;
    this.lastColor = this.drawing.pen;
    this.run();
    this.forget();
    this.board?.calm();
    this.draw();
    return true;
  }

  /** @param {number} cell */
  drag(cell) {
    if (!this.drawing || this.drawing.pen < 0) return;
    this.drawing.dragTo(cell);
    this.draw();
  }

  release() {
    const { drawing } = this;
    if (!drawing || drawing.pen < 0) return;
    const color = drawing.pen;
    if (drawing.release()) this.changed(drawing.isJoined(color) ? text.isJoined(colorName(drawing, color)) : "");
    else this.draw();
  }

  /** @param {KeyboardEvent} event @param {number} cell @returns {number | undefined} */
  key(event, cell) {
    const { drawing } = this;
    if (!drawing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    const { width, height } = drawing.puzzle;
    const [row, column] = [Math.floor(cell / width), cell % width];
    const step = STEPS[event.key];
    if (step) {
      const [down, across] = [row + step[0], column + step[1]];
      if (down < 0 || across < 0 || down >= height || across >= width) return cell;
      return this.keyTo(cell, down * width + across);
    }
    if (event.key === "Enter" || event.key === " ") {
      if (drawing.pen >= 0) this.release();
      else if (this.press(cell)) this.say(text.drawing(colorName(drawing, drawing.pen)));
      return cell;
    }
    if (event.key === "Escape" && drawing.pen >= 0) {
      this.release();
      this.say(text.penUp);
      return cell;
    }
    if (event.key === "Delete" || event.key === "Backspace") {
      const color = drawing.colorAt(cell);
      if (color >= 0 && !this.solver.isOpen) {
        drawing.clear(color);
        this.changed(text.rubbed);
      }
      return cell;
    }
    return undefined;
  }

  /** @param {number} cell @param {number} next */
  keyTo(cell, next) {
    const { drawing } = this;
    if (!drawing || drawing.pen < 0) return next;
    if (!drawing.stepTo(next)) return cell;
    if (drawing.isJoined(drawing.pen)) this.release();
    else this.draw();
    return next;
  }

  /** @param {KeyboardEvent} event */
  shortcut(event) {
    const inText = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (inText || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.undo.click();
    else if (key === "y" || (key === "z" && event.shiftKey)) this.redo.click();
    else return;
    event.preventDefault();
  }

  /** After every change of the drawing. @param {string} [said] */
  changed(said = "") {
    this.forget();
    this.solver.close();
    this.draw();
    this.say(said);
    this.save();
    if (this.drawing?.isFull()) void this.check(false);
  }

  /** @param {boolean} asked whether a person asked, and wants to hear that all is well */
  async check(asked) {
    const { drawing } = this;
    if (!drawing) return;
    this.solver.close();
    const { paths } = drawing;
    const found = await check(drawing.puzzle.text, paths);
    if (drawing !== this.drawing || paths !== drawing.paths) return;
    const labels = (/** @type {number[]} */ colors) => [...new Set(colors)].map((color) => colorName(drawing, color));
    if (found.solved) {
      this.win();
    } else if (found.touches.length > 0) {
      this.marks = new Map(found.touches.map(([, cell]) => [cell, "wrong"]));
      this.say(text.touches(labels(found.touches.map(([color]) => color))), "bad");
      this.draw();
    } else if (found.status.kind === "wrong") {
      this.offerCuts(found.status.cuts);
    } else if (asked) {
      const said = { open: text.right, unsolvable: text.unsolvable, unknown: text.unknown };
      this.say(said[found.status.kind], found.status.kind === "unsolvable" ? "bad" : "");
    }
  }

  win() {
    this.clock.stop();
    if (!this.ended) {
      this.ended = "solved";
      this.board?.celebrate();
      ring("solved");
      confetti(this.frame, this.drawing?.puzzle.hues ?? []);
      const { best, before } = note(this.recordKey(), { time: Math.round(this.clock.elapsed), hints: this.hints });
      this.say(`${text.solved(spoken(this.clock.elapsed), this.hints)}${best && before ? ` ${text.newBest}` : ""}`, "good");
      this.tellBest();
      this.save();
      this.solved();
      // Enter goes on.
      this.next.focus({ preventScroll: true });
      return;
    }
    this.say(this.ended === "solved" ? text.solved(spoken(this.clock.elapsed), this.hints) : text.shown, this.ended === "solved" ? "good" : "");
    this.save();
  }

  /** Marks what is wrong; the next hint rubs it out. @param {Cut[]} cuts */
  offerCuts(cuts) {
    const { drawing } = this;
    if (!drawing) return;
    this.cuts = cuts;
    this.help.textContent = text.rub;
    this.marks = new Map(cuts.flatMap(({ color, keep }) => drawing.paths[color].slice(keep).map((cell) => /** @type {const} */ ([cell, "wrong"]))));
    this.say(text.wrong(cuts.map(({ color }) => colorName(drawing, color))), "bad");
    this.draw();
  }

  async giveHint() {
    const { drawing } = this;
    if (!drawing) return;
    this.solver.close();
    if (this.cuts.length > 0) {
      const { cuts } = this;
      drawing.change((now) => cuts.forEach(({ color, keep }) => (now[color] = now[color].slice(0, keep))));
      this.changed(text.rubbed);
      return;
    }
    const { paths } = drawing;
    const found = await hint(drawing.puzzle.text, paths, this.lastColor < 0 ? undefined : this.lastColor);
    if (drawing !== this.drawing || paths !== drawing.paths) return;
    if (!this.ended && (found.kind === "draw" || found.kind === "wrong")) this.hints += 1;
    this.run();
    if (found.kind === "draw") {
      drawing.put(found.color, found.path);
      this.lastColor = found.color;
      this.changed(text.hinted(colorName(drawing, found.color)));
      const fresh = found.path.slice(-found.fresh).filter((cell) => !drawing.sourceColors.has(cell));
      this.marks = new Map(fresh.map((cell) => [cell, "fresh"]));
      this.draw();
    } else if (found.kind === "wrong") {
      this.offerCuts(found.cuts);
    } else {
      this.say({ done: text.done, unsolvable: text.unsolvable, unknown: text.unknown }[found.kind]);
    }
  }

  async showSolution() {
    const { drawing } = this;
    if (!drawing) return;
    this.solver.close();
    const found = await solve(drawing.puzzle.text);
    if (drawing !== this.drawing) return;
    if (!found.paths) {
      this.say(found.verdict === "unsolvable" ? text.unsolvable : text.unknown, "bad");
      return;
    }
    const { paths } = found;
    this.ended ||= "shown";
    this.clock.stop();
    drawing.change((now) => paths.forEach((path, color) => (now[color] = path)));
    this.changed(text.shown);
  }

  startAgain() {
    this.ended = "";
    this.hints = 0;
    this.clock.set(0);
    this.tellBest();
    this.drawing?.change((paths) => paths.forEach((_, color) => (paths[color] = [])));
    this.board?.calm();
    this.changed(text.start);
  }

  save() {
    if (!this.drawing) return;
    const { text: written } = this.drawing.puzzle;
    saved.save({ text: written, paths: this.drawing.paths, elapsed: Math.round(this.clock.elapsed), hints: this.hints, ended: this.ended, address: this.address });
  }

  end() {
    this.save();
    this.solver.close();
    this.clock.end();
    document.removeEventListener("keydown", this.keys);
    removeEventListener("pagehide", this.leaving);
  }
}
