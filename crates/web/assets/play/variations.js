// @ts-check
/**
 * An analysis that branches: the moves that were tried, as a tree. The game itself is always at one position of it; where
 * the tree goes on is remembered here and in the browser.
 */

import { h, notify } from "../lib/dom.js";
import { capital, words } from "../strings.js";
import { variationWords as said } from "../strings/review.js";
import { moveRows } from "./movelist.js";

/** @typedef {import("../lib/api.js").State} State */
/** @typedef {import("../lib/api.js").MoveMade} MoveMade */
/** A move in the tree, and those that were tried after it; the first of them is the main line. @typedef {{move: MoveMade, after: Branch[]}} Branch */

/** The moves of one line, with those that follow it first of all. @param {Branch[]} first @param {string[]} texts */
function follow(first, texts) {
  /** @type {MoveMade[]} */
  const line = [];
  let branches = first;
  for (let ply = 0; branches.length; ply++) {
    const branch = (ply < texts.length && branches.find((known) => known.move.text === texts[ply])) || (ply < texts.length ? undefined : branches[0]);
    if (!branch) break;
    line.push(branch.move);
    branches = branch.after;
  }
  return line;
}

/**
 * A line in the notation of games, with its variations between brackets. A seat that cannot move is skipped: the number
 * grows when the first seat moves, or a seat that has moved in it already.
 * @param {Branch[]} branches @param {number} number of the move before @param {number} last the seat that made it @param {number} seats @param {boolean} [numbered] @returns {string}
 */
function written(branches, number, last, seats, numbered = true) {
  const words = [];
  for (let after = branches; after.length; ) {
    const [main, ...others] = after;
    const { seat, text } = main.move;
    const now = seat <= last ? number + 1 : number;
    words.push(seat === 0 || (seats > 2 && now > number) ? `${now}. ${text}` : numbered ? `${now}${".".repeat(seats === 2 ? 3 : 1)} ${text}` : text);
    words.push(...others.map((branch) => `(${written([branch], number, last, seats)})`));
    [numbered, number, last, after] = [others.length > 0, now, seat, main.after];
  }
  return words.join(" ");
}

/** The tree of a list of moves, each with the place of the one before it. @param {import("../lib/messages.js").VariationMove[]} moves @returns {Branch[]} */
export function tree(moves) {
  /** @type {Branch[]} */
  const first = [];
  const all = moves.map(({ move }) => ({ move, after: /** @type {Branch[]} */ ([]) }));
  moves.forEach(({ after }, place) => (after === null ? first : all[after].after).push(all[place]));
  return first;
}

/** Keeps the variations of a game for the next visit. Some browsers forbid storage; then they last as long as the page. @param {string} id @param {Branch[]} first */
export function keep(id, first) {
  try {
    localStorage.setItem(`variations ${id}`, JSON.stringify(first));
  } catch {
    // They are still on the page.
  }
}

/** In lines of at most 80 letters. @param {string} text */
const wrapped = (text) => text.replace(/(.{1,79})(?: |$)/g, "$1\n").trimEnd();

export class Variations {
  /** @param {(moves: string[]) => void} go to the position after these moves */
  constructor(go) {
    this.go = go;
    /** @type {Branch[]} */
    this.first = [];
    /** The line that is shown: the moves up to here, and what follows. @type {MoveMade[]} */
    this.line = [];
    /** @type {State | undefined} */
    this.state = undefined;
    this.list = h("ul", { class: "variations" });
    this.copy = h("button", { type: "button", onclick: () => void this.copyText() }, said.copy);
    this.pgn = h("button", { type: "button", onclick: () => void this.downloadPgn() }, said.pgn);
    this.drop = h("button", { type: "button", onclick: () => this.remove() }, said.remove);
    this.element = h("section", { class: "panel", hidden: true, "aria-labelledby": "variations-title" }, h("h2", { id: "variations-title" }, said.title), h("p", { class: "tag" }, said.lead), this.list, h("div", { class: "controls" }, this.copy, this.pgn, this.drop));
  }

