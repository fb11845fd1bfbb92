// @ts-check
/** An analysis goes out as PGN with its variations, and comes back the same. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { begin, button, listed, square } from "./board.js";
import { testServer } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const GAME = "breakthrough:rows=5,columns=5";

/** Makes a move at a ply of the line that is shown. @param {Page} page @param {number} ply @param {string} from @param {string} to */
async function at(page, ply, from, to) {
  const moves = page.locator(".moves button");
  if (ply) await moves.nth(ply - 1).click();
  else await page.getByRole("button", { name: "To the start" }).click();
  await page.waitForFunction((wanted) => [...document.querySelectorAll(".moves button")].findIndex((move) => move.hasAttribute("aria-current")) + 1 === wanted, ply);
  await square(page, from).click();
  await square(page, to).click();
  await page.waitForFunction((wanted) => [...document.querySelectorAll(".moves button")].findIndex((move) => move.hasAttribute("aria-current")) + 1 === wanted, ply + 1);
}

/** @param {Page} page */
async function exported(page) {
  const download = page.waitForEvent("download");
  await button(page, "PGN with variations").click();
  const file = await download;
  assert.match(file.suggestedFilename(), /^bellwether-\w+\.pgn$/);
  return readFile(await file.path(), "utf8");
}

/** @param {string} pgn */
const moves = (pgn) => pgn.split("\n\n")[1].replaceAll("\n", " ").trim();

test("variations go out in brackets, within each other, and come back", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "person"], { moves: "b2b3 d4d3 b3c4" });
  await page.getByText("Position, link, record").click();
  await button(page, "Analysis board").click();
  await page.locator("#variations-title").waitFor();
  await at(page, 1, "c4", "c3");
  await at(page, 2, "a2", "a3");
  await at(page, 2, "e2", "e3");
  await at(page, 0, "a2", "a3");
  const pgn = await exported(page);
  assert.equal(moves(pgn), "1. b2b3 (1. a2a3) 1... d4d3 (1... c4c3 2. a2a3 (2. e2e3)) 2. b3c4 *");
  for (const tag of [`[Variant "${GAME}"]`, '[Result "*"]', '[PlyCount "3"]', '[Termination "unterminated"]']) assert.ok(pgn.includes(tag), `${tag} in ${pgn}`);
  await page.goto("/");
  await page.getByText("Look at a recorded game").click();
  await page.locator("#import").fill(pgn);
  await button(page, "Open it").click();
  await page.waitForURL("**/game/*?analysis");
  await page.locator(".variations button").first().waitFor();
  assert.deepEqual(await listed(page), ["b2b3", "d4d3", "b3c4"]);
  assert.equal(moves(await exported(page)), moves(pgn), "nothing is lost on the way");
  await page.locator(".variations button", { hasText: "c4c3" }).click();
  // As many moves as before, but others.
  await page.locator(".moves li", { hasText: "c4c3" }).waitFor();
  assert.deepEqual(await listed(page), ["b2b3", "c4c3", "a2a3"], "a variation can be gone to");
}));

test("a variation with an illegal move is refused, and says which", server.withPage(async (page) => {
  await page.goto("/");
  await page.getByText("Look at a recorded game").click();
  for (const [movetext, why] of [["1. b2b3 (1. b2b5) *", "b2b5"], ["1. b2b3 (1. a2a3 *", "a bracket is not closed"], ["(1. b2b3) *", "before the first move"]]) {
    await page.locator("#import").fill(`[Variant "${GAME}"]\n\n${movetext}`);
    await button(page, "Open it").click();
    await page.locator(".problem", { hasText: why }).waitFor();
  }
}, { mayLog: /40[09]/ }));
