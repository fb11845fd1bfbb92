// @ts-check
/** The rules of a game, from its own card: words, and small boards that play real moves. */

import { Board } from "../board/board.js";
import { fetchJson } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { capital, words } from "../strings.js";
import { guidedLink } from "./rules.js";

/** @typedef {import("../board/board.js").Picture} Picture */
/** A board after a move, whose squares are `last`. @typedef {{picture: Picture, last: string[], seat: number | null, text: string | null}} Frame */
/** @typedef {{frames: Frame[], seats: string[], why: string | null}} Shown */
/** @typedef {{title: string, parts: ({text: string} | Shown)[]}} Rules */

const said = words.rules;
/** How long a move stays, and the last one, in milliseconds. */
const PACE = 1100;
const REST = 2200;

/** A paragraph of Markdown: words, code between backticks, what matters between two stars. @param {string} text @returns {(string | HTMLElement)[]} */
const marked = (text) => text.split(/(`[^`]*`|\*\*[^*]*\*\*)/).map((part) => (part.startsWith("`") ? h("code", {}, part.slice(1, -1)) : part.startsWith("**") ? h("strong", {}, part.slice(2, -2)) : part));

/** A board that plays its moves again and again, while it is seen. */
class MovingBoard {
  /** @param {Shown} shown */
  constructor(shown) {
    this.shown = shown;
    this.at = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.wanted = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.board = new Board({ still: true });
    this.text = h("p", { class: "tag" });
    this.run = h("button", { type: "button", class: "quiet", onclick: () => this.toggle() });
    this.next = h("button", { type: "button", class: "quiet", "aria-label": said.next, title: said.next, onclick: () => this.step() }, icon("forward"));
    this.element = h("figure", { class: "moving-board" }, this.board.element, h("figcaption", {}, this.text, this.run, this.next));
    this.show(false);
    this.watcher = new IntersectionObserver(([entry]) => this.seen(entry.isIntersecting));
    this.watcher.observe(this.element);
  }

  /** @param {boolean} is */
  seen(is) {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (is && this.wanted) this.plan();
  }

  plan() {
    this.timer = setTimeout(() => {
      if (!this.element.isConnected) return;
      this.forward();
      this.plan();
    }, this.at === this.shown.frames.length - 1 ? REST : PACE);
  }

  /** By hand: it does not go on by itself then. */
  step() {
    this.wanted = false;
    this.seen(false);
    this.forward();
  }

  toggle() {
    this.wanted = !this.wanted;
    this.seen(true);
    this.show(false);
  }

  forward() {
    this.at = (this.at + 1) % this.shown.frames.length;
    this.show(this.at > 0);
  }

  /** @param {boolean} animate */
  show(animate) {
    const { frames, seats, why } = this.shown;
    const { picture, last, seat, text } = frames[this.at];
    const made = seat === null || text === null ? said.start : words.game.moveName(this.at, seats[seat], text).replace(/^\d+\. /, "");
    const told = this.at === frames.length - 1 && why ? `${made}: ${why}` : made;
    this.text.textContent = told;
    this.board.show({ picture, last, label: `${said.board}: ${frames.slice(1).map((frame) => frame.text).join(", ")}`, animate });
    this.run.replaceChildren(icon(this.wanted ? "pause" : "forward"));
    const name = this.wanted ? said.pause : said.run;
    this.run.setAttribute("aria-label", name);
    this.run.title = name;
    this.next.hidden = this.wanted;
  }

  close() {
    this.watcher.disconnect();
    clearTimeout(this.timer);
  }
}

/** The rules as elements; what moves stands beside the words before it. @param {Rules} rules */
function drawn({ parts }) {
  /** @type {HTMLElement[]} */
  const sections = [];
  /** @type {MovingBoard[]} */
  const boards = [];
  for (const part of parts) {
    if ("text" in part) {
      // What only holds with an option is no rule of the usual game.
      if (part.text.startsWith("With `") && !sections.some((section) => section.matches("h2"))) sections.push(h("h2", {}, said.variants));
      sections.push(h("div", { class: "rule" }, h("p", {}, ...marked(part.text))));
    } else {
      const board = new MovingBoard(part);
      boards.push(board);
      (sections.at(-1) ?? sections[sections.push(h("div", { class: "rule" })) - 1]).append(board.element);
    }
  }
  return { sections, boards };
}

/** Opens the rules over the page. @param {string} game its name, with or without options */
export async function openRules(game) {
  const rules = /** @type {Rules} */ (await fetchJson(`/api/rules?${new URLSearchParams({ game })}`));
  const { sections, boards } = drawn(rules);
  const dialog = h(
    "dialog",
    { class: "rules", "aria-labelledby": "rules-title" },
    h("header", {}, h("h1", { id: "rules-title" }, said.title(capital(rules.title))), h("button", { type: "button", class: "quiet", "aria-label": said.close, title: said.close, onclick: () => dialog.close() }, icon("close"))),
    h("div", { class: "rules-body", tabindex: "0", role: "region", "aria-label": said.title(capital(rules.title)) }, ...sections),
    h("div", { class: "controls" }, guidedLink(game, "", () => dialog.close()), h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, said.done)),
  );
  // A click beside it closes it.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    for (const board of boards) board.close();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}
