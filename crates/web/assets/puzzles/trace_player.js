// @ts-check
/** A solver's search on the board: forwards, backwards, faster, slower, one step at a time. */

/** @typedef {import("./api.js").SolverTrace} SolverTrace */
/** @typedef {import("./api.js").Puzzle} Puzzle */

/** Frames a second for each place of the speed control. */
export const SPEEDS = [2, 5, 10, 20, 40, 80, 160];

export class TracePlayer {
  /**
   * @param {Puzzle} puzzle
   * @param {SolverTrace} trace
   * @param {(shown: {colors: number[], links: [number, number][]}) => void} show
   */
  constructor(puzzle, trace, show) {
    this.puzzle = puzzle;
    this.trace = trace;
    this.show = show;
    this.speed = SPEEDS[3];
    this.frame = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.due = 0;
    /** For each cell its colour, or −1. @type {number[]} */
    this.painted = [];
    /** @type {Map<string, [number, number]>} */
    this.joined = new Map();
    /** Told whenever the place changes or playing starts or stops. @type {() => void} */
    this.changed = () => {};
    this.rewind();
  }

  get length() {
    return this.trace.frames.length;
  }

  get playing() {
    return this.timer !== undefined;
  }

  /** Steps of the search shown so far. */
  get steps() {
    return Math.min(this.frame * this.trace.stride, this.trace.steps);
  }

  rewind() {
    this.frame = 0;
    this.painted = new Array(this.puzzle.width * this.puzzle.height).fill(-1);
    this.puzzle.sources.forEach((pair, color) => pair.forEach((cell) => (this.painted[cell] = color)));
    this.joined.clear();
  }

  /** Goes to a frame. @param {number} frame */
  seek(frame) {
    const wanted = Math.min(this.length, Math.max(0, frame));
    if (wanted < this.frame) this.rewind();
    while (this.frame < wanted) {
      for (const change of this.trace.frames[this.frame]) this.follow(change);
      this.frame += 1;
    }
    this.draw();
    this.changed();
  }

  /** @param {number[]} change */
  follow([cell, other, joined]) {
    if (joined === undefined) this.painted[cell] = other;
    else if (joined) this.joined.set(key(cell, other), [cell, other]);
    else this.joined.delete(key(cell, other));
  }

  draw() {
    const { width } = this.puzzle;
    const colors = [...this.painted];
    const links = [...this.joined.values()];
    // Painted neighbours of one colour count as joined.
    if (links.length === 0) {
      colors.forEach((color, cell) => {
        if (color < 0) return;
        if ((cell + 1) % width !== 0 && colors[cell + 1] === color) links.push([cell, cell + 1]);
        if (colors[cell + width] === color) links.push([cell, cell + width]);
      });
    }
    spread(colors, links);
    this.show({ colors, links });
  }

  play() {
    if (this.playing) return;
    if (this.frame >= this.length) this.rewind();
    let last = performance.now();
    this.due = 0;
    const tick = (/** @type {number} */ now) => {
      this.due += ((now - last) / 1000) * this.speed;
      last = now;
      const whole = Math.min(Math.floor(this.due), 40);
      this.due -= Math.floor(this.due);
      this.timer = this.frame + whole < this.length ? requestAnimationFrame(tick) : undefined;
      if (whole > 0) this.seek(this.frame + whole);
    };
    this.timer = requestAnimationFrame(tick);
    this.changed();
  }

  pause() {
    if (this.timer !== undefined) cancelAnimationFrame(this.timer);
    this.timer = undefined;
    this.changed();
  }
}

/** @param {number} a @param {number} b */
const key = (a, b) => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Gives joined cells the colour of their pipe. @param {number[]} colors @param {[number, number][]} links */
function spread(colors, links) {
  /** @type {Map<number, number[]>} */
  const beside = new Map();
  for (const [a, b] of links) {
    beside.set(a, [...(beside.get(a) ?? []), b]);
    beside.set(b, [...(beside.get(b) ?? []), a]);
  }
  const ready = colors.flatMap((color, cell) => (color >= 0 ? [cell] : []));
  for (let cell = ready.pop(); cell !== undefined; cell = ready.pop()) {
    for (const next of beside.get(cell) ?? []) {
      if (colors[next] >= 0) continue;
      colors[next] = colors[cell];
      ready.push(next);
    }
  }
}
