// @ts-check
/** The arena: tournaments set up by form, watched, stopped, gone on with, replayed and taken away. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { TIMEOUT, picture, testServer } from "./harness.js";
import { PHONE, allReached, fits, places } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const WOLF = "wolf-and-sheep:size=6";
/** Takes its time on every machine, so that there is something to watch. */
const SLOW = "uct:time=0.02";
const status = (/** @type {Page} */ page, /** @type {string} */ text) => page.locator("#tournament-status", { hasText: new RegExp(`^${text}$`) }).waitFor({ timeout: 2 * TIMEOUT });

/**
 * Fills in the form: a game of its own options and agents by their text.
 * @param {Page} page @param {string} game @param {string[]} agents @param {{games?: number, more?: (page: Page) => Promise<unknown>}} [options]
 */
async function set(page, game, agents, { games = 2, more } = {}) {
  await page.goto("/arena");
  await page.locator(".entrant").nth(2).waitFor();
  await page.locator("#arena-game").selectOption("…");
  await page.locator("#arena-own").fill(game);
  // Another game has other agents: they come with the answer.
  await Promise.all([page.waitForResponse((answer) => answer.url().includes("/api/variant")), page.locator("#arena-own").blur()]);
  while ((await page.locator(".entrant").count()) > agents.length) await page.getByRole("button", { name: "Remove this player" }).last().click();
  while ((await page.locator(".entrant").count()) < agents.length) await page.locator("#arena-add").click();
  for (const [index, agent] of agents.entries()) {
    const row = page.locator(".entrant").nth(index);
    await row.locator("select").selectOption("…");
    await row.locator("input.spec").fill(agent);
  }
  await page.locator("#arena-games").fill(String(games));
  await more?.(page);
  await page.locator("#arena-start").click();
}

/** Wins, draws and losses of the crosstable, by row and column. @param {Page} page */
async function crosstable(page) {
  const rows = await page.locator("#crosstable tbody tr").evaluateAll((lines) => lines.map((line) => [...line.querySelectorAll("td")].map((cell) => cell.textContent ?? "")));
  return rows.map((cells) => cells.map((text) => (text.match(/\d+/g) ?? []).map(Number)));
}

const played = async (/** @type {Page} */ page) => (await crosstable(page)).flat(2).reduce((sum, count) => sum + count, 0) / 2;

/** How many games the server has of this page's tournament, and their numbers. @param {Page} page */
async function numbers(page) {
  const answer = await page.request.get(`/api/tournaments/${new URL(page.url()).pathname.split("/")[2]}/download/record`);
  const lines = (await answer.text()).trim().split("\n").map((line) => JSON.parse(line));
  return lines.flatMap((line) => (typeof line.game === "number" ? [line.game] : typeof line.number === "number" ? [line.number] : []));
}

