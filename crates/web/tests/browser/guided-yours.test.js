// @ts-check
/** A guided first game in a game from outside (examples/your-game): the card and the board are enough for it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { click, squares, turn } from "./board.js";
import { testServer } from "./harness.js";

const server = testServer([], "your-bellwether");

test("a game from outside has a guide", server.withPage(async (page) => {
  await page.goto("/");
  await page.getByRole("link", { name: "First game, guided: Domineering" }).click();
  await page.locator(".guide-goal:not([hidden])").waitFor();
  assert.match((await page.locator(".guide-goal").textContent()) ?? "", /^What you want: \w.{20,}/);
  assert.equal(await page.locator(".guide-you use").getAttribute("href"), "#domino-vertical");
  assert.equal(await page.locator(".board .advice.movable").count(), (await squares(page, "source")).length);
  await click(page, "b2", "b3");
  await turn(page);
  const done = await page.locator(".guide-round li").allTextContents();
  assert.equal(done.length, 2);
  assert.equal(done[0], "You put a piece on b2 and b3.");
}));
