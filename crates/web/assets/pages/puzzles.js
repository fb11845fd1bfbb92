// @ts-check
/** Flow Free: one puzzle, and the ways to get another: made, chosen, pasted, or from an address. */

import { h } from "../lib/dom.js";
import { loadStylesheet } from "../lib/stylesheet.js";
import { waiting } from "../lib/waiting.js";
import { generate, offered, read } from "../puzzles/api.js";
import { askForPuzzle, copy } from "../puzzles/dialogs.js";
import { PackPanel, daily, placeOf } from "../puzzles/packs.js";
import { PuzzleView } from "../puzzles/puzzle_view.js";
import * as saved from "../puzzles/saved.js";
import { words } from "../strings.js";
import { puzzleWords as text } from "../strings/puzzles.js";

/** What is made for somebody who comes for the first time. */
const FIRST = { size: "6", difficulty: "easy", seed: "1" };

/** @param {HTMLElement} root @param {import("../main.js").Context} context */
export async function mount(root, context) {
  if (context.parts[0] === "print") {
    const { mountPrintouts } = await import("../puzzles/printouts.js");
    return mountPrintouts(root, context);
  }
  await loadStylesheet("pages/puzzles.css");
  context.title(text.title);
  const page = new PuzzlePage(root);
  const shown = waiting(root, text.making);
  try {
    await page.begin(context.query);
  } catch (error) {
    page.end();
    throw error;
  } finally {
    shown();
  }
  // With its puzzle, so that nothing jumps when that comes.
  root.append(page.element);
  return () => page.end();
}

/** Another puzzle was asked for before this one came. */
class GivenUp extends Error {}

/**
 * @template T
 * @param {Promise<T>} answer
 * @param {AbortSignal} signal
 * @returns {Promise<T>}
 */
async function unlessGivenUp(answer, signal) {
  try {
    return await answer;
  } finally {
    if (signal.aborted) throw new GivenUp();
  }
}

