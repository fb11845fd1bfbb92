// @ts-check
/** Five lessons: a search to step through, a few sentences, and a question whose answer is in that very search. */

import { h } from "../lib/dom.js";
import { words } from "../strings.js";
import { lessonWords as said } from "../strings/learn.js";
import { playback } from "./play.js";
import { requestTrace } from "./trace.js";

/** @typedef {import("./play.js").Playback} Playback */
/** What is said to each answer; and another search to look at, if there is one. @typedef {{options: string[], right: number, because: string, wrong: string[], other?: Playback}} Question */
/**
 * @typedef {object} Lesson
 * @property {string} name its words are in `strings.js`
 * @property {Record<string, string>} wanted what is looked at
 * @property {boolean} [secret] whether the search's last sentence would tell the answer
 * @property {boolean} [counted] whether it is about how much was looked at
 * @property {(play: Playback, signal: AbortSignal) => Promise<Question> | Question} question
 */

/**
 * The search's choice among moves of the start, with some others.
 * @param {Playback} play @param {(move: string) => string} because @param {(move: string, id: number) => string} wrong @returns {Question}
 */
function whichMove(play, because, wrong) {
  const right = play.answer.chosen?.text ?? "";
  const moves = new Map(play.nodes[0].children.map((id) => [play.nodes[id].text, id]));
  const others = [...moves.keys()].filter((text) => text !== right);
  const options = [right, ...others.slice(0, 2)].sort();
  return { options, right: options.indexOf(right), because: because(right), wrong: options.map((text) => wrong(text, moves.get(text) ?? 0)) };
}

/** The best move comes first; in the mirror it comes last. */
const NARROW = "breakthrough:rows=6,columns=3";
const TENSE = "3/1p1/pP1/1P1/3/3 w";
const MIRRORED = "3/1p1/1Pp/1P1/3/3 w";
const SMALL = "breakthrough:rows=6,columns=4";

/** @type {Lesson[]} */
export const LESSONS = [
  {
    name: "minimax",
    // One move loses, one is bad, one is good: nobody need compare decimals.
    wanted: { game: SMALL, position: "4/1p2/3p/2P1/4/4 w", kind: "minimax", depth: "2", heuristic: "strong" },
    secret: true,
    question: (play) => whichMove(play, said.minimax.because, (move, id) => said.minimax.wrong(move, play.mark(play.length - 1, id).bottom)),
  },
  {
    name: "pruning",
    wanted: { game: NARROW, position: TENSE, kind: "alphabeta", depth: "2", heuristic: "strong" },
    counted: true,
    question: (play) => {
      const { visits, full } = /** @type {NonNullable<import("./trace.js").Answer["depth"]>} */ (play.answer.depth);
      const all = full ?? visits;
      const options = [...new Set([Math.round(visits / 4), visits, all])].map(String);
      return { options, right: options.indexOf(String(visits)), because: said.pruning.because(visits, all), wrong: options.map((text) => (Number(text) < visits ? said.pruning.few : said.pruning.many)) };
    },
  },
  {
    name: "order",
    wanted: { game: NARROW, position: TENSE, kind: "alphabeta", depth: "2", heuristic: "strong" },
    counted: true,
    question: async (play, signal) => {
      const mirrored = await requestTrace({ game: NARROW, position: MIRRORED, moves: "", agent: play.answer.agent }, signal);
      const [here, there] = [play.answer.depth?.visits ?? 0, mirrored.depth?.visits ?? 0];
      return { options: said.order.options, right: there < here ? 0 : there === here ? 1 : 2, because: said.order.because(here, there), wrong: [said.order.wrong.less, said.order.wrong.same, said.order.wrong.more], other: playback(mirrored) };
    },
  },
  {
    name: "games",
    // Yellow threatens three in the lowest row: games through any other move than the one that stops it go badly.
    wanted: { game: "connect-four:columns=4,rows=4,connect=3", position: "4/4/2x1/o1ox x", kind: "uct", simulations: "200", seed: "1" },
    secret: true,
    question: (play) => whichMove(play, said.games.because, (move, id) => said.games.wrong(move, Number(play.mark(play.length - 1, id).more))),
  },
  {
    name: "misses",
    // The wolf goes back to d2, and throws a win away that the table has.
    wanted: { game: "wolf-and-sheep:size=6", position: "1S1S2/6/3S2/2w3/6/6 w", kind: "alphabeta", depth: "3" },
    question: (play) => {
      const chosen = play.nodes[0].children.map((id) => play.nodes[id]).find((node) => node.text === play.answer.chosen?.text);
      const [best, made] = [play.nodes[0].truth, chosen?.truth ?? null];
      const isRight = best?.value === made?.value;
      return { options: said.misses.options, right: isRight ? 0 : 1, because: said.misses.because(chosen?.text ?? "", best ? words.truth.text(best) : "", made ? words.truth.text(made) : ""), wrong: said.misses.options.map(() => said.misses.wrong(chosen?.text ?? "")) };
    },
  },
];

