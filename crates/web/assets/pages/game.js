// @ts-check
/** A game being played: the board, who plays, what can be asked, what was played. */

import { Board, isUpright } from "../board/board.js";
import { gameLinks } from "../lib/api.js";
import { h, hush, notify, pieceIcon, seatShape } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { noteOwnGame } from "../lib/own_games.js";
import { seatKey } from "../lib/seat_key.js";
import { ring } from "../lib/sound.js";
import { GameSocket } from "../lib/socket.js";
import { loadStylesheet } from "../lib/stylesheet.js";
import { AmountDialog } from "../play/amount.js";
import { AskPanel } from "../play/ask.js";
import { SeatForm } from "../play/seat_form.js";
import { Clocks } from "../play/clocks.js";
import { Curve } from "../play/curve.js";
import { Bar, chanceOf, scoreText, short } from "../play/judge.js";
import { ExportPanel } from "../play/export.js";
import { Ending, analysisBoard, newGamePath, tryAgain } from "../play/ending.js";
import { material, pieceCount, piecesWalk } from "../play/material.js";
import { MoveList, moveName, moveRows, nextRow } from "../play/movelist.js";
import { rivalArrows } from "../play/rivals.js";
import { rulesButton } from "../play/rules.js";
import { SettingsDialog } from "../play/settings.js";
import { StderrPanel } from "../play/stderr.js";
import { capital, words } from "../strings.js";

/** @typedef {import("../lib/api.js").State} State */
/** @typedef {import("../lib/api.js").Frame} Frame */
/** @typedef {import("../lib/api.js").ServerMessage} ServerMessage */

const said = words.game;

/** @param {HTMLElement} root @param {import("../main.js").Context} context */
export async function mount(root, context) {
  const { query } = context;
  const id = context.parts[0] ?? "";
  const key = seatKey(id);
  noteOwnGame(id);
  // What only some games need is loaded for them, and before anything is shown, so that nothing jumps.
  const [links, linked, guided, tried] = await Promise.all([
    key ? gameLinks(id, key).catch(() => null) : null,
    key ? import("../play/links.js") : undefined,
    query.has("guide") ? import("../play/guide.js") : undefined,
    query.has("analysis") ? import("../play/variations.js") : undefined,
    query.has("guide") ? loadStylesheet("play/guide.css") : undefined,
  ]);
  const page = new GamePage(root, context, { key, links }, { Guide: guided?.Guide, Variations: tried?.Variations, LinksPanel: linked?.LinksPanel });
  return () => page.close();
}