test("what cannot be played is said, and the form stays", server.withPage(async (page) => {
  const problem = page.locator("#arena-problem");
  for (const [agents, message] of /** @type {[string[], RegExp][]} */ ([[["random", "shepherd"], /shepherd/], [["random"], /two|2|one/i], [["random", "bot:cmd=sh"], /program|bot/i]])) {
    await set(page, WOLF, agents);
    await problem.filter({ hasText: message }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/arena");
  }
  await usableInLightAndDark(page);
  await page.locator("#arena-own").fill("chess");
  await page.locator("#arena-own").blur();
  await problem.filter({ hasText: /chess/ }).waitFor();
}, { mayLog: /status of 4/ }));

test("a tournament is set up by form, grows in place, and ends with ratings", server.withPage(async (page) => {
  await set(page, WOLF, [SLOW, "random", "greedy"], {
    games: 12,
    more: async () => {
      await page.locator("#arena-budget").selectOption("time");
      await page.locator("#arena-amount").fill("0.02");
      await page.locator("summary", { hasText: /^More$/ }).click();
      await page.locator("#arena-seed").fill("7");
      await page.locator("#arena-concurrency").fill("1");
      await page.locator("#arena-most").fill("80");
      assert.equal(await page.locator("#arena-total").textContent(), "36 games");
    },
  });
  await status(page, "running");
  await page.locator("#tournament-progress", { hasText: /^[1-9]/ }).waitFor();
  const parts = "#standings tr, #standings th, #crosstable tr, #crosstable th, #by-seat tr, .tournament h2";
  const before = { games: await played(page), places: await places(page, parts) };
  assert.ok(before.games > 0 && before.games < 36, `${before.games} games`);
  await page.waitForFunction((games) => Number(/^(\d+)/.exec(document.getElementById("tournament-progress")?.textContent ?? "")?.[1]) >= games + 9, before.games);
  assert.deepEqual(await places(page, parts), before.places, "nothing jumps while games end");
  // A reload follows on.
  await page.reload();
  await status(page, "running");
  await status(page, "finished");
  assert.equal(await played(page), 36);
  assert.deepEqual((await numbers(page)).sort((a, b) => a - b), Array.from({ length: 36 }, (_, index) => index + 1));
  const ratings = await page.locator("#standings tbody tr").evaluateAll((rows) => rows.map((row) => [row.querySelector("th")?.textContent ?? "", row.querySelectorAll("td")[1]?.textContent ?? ""]));
  assert.equal(ratings.length, 3);
  for (const [, rating] of ratings) assert.match(rating, /^−?\d+ ± \d+$/);
  assert.match((await page.locator("#tournament-finding").textContent()) ?? "", /comes first with/);
  const settings = await page.locator("section[aria-labelledby=played-title]").textContent();
  assert.match(settings ?? "", /0\.02|20 ms/);
  assert.match(settings ?? "", /80/);
  await usableInLightAndDark(page);
  await picture(page, "arena");
}));

test("a tournament that was stopped goes on, and plays every game once", server.withPage(async (page) => {
  await set(page, "breakthrough:rows=5,columns=5", [SLOW, "random"], { games: 20, more: () => page.locator("#arena-concurrency").evaluate((field) => field instanceof HTMLInputElement && (field.value = "1")) });
  await status(page, "running");
  await page.locator("#tournament-progress", { hasText: /^[1-9]/ }).waitFor();
  await page.locator("#tournament-stop").click();
  await status(page, "unfinished");
  const halfway = await played(page);
  assert.ok(halfway > 0 && halfway < 20, `${halfway} games`);
  await usableInLightAndDark(page);
  await page.locator("#tournament-resume").click();
  await status(page, "finished");
  assert.equal(await played(page), 20);
  assert.deepEqual((await numbers(page)).sort((a, b) => a - b), Array.from({ length: 20 }, (_, index) => index + 1));
}));

test("a game is replayed, a tournament of the command line is listed and taken away", server.withPage(async (page) => {
  server.command("solve", WOLF);
  server.command("match", WOLF, "--agent", "far=alphabeta:depth=4", "--agent", "near=alphabeta:depth=1", "--games", "4", "--openings", "random", "--quiet");
  await page.goto("/arena");
  await page.locator(".record a", { hasText: "far against near" }).click();
  await status(page, "finished");
  await page.locator("#game-rows tr").nth(3).waitFor();
  assert.equal(await page.locator("#game-rows tr").count(), 4);
  // The table judges.
  await page.locator("#truth tbody tr").first().waitFor();
  await allReached(page);

  const waiting = page.waitForEvent("download");
  await page.locator("#download-page").click();
  const file = await (await waiting).path();
  await alone(page, file);
  for (const form of ["record", "pgn"]) {
    const saving = page.waitForEvent("download");
    await page.locator(`#download-${form}`).click();
    const text = readFileSync(await (await saving).path(), "utf8");
    if (form === "pgn") assert.equal(text.match(/^\[Event /gm)?.length, 4);
    else assert.ok(text.trim().split("\n").every((line) => typeof JSON.parse(line) === "object"));
  }

  await page.locator("#game-2").click();
  const slider = page.locator("#replay-ply");
  const now = page.locator("#replay-now");
  await now.filter({ hasText: /^The start/ }).waitFor();
  const plies = Number(await slider.getAttribute("max"));
  const board = () => page.locator(".board").evaluate((drawing) => drawing.outerHTML);
  const start = await board();
  await slider.fill("3");
  await now.filter({ hasText: `3 of ${plies}` }).waitFor();
  assert.notEqual(await board(), start);
  // Moves have the numbers that they have on a game's own page: one for each row.
  const { moves, seats } = await (await page.request.get(page.url().replace("/arena/", "/api/tournaments/").replace(/\/(\d+)(\?.*)?$/, "/games/$1"))).json();
  const row = 1 + [1, 2].filter((ply) => moves[ply].seat <= moves[ply - 1].seat).length;
  assert.ok(((await now.textContent()) ?? "").startsWith(`${row}. ${seats[moves[2].seat][0].toUpperCase()}${seats[moves[2].seat].slice(1)} ${moves[2].text} (ply 3 of ${plies})`), (await now.textContent()) ?? "");
  assert.equal(await page.locator("#replay-moves .number").first().textContent(), "1.");
  assert.ok((await page.locator("#replay-moves .number").count()) < plies, "a number for each row, not for each move");
  await page.getByRole("button", { name: "Back one move" }).click();
  await now.filter({ hasText: `2 of ${plies}` }).waitFor();
  await page.keyboard.press("End");
  await now.filter({ hasText: `${plies} of ${plies}` }).waitFor();
  await page.getByRole("button", { name: "On one move" }).click();
  await now.filter({ hasText: `${plies} of ${plies}` }).waitFor();
  await page.keyboard.press("Home");
  await now.filter({ hasText: /^The start/ }).waitFor();
  await page.locator("#replay-play").click();
  await now.filter({ hasText: ` of ${plies}` }).waitFor();
  await page.locator("#replay-play", { hasText: "Pause" }).click();
  await page.locator("#replay-moves button").nth(4).click();
  await now.filter({ hasText: `5 of ${plies}` }).waitFor();
  assert.match(page.url(), /\?ply=5$/);
  await usableInLightAndDark(page);
  await allReached(page);
  const position = new URL((await page.locator("#replay-from-here").getAttribute("href")) ?? "", page.url()).searchParams.get("position");
  await page.locator("#replay-from-here").click();
  await page.waitForURL((url) => url.pathname.startsWith("/play/") && url.searchParams.get("position") === position);
}));

test("a tournament that is over at once shows its last games, and who could not help losing", server.withPage(async (page) => {
  const origin = server.url.replace(/\/$/, "");
  const players = ["one", "two"].map((name) => ({ name, agent: "perfect" }));
  const { id } = await (await page.request.post("/api/tournaments", { headers: { origin }, data: { game: "wolf-and-sheep:size=4", players, games: 2, openings: "start" } })).json();
  await page.goto(`/arena/${id}`);
  await status(page, "finished");
  await page.locator("#live-title", { hasText: "The last games" }).waitFor();
  await page.locator(".live-game .board .cell").nth(31).waitFor({ state: "attached" });
  assert.equal(await page.locator(".live-game .live-number[href]").count(), 2);
  assert.equal(await page.locator(".live-seat.won").count(), 2, "at their end");
  // The sheep win from the start: each loses as the wolf, whatever it plays.
  await page.locator("#truth-innocent", { hasText: "one lost 1 game without throwing anything away: the table says this start is lost for its side, whatever it plays." }).waitFor();
  // The columns of the list stand below their heads, also where a table compares.
  const lefts = (/** @type {string} */ selector) => page.locator(selector).evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)));
  assert.deepEqual(await lefts(".games thead th"), await lefts(".games tbody tr:first-child > *"));
  await page.locator(".part-standings", { hasText: "closer together than the Elo difference" }).waitFor();
  await page.locator("#finding-note", { hasText: "with 95 % confidence" }).waitFor();
  await usableInLightAndDark(page);
}));

