// @ts-check
/** Looking inside a search: the board, the tree as it grows, and what every step means. */

import { Board } from "../board/board.js";
import { PROVEN } from "../learn/depth.js";
import { LESSONS, LessonPanel } from "../learn/lessons.js";
import { MoveTable } from "../learn/moves.js";
import { playback } from "../learn/play.js";
import { chanceOf, pictureAt, requestTrace } from "../learn/trace.js";
import { Tree } from "../learn/tree.js";
import { WindowBar } from "../learn/window.js";
import { catalogue, gamePath } from "../lib/api.js";
import { h, set } from "../lib/dom.js";
import { loadStylesheet } from "../lib/stylesheet.js";
import { icon } from "../lib/icons.js";
import { waiting } from "../lib/waiting.js";
import { capital, words } from "../strings.js";
import { learnWords as said, lessonWords } from "../strings/learn.js";

/** @typedef {import("../learn/play.js").Playback} Playback */
/** @typedef {import("../lib/api.js").Game} Game */
/** What is to be looked at, as the address says it. @typedef {{game: string, position: string, moves: string, kind: string, depth: string, simulations: string, heuristic: string, seed: string, back: string}} SearchRequest */

const KINDS = /** @type {const} */ (["minimax", "alphabeta", "paranoid", "uct"]);
/** Steps a second, slowest and fastest. */
const SLOW = 0.5;
const FAST = 60;

/** Ready examples; their names and what to see in them are in `strings.js`. @type {Record<string, Partial<SearchRequest>>} */
export const EXAMPLES = {
  race: { game: "breakthrough:rows=6,columns=4", position: "4/1p2/4/2P1/4/4 w", kind: "alphabeta", depth: "4", heuristic: "strong" },
  // The wolf goes back to d2, and throws a win away that the table has.
  trap: { game: "wolf-and-sheep:size=6", position: "1S1S2/6/3S2/2w3/6/6 w", kind: "alphabeta", depth: "3" },
  games: { game: "wolf-and-sheep:size=6", kind: "uct", simulations: "200" },
};

/** @param {URLSearchParams} query @returns {SearchRequest} */
function read(query) {
  const text = (/** @type {string} */ name, usual = "") => query.get(name) ?? usual;
  if (!query.has("game")) return { ...read(new URLSearchParams({ game: "" })), ...EXAMPLES.race };
  return { game: text("game"), position: text("position"), moves: text("moves"), kind: text("kind", "alphabeta"), depth: text("depth", "3"), simulations: text("simulations", "200"), heuristic: text("heuristic"), seed: text("seed", "1"), back: text("back") };
}

/** @param {Partial<SearchRequest> & {lesson?: string}} wanted */
const address = (wanted) => `/learn?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value))}`;

/** @param {number} index from 0 */
const lessonAddress = (index) => address({ ...LESSONS[index].wanted, lesson: String(index + 1) });

/** The agent as the server wants to be asked for it. @param {SearchRequest} wanted */
function agent({ kind, depth, simulations, heuristic, seed }) {
  const options = kind === "uct" ? { simulations, seed } : { depth, heuristic, seed };
  const given = Object.entries(options).filter(([, value]) => value);
  return `${kind}:${given.map(([name, value]) => `${name}=${value}`).join(",")}`;
}

/** @param {HTMLElement} root @param {import("../main.js").Context} context */
export async function mount(root, context) {
  context.title(said.title);
  const [{ games }] = await Promise.all([catalogue(), loadStylesheet("pages/learn.css")]);
  const page = new LearnPage(root, context, games);
  return () => page.close();
}

