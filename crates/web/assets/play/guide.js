// @ts-check
/**
 * A guided first game: a panel beside the board that says at each turn what one wants, what one may do, what the moves
 * did, and when something was given away. It knows the game's card and the server's snapshot, and no rules.
 */

import { catalogue, fetchJson, gamePath, openGame } from "../lib/api.js";
import { h, notify, pieceIcon, pieceLabel, seatShape } from "../lib/dom.js";
import { words } from "../strings.js";
import { guideWords as said } from "../strings/guide.js";
import { outcome } from "./ending.js";
import { lessonsOf, ruleAt } from "./guide_lessons.js";
import { deedOf } from "./guide_moves.js";
import { SlipWatch, lastTurn } from "./guide_slips.js";
import { openRules } from "./rules.js";

/** @typedef {import("../lib/api.js").State} State */
/** @typedef {import("../lib/api.js").ServerMessage} ServerMessage */
/** @typedef {import("../board/board.js").Picture} Picture */
/**
 * @typedef {object} Host the page of the game
 * @property {import("../main.js").Context} context
 * @property {(asked: {type: string} & Record<string, any>) => void} send
 * @property {() => void} review
 * @property {() => void} changed what is marked on the board is other now
 * @property {() => void} left nobody wants help any more
 */

/** Seconds that a rival's move takes at least: one sees one's own move first. */
const PACE = 0.8;

/** Changes what is there only if it reads differently: it is read out once. @param {HTMLElement} element @param {...(string | Node)} children */
function put(element, ...children) {
  const next = h("div", {}, ...children);
  element.hidden = !next.textContent;
  if (next.textContent !== element.textContent) element.replaceChildren(...next.childNodes);
}

