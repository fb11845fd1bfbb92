// @ts-check
/** What a level is: one sentence, and how strong it is where that was measured. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { picture, testServer } from "./harness.js";
import { PHONE, fits } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();

/** What the page says of a level. @param {Page} page @param {string} level */
async function told(page, level) {
  await page.locator("#seat-1").selectOption(level);
  return page.locator("#seat-1-told").innerText();
}

test("a level says what it does, and how strong it was measured to be", server.withPage(async (page) => {
  for (const game of ["breakthrough", "wolf-and-sheep", "wolves-eat-sheep", "connect-four", "battle-sheep"]) {
    await page.goto(`/play/${game}`);
    await page.locator("#seat-1").waitFor();
    assert.match(await told(page, "lamb"), /^[A-Z].*\. Measured: rating −\d+ ± \d+\.$/, game);
    for (const [level, below] of [["ewe", "lamb"], ["ram", "ewe"], ["wolf", "ram"], ["bellwether", "wolf"]]) {
      assert.match(await told(page, level), new RegExp(`^[A-Z].*\\. Measured: \\d+ of 100 points against ${below}, rating −?\\d+ ± \\d+\\.$`), game);
    }
  }
  await page.goto("/play/breakthrough");
  await page.locator("#seat-1").waitFor();
  await told(page, "ram");
  await usableInLightAndDark(page);
  await picture(page, "levels");
}, { viewport: { width: 1366, height: 768 } }));

test("what a level is fits a telephone", server.withPage(async (page) => {
  await page.goto("/play/wolves-eat-sheep");
  await page.locator("#seat-1").waitFor();
  await told(page, "ram");
  await fits(page);
  await picture(page, "levels-phone");
}, PHONE));
