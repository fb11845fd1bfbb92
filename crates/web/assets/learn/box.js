// @ts-check
/** One box of the tree with the line that leads to it. It stays while the search goes on, and only what changes is drawn anew. */

import { svg } from "../lib/dom.js";
import { words } from "../strings.js";
import { learnWords } from "../strings/learn.js";

/** @typedef {import("./play.js").Playback} Playback */
/** @typedef {{kind: "node", id: number, parent: Item | null, x: number, level: number} | {kind: "bundle", text: string, pruned: boolean, parent: Item | null, x: number, level: number}} Item */
/**
 * What a box and its line look like.
 * @typedef {object} Face
 * @property {string} look classes of the box
 * @property {string} title
 * @property {string} top
 * @property {string} bottom
 * @property {string} more
 * @property {"win" | "draw" | "lose" | null} truth
 * @property {boolean} disagrees
 * @property {boolean} struck
 * @property {string} line classes of the line
 * @property {number} weight of the line
 */

/** From box to box. */
export const WIDE = 78;
export const HIGH = 84;
const WIDTH = 72;
const HEIGHT = 40;
/** Text from here on is written small. */
const LONG = 8;

export class Box {
  /** @param {number | null} id the node, unless it is a bundle @param {boolean} hasParent */
  constructor(id, hasParent) {
    this.title = svg("title");
    this.top = svg("text", { y: 16, class: "small" });
    this.bottom = svg("text", { y: 32 });
    this.more = svg("text", { y: HEIGHT + 13, class: "more" });
    this.sign = svg("text", { x: WIDTH / 2 - 3, y: 9 });
    this.unlike = svg("text", { x: 3 - WIDTH / 2, y: 9, class: "sign unlike" });
    this.strike = svg("line", { class: "strike", x1: 5 - WIDTH / 2, x2: WIDTH / 2 - 5, y1: HEIGHT - 5, y2: 5 });
    const rect = svg("rect", { x: -WIDTH / 2, y: 0, width: WIDTH, height: HEIGHT, rx: 8 });
    this.group = svg("g", { "data-node": id }, this.title, rect, this.top, this.bottom, this.more, this.sign, this.unlike, this.strike);
    this.edge = hasParent ? svg("path") : null;
  }

  /** @param {Item} item @param {Face} face @param {Item | null} parent */
  show(item, face, parent) {
    const y = item.level * HIGH;
    attribute(this.group, "transform", `translate(${item.x} ${y})`);
    attribute(this.group, "class", face.look);
    write(this.title, face.title);
    write(this.top, face.top);
    write(this.bottom, face.bottom);
    attribute(this.bottom, "class", face.bottom.length > LONG ? "long" : "");
    write(this.more, face.more);
    write(this.sign, face.truth ? words.truth.signs[face.truth] : "");
    attribute(this.sign, "class", `sign ${face.truth ?? ""}`);
    write(this.unlike, face.disagrees ? "≠" : "");
    attribute(this.strike, "visibility", face.struck ? "visible" : "hidden");
    if (!this.edge || !parent) return;
    const from = parent.level * HIGH + HEIGHT;
    const middle = (from + y) / 2;
    attribute(this.edge, "d", `M${parent.x} ${from}C${parent.x} ${middle} ${item.x} ${middle} ${item.x} ${y}`);
    attribute(this.edge, "class", face.line);
    attribute(this.edge, "stroke-width", face.weight.toFixed(2));
  }
}

/** @param {Playback} play @param {number} at @param {number} id @param {Set<number>} onPath @param {number} current @param {boolean} open whether what is below it is shown @returns {Face} */
export function faceOf(play, at, id, onPath, current, open) {
  const mark = play.mark(at, id);
  const isOnPath = onPath.has(id);
  return {
    look: ["node", ...mark.kinds, isOnPath ? "way" : "", id === current ? "current" : ""].filter(Boolean).join(" "),
    title: [mark.top, mark.bottom, mark.truth ? learnWords.truthIs(words.truth.text(mark.truth)) : "", mark.disagrees ? learnWords.disagrees : ""].filter(Boolean).join(" · "),
    top: shortened(mark.top, 9),
    bottom: shortened(mark.bottom, 12),
    more: open && play.answer.depth ? "" : mark.more,
    truth: mark.truth?.value ?? null,
    disagrees: mark.disagrees,
    struck: false,
    line: isOnPath ? "edge way" : "edge",
    weight: 1 + 7 * mark.weight,
  };
}

/** @param {{text: string, pruned: boolean}} bundle @returns {Face} */
export function bundleFace({ text, pruned }) {
  const [top, ...rest] = text.split("\n");
  const look = pruned ? "bundle pruned" : "bundle";
  return { look, title: text.replace("\n", " "), top, bottom: rest.join(" "), more: "", truth: null, disagrees: false, struck: pruned, line: pruned ? "edge pruned" : "edge", weight: 1 };
}

/** @param {Element} element @param {string} name @param {string} value */
function attribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param {Element} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {string} text @param {number} most */
const shortened = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
