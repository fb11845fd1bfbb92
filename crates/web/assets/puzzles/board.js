// @ts-check
/**
 * The puzzle's board in SVG: cells with their colours, the joined neighbours as pipes, the sources, and marks. It shows what
 * it is told and says where it is touched; a player's drawing and a solver's search look alike to it.
 */

import { set, svg } from "../lib/dom.js";
import { puzzleWords } from "../strings/puzzles.js";

/** @typedef {import("./api.js").Puzzle} Puzzle */
/**
 * @typedef {object} Shown
 * @property {number[]} colors for each cell its colour, or −1
 * @property {[number, number][]} links neighbours that are joined
 * @property {number[]} [tips] ends of unfinished paths
 * @property {Map<number, "wrong" | "fresh">} [marks]
 * @property {number} [pen] the colour being drawn
 */
/**
 * @typedef {object} Listeners
 * @property {(cell: number) => void} press
 * @property {(cell: number) => void} drag
 * @property {() => void} release
 * @property {(event: KeyboardEvent, cell: number) => number | undefined} key gives the cell to go to
 */

const SVG_WORDS = puzzleWords.board;

export class PuzzleBoard {
  /** @param {Puzzle} puzzle @param {Listeners} on */
  constructor(puzzle, on) {
    this.puzzle = puzzle;
    this.on = on;
    const { width, height } = puzzle;
    /** The cell that the keyboard is at. */
    this.at = puzzle.sources[0][0];
    this.pointer = -1;
    this.lastCell = -1;
    this.cells = Array.from({ length: width * height }, (_, cell) => this.makeCell(cell));
    this.pipes = svg("g", { class: "pipes", "aria-hidden": "true" });
    this.marks = svg("g", { class: "marks", "aria-hidden": "true" });
    this.letters = svg("g", { class: "letters", "aria-hidden": "true" });
    const rows = Array.from({ length: height }, (_, row) => svg("g", { role: "row" }, ...this.cells.slice(row * width, (row + 1) * width).map((cell) => cell.element)));
    this.rings = svg("g", { class: "rings", "aria-hidden": "true" }, (this.ring = svg("rect", { class: "ring", width: 0.94, height: 0.94, rx: 0.1 })));
    this.element = svg(
      "svg",
      {
        id: "puzzle-board",
        class: "puzzle-board",
        viewBox: `-0.05 -0.05 ${width + 0.1} ${height + 0.1}`,
        role: "grid",
        // The cells take the focus. A drawing that listens to focus would take it, too, in some browsers.
        tabindex: -1,
        "aria-label": SVG_WORDS.label(width, height, puzzle.labels.length),
        "aria-rowcount": height,
        "aria-colcount": width,
      },
      svg("rect", { class: "ground", width, height }),
      ...rows,
      svg("path", { class: "grid-lines", d: this.lines(), "aria-hidden": "true" }),
      svg("rect", { class: "edge", width, height, rx: 0.04, "aria-hidden": "true" }),
      this.pipes,
      svg("g", { class: "sources", "aria-hidden": "true" }, ...puzzle.sources.flatMap((pair, color) => pair.map((cell) => this.makeSource(cell, color)))),
      this.letters,
      this.marks,
      this.rings,
    );
    set(this.element, {
      onpointerdown: (/** @type {PointerEvent} */ event) => this.down(event),
      onpointermove: (/** @type {PointerEvent} */ event) => this.move(event),
      onpointerup: (/** @type {PointerEvent} */ event) => this.up(event),
      onpointercancel: (/** @type {PointerEvent} */ event) => this.up(event),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      onfocusin: (/** @type {FocusEvent} */ event) => this.focused(event),
      onfocusout: () => this.rings.classList.remove("on"),
    });
    this.rove();
  }

  lines() {
    const { width, height } = this.puzzle;
    const across = Array.from({ length: height - 1 }, (_, row) => `M0 ${row + 1}H${width}`);
    const down = Array.from({ length: width - 1 }, (_, column) => `M${column + 1} 0V${height}`);
    return [...across, ...down].join("");
  }

  /** The class of a colour: the style sheet has its hue. @param {number} color */
  hue(color) {
    return color >= 0 ? `hue-${this.puzzle.hues[color]}` : "no-hue";
  }

  /** @param {number} cell */
  x(cell) {
    return (cell % this.puzzle.width) + 0.5;
  }

  /** @param {number} cell */
  y(cell) {
    return Math.floor(cell / this.puzzle.width) + 0.5;
  }

  /** @param {number} cell */
  makeCell(cell) {
    const tint = svg("rect", { x: this.x(cell) - 0.5, y: this.y(cell) - 0.5, width: 1, height: 1 });
    const element = svg("g", { role: "gridcell", class: "cell", tabindex: -1, "data-cell": cell }, tint);
    return { element, color: -2, label: "" };
  }

  /** @param {number} cell @param {number} color */
  makeSource(cell, color) {
    const label = this.puzzle.labels[color];
    const size = label.length > 2 ? 0.24 : label.length > 1 ? 0.32 : 0.42;
    return svg(
      "g",
      { class: `source ${this.hue(color)}`, transform: `translate(${this.x(cell)} ${this.y(cell)})` },
      svg("circle", { r: 0.35 }),
      svg("text", { "font-size": size, dy: ".36em" }, label),
    );
  }

