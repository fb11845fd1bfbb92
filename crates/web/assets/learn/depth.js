// @ts-check
/** Playing back a search to a fixed depth: what was known at each step, and what to say of it. */

import { capital } from "../strings.js";
import { learnWords as said } from "../strings/learn.js";
import { chanceOf, pathTo, readNodes } from "./trace.js";

/** @typedef {import("./trace.js").Answer} Answer */
/** @typedef {import("./trace.js").TreeNode} TreeNode */
/** @typedef {import("./play.js").Playback} Playback */
/** @typedef {import("./play.js").Mark} Mark */
/** @typedef {{kind: "enter" | "leaf" | "leave" | "cut" | "end", node: number}} Step */
/**
 * What the search found at a node.
 * @typedef {object} Found
 * @property {number} alpha
 * @property {number} beta
 * @property {number} leaf
 * @property {number | null} value
 * @property {string} score
 * @property {number} unseen
 * @property {number} bound
 * @property {number} left the step it was left at
 */

/** Values from here on are proven results; less one, for windows that are left open by one. */
export const PROVEN = 1e9 - 1;

/** @implements {Playback} */
export class DepthPlayback {
  /** @param {Answer} answer */
  constructor(answer) {
    this.answer = answer;
    this.nodes = readNodes(answer);
    const { visited, events, visits, full } = /** @type {NonNullable<Answer["depth"]>} */ (answer.depth);
    this.visits = visits;
    this.full = full;
    this.prunes = !answer.agent.startsWith("minimax");
    /** @type {Found[]} */
    this.found = visited.map(([alpha, beta, leaf, value, score, unseen, bound]) => ({ alpha: alpha ?? -Infinity, beta: beta ?? Infinity, leaf, value, score: this.words(value, score ?? ""), unseen, bound, left: Infinity }));
    /** @type {Step[]} */
    this.steps = [];
    for (const event of events) this.read(event);
    this.steps.push({ kind: "end", node: 0 });
    /** Up to each step: positions entered, leaves judged, moves cut off; and the next cut, or −1. */
    this.entered = new Int32Array(this.length);
    this.leaves = new Int32Array(this.length);
    this.cut = new Int32Array(this.length);
    this.cuts = new Int32Array(this.length);
    this.count();
    /** For each node the last one below it. */
    this.lastBelow = Int32Array.from(this.nodes, (node) => node.id);
    for (let id = this.nodes.length - 1; id > 0; id--) {
      const parent = this.nodes[id].parent ?? 0;
      this.lastBelow[parent] = Math.max(this.lastBelow[parent], this.lastBelow[id]);
    }
  }

  /** Entering is n + 1, leaving −(n + 1). Nothing happens between entering and leaving a leaf: one step. @param {number} event */
  read(event) {
    const node = Math.abs(event) - 1;
    const found = this.found[node];
    if (event > 0) {
      this.nodes[node].born = this.steps.length;
      this.steps.push({ kind: found.leaf ? "leaf" : "enter", node });
    } else if (!found.leaf) {
      this.steps.push({ kind: found.unseen ? "cut" : "leave", node });
    }
    if (event < 0) found.left = this.steps.length - 1;
  }

  /** How much was done up to each step. */
  count() {
    let [entered, leaves, cut] = [0, 0, 0];
    this.steps.forEach(({ kind, node }, at) => {
      if (kind === "enter" || kind === "leaf") entered++;
      if (kind === "leaf") leaves++;
      if (kind === "cut") cut += this.found[node].unseen;
      this.entered[at] = entered;
      this.leaves[at] = leaves;
      this.cut[at] = cut;
    });
    for (let at = this.length - 1, next = -1; at >= 0; at--) {
      this.cuts[at] = next;
      if (this.steps[at].kind === "cut") next = at;
    }
  }

  get length() {
    return this.steps.length;
  }

  /** @param {number} at */
  current(at) {
    return this.steps[at].node;
  }

  /** Those that were entered. @param {number} at @param {number} id */
  children(at, id) {
    return this.nodes[id].children.filter((child) => this.nodes[child].born <= at);
  }

  /** Children to show and what is left out. @param {number} at @param {number} id @param {number | undefined} onPath @param {number} most */
  shown(at, id, onPath, most) {
    const all = this.children(at, id);
    const best = this.best(at, id);
    const kept = all.filter((child, index) => all.length - index < most || child === onPath || child === best);
    /** @type {{text: string, pruned?: boolean}[]} */
    const bundles = [];
    if (kept.length < all.length) bundles.push({ text: said.bundle(all.length - kept.length) });
    const { unseen, left } = this.found[id];
    if (unseen && left <= at) bundles.push({ text: said.notLookedAt(unseen), pruned: true });
    return { nodes: kept, bundles };
  }

