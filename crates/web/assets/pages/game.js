// @ts-check
/** A game being played: the board, who plays, what was played. */

import { Board } from "../board/board.js";
import { h, notify, pieceIcon } from "../lib/dom.js";
import { GameSocket } from "../lib/socket.js";
import { capital, words } from "../strings.js";
import { seatShape } from "./setup.js";

/** @typedef {import("../lib/api.js").State} State */
/** @typedef {import("../lib/api.js").Frame} Frame */
/** @typedef {import("../board/board.js").Offer} Offer */

const said = words.game;

/** @param {HTMLElement} root @param {import("../main.js").Context} context */
export function mount(root, context) {
  const page = new GamePage(root, context);
  return () => page.close();
}

class GamePage {
  /** @param {HTMLElement} root @param {import("../main.js").Context} context */
  constructor(root, context) {
    this.context = context;
    this.id = context.parts[0] ?? "";
    /** @type {State | undefined} */
    this.state = undefined;
    this.board = new Board({ play: (offer) => this.offer(offer) });
    this.sheet = h("form", { class: "sheet", hidden: true });
    this.curtain = h("div", { class: "curtain", hidden: true });
    this.title = h("h1", {});
    this.sub = h("p", { class: "sub" });
    this.seats = h("ul", { class: "seats" });
    this.status = h("p", { class: "status", role: "status" });
    this.moves = h("ol", { class: "moves" });
    const ask = (/** @type {string} */ type) => () => this.socket.send({ type });
    this.undo = h("button", { type: "button", onclick: ask("undo") }, said.undo);
    this.redo = h("button", { type: "button", onclick: ask("redo") }, said.redo);
    this.resign = h("button", { type: "button", onclick: () => confirm(said.resignSure) && this.socket.send({ type: "resign" }) }, said.resign);
    this.hurry = h("button", { type: "button", onclick: ask("hurry") }, said.hurry);
    this.pause = h("button", { type: "button", onclick: () => this.socket.send({ type: this.state?.paused ? "resume" : "pause" }) }, said.pause);
    const flip = h("button", { type: "button", onclick: () => this.board.flip() }, said.flip);
    this.again = h("a", { class: "button", href: "/" }, said.again);
    root.append(
      h(
        "div",
        { class: "play" },
        h("div", { class: "stage" }, this.board.element, this.sheet, this.curtain),
        h(
          "div",
          { class: "side" },
          h("section", { class: "panel" }, this.title, this.sub, this.seats, this.status),
          h("section", { class: "panel" }, h("h2", {}, said.moves), this.moves),
          h("div", { class: "controls" }, this.undo, this.redo, this.hurry, this.pause, flip, this.resign, this.again),
        ),
      ),
    );
    this.socket = new GameSocket(this.id, {
      told: (told) => this.told(told),
      connected: (is) => this.connected(is),
      gone: () => root.replaceChildren(h("p", { class: "problem" }, said.gone)),
    });
  }

  close() {
    this.socket.close();
  }

  /** @param {boolean} is */
  connected(is) {
    if (!is) this.status.textContent = said.reconnecting;
  }

  /** @param {import("../lib/api.js").Told} told */
  told(told) {
    if (told.type === "state") this.show(told);
    else if (told.type === "error") notify(told.text);
  }

  /** @param {State} state */
  show(state) {
    const before = this.state;
    this.state = state;
    const status = this.statusText(state);
    this.context.title(state.title);
    this.title.textContent = state.title;
    this.sub.textContent = `${state.game} · ${said.move(state.ply)}`;
    this.status.textContent = status;
    this.status.classList.toggle("over", Boolean(state.over));
    this.board.show({
      picture: state.picture,
      legal: state.legal,
      last: state.last,
      label: said.label(state.title, status),
      animate: Boolean(before) && state.ply === (before?.ply ?? 0) + 1,
    });
    if (before?.ply !== state.ply) this.sheet.hidden = true;
    this.showSeats(state);
    this.showMoves(state);
    this.showCurtain(state);
    this.undo.disabled = !state.can.undo;
    this.redo.disabled = !state.can.redo;
    this.resign.disabled = !state.can.resign;
    this.hurry.disabled = state.thinking === null;
    const agents = state.seats.some((seat) => seat.who !== "person");
    this.pause.hidden = this.hurry.hidden = !agents;
    this.pause.disabled = Boolean(state.over);
    this.pause.textContent = state.paused ? said.resume : said.pause;
    this.again.setAttribute("href", `/play/${state.game}?${new URLSearchParams(state.seats.map((seat) => ["seat", seat.who]))}`);
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
    if (state.seats[state.turn].who !== "person") return state.paused ? said.isPaused : state.thinking === null ? said.theirTurn(mover) : said.thinks(mover);
    return state.legal.length > 0 && state.legal.every((offer) => offer.squares.length === 1) ? said.place(mover) : said.yourTurn(mover);
  }