class LearnPage {
  /** @param {HTMLElement} root @param {import("../main.js").Context} context @param {Game[]} games */
  constructor(root, context, games) {
    this.root = root;
    this.context = context;
    this.games = games;
    this.wanted = read(context.query);
    // Alpha-beta is for two; a table of more has its own kinds.
    this.wanted.kind = this.playable(this.wanted.game, this.wanted.kind);
    /** @type {Playback | undefined} */
    this.play = undefined;
    /** The last step that was done. */
    this.at = 0;
    /** A node somebody looks at instead of the current one. @type {number | null} */
    this.chosen = null;
    /** @type {number | undefined} */
    this.running = undefined;
    /** @type {[number, number]} */
    this.range = [0, 0];
    this.asking = new AbortController();
    const number = Number(context.query.get("lesson") ?? 0);
    /** A lesson takes the place of the form. */
    this.lesson = LESSONS[number - 1] ? new LessonPanel(number - 1, lessonAddress, { show: (play) => this.start(play), answered: () => this.play && this.draw(this.shown(this.play)) }) : null;

    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.board = new Board({ little: matchMedia("(max-width: 820px)").matches });
    this.say = h("p", { class: "learn-say", id: "learn-say", role: "status" });
    /** @type {HTMLButtonElement[]} */
    this.pathSteps = [];
    this.pathEnd = h("span");
    this.pathList = h("div", { class: "learn-way" });
    this.path = h("nav", { class: "learn-path", "aria-label": said.path }, this.pathList, this.pathEnd);
    this.window = new WindowBar();
    this.tree = new Tree((id) => this.choose(id));
    this.countList = h("dl", { class: "learn-counts" });
    this.share = h("p", { class: "learn-share" });
    this.moves = new MoveTable((id) => this.choose(id));
    this.toGame = h("a", { class: "button", href: "#", hidden: true }, said.playFromHere);
    this.links = h("div", { class: "controls" }, this.wanted.back ? h("a", { class: "button", href: `/game/${encodeURIComponent(this.wanted.back)}` }, said.backToGame) : null, this.toGame);
    const button = (/** @type {string} */ id, /** @type {string} */ sign, /** @type {{name: string, text: string}} */ { name, text }, /** @type {() => void} */ onclick) => h("button", { type: "button", id, title: name, "aria-label": name, onclick }, icon(sign), text);
    this.toStart = button("learn-start", "first", said.controls.start, () => this.go(0));
    this.back = button("learn-back", "back", said.controls.back, () => this.go(this.at - 1));
    this.step = button("learn-step", "forward", said.controls.step, () => this.go(this.at + 1));
    this.over = button("learn-over", "over", said.controls.over, () => this.stepOver());
    this.cut = button("learn-cut", "cut", said.controls.cut, () => this.toCut());
    this.run = button("learn-run", "forward", said.controls.run, () => this.toggleRun());
    this.toEnd = button("learn-end", "last", said.controls.end, () => this.go(Infinity));
    this.speed = h("input", { id: "learn-speed", type: "range", min: 0, max: 1, step: 0.01, value: 0.35 });
    this.slider = h("input", { id: "learn-slider", type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": said.slider, oninput: () => this.go(Number(this.slider.value)) });
    this.place = h("output", { for: "learn-slider" });
    this.controls = h(
      "section",
      { class: "panel learn-bar", "aria-label": said.controls.label },
      this.say,
      h("div", { class: "learn-steps" }, this.toStart, this.back, this.step, this.over, this.cut, this.run, this.toEnd, h("span", { class: "learn-speed" }, h("label", { for: "learn-speed" }, said.speed), this.speed)),
      h("div", { class: "learn-slide" }, this.slider, this.place, this.lesson?.count ?? null, this.lesson?.other ?? null),
    );
    this.windowPart = h("section", { class: "panel" }, h("h2", {}, said.windowTitle), this.window.element, h("p", { class: "learn-legend" }, said.windowNote));
    this.raw = h("p", { class: "learn-legend", id: "learn-raw" });
    this.details = h("details", { hidden: true }, h("summary", { class: "tag" }, words.game.details), this.raw);
    const isWindowless = this.wanted.kind === "uct" || this.wanted.kind === "minimax";
    this.windowPart.hidden = this.cut.hidden = isWindowless;
    this.element = h(
      "div",
      { class: "learn" },
      h("div", { class: "learn-head" }, h("h1", { title: said.lead }, said.title), this.examples(number)),
      this.lesson?.element ?? this.ownSearch(),
      this.problem,
      // Board, tree and words are seen together; the rest is below.
      h("div", { class: "learn-main" }, h("div", { class: "learn-left" }, this.path, this.board.element, this.links), h("div", { class: "learn-right" }, this.controls, this.tree.element)),
      h("p", { class: "learn-legend" }, `${this.wanted.kind === "uct" ? said.legendGames : said.legendDepth} ${said.keys}`),
      h(
        "div",
        { class: "learn-more" },
        h("section", { class: "panel" }, this.moves.title, this.moves.element, this.details),
        h("section", { class: "panel" }, h("h2", {}, said.counts.title), this.countList, this.share),
        this.windowPart,
        this.notes(),
      ),
    );
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.enable();
    void this.ask();
  }

  close() {
    this.lesson?.close();
    this.stop();
    this.asking.abort();
    document.removeEventListener("keydown", this.keys);
  }

  /** Lessons and examples. @param {number} number of the lesson, if it is one */
  examples(number) {
    const lessons = LESSONS.map((lesson, index) =>
      h(
        "li",
        {},
        h("a", { class: number || index ? "button lesson-link" : "button lesson-link primary", href: lessonAddress(index), title: lessonWords[lesson.name].title, "aria-current": index + 1 === number ? "page" : null }, h("span", { class: "visually-hidden" }, lessonWords.lesson), `${index + 1} ${lessonWords.short[lesson.name]}`),
      ),
    );
    const links = Object.entries(EXAMPLES).map(([name, wanted]) => h("li", {}, h("a", { class: "button", href: address(wanted), title: said.examples[name].text }, said.examples[name].title)));
    return h("div", { class: "learn-ways" }, h("ol", { class: "learn-examples", "aria-label": lessonWords.all }, ...lessons), h("ul", { class: "learn-examples", "aria-label": said.examplesTitle }, ...links));
  }

  notes() {
    const note = said.notes[this.wanted.kind] ?? said.notes.alphabeta;
    return h("section", { class: "panel" }, h("h2", {}, note.title), h("div", { class: "learn-notes" }, ...note.text.map((text) => h("p", {}, text))));
  }

  /** The form; on a narrow screen folded, so that the board is in sight. */
  ownSearch() {
    const form = this.form();
    return matchMedia("(max-width: 820px)").matches ? h("details", {}, h("summary", {}, said.form.label), form) : form;
  }

  form() {
    const { wanted } = this;
    const name = wanted.game.split(":")[0];
    const game = this.games.find((known) => known.name === name);
    const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {HTMLElement} */ input, kind = "field") => h("div", { class: kind }, h("label", { for: id }, label), input);
    const options = this.games.map((known) => h("optgroup", { label: known.title }, ...known.variants.map((variant) => h("option", { value: variant.game, selected: variant.game === wanted.game }, `${known.title}: ${variant.summary}`))));
    const listed = this.games.some((known) => known.variants.some((variant) => variant.game === wanted.game));
    const pick = h("select", { id: "learn-game", onchange: () => this.navigate({ ...wanted, game: pick.value, position: "", moves: "", heuristic: "", kind: this.playable(pick.value, wanted.kind) }) }, listed ? null : h("option", { value: wanted.game, selected: true }, game ? `${game.title}: ${wanted.game.slice(name.length + 1).replaceAll(",", ", ")}` : wanted.game), ...options);
    const kinds = KINDS.filter((kind) => !game || game.agents.some((agent) => agent.name === kind));
    const kind = h("select", { id: "learn-kind", onchange: () => this.navigate({ ...this.filled(), kind: kind.value }) }, ...kinds.map((known) => h("option", { value: known, selected: known === wanted.kind }, said.kinds[known])));
    this.depth = h("input", { id: "learn-depth", type: "number", min: 1, max: 12, value: wanted.depth });
    this.simulations = h("input", { id: "learn-simulations", type: "number", min: 1, max: 20000, value: wanted.simulations });
    this.heuristic = h("select", { id: "learn-heuristic" }, ...(game?.heuristics ?? []).map((known) => h("option", { value: known.name, selected: known.name === wanted.heuristic, title: known.summary }, known.name)));
    this.seed = h("input", { id: "learn-seed", type: "number", min: 0, value: wanted.seed });
    this.position = h("input", { id: "learn-position", type: "text", class: "mono", autocomplete: "off", spellcheck: "false", value: wanted.position, placeholder: said.form.fromStart });
    const isUct = wanted.kind === "uct";
    return h(
      "form",
      {
        class: "learn-form panel",
        novalidate: true,
        "aria-label": said.form.label,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.navigate(this.filled());
        },
      },
      field("learn-game", said.form.game, pick),
      field("learn-kind", said.form.kind, kind),
      isUct ? field("learn-simulations", said.form.simulations, this.simulations) : field("learn-depth", said.form.depth, this.depth),
      isUct || !game ? null : field("learn-heuristic", said.form.heuristic, this.heuristic),
      isUct ? field("learn-seed", said.form.seed, this.seed) : null,
      field("learn-position", said.form.position, this.position, "field position"),
      h("button", { class: "primary", type: "submit" }, said.form.look),
    );
  }

