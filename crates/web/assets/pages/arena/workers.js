// @ts-check
/** A cluster's workers, live: who is there, what each does, and how fast. */

import { fetchJson } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { workerWords as said } from "../../strings/workers.js";

/** @typedef {{run: string, game: number, left: number}} Job */
/** @typedef {{run: string, game: string, done: number, left: number}} Run */
/** @typedef {{name: string, slots: number, jobs: Job[], games: number, rate: number | null, silent: number, problem: string | null, refused: [string, string][]}} Worker */
/** @typedef {{problem: string | null, runs: Run[], workers: Worker[]}} Status */

/** How often we ask. */
const OFTEN = 1000;
const COLUMNS = /** @type {(keyof typeof said.heads)[]} */ (Object.keys(said.heads));

/** Changes an element only if it says something else now. @param {HTMLElement} element @param {string} text */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export class WorkersBox {
  /** @param {string} [run] the tournament that is shown; without one, all that the cluster is given are */
  constructor(run) {
    this.run = run;
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.summary = h("p", { class: "sub", id: "workers-summary" });
    this.runs = h("ul", { class: "words", id: "workers-runs", hidden: true, "aria-label": said.runs });
    this.body = h("tbody");
    const head = COLUMNS.map((column) => h("th", { scope: "col", class: isNumber(column) ? "number" : "" }, said.heads[column]));
    this.table = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": said.title, hidden: true }, h("table", { id: "workers", class: "cross" }, h("thead", {}, h("tr", {}, ...head)), this.body));
    this.element = h("section", { class: "panel part-workers", "aria-labelledby": "workers-title" }, h("h2", { id: "workers-title" }, said.title), this.problem, this.summary, this.runs, this.table, h("p", { class: "tag" }, said.note));
    /** The cells of each worker. @type {Map<string, HTMLElement[]>} */
    this.cells = new Map();
    this.timer = setInterval(() => void this.refresh(), OFTEN);
    void this.refresh();
  }

  close() {
    clearInterval(this.timer);
  }

  async refresh() {
    if (document.hidden) return;
    const status = await fetchJson("/api/workers").catch(() => undefined);
    if (status) this.show(status);
  }

  /** @param {Status} status */
  show({ problem, runs, workers }) {
    this.problem.hidden = !problem;
    say(this.problem, problem ?? "");
    const slots = workers.reduce((sum, worker) => sum + worker.slots, 0);
    const rate = workers.reduce((sum, worker) => sum + (worker.rate ?? 0), 0);
    say(this.summary, workers.length ? said.summary(workers.length, slots, rate) : said.none);
    this.table.hidden = !workers.length;
    this.runs.hidden = this.run !== undefined || !runs.length;
    const texts = runs.map((run) => said.run(run.game, run.done, run.left));
    while (this.runs.children.length > texts.length) this.runs.lastElementChild?.remove();
    texts.forEach((text, index) => {
      const item = this.runs.children[index] ?? this.runs.appendChild(h("li"));
      say(/** @type {HTMLElement} */ (item), text);
    });
    if ([...this.cells.keys()].join("\n") !== workers.map((worker) => worker.name).join("\n")) this.build(workers);
    for (const worker of workers) {
      const texts = this.texts(worker, runs);
      this.cells.get(worker.name)?.forEach((cell, index) => say(cell, texts[COLUMNS[index]]));
    }
  }

  /** @param {Worker[]} workers */
  build(workers) {
    this.cells = new Map(workers.map((worker) => [worker.name, COLUMNS.map((column) => (column === "name" ? h("th", { scope: "row", title: worker.name }) : h("td", { class: isNumber(column) ? "number" : "" })))]));
    this.body.replaceChildren(...[...this.cells.values()].map((cells) => h("tr", {}, ...cells)));
  }

  /** @param {Worker} worker @param {Run[]} runs @returns {typeof said.heads} */
  texts(worker, runs) {
    return {
      name: worker.name,
      slots: String(worker.slots),
      doing: this.doing(worker, runs),
      games: worker.games.toLocaleString("en"),
      rate: worker.rate === null ? said.unknown : said.rate(worker.rate),
      silent: said.ago(worker.silent),
    };
  }

  /** @param {Worker} worker @param {Run[]} runs */
  doing(worker, runs) {
    if (worker.problem) return worker.problem;
    const refusal = worker.refused.find(([run]) => this.run === undefined || run === this.run);
    if (refusal) return said.refused(refusal[1]);
    const jobs = worker.jobs.map((job) => {
      const text = said.job(job.game, job.left);
      return job.run === this.run ? text : `${text} (${runs.find((run) => run.run === job.run)?.game ?? said.other})`;
    });
    return jobs.join(", ") || said.idle;
  }
}

/** @param {string} column */
function isNumber(column) {
  return column === "slots" || column === "games" || column === "rate";
}
