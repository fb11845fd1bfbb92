// @ts-check
/** One's own arrows and circles on a board: what is drawn twice is rubbed out. */

import { words } from "../strings.js";

/** @typedef {import("./board.js").Arrow} Arrow */

export class OwnArrows {
  constructor() {
    /** @type {string[][]} */
    this.drawn = [];
    /** What is being drawn: the square where it began, and the one it has reached. @type {string[] | null} */
    this.draft = null;
    /** Whether clicks, fingers and Enter draw, too. */
    this.pen = false;
  }

  /** Begins at a square, or ends there what was begun. @param {string} name */
  step(name) {
    if (this.draft) this.end(name);
    else this.draft = [name];
  }

  /** What is being drawn goes to a square; whether that is another than before. @param {string | null} name */
  reach(name) {
    if (!this.draft) return false;
    const before = this.draft.join();
    this.draft = name && name !== this.draft[0] ? [this.draft[0], name] : [this.draft[0]];
    return this.draft.join() !== before;
  }

  /** @param {string | null} name the square where it ends; none if it ends beside the board */
  end(name) {
    this.reach(name);
    const draft = this.draft;
    this.draft = null;
    if (!draft || !name) return;
    const others = this.drawn.filter((squares) => squares.join() !== draft.join());
    this.drawn = others.length < this.drawn.length ? others : [...others, draft];
  }

  /** Whether there was something to clear. */
  clear() {
    const had = this.drawn.length > 0 || this.draft !== null;
    this.drawn = [];
    this.draft = null;
    return had;
  }

  /** @returns {Arrow[]} */
  arrows() {
    const told = (/** @type {string[]} */ [from, to]) => (to ? words.board.ownArrow(from) : words.board.ownCircle);
    const drawn = this.drawn.map((squares) => ({ squares, kind: "own", words: told(squares) }));
    return this.draft ? [...drawn, { squares: this.draft, kind: "own faint", words: words.board.ownDraft }] : drawn;
  }
}
