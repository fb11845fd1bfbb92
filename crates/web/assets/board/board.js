// @ts-check
/**
 * The board: one SVG that knows no rules. The host shows it a picture and the legal moves, and is told
 * which of them a person chose, by click, drag or keyboard.
 *
 *     const board = new Board({ play: (offer) => … });
 *     root.append(board.element);
 *     board.show({ picture, legal, last, label });
 */

import { pieceLabel, svg } from "../lib/dom.js";
import { words } from "../strings.js";
import { arrow, ring } from "./arrows.js";
import { OwnArrows } from "./own_arrows.js";

/**
 * What stands where: squares rank by rank from the bottom, each from the left; for each its ground
 * (`light`, `dark`, `slot`, `idle`, `wall`), the piece's shape if there is one, and the number on it.
 * @typedef {{columns: number, rows: number, cells: string[][]}} Picture
 */
/**
 * Legal moves between the same squares: the one left and the one entered, or the one where something is
 * placed. There are several if they differ by an amount.
 * @typedef {import("../lib/messages.js").OfferedMoves} Offer
 */
/** An arrow from one square to another, or a ring round one; its kind is a class, its words are said of the square it ends at. @typedef {{squares: string[], kind: string, words?: string}} Arrow */
/** What a move is worth, shown on its square. @typedef {{value: "win" | "draw" | "lose", sign: string, far?: string, words: string}} Mark */
/**
 * @typedef {object} View
 * @property {Picture} picture
 * @property {string} label what the board is called by those who do not see it
 * @property {Offer[]} [legal]
 * @property {string[]} [last] squares of the last move
 * @property {boolean} [animate] whether the last move has just been made
 * @property {Map<string, Mark>} [marks] by a move's text
 * @property {Arrow[]} [arrows]
 */
/**
 * @typedef {object} Settings
 * @property {(offer: Offer) => void} [play] a person chose this
 * @property {(square: string, from: string | null) => void} [refused] a person chose a square that no legal move has; `from` is the piece that was chosen before
 * @property {(square: string) => void} [tap] every square can be chosen, whatever is legal
 * @property {boolean} [still] a picture only: no focus, no coordinates
 * @property {boolean} [own] a person may draw arrows
 * @property {boolean} [little] a small board beside something else: its letters and figures are larger
 */

const MOTION = 180;

