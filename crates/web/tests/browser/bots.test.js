// @ts-check
/** A program of somebody's own, registered when the server was started: it plays, fails in public, and takes part in tournaments. */

import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { test } from "node:test";

import { move, turn } from "./board.js";
import { testServer } from "./harness.js";

const ROOT = resolve(import.meta.dirname, "../../../..");
const DOLLY = `bot:cmd=python3 ${join(ROOT, "examples/bots/python/bot.py")}`;
const BROKEN = `bot:cmd=python3 ${join(ROOT, "crates/cli/tests/bots/sinner.py")} leave_with_three`;

const server = testServer(["--bot", `dolly=${DOLLY}`, "--bot", `broken=${BROKEN}`]);

/** Starts a small game against a bot that is chosen by hand. @param {import("playwright-core").Page} page @param {string} bot */
async function against(page, bot) {
  await page.goto("/play/breakthrough:columns=5,rows=5");
  const seat = page.getByLabel("Black", { exact: true });
  const bots = seat.locator('optgroup[label="registered bots"] option');
  await bots.first().waitFor({ state: "attached" });
  assert.deepEqual(await bots.allTextContents(), ["dolly", "broken"]);
  await seat.selectOption(bot);
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.waitForURL("**/game/*");
}

test("a registered bot is chosen and plays a game to its end", server.withPage(async (page) => {
  await against(page, "dolly");
  await page.locator(".seat", { hasText: "dolly" }).waitFor();
  let moves = 0;
  while (await turn(page)) {
    await move(page);
    moves += 1;
  }
  assert.ok(moves > 1, `${moves} moves`);
  assert.match((await page.locator(".status.over").textContent()) ?? "", /won/);
  assert.equal(await page.locator(".problem:visible").count(), 0);
}));

test("a bot that breaks down forfeits, the page says why, and undo goes on", server.withPage(async (page) => {
  await against(page, "broken");
  while (await turn(page)) await move(page);
  const reason = page.getByText("Black: broken broke down: it ended with exit status 3; the last line of its log: I have had enough.");
  await reason.waitFor();
  assert.equal(await page.locator(".status.over").textContent(), "White won.");
  assert.equal(await page.locator(".bar-text").textContent(), "Result: White won.", "a bot's fault is an end, too");
  const wrote = page.locator("details.stderr");
  await wrote.getByText("Black wrote to standard error").click();
  await wrote.getByText("I have had enough").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await reason.waitFor({ state: "hidden" });
  assert.ok(await turn(page));
}));

test("a registered bot plays a tournament", server.withPage(async (page) => {
  await page.goto("/arena");
  await page.locator("#arena-game").selectOption("wolf-and-sheep:size=4");
  const players = page.locator("#arena-players li");
  await players.nth(2).waitFor();
  await players.nth(2).getByRole("button").click();
  await players.nth(0).getByRole("combobox").selectOption("dolly");
  await players.nth(1).getByRole("combobox").selectOption("lamb");
  await page.locator("#arena-start").click();
  await page.waitForURL("**/arena/*");
  await page.locator("#tournament-status", { hasText: /^finished$/ }).waitFor();
  const answer = await page.request.get(new URL(page.url()).pathname.replace("/arena", "/api/tournaments"));
  const state = await answer.json();
  assert.equal(state.games, 2);
  assert.deepEqual(state.players.map((/** @type {{agent: string}} */ player) => player.agent), ["dolly", "lamb"]);
}));
