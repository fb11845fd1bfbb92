// @ts-check
/**
 * The games of a running tournament on small boards. They are asked for only while somebody can see them, and every board
 * keeps its place and size, whatever is played on it.
 */

import { Board } from "../../board/board.js";
import { h, pieceIcon, seatShape } from "../../lib/dom.js";
import { listen } from "../../lib/feed.js";
import { arenaWords as said } from "../../strings/arena.js";
import { capital, words } from "../../strings.js";
import { game as fetchGame, livePath } from "./api.js";

/** @typedef {import("./api.js").State} State */
/** @typedef {import("../../lib/messages.js").LiveUpdate} LiveUpdate */
/** @typedef {import("../../lib/messages.js").LiveBoardJson} LiveGame */

/** The server shows no more. */
const MOST = 6;
/** So many games of a tournament that is over. */
const LAST = 2;
/** A move that takes longer is being thought about. */
const LONG = 2;

export class LiveGames {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.ended = false;
    /** @type {(() => void) | undefined} */
    this.unlisten = undefined;
    this.title = h("h2", { id: "live-title" }, said.live);
    this.count = h("p", { class: "tag", id: "live-count" });
    this.places = Array.from({ length: Math.max(1, Math.min(MOST, state.concurrency ?? Math.min(LAST, state.recent.length))) }, () => new LivePlace(state));
    this.element = h(
      "section",
      { class: "panel part-live", "aria-labelledby": "live-title" },
      h("div", { class: "headline" }, this.title, this.count),
      h("ul", { class: "live-games", id: "live-games" }, ...this.places.map((place) => place.element)),
      state.hidden ? h("p", { class: "tag" }, said.liveHidden) : null,
    );
    this.seen = false;
    this.observer = new IntersectionObserver(([entry]) => {
      this.seen = entry.isIntersecting;
      this.follow();
    });
    this.observer.observe(this.element);
    this.look = () => this.follow();
    document.addEventListener("visibilitychange", this.look);
  }

  /** Listens while somebody looks. */
  follow() {
    const looks = this.seen && !document.hidden && !this.ended;
    if (!looks) {
      this.unlisten?.();
      this.unlisten = undefined;
    } else if (!this.unlisten) {
      this.unlisten = listen(livePath(this.state.id), { told: (update) => this.show(update), done: () => this.ended, lost: () => {} });
    }
  }

  /** The tournament is over: the boards stay as they are, and where none came in time the last games are shown. @param {State} state */
  end(state) {
    this.ended = true;
    this.title.textContent = said.liveLast;
    this.count.textContent = "";
    void this.fill(state);
    // The last word is on its way.
    setTimeout(() => this.close(), 2000);
  }

  close() {
    this.observer.disconnect();
    document.removeEventListener("visibilitychange", this.look);
    this.unlisten?.();
    this.unlisten = undefined;
  }

  /** Shows the end of the last games on boards that show no other end: quick games are over before anybody looks. @param {State} state */
  async fill(state) {
    const shown = new Set(this.places.flatMap(({ game }) => (game?.ended ? [game.number] : [])));
    const free = this.places.filter(({ game }) => !game?.ended);
    const numbers = state.recent.map((row) => row.number).filter((number) => !shown.has(number)).slice(0, free.length);
    const games = await Promise.all(numbers.map((number) => fetchGame(state.id, String(number)).catch(() => undefined)));
    games.forEach((game, index) => {
      if (game && !free[index].game?.ended) free[index].show(ended(game), game.frames.cells);
    });
  }

  /** @param {LiveUpdate} update */
  show(update) {
    const shown = update.boards.filter((board) => board && !board.ended).length;
    // Between two games there is none for a moment: that is not worth a word.
    if (!this.ended && update.running) say(this.count, said.liveCount(Math.min(shown || this.places.length, update.running), update.running));
    this.places.forEach((place, index) => place.show(update.boards[index] ?? null, update.cells));
  }
}

/** A place for one game. */
class LivePlace {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {LiveGame | null} */
    this.game = null;
    this.board = new Board({ still: true });
    this.seats = state.seats.map((name, seat) => {
      const who = h("span", { class: "who" });
      const has = h("span", { class: "has" });
      return { who, has, row: h("li", { class: "live-seat", title: capital(name) }, pieceIcon(seatShape(state.game, seat)), who, has) };
    });
    this.number = h("a", { class: "live-number" });
    this.now = h("span", { class: "live-now" });
    this.element = h("li", { class: "live-game" }, this.board.element, h("ul", { class: "live-seats" }, ...this.seats.map(({ row }) => row)), h("p", { class: "tag" }, this.number, this.now));
    this.board.element.setAttribute("aria-label", said.live);
  }

  /** @param {LiveGame | null} game @param {string[][]} cells */
  show(game, cells) {
    const before = this.game;
    this.game = game;
    if (!game) return;
    const names = game.players.map((player) => this.state.players[player].name);
    const same = before?.number === game.number;
    if (!same || before?.ply !== game.ply || Boolean(before.ended) !== Boolean(game.ended)) {
      const picture = { columns: game.columns, rows: game.rows, cells: game.squares.map((code) => cells[code]) };
      this.board.show({ picture, last: game.last, label: said.liveLabel(game.number, names, game.ply), animate: same && game.ply === (before?.ply ?? 0) + 1 });
    }
    this.seats.forEach(({ who, has, row }, seat) => {
      say(who, names[seat]);
      const clock = game.clocks[seat];
      say(has, clock !== undefined && !game.ended ? said.clock(clock) : game.scores ? String(Math.round(game.scores[seat] * 100) / 100) : game.ended?.winner === seat ? words.arena.winner : "");
      row.classList.toggle("turn", game.turn === seat);
      row.classList.toggle("won", game.ended?.winner === seat);
    });
    say(this.number, said.liveGame(game.number, game.ply));
    // A game that is over can be looked at as long as one likes.
    if (game.ended) this.number.setAttribute("href", `/arena/${this.state.id}/${game.number}`);
    else this.number.removeAttribute("href");
    const thinking = game.thinking >= LONG && !game.ended;
    say(this.now, game.ended ? words.arena.resultText(game.ended.result) : thinking ? said.thinks(game.thinking) : said.lastMove(game.text, game.seconds));
  }
}

/** A recorded game at its end, as if it had been watched. @param {import("./api.js").Recorded} game @returns {LiveGame} */
function ended(game) {
  const { columns, rows, start, changes } = game.frames;
  const squares = start.slice();
  for (const changed of changes) for (let index = 0; index < changed.length; index += 2) squares[changed[index]] = changed[index + 1];
  const last = game.moves.at(-1);
  return {
    number: game.number,
    players: game.players,
    columns,
    rows,
    squares,
    last: last?.squares ?? [],
    text: last?.text ?? null,
    ply: game.moves.length,
    turn: null,
    seconds: last?.log?.seconds ?? null,
    thinking: 0,
    clocks: [],
    scores: game.scores?.at(-1) ?? null,
    ended: { result: game.result, winner: game.winner, detail: game.detail },
  };
}

/** @param {HTMLElement} element @param {string} text */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
