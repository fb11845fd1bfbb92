// @ts-check
/**
 * What a player has drawn on a puzzle: the paths, the pen, and what can be undone. It knows how a pen moves, and nothing
 * of solutions: those are the server's.
 */

/** @typedef {import("./api.js").Puzzle} Puzzle */

export class Drawing {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.area = puzzle.width * puzzle.height;
    /** For each colour the cells drawn, from a source on. @type {number[][]} */
    this.paths = puzzle.sources.map(() => []);
    /** @type {number[][][]} */
    this.past = [];
    /** @type {number[][][]} */
    this.future = [];
    /** The colour being drawn, or −1. */
    this.pen = -1;
    /** The paths when the pen was put down. @type {number[][]} */
    this.before = this.paths;
    /** @type {Map<number, number>} */
    this.sourceColors = new Map(puzzle.sources.flatMap((pair, color) => pair.map((cell) => /** @type {[number, number]} */ ([cell, color]))));
  }

  /** The colour that a cell has, or −1. @param {number} cell */
  colorAt(cell) {
    return this.sourceColors.get(cell) ?? this.paths.findIndex((path) => path.includes(cell));
  }

  /** @returns {number[]} */
  colors() {
    const colors = new Array(this.area).fill(-1);
    this.paths.forEach((path, color) => path.forEach((cell) => (colors[cell] = color)));
    for (const [cell, color] of this.sourceColors) colors[cell] = color;
    return colors;
  }

  /** @returns {[number, number][]} */
  links() {
    return this.paths.flatMap((path) => path.slice(1).map((cell, index) => /** @type {[number, number]} */ ([path[index], cell])));
  }

  /** The ends of unfinished paths. */
  tips() {
    return this.paths.filter((path, color) => path.length > 1 && !this.isJoined(color)).map((path) => path[path.length - 1]);
  }

  /** Cells that paths go through. */
  covered() {
    return this.paths.reduce((sum, path) => sum + path.length, 0);
  }

  /** @param {number} color */
  isJoined(color) {
    return this.puzzle.sources[color].every((source) => this.paths[color].includes(source));
  }

  joined() {
    return this.paths.filter((_, color) => this.isJoined(color)).length;
  }

  isFull() {
    return this.joined() === this.paths.length && this.covered() === this.area;
  }

  /** Puts the pen down on a source or a path. @param {number} cell */
  press(cell) {
    const color = this.colorAt(cell);
    if (color < 0) return false;
    this.before = this.paths;
    this.paths = [...this.paths];
    const path = this.paths[color];
    this.paths[color] = this.sourceColors.has(cell) ? [cell] : path.slice(0, path.indexOf(cell) + 1);
    this.pen = color;
    return true;
  }

  /** Draws towards a cell, as far as the way is free. @param {number} target */
  dragTo(target) {
    if (this.pen < 0) return;
    const { width } = this.puzzle;
    for (let steps = 0; steps < this.area; steps += 1) {
      const path = this.paths[this.pen];
      const here = path[path.length - 1];
      const across = Math.sign((target % width) - (here % width));
      const down = Math.sign(Math.floor(target / width) - Math.floor(here / width));
      const isFlat = Math.abs((target % width) - (here % width)) >= Math.abs(Math.floor(target / width) - Math.floor(here / width));
      // Along the longer side first; if that way is barred, along the other.
      const ways = isFlat ? [across, down * width] : [down * width, across];
      if (!ways.some((way) => way !== 0 && this.stepTo(here + way))) return;
    }
  }

  /** Draws to a cell beside the pen; back along the path it rubs out. @param {number} cell */
  stepTo(cell) {
    if (this.pen < 0) return false;
    const path = this.paths[this.pen];
    const place = path.indexOf(cell);
    const source = this.sourceColors.get(cell);
    if (place < 0 && ((source !== undefined && source !== this.pen) || this.isJoined(this.pen))) return false;
    this.draw(this.pen, place < 0 ? [...path, cell] : path.slice(0, place + 1));
    return true;
  }

  /** Gives a colour a path; what was in its way is cut, and comes back if the path does. @param {number} color @param {number[]} path */
  draw(color, path) {
    const taken = new Set(path);
    this.paths = this.before.map((other) => {
      const cut = other.findIndex((cell) => taken.has(cell));
      return cut < 0 ? other : other.slice(0, cut);
    });
    this.paths[color] = path;
  }

  /** Lifts the pen; a source alone is no path. Says whether anything changed. */
  release() {
    if (this.pen < 0) return false;
    this.pen = -1;
    return this.keep();
  }

  /** @param {number} color */
  clear(color) {
    this.change((paths) => (paths[color] = []));
  }

  /** Makes a change that can be undone. @param {(paths: number[][]) => void} change */
  change(change) {
    this.pen = -1;
    this.before = this.paths;
    this.paths = [...this.paths];
    change(this.paths);
    return this.keep();
  }

  /** Draws a whole path at once. @param {number} color @param {number[]} path */
  put(color, path) {
    return this.change(() => this.draw(color, path));
  }

  keep() {
    this.paths = this.paths.map((path) => (path.length === 1 ? [] : path));
    const changed = JSON.stringify(this.before) !== JSON.stringify(this.paths);
    if (changed) {
      this.past.push(this.before);
      this.future = [];
    } else {
      this.paths = this.before;
    }
    return changed;
  }

  undo() {
    this.pen = -1;
    const earlier = this.past.pop();
    if (!earlier) return false;
    this.future.push(this.paths);
    this.paths = earlier;
    return true;
  }

  redo() {
    this.pen = -1;
    const later = this.future.pop();
    if (!later) return false;
    this.past.push(this.paths);
    this.paths = later;
    return true;
  }

  /** Takes over paths from an earlier visit, if they fit. @param {unknown} paths */
  restore(paths) {
    const { width } = this.puzzle;
    const beside = (/** @type {number} */ a, /** @type {number} */ b) =>
      Math.abs((a % width) - (b % width)) + Math.abs(Math.floor(a / width) - Math.floor(b / width)) === 1;
    const seen = new Set();
    const fits =
      Array.isArray(paths) &&
      paths.length === this.paths.length &&
      paths.every(
        (path, color) =>
          Array.isArray(path) &&
          path.every(
            (cell, index) =>
              Number.isInteger(cell) &&
              cell >= 0 &&
              cell < this.area &&
              !seen.has(cell) &&
              seen.add(cell) &&
              (this.sourceColors.get(cell) ?? color) === color &&
              (index === 0 ? this.sourceColors.has(cell) : beside(path[index - 1], cell)),
          ),
      );
    if (fits) this.paths = paths;
  }
}