  /** A kind of search that plays this game: the one at hand if it does. @param {string} spec @param {string} kind */
  playable(spec, kind) {
    const agents = this.games.find((known) => known.name === spec.split(":")[0])?.agents ?? [];
    return [kind, ...KINDS].find((known) => agents.some((agent) => agent.name === known)) ?? kind;
  }

  /** What the form says now. @returns {SearchRequest} */
  filled() {
    const position = this.position?.value.trim() ?? "";
    const moves = position === this.wanted.position ? this.wanted.moves : "";
    return { ...this.wanted, position, moves, depth: this.depth?.value ?? "", simulations: this.simulations?.value ?? "", heuristic: this.heuristic?.value ?? "", seed: this.seed?.value ?? "" };
  }

  /** @param {SearchRequest} wanted */
  navigate(wanted) {
    this.context.navigate(address(wanted));
  }

  async ask() {
    const { game, position, moves } = this.wanted;
    const shown = waiting(this.root, said.wait);
    try {
      const answer = await requestTrace({ game, position, moves, agent: agent(this.wanted) }, this.asking.signal);
      const play = playback(answer);
      await this.lesson?.start(play);
      shown();
      // Everything at once, so that nothing jumps.
      this.root.append(this.element);
      this.start(play);
    } catch (error) {
      shown();
      if (this.asking.signal.aborted) return;
      this.root.append(this.element);
      this.problem.textContent = error instanceof Error ? error.message : String(error);
      this.problem.hidden = false;
    }
  }

