// @ts-check
/** Solved games: tables listed, made, stopped and gone on with, checked, and what they have to say. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { TIMEOUT, picture, testServer } from "./harness.js";
import { PHONE, allReached, fits, places } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const SMALL = "wolf-and-sheep:size=4";
const MIDDLE = "wolf-and-sheep:size=6";
/** Takes some seconds, so that it can be stopped. */
const LARGE = "wolves-eat-sheep:layout=SSSSS/S4/5/5/.W.W.";
const now = (/** @type {Page} */ page, /** @type {RegExp} */ pattern) => page.locator("#solve-now").filter({ hasText: pattern }).waitFor({ timeout: 3 * TIMEOUT });
const row = (/** @type {Page} */ page, /** @type {string} */ game) => page.locator("#tables tr", { has: page.getByText(game, { exact: true }) });

/** What the start is worth, as the command line says it. @param {string} game */
function worth(game) {
  const { positionValue, remoteness } = JSON.parse(server.command("query", game, "--json"));
  return { sign: { win: "▲", draw: "◆", lose: "▼" }[/** @type {"win" | "draw" | "lose"} */ (positionValue)], remoteness };
}

/** The page says of a table's start what the command line says. @param {import("playwright-core").Locator} line @param {string} game */
async function same(line, game) {
  const { sign, remoteness } = worth(game);
  assert.match((await line.locator(".value").first().textContent()) ?? "", sign === "◆" ? /^◆ draw$/ : new RegExp(`^${sign} .* in ${remoteness} pl(y|ies)$`));
}

test("a small game is solved from the page, checked, and reported on", server.withPage(async (page) => {
  await page.goto("/solve");
  await page.locator("#tables", { hasText: "No table yet" }).waitFor();
  const parts = ".solve h1, .solve h2, #plans th";
  const before = await places(page, parts);
  await page.locator(`[data-solve="${SMALL}"]`).click();
  await now(page, /is solved, after/);
  await row(page, SMALL).waitFor();
  await same(row(page, SMALL), SMALL);
  assert.equal(await page.locator(`[data-solve="${SMALL}"]`).count(), 0, "it is no longer offered");
  const count = (await places(page, ".solve h1, .solve h2")).length;
  assert.deepEqual((await places(page, parts)).slice(0, count - 1), before.slice(0, count - 1), "what is above stays");
  await usableInLightAndDark(page);
  await allReached(page);
  await row(page, SMALL).getByRole("button", { name: "Check every value" }).click();
  await row(page, SMALL).getByText("every value is right").waitFor();
  await row(page, SMALL).locator("th a").click();
  await page.locator("#report .answer, #report h2").first().waitFor();
}));

test("solving is stopped, goes on, and comes to what the command line knows", server.withPage(async (page) => {
  await page.goto("/solve");
  await page.locator("#solve-game").fill(LARGE);
  await page.locator("#solve-game").blur();
  await page.locator("#solve-plan", { hasText: /14,231,756 positions/ }).waitFor();
  await page.locator("#solve-begin").click();
  await now(page, /^Solving .*: [1-9]\d? %/);
  assert.ok(await page.locator(`[data-solve="${SMALL}"], [data-solve="wolf-and-sheep"]`).first().isDisabled(), "one at a time");
  await page.locator("#solve-stop").click();
  await now(page, /^Stopped\. What is finished/);
  await usableInLightAndDark(page);
  assert.equal(await row(page, LARGE).count(), 0);
  // Somebody who comes back can go on.
  await page.reload();
  await page.locator("#solve-game").fill(LARGE);
  await page.locator("#solve-begin").click();
  await now(page, /is solved, after/);
  // A table is of all starts with these pieces, and called by one of them.
  const made = page.locator("#tables tr", { hasText: "14,231,756" });
  const game = (await made.locator(".spec").textContent()) ?? "";
  await same(made, game);
}));

test("what cannot be solved is said", server.withPage(async (page) => {
  await page.goto("/solve");
  for (const [game, message] of /** @type {[string, RegExp][]} */ ([["", /Name a game first/], ["chess", /chess/], ["battle-sheep", /solve/i], ["wolf-and-sheep:size=16", /too many positions/]])) {
    await page.locator("#solve-game").fill(game);
    await page.locator("#solve-begin").click();
    await page.locator("#solve-problem", { hasText: message }).waitFor();
  }
}, { mayLog: /status of 4/ }));

test("a table of the command line is listed, and its report says whether the game is fair", server.withPage(async (page) => {
  server.command("solve", MIDDLE);
  await page.goto("/solve");
  await row(page, MIDDLE).locator("th a").click();
  const { remoteness } = worth(MIDDLE);
  await page.locator("#report", { hasText: new RegExp(`No: the wolf.*${remoteness} plies`) }).waitFor();
  await usableInLightAndDark(page);
  await picture(page, "solve");
  await allReached(page);
  const saving = page.waitForEvent("download");
  await page.locator("#report-download").click();
  assert.match(readFileSync(await (await saving).path(), "utf8"), new RegExp(`No: the wolf.*${remoteness} plies`));
  await page.locator("#report-play").click();
  await page.waitForURL("**/play/wolf-and-sheep:size=6");
}));

test("who solves a game far down the list sees how far it is, and then its table", server.withPage(async (page) => {
  await page.goto("/solve");
  const small = page.locator('[data-solve="wolves-eat-sheep:layout=SSSS/SSSS/4/1W2"]');
  await small.waitFor({ timeout: 3 * TIMEOUT });
  const inSight = (/** @type {string} */ selector) =>
    page.waitForFunction((wanted) => {
      const box = document.querySelector(wanted)?.getBoundingClientRect();
      return box && box.top >= 0 && box.bottom <= innerHeight;
    }, selector, { timeout: 3 * TIMEOUT });
  // One that takes long enough to be looked at, and then one that is done at once.
  await page.locator('[data-solve="wolves-eat-sheep"]').click();
  await inSight("#solve-work");
  await page.locator("#solve-stop").click();
  await now(page, /^Stopped\./);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await small.click();
  await now(page, /is solved, after/);
  await inSight("#tables .fresh");
}, { viewport: { width: 1000, height: 420 } }));

test("a report has nothing that its game has not", server.withPage(async (page) => {
  // A drawn game that always ends, without sheep and named starts.
  const drawn = "connect-four:columns=3,rows=4";
  server.command("solve", drawn);
  await page.goto("/solve");
  await page.locator("#tables tr", { hasText: "columns=3,rows=4" }).locator("th a").click();
  await page.locator("#report", { hasText: "neither side can win, and the game ends in a draw." }).waitFor();
  const text = (await page.locator("#report").innerText()) ?? "";
  for (const absent of [/sheep/, /for ever/, /Named starts/, /number of pieces/, /[Tt]he (Red|Yellow)/]) assert.doesNotMatch(text, absent);
}));

test("solved games on a telephone", server.withPage(async (page) => {
  await page.goto("/solve");
  await row(page, MIDDLE).waitFor();
  await fits(page);
  await usableInLightAndDark(page);
  await row(page, MIDDLE).locator("th a").click();
  await page.locator("#report h2").first().waitFor();
  await fits(page);
  await usableInLightAndDark(page);
}, PHONE));