  /** @param {Shown} shown */
  show({ colors, links, tips = [], marks = new Map(), pen = -1 }) {
    this.element.classList.toggle("drawing", pen >= 0);
    // Whatever is said about marks calls the colours by their letters.
    this.element.classList.toggle("marked", marks.size > 0);
    const joined = new Set(links.flat());
    this.cells.forEach((cell, index) => this.showCell(cell, index, colors[index], joined.has(index)));
    /** @type {Map<number, string>} */
    const strokes = new Map();
    for (const [a, b] of links) {
      const color = Math.max(colors[a], colors[b]);
      strokes.set(color, `${strokes.get(color) ?? ""}M${this.x(a)} ${this.y(a)}L${this.x(b)} ${this.y(b)}`);
    }
    const pipes = [...strokes].map(([color, d]) => svg("path", { class: `pipe ${this.hue(color)}${color === pen ? " pen" : ""}`, d }));
    const dots = colors.flatMap((color, cell) =>
      color >= 0 && !joined.has(cell) ? [svg("circle", { class: `dot ${this.hue(color)}`, cx: this.x(cell), cy: this.y(cell), r: 0.18 })] : [],
    );
    const ends = tips.map((cell) => svg("circle", { class: `tip ${this.hue(colors[cell])}`, cx: this.x(cell), cy: this.y(cell), r: 0.26 }));
    this.pipes.replaceChildren(...pipes, ...dots, ...ends);
    const lettered = colors.flatMap((color, cell) => (color >= 0 && !joined.has(cell) ? [cell] : [])).concat(tips);
    this.letters.replaceChildren(
      ...lettered.map((cell) => svg("text", { class: this.hue(colors[cell]), x: this.x(cell), y: this.y(cell), dy: ".36em" }, this.puzzle.labels[colors[cell]])),
    );
    this.marks.replaceChildren(...[...marks].map(([cell, kind]) => this.makeMark(cell, kind)));
  }

  /** @param {{element: SVGElement, color: number, label: string}} cell @param {number} index @param {number} color @param {boolean} joined */
  showCell(cell, index, color, joined) {
    if (cell.color !== color) {
      cell.color = color;
      set(cell.element, { class: color >= 0 ? `cell filled ${this.hue(color)}` : "cell" });
    }
    const isSource = this.puzzle.sources[color]?.includes(index) ?? false;
    const label = SVG_WORDS.cell(Math.floor(index / this.puzzle.width) + 1, (index % this.puzzle.width) + 1, this.puzzle.labels[color], isSource, joined);
    if (cell.label !== label) {
      cell.label = label;
      set(cell.element, { "aria-label": label });
    }
  }

  /** @param {number} cell @param {"wrong" | "fresh"} kind */
  makeMark(cell, kind) {
    const [x, y] = [this.x(cell), this.y(cell)];
    if (kind === "fresh") return svg("circle", { class: "fresh", cx: x, cy: y, r: 0.42 });
    const d = `M${x - 0.17} ${y - 0.17}l.34 .34m0 -.34l-.34 .34`;
    return svg("g", { class: "wrong" }, svg("circle", { cx: x, cy: y, r: 0.3 }), svg("path", { d }));
  }

  /** A short brightening, for a solved board. */
  celebrate() {
    this.element.classList.add("solved");
  }

  calm() {
    this.element.classList.remove("solved");
  }

  /** The cell under a pointer, the nearest one if it is a little off the board. @param {PointerEvent} event */
  cellAt(event) {
    const scale = this.element.getScreenCTM();
    if (!scale) return this.lastCell;
    const { width, height } = this.puzzle;
    const clamp = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(most - 1, Math.max(0, Math.floor(value)));
    const column = clamp((event.clientX - scale.e) / scale.a, width);
    const row = clamp((event.clientY - scale.f) / scale.d, height);
    return row * width + column;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (this.pointer >= 0 || event.button !== 0) return;
    event.preventDefault();
    this.pointer = event.pointerId;
    this.element.setPointerCapture(event.pointerId);
    const cell = this.cellAt(event);
    this.lastCell = cell;
    this.go(cell, true);
    this.on.press(cell);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (event.pointerId !== this.pointer) return;
    // A fast finger leaves out cells; what lay between is told with it.
    for (const part of event.getCoalescedEvents?.() ?? [event]) this.moveTo(this.cellAt(part));
    this.moveTo(this.cellAt(event));
  }

  /** @param {number} cell */
  moveTo(cell) {
    if (cell === this.lastCell) return;
    this.lastCell = cell;
    this.on.drag(cell);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (event.pointerId !== this.pointer) return;
    this.pointer = -1;
    this.go(this.lastCell, true);
    this.on.release();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const next = this.on.key(event, this.at);
    if (next === undefined) return;
    event.preventDefault();
    this.go(next);
    this.rings.classList.add("on");
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    if (cell) this.at = Number(cell.getAttribute("data-cell"));
    this.rings.classList.toggle("on", cell?.matches(":focus-visible") ?? false);
    this.rove();
  }

  /** Moves the keyboard's place. @param {number} cell @param {boolean} [byPointer] */
  go(cell, byPointer = false) {
    this.at = cell;
    this.rove();
    this.cells[cell].element.focus({ preventScroll: byPointer });
    if (byPointer) this.rings.classList.remove("on");
  }

  rove() {
    for (const cell of this.element.querySelectorAll('[tabindex="0"]')) set(cell, { tabindex: -1 });
    set(this.cells[this.at].element, { tabindex: 0 });
    set(this.ring, { x: this.x(this.at) - 0.47, y: this.y(this.at) - 0.47 });
  }
}