  /** @param {Playback} play */
  start(play) {
    const { answer } = play;
    this.play = play;
    this.at = 0;
    this.tree.start(this.play);
    const judged = (answer.depth?.visited ?? []).flatMap(([, , leaf, value]) => (leaf && value !== null && Math.abs(value) < PROVEN ? [value] : []));
    this.range = judged.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [judged[0] ?? 0, judged[0] ?? 1]);
    this.slider.max = String(this.play.length - 1);
    const share = this.play.share();
    this.share.textContent = [share === null ? "" : said.share(share), answer.source ? said.truthFrom(words.truth.from[answer.source]) : "", answer.hidden ? said.hidden(capital(answer.seats[answer.seat])) : ""].filter(Boolean).join(" ");
    this.go(0);
  }

  /** Goes to a step. @param {number} to */
  go(to) {
    if (!this.play) return;
    this.chosen = null;
    const before = this.play.current(this.at);
    this.at = Math.max(0, Math.min(this.play.length - 1, to));
    if (this.at === this.play.length - 1) this.stop();
    this.draw(before);
  }

  stepOver() {
    if (this.play) this.go(Math.max(this.at + 1, this.play.over(this.at)));
  }

  toCut() {
    const found = this.play?.nextCut(this.at);
    if (found) this.go(found);
  }

  /** Somebody wants to look at a node, or open or close what is below it. @param {number} id */
  choose(id) {
    const play = this.play;
    if (!play) return;
    this.stop();
    const shown = this.shown(play);
    const onPath = play.path(play.current(this.at)).includes(id);
    if (shown === id || play.children(this.at, id).length) this.tree.toggle(id, onPath && shown === id);
    this.chosen = id;
    this.draw(shown);
  }

  toggleRun() {
    if (this.running !== undefined) {
      this.stop();
    } else if (this.play) {
      if (this.at === this.play.length - 1) this.go(0);
      this.tick();
    }
    this.enable();
  }

  tick() {
    const rate = SLOW * (FAST / SLOW) ** Number(this.speed.value);
    this.running = setTimeout(() => {
      this.tick();
      this.go(this.at + 1);
    }, 1000 / rate);
  }

  stop() {
    clearTimeout(this.running);
    this.running = undefined;
    this.enable();
  }

  enable() {
    const last = (this.play?.length ?? 1) - 1;
    this.toStart.disabled = this.back.disabled = !this.play || this.at === 0;
    this.step.disabled = this.over.disabled = this.toEnd.disabled = !this.play || this.at >= last;
    this.cut.disabled = !this.play || this.play.nextCut(this.at) === null;
    this.run.disabled = this.slider.disabled = !this.play;
    const { name, text } = this.running === undefined ? said.controls.run : said.controls.pause;
    this.run.replaceChildren(icon(this.running === undefined ? "forward" : "pause"), text);
    this.run.title = name;
    this.run.setAttribute("aria-label", name);
  }

  /** @param {number} before the node that was shown before */
  draw(before) {
    const play = this.play;
    if (!play) return;
    const { answer } = play;
    const id = this.shown(play);
    const node = play.nodes[id];
    this.say.textContent = this.lesson ? this.lesson.sentence(play, this.at) : play.sentence(this.at);
    this.lesson?.tell(play, this.at);
    this.board.show({ picture: pictureAt(answer, play.nodes, id), last: node.squares, label: `${answer.title}. ${said.pathLabel(play.path(id).slice(1).map((at) => play.nodes[at].text))}`, animate: node.parent === before && this.running === undefined });
    this.tree.show(this.at, id);
    this.window.show(play.window(this.at, id), this.range, capital(answer.seats[answer.seat]), (value) => (answer.chances ? said.percent(chanceOf(answer.chances, value)) : String(value)));
    this.raw.textContent = play.raw(this.at, id);
    this.details.hidden = !this.raw.textContent;
    this.slider.value = String(this.at);
    this.place.textContent = said.of(String(this.at + 1), String(play.length));
    this.showCounts(play.counts(this.at));
    this.showPath(play, id);
    this.moves.show(play, this.at, this.chosen ?? play.choosing(this.at));
    this.showLinks(play, id);
    this.enable();
  }

  /** @param {[string, string][]} counts always the same names */
  showCounts(counts) {
    if (this.countList.childElementCount !== counts.length) this.countList.replaceChildren(...counts.map(([name]) => h("div", {}, h("dt", {}, name), h("dd"))));
    this.countList.querySelectorAll("dd").forEach((cell, index) => (cell.textContent = counts[index][1]));
  }

  /** @param {Playback} play @param {number} id */
  showPath(play, id) {
    const { answer } = play;
    const path = play.path(id);
    while (this.pathSteps.length < path.length) this.pathSteps.push(this.pathStep(this.pathSteps.length));
    this.pathSteps.forEach((step, index) => {
      step.hidden = index >= path.length;
      if (!step.hidden) step.textContent = index === 0 ? said.root : play.nodes[path[index]].text;
      set(step, { "aria-current": path[index] === id ? "step" : null });
    });
    const { mover } = play.nodes[id];
    this.pathEnd.textContent = mover === null ? said.isOver : said.toMove(capital(answer.seats[mover]));
  }

  /** A button for one place on the way. @param {number} index */
  pathStep(index) {
    const step = h("button", { type: "button", onclick: () => this.play && this.choose(this.play.path(this.shown(this.play))[index]) });
    this.pathList.append(step);
    return step;
  }

  /** The node that is looked at. @param {Playback} play */
  shown(play) {
    return this.chosen ?? play.current(this.at);
  }

  /** Away from here: to a game from this position, or back to the one it came from. @param {Playback} play @param {number} id */
  showLinks(play, id) {
    const { answer } = play;
    const moves = play.path(id).slice(1).map((at) => play.nodes[at].text).join(" ");
    this.toGame.hidden = answer.hidden;
    this.toGame.setAttribute("href", gamePath("play", answer.game, { position: answer.position, moves, seats: this.context.query.getAll("seat") }));
  }

  /** Arrow keys step, unless something else wants them. @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    // A part that scrolls has its arrows for itself.
    if (target.matches(".tree-frame, .learn-moves")) return;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || target.closest("input, select, textarea, .board")) return;
    /** @type {Record<string, () => void>} */
    const keys = { ArrowRight: () => this.go(this.at + 1), ArrowLeft: () => this.go(this.at - 1), ArrowDown: () => this.stepOver(), Home: () => this.go(0), End: () => this.go(Infinity) };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    if (this.running !== undefined) this.stop();
    act();
  }
}
