// @ts-check
/** Playing back plain UCT: four kinds of steps a game, and what every node knows by then. */

import { capital } from "../strings.js";
import { learnWords as said } from "../strings/learn.js";
import { pathTo, readNodes } from "./trace.js";

/** @typedef {import("./trace.js").Answer} Answer */
/** @typedef {import("./play.js").Playback} Playback */
/** @typedef {import("./play.js").Mark} Mark */
/** @typedef {{kind: "select" | "expand" | "play" | "back" | "end", node: number, game: number}} Step */

/** @implements {Playback} */
export class GamesPlayback {
  /** @param {Answer} answer */
  constructor(answer) {
    this.answer = answer;
    this.nodes = readNodes(answer);
    const { exploration, games, all } = /** @type {NonNullable<Answer["simulated"]>} */ (answer.simulated);
    this.exploration = exploration;
    this.games = games;
    this.all = all;
    this.nodes[0].born = 0;
    /** @type {Step[]} */
    this.steps = [];
    games.forEach(([path, first, end], game) => {
      const grew = end > first;
      path.slice(0, grew ? -1 : undefined).forEach((node) => this.steps.push({ kind: "select", node, game }));
      const node = path[path.length - 1] ?? 0;
      if (grew) {
        for (let id = first; id < end; id++) this.nodes[id].born = this.steps.length;
        this.steps.push({ kind: "expand", node, game });
      }
      this.steps.push({ kind: "play", node, game }, { kind: "back", node, game });
    });
    this.steps.push({ kind: "end", node: 0, game: games.length });
    this.visits = new Int32Array(this.nodes.length);
    this.totals = new Float64Array(this.nodes.length);
    this.counted = 0;
    /** Nodes there are at each step, and the deepest that was visited after each game. */
    this.made = new Int32Array(this.length);
    for (const { born } of this.nodes) if (born < this.length) this.made[born]++;
    for (let at = 1; at < this.length; at++) this.made[at] += this.made[at - 1];
    this.deepest = new Int32Array(games.length + 1);
    games.forEach(([path], game) => (this.deepest[game + 1] = Math.max(this.deepest[game], path.length)));
  }

  get length() {
    return this.steps.length;
  }

  /** Counts the games that were backed up by a step. @param {number} at */
  know(at) {
    const { kind, game } = this.steps[at];
    const wanted = kind === "back" ? game + 1 : game;
    if (wanted < this.counted) {
      this.visits.fill(0);
      this.totals.fill(0);
      this.counted = 0;
    }
    for (; this.counted < wanted; this.counted++) {
      const [path, , , , rewards] = this.games[this.counted];
      this.visits[0]++;
      for (const node of path) {
        this.visits[node]++;
        this.totals[node] += rewards[this.chooser(node)];
      }
    }
  }

  /** Who chooses the move to a node, and so whose mean it has. @param {number} id */
  chooser(id) {
    const { parent } = this.nodes[id];
    return parent === null ? this.answer.seat : (this.nodes[parent].mover ?? 0);
  }

  /** @param {number} id */
  mean(id) {
    return this.totals[id] / Math.max(1, this.visits[id]);
  }

  /** The formula's second term: what a node gains by being tried seldom. @param {number} id */
  bonus(id) {
    const { parent } = this.nodes[id];
    if (parent === null) return 0;
    return this.visits[id] ? this.exploration * Math.sqrt(Math.log(this.visits[parent]) / this.visits[id]) : Infinity;
  }

  /** @param {number} at */
  current(at) {
    return this.steps[at].node;
  }

  /** @param {number} at @param {number} id */
  children(at, id) {
    return this.nodes[id].children.filter((child) => this.nodes[child].born <= at);
  }

  /** @param {number} at @param {number} id @param {number | undefined} onPath @param {number} most */
  shown(at, id, onPath, most) {
    this.know(at);
    const all = this.children(at, id);
    const tried = all.filter((child) => this.visits[child] > 0 || child === onPath);
    const often = new Set([...tried].sort((a, b) => this.visits[b] - this.visits[a]).slice(0, most));
    const kept = tried.filter((child) => often.has(child) || child === onPath);
    const bundles = [];
    if (kept.length < tried.length) bundles.push({ text: said.seldom(tried.length - kept.length) });
    if (tried.length < all.length) bundles.push({ text: said.untried(all.length - tried.length) });
    return { nodes: kept, bundles };
  }

