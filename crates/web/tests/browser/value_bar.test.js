// @ts-check
/** The value beside the board: labelled, in words for those who listen, and nothing jumps. And what each seat has. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, click, made } from "./board.js";
import { testServer } from "./harness.js";
import { PHONE, fits, places } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const GAME = "breakthrough";
const MOVES = "b2b3 g7g6 c2d3 d7d6";

/** How far things have jumped since the page was opened. @param {Page} page @returns {Promise<number>} */
const jumped = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        new PerformanceObserver((list) => done(list.getEntries().reduce((sum, entry) => sum + /** @type {any} */ (entry).value, 0))).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
      }),
  );

for (const [width, height] of [[1366, 768], [1920, 1080]]) {
  test(`the bar stands beside the board at ${width} × ${height}`, server.withPage(async (page) => {
    await begin(page, GAME, ["person", "person"], { moves: MOVES });
    const bar = page.getByRole("meter", { name: "Value of the position" });
    await page.reload();
    await bar.waitFor();
    const before = await places(page, ".play .board, .upright, .side > .panel:first-child");
    await page.locator(".bar-text", { hasText: "Chances" }).waitFor();
    const [, name, percent] = /Chances: (\w+) (\d+) %/.exec((await bar.getAttribute("aria-valuetext")) ?? "") ?? [];
    const white = name === "White" ? Number(percent) : 100 - Number(percent);
    assert.equal(await bar.getAttribute("aria-valuenow"), String(white));
    assert.deepEqual(await page.locator(".upright-end").allTextContents(), [`Black${100 - white} %`, `White${white} %`]);
    assert.equal(Math.round(Number(await page.locator(".upright .fill").getAttribute("height"))), white);
    assert.equal(await page.locator(".bar").isVisible(), false, "one bar is enough");
    const [board, own] = [await page.locator(".play .board").boundingBox(), await bar.boundingBox()];
    assert.ok(board && own && own.x + own.width <= board.x && Math.abs(own.height - board.height) < 8, "it is as high as the board");
    assert.equal(await jumped(page), 0);
    await button(page, "Flip").click();
    assert.deepEqual(await page.locator(".upright-end b").allTextContents(), ["White", "Black"]);
    await button(page, "Flip").click();
    await click(page, "b3", "b4");
    await made(page, 5);
    assert.deepEqual(await places(page, ".play .board, .upright, .side > .panel:first-child"), before, "nothing moves with the value");
    await usableInLightAndDark(page);
    await fits(page);
  }, { viewport: { width, height } }));
}

test("a proven value has its sign and its words", server.withPage(async (page) => {
  await begin(page, "wolf-and-sheep:size=6", ["person", "person"], { moves: "@c1" });
  const bar = page.getByRole("meter", { name: "Value of the position" });
  await page.locator(".bar-text", { hasText: "Proven" }).waitFor();
  assert.match((await bar.getAttribute("aria-valuetext")) ?? "", /^Proven for wolf: (win|lose)/);
  const figures = await page.locator(".upright-end span").allTextContents();
  assert.deepEqual(figures.sort(), ["▲ win", "▼ lose"]);
}, { viewport: { width: 1366, height: 768 } }));

test("on a telephone the bar lies among the panels", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "person"], { moves: MOVES });
  await page.locator(".bar").waitFor();
  assert.equal(await page.locator(".upright").isVisible(), false);
  await usableInLightAndDark(page);
  await fits(page);
}, PHONE));

test("a table of four has no bar, but scores", server.withPage(async (page) => {
  await begin(page, "battle-sheep", ["person", "greedy", "greedy", "greedy"]);
  assert.equal(await page.locator(".upright").isVisible(), false);
  assert.equal(await page.locator(".seat .score").count(), 4);
}, { viewport: { width: 1366, height: 768 } }));

test("each seat's pieces are counted, also at an earlier moment", server.withPage(async (page) => {
  await begin(page, "breakthrough:rows=5,columns=5", ["person", "person"], { moves: "b2b3 d4d3 b3c4" });
  const counts = () => page.locator(".seat .score").allTextContents();
  assert.deepEqual(await counts(), [" 10 pieces", " 9 pieces"]);
  await page.getByRole("button", { name: "Back one move" }).click();
  await page.getByText("Looking at").waitFor();
  assert.deepEqual(await counts(), [" 10 pieces", " 10 pieces"]);
  await begin(page, "connect-four", ["person", "person"], { moves: "a" });
  assert.deepEqual(await counts(), [], "discs that are only put down are not counted");
}));
