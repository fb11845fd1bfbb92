// @ts-check
/** Five lessons: a search to step through, a few sentences, and a question whose answer is in that very search. */

import { h } from "../lib/dom.js";
import { words } from "../strings.js";
import { lessonWords as said } from "../strings/learn.js";
import { requestTrace } from "./trace.js";

/** @typedef {import("./play.js").Playback} Playback */
/** @typedef {{options: string[], right: number, because: string}} Question */
/**
 * @typedef {object} Lesson
 * @property {string} name its words are in `strings.js`
 * @property {Record<string, string>} wanted what is looked at
 * @property {(play: Playback, signal: AbortSignal) => Promise<Question> | Question} question
 */

/** The search's choice among moves of the start, with some others. @param {Playback} play @param {(move: string) => string} because @returns {Question} */
function whichMove(play, because) {
  const right = play.answer.chosen?.text ?? "";
  const others = play.nodes[0].children.map((id) => play.nodes[id].text).filter((text) => text !== right);
  const options = [right, ...others.slice(0, 2)].sort();
  return { options, right: options.indexOf(right), because: because(right) };
}

const RACE = "4/1pp1/4/2P1/1P2/4 w";
const MIRRORED = "4/1pp1/4/1P2/2P1/4 w";
const SMALL = "breakthrough:rows=6,columns=4";

/** @type {Lesson[]} */
export const LESSONS = [
  {
    name: "minimax",
    wanted: { game: SMALL, position: "4/1p2/4/2P1/4/4 w", kind: "minimax", depth: "2", heuristic: "strong" },
    question: (play) => whichMove(play, said.minimax.because),
  },
  {
    name: "pruning",
    wanted: { game: SMALL, position: RACE, kind: "alphabeta", depth: "3", heuristic: "strong" },
    question: (play) => {
      const { visits, full } = /** @type {NonNullable<import("./trace.js").Answer["depth"]>} */ (play.answer.depth);
      const all = full ?? visits;
      const options = [...new Set([Math.round(visits / 4), visits, all])].map(String);
      return { options, right: options.indexOf(String(visits)), because: said.pruning.because(visits, all) };
    },
  },
  {
    name: "order",
    wanted: { game: SMALL, position: RACE, kind: "alphabeta", depth: "3", heuristic: "strong" },
    question: async (play, signal) => {
      const mirrored = await requestTrace({ game: SMALL, position: MIRRORED, moves: "", agent: play.answer.agent }, signal);
      const [here, there] = [play.answer.depth?.visits ?? 0, mirrored.depth?.visits ?? 0];
      return { options: said.order.options, right: there < here ? 0 : there === here ? 1 : 2, because: said.order.because(here, there) };
    },
  },
  {
    name: "games",
    wanted: { game: "wolf-and-sheep:size=6", kind: "uct", simulations: "200", seed: "1" },
    question: (play) => whichMove(play, said.games.because),
  },
  {
    name: "misses",
    // The wolf goes back to d2, and throws a win away that the table has.
    wanted: { game: "wolf-and-sheep:size=6", position: "1S1S2/6/3S2/2w3/6/6 w", kind: "alphabeta", depth: "3" },
    question: (play) => {
      const chosen = play.nodes[0].children.map((id) => play.nodes[id]).find((node) => node.text === play.answer.chosen?.text);
      const [best, made] = [play.nodes[0].truth, chosen?.truth ?? null];
      const isRight = best?.value === made?.value;
      return { options: said.misses.options, right: isRight ? 0 : 1, because: said.misses.because(chosen?.text ?? "", best ? words.truth.text(best) : "", made ? words.truth.text(made) : "") };
    },
  },
];

export class LessonPanel {
  /** @param {number} index @param {(index: number) => string} address of a lesson */
  constructor(index, address) {
    this.lesson = LESSONS[index];
    this.asking = new AbortController();
    const { title, text, ask } = said[this.lesson.name];
    this.options = h("div", { class: "controls", role: "group", "aria-label": ask });
    this.feedback = h("p", { class: "lesson-feedback", role: "status" });
    this.next = h("a", { class: "button primary", id: "lesson-next", href: index + 1 < LESSONS.length ? address(index + 1) : "/learn" }, index + 1 < LESSONS.length ? said.next : said.end);
    this.next.hidden = true;
    this.element = h("section", { class: "panel lesson", "aria-labelledby": "lesson-title" }, h("h2", { id: "lesson-title" }, said.title(index + 1, LESSONS.length, title)), h("p", {}, text), h("div", { class: "lesson-question" }, h("b", {}, ask), this.options, this.feedback, this.next));
  }

  /** The search is there: what is right can be told. @param {Playback} play */
  async start(play) {
    const question = await this.lesson.question(play, this.asking.signal);
    this.options.replaceChildren(...question.options.map((option, index) => h("button", { type: "button", onclick: (/** @type {Event} */ event) => this.answer(question, index, /** @type {HTMLElement} */ (event.currentTarget)) }, option)));
  }

  /** @param {Question} question @param {number} given @param {HTMLElement} button */
  answer(question, given, button) {
    const right = given === question.right;
    for (const other of this.options.children) other.removeAttribute("aria-pressed");
    button.setAttribute("aria-pressed", "true");
    this.feedback.className = `lesson-feedback ${right ? "good" : "bad"}`;
    this.feedback.textContent = right ? `${said.right} ${question.because}` : said.wrong;
    if (right) this.next.hidden = false;
  }

  close() {
    this.asking.abort();
  }
}
