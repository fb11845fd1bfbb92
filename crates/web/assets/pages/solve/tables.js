// @ts-check
/** The tables that are there, those that could be, and the one that is being made. */

import { gamePath } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { listen } from "../../lib/feed.js";
import { solveWords as said } from "../../strings/solve.js";
import { check, planOf, plans, solve, stop, tables } from "./api.js";

/** @typedef {import("./api.js").Plan} Plan */
/** @typedef {import("./api.js").Table} Table */
/** @typedef {import("./api.js").Work} Work */

const SIGNS = { win: "▲", draw: "◆", lose: "▼" };

/** A cell that says what it is about where there are no columns. @param {string} label @param {string} kind @param {...import("../../lib/dom.js").Child} children */
const cell = (label, kind, ...children) => h("td", { class: kind || null, role: "cell", "data-label": label || null }, ...children);

/** A row that is one sentence, in a table of so many columns. @param {string} sentence @param {number} columns */
const only = (sentence, columns) => h("tr", { role: "row" }, h("td", { colspan: String(columns), role: "cell", class: "tag only" }, sentence));

/** Scrolls as little as it takes. @param {Element} element */
function bringIntoSight(element) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ block: "nearest", behavior: isStill ? "auto" : "smooth" });
}

/** @param {HTMLElement} root @param {import("../../main.js").Context} context */
export async function mount(root, context) {
  const page = new TablesPage(root, context, await tables());
  return () => page.close();
}

