// @ts-check
/** One tournament: how it stands, live while it is played, and its games. */

import { h, notify } from "../../lib/dom.js";
import { listen } from "../../lib/feed.js";
import { words } from "../../strings.js";
import { downloadPath, resume, socketPath, stop, tournament } from "./api.js";
import { GameList } from "./games.js";
import { Standings } from "./standings.js";
import { Crosstable, SeatTable, TruthTable } from "./tables.js";
import { WorkersBox } from "./workers.js";

/** @typedef {import("./api.js").State} State */

const said = words.arena;
/** Tables of so many players stand side by side. */
const ABREAST = 5;

/** @param {HTMLElement} root @param {import("../../main.js").Context} context @param {string} id */
export async function mount(root, context, id) {
  const page = new TournamentPage(root, context, await tournament(id));
  return () => page.close();
}

class TournamentPage {
  /** @param {HTMLElement} root @param {import("../../main.js").Context} context @param {State} state */
  constructor(root, context, state) {
    this.id = state.id;
    this.state = state;
    /** @type {(() => void) | undefined} */
    this.unlisten = undefined;
    context.title(state.title);
    this.status = h("span", { id: "tournament-status" });
    this.bar = h("progress", { "aria-label": said.progress, max: "1", value: "0" });
    this.progress = h("p", { class: "sub", id: "tournament-progress" });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.finding = h("p", { class: "finding", id: "tournament-finding" });
    this.stopping = h("button", { type: "button", id: "tournament-stop", onclick: () => this.act(() => stop(this.id)) }, said.stop);
    this.resuming = h("button", { type: "button", id: "tournament-resume", class: "primary", onclick: () => this.act(() => resume(this.id).then(() => this.refresh())) }, said.resume);
    this.sorting = h("button", { type: "button", id: "tournament-sort", class: "quiet", onclick: () => this.sort() }, said.sort);
    const download = (/** @type {"page" | "record" | "pgn"} */ form) => h("a", { class: "button", href: downloadPath(this.id, form), download: "", id: `download-${form}` }, said.downloads[form]);
    this.downloads = h("div", { class: "controls" }, download("page"), download("record"), state.seats.length === 2 ? download("pgn") : null);
    this.standings = new Standings();
    this.crosstable = new Crosstable();
    this.seats = new SeatTable();
    this.truth = new TruthTable();
    this.list = new GameList(this.id, state);
    const part = (/** @type {string} */ name, /** @type {string} */ title, /** @type {string} */ note, /** @type {(Node | null)[]} */ ...inside) =>
      h("section", { class: `panel part-${name}`, "aria-labelledby": `${name}-title` }, h("h2", { id: `${name}-title` }, title), note ? h("p", { class: "tag" }, note) : null, ...inside);
    this.truthPart = part("truth", said.truth, said.truthNote, this.truth.element);
    // Filled while workers elsewhere play it.
    this.workersPart = h("div", { class: "part-workers", hidden: true });
    /** @type {WorkersBox | undefined} */
    this.workers = undefined;
    const agents = state.players.map((player) => h("li", {}, h("b", {}, player.name), " ", player.agent === player.name ? null : h("code", {}, player.agent)));
    root.append(
      h(
        "div",
        { class: state.players.length > ABREAST ? "wide tournament many" : "wide tournament" },
        h(
          "header",
          {},
          h("p", { class: "tag" }, h("a", { href: "/arena" }, said.back)),
          h("h1", {}, state.title, " ", this.status),
          h("p", { class: "sub" }, `${state.game} · ${said.date(state.began)}`),
          this.finding,
          h("div", { class: "run" }, this.bar, this.progress),
          this.problem,
          h("div", { class: "controls" }, this.stopping, this.resuming, ...this.downloads.childNodes),
        ),
        h("section", { class: "panel part-standings", "aria-labelledby": "standings-title" }, h("div", { class: "headline" }, h("h2", { id: "standings-title" }, said.standings), this.sorting), this.standings.element, h("p", { class: "tag" }, said.standingsNote)),
        part("cross", said.cross, state.seats.length === 2 ? said.crossNote : said.crossNoteMany, this.crosstable.element),
        part("seats", said.bySeat, said.bySeatNote, this.seats.element),
        part("played", said.how, "", h("ul", { class: "words" }, ...state.settings.map((text) => h("li", {}, text)), h("li", {}, said.agents, h("ul", { class: "words" }, ...agents)))),
        this.truthPart,
        this.workersPart,
        // What grows comes last, so that nothing below it moves.
        part("games", said.list, "", this.list.element),
      ),
    );
    this.show(state);
    this.follow();
  }

