// @ts-check
/** The living arena: games in progress, standings that move, pairs, openings, a match that is asked for, ratings, tests. */

import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { TIMEOUT, picture, testServer } from "./harness.js";
import { PHONE, allReached, fits } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const DOLLY = `bot:cmd=python3 ${join(resolve(import.meta.dirname, "../../../.."), "examples/bots/python/bot.py")}`;
const server = testServer(["--bot", `dolly=${DOLLY}`]);
const GAME = "breakthrough:rows=5,columns=5";
const DESKTOP = { viewport: { width: 1366, height: 768 } };

const status = (/** @type {Page} */ page, /** @type {string} */ text) => page.locator("#tournament-status", { hasText: new RegExp(`^${text}$`) }).waitFor({ timeout: 3 * TIMEOUT });
const agents = (/** @type {string[]} */ ...names) => names.map((agent) => ({ agent }));

/** Starts a tournament without the form; its name. @param {Page} page @param {Record<string, any>} wanted */
async function begin(page, wanted) {
  const answer = await page.request.post("/api/tournaments", { data: wanted });
  assert.equal(answer.status(), 201, await answer.text());
  return (await answer.json()).id;
}

/** Adds up what jumps in this page, from now on; the sum is asked for later. @param {Page} page */
async function countShifts(page) {
  await page.evaluate(() => {
    const sum = { value: 0, where: /** @type {string[]} */ ([]) };
    Object.assign(globalThis, { shifts: sum });
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries())) {
        sum.value += entry.value;
        sum.where.push(...entry.sources.map((/** @type {any} */ source) => `${source.node?.className ?? source.node?.nodeName}#${source.node?.id} ${JSON.stringify(source.previousRect)} → ${JSON.stringify(source.currentRect)}`));
      }
    }).observe({ type: "layout-shift" });
  });
  return () => page.evaluate(() => /** @type {any} */ (globalThis).shifts);
}

/** Stops all that runs or waits. @param {Page} page */
async function stopAll(page) {
  const { tournaments } = await (await page.request.get("/api/tournaments")).json();
  for (const { id } of tournaments.filter((/** @type {{status: string}} */ one) => ["running", "queued"].includes(one.status)).toReversed()) await page.request.post(`/api/tournaments/${id}/stop`);
}

