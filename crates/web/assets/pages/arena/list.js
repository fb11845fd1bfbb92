// @ts-check
/** The tournaments that are there, and a form for another. */

import { catalogue } from "../../lib/api.js";
import { h, notify } from "../../lib/dom.js";
import { arenaWords } from "../../strings/arena.js";
import { words } from "../../strings.js";
import { ratingsAddress, resume, tournaments } from "./api.js";
import { MatchRequest } from "./request.js";
import { StartForm } from "./start.js";
import { WorkersBox } from "./workers.js";

/** @typedef {import("./api.js").Listing} Listing */

const said = words.arena;
/** How often the list is looked at again while a tournament runs. */
const OFTEN = 3000;

/** @param {HTMLElement} root @param {import("../../main.js").Context} context */
export async function mount(root, context) {
  context.title(said.title);
  const [{ games, bots }, first] = await Promise.all([catalogue(), tournaments()]);
  const form = new StartForm(games, bots, first, (id) => context.navigate(`/arena/${id}`));
  const request = new MatchRequest({ started: (id) => context.navigate(`/arena/${id}`) });
  await request.load();
  const list = h("ul", { class: "records", id: "tournaments" });
  const now = h("ul", { class: "running-now", id: "running-now" });
  const rated = h("ul", { class: "rated-games", id: "rated-games" });
  const panel = (/** @type {string} */ name, /** @type {string} */ title, /** @type {Node[]} */ ...parts) => h("section", { class: "panel", "aria-labelledby": `${name}-title` }, h("h2", { id: `${name}-title` }, title), ...parts);
  const workers = first.hasCluster ? new WorkersBox() : undefined;
  root.append(
    h(
      "div",
      { class: "wide" },
      h("h1", {}, said.title),
      h("p", { class: "lead" }, said.lead),
      now,
      h(
        "div",
        { class: "arena" },
        form.element,
        // Panels beside the form: one more goes in here.
        h(
          "div",
          { class: "arena-side" },
          workers?.element ?? null,
          panel("request", arenaWords.request, h("p", { class: "tag" }, arenaWords.requestLead), request.element),
          panel("rated-games", arenaWords.ratingList, rated),
          panel("records", said.records, list),
        ),
      ),
    ),
  );
  show(list, first.tournaments, context);
  showRated(rated, first.tournaments);
  showRunning(now, first.tournaments);
  let shown = JSON.stringify(first.tournaments);
  const timer = setInterval(async () => {
    if (document.hidden) return;
    const found = await tournaments().catch(() => undefined);
    // Nothing is drawn anew that has not changed: focus stays where it is.
    if (!found || JSON.stringify(found.tournaments) === shown) return;
    shown = JSON.stringify(found.tournaments);
    show(list, found.tournaments, context);
    showRated(rated, found.tournaments);
    showRunning(now, found.tournaments);
  }, OFTEN);
  return () => {
    clearInterval(timer);
    workers?.close();
  };
}

/** @param {HTMLElement} list @param {Listing[]} found @param {import("../../main.js").Context} context */
function show(list, found, context) {
  const focused = document.activeElement instanceof HTMLElement && list.contains(document.activeElement) ? document.activeElement.id : "";
  list.replaceChildren(...(found.length ? found.map((one) => item(one, context)) : [h("li", { class: "tag" }, said.none)]));
  if (focused) document.getElementById(focused)?.focus();
}

/** What is played at the moment, before anything else. @param {HTMLElement} list @param {Listing[]} found */
function showRunning(list, found) {
  const items = found.filter((one) => one.status === "running").map((one) => h("li", {}, h("span", { class: "state running" }, said.status.running), " ", h("a", { href: `/arena/${one.id}` }, arenaWords.nowRuns(one.title, said.players(one.players))), " ", h("span", { class: "tag" }, one.total === null ? said.games(one.games) : said.gamesOf(one.games, one.total))));
  list.replaceChildren(...(items.length ? items : [h("li", { class: "tag" }, arenaWords.nothingRuns)]));
}

/** The games that have ratings. @param {HTMLElement} list @param {Listing[]} found */
function showRated(list, found) {
  const games = new Map(found.filter((one) => one.games).map((one) => [one.game, one.title]));
  const links = [...games].map(([game, title]) => h("li", {}, h("a", { href: ratingsAddress(game) }, title, " ", h("code", {}, game))));
  list.replaceChildren(...(links.length ? links : [h("li", { class: "tag" }, arenaWords.noRatings)]));
}

/** @param {Listing} one @param {import("../../main.js").Context} context */
function item(one, context) {
  const goOn = async () => {
    try {
      const { id } = await resume(one.id);
      context.navigate(`/arena/${id}`);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
  };
  const total = one.total === null ? said.games(one.games) : said.gamesOf(one.games, one.total);
  return h(
    "li",
    { class: "record" },
    h(
      "a",
      { id: `record-${one.id}`, href: `/arena/${one.id}` },
      h("b", {}, one.title),
      " ",
      h("span", { class: `state ${one.status}` }, said.status[one.status]),
      h("span", { class: "who" }, said.players(one.players)),
      h("span", { class: "tag" }, `${said.date(one.began)} · ${total}`),
    ),
    one.status === "unfinished" ? h("button", { type: "button", id: `resume-${one.id}`, "aria-label": said.resumeLabel(one.title, said.date(one.began)), onclick: goOn }, said.resume) : null,
  );
}
