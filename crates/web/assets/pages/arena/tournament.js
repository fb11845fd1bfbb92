// @ts-check
/** One tournament: how it stands, live while it is played, and its games. */

import { h, notify } from "../../lib/dom.js";
import { listen } from "../../lib/feed.js";
import { arenaWords } from "../../strings/arena.js";
import { words } from "../../strings.js";
import { downloadPath, openingsAddress, ratingsAddress, resume, socketPath, stop, tournament, tournamentRatings } from "./api.js";
import { GameList } from "./games.js";
import { LiveGames } from "./live.js";
import { RatingGraph } from "./rating_graph.js";
import { SprtBar } from "./sprt.js";
import { Standings } from "./standings.js";
import { Crosstable, SeatTable, TruthTable } from "./tables.js";
import { WorkersBox } from "./workers.js";

/** @typedef {import("./api.js").State} State */

const said = words.arena;
/** Tables of so many players stand side by side. */
const ABREAST = 3;
/** So many boards stand beside the head of the page. */
const BESIDE = 2;
/** How often a tournament that waits is asked for, and how often the graph of one that runs, in milliseconds. */
const WAIT = 2000;
const GRAPH = 5000;

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
    const download = (/** @type {"page" | "record" | "pgn"} */ form) => h("a", { class: "button", href: downloadPath(this.id, form), download: "", id: `download-${form}`, title: said.downloadsTold[form] }, said.downloads[form]);
    this.downloads = h("div", { class: "controls" }, download("page"), download("record"), state.seats.length === 2 ? download("pgn") : null);
    this.sprt = state.sprt ? new SprtBar(state.players[0].name) : null;
    /** @type {LiveGames | null} */
    this.live = null;
    this.livePlace = h("div", { class: "part-live", hidden: true });
    this.graph = new RatingGraph();
    this.graph.expect(state.players);
    this.timer = 0;
    this.shown = false;
    this.drawn = { games: -1, at: 0 };
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
    const isDuel = state.seats.length === 2 && state.players.length === 2;
    const agents = state.players.map((player) => h("li", {}, h("b", {}, player.name), " ", player.agent === player.name ? null : h("code", {}, player.agent)));
    this.root = root;
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
          isDuel ? h("p", { class: "tag", id: "finding-note" }, arenaWords.duelNote) : null,
          h("div", { class: "run" }, this.bar, this.progress),
          this.sprt?.element ?? null,
          this.problem,
          h("div", { class: "controls" }, h("a", { class: "button", id: "to-openings", href: openingsAddress(this.id) }, arenaWords.byOpening), h("a", { class: "button", id: "to-ratings", href: ratingsAddress(state.game) }, arenaWords.ratings), ...this.downloads.childNodes, this.stopping, this.resuming),
        ),
        this.livePlace,
        part("standings", said.standings, "", this.standings.element, h("p", { class: "tag" }, arenaWords.standingsNote)),
        part("cross", said.cross, state.seats.length === 2 ? said.crossNote : said.crossNoteMany, this.crosstable.element),
        part("seats", said.bySeat, said.bySeatNote, this.seats.element),
        part("graph", arenaWords.graph, arenaWords.graphHelp, this.graph.element),
        part("played", said.how, "", h("ul", { class: "words" }, ...state.settings.map((text) => h("li", {}, text)), h("li", {}, said.agents, h("ul", { class: "words" }, ...agents)))),
        this.truthPart,
        this.workersPart,
        // What grows comes last, so that nothing below it moves.
        part("games", said.list, "", this.list.element),
      ),
    );
    if (state.status === "finished" && state.recent.length) this.showLast(state);
    this.show(state);
    this.follow();
  }

  close() {
    this.unlisten?.();
    this.live?.close();
    this.graph.close();
    this.workers?.close();
    clearTimeout(this.timer);
  }

  /** The workers elsewhere, as long as they play it. @param {string | null | undefined} run */
  showWorkers(run) {
    if (this.workers?.run === (run ?? undefined)) return;
    this.workers?.close();
    this.workers = run ? new WorkersBox(run) : undefined;
    this.workersPart.replaceChildren(...(this.workers ? [this.workers.element] : []));
    this.workersPart.hidden = !this.workers;
  }

  /** Listens while it is played, and asks again while it waits. */
  follow() {
    this.unlisten?.();
    this.unlisten = undefined;
    clearTimeout(this.timer);
    if (this.state.status === "queued") this.timer = setTimeout(() => void this.refresh().then(() => this.state.status === "queued" && this.follow()), WAIT);
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

  /** The last games of a tournament that is over already: quick ones are, before the page is there. @param {State} state */
  showLast(state) {
    this.live = new LiveGames(state);
    this.livePlace.replaceChildren(this.live.element);
    this.livePlace.hidden = false;
    this.root.firstElementChild?.classList.add("beside");
    this.live.end(state);
  }

  /** Games on boards: from the moment on that it runs, as long as the page is open. @param {State} state */
  showLive(state) {
    if (state.status === "running" && state.concurrency && (!this.live || this.live.ended)) {
      this.live?.close();
      this.live = new LiveGames(state);
      this.livePlace.replaceChildren(this.live.element);
      this.livePlace.hidden = false;
      // Few boards have room beside the head of the page.
      this.root.firstElementChild?.classList.toggle("beside", this.live.places.length <= BESIDE);
    } else if (state.status !== "running" && this.live && !this.live.ended) this.live.end(state);
  }

  /** Draws the graph again from time to time. @param {State} state */
  async showGraph(state) {
    const now = Date.now();
    const soon = state.status === "running" && now - this.drawn.at < GRAPH;
    if (state.games === this.drawn.games || soon) return;
    this.drawn = { games: state.games, at: now };
    const history = await tournamentRatings(this.id).catch(() => undefined);
    if (history) this.graph.show(history);
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    const running = state.status === "running";
    const queued = state.status === "queued";
    this.status.textContent = said.status[state.status];
    this.status.className = `state ${state.status}`;
    // What is there stays when it ends: nothing jumps.
    if (!this.shown) this.bar.hidden = state.total === null || state.status === "finished";
    this.shown = true;
    if (state.total) this.bar.value = state.games / state.total;
    const parts = [state.total === null ? said.games(state.games) : said.gamesOf(state.games, state.total)];
    if (queued) parts.push(arenaWords.waits(state.before ?? 0));
    if (running && state.total !== null) parts.push(arenaWords.gamesLeft(state.total - state.games));
    if (running && state.left != null) parts.push(said.left(said.time(state.left)));
    if (running && state.seconds) parts.push(said.since(said.time(state.seconds)));
    if (running && state.concurrency) parts.push(said.atOnceNow(state.concurrency));
    const nodes = state.digest.players.reduce((sum, player) => sum + player.nodes, 0);
    const spent = state.digest.players.reduce((sum, player) => sum + player.seconds, 0);
    if (state.games && state.distinct === state.games) parts.push(arenaWords.allDistinct);
    if (state.digest.differentGames) parts.push(said.onlyDifferent(said.number(state.digest.differentGames), said.number(state.games)));
    if (state.games) parts.push(said.cost(said.number(state.digest.moves), said.number(nodes), said.time(spent)));
    this.progress.textContent = parts.join(" · ");
    this.problem.hidden = !state.problem;
    this.problem.textContent = state.problem ?? "";
    this.stopping.hidden = !running && !queued;
    this.resuming.hidden = state.status !== "unfinished";
    this.finding.textContent = finding(state);
    if (state.sprt) this.sprt?.show(state.sprt);
    this.showLive(state);
    this.standings.show(state);
    this.crosstable.show(state);
    this.seats.show(state);
    this.truthPart.hidden = !this.truth.show(state);
    this.list.show(state);
    void this.showGraph(state);
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