export class LessonPanel {
  /** @param {number} index @param {(index: number) => string} address of a lesson @param {{show: (play: Playback) => void, answered: () => void}} on */
  constructor(index, address, on) {
    this.on = on;
    this.lesson = LESSONS[index];
    /** Whether the right answer was given. */
    this.answered = false;
    this.asking = new AbortController();
    const { title, text, ask } = said[this.lesson.name];
    this.options = h("div", { class: "controls", role: "group", "aria-label": ask });
    /** Another search to look at, of which the question is. */
    this.other = h("button", { type: "button", class: "lesson-other", hidden: true });
    this.feedback = h("p", { class: "lesson-feedback", role: "status" });
    this.count = h("output", { class: "lesson-count", hidden: !this.lesson.counted });
    this.next = h("a", { class: "button primary", id: "lesson-next", href: index + 1 < LESSONS.length ? address(index + 1) : "/learn" }, index + 1 < LESSONS.length ? said.next : said.end);
    this.next.hidden = true;
    this.element = h("section", { class: "panel lesson", "aria-labelledby": "lesson-title" }, h("h2", { id: "lesson-title" }, said.title(index + 1, LESSONS.length, title)), h("p", {}, text), h("div", { class: "lesson-question" }, h("b", {}, ask), this.options, this.feedback, this.next));
  }

  /** The search is there: what is right can be told. @param {Playback} play */
  async start(play) {
    const question = await this.lesson.question(play, this.asking.signal);
    this.options.replaceChildren(...question.options.map((option, index) => h("button", { type: "button", onclick: (/** @type {Event} */ event) => this.answer(question, index, /** @type {HTMLElement} */ (event.currentTarget)) }, option)));
    const { other } = question;
    if (!other) return;
    let shown = play;
    const name = () => (this.other.textContent = shown === play ? said.order.other : said.order.first);
    name();
    this.other.hidden = false;
    this.other.onclick = () => {
      shown = shown === play ? other : play;
      name();
      this.on.show(shown);
    };
  }

  /** What is said of a step, unless it would tell the answer too soon. @param {Playback} play @param {number} at */
  sentence(play, at) {
    const tells = this.lesson.secret && !this.answered && at === play.length - 1;
    return tells ? said.nowAnswer : play.sentence(at);
  }

  /** How much was looked at up to a step. @param {Playback} play @param {number} at */
  tell(play, at) {
    if (this.lesson.counted) this.count.textContent = said.count(play.entered?.[at] ?? 0);
  }

  /** @param {Question} question @param {number} given @param {HTMLElement} button */
  answer(question, given, button) {
    const right = given === question.right;
    for (const other of this.options.children) other.removeAttribute("aria-pressed");
    button.setAttribute("aria-pressed", "true");
    this.feedback.className = `lesson-feedback ${right ? "good" : "bad"}`;
    this.feedback.textContent = right ? `${said.right} ${question.because}` : question.wrong[given];
    if (!right) return;
    this.next.hidden = false;
    this.answered = true;
    this.on.answered();
  }

  close() {
    this.asking.abort();
  }
}
