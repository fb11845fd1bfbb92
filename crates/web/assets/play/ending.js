// @ts-check
/** The end of a game: who won and why, and what can be done next. */

import { gamePath, openGame } from "../lib/api.js";
import { h, pieceIcon, seatShape } from "../lib/dom.js";
import { playersAgain } from "../lib/seat_key.js";
import { words } from "../strings.js";

/** @typedef {import("../lib/api.js").State} State */

const said = words.ending;
/** More letters than these do not fit on one line beside most boards. */
const LONG = 56;

/** Who won, for whoever sits at this screen. @param {State} state */
export function outcome(state) {
  const { winners, payoffs, resigned, why } = /** @type {NonNullable<State["over"]>} */ (state.over);
  const names = winners.map((seat) => state.seats[seat].name);
  const people = state.seats.flatMap((seat, index) => (seat.who === "person" ? [index] : []));
  const only = state.link ? state.link.seat : people.length === 1 ? people[0] : null;
  const everybody = winners.length === state.seats.length;
  const together = winners.length === 1 || state.teams?.some((team) => winners.every((seat) => team.includes(seat)));
  const fault = state.faults?.[0];
  const reason = resigned !== null ? (resigned === only ? said.youResigned : said.resigned(state.seats[resigned].name)) : state.seats.length === 2 && fault ? (state.clock && fault.reason === "timeout" ? said.flagged(state.seats[fault.seat].name) : said.failed(state.seats[fault.seat].name)) : (why ?? "");
  /** @type {"win" | "draw" | "lose" | ""} */
  let value = "";
  if (only !== null) value = everybody ? "draw" : winners.includes(only) ? (together ? "win" : "draw") : "lose";
  const mine = only === null ? "" : state.seats[only].name;
  const place = 1 + payoffs.filter((payoff) => only !== null && payoff > payoffs[only]).length;
  const lost = state.seats.length > 2 && !state.teams && resigned === null ? said.place(place, names) : said.youLost(mine, names);
  const head = everybody ? said.draw : !together ? said.shared(names) : only === null ? said.won(names) : value === "win" ? said.youWon(mine) : lost;
  return { head, reason, value, winner: everybody ? null : winners[0] };
}

export class Ending {
  /**
   * @param {import("../main.js").Context} context
   * @param {() => void} review somebody wants to look back
   * @param {(asked: {type: string} & Record<string, any>) => void} send
   */
  constructor(context, review, send) {
    this.context = context;
    this.send = send;
    /** @type {State | undefined} */
    this.state = undefined;
    this.text = h("p", { class: "ending-text", role: "status" });
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) => h("button", { type: "button", onclick }, text);
    this.rematch = button(said.rematch, () => void this.again(false));
    this.rematch.classList.add("primary", "next-game");
    this.swap = button(said.swap, () => void this.again(true));
    this.swap.classList.add("next-game");
    this.review = button(said.review, review);
    this.buttons = [this.rematch, this.swap, this.review];
    this.hide();
  }

  hide() {
    this.state = undefined;
    this.text.hidden = true;
    for (const button of this.buttons) button.hidden = true;
  }

  /** @param {State} state */
  show(state) {
    if (!state.over) {
      this.hide();
      return;
    }
    // Whoever watches, or goes on already, asks for no rematch.
    const done = state.link && (state.link.seat === null || state.link.next !== null);
    this.rematch.disabled = this.swap.disabled = Boolean(done || state.link?.proposal);
    if (this.state?.id === state.id && this.state.ply === state.ply) return;
    this.state = state;
    const { head, reason, value, winner } = outcome(state);
    const told = reason ? said.because(reason) : "";
    this.text.className = `ending-text ${value}${head.length + told.length > LONG ? " long" : ""}`;
    this.text.replaceChildren(winner === null ? "" : pieceIcon(seatShape(state.name, winner)), h("span", {}, h("b", {}, head), told && ` ${told}`));
    this.text.hidden = false;
    for (const button of this.buttons) button.hidden = false;
    this.swap.hidden = !state.link && state.seats.every((seat) => seat.who === state.seats[0].who);
  }

  /** The same game once more; with `swap`, everybody has the next seat. @param {boolean} swap */
  async again(swap) {
    const state = this.state;
    if (!state) return;
    if (state.link) {
      this.send({ type: "rematch", swap });
      return;
    }
    const seats = state.seats.map((seat) => seat.who);
    if (swap) seats.unshift(/** @type {string} */ (seats.pop()));
    const { id } = await openGame({ game: state.game, seats, position: state.start ?? undefined, clock: state.clock?.time });
    this.context.navigate(`/game/${id}`);
  }
}

/** A new game from an earlier moment of this one. @param {State} state @param {number} ply @returns {Promise<string>} its path */
export async function tryAgain(state, ply) {
  const moves = state.moves.slice(0, ply).map((move) => move.text).join(" ");
  const { id } = await openGame({ game: state.game, seats: state.seats.map((seat) => seat.who), position: state.start ?? undefined, moves });
  return `/game/${id}`;
}

/** A board of people only, with the moves of this game, at an earlier moment of it. @param {State} state @param {number} ply @returns {Promise<string>} its path */
export async function analysisBoard(state, ply) {
  const moves = state.moves.map((move) => move.text).join(" ");
  const { id } = await openGame({ game: state.game, seats: state.seats.map(() => "person"), position: state.start ?? undefined, moves });
  return `/game/${id}?analysis=${ply}`;
}

/** The page before a game, with the same players. @param {State} state */
export const newGamePath = (state) => gamePath("play", state.game, { seats: playersAgain(state), clock: state.clock?.time });
