// @ts-check
/** The games, each with its board; games to go on with; recorded games to look at. */

import { Board } from "../board/board.js";
import { catalogue, importGame, recentGames } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { ownGames } from "../lib/own_games.js";
import { checkNumbers } from "../lib/numbers.js";
import { guidedLink, rulesButton } from "../play/rules.js";
import { capital, words } from "../strings.js";

const said = words.gallery;
/** How many games a list shows. */
const MOST = 6;

/** @param {HTMLElement} root @param {import("../main.js").Context} context */
export async function mount(root, context) {
  context.title("");
  const [{ games }, recent] = await Promise.all([catalogue(), recentGames().catch(() => ({ games: [] }))]);
  const cards = games.map((game) => {
    const board = new Board({ still: true });
    board.show({ picture: game.picture, label: game.title });
    return h(
      "li",
      {},
      h("a", { class: "card", href: `/play/${game.name}` }, board.element, h("div", {}, h("h2", {}, game.title), h("p", {}, `${capital(game.summary)}.`))),
      h("div", { class: "card-foot" }, guidedLink(game.name, game.title), rulesButton(() => game.name, game.title, true)),
    );
  });
  const titles = new Map(games.map((game) => [game.name, game.title]));
  const card = (/** @type {typeof recent.games[number]} */ game) =>
    h(
      "li",
      {},
      h("a", { href: `/game/${game.id}` }, h("b", {}, titles.get(game.game.split(":")[0]) ?? game.game), " ", h("span", { class: "tag" }, [game.over ? said.over : said.plies(game.plies), said.ago(game.age)].join(" · ")), h("br"), h("span", { class: "tag" }, said.against(game.seats))),
    );
  const list = (/** @type {typeof recent.games} */ found) => h("ul", { class: "recent" }, ...found.slice(0, MOST).map(card));
  const opened = ownGames();
  const own = recent.games.filter((game) => opened.includes(game.id));
  const others = recent.games.filter((game) => !opened.includes(game.id));
  const [over, going] = [own.filter((game) => game.over), own.filter((game) => !game.over)];
  root.append(
    h(
      "div",
      { class: "wide" },
      h("h1", {}, said.title),
      h("p", { class: "lead" }, said.lead, " ", said.alone, " ", h("a", { href: "/puzzles?today" }, said.today), "."),
      h("ul", { class: "gallery" }, ...cards),
      going.length ? h("section", { class: "section" }, h("h1", {}, said.recent), list(going)) : null,
      over.length ? h("section", { class: "section" }, h("h1", {}, said.ended), list(over)) : null,
      others.length ? h("details", { class: "section panel others" }, h("summary", {}, said.others), h("p", { class: "tag" }, said.othersTold), list(others)) : null,
      importPart(context),
    ),
  );
}

/** @param {import("../main.js").Context} context */
function importPart(context) {
  const text = h("textarea", { id: "import", rows: 4, spellcheck: "false" });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const file = h("input", {
    id: "import-file",
    type: "file",
    accept: ".jsonl,.pgn,.txt",
    onchange: async () => {
      text.value = (await file.files?.[0]?.text()) ?? "";
    },
  });
  const number = h("input", { id: "import-number", type: "number", min: 1, value: "1" });
  const open = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      checkNumbers([number]);
      const { id, variations } = await importGame(text.value, Number(number.value || 1));
      if (variations?.length) {
        const { keep, tree } = await import("../play/variations.js");
        keep(id, tree(variations));
      }
      context.navigate(`/game/${id}${variations?.length ? "?analysis" : ""}`);
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
      problem.hidden = false;
    }
  };
  return h(
    "details",
    { class: "section panel" },
    h("summary", {}, said.importTitle),
    h(
      "form",
      { class: "side", novalidate: true, onsubmit: open },
      h("div", { class: "field" }, h("label", { for: "import" }, said.importText), text),
      h("div", { class: "controls" }, h("div", { class: "field" }, h("label", { for: "import-file" }, said.importFile), file), h("div", { class: "field" }, h("label", { for: "import-number" }, said.importNumber), number)),
      problem,
      h("div", { class: "controls" }, h("button", { type: "submit" }, said.importGo)),
    ),
  );
}
