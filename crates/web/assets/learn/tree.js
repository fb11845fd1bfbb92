// @ts-check
/**
 * The tree, drawn by levels: the way to the current node with all its siblings, and what a person opened;
 * everything else as counted bundles.
 */

import { h, svg } from "../lib/dom.js";
import { learnWords } from "../strings/learn.js";
import { Box, HIGH, WIDE, bundleFace, faceOf } from "./box.js";

/** @typedef {import("./play.js").Playback} Playback */
/** @typedef {import("./box.js").Item} Item */

/** Nodes side by side below one parent, and in all. */
const MOST_BESIDE = 36;
const MOST = 400;
/** A tree of so few nodes in all hides nothing. */
const SMALL = 64;
/** It is drawn smaller to fit its frame, but not much: it has to be read. */
const LEAST_SCALE = 0.75;
/** Of the frame, on both sides. */
const PADDING = 24;

export class Tree {
  /** @param {(id: number) => void} choose somebody wants to look at a node */
  constructor(choose) {
    this.choose = choose;
    /** @type {Playback | undefined} */
    this.play = undefined;
    /** Opened off the way, and closed on it, by hand. @type {Set<number>} */
    this.opened = new Set();
    /** @type {Set<number>} */
    this.closed = new Set();
    /** What is drawn, by item. @type {Map<string, Box>} */
    this.boxes = new Map();
    this.scrolling = 0;
    this.edges = svg("g");
    this.nodes = svg("g");
    this.picture = svg("svg", { class: "tree", role: "img", width: 0, height: 0, preserveAspectRatio: "xMidYMin meet" }, this.edges, this.nodes);
    this.picture.addEventListener("click", (event) => this.click(event));
    this.element = h("div", { class: "tree-frame", role: "region", tabindex: 0, "aria-label": learnWords.treeFrame }, this.picture);
  }

  /** @param {Playback} play */
  start(play) {
    this.play = play;
    this.opened.clear();
    this.closed.clear();
    this.sweep([]);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const group = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    if (group instanceof SVGElement) this.choose(Number(group.dataset.node));
  }

  isSmall() {
    return (this.play?.nodes.length ?? 0) <= SMALL;
  }

  /** Opens what is closed and closes what is open. @param {number} id @param {boolean} onPath */
  toggle(id, onPath) {
    const set = onPath || this.isSmall() ? this.closed : this.opened;
    if (!set.delete(id)) set.add(id);
  }

  /** @param {number} at @param {number} current the node that is looked at */
  show(at, current) {
    const play = this.play;
    if (!play) return;
    const path = play.path(play.current(at));
    const chosen = play.path(current);
    const items = this.layOut(play, at, path, chosen);
    const left = Math.min(...items.map((item) => item.x)) - WIDE / 2 - 4;
    const width = Math.max(...items.map((item) => item.x)) + WIDE / 2 + 4 - left;
    const height = (Math.max(...items.map((item) => item.level)) + 1) * HIGH + 4;
    this.picture.setAttribute("viewBox", `${left} -4 ${width} ${height}`);
    const scale = this.isSmall() ? Math.max(LEAST_SCALE, Math.min(1, (this.element.clientWidth - PADDING) / width)) : 1;
    this.picture.setAttribute("width", String(width * scale));
    this.picture.setAttribute("height", String(height * scale));
    this.picture.setAttribute("aria-label", learnWords.treeLabel(play.path(current).slice(1).map((id) => play.nodes[id].text)));
    const onPath = new Set(path);
    this.sweep(items.map((item) => this.put(play, at, item, onPath, current, item.kind === "node" && (onPath.has(item.id) || this.isOpen(item.id, path, chosen)))));
    const here = items.find((item) => item.kind === "node" && item.id === current);
    if (here) this.bringIntoView((here.x - left) * scale, here.level * HIGH * scale);
  }

  /** Draws an item, or moves and renames it if it is there already; its key. @param {Playback} play @param {number} at @param {Item} item @param {Set<number>} onPath @param {number} current @param {boolean} open */
  put(play, at, item, onPath, current, open) {
    const key = item.kind === "node" ? `${item.id}` : `${item.parent?.kind === "node" ? item.parent.id : ""} ${item.text.replace(/\d+/g, "")}`;
    let box = this.boxes.get(key);
    if (!box) {
      box = new Box(item.kind === "node" ? item.id : null, item.parent !== null);
      this.boxes.set(key, box);
      this.nodes.append(box.group);
      if (box.edge) this.edges.append(box.edge);
    }
    box.show(item, item.kind === "node" ? faceOf(play, at, item.id, onPath, current, open) : bundleFace(item), item.parent);
    return key;
  }

  /** Takes away what is not shown any more. @param {string[]} shown */
  sweep(shown) {
    const keys = new Set(shown);
    for (const [key, box] of this.boxes) {
      if (keys.has(key)) continue;
      box.group.remove();
      box.edge?.remove();
      this.boxes.delete(key);
    }
  }

  /** Rows from the root down; below each open node its children, all rows about the same middle. @param {Playback} play @param {number} at @param {number[]} path @param {number[]} chosen @returns {Item[]} */
  layOut(play, at, path, chosen) {
    /** @type {Item[]} */
    const items = [{ kind: "node", id: 0, parent: null, x: 0, level: 0 }];
    let row = [...items];
    for (let level = 1; row.length && items.length < MOST; level++) {
      /** @type {Item[]} */
      const next = [];
      for (const parent of row) {
        if (parent.kind !== "node" || !this.isOpen(parent.id, path, chosen)) continue;
        const { nodes, bundles } = play.shown(at, parent.id, path[level] ?? chosen[level], MOST_BESIDE);
        for (const id of nodes) next.push({ kind: "node", id, parent, x: 0, level });
        for (const bundle of bundles) next.push({ kind: "bundle", text: bundle.text, pruned: bundle.pruned ?? false, parent, x: 0, level });
      }
      next.forEach((item, index) => (item.x = (index - (next.length - 1) / 2) * WIDE));
      items.push(...next);
      row = next;
    }
    return items;
  }

  /** @param {number} id @param {number[]} path @param {number[]} chosen */
  isOpen(id, path, chosen) {
    if (path.includes(id) || this.isSmall()) return !this.closed.has(id);
    return this.opened.has(id) || (chosen.includes(id) && id !== chosen[chosen.length - 1]);
  }

  /** Scrolls as little as it must, once a frame: asking where things are makes the browser lay them out. @param {number} x @param {number} y */
  bringIntoView(x, y) {
    cancelAnimationFrame(this.scrolling);
    this.scrolling = requestAnimationFrame(() => {
      const frame = this.element;
      const slack = 90;
      if (x < frame.scrollLeft + slack || x > frame.scrollLeft + frame.clientWidth - slack) frame.scrollLeft = x - frame.clientWidth / 2;
      if (y < frame.scrollTop || y > frame.scrollTop + frame.clientHeight - slack) frame.scrollTop = y - frame.clientHeight / 2;
    });
  }
}
