// @ts-check
/** A recorded game, stepped through: the board, the moves as on a game's own page, and what was seen at every move. */

import { Board } from "../../board/board.js";
import { gamePath } from "../../lib/api.js";
import { h, pieceIcon, seatShape } from "../../lib/dom.js";
import { MoveList, moveName } from "../../play/movelist.js";
import { capital, words } from "../../strings.js";
import { game as fetchGame, tournament } from "./api.js";
import { MovePanel } from "./move_panel.js";
import { thrown, value } from "./values.js";

/** @typedef {import("./api.js").Recorded} Recorded */
/** @typedef {import("./api.js").State} State */
/** @typedef {import("../../board/board.js").Picture} Picture */

const said = words.arena;
/** Between moves that play by themselves, in milliseconds. */
const PACE = 650;

/** @param {HTMLElement} root @param {import("../../main.js").Context} context @param {string} id @param {string} number */
export async function mount(root, context, id, number) {
  const [state, game] = await Promise.all([tournament(id), fetchGame(id, number)]);
  const page = new Replay(root, context, state, game);
  return () => page.close();
}

class Replay {
  /** @param {HTMLElement} root @param {import("../../main.js").Context} context @param {State} state @param {Recorded} game */
  constructor(root, context, state, game) {
    this.game = game;
    this.state = state;
    this.ply = 0;
    this.timer = 0;
    this.plies = game.moves.length;
    this.pictures = pictures(game);
    context.title(said.gameTitle(game.number, state.title));
    this.board = new Board();
    this.now = h("p", { class: "status", id: "replay-now", "aria-live": "polite" });
    this.play = h("button", { type: "button", id: "replay-play", class: "primary", onclick: () => this.toggle() }, said.play);
    const flip = h("button", { type: "button", id: "replay-flip", onclick: () => this.board.flip() }, words.game.flip);
    /** The moves with their numbers, the slider and the steps: as in a game that is played. */
    this.moves = new MoveList((ply) => this.go(ply));
    this.moves.list.id = "replay-moves";
    this.moves.slider.id = "replay-ply";
    /** What the list needs to know of the game. */
    this.played = { id: `${state.id} ${game.number}`, seats: game.seats, moves: game.moves, ply: this.plies };
    this.remarks = remarks(game);
    this.seats = h("ul", { class: "seats" });
    this.panel = new MovePanel(game, state, (ply) => this.go(ply));
    const here = h("a", { class: "button", id: "replay-from-here", href: "#" }, said.fromHere);
    this.here = here;
    const other = (/** @type {string} */ name, /** @type {number} */ number, /** @type {string} */ text) => (number >= 1 && number <= (state.total ?? Infinity) ? h("a", { class: "button", id: `replay-${name}`, href: `/arena/${state.id}/${number}` }, text) : null);
    root.append(
      h(
        "div",
        { class: "play replaying" },
        h("div", { class: "stage" }, this.board.element, this.moves.steps, h("div", { class: "controls steps" }, this.play, flip)),
        h(
          "div",
          { class: "side" },
          h(
            "section",
            { class: "panel" },
            h("p", { class: "tag" }, h("a", { href: `/arena/${state.id}` }, said.backTo(state.title))),
            h("h1", {}, said.gameNumber(game.number)),
            h("p", { class: "sub" }, `${game.game} · ${said.resultText(game.result)} · ${game.reason}`),
            this.seats,
            this.now,
          ),
          this.moves.element,
          this.panel.element,
          h("div", { class: "controls" }, other("previous", game.number - 1, said.previous), other("next", game.number + 1, said.next), here),
          h("p", { class: "tag" }, said.keys),
        ),
      ),
    );
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    const asked = Number(context.query.get("ply") ?? 0);
    this.step(Number.isInteger(asked) ? asked : 0, false);
  }

  close() {
    clearInterval(this.timer);
    document.removeEventListener("keydown", this.keys);
  }