class TablesPage {
  /** @param {HTMLElement} root @param {import("../../main.js").Context} context @param {import("./api.js").List} found */
  constructor(root, context, found) {
    context.title(said.title);
    /** What was told last. @type {Work | undefined} */
    this.work = undefined;
    /** The tables that were listed last. @type {Set<string> | undefined} */
    this.listed = undefined;
    /** Whether somebody here began what is being done: then what comes of it is brought into sight. */
    this.mine = false;
    this.list = h("tbody", { id: "tables", role: "rowgroup" });
    this.plans = h("tbody", { id: "plans", role: "rowgroup" });
    this.memory = h("p", { class: "tag" });
    this.own = h("input", { id: "solve-game", type: "text", class: "mono", autocomplete: "off", spellcheck: "false", placeholder: "wolves-eat-sheep:layout=SSSSS/S4/5/5/.W.W." });
    this.ownPlan = h("p", { class: "tag", role: "status", id: "solve-plan" });
    this.problem = h("p", { class: "problem", role: "alert", id: "solve-problem", hidden: true });
    this.bar = h("progress", { "aria-label": said.progress, max: "1", value: "0", hidden: true });
    this.now = h("p", { class: "status", id: "solve-now", role: "status" }, said.idle);
    this.stopping = h("button", { type: "button", id: "solve-stop", onclick: () => void stop().catch((error) => this.complain(error)), hidden: true }, said.stop);
    this.panel = h("section", { class: "panel working", id: "solve-work", "aria-label": said.progress }, this.now, this.bar, this.stopping);
    const head = (/** @type {string[]} */ names, /** @type {number[]} */ numbers) => h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...names.map((name, index) => h("th", { scope: "col", role: "columnheader", class: numbers.includes(index) ? "number" : "" }, name === said.actions ? h("span", { class: "visually-hidden" }, name) : name))));
    const form = h(
      "form",
      {
        class: "own",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.begin(this.own.value.trim());
        },
      },
      h("div", { class: "field" }, h("label", { for: "solve-game" }, said.own), this.own, this.ownPlan),
      h("button", { type: "submit", id: "solve-begin" }, said.solve),
    );
    this.own.addEventListener("change", () => void this.plan());
    root.append(
      h(
        "div",
        { class: "wide solve" },
        h("header", {}, h("h1", {}, said.title), h("p", { class: "lead" }, said.lead)),
        this.problem,
        this.panel,
        h("section", { class: "panel", "aria-labelledby": "tables-title" }, h("h2", { id: "tables-title" }, said.tables), h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": said.tables }, h("table", { role: "table" }, head([said.game, said.start, said.positions, said.size, said.made, said.checked, said.actions], [2, 3]), this.list))),
        h("section", { class: "panel", "aria-labelledby": "plans-title" }, h("h2", { id: "plans-title" }, said.another), this.memory, form, h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": said.another }, h("table", { role: "table", class: "plans" }, head([said.game, said.positions, said.memory, said.disk, said.time, said.actions], [1, 2, 3, 4]), this.plans))),
      ),
    );
    this.show(found);
    this.plans.replaceChildren(only(said.counting, 6));
    void this.offer();
    this.unlisten = listen("/api/tables/socket", { told: (work) => this.told(work), done: () => false, lost: () => {} });
  }

  close() {
    this.unlisten();
  }

  /** @param {unknown} error */
  complain(error) {
    this.problem.textContent = error instanceof Error ? error.message : String(error);
    this.problem.hidden = false;
    this.problem.scrollIntoView({ block: "nearest" });
  }

  /** @param {import("./api.js").List} found */
  show(found) {
    const before = this.listed;
    const fresh = found.tables.find((table) => before && !before.has(table.id));
    this.listed = new Set(found.tables.map((table) => table.id));
    const rows = [...found.tables.map((table) => this.table(table)), ...found.strategies.map((strategy) => this.strategy(strategy))];
    this.list.replaceChildren(...(rows.length ? rows : [only(said.none, 7)]));
    this.memory.textContent = said.memoryNote(said.bytes(found.memory));
    this.allow();
    if (fresh && this.mine) {
      const row = document.getElementById(`table-${fresh.id}`)?.closest("tr");
      row?.classList.add("fresh");
      if (row) bringIntoSight(row);
      this.mine = false;
    }
  }

  /** One game at a time: while there is work under way no other can be begun. */
  allow() {
    const running = this.work?.status === "running";
    for (const button of document.querySelectorAll(".solve .work")) if (button instanceof HTMLButtonElement) button.disabled = running;
  }

  /** Lists the games that could be solved. Their positions are counted the first time, so it comes last on the page. */
  async offer() {
    try {
      const found = await plans();
      this.plans.replaceChildren(...found.filter((plan) => !plan.solved).map((plan) => this.planned(plan)));
      this.allow();
    } catch (error) {
      this.plans.replaceChildren();
      this.complain(error);
    }
  }

  /** @param {Table} table */
  table(table) {
    const { start } = table;
    const value = start ? h("span", { class: `value ${start.value}` }, `${SIGNS[start.value]} ${start.winner ? said.wins(start.winner, start.plural, start.remoteness ?? 0) : said.draw}`) : null;
    return h(
      "tr",
      { role: "row" },
      h("th", { scope: "row", role: "rowheader" }, h("a", { href: `/solve/${table.id}`, id: `table-${table.id}` }, table.title), h("small", { class: "spec" }, table.game)),
      cell(said.start, "tall", value),
      cell(said.positions, "number", said.number(table.positions)),
      cell(said.size, "number", said.bytes(table.bytes)),
      cell(said.made, "", table.made ? said.date(table.made) : ""),
      cell(said.checked, "", table.checked ? h("span", { class: "value win" }, icon("check"), said.right) : h("button", { type: "button", class: "work", "data-check": table.id, onclick: () => void this.check(table.id) }, said.check)),
      cell("", "", h("a", { class: "button", href: gamePath("play", table.game) }, said.play)),
    );
  }

  /** A game whose winner is proven: not every position is known. @param {import("./api.js").Strategy} strategy */
  strategy(strategy) {
    const value = strategy.isMover ? "win" : "lose";
    return h(
      "tr",
      { class: "strategy", role: "row" },
      h("th", { scope: "row", role: "rowheader" }, strategy.title, h("small", { class: "spec" }, strategy.game)),
      cell(said.start, "tall", h("span", { class: `value ${value}` }, `${SIGNS[value]} ${said.winsProven(strategy.winner, strategy.plural)}`)),
      cell(said.positions, "number", said.number(strategy.positions)),
      cell(said.size, "number", said.bytes(strategy.bytes)),
      cell(said.made, "", strategy.made ? said.date(strategy.made) : ""),
      cell(said.checked, "tag", said.isStrategy),
      cell("", "", h("a", { class: "button", href: gamePath("play", strategy.game) }, said.play)),
    );
  }

  /** @param {Plan} plan */
  planned(plan) {
    const button = h("button", { type: "button", class: "work", "data-solve": plan.game, onclick: () => void this.begin(plan.game) }, plan.begun ? said.goOn : said.solve);
    return h(
      "tr",
      { role: "row" },
      h("th", { scope: "row", role: "rowheader" }, plan.title, h("small", { class: "spec" }, plan.summary ?? plan.game)),
      cell(said.positions, "number", said.number(plan.positions)),
      cell(said.memory, "number", said.bytes(plan.memory)),
      cell(said.disk, "number", said.about(said.bytes(plan.bytes))),
      cell(said.time, "number", said.about(said.duration(plan.seconds))),
      cell("", "tall", plan.fits ? button : h("span", { class: "tag" }, said.tooLarge)),
    );
  }

  /** What the game that was typed would take. */
  async plan() {
    const game = this.own.value.trim();
    this.problem.hidden = true;
    this.ownPlan.textContent = "";
    if (!game) return;
    try {
      const plan = await planOf(game);
      this.ownPlan.textContent = plan.solved ? said.isSolved : said.takes(said.number(plan.positions), said.bytes(plan.memory), said.bytes(plan.bytes), said.duration(plan.seconds));
    } catch (error) {
      this.complain(error);
    }
  }

  /** @param {string} game */
  async begin(game) {
    this.problem.hidden = true;
    try {
      if (!game) throw new Error(said.nameOne);
      this.follow();
      await solve(game);
    } catch (error) {
      this.refused(error);
    }
  }

  /** @param {string} id */
  async check(id) {
    this.problem.hidden = true;
    try {
      this.follow();
      await check(id);
    } catch (error) {
      this.refused(error);
    }
  }

  /** Something is begun here: how far it is, is at the top of the page. Counting the positions first may take a while. */
  follow() {
    this.mine = true;
    if (this.work?.status !== "running") this.now.textContent = said.beginning;
    bringIntoSight(this.panel);
  }

  /** Nothing was begun. @param {unknown} error */
  refused(error) {
    this.mine = false;
    if (this.now.textContent === said.beginning) this.now.textContent = said.idle;
    this.complain(error);
  }

  /** @param {Work} work */
  told(work) {
    const before = this.work;
    if (JSON.stringify(work) === JSON.stringify(before)) return;
    this.work = work;
    const running = work.status === "running";
    this.stopping.hidden = !running;
    this.allow();
    const share = work.total ? (work.done ?? 0) / work.total : 0;
    this.bar.hidden = !running;
    this.bar.value = share;
    // What was done before somebody came is no news.
    const isOld = work.status === "none" || (work.status === "done" && !before);
    this.now.textContent = isOld ? said.idle : this.words(work, share);
    // A small table is done before anybody hears that it was begun.
    if (before && !running) {
      void tables().then((found) => this.show(found), (error) => this.complain(error));
      void this.offer();
    }
  }

  /** @param {Work} work @param {number} share */
  words(work, share) {
    const name = work.game ?? "";
    const seconds = work.seconds ?? 0;
    if (work.status === "running") {
      const left = share > 0.02 ? said.left(said.duration((seconds / share) * (1 - share))) : "";
      return said.running(work.kind === "check" ? said.checking(name) : said.solving(name), said.percent(share), work.part ?? "", left);
    }
    if (work.status === "done") return work.kind === "check" ? said.isRight(name, said.duration(seconds)) : said.done(name, said.duration(seconds));
    return work.status === "stopped" ? said.stopped(name) : said.failed(name, work.problem ?? "");
  }
}