  close() {
    this.unlisten?.();
    this.workers?.close();
  }

  /** The workers elsewhere, as long as they play it. @param {string | null | undefined} run */
  showWorkers(run) {
    if (this.workers?.run === (run ?? undefined)) return;
    this.workers?.close();
    this.workers = run ? new WorkersBox(run) : undefined;
    this.workersPart.replaceChildren(...(this.workers ? [this.workers.element] : []));
    this.workersPart.hidden = !this.workers;
  }

  /** Listens while it is played. */
  follow() {
    this.unlisten?.();
    this.unlisten = undefined;
    if (this.state.status !== "running") return;
    this.unlisten = listen(socketPath(this.id), {
      told: (state) => this.show(state),
      done: () => this.state.status !== "running",
      lost: () => void this.refresh(),
    });
  }

  async refresh() {
    const state = await tournament(this.id).catch(() => undefined);
    if (!state) return;
    const was = this.state.status;
    this.show(state);
    if (was !== state.status) this.follow();
  }

  /** @param {() => Promise<unknown>} what */
  async act(what) {
    this.stopping.disabled = this.resuming.disabled = true;
    try {
      await what();
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
      await this.refresh();
    } finally {
      this.stopping.disabled = this.resuming.disabled = false;
    }
  }

  sort() {
    this.standings.sort();
    this.crosstable.sort();
    this.show(this.state);
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    const running = state.status === "running";
    this.status.textContent = said.status[state.status];
    this.status.className = `state ${state.status}`;
    this.bar.hidden = state.total === null || state.status === "finished";
    if (state.total) this.bar.value = state.games / state.total;
    const parts = [state.total === null ? said.games(state.games) : said.gamesOf(state.games, state.total)];
    if (running && state.left != null) parts.push(said.left(said.time(state.left)));
    if (running && state.seconds) parts.push(said.since(said.time(state.seconds)));
    if (running && state.concurrency) parts.push(said.atOnceNow(state.concurrency));
    const nodes = state.digest.players.reduce((sum, player) => sum + player.nodes, 0);
    const spent = state.digest.players.reduce((sum, player) => sum + player.seconds, 0);
    if (state.digest.differentGames) parts.push(said.onlyDifferent(said.number(state.digest.differentGames), said.number(state.games)));
    if (state.games) parts.push(said.cost(said.number(state.digest.moves), said.number(nodes), said.time(spent)));
    this.progress.textContent = parts.join(" · ");
    this.problem.hidden = !state.problem;
    this.problem.textContent = state.problem ?? "";
    this.stopping.hidden = !running;
    this.resuming.hidden = state.status !== "unfinished";
    this.finding.textContent = finding(state);
    this.standings.show(state);
    this.sorting.hidden = this.standings.isInOrder(state);
    this.crosstable.show(state);
    this.seats.show(state);
    this.truthPart.hidden = !this.truth.show(state);
    this.list.show(state);
    this.showWorkers(running ? state.run : undefined);
  }
}

/** The result in one sentence. @param {State} state */
function finding(state) {
  const { digest } = state;
  if (!digest.games) return said.nothingYet;
  const [best, second] = digest.players;
  if (digest.duel) {
    const duel = digest.duel;
    const flip = best.name !== duel.pointOfView;
    const [low, high] = flip ? [1 - duel.wilson[1], 1 - duel.wilson[0]] : duel.wilson;
    const elo = flip ? -duel.elo : duel.elo;
    return said.duel(best.name, second.name, flip ? 1 - duel.score : duel.score, low, high, elo, duel.eloMargin);
  }
  if (!best.meanPoints) return said.nothingYet;
  const { value, interval } = best.meanPoints;
  const [low, high] = interval ?? [value, value];
  const points = state.seats.length === 2 ? said.ofPoints(said.percentWithin(value, low, high)) : said.pointsEach(said.pointsWithin(value, low, high));
  return state.status === "finished" ? said.first(best.name, points) : said.leads(best.name, points);
}
