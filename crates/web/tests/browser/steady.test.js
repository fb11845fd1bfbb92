// @ts-check
/** Nothing moves by itself: not while a page comes in, on any page, in any size, on a slow network either. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { button, move, turn } from "./board.js";
import { TIMEOUT, makeGame, testServer } from "./harness.js";
import { PHONE } from "./layout.js";
import { shiftsOf, watchShifts } from "./shifts.js";

/** @typedef {import("playwright-core").Page} Page */
/** A page: its address, what is there when it is complete, and what somebody does then. @typedef {{path: string | ((page: Page) => Promise<string>), ready: string, use?: (page: Page) => Promise<unknown>}} Visit */

const server = testServer();
/** Colours change no places: one size has the dark, so that all sizes have been seen and both colours. @type {Record<string, import("./harness.js").PageOptions>} */
const SIZES = { "1366×768": { viewport: { width: 1366, height: 768 } }, "1920×1080, dark": { viewport: { width: 1920, height: 1080 }, colorScheme: "dark" }, "a telephone": PHONE };
/** How late each answer of the server is, in milliseconds. */
const LATE = 300;
/** So many pages of each size are open at a time. */
const LANES = 4;
const SMALL = "breakthrough:rows=5,columns=5";
const GAMES = ["breakthrough", "wolf-and-sheep", "wolves-eat-sheep", "connect-four", "battle-sheep"];

/** Answers and messages of the server come late. @param {Page} page */
async function slow(page) {
  await page.addInitScript((late) => {
    const { fetch } = globalThis;
    globalThis.fetch = async (...asked) => {
      const answer = await fetch(...asked);
      await new Promise((done) => setTimeout(done, late));
      return answer;
    };
    const listen = WebSocket.prototype.addEventListener;
    WebSocket.prototype.addEventListener = function (/** @type {string} */ kind, /** @type {any} */ told, /** @type {any} */ options) {
      listen.call(this, kind, kind === "message" ? (/** @type {any} */ event) => setTimeout(() => told.call(this, event), late) : told, options);
    };
  }, LATE);
}

/** @param {Page} page @param {object} wanted */
async function tournament(page, wanted) {
  const answer = await page.request.post("/api/tournaments", { data: wanted });
  assert.equal(answer.status(), 201, await answer.text());
  return (await answer.json()).id;
}

/** A tournament that is over, made once. @type {Promise<string> | undefined} */
let finished;
/** @param {Page} page */
const finishedTournament = (page) =>
  (finished ??= (async () => {
    const id = await tournament(page, { game: SMALL, players: [{ agent: "random" }, { agent: "greedy" }, { agent: "lamb" }], games: 4, seed: 1 });
    while ((await (await page.request.get(`/api/tournaments/${id}`)).json()).status !== "finished") await page.waitForTimeout(50);
    return id;
  })());

/** A table, made once. @type {Promise<string> | undefined} */
let solved;
/** @param {Page} page */
const solvedTable = (page) =>
  (solved ??= (async () => {
    await page.request.post("/api/tables", { data: { game: "wolf-and-sheep:size=4" } });
    for (;;) {
      // The first time it says what every game would take to solve, which a busy machine needs a while for.
      const { tables } = await (await page.request.get("/api/tables", { timeout: 3 * TIMEOUT })).json();
      if (tables.length) return tables[0].id;
      await page.waitForTimeout(50);
    }
  })());

/** A game of so many moves that is over. @param {Page} page */
const finishedGame = (page) => makeGame(page, { game: SMALL, seats: ["person", "random"], position: "5/1P3/5/3p1/5 w", moves: "b4b5" });

/** @type {(game: string, seats: string[], from?: object) => Visit["path"]} */
const game = (name, seats, from = {}) => (page) => makeGame(page, { game: name, seats, ...from });
const BOARD = ".play .board .cell";

