// @ts-check
/** The value beside the board: labelled, in words for those who listen, and nothing jumps. And what each seat has. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, click, made } from "./board.js";
import { testServer } from "./harness.js";
import { PHONE, fits, places } from "./layout.js";
import { assertSteady, watchShifts } from "./shifts.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const GAME = "breakthrough";
const MOVES = "b2b3 g7g6 c2d3 d7d6";

for (const [width, height] of [[1366, 768], [1920, 1080]]) {
  test(`the bar stands beside the board at ${width} × ${height}`, server.withPage(async (page) => {
    await watchShifts(page);
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
    await assertSteady(page);
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

/** What the bar says, and what stands at its ends, the first seat's last. @param {Page} page */
const bar = async (page) => ({ text: await page.locator(".bar-text").textContent(), ends: await page.locator(".upright-end span").allTextContents(), now: await page.locator(".upright").getAttribute("aria-valuenow") });

/** After the end an answer that comes late must not bring a chance back. @param {Page} page @param {string} text @param {string[]} ends */
async function resultStays(page, text, ends) {
  await page.locator(".ending-text").waitFor();
  await page.locator(".bar-text", { hasText: text }).waitFor();
  for (const wait of [300, 900]) {
    await page.waitForTimeout(wait);
    assert.deepEqual(await bar(page), { text, ends, now: ends[0] === ends[1] ? "50" : ends[1] === "▲ win" ? "100" : "0" });
  }
}

const SMALL = "breakthrough:rows=5,columns=5";
const DESK = { viewport: { width: 1366, height: 768 } };

test("a game that is resigned has a result, and no chance; looking back has chances", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "person"], { moves: MOVES });
  await page.locator(".bar-text", { hasText: "Chances" }).waitFor();
  page.once("dialog", (dialog) => void dialog.accept());
  await button(page, "Resign").click();
  await resultStays(page, "Result: White resigned. Black won.", ["▲ win", "▼ lose"]);
  await button(page, "Analyse").click();
  await page.locator(".judged li").first().waitFor();
  await resultStays(page, "Result: White resigned. Black won.", ["▲ win", "▼ lose"]);
  await page.getByRole("button", { name: "Back one move" }).click();
  await page.locator(".bar-text", { hasText: /Chances|Proven/ }).waitFor();
  await button(page, "Back to the game").click();
  await resultStays(page, "Result: White resigned. Black won.", ["▲ win", "▼ lose"]);
  await page.reload();
  await resultStays(page, "Result: White resigned. Black won.", ["▲ win", "▼ lose"]);
}, DESK));

test("a game lost on time has a result", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "person"], { clock: "1" });
  await resultStays(page, "Result: Black won.", ["▲ win", "▼ lose"]);
}, DESK));

test("a game that ends by its rules, and a draw, have a result", server.withPage(async (page) => {
  await begin(page, SMALL, ["person", "person"], { position: "5/1P2p/5/4P/5 w" });
  await click(page, "b4", "b5");
  await resultStays(page, "Result: White won.", ["▼ lose", "▲ win"]);
  // A full board without four in a row.
  await begin(page, "connect-four:columns=4,rows=4", ["person", "person"], { moves: "d c b a c a a a d d b c d b c" });
  await page.locator(".board .cell.target").first().click();
  await resultStays(page, "Result: A draw.", ["◆ draw", "◆ draw"]);
}, DESK));

test("on a telephone the bar shows the result, too", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "person"], { moves: MOVES });
  page.once("dialog", (dialog) => void dialog.accept());
  await button(page, "Resign").tap();
  await page.locator(".bar-text", { hasText: "Result: White resigned. Black won." }).waitFor();
  assert.equal(await page.locator(".bar .fill").getAttribute("width"), "0");
  assert.equal(await page.getByRole("img", { name: "Result: White resigned. Black won." }).count(), 1);
}, PHONE));

test("four seats and teams have their result in words and points, without a bar", server.withPage(async (page) => {
  for (const [game, seats] of /** @type {[string, string[]][]} */ ([["battle-sheep:cells=20,size=5,sheep=4", ["random", "random", "random", "random"]], ["battle-sheep:cells=20,size=5,sheep=4,teams", ["random", "random", "random", "random"]]])) {
    await begin(page, game, seats);
    await page.getByRole("slider", { name: "Seconds a move" }).fill("0");
    await page.locator(".ending-text").waitFor({ timeout: 60_000 });
    assert.match((await page.locator(".status.over").textContent()) ?? "", /won\.|share the first place\.|A draw\./);
    assert.equal(await page.locator(".upright, .bar-text").evaluateAll((all) => all.filter((one) => one.checkVisibility()).length), 0);
    assert.equal(await page.locator(".seat .tag", { hasText: /points?$/ }).count(), 4);
  }
}, DESK));

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
