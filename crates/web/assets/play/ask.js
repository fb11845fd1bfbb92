// @ts-check
/** What can be asked of a position: the truth, an analysis. */

import { h } from "../lib/dom.js";
import { words } from "../strings.js";
import { mark, scoreChip, short, valueChip } from "./judge.js";

/** @typedef {import("../lib/api.js").State} State */
/** @typedef {import("../lib/api.js").Truth} Truth */
/** @typedef {import("../lib/api.js").Analysis} Analysis */

const said = words.game;

export class AskPanel {
  /**
   * @param {(asked: {type: string} & Record<string, any>) => void} send
   * @param {() => number | null} browsing the ply that is looked at, if it is not the last
   * @param {() => void} changed the marks on the board may be others now
   */
  constructor(send, browsing, changed) {
    this.send = send;
    this.browsing = browsing;
    this.changed = changed;
    this.truthOn = false;
    this.analysisOn = false;
    /** @type {Truth | undefined} */
    this.truth = undefined;
    /** @type {Analysis | undefined} */
    this.analysis = undefined;
    /** The line that is pointed at. @type {string | null} */
    this.pointed = null;
    this.truthButton = h("button", { type: "button", title: said.truthTold, "aria-pressed": "false", onclick: () => this.toggleTruth() }, said.truthButton);
    this.analyseButton = h("button", { type: "button", title: said.analyseTold, "aria-pressed": "false", onclick: () => this.toggleAnalysis() }, said.analyse);
    // Each has its place from the moment it is asked for: what comes, and comes again after every move, moves nothing.
    this.truthPart = h("div", { class: "truth-part", hidden: true });
    this.analysisPart = h("div", { class: "analysis-part", hidden: true });
    /** The numbers behind the chances; who opened them finds them open again. */
    this.raw = h("ul", { class: "judged" });
    this.details = h("details", { class: "raw" }, h("summary", { class: "tag" }, said.details), h("p", { class: "tag" }, said.rawValues), this.raw);
    this.analysisHead = h("p", { class: "status" });
    /** How far the search is. It has a line of its own, because it grows while the search goes on. */
    this.analysisProgress = h("p", { class: "tag progress" });
    this.analysisLines = h("ul", { class: "judged" });
    this.element = h("section", { class: "panel" }, h("h2", { class: "visually-hidden" }, said.ask), h("div", { class: "controls" }, this.truthButton, this.analyseButton), this.truthPart, this.analysisPart);
  }

  toggleTruth() {
    this.truthOn = !this.truthOn;
    this.truth = undefined;
    this.truthButton.setAttribute("aria-pressed", String(this.truthOn));
    this.truthPart.hidden = !this.truthOn;
    this.truthPart.classList.remove("unknown");
    this.truthPart.replaceChildren(h("p", { class: "status" }, words.truth.wait));
    this.send({ type: "truth", on: this.truthOn, ply: this.browsing() });
    this.changed();
  }

  toggleAnalysis() {
    this.analysisOn = !this.analysisOn;
    this.analysis = undefined;
    this.analyseButton.setAttribute("aria-pressed", String(this.analysisOn));
    this.analysisPart.hidden = !this.analysisOn;
    this.analysisPart.replaceChildren(h("p", { class: "status" }, words.analysis.wait));
    this.send({ type: "analyse", on: this.analysisOn, ply: this.browsing() });
    this.changed();
  }

  /** Somebody looks at a line: the board shows its first move. @param {string | null} text */
  point(text) {
    this.pointed = text;
    this.changed();
  }

  /** Nothing is asked any more, and nothing that was answered can be read; the server has stopped by itself. */
  forget() {
    this.truthOn = this.analysisOn = false;
    this.truth = this.analysis = undefined;
    for (const button of [this.truthButton, this.analyseButton]) button.setAttribute("aria-pressed", "false");
    for (const part of [this.truthPart, this.analysisPart]) {
      part.hidden = true;
      part.replaceChildren();
    }
  }