class PuzzlePage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.packs = new PackPanel();
    this.view = new PuzzleView(() => this.packs.show(this.view.address));
    this.asked = new AbortController();
    this.size = h("input", { type: "range", id: "puzzle-size", min: 5, max: 14, value: "7", oninput: () => this.showSize() });
    this.sizeShown = h("output", { for: "puzzle-size" });
    this.difficulty = h("select", { id: "puzzle-difficulty" }, h("option", { value: "" }, text.any));
    this.samples = h("select", { id: "puzzle-samples", onchange: () => void this.useSample() }, h("option", { value: "" }, text.choose));
    this.print = h("a", { id: "puzzle-print", class: "button", href: "/puzzles/print" }, text.print);
    this.showSize();
    const button = (/** @type {string} */ id, /** @type {string} */ label, /** @type {() => unknown} */ onclick) => h("button", { id, type: "button", onclick }, label);
    const making = h(
      "section",
      { class: "panel", "aria-labelledby": "puzzle-make-title" },
      h("h2", { id: "puzzle-make-title" }, text.make),
      h("div", { class: "row" }, h("label", { for: "puzzle-size" }, text.sizeLabel), this.size, this.sizeShown),
      h("div", { class: "row" }, h("label", { for: "puzzle-difficulty" }, text.difficulty), this.difficulty),
      h("div", { class: "controls" }, h("button", { id: "puzzle-new", class: "primary", type: "button", onclick: () => void this.makeNew() }, text.make)),
      h("div", { class: "row" }, h("label", { for: "puzzle-samples" }, text.sample), this.samples),
      h(
        "div",
        { class: "controls" },
        button("puzzle-paste-open", text.paste, () => askForPuzzle(root, (written) => this.goTo(() => this.use(written)))),
        button("puzzle-copy-text", text.copyText, () => this.view.drawing && copy(root, this.view.drawing.puzzle.text)),
        button("puzzle-copy-link", text.copyLink, () => copy(root, location.origin + this.view.address)),
        this.print,
      ),
    );
    this.element = h("div", { class: "puzzles" }, this.view.stage, h("div", { class: "side" }, this.view.panel, this.packs.element, making, this.view.solver.element));
  }

  showSize() {
    this.sizeShown.textContent = `${this.size.value}×${this.size.value}`;
  }

  /** Finds out from the address which puzzle is wanted. @param {URLSearchParams} query */
  async begin(query) {
    const offers = await offered();
    this.difficulty.append(...offers.difficulties.map((name) => h("option", { value: name }, name)));
    this.samples.append(...offers.samples.map(({ name, text: written }) => h("option", { value: written }, name)));
    const [latest] = saved.all();
    const written = query.get("puzzle")?.replaceAll("/", "\n");
    try {
      if (written !== undefined) await this.use(written);
      else if (query.has("size") || query.has("seed")) await this.make(query);
      else if (query.has("today")) await this.make(daily(new Date()));
      else if (query.has("another")) await this.make(this.another());
      else if (latest) await this.use(latest.text, latest.address);
      else await this.make(new URLSearchParams(FIRST));
      if (isHere()) history.replaceState(null, "", this.view.address);
    } catch (error) {
      if (error instanceof GivenUp) return;
      const { text: spare } = offers.samples[0];
      await this.use(spare);
      this.view.say(error instanceof Error ? error.message : words.failed, "bad");
    }
  }

  /** Goes to another puzzle, so that the way back leads to this one. @param {() => Promise<void>} load */
  async goTo(load) {
    const before = this.view.drawing;
    await load();
    if (this.view.drawing !== before && isHere()) history.pushState(null, "", this.view.address);
  }

  /** Makes the puzzle that an address asks for. @param {URLSearchParams} query */
  async make(query) {
    const size = query.get("size") ?? "7";
    if (!/^\d{1,3}(x\d{1,3})?$/.test(size)) throw new Error(text.badSize(size));
    const [width, height = width] = size.split("x").map(Number);
    const difficulty = query.get("difficulty") || undefined;
    const request = { width, height, difficulty, colors: whole(query, "colors"), seed: whole(query, "seed", "1") ?? 1 };
    this.suggest(width, height);
    this.difficulty.value = difficulty ?? "";
    this.view.say(text.making);
    const signal = this.ask();
    const puzzle = await unlessGivenUp(generate(request, signal), signal);
    this.view.load(puzzle, `/puzzles?${query}`, request.seed);
    this.shown();
  }

  /** A puzzle that nobody has seen, as the form wants it. */
  another() {
    const query = new URLSearchParams({ size: this.size.value });
    if (this.difficulty.value) query.set("difficulty", this.difficulty.value);
    query.set("seed", String(1 + Math.floor(Math.random() * 999_999)));
    return query;
  }

  async makeNew() {
    const query = this.another();
    try {
      await this.goTo(() => this.make(query));
    } catch (error) {
      // Somebody who asked for yet another puzzle does not wait for this one.
      if (!(error instanceof GivenUp)) this.view.say(error instanceof Error ? error.message : words.failed, "bad");
    }
  }

  async useSample() {
    const written = this.samples.value;
    if (!written) return;
    this.samples.value = "";
    await this.goTo(() => this.use(written));
  }

  /** Reads a puzzle and goes on with it. @param {string} written @param {string} [address] */
  async use(written, address = "") {
    const signal = this.ask();
    const puzzle = await unlessGivenUp(read(written, signal), signal);
    const seed = new URLSearchParams(address.split("?")[1]).get("seed");
    this.suggest(puzzle.width, puzzle.height);
    this.view.load(puzzle, address || linkTo(puzzle.text), seed === null ? undefined : Number(seed));
    this.shown();
  }

  /** The packs and the way to paper follow the puzzle. */
  shown() {
    const { address, drawing } = this.view;
    this.packs.show(address);
    const place = placeOf(address);
    const query = new URLSearchParams(place ? { size: place.pack.size, difficulty: place.pack.difficulty, seed: String(place.seed) } : {});
    query.set("puzzle", drawing?.puzzle.text.trim().replaceAll("\n", "/") ?? "");
    this.print.setAttribute("href", `/puzzles/print?${query}`);
  }

  /** Another puzzle will have this size, unless somebody wants another. @param {number} width @param {number} height */
  suggest(width, height) {
    if (width === height && width >= Number(this.size.min) && width <= Number(this.size.max)) this.size.value = String(width);
    this.showSize();
  }

  /** Begins a question for another puzzle; the one before is given up. */
  ask() {
    this.asked.abort();
    this.asked = new AbortController();
    return this.asked.signal;
  }

  end() {
    this.asked.abort();
    this.view.end();
  }
}

/** Whether the person is still on this page when an answer comes. */
const isHere = () => location.pathname === "/puzzles";

/** The address of a puzzle by its text. @param {string} written */
function linkTo(written) {
  // Slashes for line ends: easier on the eye, and no label has one.
  return `/puzzles?puzzle=${encodeURIComponent(written.trim().replaceAll("\n", "/")).replaceAll("%2F", "/")}`;
}

/** A whole number from an address. @param {URLSearchParams} query @param {string} name @param {string} [usual] */
function whole(query, name, usual) {
  const given = query.get(name) ?? usual;
  if (given === undefined) return undefined;
  if (!/^\d{1,15}$/.test(given)) throw new Error(text.badNumber(name, given));
  return Number(given);
}
