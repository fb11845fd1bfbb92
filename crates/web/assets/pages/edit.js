// @ts-check
/** A position put together by hand. What makes sense is the server's business. */

import { Board, squareNames } from "../board/board.js";
import { arrange, catalogue, gamePath, variant } from "../lib/api.js";
import { h, pieceIcon, pieceLabel, svg } from "../lib/dom.js";
import { capital } from "../strings.js";
import { editWords as said } from "../strings/edit.js";

/** @typedef {import("../lib/api.js").Variant} Variant */

const NOTHING = "";

/** @param {HTMLElement} root @param {import("../main.js").Context} context */
export async function mount(root, context) {
  const game = context.parts.join("/");
  const { games } = await catalogue();
  const title = games.find((known) => known.name === game.split(":")[0])?.title ?? game;
  const position = context.query.get("position") ?? "";
  // A text that is no position is no reason not to make one.
  const found = await variant(game, position).catch(() => variant(game));
  context.title(title);
  new Editor(root, context, game, title, found);
}

/** An empty square, for the choice that clears. */
const nothingIcon = () => svg("svg", { viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, svg("path", { class: "nothing", d: "M-.2-.2 .2 .2M.2-.2-.2 .2" }));

class Editor {
  /** @param {HTMLElement} root @param {import("../main.js").Context} context @param {string} game @param {string} title @param {Variant} found */
  constructor(root, context, game, title, found) {
    this.context = context;
    this.game = game;
    /** Who sits where, for the game that will be played. */
    this.seats = context.query.getAll("seat");
    this.label = said.title(title);
    this.picture = found.picture;
    this.counted = found.counted;
    this.piece = found.pieces[0] ?? NOTHING;
    this.board = new Board({ tap: (square) => this.put(square) });
    this.count = h("input", { id: "count", type: "number", min: 1, max: 99, value: "4" });
    this.turn = h("select", { id: "turn", onchange: () => void this.tell() }, ...found.seats.map((seat, index) => h("option", { value: String(index), selected: index === found.turn }, capital(seat))));
    this.text = h("input", { id: "text", type: "text", class: "mono", spellcheck: "false", autocomplete: "off", value: found.position, onchange: () => void this.read(this.text.value) });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.play = h("button", { class: "primary", type: "button", onclick: () => context.navigate(this.path("play")) }, said.play);
    const counted = found.counted;
    const choices = [...found.pieces, NOTHING].map((piece, index) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name: "piece", value: piece, checked: index === 0, onchange: () => (this.piece = piece) }),
        piece ? pieceIcon(piece) : nothingIcon(),
        piece ? pieceLabel(piece) : said.nothing,
      ),
    );
    root.append(
      h(
        "div",
        { class: "setup" },
        h("div", { class: "stage" }, this.board.element),
        h(
          "div",
          { class: "side" },
          h("div", {}, h("h1", {}, this.label), h("p", { class: "lead" }, said.lead)),
          h("fieldset", { class: "palette" }, h("legend", {}, said.put), ...choices),
          counted ? h("div", { class: "field" }, h("label", { for: "count" }, said.count), this.count) : null,
          h("div", { class: "field" }, h("label", { for: "turn" }, said.turn), this.turn),
          h("div", { class: "field" }, h("label", { for: "text" }, said.text), this.text),
          this.problem,
          h("div", { class: "controls" }, this.play, h("button", { type: "button", onclick: () => void this.read("") }, said.start), h("button", { type: "button", onclick: () => this.clear() }, said.clear)),
        ),
      ),
    );
    this.draw();
  }

  /** This position on another page, or here. @param {string} page */
  path(page) {
    return gamePath(page, this.game, { position: this.text.value, seats: this.seats });
  }

  draw() {
    this.board.show({ picture: this.picture, label: this.label });
  }

  /** @param {string} square */
  put(square) {
    const { columns, rows, cells } = this.picture;
    const index = squareNames(columns, rows).indexOf(square);
    const [ground, there, size] = cells[index];
    const count = this.counted && this.piece !== NOTHING ? [this.count.value || "1"] : [];
    const same = there === this.piece && (count[0] ?? "") === (size ?? "");
    const next = this.piece && !same ? [ground, this.piece, ...count] : [ground];
    this.picture = { columns, rows, cells: cells.with(index, next) };
    this.draw();
    void this.tell();
  }

  clear() {
    const { columns, rows, cells } = this.picture;
    this.picture = { columns, rows, cells: cells.map((cell) => [cell[0]]) };
    this.draw();
    void this.tell();
  }

  /** Asks what the board is as a text, and whether it is a position. */
  async tell() {
    await this.answer(arrange(this.game, this.picture, Number(this.turn.value)), false);
  }

  /** @param {string} position */
  async read(position) {
    await this.answer(variant(this.game, position), true);
  }

  /** @param {Promise<Variant>} asked @param {boolean} redraw */
  async answer(asked, redraw) {
    try {
      const found = await asked;
      this.text.value = found.position;
      this.problem.hidden = true;
      this.play.disabled = false;
      this.context.remember(this.path("edit"));
      if (redraw) {
        this.picture = found.picture;
        this.counted = found.counted;
        if (found.turn !== null) this.turn.value = String(found.turn);
        this.draw();
      }
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
      this.problem.hidden = false;
      this.play.disabled = true;
      // What is on the board now is no position: the text of the one before is not its text.
      if (!redraw) this.text.value = "";
    }
  }
}
