// @ts-check
/** An analysis that branches: moves from any moment, variations kept, copied and gone back to. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, listed, made, pieces, square } from "./board.js";
import { picture, testServer } from "./harness.js";
import { PHONE, allReached, fits } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const GAME = "breakthrough:rows=5,columns=5";

/** Opens the analysis board of a game. @param {Page} page @param {string} moves */
async function board(page, moves) {
  await begin(page, GAME, ["person", "person"], { moves });
  await page.getByText("Position, link, record").click();
  await button(page, "Analysis board").click();
  await page.waitForURL("**/game/*?analysis=*");
  await page.locator("#variations-title").waitFor();
}

/** The board is after so many moves. @param {Page} page @param {number} ply */
const at = (page, ply) => page.waitForFunction((wanted) => [...document.querySelectorAll(".moves button")].findIndex((move) => move.hasAttribute("aria-current")) + 1 === wanted, ply);

test("a move from an earlier moment is a variation, and the main line stays", server.withPage(async (page) => {
  await board(page, "b2b3 d4d3 b3c4");
  await made(page, 3);
  await page.locator(".moves button").first().click();
  await at(page, 1);
  const then = await pieces(page);
  assert.deepEqual(await listed(page), ["b2b3", "d4d3", "b3c4"], "what follows is still listed");
  await click2(page, "c4", "c3");
  await at(page, 2);
  assert.deepEqual(await listed(page), ["b2b3", "c4c3"]);
  assert.match((await page.locator(".variations li").textContent()) ?? "", /^1\. Blackd4d3 main linec4c3$/);
  await page.locator(".variations button", { hasText: "d4d3" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 3);
  assert.deepEqual(await listed(page), ["b2b3", "d4d3", "b3c4"]);
  await page.locator("h1").first().click();
  await page.keyboard.press("ArrowLeft");
  await at(page, 1);
  assert.deepEqual(await pieces(page), then);
  await page.reload();
  await page.locator(".variations button").nth(1).waitFor();
  assert.equal(await page.locator(".variations button").count(), 2, "a reload loses no variation");
}));

/** Clicks two squares; the list of moves may become shorter. @param {Page} page @param {string} from @param {string} to */
async function click2(page, from, to) {
  await square(page, from).click();
  await square(page, to).click();
}

test("variations are copied as text, and forgotten", server.withPage(async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await board(page, "b2b3 d4d3 b3c4");
  await page.locator(".moves button").first().click();
  await at(page, 1);
  await click2(page, "c4", "c3");
  await at(page, 2);
  await button(page, "Copy with variations").click();
  await page.getByText("Copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "1. b2b3 d4d3 (1... c4c3) 2. b3c4");
  await button(page, "Forget this move").click();
  await page.locator(".variations", { hasText: "No other moves" }).waitFor();
  assert.deepEqual(await listed(page), ["b2b3", "d4d3", "b3c4"]);
}));

test("the analysis follows the variation, and its best move is an arrow", server.withPage(async (page) => {
  await board(page, "b2b3 d4d3");
  await button(page, "Analyse").click();
  await page.locator(".judged li").nth(1).waitFor();
  await page.locator(".board .advice.engine").first().waitFor({ state: "attached" });
  await page.locator(".judged li").nth(1).hover();
  await page.waitForFunction(() => document.querySelectorAll(".board line.advice.engine").length === 2);
  await usableInLightAndDark(page);
  await allReached(page);
  await page.evaluate(() => scrollTo(0, 0));
  await picture(page, "variations");
}, { viewport: { width: 1366, height: 768 } }));

test("variations on a telephone", server.withPage(async (page) => {
  await board(page, "b2b3 d4d3 b3c4");
  await fits(page);
  await usableInLightAndDark(page);
}, PHONE));
