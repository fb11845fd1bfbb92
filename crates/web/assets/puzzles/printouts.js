// @ts-check
/** Puzzles on paper: what goes on the printouts is chosen here, and seen as it will be printed. */

import { h } from "../lib/dom.js";
import { loadStylesheet } from "../lib/stylesheet.js";
import { words } from "../strings.js";
import { puzzleWords } from "../strings/puzzles.js";
import { printoutWords as said } from "../strings/printouts.js";
import { offered, solve } from "./api.js";
import { LENGTH, LEVELS, SIZES as PACK_SIZES, addressIn } from "./packs.js";
import { printoutBoard } from "./printout_board.js";
import { EACH, MOST_PAGES, SIZES, addressOf, choiceFrom, planned, within } from "./printout_choice.js";

/** @typedef {import("./api.js").Puzzle} Puzzle */
/** @typedef {import("./printout_choice.js").PrintoutChoice} PrintoutChoice */
/** @typedef {{name: string, puzzle: Puzzle, paths: number[][]}} Printed */

/** @param {HTMLElement} root @param {import("../main.js").Context} context */
export async function mountPrintouts(root, context) {
  const [{ difficulties }] = await Promise.all([offered(), loadStylesheet("pages/puzzles.css"), loadStylesheet("puzzles/printouts.css")]);
  context.title(said.title);
  const page = new PrintoutPage(root, context, difficulties);
  void page.make();
  return () => page.asked.abort();
}

/** A choice with its label. @param {string} id @param {string} label @param {HTMLElement} input */
const field = (id, label, input) => h("div", { class: "field" }, h("label", { for: id }, label), input);

class PrintoutPage {
  /** @param {HTMLElement} root @param {import("../main.js").Context} context @param {string[]} difficulties */
  constructor(root, context, difficulties) {
    this.context = context;
    this.choice = choiceFrom(context.query);
    this.asked = new AbortController();
    const { choice } = this;
    const select = (/** @type {string} */ id, /** @type {[string, string][]} */ options, /** @type {string} */ value, /** @type {(value: string) => void} */ change) => {
      const element = h("select", { id, onchange: () => this.change(() => change(element.value)) }, ...options.map(([of, label]) => h("option", { value: of, selected: of === value }, label)));
      return element;
    };
    const check = (/** @type {string} */ id, /** @type {string} */ label, /** @type {boolean} */ checked, /** @type {(on: boolean) => void} */ change) => {
      const input = h("input", { id, type: "checkbox", checked, onchange: () => this.change(() => change(input.checked)) });
      return h("label", { class: "switch" }, input, label);
    };
    const whole = (/** @type {string} */ id, /** @type {number} */ max, /** @type {number} */ value, /** @type {(value: number) => void} */ change) => {
      const input = h("input", {
        id,
        type: "number",
        min: 1,
        max,
        value: String(value),
        onchange: () => {
          input.value = String(within(Number(input.value), 1, max));
          this.change(() => change(Number(input.value)));
        },
      });
      return input;
    };
    const whichOf = Object.entries(said.whichNames).filter(([which]) => which !== "this" || choice.puzzle);
    const packs = PACK_SIZES.flatMap((size) => LEVELS.map((level) => /** @type {[string, string]} */ ([`${size} ${level}`, puzzleWords.pack(size, level)])));
    const sizes = Array.from({ length: SIZES.most - SIZES.least + 1 }, (_, index) => /** @type {[string, string]} */ ([String(SIZES.least + index), `${SIZES.least + index}×${SIZES.least + index}`]));
    this.packPart = h(
      "div",
      { class: "printout-fields" },
      field("printout-pack", said.pack, select("printout-pack", packs, `${choice.size} ${choice.difficulty}`, (value) => Object.assign(this.choice, { size: Number(value.split(" ")[0]), difficulty: value.split(" ")[1] }))),
      field("printout-first", said.first, whole("printout-first", LENGTH, choice.seed <= LENGTH ? choice.seed : 1, (seed) => (this.choice.seed = seed))),
      check("printout-skip", said.skip, choice.skip, (on) => (this.choice.skip = on)),
    );
    this.newPart = h(
      "div",
      { class: "printout-fields" },
      field("printout-size", said.size, select("printout-size", sizes, String(choice.size), (value) => (this.choice.size = Number(value)))),
      field("printout-difficulty", said.difficulty, select("printout-difficulty", [["", puzzleWords.any], ...difficulties.map((name) => /** @type {[string, string]} */ ([name, name]))], choice.difficulty, (value) => (this.choice.difficulty = value))),
      h("button", { id: "printout-other", type: "button", onclick: () => this.change(() => this.draw()) }, said.other),
    );
    this.manyPart = h(
      "div",
      { class: "printout-fields" },
      field("printout-each", said.each, select("printout-each", EACH.map((each) => [String(each), said.eachNames(each)]), String(choice.each), (value) => (this.choice.each = Number(value)))),
      field("printout-pages", said.pages, whole("printout-pages", MOST_PAGES, choice.pages, (pages) => (this.choice.pages = pages))),
    );
    this.status = h("p", { class: "status", id: "printout-status", role: "status" });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.print = h("button", { id: "printout-print", class: "primary", type: "button", disabled: true, onclick: () => print() }, said.print);
    this.back = h("a", { class: "button", href: "/puzzles" }, said.back);
    this.printouts = h("div", { class: "printouts" });
    root.append(
      h(
        "div",
        { class: "printout-page" },
        h(
          "section",
          { class: "panel printout-form", "aria-labelledby": "printout-title" },
          h("h1", { id: "printout-title" }, said.title),
          h("p", { class: "lead" }, said.lead),
          field("printout-which", said.which, select("printout-which", whichOf, choice.which, (value) => this.use(/** @type {PrintoutChoice["which"]} */ (value)))),
          this.packPart,
          this.newPart,
          this.manyPart,
          check("printout-answers", said.answers, choice.answers, (on) => (this.choice.answers = on)),
          this.status,
          this.problem,
          h("div", { class: "controls" }, this.print, this.back),
        ),
        this.printouts,
      ),
    );
    this.use(choice.which, false);
  }

