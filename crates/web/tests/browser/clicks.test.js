// @ts-check
/** What a click means: a column of an upright board, and an answer where it means nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, click, listed, made, plies, square } from "./board.js";
import { picture, testServer } from "./harness.js";
import { PHONE } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const hint = (/** @type {Page} */ page, /** @type {RegExp} */ text) => page.locator(".hint-line", { hasText: text }).waitFor();

for (const [name, options] of /** @type {const} */ ([["a desk", {}], ["a telephone", PHONE]])) {
  test(`a disc is dropped by a click anywhere in its column, on ${name}`, server.withPage(async (page) => {
    await begin(page, "connect-four", ["person", "person"]);
    await page.locator(".status", { hasText: "choose a column" }).waitFor();
    await click(page, "d6");
    await made(page, 1);
    await click(page, "d3");
    await made(page, 2);
    await click(page, "d3");
    await made(page, 3);
    assert.deepEqual(await listed(page), ["d", "d", "d"]);
    for (const at of ["d1", "d2", "d3"]) assert.match((await square(page, at).getAttribute("aria-label")) ?? "", /disc/);
    // What lies in a full column is no target any more.
    for (let count = 4; count <= 6; count++) {
      await click(page, "d6");
      await made(page, count);
    }
    await square(page, "d2").click();
    await hint(page, /column is full/);
    assert.equal(await plies(page), 6);
    await usableInLightAndDark(page);
    await picture(page, `connect-four ${name}`);
  }, options));
}

test("a click that means nothing is answered", server.withPage(async (page) => {
  await begin(page, "breakthrough", ["person", "person"]);
  await square(page, "d5").click();
  await hint(page, /Nothing stands there/);
  await square(page, "d7").click();
  await hint(page, /The piece on d7 is not yours/);
  await square(page, "d1").click();
  await hint(page, /The piece on d1 cannot move now/);
  await square(page, "d2").click();
  await square(page, "d5").click();
  await hint(page, /D2 cannot go to d5/);
  await click(page, "d2", "d3");
  await made(page, 1);
  assert.equal(await page.locator(".hint-line").textContent(), "", "a move takes it away");
  await page.locator(".moves button").first().click();
  await page.keyboard.press("ArrowLeft");
  await button(page, "Back to the game").waitFor();
  await square(page, "d2").click();
  await hint(page, /an earlier moment/);
}));

test("chances are hidden while a game is played, if somebody likes it so", server.withPage(async (page) => {
  await begin(page, "breakthrough:rows=5,columns=5", ["person", "person"], { moves: "a2a3 a4b3" });
  const chances = page.locator(".bar-text");
  await chances.waitFor();
  await button(page, "Board and sounds").click();
  await page.getByLabel("Chances while I play").uncheck();
  await page.keyboard.press("Escape");
  await chances.waitFor({ state: "hidden" });
  await page.reload();
  await page.locator(".moves button").first().waitFor();
  assert.equal(await chances.isVisible(), false, "the browser remembers it");
  // Who has resigned is told how it stood.
  page.on("dialog", (dialog) => void dialog.accept());
  await button(page, "Resign").click();
  await page.locator(".ending-text").waitFor();
  await chances.waitFor();
}));

test("who resigns is told so", server.withPage(async (page) => {
  await begin(page, "breakthrough:rows=5,columns=5", ["person", "lamb"]);
  page.on("dialog", (dialog) => void dialog.accept());
  await button(page, "Resign").click();
  await page.locator(".ending-text", { hasText: "You resigned." }).waitFor();
}));