  /** @param {number} at @param {number} id @returns {Mark} */
  mark(at, id) {
    this.know(at);
    const node = this.nodes[id];
    const siblings = node.parent === null ? [id] : this.children(at, node.parent);
    const most = Math.max(...siblings.map((sibling) => this.visits[sibling]));
    const best = node.parent !== null && this.visits[id] > 0 && siblings.find((sibling) => this.visits[sibling] === most) === id;
    const { kind, game } = this.steps[at];
    const onPath = kind === "back" && (id === 0 || this.games[game][0].includes(id));
    return {
      top: node.text || said.root,
      bottom: node.parent === null ? String(this.visits[id]) : this.visits[id] ? this.mean(id).toFixed(2) : "–",
      kinds: ["left", node.mover === null ? "over" : "", best ? "best" : "", onPath ? "updated" : ""].filter(Boolean),
      truth: node.truth,
      disagrees: node.disagrees && at === this.length - 1,
      more: node.parent !== null && this.visits[id] ? String(this.visits[id]) : "",
      weight: this.visits[id] / Math.max(1, this.visits[0]),
    };
  }

  /** The end of this game. @param {number} at */
  over(at) {
    const from = this.steps[at].kind === "back" ? at + 1 : at;
    const found = this.steps.findIndex((step, index) => index >= from && (step.kind === "back" || step.kind === "end"));
    return found < 0 ? this.length - 1 : found;
  }

  /** The node whose moves were chosen among: above the one that was chosen. @param {number} at */
  choosing(at) {
    const { kind, node } = this.steps[at];
    return kind === "end" ? 0 : (this.nodes[node].parent ?? 0);
  }

  nextCut() {
    return null;
  }

  window() {
    return null;
  }

  raw() {
    return "";
  }

  /** @param {number | null} seat */
  name(seat) {
    return seat === null ? "" : capital(this.answer.seats[seat]);
  }

  /** @param {number} at */
  sentence(at) {
    this.know(at);
    const { kind, node: id, game } = this.steps[at];
    const node = this.nodes[id];
    const chooser = this.name(this.chooser(id));
    const number = said.gameNumber(game + 1);
    switch (kind) {
      case "select":
        return this.visits[id] ? `${number} ${said.select(chooser, node.text, this.mean(id), this.bonus(id))}` : `${number} ${said.selectNew(chooser, node.text)}`;
      case "expand":
        return `${number} ${said.expand(this.games[game][2] - this.games[game][1], node.text)}`;
      case "play": {
        const [, , , plies, rewards] = this.games[game];
        const got = rewards.map((reward, seat) => said.got(this.name(seat), reward)).join(", ");
        return `${number} ${plies ? said.playout(plies, got) : said.noPlayout(got)}`;
      }
      case "back":
        return `${number} ${said.backup(this.games[game][0].length)}`;
      default: {
        const { chosen, whole, seat } = this.answer;
        const best = this.nodes[0].children.find((child) => this.nodes[child].text === chosen?.text) ?? 0;
        const end = chosen ? said.finishedGames(this.name(seat), chosen.text, this.visits[best], this.mean(best)) : "";
        return whole ? end : `${said.stoppedGames(this.games.length, this.all)} ${end}`;
      }
    }
  }

  /** @param {number} at @returns {[string, string][]} */
  counts(at) {
    this.know(at);
    return [
      [said.counts.games, said.of(String(this.counted), this.all.toLocaleString("en"))],
      [said.counts.tree, this.made[at].toLocaleString("en")],
      [said.counts.deepest, String(this.deepest[this.counted])],
    ];
  }

  share() {
    return null;
  }

  /** @param {number} at @param {number} id */
  table(at, id) {
    this.know(at);
    const all = this.children(at, id);
    const sums = new Map(all.map((child) => [child, this.mean(child) + this.bonus(child)]));
    const most = Math.max(...sums.values());
    // Of equals the first is taken, as the search does.
    const next = all.find((child) => sums.get(child) === most);
    const figure = (/** @type {number} */ n) => (Number.isFinite(n) ? n.toFixed(2) : "∞");
    const rows = [...all]
      .sort((a, b) => this.visits[b] - this.visits[a] || a - b)
      .map((child) => ({
        node: child,
        cells: [String(this.visits[child]), this.visits[child] ? figure(this.mean(child)) : "–", figure(this.bonus(child)), figure(sums.get(child) ?? 0)],
        truth: this.nodes[child].truth,
        best: child === next,
      }));
    return { head: [said.table.visits, said.table.mean, said.table.bonus, said.table.sum], rows };
  }

  /** @param {number} id */
  path(id) {
    return pathTo(this.nodes, id);
  }
}