/** @type {Record<string, Visit>} */
const VISITS = {
  gallery: { path: "/", ready: ".card .board .cell" },
  rules: { path: "/", ready: ".card", use: async (page) => {
    await page.locator(".card-foot .help").first().click();
    await page.locator(".rules .board .cell").first().waitFor();
  } },
  ...Object.fromEntries(GAMES.map((name) => [`before ${name}`, { path: `/play/${name}`, ready: ".setup .board .cell" }])),
  "before hidden Battle Sheep": { path: "/play/battle-sheep:hidden", ready: ".setup .board .cell" },
  ...Object.fromEntries(GAMES.map((name) => [`a game of ${name}`, { path: game(name, name === "battle-sheep" ? ["person", "ram", "ram", "ram"] : ["person", "ram"]), ready: BOARD }])),
  "hidden Battle Sheep": { path: game("battle-sheep:hidden", ["person", "lamb", "lamb", "person"]), ready: BOARD },
  "a game by links": { path: game("breakthrough", ["person", "friend"]), ready: "section:has(#links-title) input" },
  "a game with a clock": { path: game("breakthrough", ["person", "ram"], { clock: "300+3" }), ready: ".clock.running" },
  "an agent answers": { path: game(SMALL, ["person", "random"]), ready: BOARD, use: async (page) => {
    await move(page);
    await turn(page);
  } },
  "a game that is over, and its review": { path: finishedGame, ready: ".ending-text", use: async (page) => {
    await button(page, "Review").click();
    await page.locator(".review .curve").waitFor();
    await page.locator(".review progress").waitFor({ state: "hidden" });
  } },
  "agents among themselves": { path: game(SMALL, ["random", "random"]), ready: BOARD, use: (page) => page.locator(".moves li").nth(6).waitFor() },
  "four agents to the end": { path: game("battle-sheep:sheep=4", ["random", "random", "random", "random"]), ready: BOARD, use: async (page) => {
    await page.locator(".ending-text:not([hidden])").waitFor({ timeout: 3 * TIMEOUT });
  } },
  "an agent begins": { path: game(SMALL, ["random", "person"]), ready: BOARD, use: (page) => turn(page) },
  "the truth, and an agent's answer": { path: game("wolf-and-sheep:size=6", ["person", "random"], { moves: "@c1" }), ready: BOARD, use: async (page) => {
    await button(page, "Truth").click();
    await page.locator(".truth-part .judged li").first().waitFor();
    await turn(page);
    await move(page);
    await turn(page);
    await page.waitForTimeout(2 * LATE);
  } },
  "a game lost by resignation": { path: game(SMALL, ["person", "person"]), ready: BOARD, use: async (page) => {
    page.once("dialog", (dialog) => void dialog.accept());
    await button(page, "Resign").click();
    await page.locator(".ending-text").waitFor();
  } },
  "an analysis board": { path: async (page) => `${await makeGame(page, { game: SMALL, seats: ["person", "person"], moves: "b2b3 d4d3" })}?analysis=1`, ready: ".variations", use: async (page) => {
    await button(page, "Analyse").click();
    await page.locator(".judged li").first().waitFor();
  } },
  "a guided game": { path: `/play/${SMALL}?guide`, ready: ".guide-goal:not([hidden])", use: async (page) => {
    await move(page);
    await turn(page);
    await page.waitForTimeout(2 * LATE);
  } },
  "a guided game of four": { path: "/play/battle-sheep?guide", ready: ".guide-goal:not([hidden])", use: async (page) => {
    await move(page);
    await turn(page);
    await page.waitForTimeout(2 * LATE);
  } },
  "a position of one's own": { path: `/edit/${SMALL}`, ready: ".board .cell" },
  learn: { path: "/learn", ready: "#learn-step:enabled" },
  "learn with random games": { path: "/learn?game=wolf-and-sheep:size=6&kind=uct&simulations=50", ready: "#learn-step:enabled" },
  ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`lesson ${number}`, { path: "/learn", ready: "#learn-step:enabled", use: async (/** @type {Page} */ page) => {
    const address = await page.locator(".lesson-link").nth(number - 1).getAttribute("href");
    await page.goto(address ?? "");
    await page.locator("#learn-step:enabled").waitFor();
  } }])),
  puzzles: { path: "/puzzles", ready: ".puzzle-board" },
  "a puzzle of a pack": { path: "/puzzles?size=7&difficulty=hard&seed=3", ready: ".puzzle-board" },
  "a puzzle's solver": { path: "/puzzles?size=5&difficulty=easy&seed=1", ready: ".puzzle-board", use: async (page) => {
    await page.locator("#solver-step").click();
    await page.locator("#solver-line", { hasText: /^step 1 of/ }).waitFor();
  } },
  "another puzzle": { path: "/puzzles?size=5&difficulty=easy&seed=2", ready: ".puzzle-board", use: async (page) => {
    await page.locator("#puzzle-size").fill("9");
    await page.locator("#puzzle-new").click();
    await page.locator("#puzzle-about", { hasText: /^9×9/ }).waitFor();
  } },
  "a search that runs": { path: "/learn", ready: "#learn-step:enabled", use: async (page) => {
    await page.locator("#learn-speed").fill("1");
    await page.locator("#learn-run").click();
    await page.waitForTimeout(1500);
  } },
  printouts: { path: "/puzzles/print?which=pack&size=5&difficulty=easy&seed=1&each=4&pages=1", ready: "#printout-print:enabled" },
  arena: { path: "/arena", ready: ".entrant" },
  "a tournament that is over": { path: async (page) => `/arena/${await finishedTournament(page)}`, ready: "#standings tbody tr" },
  "a tournament that runs": { path: async (page) => `/arena/${await tournament(page, { game: SMALL, players: [{ agent: "uct:time=0.02" }, { agent: "random" }], games: 4, seed: 1, concurrency: 1 })}`, ready: "#tournament-status", use: async (page) => {
    await page.locator("#tournament-status", { hasText: /^finished$/ }).waitFor({ timeout: 2 * TIMEOUT });
  } },
  "a replay": { path: async (page) => `/arena/${await finishedTournament(page)}/1`, ready: ".board .cell" },
  "two players head to head": { path: async (page) => `/arena/${await finishedTournament(page)}/pair/0/1`, ready: "h1" },
  "by opening": { path: async (page) => `/arena/${await finishedTournament(page)}/openings`, ready: "h1" },
  "ratings of a game": { path: async () => `/arena/ratings?game=${encodeURIComponent(SMALL)}`, ready: "h1" },
  solve: { path: async (page) => (await solvedTable(page), "/solve"), ready: "#tables a" },
  "a solved game": { path: async (page) => `/solve/${await solvedTable(page)}`, ready: "#report" },
  "no such page": { path: "/nowhere", ready: "a.button" },
};