export class Guide {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** @type {State | undefined} */
    this.state = undefined;
    /** The only person's seat, or −1. */
    this.me = -1;
    /** The board after so many moves, as far as it was seen. @type {Picture[]} */
    this.pictures = [];
    /** @type {{goal: string, variant: string, rules: string[]} | undefined} */
    this.lessons = undefined;
    /** Settled when the guide has all it says at first: until then the game is not shown, so that nothing jumps. @type {Promise<void> | undefined} */
    this.ready = undefined;
    this.watch = new SlipWatch();
    /** The ply that a hint was asked for in silence, or −1. */
    this.quiet = -1;
    /** The plies whose silent hint has not come yet. @type {Set<number>} */
    this.open = new Set();
    /** Who can win at once. @type {import("../lib/messages.js").ThreatsSeen | undefined} */
    this.threats = undefined;
    /** The ply to which somebody went back, and a better move there. @type {{ply: number, best: {text: string, squares: string[]} | undefined} | undefined} */
    this.retry = undefined;
    this.you = h("p", { class: "guide-you" });
    this.goal = h("p", { class: "guide-goal" });
    this.round = h("ul", { class: "guide-round" });
    this.remark = h("p", { class: "guide-remark" });
    this.undo = h("button", { type: "button", hidden: true, onclick: () => this.takeBack() }, said.takeBack);
    this.now = h("p", { class: "guide-now" });
    this.rule = h("p", { class: "guide-rule" });
    this.after = h("div", { class: "controls", hidden: true });
    this.element = h(
      "section",
      { class: "panel guide", hidden: true, "aria-labelledby": "guide-title" },
      h("div", { class: "titled" }, h("h2", { id: "guide-title" }, said.title), h("button", { type: "button", class: "quiet", onclick: () => host.left() }, said.leave)),
      this.you,
      h("div", { class: "guide-turn", role: "status" }, this.now),
      h("div", { class: "guide-deeds", role: "status" }, this.round),
      this.goal,
      // What comes and goes has one place, large enough for each of it: nothing jumps when a rival has moved.
      h("div", { class: "guide-lesson" }, this.rule, h("div", { role: "status" }, this.remark), this.undo, this.after),
    );
  }

  /** @param {State} state */
  show(state) {
    const before = this.state;
    this.state = state;
    const people = state.seats.flatMap((seat, index) => (seat.who === "person" ? [index] : []));
    this.me = people.length === 1 ? people[0] : -1;
    this.element.hidden = this.me < 0;
    if (this.me < 0) return;
    this.pictures.length = Math.min(this.pictures.length, state.ply);
    this.pictures[state.ply] = state.picture;
    if (!before) this.begin(state);
    if (before && state.ply > before.ply) this.retry = undefined;
    this.question(state);
    this.draw();
  }

  /** @param {State} state */
  begin(state) {
    this.element.style.setProperty("--seats", String(state.seats.length));
    if (state.pace < PACE) this.host.send({ type: "pace", seconds: PACE });
    const shape = seatShape(state.name, this.me);
    this.you.replaceChildren(`${said.you(state.seats[this.me].name)} `, pieceIcon(shape), ` ${shape ? pieceLabel(shape) : ""}`);
    this.ready = this.learn(state).catch((error) => notify(error instanceof Error ? error.message : String(error)));
  }

  /** Reads the game's card. @param {State} state */
  async learn(state) {
    const [rules, { games }] = await Promise.all([fetchJson(`/api/rules?${new URLSearchParams({ game: state.game })}`), catalogue()]);
    this.lessons = lessonsOf(rules, games.find((game) => game.name === state.name)?.summary ?? "", state.game);
    this.draw();
  }

  /** Asks what has to be known of the next move and the last. @param {State} state */
  question(state) {
    // The state with the new pace would cut the answer short: it is asked for after that.
    if (state.over || state.pace < PACE) return;
    // What was asked before the game went on is not answered any more.
    const missing = this.watch.missing(state, this.me);
    if (missing !== null) this.host.send({ type: "verdict", index: missing });
    if (state.turn === this.me) {
      if (!state.hidden) this.host.send({ type: "threats" });
      if (this.quiet !== state.ply && !this.watch.bestAt(state, state.ply)) {
        this.quiet = state.ply;
        this.open.add(state.ply);
        this.host.send({ type: "hint" });
      }
    }
  }

  /** Somebody asks for a hint: the answer is for everybody to see. */
  loud() {
    this.quiet = -1;
  }

  /** Whether an answer is for the guide alone. @param {ServerMessage} told */
  takes(told) {
    const { state } = this;
    if (!state || this.me < 0) return false;
    if (told.type === "verdict" || told.type === "threats") {
      if (told.type === "verdict") this.watch.hear(state, told);
      else this.threats = told;
      this.draw();
      return true;
    }
    if (told.type === "error") {
      // Who moves at once cuts a silent hint short: nobody has asked for it, nobody need know.
      const cut = [...this.open].find((ply) => ply !== state.ply);
      return cut !== undefined && this.open.delete(cut);
    }
    if (told.type !== "hint") return false;
    for (const ply of this.open) if (ply <= told.ply) this.open.delete(ply);
    this.watch.hearHint(state, told);
    this.draw();
    if (this.better(state)) this.host.changed();
    return told.ply === this.quiet;
  }

  /** What is marked on the board: the pieces that can move, and a better move to try. @returns {import("../board/board.js").Arrow[]} */
  marks() {
    const { state } = this;
    if (!state || this.me < 0 || state.turn !== this.me) return [];
    const better = this.better(state);
    const movable = [...new Set(state.legal.flatMap(({ squares }) => (squares.length > 1 ? [squares[0]] : [])))];
    return [...movable.map((square) => ({ squares: [square], kind: "movable" })), ...(better ? [{ squares: better.squares, kind: "" }] : [])];
  }

  /** The move to try after one was taken back. @param {State} state */
  better(state) {
    return this.retry?.ply === state.ply ? (this.retry.best ?? this.watch.bestAt(state, state.ply)) : undefined;
  }

  takeBack() {
    this.retry = this.state && { ply: lastTurn(this.state, this.me), best: this.watch.find(this.state, this.me)?.best };
    // The button goes away with the move.
    this.element.querySelector("button")?.focus();
    this.host.send({ type: "undo" });
  }

  draw() {
    const { state, lessons } = this;
    if (!state || this.me < 0) return;
    const isFirst = lastTurn(state, this.me) < 0;
    put(this.goal, ...(lessons ? [h("b", {}, said.goal), ` ${lessons.goal} `, ...(lessons.variant && isFirst ? [h("b", {}, said.variant), ` ${lessons.variant}`] : [])] : []));
    put(this.round, ...this.deeds(state).map((deed) => h("li", {}, deed)));
    const slip = state.over ? null : this.watch.find(state, this.me);
    put(this.remark, state.over ? "" : slip ? this.slipText(state, slip) : this.watch.wasBest(state, this.me) ? said.good : "");
    this.remark.classList.toggle("slip", Boolean(slip));
    this.undo.hidden = !slip || !state.can.undo;
    put(this.now, ...this.advice(state));
    // Who has given something away has one thing to read.
    const rule = !state.over && !slip && lessons ? ruleAt(lessons.rules, state.moves.filter((move) => move.seat === this.me).length) : "";
    put(this.rule, ...(rule ? [h("b", {}, said.rule), ` ${rule}`] : []));
    if (Boolean(state.over) === this.after.hidden) void this.offer(state);
  }

  /** What was given away. @param {State} state @param {import("./guide_slips.js").GuideMistake} slip */
  slipText(state, { before, after, best, move }) {
    const [missed, allowed] = [move?.missed, move?.allowed];
    if (missed) return said.missed(best?.squares ?? [], missed);
    if (allowed) return said.allowed(state.seats[move?.replier ?? 0].name, move?.replySquares ?? [], allowed, best);
    return said.slip(before, after, best);
  }

  /** One's last move and all that followed. @param {State} state */
  deeds(state) {
    const from = Math.max(0, lastTurn(state, this.me));
    const deeds = state.moves.slice(from).map((move, index) => {
      const ply = from + index;
      return said.did(said.who(state.seats[move.seat].name, move.seat === this.me), deedOf(move, this.pictures[ply], this.pictures[ply + 1]));
    });
    // Who cannot move any more looks on while the others go on: what they did has no more room than ever.
    const room = Math.max(3, state.seats.length);
    return deeds.length > room ? [deeds[0], said.more(deeds.length - room + 1), ...deeds.slice(2 - room)] : deeds;
  }

  /** What can be done now. @param {State} state @returns {(string | Node)[]} */
  advice(state) {
    if (state.over) {
      const { head, reason, value } = outcome(state);
      const isJudged = state.seats.length === 2 && (state.judged || state.solvable);
      return [h("b", {}, `${head} ${reason && isJudged ? words.ending.because(reason) : ""}`), ` ${said.next} ${isJudged ? said.advice[value] : said.unjudged}`];
    }
    if (state.turn === null) return [];
    if (state.turn !== this.me) return [said.wait(state.seats[state.turn].name)];
    return [h("b", {}, said.turn), ` ${this.choice(state)}`];
  }

  /** How one's move is made. @param {State} state */
  choice(state) {
    const [only, other] = state.legal;
    const better = this.better(state);
    if (better) return said.choose.retry(better.squares, better.text);
    if (only && !other) return said.choose.only(only.squares, only.moves[0].text);
    const { threats } = this;
    if (threats?.ply === state.ply && threats.win) return said.canWin;
    if (threats?.ply === state.ply && threats.danger !== null) return said.danger(state.seats[threats.danger].name);
    const places = state.legal.every(({ squares }) => squares.length === 1);
    const amounts = state.legal.some(({ moves }) => moves.length > 1);
    return `${said.choose[places ? "place" : amounts ? "amount" : "move"]} ${said.help}`;
  }

  /** What to do after the game. @param {State} state */
  async offer(state) {
    this.after.hidden = !state.over;
    if (!state.over) return;
    const { levels } = await catalogue();
    const rival = Math.max(...state.seats.map((seat) => levels.indexOf(seat.who)));
    // Who lost wants the same again, not somebody stronger.
    const { value } = outcome(state);
    const next = value === "lose" ? levels[rival] : levels[rival + 1];
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) => h("button", { type: "button", onclick }, text);
    const review = button(said.review, () => this.host.review());
    review.classList.add("guide-review");
    this.after.replaceChildren(
      review,
      ...(next ? [button(value === "lose" ? said.sameLevel(next) : said.level(next), () => void this.play(state, next))] : []),
      button(said.rules, () => void openRules(state.game)),
      h("a", { class: "button", href: `${gamePath("play", state.game)}?guide` }, said.again),
    );
  }

  /** The same game against somebody else, without help. @param {State} state @param {string} level */
  async play(state, level) {
    const { id } = await openGame({ game: state.game, seats: state.seats.map((_, seat) => (seat === this.me ? "person" : level)) });
    this.host.context.navigate(`/game/${id}`);
  }
}