  /** @param {State} state */
  showSeats(state) {
    const people = state.seats.filter((seat) => seat.who === "person").length;
    this.seats.replaceChildren(
      ...state.seats.map((seat, index) => {
        const team = state.teams?.findIndex((members) => members.includes(index)) ?? -1;
        const who = seat.who === "person" ? (people === 1 ? said.you : said.person) : seat.who;
        const points = state.over && seat.score !== undefined ? said.points(state.over.payoffs[index]) : "";
        const tag = state.thinking === index ? said.thinking : state.turn === index ? said.toMove : points;
        return h(
          "li",
          { class: state.turn === index ? "seat turn" : "seat" },
          pieceIcon(seatShape(state.picture, index, state.seats.length)),
          h("span", { class: "who" }, h("b", {}, capital(seat.name)), " ", h("span", { class: "tag" }, team >= 0 ? `${who} · ${said.team(team + 1)}` : who)),
          h("span", {}, h("span", { class: "tag" }, tag), seat.score === undefined ? null : h("span", { class: "score" }, ` ${seat.score.toFixed(1)}`)),
        );
      }),
    );
  }

  /** @param {State} state */
  showMoves(state) {
    const count = state.seats.length;
    const items = state.moves.map((move, index) =>
      h("li", {}, h("button", { type: "button", "aria-current": index === state.ply - 1 ? "true" : null }, index % count === 0 ? h("span", { class: "number" }, `${index / count + 1}.`) : null, move.text)),
    );
    this.moves.replaceChildren(...items);
    this.moves.scrollTop = this.moves.scrollHeight;
  }

  /** @param {State} state */
  showCurtain(state) {
    this.curtain.hidden = state.curtain === null;
    if (state.curtain === null) return;
    const button = h("button", { class: "primary", type: "button", onclick: () => this.socket.send({ type: "reveal" }) }, said.reveal);
    this.curtain.replaceChildren(h("h1", {}, said.curtain(state.seats[state.curtain].name)), h("p", { class: "lead" }, said.curtainNote), button);
  }

  /** A person chose squares on the board: one move, or several that differ by an amount. @param {Offer} offer */
  offer(offer) {
    if (offer.moves.length === 1) this.play(offer.moves[0].text);
    else this.askAmount(offer);
  }

  /** @param {string} text */
  play(text) {
    this.sheet.hidden = true;
    if (this.state) this.socket.send({ type: "move", text, ply: this.state.ply });
  }

  /** @param {Offer} offer */
  askAmount(offer) {
    const amounts = offer.moves.map((move) => move.amount ?? 0);
    const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
    const half = Math.max(least, Math.round((most + 1) / 2));
    const send = h("button", { class: "primary", type: "submit" }, said.send(half));
    const output = h("output", { for: "amount" }, String(half));
    const slider = h("input", {
      id: "amount",
      type: "range",
      min: least,
      max: most,
      value: String(half),
      oninput: () => {
        output.textContent = slider.value;
        send.textContent = said.send(Number(slider.value));
      },
    });
    slider.value = String(half);
    const close = () => {
      this.sheet.hidden = true;
    };
    this.sheet.replaceChildren(
      h("label", { for: "amount" }, `${said.howMany} ${offer.squares.join(" → ")}`),
      h("div", { class: "row" }, slider, output),
      h("div", { class: "controls" }, send, h("button", { type: "button", onclick: close }, said.cancel)),
    );
    this.sheet.onsubmit = (event) => {
      event.preventDefault();
      const chosen = offer.moves.find((move) => move.amount === Number(slider.value));
      if (chosen) this.play(chosen.text);
    };
    this.sheet.onkeydown = (event) => {
      if (event.key === "Escape") close();
    };
    this.sheet.hidden = false;
    slider.focus();
  }
}