  /** The best child so far, for whoever moves. @param {number} at @param {number} id */
  best(at, id) {
    const own = this.nodes[id].mover === this.answer.seat;
    /** @type {number | null} */
    let best = null;
    for (const child of this.children(at, id)) {
      const { value, left } = this.found[child];
      if (value === null || left > at) continue;
      const before = best === null ? null : this.found[best].value;
      if (before === null || (own ? value > before : value < before)) best = child;
    }
    return best;
  }

  /** The window at a node, as narrow as its children have made it. @param {number} at @param {number} id */
  window(at, id) {
    let { alpha, beta } = this.found[id];
    const best = this.best(at, id);
    const value = best === null ? null : this.found[best].value;
    if (value !== null) {
      if (this.nodes[id].mover === this.answer.seat) alpha = Math.max(alpha, value);
      else beta = Math.min(beta, value);
    }
    return { alpha, beta };
  }

  /** A node's value as it is known at a step. @param {number} at @param {number} id */
  valueText(at, id) {
    const { left, score, bound } = this.found[id];
    if (left > at) return "";
    return bound === 0 ? score : `${bound < 0 ? "≤" : "≥"} ${score}`;
  }

  /** @param {number} at @param {number} id @returns {Mark} */
  mark(at, id) {
    const node = this.nodes[id];
    const { left, leaf, unseen } = this.found[id];
    const isLeft = left <= at;
    const hidden = this.children(at, id).length ? this.below(at, id) : 0;
    const best = node.parent === null ? null : this.best(at, node.parent);
    const kinds = [isLeft ? "left" : "open", leaf === 1 ? "judged" : leaf === 2 ? "over" : "", isLeft && unseen ? "cut" : "", best === id ? "best" : ""];
    return {
      top: node.text || said.root,
      bottom: isLeft ? this.valueText(at, id) : "…",
      kinds: kinds.filter(Boolean),
      truth: isLeft || node.level <= 1 ? node.truth : null,
      disagrees: isLeft && node.disagrees,
      more: hidden ? `+${hidden}` : "",
      weight: best === id ? 0.5 : 0.12,
    };
  }

  /** How many nodes below it were entered. @param {number} at @param {number} id */
  below(at, id) {
    // Nodes are numbered as they are entered: those below follow it, up to the last of them.
    return Math.min(this.entered[at] - 1, this.lastBelow[id]) - id;
  }

  /** Where the current node is finished. @param {number} at */
  over(at) {
    const { kind, node } = this.steps[at];
    const wanted = kind === "enter" ? node : this.nodes[node].parent;
    if (wanted === null) return this.length - 1;
    return Math.min(this.found[wanted].left, this.length - 1);
  }

  /** The node whose moves are being looked at. @param {number} at */
  choosing(at) {
    const { kind, node } = this.steps[at];
    return kind === "cut" || kind === "leave" || kind === "end" ? node : (this.nodes[node].parent ?? 0);
  }

  /** The next step at which something is cut off. @param {number} at */
  nextCut(at) {
    return this.cuts[at] < 0 ? null : this.cuts[at];
  }

  /** @param {number | null} seat */
  name(seat) {
    return seat === null ? "" : capital(this.answer.seats[seat]);
  }

  /** A value as people read it. @param {number} value */
  text(value) {
    if (value >= PROVEN) return said.aWin;
    if (value <= -PROVEN) return said.aLoss;
    return this.answer.chances ? said.percent(chanceOf(this.answer.chances, value)) : this.points(value);
  }

  /** A value as the search has it. @param {number} value */
  points(value) {
    return value < 0 ? String(value) : `+${value}`;
  }

  /** A node's value in words: a result that is proven, or the chance. @param {number | null} value @param {string} score */
  words(value, score) {
    return value === null || Math.abs(value) >= PROVEN ? score : this.text(value);
  }

  /** The numbers behind the words. @param {number} at @param {number} id */
  raw(at, id) {
    const { value, left } = this.found[id];
    const { alpha, beta } = this.window(at, id);
    const own = value === null || left > at || Math.abs(value) >= PROVEN ? "–" : this.points(value);
    return said.rawText(own, said.bound(alpha, PROVEN), said.bound(beta, PROVEN));
  }

