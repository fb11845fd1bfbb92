// @ts-check
/** Packs of puzzles by size and difficulty, with a map of those that are solved; and the puzzle of the day. */

import { h } from "../lib/dom.js";
import { puzzleWords as text } from "../strings/puzzles.js";
import { spoken } from "./clock.js";
import { resultOf } from "./records.js";

/** How many puzzles a pack has: the seeds 1 to this. */
export const LENGTH = 30;
export const SIZES = [5, 6, 7, 8, 9];
export const LEVELS = ["easy", "medium", "hard"];
/** The sizes of the days, from Sunday on: the week begins gently. */
const WEEK = [9, 6, 6, 7, 7, 8, 8];

/** A pack, by size and difficulty. @typedef {{size: string, difficulty: string}} Pack */

/** What names a puzzle of a pack, for records. @param {Pack} pack @param {number} seed */
export const keyOf = ({ size, difficulty }, seed) => `${size} ${difficulty} ${seed}`;

/** @param {Pack} pack @param {number} seed */
export const addressIn = ({ size, difficulty }, seed) => `/puzzles?${new URLSearchParams({ size, difficulty, seed: String(seed) })}`;

/** The pack and the number of a puzzle, if its address has them. @param {string} address @returns {{pack: Pack, seed: number} | null} */
export function placeOf(address) {
  const query = new URLSearchParams(address.split("?")[1]);
  const [size, difficulty, seed] = [query.get("size") ?? "", query.get("difficulty") ?? "", Number(query.get("seed"))];
  const isListed = SIZES.includes(Number(size)) && LEVELS.includes(difficulty) && seed >= 1 && seed <= LENGTH;
  return isListed ? { pack: { size, difficulty }, seed } : null;
}

/** The puzzle of a day, the same for everybody. @param {Date} day */
export function daily(day) {
  const seed = day.getFullYear() * 10_000 + (day.getMonth() + 1) * 100 + day.getDate();
  return new URLSearchParams({ size: String(WEEK[day.getDay()]), difficulty: "medium", seed: String(seed) });
}

/** The day whose puzzle an address means. @param {string} address */
export function dayOf(address) {
  const query = new URLSearchParams(address.split("?")[1]);
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(query.get("seed") ?? "") ?? [];
  const day = new Date(Number(year), Number(month) - 1, Number(date));
  return year && String(daily(day)) === String(query) ? day : null;
}

/** The address of the puzzle after this one: the next of its pack that is not solved, or the next number. @param {string} address */
export function nextAddress(address) {
  const place = placeOf(address);
  if (!place) return null;
  for (let step = 1; step < LENGTH; step++) {
    const seed = ((place.seed - 1 + step) % LENGTH) + 1;
    if (!resultOf(keyOf(place.pack, seed))) return addressIn(place.pack, seed);
  }
  return addressIn(place.pack, (place.seed % LENGTH) + 1);
}

export class PackPanel {
  constructor() {
    this.choice = h("select", { id: "puzzle-pack", onchange: () => this.draw("") }, ...SIZES.flatMap((size) => LEVELS.map((difficulty) => h("option", { value: `${size} ${difficulty}` }, text.pack(size, difficulty)))));
    this.count = h("p", { class: "tag", id: "puzzle-pack-count" });
    this.map = h("ol", { class: "pack-map" });
    this.today = h("a", { class: "button", id: "puzzle-today", href: `/puzzles?${daily(new Date())}` }, text.today);
    this.element = h("section", { class: "panel", "aria-labelledby": "puzzle-packs-title" }, h("h2", { id: "puzzle-packs-title" }, text.packs), h("div", { class: "row" }, h("label", { for: "puzzle-pack" }, text.packLabel), this.choice), this.count, this.map, h("div", { class: "controls" }, this.today));
    this.draw("");
  }

  /** Another puzzle is shown, or this one is solved. @param {string} address */
  show(address) {
    const place = placeOf(address);
    if (place) this.choice.value = `${place.pack.size} ${place.pack.difficulty}`;
    this.draw(address);
  }

  /** @param {string} address of the puzzle that is shown */
  draw(address) {
    const [size, difficulty] = this.choice.value.split(" ");
    const here = placeOf(address);
    let solved = 0;
    const items = Array.from({ length: LENGTH }, (_, index) => {
      const seed = index + 1;
      const result = resultOf(keyOf({ size, difficulty }, seed));
      if (result) solved += 1;
      const isHere = here?.seed === seed && here.pack.size === size && here.pack.difficulty === difficulty;
      const name = text.packItem(seed, result ? spoken(result.time) : "");
      return h("li", {}, h("a", { href: addressIn({ size, difficulty }, seed), class: result ? (result.hints ? "done helped" : "done") : "", title: name, "aria-label": name, "aria-current": isHere ? "page" : null }, String(seed)));
    });
    this.map.replaceChildren(...items);
    this.count.textContent = text.packCount(solved, LENGTH);
  }
}