class GamePage {
  /**
   * @param {HTMLElement} root @param {import("../main.js").Context} context
   * @param {{key: string, links: import("../lib/messages.js").LinkList | null}} link of a seat
   * @param {{Guide?: typeof import("../play/guide.js").Guide, Variations?: typeof import("../play/variations.js").Variations, LinksPanel?: typeof import("../play/links.js").LinksPanel}} parts that only some games need
   */
  constructor(root, context, { key, links }, { Guide, Variations, LinksPanel }) {
    this.context = context;
    /** @type {State | undefined} */
    this.state = undefined;
    /** An earlier ply that is looked at. @type {Frame | undefined} */
    this.frame = undefined;
    /** @type {string[]} */
    this.advice = [];
    /** Whether pieces are counted. */
    this.counted = false;
    this.board = new Board({ own: true, play: (offer) => (offer.moves.length === 1 ? this.play(offer.moves[0].text) : this.amount.open(offer)), refused: (square, from) => this.refuse(square, from) });
    this.amount = new AmountDialog((text) => this.play(text), (offer, amount) => this.board.preview(offer, amount));
    /** What was answered to who asked for a hint. */
    this.hintLine = h("p", { class: "hint-line", role: "status" });
    this.hint = h("button", { type: "button", onclick: () => this.askHint() }, icon("bulb"), said.hint);
    this.pen = h("button", { type: "button", title: said.pen, "aria-label": said.pen, "aria-pressed": "false", onclick: () => this.draws(this.pen.getAttribute("aria-pressed") === "false") }, icon("pen"));
    this.settings = new SettingsDialog();
    this.curtain = h("div", { class: "curtain", hidden: true });
    this.title = h("h1", {});
    this.help = rulesButton(() => this.state?.game ?? "", "", true);
    this.sub = h("p", { class: "sub" });
    this.seats = h("ul", { class: "seats" });
    this.bar = new Bar();
    this.status = h("p", { class: "status", role: "status" });
    this.faults = h("p", { class: "problem", role: "alert", hidden: true });
    this.thinking = h("p", { class: "thinking" });
    /** What the agent itself makes of it: in points that only it knows. */
    this.ownValue = h("p", { class: "tag" }, said.noValue);
    this.thinkingMore = h("details", { class: "raw" }, h("summary", { class: "tag" }, said.details), this.ownValue);
    const send = (/** @type {{type: string} & Record<string, any>} */ asked) => this.socket.send(asked);
    this.ask = new AskPanel(send, () => this.frame?.ply ?? null, () => this.draw());
    this.curve = new Curve((ply) => this.look(ply));
    this.moves = new MoveList((ply) => this.look(ply));
    /** The tree of an analysis; a game that is played has none. */
    this.variations = Variations ? new Variations((moves) => send({ type: "line", moves })) : null;
    this.ending = new Ending(context, () => void this.lookBack(), send);
    /** Loaded when somebody looks back. @type {import("../play/review.js").ReviewPanel | undefined} */
    this.review = undefined;
    /** The key of a seat's link. */
    this.seatKey = key;
    this.clocks = new Clocks();
    this.links = LinksPanel && new LinksPanel(key, links, send);
    this.exportPanel = new ExportPanel((ply) => void this.branch(ply));
    this.stderr = new StderrPanel();
    this.seatForm = new SeatForm(send);
    /** Who walks beside a first game. */
    this.guide = Guide && new Guide({ context, send, review: () => void this.lookBack(), changed: () => this.draw(), left: () => this.dismissGuide() });
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) => h("button", { type: "button", onclick }, text);
    this.undo = button(said.undo, () => send({ type: "undo" }));
    this.redo = button(said.redo, () => send({ type: "redo" }));
    this.hurry = button(said.hurry, () => send({ type: "hurry" }));
    this.pause = button(said.pause, () => send({ type: this.state?.paused ? "resume" : "pause" }));
    this.hurry.title = said.hurryTold;
    this.pause.title = said.pauseTold;
    this.resign = button(said.resign, () => this.giveUp());
    this.again = h("a", { class: "button", href: "/" }, said.again);
    this.back = button(said.backToGame, () => this.look(this.state?.ply ?? 0));
    this.back.hidden = true;
    this.speed = h("input", { id: "speed", type: "range", min: 0, max: 3, step: 0.1, onchange: () => send({ type: "pace", seconds: Number(this.speed.value) }) });
    this.speedPart = h("div", { class: "field", hidden: true }, h("label", { for: "speed" }, said.speed), this.speed);
    this.side = h("div", { class: "side" }, this.guide?.element ?? null, h("section", { class: "panel" }, h("div", { class: "titled" }, this.title, this.help), this.sub, this.seats, this.bar.element, this.status, this.links?.question ?? null, this.faults, this.thinking, this.thinkingMore, this.speedPart, this.seatForm.element), this.links?.element ?? null, this.stderr.element, this.ask.element, this.variations?.element ?? null, this.curve.element, this.moves.element, this.exportPanel.element);
    // Nothing is shown before there is a game, so that nothing jumps when it comes.
    this.all = h(
      "div",
      { class: Guide ? "play guided" : "play", hidden: true },
      h(
        "div",
        {},
        h("div", { class: "stage" }, this.bar.upright.element, h("div", { class: "board-scroll" }, this.board.element), this.curtain),
        h(
          "div",
          { class: "below-board" },
          h("div", { class: "board-tools" }, h("div", {}, this.hintLine, this.ending.text), h("div", { class: "controls" }, this.pen, this.settings.button)),
          h("div", { class: "stage-foot" }, h("div", { class: "controls" }, this.undo, this.redo, button(said.flip, () => this.flip()), this.hint, this.pause, this.back), h("span", { class: "spacer" }), h("div", { class: "controls" }, this.hurry, ...this.ending.buttons, this.resign, this.again)),
          this.settings.element,
          this.amount.element,
        ),
      ),
      this.side,
    );
    root.append(this.all);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.socket = new GameSocket(context.parts[0] ?? "", this.seatKey, {
      told: (told) => this.told(told),
      connected: (is) => (is ? this.askAgain() : (this.status.textContent = said.reconnecting)),
      gone: () => root.replaceChildren(h("div", { class: "wide" }, h("p", { class: "problem" }, said.gone), h("a", { class: "button", href: "/" }, words.missing.back))),
    });
  }

  close() {
    document.removeEventListener("keydown", this.keys);
    this.clocks.close();
    this.socket.close();
  }

  /** @param {ServerMessage} told */
  told(told) {
    const state = this.state;
    if (told.type === "state") this.show(told);
    else if (this.guide?.takes(told)) {
      // A hint that only the guide has asked for looks further, too: all values on the screen are of one search.
      if (told.type === "hint" && state) this.showHintValue(state, told);
    }
    else if (told.type === "error") notify(told.text);
    else if (!state) return;
    else if (told.type === "frame") this.showFrame(told);
    else if (told.type === "thinking") this.showThinking(state, told);
    else if (told.type === "truth") this.showTruth(state, told);
    else if (told.type === "review") this.review?.told(told);
    else if (told.type === "analysis") {
      this.ask.showAnalysis(told, state.seats[told.seat].name);
      // At first it has seen less than the judge has for the bar.
      if (told.seconds > 0.5 || told.done) this.judge(state, told, told.lines[0]?.score ?? null);
    } else if (told.type === "judgement") {
      // An analysis looks further.
      if (!this.ask.analysis || this.ask.analysis.ply !== told.ply) this.judge(state, told, told.score);
    } else if (told.type === "hint" && told.ply === state.ply) {
      this.advice = told.squares;
      this.draw();
      this.hintLine.textContent = said.hintText(told.text, told.worth ? words.truth.text(told.worth) : told.score ? scoreText(told.score) : "");
      // On a narrow screen the board may be scrolled away.
      this.board.element.scrollIntoView({ block: "nearest", behavior: "smooth" });
      this.showHintValue(state, told);
    }
  }

  /** A hint looks further than the judge at rest: the bar follows. @param {State} state @param {import("../lib/messages.js").Advice} told */
  showHintValue(state, told) {
    const seat = state.turn ?? 0;
    if (told.ply !== state.ply) return;
    if (told.worth && !this.frame) this.showProven(state, seat, told.worth);
    else this.judge(state, { ply: told.ply, seat }, told.score);
  }

  /** @param {State} state */
  show(state) {
    const before = this.state;
    this.state = state;
    this.guide?.show(state);
    if (this.guide?.ready) void this.guide.ready.then(() => (this.all.hidden = false));
    else this.all.hidden = false;
    if (before && state.hidden && (before.eyes !== state.eyes || before.curtain !== state.curtain)) this.forget();
    if (before?.ply !== state.ply) {
      this.advice = [];
      this.hintLine.textContent = "";
      this.amount.close();
      if (this.frame && this.frame.ply >= state.ply) this.frame = undefined;
    }
    if (before && state.over && !before.over) ring("end");
    else if (before && state.ply > before.ply) ring(pieceCount(state.picture) < pieceCount(before.picture) ? "capture" : "move");
    // What was taken back is thought about no more.
    if (before && state.ply < before.ply) this.thinking.replaceChildren();
    this.context.title(state.title);
    this.title.textContent = state.title;
    for (const name of ["title", "aria-label"]) this.help.setAttribute(name, words.rules.title(state.title));
    this.sub.textContent = [state.about, state.over ? words.gallery.over : said.moveNumber(nextRow(state)), state.link?.seat === null ? words.links.watching : ""].filter(Boolean).join(" · ");
    this.sub.title = state.game;
    this.counted ||= piecesWalk(state);
    this.showEnding(state);
    this.faults.hidden = !state.faults?.length;
    const failed = (state.faults ?? []).map((fault) => said.fault(state.seats[fault.seat].name, fault, state.seats[fault.seat].who)).join(" ");
    // Read out once, not with every move.
    if (this.faults.textContent !== failed) this.faults.textContent = failed;
    this.stderr.show(state);
    this.links?.show(state);
    this.clocks.show(state);
    // All agreed to a rematch.
    if (before?.link && !before.link.next && state.link?.next) {
      this.context.navigate(`/game/${state.link.next}#${this.seatKey}`);
      return;
    }
    this.showCurtain(state);
    this.variations?.show(state);
    if (!before && this.variations) this.look(Number(this.context.query.get("analysis") || state.ply));
    this.ask.show(state);
    // A hint is for the person to move.
    this.hint.disabled = state.turn === null || state.seats[state.turn].who !== "person" || state.curtain !== null || state.link?.ask === false;
    if (state.turned !== (before?.turned ?? false)) this.turn(state.turned);
    this.seatForm.show(state);
    this.draw(Boolean(before) && state.ply === (before?.ply ?? 0) + 1);
    const agents = state.seats.some((seat) => seat.who !== "person");
    this.undo.disabled = !state.can.undo;
    this.redo.disabled = !state.can.redo;
    this.resign.disabled = !state.can.resign;
    this.hurry.disabled = state.thinking === null || Boolean(state.seats[state.thinking].bot);
    this.thinking.hidden = this.thinkingMore.hidden = !agents || Boolean(this.review?.state);
    this.hurry.hidden = !agents || Boolean(state.over) || state.link?.seat === null;
    this.pause.hidden = (!agents && !state.clock) || Boolean(state.over) || state.link?.seat === null;
    this.pause.hidden ||= state.link?.pause === false && !state.paused;
    this.pause.disabled = Boolean(state.over);
    this.pause.textContent = state.paused ? said.resume : said.pause;
    this.speedPart.hidden = state.seats.some((seat) => seat.who === "person");
    if (document.activeElement !== this.speed) this.speed.value = String(state.pace);
    if (state.thinking === null && state.turn !== null && state.seats[state.turn].who !== "person") this.thinking.replaceChildren(...(state.trouble ? [h("span", { class: "trouble" }, `${capital(state.trouble)}.`)] : []));
    const judged = state.judged && state.seats.length === 2;
    this.bar.element.hidden = !judged;
    this.all.classList.toggle("valued", judged);
    this.bar.upright.seats(state.seats.map((seat) => seat.name));
    if (this.isResult(state)) this.showResult(state);
    if (before?.judged !== state.judged) this.askJudge();
    this.again.setAttribute("href", newGamePath(state));
  }

  /** The screen is for other eyes: nothing that a seat asked for stays on it. */
  forget() {
    this.ask.forget();
    this.amount.close();
    this.board.own?.clear();
    this.advice = [];
    this.hintLine.textContent = "";
    this.frame = undefined;
    this.thinking.replaceChildren();
    this.bar.show(0.5, [], said.barNone);
    hush();
    this.askJudge();
  }

  /** The board and everything that goes with the ply that is looked at. @param {boolean} [animate] */
  draw(animate = false) {
    const state = this.state;
    if (!state) return;
    const ply = this.frame?.ply ?? state.ply;
    const status = this.frame ? said.browsing(ply, state.ply, moveName(state.moves, state.seats.map((seat) => seat.name), ply)) : this.statusText(state);
    this.status.textContent = status;
    this.status.classList.toggle("over", Boolean(state.over) && !this.frame);
    this.back.hidden = !this.frame;
    this.all.classList.toggle("looking-back", Boolean(this.frame));
    this.all.classList.toggle("playing", !state.over && !this.variations);
    this.showSeats(state, this.frame ?? state);
    const marks = this.ask.marks(ply);
    this.board.show({
      picture: (this.frame ?? state).picture,
      last: (this.frame ?? state).last,
      legal: this.frame ? [] : state.legal,
      arrows: [...rivalArrows(state, ply), ...(this.review?.arrows(ply) ?? []), ...this.ask.arrows(state, ply), ...(this.frame || !this.advice.length ? [] : [{ squares: this.advice, kind: "" }]), ...(this.frame ? [] : (this.guide?.marks() ?? []))],
      label: said.label(state.title, status),
      marks,
      animate,
    });
    const { across, down, ratio } = this.board.size;
    for (const [name, value] of Object.entries({ "--across": across, "--down": down, "--ratio": ratio })) this.all.style.setProperty(name, String(value));
    this.all.classList.toggle("broad", ratio > 3);
    this.exportPanel.show(state, this.frame ?? state);
    const truth = this.ask.truthOn && this.ask.truth?.source ? this.ask.truth : undefined;
    const rows = moveRows(state.moves);
    const slips = (truth?.slips ?? []).map((slip) => ({ index: slip.index, sign: slip.best.value === "win" && slip.made.value === "lose" ? "??" : "?", title: words.truth.slip(state.seats[slip.seat].name, rows[slip.index], slip.best.value, slip.made.value) }));
    const line = this.variations?.line;
    this.moves.show(line ? { ...state, moves: line, ply: line.length } : state, ply, truth ? slips : (this.review?.remarks() ?? []));
    this.review?.draw(ply);
    if (this.review) this.ending.text.hidden = !state.over || Boolean(this.variations) || !this.review.legend.hidden;
    // Who looks at a mistake takes nothing back, and the row has other buttons.
    this.undo.hidden = this.redo.hidden = Boolean(this.variations) || this.review?.retry.hidden === false;
    const names = state.seats.map((seat) => seat.name);
    if (truth && truth.curve.length === state.ply + 1) this.curve.show(truth, names, ply, rows);
    else if (this.ask.truthOn && this.ask.truth?.source !== null) this.curve.wait();
    else this.curve.hide();
  }

  /** @param {State} state */
  statusText(state) {
    const name = (/** @type {number} */ seat) => state.seats[seat].name;
    if (state.over) {
      const { winners, resigned } = state.over;
      const first = resigned === null ? "" : `${said.resigned(name(resigned))} `;
      if (winners.length === state.seats.length) return first + said.draw;
      const together = winners.length === 1 || state.teams?.some((team) => winners.every((seat) => team.includes(seat)));
      return first + (together ? said.won(winners.map(name)) : said.shared(winners.map(name)));
    }
    if (state.turn === null) return "";
    const mover = name(state.turn);
    if (state.seats[state.turn].who !== "person") return state.trouble ? said.isStuck(mover) : state.paused ? said.isPaused : state.thinking === null ? said.theirTurn(mover) : said.thinks(mover);
    if (state.link && state.link.seat !== state.turn) return state.link.here[state.turn] ? said.theirTurn(mover) : words.links.waits(mover);
    if (!state.legal.length || state.legal.some((offer) => offer.squares.length > 1)) return said.yourTurn(mover);
    return isUpright(state.picture) ? said.column(mover) : said.place(mover);
  }

  /** Says why a square cannot be chosen. @param {string} square @param {string | null} from the piece that was chosen before */
  refuse(square, from) {
    const state = this.state;
    if (!state || state.over || state.turn === null) return;
    const mover = state.seats[state.turn];
    const shape = this.board.shapeAt(square);
    const isOwn = Boolean(shape) && shape === seatShape(state.name, state.turn);
    const why = this.frame ? said.refused.earlier : !state.legal.length ? said.theirTurn(mover.name) : from ? said.refused.target(from, square) : isUpright(state.picture) ? said.refused.full : !shape ? said.refused.empty : isOwn ? said.refused.stuck(square) : said.refused.other(square);
    this.hintLine.textContent = why;
    this.board.shake(square);
  }

  /** What is over has other buttons than what goes on. @param {State} state */
  showEnding(state) {
    const over = Boolean(state.over) && !this.variations;
    if (this.variations) this.ending.hide();
    else this.ending.show(state);
    this.hintLine.hidden = over;
    this.hint.hidden = over || state.link?.ask === false;
    this.resign.hidden = over || Boolean(this.variations);
    if (!over || this.review?.state?.ply !== state.ply) this.review?.close();
    if (!over && this.guide && this.side.firstChild !== this.guide.element) this.side.prepend(this.guide.element);
  }

  async lookBack() {
    const { ReviewPanel } = await import("../play/review.js");
    if (!this.state?.over) return;
    if (!this.review) {
      this.review = new ReviewPanel({ look: (ply) => this.lookUp(ply), retry: (ply) => void this.retry(ply), branch: (ply) => void this.branch(ply), changed: () => this.draw() });
      this.ask.element.before(this.review.element);
      this.back.after(this.review.retry);
      this.ending.review.before(this.review.next);
      this.ending.text.after(this.review.legend);
    }
    // What the last move was thought to be makes room.
    this.thinking.hidden = this.thinkingMore.hidden = true;
    // The guide has said what it had to say: the review stands beside the board.
    if (this.guide) this.review.element.after(this.guide.element);
    this.review.open(this.state);
    this.socket.send({ type: "review" });
    this.draw();
  }

  /** Goes to a ply, and brings the board into sight: on a narrow screen it may be scrolled away. @param {number} ply */
  lookUp(ply) {
    this.look(ply);
    this.board.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} ply */
  async retry(ply) {
    if (this.state) this.context.navigate(await tryAgain(this.state, ply));
  }

  /** The same moves on a board of their own, where others can be tried. @param {number} ply */
  async branch(ply) {
    if (this.state) this.context.navigate(await analysisBoard(this.state, ply));
  }

  /** @param {boolean} flipped whether the first seat's side is at the top */
  turn(flipped) {
    this.board.turn(flipped);
    this.bar.upright.turn(flipped);
  }

  flip() {
    this.turn(!this.board.flipped);
  }

  /** Clicks, fingers and Enter draw arrows, or they move pieces. @param {boolean} pen */
  draws(pen) {
    this.pen.setAttribute("aria-pressed", String(pen));
    this.board.draws(pen);
  }

  /** @param {State} state @param {{picture: import("../board/board.js").Picture, scores?: number[] | null}} at the ply that is looked at */
  showSeats(state, at) {
    const people = state.seats.filter((seat) => seat.who === "person").length;
    this.seats.replaceChildren(
      ...state.seats.map((seat, index) => {
        const team = state.teams?.findIndex((members) => members.includes(index)) ?? -1;
        const link = state.link;
        const who = seat.who !== "person" ? seat.who : link ? (link.seat === index ? said.you : link.here[index] ? words.links.here : words.links.awaited) : people === 1 ? said.you : said.person;
        const points = state.over && seat.score !== undefined ? said.points(state.over.payoffs[index]) : "";
        // Where a clock runs, it says whose turn it is.
        const tag = state.clock ? points : state.thinking === index ? said.thinking : state.turn === index ? said.toMove : points;
        const score = at.scores?.[index] ?? seat.score;
        const has = score != null ? score.toFixed(1) : this.counted ? said.pieces(material(state, at.picture, index)) : "";
        return h(
          "li",
          { class: state.turn === index ? "seat turn" : "seat" },
          pieceIcon(seatShape(state.name, index)),
          h("span", { class: "who" }, h("b", {}, capital(seat.name)), " ", h("span", { class: "tag" }, team >= 0 ? `${who} · ${said.team(team + 1)}` : who)),
          h("span", { class: "has" }, h("span", { class: "tag" }, tag), this.clocks.face(index), has && h("span", { class: "score" }, ` ${has}`)),
        );
      }),
    );
  }

  /** @param {State} state @param {import("../lib/api.js").Thinking} told */
  showThinking(state, told) {
    if (told.ply !== state.ply && told.ply !== state.ply - 1) return;
    // Who does not search has nothing to tell.
    if (told.nodes === 0) return;
    const rate = told.seconds > 0.005 ? said.rate(short(told.nodes / told.seconds)) : "";
    const parts = [told.depth ? said.depth(told.depth) : "", rate, said.seconds(told.seconds)].filter(Boolean);
    this.thinking.replaceChildren(
      h("b", {}, capital(state.seats[told.seat].name)),
      ` ${parts.join(" · ")} `,
      h("span", { class: "pv", title: told.line.join(" ") }, told.line.join(" ") || " "),
    );
    if (told.score) this.ownValue.textContent = said.ownValue(told.score.text);
  }

  /** @param {State} state @param {import("../lib/api.js").Truth} told */
  showTruth(state, told) {
    this.ask.showTruth(told);
    if (told.worth && told.seat !== null && this.ask.truthOn) this.showProven(state, told.seat, told.worth);
  }

  /** What the judge says of the ply that is looked at; the truth, if it is known, is more. @param {State} state @param {{ply: number, seat: number}} of @param {import("../lib/api.js").Scored | null} score for the seat to move */
  judge(state, { ply, seat }, score) {
    const known = this.ask.truthOn && this.ask.truth?.source && this.ask.truth.ply === ply && this.ask.truth.worth;
    if (this.isResult(state) || ply !== (this.frame?.ply ?? state.ply) || known || !score || score.chance === null) return;
    const proven = score.kind === "points" || score.kind === "average" ? undefined : said.proven(state.seats[seat].name, scoreText(score));
    this.bar.show(seat === 0 ? score.chance : 1 - score.chance, state.seats.map((known) => known.name), proven);
  }

  /** @param {State} state @param {number} seat @param {import("../lib/api.js").KnownValue} worth for that seat */
  showProven(state, seat, worth) {
    if (this.isResult(state)) return;
    const chance = chanceOf(worth);
    this.bar.show(seat === 0 ? chance : 1 - chance, [], said.proven(state.seats[seat].name, words.truth.text(worth)));
  }

  /** Whether the end is looked at: then the bar has the result, however the game ended, and no chance any more. @param {State} state */
  isResult(state) {
    return Boolean(state.over) && !this.frame;
  }

  /** @param {State} state */
  showResult(state) {
    const winners = state.over?.winners ?? [];
    const [first, second] = [0, 1].map((seat) => winners.includes(seat));
    this.bar.show(first === second ? 0.5 : first ? 1 : 0, [], said.decided(this.statusText(state)));
  }

  /** The judge is asked once; it answers after every change. */
  askJudge() {
    if (this.state?.judged && this.state.seats.length === 2) this.socket.send({ type: "judge", on: true, ply: this.frame?.ply ?? null });
  }

  /** Somebody looks at another ply, or the connection is new. */
  askAgain() {
    this.ask.askAgain();
    this.askJudge();
  }

  /** @param {State} state */
  showCurtain(state) {
    const was = this.curtain.hidden;
    this.curtain.hidden = state.curtain === null;
    if (state.curtain === null) return;
    const button = h("button", { class: "primary", type: "button", onclick: () => this.socket.send({ type: "reveal" }) }, said.reveal);
    this.curtain.replaceChildren(h("h1", {}, said.curtain(state.seats[state.curtain].name)), h("p", { class: "lead" }, said.curtainNote), button);
    if (was) button.focus();
  }

  /** Goes to a ply; the last one is the game itself. @param {number} ply */
  look(ply) {
    const state = this.state;
    if (!state) return;
    if (this.variations) {
      const line = this.variations.line.map((move) => move.text);
      const to = Math.max(0, Math.min(line.length, ply));
      if (to !== state.ply) this.socket.send({ type: "line", moves: line.slice(0, to) });
      return;
    }
    const wanted = Math.max(0, Math.min(state.ply, ply));
    if (wanted === state.ply) {
      const was = this.frame;
      this.frame = undefined;
      this.draw();
      if (was) this.askAgain();
      if (was && state.over) this.showResult(state);
    } else {
      this.socket.send({ type: "frame", ply: wanted });
    }
  }

  /** @param {Frame} frame */
  showFrame(frame) {
    const before = this.frame?.ply ?? this.state?.ply ?? 0;
    this.frame = frame;
    this.draw(frame.ply === before + 1);
    this.askAgain();
  }

  /** Arrow keys go through the game unless something else wants them. @param {KeyboardEvent} event */
  key(event) {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    const target = event.target instanceof Element ? event.target : document.body;
    if (!step || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || target.closest("input, select, textarea, .board")) return;
    event.preventDefault();
    this.look((this.frame?.ply ?? this.state?.ply ?? 0) + step);
  }

  askHint() {
    this.guide?.loud();
    this.socket.send({ type: "hint" });
  }

  /** Help is not wanted any more; the address forgets it, too. */
  dismissGuide() {
    this.guide?.element.remove();
    this.guide = undefined;
    this.all.classList.remove("guided");
    this.context.remember(`/game/${this.context.parts[0]}`);
    document.getElementById("page")?.focus({ preventScroll: true });
    this.draw();
  }

  giveUp() {
    if (confirm(this.state?.seats.length === 2 ? said.resignSure : said.resignSureMany)) this.socket.send({ type: "resign" });
  }

  /** @param {string} text */
  play(text) {
    if (this.state) this.socket.send({ type: "move", text, ply: this.state.ply });
  }
}