  /** The game is at another position. @param {State} state */
  show(state) {
    if (!this.state) this.first = this.restored(state.id);
    this.state = state;
    let branches = this.first;
    for (const move of state.moves) {
      let branch = branches.find((known) => known.move.text === move.text);
      if (!branch) {
        branch = { move, after: [] };
        branches.push(branch);
      }
      branches = branch.after;
    }
    const texts = state.moves.map((move) => move.text);
    // Who goes back and on again stays in the line.
    const stays = this.line.length >= texts.length && texts.every((text, ply) => this.line[ply].text === text);
    this.line = follow(this.first, stays ? this.line.map((move) => move.text) : texts);
    keep(state.id, this.first);
    this.draw(state);
    this.element.hidden = false;
  }

  /** All that was tried beside the moves of this line. @param {State} state */
  draw(state) {
    const rows = moveRows(this.line);
    /** @type {HTMLElement[]} */
    const items = [];
    let branches = this.first;
    for (let ply = 0; ply <= this.line.length; ply++) {
      if (branches.length > 1) {
        const before = this.line.slice(0, ply).map((move) => move.text);
        const buttons = branches.map((branch, index) => {
          const button = h("button", { type: "button", onclick: () => this.go([...before, branch.move.text]) }, branch.move.text, index === 0 ? h("span", { class: "tag" }, said.main) : "");
          if (state.moves[ply]?.text === branch.move.text) button.setAttribute("aria-current", "true");
          return button;
        });
        items.push(h("li", {}, h("span", { class: "tag" }, `${rows[ply] ?? (rows.at(-1) ?? 0) + 1}. ${capital(state.seats[branches[0].move.seat].name)}`), ...buttons));
      }
      branches = branches.find((branch) => branch.move.text === this.line[ply]?.text)?.after ?? [];
    }
    const focused = this.list.contains(document.activeElement) ? [...this.list.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) : -1;
    this.list.replaceChildren(...(items.length ? items : [h("li", { class: "tag" }, said.none)]));
    if (focused >= 0) this.list.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
    this.drop.disabled = state.ply === 0;
    // PGN is for two.
    this.pgn.hidden = state.seats.length !== 2;
  }

  /** Forgets the move that led here, and all after it. */
  remove() {
    const { state } = this;
    if (!state?.ply) return;
    const texts = state.moves.map((move) => move.text);
    let branches = this.first;
    for (const text of texts.slice(0, -1)) branches = branches.find((branch) => branch.move.text === text)?.after ?? [];
    const at = branches.findIndex((branch) => branch.move.text === texts.at(-1));
    if (at >= 0) branches.splice(at, 1);
    this.line = [];
    this.go(texts.slice(0, -1));
  }

  /** Everything as text. */
  text() {
    return written(this.first, 0, Infinity, this.state?.seats.length ?? 2);
  }

  /** The whole tree as PGN: the tags are those of the game, as the server writes them. */
  async downloadPgn() {
    const id = this.state?.id ?? "";
    const response = await fetch(`/api/games/${encodeURIComponent(id)}/record?form=pgn`);
    if (!response.ok) throw new Error((await response.json()).error);
    // An analysis has no result, and its main line may be another than the game's.
    const line = follow(this.first, []);
    const own = /** @type {Record<string, string>} */ ({ Result: "*", Termination: "unterminated", PlyCount: String(line.length) });
    const [tags] = (await response.text()).split("\n\n");
    const said = tags.replace(/^\[(\w+) "(.*)"\]$/gm, (tag, name) => (Object.hasOwn(own, name) ? `[${name} "${own[name]}"]` : tag));
    const file = new Blob([`${said}\n\n${wrapped(`${this.text()} *`)}\n`], { type: "text/plain" });
    const link = h("a", { href: URL.createObjectURL(file), download: `bellwether-${id}.pgn` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async copyText() {
    try {
      await navigator.clipboard.writeText(this.text());
      notify(words.game.copied);
    } catch {
      // Without the right to the clipboard the text can at least be seen and chosen.
      prompt(said.copy, this.text());
    }
  }

  /** @param {string} id @returns {Branch[]} */
  restored(id) {
    try {
      const kept = JSON.parse(localStorage.getItem(`variations ${id}`) ?? "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }
}