/**
 * Goes to a page. The first of its kind is opened anew, with its scripts and styles; the others as a link would, which is
 * faster: what is drawn is the same.
 * @param {Page} page @param {string} path @param {Set<string>} kinds that were opened before
 */
async function go(page, path, kinds) {
  const kind = path.split(/[/?]/)[1];
  if (!kinds.has(kind)) await page.goto(path);
  else {
    await page.evaluate((to) => {
      for (const left of document.querySelectorAll("#page > div")) left.setAttribute("data-left", "");
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
  }
  kinds.add(kind);
}

// Most of the time is spent waiting for late answers: all at once.
describe("nothing moves by itself", { concurrency: true }, () => {
  for (const [size, options] of Object.entries(SIZES)) {
    for (let lane = 0; lane < LANES; lane++) {
      test(`${size}, part ${lane + 1}`, server.withPage(async (page) => {
        await slow(page);
        await watchShifts(page);
        /** @type {Record<string, import("./shifts.js").Shift[]>} */
        const moved = {};
        const kinds = new Set();
        const visits = Object.entries(VISITS).filter((_, index) => index % LANES === lane);
        for (const [name, { path, ready, use }] of visits) {
          await go(page, typeof path === "string" ? path : await path(page), kinds);
          await page.locator(`#page > div:not([data-left]) ${ready}`).first().waitFor({ timeout: 3 * TIMEOUT });
          await use?.(page);
          // What came last asks for more, which comes late as well.
          await page.waitForTimeout(LATE);
          const shifts = await shiftsOf(page);
          if (shifts.length) moved[name] = shifts;
        }
        assert.deepEqual(moved, {});
      }, { ...options, mayLog: /status of 404/ }));
    }
  }
});