  /** What happened at a step, in a sentence or two. @param {number} at */
  sentence(at) {
    const { kind, node: id } = this.steps[at];
    const node = this.nodes[id];
    const searcher = this.name(this.answer.seat);
    if (kind === "end") return this.ending();
    const above = node.parent === null ? null : this.nodes[node.parent];
    if (kind === "enter") {
      const mover = this.name(node.mover);
      const own = node.mover === this.answer.seat;
      if (!above) return said.enterRoot(searcher);
      return `${said.enter(this.name(above.mover), node.text, mover, own, searcher)} ${this.prunes ? this.windowSentence(id) : ""}`.trim();
    }
    const found = this.found[id];
    if (kind === "leaf") {
      const first = found.leaf === 2 ? said.leafOver(this.name(above?.mover ?? null), node.text, found.score, searcher) : said.leafJudged(this.name(above?.mover ?? null), node.text, found.score, searcher);
      return `${first} ${this.news(at, id)}`.trim();
    }
    if (kind === "cut") return this.cutSentence(id);
    if (!above) return said.leaveRoot(searcher, found.score);
    const best = this.best(at, id);
    const own = node.mover === this.answer.seat;
    return `${said.leave(this.name(node.mover), best === null ? "" : this.nodes[best].text, this.valueText(at, id), own, searcher)} ${this.news(at, id)}`.trim();
  }

  /** @param {number} id */
  windowSentence(id) {
    const { alpha, beta } = this.found[id];
    // The root leaves its window open by one, so that a move as good as the best is told from a worse one.
    if (alpha > -Infinity && this.nodes[id].level === 1) return said.windowFrom(this.text(alpha + 1));
    if (alpha > -Infinity && beta < Infinity) return said.windowBoth(this.text(alpha), this.text(beta));
    if (alpha > -Infinity) return said.windowAbove(this.text(alpha));
    if (beta < Infinity) return said.windowBelow(this.text(beta));
    return "";
  }

  /** @param {number} id */
  cutSentence(id) {
    const node = this.nodes[id];
    const { alpha, beta, unseen, score } = this.found[id];
    const searcher = this.name(this.answer.seat);
    const last = said.rest(unseen);
    if (node.mover === this.answer.seat) return `${said.cutHigh(searcher, this.other(id), this.text(beta), score)} ${last}`;
    const has = node.level === 1 ? alpha + 1 : alpha;
    return `${said.cutLow(searcher, this.name(node.mover), this.text(has), score)} ${last}`;
  }

  /** Who moved to a node. @param {number} id */
  other(id) {
    const { parent } = this.nodes[id];
    return parent === null ? "" : this.name(this.nodes[parent].mover);
  }

  /** What a value means one level up. @param {number} at @param {number} id */
  news(at, id) {
    const { parent } = this.nodes[id];
    if (parent === null) return "";
    const siblings = this.children(at, parent);
    if (siblings.length === 1) return "";
    return this.best(at, parent) === id ? said.newBest(this.name(this.nodes[parent].mover)) : said.noBetter(this.name(this.nodes[parent].mover));
  }

  ending() {
    const { chosen, whole, seat } = this.answer;
    if (!whole) return said.stopped(this.nodes.length, this.visits, chosen !== null);
    return chosen ? said.finished(this.name(seat), chosen.text, this.found[0].score) : "";
  }

  /** @param {number} at @returns {[string, string][]} */
  counts(at) {
    const number = (/** @type {number} */ n) => n.toLocaleString("en");
    /** @type {[string, string][]} */
    const rows = [
      [said.counts.nodes, said.of(number(this.entered[at]), number(this.visits))],
      [said.counts.leaves, number(this.leaves[at])],
    ];
    if (this.prunes) rows.push([said.counts.cut, number(this.cut[at])]);
    rows.push([said.counts.full, this.full === null ? said.counts.tooMany : number(this.full)]);
    return rows;
  }

  /** How much of plain minimax's work it was. */
  share() {
    return this.full === null || !this.prunes ? null : this.visits / this.full;
  }

  /** The moves at a node. @param {number} at @param {number} id */
  table(at, id) {
    const best = this.best(at, id);
    const rows = this.children(at, id).map((child) => ({
      node: child,
      cells: [this.found[child].left <= at ? this.valueText(at, child) : said.table.open],
      truth: this.nodes[child].truth,
      best: child === best,
    }));
    return { head: [said.table.value], rows };
  }

  /** @param {number} id */
  path(id) {
    return pathTo(this.nodes, id);
  }
}
