// @ts-check
/** The perfect player: offered where exact values can be had, refused elsewhere, and what is said when a table goes missing. */

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, move } from "./board.js";
import { TIMEOUT, testServer } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
/** Proven in a moment. */
const PROVEN = "breakthrough:columns=3,rows=5";
const perfect = (/** @type {Page} */ page) => page.locator('option[value="perfect"]').first();

/** Waits until the perfect player can be chosen, or cannot. @param {Page} page @param {boolean} may @param {string} [seat] whose agents are listed under "advanced" */
async function offered(page, may, seat) {
  if (seat && !(await page.locator(`${seat}-agent`).isVisible())) await page.locator(seat).selectOption("…");
  await page.waitForFunction((wanted) => {
    const option = document.querySelector('option[value="perfect"]');
    return option instanceof HTMLOptionElement && option.disabled !== wanted;
  }, may);
  assert.equal(/ \(needs a solved table\)$/.test((await perfect(page).textContent()) ?? ""), !may);
}

test("who needs a table can be chosen only where there is one", server.withPage(async (page) => {
  await page.goto("/play/breakthrough");
  await offered(page, false, "#seat-1");
  await page.goto(`/play/${PROVEN}`);
  await offered(page, false, "#seat-1");
  server.command("solve", PROVEN);
  await page.reload();
  await page.locator("#seat-1").waitFor();
  await offered(page, true, "#seat-1");
  // Another variant of the same game, without a new page.
  await page.locator("#variant").selectOption("breakthrough:rows=6,columns=6");
  await offered(page, false);
  await page.goto("/play/wolf-and-sheep:size=4");
  await offered(page, true, "#seat-1");
  // In a game that goes on, and in both forms of the arena.
  await begin(page, "breakthrough", ["person", "lamb"]);
  await page.locator("summary", { hasText: "Change" }).first().click();
  await offered(page, false, "#player-1");
  await page.goto("/arena");
  await page.locator("#arena-game").selectOption("breakthrough:rows=6,columns=6");
  await offered(page, false);
  await page.locator("#arena-game").selectOption("wolf-and-sheep:size=4");
  await offered(page, true);
}));

test("who asks for one nevertheless is told why not, in place", server.withPage(async (page) => {
  await page.goto("/play/breakthrough?seat=person&seat=perfect");
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.locator(".problem", { hasText: "there is no strategy of breakthrough" }).waitFor();
  assert.match(page.url(), /\/play\/breakthrough/, "no game was begun");
  const origin = new URL(page.url()).origin;
  const refused = await page.request.post("/api/tournaments", { headers: { origin }, data: { game: "connect-four", players: [{ agent: "perfect" }, { agent: "lamb" }], games: 2 } });
  assert.equal(refused.status(), 400);
  assert.match((await refused.json()).error, /^player 1, perfect: this game has too many positions/);
}, { mayLog: /status of 4/ }));

test("a table that goes missing stops the game, and the reason stays beside it", server.withPage(async (page) => {
  server.command("solve", PROVEN);
  await begin(page, PROVEN, ["person", "perfect"]);
  rmSync(server.inside("tables"), { recursive: true });
  await move(page);
  const why = page.locator(".thinking .trouble");
  await page.locator(".status", { hasText: "Paused: Black cannot go on." }).waitFor();
  await why.filter({ hasText: `There is no strategy of ${PROVEN}` }).waitFor();
  await usableInLightAndDark(page);
  // The notice goes, the reason does not; nor does it when nothing has changed.
  await page.locator("#notices .notice").first().waitFor({ state: "detached", timeout: 2 * TIMEOUT });
  assert.ok(await why.isVisible());
  await button(page, "Resume").click();
  await page.locator(".status", { hasText: "Paused: Black cannot go on." }).waitFor();
  await page.reload();
  await why.waitFor();
  // With its table the game goes on.
  server.command("solve", PROVEN);
  await button(page, "Resume").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  assert.equal(await why.count(), 0);
}));

test("a game that is too large for any table says so", server.withPage(async (page) => {
  await begin(page, "connect-four", ["person", "person"]);
  await button(page, "Truth").click();
  await page.locator(".truth-part", { hasText: "too large to be solved" }).waitFor();
}));
