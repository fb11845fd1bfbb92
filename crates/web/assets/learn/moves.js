// @ts-check
/** The moves at a node with what the search knows of each. Rows stay where they can, and with them the focus. */

import { h } from "../lib/dom.js";
import { capital, words } from "../strings.js";
import { learnWords as said } from "../strings/learn.js";

/** @typedef {import("./play.js").Playback} Playback */
/** @typedef {{row: HTMLTableRowElement, cells: HTMLTableCellElement[], truth: string}} Line */

export class MoveTable {
  /** @param {(id: number) => void} choose somebody wants to look at a node */
  constructor(choose) {
    this.choose = choose;
    this.title = h("h2", { id: "learn-moves" });
    this.head = h("tr");
    this.body = h("tbody");
    this.none = h("p", { class: "learn-legend" }, said.noMoves);
    this.table = h("table", { "aria-labelledby": "learn-moves" }, h("thead", {}, this.head), this.body);
    this.element = h("div", { class: "learn-moves", role: "region", tabindex: 0, "aria-labelledby": "learn-moves" }, this.none, this.table);
    /** @type {Map<number, Line>} */
    this.lines = new Map();
    this.titles = "";
    this.scrolling = 0;
  }

  /** @param {Playback} play @param {number} at @param {number} id the node whose moves they are */
  show(play, at, id) {
    const { head, rows } = play.table(at, id);
    const { text, mover } = play.nodes[id];
    const current = play.current(at);
    this.title.textContent = mover === null ? said.isOver : said.movesAt(text, capital(play.answer.seats[mover]));
    this.none.hidden = rows.length > 0;
    this.table.hidden = rows.length === 0;
    const truth = rows.some((row) => row.truth);
    this.name([said.table.move, ...head, ...(truth ? [said.table.truth(capital(play.answer.seats[play.answer.seat]))] : [])]);
    const kept = new Map(rows.map((row) => [row.node, this.lines.get(row.node) ?? this.line(row.node, play.nodes[row.node].text, row.cells.length, truth)]));
    this.lines = kept;
    for (const row of rows) {
      const line = /** @type {Line} */ (kept.get(row.node));
      const look = [row.best ? "best" : "", row.node === current ? "here" : ""].join(" ").trim();
      if (line.row.className !== look) line.row.className = look;
      row.cells.forEach((cell, index) => {
        if (line.cells[index].textContent !== cell) line.cells[index].textContent = cell;
      });
      if (!truth) continue;
      const told = row.truth ? `${words.truth.signs[row.truth.value]} ${words.truth.text(row.truth)}` : "";
      if (line.truth === told) continue;
      line.truth = told;
      line.cells[row.cells.length].replaceChildren(row.truth ? h("span", { class: `value ${row.truth.value}` }, told) : "");
    }
    const order = rows.map((row) => /** @type {Line} */ (kept.get(row.node)).row);
    const isSame = order.length === this.body.childElementCount && order.every((row, index) => this.body.children[index] === row);
    if (!isSame) this.body.replaceChildren(...order);
    this.bringIntoView();
  }

  /** The columns; other columns need other rows. @param {string[]} titles */
  name(titles) {
    const joined = titles.join("\n");
    if (joined === this.titles) return;
    this.titles = joined;
    this.lines.clear();
    this.head.replaceChildren(...titles.map((title) => h("th", { scope: "col" }, title)));
  }

  /** @param {number} node @param {string} text @param {number} columns @param {boolean} truth @returns {Line} */
  line(node, text, columns, truth) {
    const cells = Array.from({ length: columns + Number(truth) }, () => h("td"));
    return { row: h("tr", {}, h("td", {}, h("button", { type: "button", onclick: () => this.choose(node) }, text)), ...cells), cells, truth: "" };
  }

  /** The row that it is about is seen; asked for once a frame. */
  bringIntoView() {
    cancelAnimationFrame(this.scrolling);
    this.scrolling = requestAnimationFrame(() => {
      const here = this.body.querySelector(".here");
      if (here instanceof HTMLElement && here.offsetTop + here.offsetHeight > this.element.clientHeight) this.element.scrollTop = here.offsetTop - 60;
    });
  }
}