  /** Other puzzles than before, by chance. */
  draw() {
    this.choice.seed = 1 + Math.floor(Math.random() * 999_999);
  }

  /** @param {PrintoutChoice["which"]} which @param {boolean} [fresh] whether new puzzles are others than those of the address */
  use(which, fresh = true) {
    this.choice.which = which;
    if (which === "new" && fresh) this.draw();
    if (which !== "pack") return;
    // What the fields of the pack say counts.
    const value = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (this.packPart.querySelector(name)).value;
    const [size, difficulty] = value("#printout-pack").split(" ");
    Object.assign(this.choice, { size: Number(size), difficulty, seed: Number(value("#printout-first")) });
  }

  /** @param {() => void} how */
  change(how) {
    how();
    this.context.remember(addressOf(this.choice));
    void this.make();
  }

  /** Makes the puzzles, one after the other, and lays them out. */
  async make() {
    this.asked.abort();
    const { signal } = (this.asked = new AbortController());
    const { which, size, difficulty, seed, puzzle } = this.choice;
    this.packPart.hidden = which !== "pack";
    this.newPart.hidden = which !== "new";
    this.manyPart.hidden = which === "this";
    this.print.disabled = true;
    this.problem.hidden = true;
    this.back.setAttribute("href", puzzle ? `/puzzles?${new URLSearchParams({ puzzle: puzzle.trim().replaceAll("\n", "/") })}` : addressIn({ size: String(size), difficulty }, seed));
    try {
      /** @type {Printed[]} */
      const printed = [];
      const plan = planned(this.choice);
      for (const { name, make } of plan) {
        this.status.textContent = said.making(printed.length + 1, plan.length);
        const made = await make(signal);
        const { paths } = await solve(made.text, signal);
        if (signal.aborted) return;
        printed.push({ name, puzzle: made, paths: paths ?? [] });
      }
      this.show(printed);
    } catch (error) {
      if (signal.aborted) return;
      this.status.textContent = "";
      this.problem.textContent = error instanceof Error && error.message ? error.message : words.failed;
      this.problem.hidden = false;
    }
  }

  /** @param {Printed[]} printed */
  show(printed) {
    const each = this.choice.which === "this" ? 1 : this.choice.each;
    const pages = Array.from({ length: Math.ceil(printed.length / each) }, (_, page) => printed.slice(page * each, (page + 1) * each));
    this.printouts.replaceChildren(...pages.map((page) => puzzlePrintout(page, each)), ...(this.choice.answers ? [answerPrintout(printed)] : []));
    this.status.textContent = said.ready(printed.length, pages.length, this.choice.answers);
    this.print.disabled = printed.length === 0;
  }
}

/** What all these puzzles are, for the title line. @param {Printed[]} printed */
const aboutOf = (printed) => [...new Set(printed.map(({ puzzle }) => said.about(puzzle.width, puzzle.height, puzzle.difficulty)))].join(" · ");

/** Who has one puzzle need not be told which. @param {string} name */
const caption = (name) => (name === said.single ? null : h("figcaption", {}, name));

/** @param {Printed[]} printed @param {number} each */
const puzzlePrintout = (printed, each) =>
  h(
    "section",
    { class: "printout" },
    h("header", {}, h("h2", {}, said.heading(aboutOf(printed))), h("p", {}, said.rule)),
    h("div", { class: `printout-grid each-${each}` }, ...printed.map(({ name, puzzle }) => h("figure", {}, caption(name), printoutBoard(puzzle, said.board(name, puzzle.width, puzzle.height))))),
  );

/** @param {Printed[]} printed */
const answerPrintout = (printed) =>
  h(
    "section",
    { class: "printout answers" },
    h("header", {}, h("h2", {}, said.answersHeading), h("p", {}, said.heading(aboutOf(printed)))),
    h("div", { class: `printout-grid across-${printed.length <= 12 ? 4 : printed.length <= 20 ? 5 : 6}` }, ...printed.map(({ name, puzzle, paths }) => h("figure", {}, caption(name), printoutBoard(puzzle, said.answer(name), paths)))),
  );