/** A page that was taken away shows itself without any server. @param {Page} page @param {string} file */
async function alone(page, file) {
  const context = await /** @type {import("playwright-core").Browser} */ (page.context().browser()).newContext({ offline: true });
  try {
    const visitor = await context.newPage();
    /** @type {string[]} */
    const faults = [];
    visitor.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    visitor.on("pageerror", (error) => faults.push(error.message));
    visitor.on("request", (request) => /^(file|data|blob):/.test(request.url()) || faults.push(request.url()));
    await visitor.setContent(readFileSync(file, "utf8"), { waitUntil: "load" });
    assert.match(await visitor.locator("body").innerText(), /far[\s\S]*near/);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

test("the arena by keys", server.withPage(async (page) => {
  await page.goto("/arena");
  await page.locator(".entrant").first().waitFor();
  await allReached(page);
}));

test("the arena on a telephone", server.withPage(async (page) => {
  await page.goto("/arena");
  await page.locator(".entrant").first().waitFor();
  await fits(page);
  await usableInLightAndDark(page);
  await page.locator(".record a").first().click();
  await page.locator("#standings tbody tr").first().waitFor();
  await fits(page);
  await page.locator("#game-rows a").first().click();
  await page.locator("#replay-ply").waitFor();
  await fits(page);
  await usableInLightAndDark(page);
}, PHONE));