/** @param {number} file */
function fileName(file) {
  let name = "";
  for (let rest = file + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(97 + ((rest - 1) % 26)) + name;
  return name;
}

/** The names of a board's squares, in the order of a picture's cells. @param {number} columns @param {number} rows */
export function squareNames(columns, rows) {
  const names = [];
  for (let rank = 1; rank <= rows; rank++) for (let file = 0; file < columns; file++) names.push(fileName(file) + rank);
  return names;
}

/** Whether pieces fall down the columns of a board. @param {Picture} picture */
export const isUpright = ({ cells }) => cells.some(([ground]) => ground === "slot");

export class Board {
  /** @param {Settings} [settings] */
  constructor(settings = {}) {
    this.settings = settings;
    /** @type {View | undefined} */
    this.view = undefined;
    this.flipped = false;
    /** The square whose piece is to be moved. @type {string | null} */
    this.from = null;
    /** The square the keyboard is at. @type {string | null} */
    this.here = null;
    this.dragging = false;
    /** The piece that was dragged to a legal target and lies there until the host answers. @type {{squares: string[], ghost: Element, back: () => void} | null} */
    this.dropped = null;
    /** A flock that is being split: what stays and what would go. @type {{from: string, to: string, stays: string, goes: string} | null} */
    this.split = null;
    /** The board as it is drawn: columns, rows, and width by height. */
    this.size = { across: 8, down: 8, ratio: 1 };
    /** @type {string[]} */
    this.names = [];
    /** @type {Map<string, SVGGElement>} */
    this.cells = new Map();
    this.shape = "";
    this.own = settings.own ? new OwnArrows() : null;
    this.squares = svg("g", { role: "presentation" });
    this.pieces = svg("g", { class: "pieces", "aria-hidden": "true" });
    this.hints = svg("g", { class: "hints", "aria-hidden": "true" });
    this.coordinates = svg("g", { "aria-hidden": "true" });
    /** @type {Map<string, SVGGElement>} */
    this.drawn = new Map();
    this.element = svg("svg", { class: "board", role: settings.still ? "img" : "grid" }, this.coordinates, this.squares, this.pieces, this.hints);
    if (!settings.still) {
      this.element.addEventListener("pointerdown", (event) => this.press(event));
      // A finger that begins on a piece drags it, else it scrolls. Squares' own `touch-action` is not heeded by every browser.
      this.element.addEventListener("touchstart", (event) => this.dragging && event.cancelable && event.preventDefault(), { passive: false });
      this.element.addEventListener("keydown", (event) => this.key(event));
      // The right button draws.
      if (this.own) this.element.addEventListener("contextmenu", (event) => event.preventDefault());
    }
  }

  /** Shows a position. @param {View} view */
  show(view) {
    const before = this.view;
    // Who dragged the piece has seen it move.
    if (this.dropped && this.dropped.squares.join() === view.last?.join()) view = { ...view, animate: false };
    this.dropped?.back();
    this.view = view;
    const { columns, rows, cells } = view.picture;
    if (before && before.picture !== view.picture && before.picture.cells.join() !== cells.join()) this.own?.clear();
    const shape = `${columns} ${rows} ${this.flipped} ${cells.map((cell) => cell[0][0]).join("")}`;
    if (shape !== this.shape) this.build(shape);
    this.element.setAttribute("aria-label", view.label);
    if (this.from && !this.offers().some((offer) => offer.squares.length > 1 && offer.squares[0] === this.from)) this.from = null;
    this.drawPieces(before);
    this.refresh();
  }

  /** Turns the board round. */
  flip() {
    this.turn(!this.flipped);
  }

  /** @param {boolean} flipped whether the first rank is at the top */
  turn(flipped) {
    this.flipped = flipped;
    if (this.view) this.show({ ...this.view, animate: false });
  }

  /** @returns {Offer[]} */
  offers() {
    return this.view?.legal ?? [];
  }

  /** Where a square is drawn, by its place in the picture. @param {number} index */
  place(index) {
    const { columns, rows } = /** @type {View} */ (this.view).picture;
    const file = index % columns;
    const rank = Math.floor(index / columns);
    return this.flipped ? { x: columns - 1 - file, y: rank } : { x: file, y: rows - 1 - rank };
  }

  /** The part of the board that is not wall, as it is drawn. */
  bounds() {
    const { cells } = /** @type {View} */ (this.view).picture;
    const box = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
    cells.forEach((cell, index) => {
      if (cell[0] === "wall") return;
      const { x, y } = this.place(index);
      box.left = Math.min(box.left, x);
      box.top = Math.min(box.top, y);
      box.right = Math.max(box.right, x + 1);
      box.bottom = Math.max(box.bottom, y + 1);
    });
    return box;
  }

  /** @param {string} shape */
  build(shape) {
    const { columns, rows, cells } = /** @type {View} */ (this.view).picture;
    const still = this.settings.still;
    this.shape = shape;
    this.names = squareNames(columns, rows);
    this.cells.clear();
    this.squares.replaceChildren();
    this.coordinates.replaceChildren();
    const box = this.bounds();
    const [across, down] = [box.right - box.left, box.bottom - box.top];
    // Letters and figures are about as large on every board, and narrower than a square.
    const size = still ? 0 : Math.min(0.34, (this.settings.little ? 0.05 : 0.03) * Math.sqrt(across * down));
    this.size = { across, down, ratio: (across + 1.7 * size + 0.06) / (down + 1.7 * size + 0.06) };
    this.element.setAttribute("viewBox", `${box.left - 1.7 * size - 0.03} ${box.top - 0.03} ${across + 1.7 * size + 0.06} ${down + 1.7 * size + 0.06}`);
    this.coordinates.setAttribute("font-size", String(size));
    for (let row = 0; row < rows; row++) {
      const group = svg("g", { role: still ? "presentation" : "row" });
      for (let column = 0; column < columns; column++) {
        const file = this.flipped ? columns - 1 - column : column;
        const rank = this.flipped ? row : rows - 1 - row;
        const index = rank * columns + file;
        const ground = cells[index][0];
        if (ground === "wall") continue;
        const name = this.names[index];
        const cell = svg(
          "g",
          { class: `cell ${ground}`, "data-square": name, role: still ? "presentation" : "gridcell", "aria-colindex": still ? null : column + 1 },
          svg("rect", { x: column, y: row, width: 1, height: 1 }),
          ground === "slot" ? svg("circle", { class: "hole", cx: column + 0.5, cy: row + 0.5, r: 0.41 }) : null,
          still ? null : svg("rect", { class: "ring", x: column + 0.05, y: row + 0.05, width: 0.9, height: 0.9, rx: 0.1 }),
        );
        // A listener on the board itself would make it a stop of its own for the Tab key.
        if (!still) cell.addEventListener("focus", () => name !== this.here && this.moveTo(name, false));
        this.cells.set(name, cell);
        group.append(cell);
      }
      if (group.childElementCount) this.squares.append(group);
      if (!still && row >= box.top && row < box.bottom) {
        this.coordinates.append(svg("text", { class: "coord", x: box.left - 0.85 * size, y: row + 0.5 + 0.35 * size }, String(this.flipped ? row + 1 : rows - row)));
      }
    }
    if (!still) {
      for (let column = box.left; column < box.right; column++) {
        const text = fileName(this.flipped ? columns - 1 - column : column);
        this.coordinates.append(svg("text", { class: "coord", x: column + 0.5, y: box.bottom + 1.2 * size }, text));
      }
      if (!this.here || !this.cells.has(this.here)) this.here = this.cells.keys().next().value ?? null;
    }
  }

  /** @param {View | undefined} before */
  drawPieces(before) {
    const view = /** @type {View} */ (this.view);
    /** @type {Map<string, SVGGElement>} */
    const drawn = new Map();
    // What stands as it stood is not drawn again: on a large board that takes long.
    view.picture.cells.forEach((cell, index) => {
      if (!cell[1]) return;
      const name = this.names[index];
      const { x, y } = this.place(index);
      const key = `${cell.slice(1).join(" ")} ${x} ${y}`;
      const old = this.drawn.get(name);
      const piece = old?.dataset.key === key ? old : this.piece(cell, index);
      piece.dataset.key = key;
      piece.classList.remove("lifted");
      drawn.set(name, piece);
    });
    const kept = new Set(drawn.values());
    for (const piece of this.drawn.values()) if (!kept.has(piece)) piece.remove();
    this.pieces.append(...[...kept].filter((piece) => piece.parentNode !== this.pieces));
    this.drawn = drawn;
    if (view.animate && before && view.last?.length && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.animate(before, view.last, drawn);
  }

  /** @param {string[]} cell @param {number} index */
  piece(cell, index) {
    const { x, y } = this.place(index);
    const inner = svg("g", {}, svg("use", { href: `#${cell[1]}` }), cell[2] ? svg("text", { class: "count", x: 0.17, y: 0.355 }, cell[2]) : null);
    return svg("g", { transform: `translate(${x + 0.5} ${y + 0.5})` }, inner);
  }

  /** The piece slides to where it went; what it took fades. @param {View} before @param {string[]} last @param {Map<string, SVGGElement>} drawn */
  animate(before, last, drawn) {
    const to = last[last.length - 1];
    const arrived = drawn.get(to)?.firstElementChild;
    if (!arrived) return;
    if (last.length === 1) {
      const at = this.names.indexOf(to);
      if (before.picture.cells[at]?.[0] === "slot") {
        // It falls from the upper edge.
        const above = this.flipped ? this.size.down - this.place(at).y : -1 - this.place(at).y;
        arrived.animate([{ transform: `translate(0, ${above}px)` }, { transform: "none" }], { duration: MOTION, easing: "ease-in" });
        return;
      }
      arrived.animate([{ transform: "scale(.2)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: MOTION, easing: "ease-out" });
      return;
    }
    const [start, end] = [this.names.indexOf(last[0]), this.names.indexOf(to)];
    const [a, b] = [this.place(start), this.place(end)];
    drawn.get(to)?.parentNode?.append(/** @type {Node} */ (drawn.get(to)));
    arrived.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: "none" }], { duration: MOTION, easing: "ease-in-out" });
    const taken = before.picture.cells[end];
    if (taken?.[1] && before.picture.columns === /** @type {View} */ (this.view).picture.columns) {
      const ghost = this.piece(taken, end);
      this.pieces.prepend(ghost);
      const fade = ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: MOTION * 1.5 });
      fade.finished.then(() => ghost.remove(), () => ghost.remove());
    }
  }

  /** Everything that depends on what is chosen: squares, targets, words. */
  refresh() {
    const view = /** @type {View} */ (this.view);
    if (this.settings.still) {
      for (const [name, cell] of this.cells) cell.classList.toggle("last", Boolean(view.last?.includes(name)));
      return;
    }
    const sources = new Set();
    /** @type {Map<string, Offer>} */
    const targets = new Map();
    for (const offer of this.offers()) {
      const [first, second] = offer.squares;
      if (second === undefined) {
        if (!this.from) targets.set(first, offer);
      } else {
        sources.add(first);
        if (first === this.from) targets.set(second, offer);
      }
    }
    this.targets = targets;
    this.sources = sources;
    const last = new Set(view.last);
    const marks = this.squareMarks(targets);
    const arrows = [...(view.arrows ?? []), ...(this.own?.arrows() ?? [])];
    this.names.forEach((name, index) => {
      const cell = this.cells.get(name);
      if (!cell) return;
      cell.classList.toggle("last", last.has(name));
      cell.classList.toggle("from", name === this.from);
      cell.classList.toggle("source", sources.has(name));
      cell.classList.toggle("target", targets.has(name));
      cell.classList.toggle("above-target", this.targetAt(name) !== undefined);
      cell.setAttribute("tabindex", name === this.here ? "0" : "-1");
      cell.setAttribute("aria-selected", String(name === this.from));
      const [, shape, count] = view.picture.cells[index];
      const told = [name, shape ? pieceLabel(shape) : words.board.empty];
      if (count) told.push(words.board.count(count));
      if (name === this.from) told.push(words.board.chosen);
      else if (sources.has(name)) told.push(words.board.canMove);
      if (targets.has(name)) told.push(words.board.target);
      if (last.has(name)) told.push(words.board.last);
      const mark = marks.get(name);
      if (mark) told.push(mark.words);
      for (const { squares, words: said } of arrows) if (said && squares.at(-1) === name) told.push(said);
      cell.setAttribute("aria-label", told.join(", "));
    });
    this.drawHints(targets, marks, arrows);
  }

  /** What to show on which square: on targets what their move is worth, else on each piece its best move. @param {Map<string, Offer>} targets */
  squareMarks(targets) {
    /** @type {Map<string, Mark>} */
    const found = new Map();
    const marks = this.view?.marks;
    if (!marks) return found;
    for (const [name, offer] of targets) {
      const mark = offer.moves.map((move) => marks.get(move.text)).find(Boolean);
      if (mark) found.set(name, mark);
    }
    if (this.from) return found;
    // The marks come best first, so the first that leaves a square is its best.
    /** @type {Map<string, string>} */
    const sourceOf = new Map(this.offers().flatMap((offer) => (offer.squares.length > 1 ? offer.moves.map((move) => /** @type {[string, string]} */ ([move.text, offer.squares[0]])) : [])));
    for (const [text, mark] of marks) {
      const name = sourceOf.get(text);
      if (name && !found.has(name)) found.set(name, mark);
    }
    return found;
  }

  /** @param {Map<string, Offer>} targets @param {Map<string, Mark>} marks @param {Arrow[]} arrows */
  drawHints(targets, marks, arrows) {
    const view = /** @type {View} */ (this.view);
    /** @type {SVGElement[]} */
    const hints = [];
    this.names.forEach((name, index) => {
      const { x, y } = this.place(index);
      const mark = marks.get(name);
      // A stack covers its square, so the square's colour alone would not show.
      const isChosen = name === this.from;
      if ((isChosen || view.last?.includes(name)) && view.picture.cells[index][2] !== undefined) {
        hints.push(svg("rect", { class: isChosen ? "from-ring" : "last-ring", x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.17 }));
      }
      if (mark && targets.has(name)) {
        hints.push(
          svg(
            "g",
            { class: mark.value },
            svg("circle", { class: "mark-disc", cx: x + 0.5, cy: y + 0.5, r: 0.3 }),
            svg("text", { class: "mark-sign", x: x + 0.5, y: y + (mark.far ? 0.5 : 0.59) }, mark.sign),
            mark.far ? svg("text", { class: "mark-far", x: x + 0.5, y: y + 0.69 }, mark.far) : null,
          ),
        );
      } else if (mark) {
        hints.push(
          svg(
            "g",
            { class: mark.value },
            svg("circle", { class: "mark-disc", cx: x + 0.82, cy: y + 0.18, r: 0.15 }),
            svg("text", { class: "mark-far", x: x + 0.82, y: y + 0.24 }, mark.sign),
          ),
        );
      } else if (targets.has(name)) {
        if (view.picture.cells[index][1]) hints.push(svg("circle", { class: "capture", cx: x + 0.5, cy: y + 0.5, r: 0.43 }));
        else hints.push(svg("circle", { class: "dot", cx: x + 0.5, cy: y + 0.5, r: 0.14 }));
      }
    });
    if (this.split) hints.push(...this.splitPieces(this.split));
    for (const { squares, kind } of arrows) {
      const known = squares.map((name) => this.names.indexOf(name)).filter((index) => index >= 0);
      const [start, end] = known.map((index) => this.place(index));
      if (start && end) hints.push(...arrow(start, end, kind));
      else if (start) hints.push(...ring(start, kind, view.picture.cells[known[0]][2] !== undefined));
    }
    this.hints.replaceChildren(...hints);
  }

  /** Shows how a flock would be split; nothing ends it. @param {Offer | null} offer @param {number} goes */
  preview(offer, goes) {
    const [from, to] = offer?.squares ?? [];
    const all = Number(this.view?.picture.cells[this.names.indexOf(from)]?.[2]);
    this.split = offer && to && all ? { from, to, stays: String(all - goes), goes: String(goes) } : null;
    this.drawn.get(from)?.classList.toggle("lifted", Boolean(this.split));
    if (!this.split) for (const piece of this.drawn.values()) piece.classList.remove("lifted");
    this.refresh();
  }

  /** @param {{from: string, to: string, stays: string, goes: string}} split */
  splitPieces({ from, to, stays, goes }) {
    const [start, end] = [this.names.indexOf(from), this.names.indexOf(to)];
    const cell = /** @type {View} */ (this.view).picture.cells[start];
    const moving = this.piece([cell[0], cell[1], goes], end);
    moving.classList.add("moving");
    return [...arrow(this.place(start), this.place(end)), this.piece([cell[0], cell[1], stays], start), moving];
  }

  /** Clicks, fingers and Enter draw arrows, or they move pieces. @param {boolean} pen */
  draws(pen) {
    if (!this.own) return;
    this.own.pen = pen;
    this.own.draft = null;
    this.from = null;
    this.element.classList.toggle("drawing", pen);
    if (this.view) this.refresh();
  }

  /** A square was chosen, by whatever means. @param {string} name */
  choose(name) {
    if (this.own?.pen) {
      this.own.step(name);
      this.refresh();
      return;
    }
    if (this.settings.tap) {
      this.settings.tap(name);
      return;
    }
    const offer = this.targetAt(name);
    if (offer) {
      this.from = null;
      this.refresh();
      this.settings.play?.(offer);
    } else {
      const [chosen, canMove] = [this.from, this.sources?.has(name)];
      this.from = name !== chosen && canMove ? name : null;
      this.refresh();
      if (name !== chosen && !canMove) this.settings.refused?.(name, chosen);
    }
  }

  /** The piece on a square; nothing if it is empty. @param {string} name @returns {string | undefined} */
  shapeAt(name) {
    return this.view?.picture.cells[this.names.indexOf(name)]?.[1];
  }

  /** Shows that a square was no choice. @param {string} name */
  shake(name) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const piece = this.drawn.get(name)?.firstElementChild;
    piece?.animate([0, -0.06, 0.06, -0.04, 0].map((x) => ({ transform: `translate(${x}px)` })), { duration: MOTION });
  }

  /** The move that a click on a square means. In an upright board any slot of a column will do. @param {string} name @returns {Offer | undefined} */
  targetAt(name) {
    const offer = this.targets?.get(name);
    if (offer || this.view?.picture.cells[this.names.indexOf(name)]?.[0] !== "slot") return offer;
    const column = (/** @type {string} */ square) => square.replace(/\d+$/, "");
    const [first, ...more] = [...(this.targets ?? [])].filter(([square]) => column(square) === column(name));
    return more.length ? undefined : first?.[1];
  }

  /** The square under a pointer. @param {PointerEvent} event */
  squareAt(event) {
    const matrix = this.element.getScreenCTM();
    if (!matrix || !this.view) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const { columns, rows } = this.view.picture;
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || row < 0 || column >= columns || row >= rows) return null;
    const index = this.flipped ? row * columns + (columns - 1 - column) : (rows - 1 - row) * columns + column;
    return this.cells.has(this.names[index]) ? this.names[index] : null;
  }

  /** @param {PointerEvent} down */
  press(down) {
    const name = this.squareAt(down);
    const { own } = this;
    const draws = own && (down.button === 2 || own.pen);
    if ((down.button !== 0 && !draws) || !down.isPrimary || !name) return;
    down.preventDefault();
    this.moveTo(name, false);
    if (draws) {
      this.pencil(own, down, name);
      return;
    }
    if (own?.clear()) this.refresh();
    const canDrag = this.sources?.has(name) && !this.targets?.has(name);
    const wasChosen = this.from === name;
    if (!canDrag) {
      this.choose(name);
      return;
    }
    this.from = name;
    this.dragging = true;
    this.refresh();
    const index = this.names.indexOf(name);
    const cell = /** @type {View} */ (this.view).picture.cells[index];
    const matrix = this.element.getScreenCTM();
    /** @type {SVGGElement | undefined} */
    let ghost;
    /** @type {SVGGElement | undefined} */
    let lifted;
    /** @type {string | null} */
    let over = null;
    const listening = new AbortController();
    const { signal } = listening;
    const light = (/** @type {string | null} */ next) => {
      if (over) this.cells.get(over)?.classList.remove("hover");
      over = next && this.targets?.has(next) ? next : null;
      if (over) this.cells.get(over)?.classList.add("hover");
    };
    const move = (/** @type {PointerEvent} */ event) => {
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (!ghost && far > 6 && cell[1]) {
        ghost = this.piece(cell, index);
        this.hints.append(ghost);
        lifted = this.drawn.get(name);
        lifted?.classList.add("lifted");
      }
      if (ghost && matrix) {
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
        ghost.setAttribute("transform", `translate(${point.x} ${point.y})`);
        light(this.squareAt(event));
      }
    };
    const end = (/** @type {PointerEvent} */ event) => {
      listening.abort();
      this.dragging = false;
      light(null);
      const target = event.type === "pointercancel" ? null : this.squareAt(event);
      const offer = target && target !== name ? this.targets?.get(target) : undefined;
      const back = () => {
        lifted?.classList.remove("lifted");
        ghost?.remove();
      };
      if (!ghost || !target || offer?.moves.length !== 1) back();
      if (target && offer) {
        this.choose(target);
        if (ghost && offer.moves.length === 1) this.drop(ghost, [name, target], back);
      } else if (target === name && wasChosen && !ghost) this.choose(name);
    };
    this.element.setPointerCapture(down.pointerId);
    this.element.addEventListener("pointermove", move, { signal });
    this.element.addEventListener("pointerup", end, { signal });
    this.element.addEventListener("pointercancel", end, { signal });
  }

  /** An arrow grows to the square under the pointer until it is let go. @param {OwnArrows} own @param {PointerEvent} down @param {string} name */
  pencil(own, down, name) {
    const listening = new AbortController();
    const { signal } = listening;
    own.draft = [name];
    this.dragging = true;
    this.refresh();
    const end = (/** @type {PointerEvent} */ event) => {
      listening.abort();
      this.dragging = false;
      own.end(event.type === "pointercancel" ? null : this.squareAt(event));
      this.refresh();
    };
    this.element.setPointerCapture(down.pointerId);
    this.element.addEventListener("pointermove", (event) => own.reach(this.squareAt(event)) && this.refresh(), { signal });
    this.element.addEventListener("pointerup", end, { signal });
    this.element.addEventListener("pointercancel", end, { signal });
  }

  /** A dragged piece lies on its target until the host shows the move, or refuses it. @param {SVGGElement} ghost @param {string[]} squares @param {() => void} back */
  drop(ghost, squares, back) {
    const { x, y } = this.place(this.names.indexOf(squares[1]));
    ghost.setAttribute("transform", `translate(${x + 0.5} ${y + 0.5})`);
    // Choosing has drawn the hints anew.
    this.hints.append(ghost);
    const end = () => {
      clearTimeout(late);
      this.dropped = null;
      back();
    };
    const late = setTimeout(end, 1500);
    this.dropped = { squares, ghost, back: end };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.here || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const step = steps[event.key];
    if (step) {
      const next = this.next(this.here, step);
      if (next) this.moveTo(next, true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.here);
    } else if (event.key === "Escape" && (this.own?.clear() || this.from)) {
      this.from = null;
      this.refresh();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The next square in a direction, walls left out. @param {string} name @param {[number, number]} step */
  next(name, [dx, dy]) {
    const { columns, rows } = /** @type {View} */ (this.view).picture;
    let { x, y } = this.place(this.names.indexOf(name));
    for (;;) {
      x += dx;
      y += dy;
      if (x < 0 || y < 0 || x >= columns || y >= rows) return null;
      const index = this.flipped ? y * columns + (columns - 1 - x) : (rows - 1 - y) * columns + x;
      if (this.cells.has(this.names[index])) return this.names[index];
    }
  }

  /** @param {string} name @param {boolean} focus */
  moveTo(name, focus) {
    if (this.here) this.cells.get(this.here)?.setAttribute("tabindex", "-1");
    this.here = name;
    const cell = this.cells.get(name);
    cell?.setAttribute("tabindex", "0");
    if (focus) cell?.focus();
  }
}