/** The page fits in three sizes; with `BELLWETHER_LOOKS` its pictures are taken as well, light and dark. @param {Page} page @param {string} name */
async function pictures(page, name) {
  const before = page.viewportSize();
  for (const [width, height] of [[1366, 768], [1920, 1080], [390, 844]]) {
    await page.setViewportSize({ width, height });
    await fits(page);
    if (!process.env.BELLWETHER_LOOKS) continue;
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await picture(page, `${name}-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  if (before) await page.setViewportSize(before);
}

test("games in progress move on small boards, and standings move with them", server.withPage(async (page) => {
  const id = await begin(page, { game: GAME, players: agents("uct:time=0.05", "mcts:time=0.03", "greedy", "random"), games: 400, openings: "random", concurrency: 1, clock: "60+1" });
  await page.goto(`/arena/${id}`);
  await status(page, "running");
  const game = page.locator(".live-game").first();
  await game.locator(".live-number", { hasText: /game \d+ · ply [1-9]/ }).waitFor();
  assert.equal(await page.locator(".live-game").count(), 1, "as many boards as games at once");
  assert.match((await page.locator("#live-count").textContent()) ?? "", /^one game runs now$/);
  await page.mouse.move(2, 2);
  const shifts = await countShifts(page);
  const board = () => game.locator(".board").evaluate((drawing) => drawing.outerHTML);
  const first = await board();
  await page.waitForFunction((before) => document.querySelector(".live-game .board")?.outerHTML !== before, first);
  const names = await game.locator(".who").allTextContents();
  assert.equal(names.length, 2);
  assert.ok(names.every((name) => ["uct:time=0.05", "mcts:time=0.03", "greedy", "random"].includes(name)), names.join());
  await game.locator(".has").first().filter({ hasText: /^(\d+:\d\d|\d\.\d)$/ }).waitFor();
  // A game that has ended stays for a moment, with a way to its replay.
  await game.locator(".live-number[href] + .live-now", { hasText: /^(1–0|0–1)$/ }).waitFor();
  const progress = page.locator("#tournament-progress");
  await progress.filter({ hasText: /^([7-9]|[1-9]\d) of 2,400 games · [\d,]+ games left/ }).waitFor();
  assert.match((await page.locator("#standings tbody tr").first().locator("td").nth(3).textContent()) ?? "", /^\d+ of 1,200$/);
  // Rows stand as ranks do, without having been asked to.
  const ranks = () => page.locator("#standings .rank span:last-child").allTextContents();
  assert.deepEqual(await ranks(), ["1", "2", "3", "4"]);
  const { value, where } = await shifts();
  assert.equal(value, 0, where.join("\n"));
  await picture(page, "arena-live");
  await pictures(page, "arena-live");
  await usableInLightAndDark(page);
  // Who cannot see the boards does not ask for them.
  const asked = page.waitForEvent("websocket", (socket) => socket.url().endsWith("/live"));
  await page.reload();
  const closed = (await asked).waitForEvent("close");
  await page.locator("#game-rows").scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await closed;
  await page.evaluate(() => scrollTo(0, 0));
  await game.locator(".live-number", { hasText: /ply [1-9]/ }).waitFor();
  const ending = await countShifts(page);
  await page.request.post(`/api/tournaments/${id}/stop`);
  await status(page, "unfinished");
  await page.locator("#tournament-resume").waitFor();
  const jumps = await ending();
  assert.equal(jumps.value, 0, jumps.where.join("\n"));
  assert.equal(await page.locator("#live-title").textContent(), "The last games");
}, DESKTOP));

test("rows of the standings slide to their places, but not from under the pointer", server.withPage(async (page) => {
  const id = await begin(page, { game: GAME, players: agents("greedy", "random", "pvs:nodes=50"), games: 2 });
  await page.goto(`/arena/${id}`);
  await status(page, "finished");
  await page.mouse.move(2, 2);
  const shifts = await countShifts(page);
  // The same table, told that the last has become the first.
  const swap = (/** @type {boolean} */ back) =>
    page.evaluate(async ({ id, back }) => {
      const { Standings } = await import(/** @type {any} */ ("/assets/pages/arena/standings.js"));
      const state = await (await fetch(`/api/tournaments/${id}`)).json();
      const kept = /** @type {any} */ (globalThis);
      if (!kept.table) {
        kept.table = new Standings();
        kept.table.show(state);
        document.querySelector("#standings")?.closest(".scroll")?.replaceWith(kept.table.element);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
      if (!back) state.digest.players.reverse();
      kept.table.show(state);
      const rows = [...document.querySelectorAll("#standings tbody tr")];
      return { names: rows.map((row) => row.querySelector("th")?.textContent), moving: rows.filter((row) => row.getAnimations().length).length };
    }, { id, back });
  const start = await page.locator("#standings tbody th").allTextContents();
  const turned = await swap(false);
  assert.deepEqual(turned.names, start.toReversed());
  assert.equal(turned.moving, 2, "the first and the last slide, the middle stays");
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const { value, where } = await shifts();
  assert.equal(value, 0, where.join("\n"));
  await page.locator("#standings").hover();
  assert.deepEqual((await swap(true)).names, start.toReversed(), "nothing moves from under the pointer");
  await page.mouse.move(2, 2);
  await page.waitForFunction((first) => document.querySelector("#standings tbody th")?.textContent === first, start[0]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const still = await swap(false);
  assert.deepEqual(still, { names: start.toReversed(), moving: 0 });
}, DESKTOP));

test("four seats and hidden flocks: a spectator sees what all may see", server.withPage(async (page) => {
  const id = await begin(page, { game: "battle-sheep:hidden", players: agents("mcts:time=0.03", "greedy", "greedy", "random"), games: 40, concurrency: 1 });
  await page.goto(`/arena/${id}`);
  await page.locator(".live-number", { hasText: /ply (\d{2,}|[5-9])/ }).first().waitFor();
  const state = await page.locator(".live-game").first().evaluate((game) => ({ rows: game.querySelectorAll(".live-seat").length, counts: [...game.querySelectorAll(".count")].map((count) => count.textContent ?? ""), over: game.querySelector(".live-number")?.hasAttribute("href") }));
  assert.equal(state.rows, 4);
  if (!state.over) assert.ok(!state.counts.some((count) => /\d/.test(count)), state.counts.join());
  await page.getByText("Hidden flocks stay hidden until the game is over.").waitFor();
  await pictures(page, "arena-live-four");
  await page.request.post(`/api/tournaments/${id}/stop`);
  await status(page, "unfinished");
  await fits(page);
}, PHONE));

test("openings and a sequential test are set in the form, and checked as on the command line", server.withPage(async (page) => {
  await page.goto("/arena");
  await page.locator(".entrant").nth(2).waitFor();
  await page.locator("#request-seat-1").waitFor();
  await page.locator("#arena-game").selectOption("…");
  await page.locator("#arena-own").fill(GAME);
  await Promise.all([page.waitForResponse((answer) => answer.url().includes("/api/variant")), page.locator("#arena-own").blur()]);
  const problem = page.locator("#arena-problem");
  await page.locator("#arena-openings").selectOption("listed");
  await page.locator("#arena-start").click();
  await problem.filter({ hasText: "the list of openings is empty" }).waitFor();
  await page.locator("#arena-lines").fill("moves a2a3\nmoves a2a9");
  await page.locator("#arena-start").click();
  await problem.filter({ hasText: "opening 2: move 1: there is no square a9" }).waitFor();
  await page.locator("#arena-lines").fill("moves a2a3 a4a3\n# a comment\nmoves c2c3");
  await page.locator("#arena-sprt").check();
  assert.equal(await page.locator("#arena-games").inputValue(), "2000");
  await page.locator("#arena-start").click();
  await problem.filter({ hasText: "--sprt is for a match of two agents at a table of two" }).waitFor();
  await page.getByRole("button", { name: "Remove this player" }).last().click();
  await page.locator("#arena-elo0").fill("80");
  await page.locator("#arena-start").click();
  await problem.filter({ hasText: "elo0 must be less than elo1, but 80 is not less than 10" }).waitFor();
  await pictures(page, "arena-form");
  await usableInLightAndDark(page);
  await page.locator("#arena-elo0").fill("0");
  await page.locator("#arena-elo1").fill("60");
  for (const [index, agent] of ["pvs:nodes=300", "random"].entries()) {
    const row = page.locator(".entrant").nth(index);
    await row.locator("select").selectOption("…");
    await row.locator("input.spec").fill(agent);
  }
  await page.locator("#arena-openings").selectOption("random");
  await page.locator("#arena-start").click();
  await status(page, "finished");
  assert.match((await page.locator("#sprt-words").textContent()) ?? "", /^H1 accepted: the lead of pvs:nodes=300 is \+60 rather than 0, in normalized Elo\./);
  await pictures(page, "arena-sprt");
  await usableInLightAndDark(page);
}, { ...DESKTOP, mayLog: /status of 4/ }));

test("a pair, an opening, a replay with what a bot wrote, and a match that is asked for", server.withPage(async (page) => {
  const id = await begin(page, { game: GAME, players: agents("pvs:nodes=400", "dolly", "random"), games: 4, openings: "random", concurrency: Math.min(2, availableParallelism()) });
  await page.goto(`/arena/${id}`);
  await status(page, "finished");
  // From the standings to the pair.
  await page.locator("#crosstable a").first().click();
  await page.waitForURL(/\/pair\/\d\/\d$/);
  await page.locator("#pair-score").waitFor();
  assert.equal(await page.locator("#game-rows tr").count(), 4);
  assert.match((await page.locator("#pair-score").textContent()) ?? "", /scores [\d.]+ % \[[\d.]+, [\d.]+\]/);
  const counts = (await page.locator("#pair-seats td.number").allTextContents()).map(Number);
  assert.equal(counts.reduce((sum, count) => sum + count, 0), 4);
  await page.locator("#request-seat-1").waitFor();
  await allReached(page);
  await usableInLightAndDark(page);
  await pictures(page, "arena-pair");
  await page.locator("#pair-one").selectOption({ label: "dolly" });
  await page.waitForURL(/\/pair\/1\/\d$/);

  // By opening.
  await page.goto(`/arena/${id}`);
  await page.locator("#to-openings").click();
  await page.locator(".opening").first().waitFor();
  assert.equal(await page.locator(".opening").count(), 2, "two openings, each from both sides");
  const seats = await page.locator(".opening").first().locator("table").first().locator("td").allTextContents();
  assert.equal(seats.length, 2);
  for (const text of seats) assert.match(text, /^\d+\.\d % in 6$/);
  await page.locator("#openings-order").selectOption("uneven");
  await usableInLightAndDark(page);
  await pictures(page, "arena-openings");
  await page.locator("#opening-1").click();
  await page.locator("#game-rows tr").first().waitFor();
  assert.equal(await page.locator("#game-rows tr").count(), 6);

  // A game of the bot, step by step.
  const { games } = await (await page.request.get(`/api/tournaments/${id}/games?player=1&rival=0`)).json();
  games.sort((/** @type {{plies: number}} */ a, /** @type {{plies: number}} */ b) => b.plies - a.plies);
  await page.goto(`/arena/${id}/${games[0].number}`);
  const written = page.locator(".move-panel pre");
  await written.getByText("Nothing so far.").waitFor();
  const record = await (await page.request.get(`/api/tournaments/${id}/games/${games[0].number}`)).json();
  const bot = games[0].players.indexOf(1);
  const [first, second] = record.moves.flatMap((/** @type {any} */ made, /** @type {number} */ index) => (made.seat === bot && index >= record.opening ? [index + 1] : []));
  const at = async (/** @type {number} */ ply) => {
    await page.locator("#replay-ply").fill(String(ply));
    await page.locator("#replay-now", { hasText: new RegExp(`ply ${ply} of`) }).waitFor();
    return (await written.innerText()).trim().split("\n");
  };
  assert.deepEqual(await at(first), [`ply ${first - 1}: ${record.moves[first - 1].text}`]);
  assert.equal(await page.locator(".move-panel pre .new").count(), 1, "what is new stands out");
  assert.equal((await at(first + 1)).length, 1, "nothing new while the other moves");
  assert.equal((await at(second)).at(-1), `ply ${second - 1}: ${record.moves[second - 1].text}`);
  assert.match((await page.locator("#move-figures").innerText()) ?? "", /time\s+\d/);
  await at(second + 1);
  assert.match((await page.locator("#move-figures").innerText()) ?? "", /positions\s+\d/);
  // It plays by itself, and nothing jumps.
  await at(first);
  const shifts = await countShifts(page);
  await page.locator("#replay-play").click();
  await page.locator("#replay-now", { hasText: new RegExp(`ply ${second} of`) }).waitFor();
  const { value, where } = await shifts();
  assert.equal(value, 0, where.join("\n"));
  await page.keyboard.press("End");
  await usableInLightAndDark(page);
  await picture(page, "arena-replay");
  await pictures(page, "arena-replay-bot");
  await allReached(page);

  // A match that is asked for waits for its turn, and counts in the ratings.
  await stopAll(page);
  const slow = { game: GAME, players: agents("uct:time=0.05", "random"), games: 400, concurrency: 1 };
  const running = [await begin(page, slow), await begin(page, slow)];
  await page.goto(`/arena/ratings?game=${encodeURIComponent(GAME)}`);
  const from = page.locator("#ratings-from");
  const before = Number(/[\d,]+/.exec((await from.textContent()) ?? "")?.[0].replaceAll(",", ""));
  await page.locator("#request-seat-1").waitFor();
  await page.locator("#request-seat-0").selectOption("dolly");
  await page.locator("#request-seat-1").selectOption("greedy");
  await page.locator("#request-games").fill("3");
  await page.locator("#request-go").click();
  await page.locator("#request-problem", { hasText: "a multiple of 2" }).waitFor();
  await page.locator("#request-games").fill("2");
  await page.locator("#request-go").click();
  await status(page, "queued");
  assert.match((await page.locator("#tournament-progress").textContent()) ?? "", /it is the next/);
  for (const one of running) await page.request.post(`/api/tournaments/${one}/stop`);
  await status(page, "finished");
  await page.locator("#to-ratings").click();
  await page.locator("#rating-legend button").first().waitFor();
  const after = Number(/[\d,]+/.exec((await from.textContent()) ?? "")?.[0].replaceAll(",", ""));
  assert.ok(after >= before + 2, `${before} and 2 make ${after}`);
  assert.ok((await page.locator(".rating-graph .band").count()) >= 3, "bands are drawn");
  const dolly = page.locator("#rating-legend button", { hasText: "dolly" });
  assert.match((await dolly.textContent()) ?? "", /−?\d+ ± \d+/);
  const bands = await page.locator(".rating-graph .band").count();
  const chosen = page.locator('#rating-legend button[aria-pressed="true"]').first();
  await chosen.focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".rating-graph .band").count(), bands - 1);
  const box = await page.locator(".rating-graph").boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 80);
  await page.locator("#rating-readout", { hasText: /after \d+ games \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\): / }).waitFor();
  await usableInLightAndDark(page);
  await pictures(page, "arena-ratings");
  await allReached(page);
  // What is not there is said.
  for (const [path, words] of [[`${id}/pair/0/7`, "there are no two such players"], [`${id}/openings/99`, "there is no opening 99"], ["ratings?game=chess", "there is no tournament of this game"]]) {
    await page.goto(`/arena/${path}`);
    await page.locator(".problem", { hasText: words }).waitFor();
  }

  // At a table of four, a player for each seat.
  const shown = await begin(page, slow);
  await page.goto("/arena");
  await page.locator("#running-now a", { hasText: "uct:time=0.05 against random" }).waitFor();
  await page.locator("#rated-games a").first().waitFor();
  await pictures(page, "arena-list");
  await page.request.post(`/api/tournaments/${shown}/stop`);
  await page.locator("#request-game").selectOption("battle-sheep");
  await page.locator("#request-seat-3").waitFor();
  for (const seat of [0, 1, 2, 3]) await page.locator(`#request-seat-${seat}`).selectOption(seat ? "random" : "greedy");
  await page.locator("#request-games").fill("4");
  await page.locator("#request-go").click();
  await status(page, "finished");
  assert.equal(await page.locator("#standings tbody tr").count(), 2, "the same agent has several seats");
  await page.locator("#crosstable a").first().click();
  await page.locator("#pair-score", { hasText: /^(greedy|random) finishes ahead in / }).waitFor();
  assert.equal(await page.locator("#game-rows tr").count(), 4);
}, { ...DESKTOP, mayLog: /status of 4/ }));