  /** Somebody looks at another ply, or the connection is new: what is asked is asked of that. */
  askAgain() {
    if (this.truthOn) this.send({ type: "truth", on: true, ply: this.browsing() });
    if (this.analysisOn) this.send({ type: "analyse", on: true, ply: this.browsing() });
  }

  /** @param {State} state */
  show(state) {
    // Between people on several screens that waits for the end.
    this.element.hidden = state.link?.ask === false;
    this.truthButton.hidden = !state.solvable;
    // In a hidden game only the seat whose hand is shown may ask.
    this.analyseButton.disabled = state.curtain !== null || (state.eyes !== null && state.eyes !== state.turn);
  }

  /** @param {Truth} truth */
  showTruth(truth) {
    if (!this.truthOn) return;
    this.truth = truth;
    // Where nothing is known, no place is kept for it.
    this.truthPart.classList.toggle("unknown", !truth.source);
    if (!truth.source) {
      this.truthPart.replaceChildren(h("p", { class: "status" }, truth.tooLarge ? words.truth.tooLarge : words.truth.none));
    } else if (!truth.worth) {
      this.truthPart.replaceChildren(h("p", { class: "status" }, words.truth.over));
    } else {
      const moves = truth.moves.map((move) => h("li", {}, h("span", {}, move.text), valueChip(move.worth)));
      this.truthPart.replaceChildren(
        h("p", { class: "status" }, h("b", {}, words.truth.title), " ", h("span", { class: "tag" }, `${words.truth.from[truth.source]}, ${words.truth.best}`)),
        h("ul", { class: "judged" }, ...moves),
        h("p", { class: "tag unit" }, words.truth.unit),
      );
    }
    this.changed();
  }

  /** @param {Analysis} analysis @param {string} name */
  showAnalysis(analysis, name) {
    if (!this.analysisOn) return;
    this.analysis = analysis;
    // The search's own order: best first.
    const { lines } = analysis;
    const rate = analysis.seconds > 0.05 ? ` · ${said.rate(short(analysis.nodes / analysis.seconds))}` : "";
    this.analysisHead.replaceChildren(h("b", {}, words.analysis.title), " ", h("span", { class: "tag" }, words.analysis.head(name, analysis.agent.split(":")[0])));
    this.analysisProgress.textContent = `${said.depth(analysis.depth)}${rate} · ${said.seconds(analysis.seconds)}`;
    this.analysisLines.replaceChildren(
      ...lines.map((line) => h("li", { onpointerenter: () => this.point(line.text), onpointerleave: () => this.point(null) }, h("span", {}, line.text), line.score ? scoreChip(line.score) : h("span", {}), h("span", { class: "pv", title: line.line.join(" ") }, line.line.slice(1).join(" ")))),
    );
    // What can have the focus stays where it is: an element that is put in anew would lose it.
    if (this.details.parentElement !== this.analysisPart) this.analysisPart.replaceChildren(this.analysisHead, this.analysisProgress, this.analysisLines, this.details);
    this.raw.replaceChildren(...lines.map((line) => h("li", {}, h("span", {}, line.text), h("span", {}, line.score?.text ?? ""))));
    this.changed();
  }

  /** The search's best move, and the one that is pointed at, as arrows. @param {State} state @param {number} ply @returns {import("../board/board.js").Arrow[]} */
  arrows(state, ply) {
    const { analysis } = this;
    if (!this.analysisOn || analysis?.ply !== ply || ply !== state.ply) return [];
    const texts = [...new Set([analysis.lines[0]?.text, this.pointed ?? undefined])];
    return texts.flatMap((text, index) => {
      const offer = state.legal.find((known) => known.moves.some((move) => move.text === text));
      return offer ? [{ squares: offer.squares, kind: index === 0 && texts.length > 1 && texts[1] ? "engine faint" : "engine" }] : [];
    });
  }

  /** What every move is worth, for the board. @param {number} ply */
  marks(ply) {
    if (!this.truthOn || this.truth?.ply !== ply || !this.truth.source) return undefined;
    return new Map(this.truth.moves.map((move) => [move.text, mark(move.worth)]));
  }
}