  /** @param {number} ply */
  go(ply) {
    this.pause();
    this.step(ply, ply === this.ply + 1);
  }

  toggle() {
    if (this.timer) {
      this.pause();
      return;
    }
    if (this.ply === this.plies) this.step(0, false);
    this.play.textContent = said.pause;
    // Nobody can listen as fast as it plays.
    this.now.setAttribute("aria-live", "off");
    this.timer = setInterval(() => {
      this.step(this.ply + 1, true);
      if (this.ply === this.plies) this.pause();
    }, PACE);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.play.textContent = said.play;
    this.now.setAttribute("aria-live", "polite");
  }

  /** @param {number} to @param {boolean} animate */
  step(to, animate) {
    const { game } = this;
    this.ply = Math.max(0, Math.min(this.plies, to));
    const made = game.moves[this.ply - 1];
    const parts = [this.ply ? said.at(moveName(game.moves, game.seats, this.ply), this.ply, this.plies) : said.atStart(this.plies)];
    if (made?.log?.truth) parts.push(said.valueWords(...value(made.log.truth.made)));
    if (made && thrown(made)) parts.push(thrown(made));
    if (this.ply === this.plies && game.detail) parts.push(game.detail);
    const text = parts.join(" · ");
    this.now.textContent = text;
    this.board.show({ picture: this.pictures[this.ply], last: made?.squares ?? [], label: text, animate });
    this.moves.show(this.played, this.ply, this.remarks);
    this.moves.slider.setAttribute("aria-valuetext", text);
    this.panel.show(this.ply);
    this.showSeats(game.moves[this.ply]?.seat ?? null);
    this.here.setAttribute("href", gamePath("play", game.game, { position: game.positions[this.ply] }));
    history.replaceState(null, "", this.ply ? `?ply=${this.ply}` : location.pathname);
  }

  /** @param {number | null} turn */
  showSeats(turn) {
    const { game, state } = this;
    const scores = game.scores?.[this.ply];
    this.seats.replaceChildren(
      ...game.players.map((player, seat) => {
        const tag = turn === seat ? words.game.toMove : turn === null && game.winner === seat ? said.winner : "";
        return h(
          "li",
          { class: turn === seat ? "seat turn" : "seat" },
          pieceIcon(seatShape(game.game, seat)),
          h("span", { class: "who" }, h("b", {}, state.players[player].name), " ", h("span", { class: "tag" }, capital(game.seats[seat]))),
          h("span", {}, h("span", { class: "tag" }, tag), scores ? h("span", { class: "score" }, ` ${said.decimal(scores[seat])}`) : null),
        );
      }),
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey || target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    // The board's own arrows walk its squares.
    if (target instanceof Element && target.closest(".board")) return;
    /** @type {Record<string, () => void>} */
    const keys = { ArrowLeft: () => this.go(this.ply - 1), ArrowRight: () => this.go(this.ply + 1), Home: () => this.go(0), End: () => this.go(this.plies), f: () => this.board.flip() };
    if (!(target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement)) keys[" "] = () => this.toggle();
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** Signs at the moves that threw something away, as in a game. @param {Recorded} game @returns {import("../../play/movelist.js").Remark[]} */
function remarks({ moves }) {
  return moves.flatMap((made, index) => {
    const truth = made.log?.truth;
    const title = thrown(made);
    if (!truth || !title) return [];
    const isGross = value(truth.best)[0] === "win" && value(truth.made)[0] === "lose";
    return [{ index, sign: isGross ? "??" : "?", title }];
  });
}

/** Every board of the game, from the first and what changed. @param {Recorded} game @returns {Picture[]} */
function pictures({ frames: { columns, rows, cells, start, changes } }) {
  let codes = start;
  const all = [codes];
  for (const changed of changes) {
    codes = codes.slice();
    for (let index = 0; index < changed.length; index += 2) codes[changed[index]] = changed[index + 1];
    all.push(codes);
  }
  return all.map((board) => ({ columns, rows, cells: board.map((code) => cells[code]) }));
}
