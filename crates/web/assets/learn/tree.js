// @ts-check
/**
 * The tree, drawn by levels: the way to the current node with all its siblings, and what a person opened;
 * everything else as counted bundles.
 */

import { svg } from "../lib/dom.js";
import { words } from "../strings.js";

/** @typedef {import("./play.js").Playback} Playback */
/** @typedef {{kind: "node", id: number, parent: Item | null, x: number, level: number} | {kind: "bundle", text: string, pruned: boolean, parent: Item | null, x: number, level: number}} Item */

/** Nodes side by side below one parent, and in all. */
const MOST_BESIDE = 36;
const MOST = 400;
const WIDE = 70;
const HIGH = 84;
const BOX = { width: 64, height: 40 };

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
    this.picture = svg("svg", { class: "tree", role: "img" });
    this.picture.addEventListener("click", (event) => this.click(event));
    this.element = document.createElement("div");
    this.element.className = "tree-frame";
    this.element.append(this.picture);
  }

  /** @param {Playback} play */
  start(play) {
    this.play = play;
    this.opened.clear();
    this.closed.clear();
  }

  /** @param {MouseEvent} event */
  click(event) {
    const group = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    if (group instanceof SVGElement) this.choose(Number(group.dataset.node));
  }

  /** Opens what is closed and closes what is open. @param {number} id @param {boolean} onPath */
  toggle(id, onPath) {
    const set = onPath ? this.closed : this.opened;
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
    this.picture.setAttribute("width", String(width));
    this.picture.setAttribute("height", String(height));
    this.picture.setAttribute("aria-label", words.learn.treeLabel(play.path(current).slice(1).map((id) => play.nodes[id].text)));
    const onPath = new Set(path);
    this.picture.replaceChildren(...items.map((item) => this.edge(play, at, item, onPath)).filter((edge) => edge !== null), ...items.map((item) => this.box(play, at, item, onPath, current)));
    const here = items.find((item) => item.kind === "node" && item.id === current);
    if (here) this.bringIntoView(here.x - left, here.level * HIGH);
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
    if (path.includes(id)) return !this.closed.has(id);
    return this.opened.has(id) || (chosen.includes(id) && id !== chosen[chosen.length - 1]);
  }

  /** @param {Playback} play @param {number} at @param {Item} item @param {Set<number>} onPath */
  edge(play, at, item, onPath) {
    if (!item.parent) return null;
    const from = { x: item.parent.x, y: item.parent.level * HIGH + BOX.height };
    const to = { x: item.x, y: item.level * HIGH };
    const middle = (from.y + to.y) / 2;
    const line = `M${from.x} ${from.y}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}`;
    if (item.kind === "bundle") return svg("path", { class: item.pruned ? "edge pruned" : "edge", d: line, "stroke-width": 1 });
    const { weight } = play.mark(at, item.id);
    return svg("path", { class: onPath.has(item.id) ? "edge way" : "edge", d: line, "stroke-width": (1 + 7 * weight).toFixed(2) });
  }

  /** @param {Playback} play @param {number} at @param {Item} item @param {Set<number>} onPath @param {number} current */
  box(play, at, item, onPath, current) {
    const top = item.level * HIGH;
    const place = { x: item.x - BOX.width / 2, y: top, width: BOX.width, height: BOX.height, rx: 8 };
    if (item.kind === "bundle") {
      const [first, ...rest] = item.text.split("\n");
      return svg(
        "g",
        { class: item.pruned ? "bundle pruned" : "bundle" },
        svg("title", {}, item.text.replace("\n", " ")),
        svg("rect", place),
        svg("text", { x: item.x, y: top + 17, class: "small" }, first),
        svg("text", { x: item.x, y: top + 32 }, rest.join(" ")),
        item.pruned ? svg("line", { class: "strike", x1: place.x + 5, x2: place.x + BOX.width - 5, y1: top + BOX.height - 5, y2: top + 5 }) : null,
      );
    }
    const mark = play.mark(at, item.id);
    const classes = ["node", ...mark.kinds, onPath.has(item.id) ? "way" : "", item.id === current ? "current" : ""].filter(Boolean);
    const more = onPath.has(item.id) && play.answer.depth ? "" : mark.more;
    return svg(
      "g",
      { class: classes.join(" "), "data-node": item.id },
      svg("title", {}, [mark.top, mark.bottom, mark.truth ? words.learn.truthIs(words.truth.text(mark.truth)) : "", mark.disagrees ? words.learn.disagrees : ""].filter(Boolean).join(" · ")),
      svg("rect", place),
      svg("text", { x: item.x, y: top + 16, class: "small" }, shortened(mark.top, 9)),
      svg("text", { x: item.x, y: top + 32 }, shortened(mark.bottom, 10)),
      more ? svg("text", { x: item.x, y: top + BOX.height + 13, class: "more" }, more) : null,
      mark.truth ? svg("text", { x: item.x + BOX.width / 2 - 3, y: top + 9, class: `sign ${mark.truth.value}` }, words.truth.signs[mark.truth.value]) : null,
      mark.disagrees ? svg("text", { x: item.x - BOX.width / 2 + 3, y: top + 9, class: "sign unlike" }, "≠") : null,
    );
  }

  /** Scrolls as little as it must. @param {number} x @param {number} y */
  bringIntoView(x, y) {
    const frame = this.element;
    const slack = 90;
    if (x < frame.scrollLeft + slack || x > frame.scrollLeft + frame.clientWidth - slack) frame.scrollLeft = x - frame.clientWidth / 2;
    if (y < frame.scrollTop || y > frame.scrollTop + frame.clientHeight - slack) frame.scrollTop = y - frame.clientHeight / 2;
  }
}

/** @param {string} text @param {number} most */
const shortened = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
