// @ts-check
/** The lessons of Learn: a search, a few sentences, a question whose answer is in the search. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { button } from "./board.js";
import { picture, testServer } from "./harness.js";
import { PHONE, fits, tabTo } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const DESK = { viewport: { width: 1366, height: 768 } };
const TITLES = ["minimax", "pruning", "the order of moves", "random games", "what an evaluation misses"];

/** Tries every answer until one is right. @param {Page} page */
async function answer(page) {
  const options = page.locator(".lesson-question [role=group] button");
  await options.first().waitFor();
  let wrong = 0;
  /** @type {Set<string>} */
  const told = new Set();
  for (let index = 0; index < (await options.count()); index++) {
    await tabTo(page, ".lesson-question [role=group] button");
    await page.keyboard.press("Enter");
    if (await page.locator(".lesson-feedback.good").count()) return { wrong, because: (await page.locator(".lesson-feedback").textContent()) ?? "" };
    const text = (await page.locator(".lesson-feedback.bad").textContent()) ?? "";
    assert.ok(text.length > 20 && !told.has(text), `what is said fits the answer: ${text}`);
    told.add(text);
    assert.ok(!(await page.locator("#lesson-next").isVisible()), "not before the answer");
    wrong += 1;
  }
  throw new Error("no answer is right");
}

test("five lessons, with nothing but the keyboard, on one screen", server.withPage(async (page) => {
  await page.goto("/learn");
  await page.getByRole("link", { name: "Lesson 1" }).waitFor();
  await tabTo(page, ".lesson-link.primary");
  await page.keyboard.press("Enter");
  for (const [index, title] of TITLES.entries()) {
    await page.getByRole("heading", { name: `Lesson ${index + 1} of 5: ${title}` }).waitFor();
    assert.equal(await page.locator(".lesson-link.primary").count(), 0, "it has begun");
    const link = page.locator(".lesson-link[aria-current]");
    assert.match((await link.textContent()) ?? "", new RegExp(`^Lesson ${index + 1} `));
    assert.equal(await link.getAttribute("title"), title);
    await page.locator("#learn-step:not([disabled])").waitFor();
    for (const part of [".learn-left .board", ".tree-frame", "#learn-say", ".lesson"]) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= 768, `lesson ${index + 1}: ${part} is not on the screen: ${JSON.stringify(box)}`);
    }
    const height = async () => (await page.locator(".lesson").boundingBox())?.height;
    const empty = await height();
    const { because } = await answer(page);
    assert.equal(await height(), empty, `lesson ${index + 1}: the answer has its place`);
    assert.match(because, [/^Right\. c3d4 has the best/, /^Right\. \d+ instead of the \d+/, /^Right\. Here \d+ positions, in the mirror \d+/, /^Right\. b stops/, /^Right\. c3d2 is a loss in \d+ plies, though there was a win in \d+/][index]);
    if (index === 1) {
      await usableInLightAndDark(page);
      for (let cuts = 0; cuts < 3; cuts++) await page.locator("#learn-cut").press("Enter");
      await picture(page, "lesson");
    }
    await tabTo(page, "#lesson-next");
    await page.keyboard.press("Enter");
  }
  await page.waitForURL("**/learn");
}, DESK));

test("what is asked for can be seen, and is not told too soon", server.withPage(async (page) => {
  const lesson = async (/** @type {string} */ name) => {
    await page.goto("/learn");
    await page.getByRole("link", { name: `Lesson ${name.split(":")[0]}` }).click();
    await page.locator("#learn-step:not([disabled])").waitFor();
    await page.locator("#learn-end").click();
  };
  const say = async () => (await page.locator("#learn-say").textContent()) ?? "";
  await lesson("1: minimax");
  assert.equal(await say(), "Done. Now look at the tree, and answer the question.");
  assert.equal(await page.locator(".tree .node").count(), 16, "all replies are seen");
  assert.deepEqual((await page.locator(".tree .node .more").allTextContents()).filter(Boolean), []);
  await answer(page);
  assert.match(await say(), /^Done: White plays c3d4/);
  await lesson("2: pruning");
  const count = page.locator(".lesson-count");
  assert.equal(await count.textContent(), "Positions looked at so far: 10");
  const box = await count.boundingBox();
  assert.ok(box && box.y + box.height <= 768, "it is on the screen");
  assert.equal(await page.locator(".tree .node").count(), 10);
  await lesson("3: the order of moves");
  await button(page, "Try the other order").click();
  await page.locator("#learn-end").click();
  assert.equal(await count.textContent(), "Positions looked at so far: 15");
  await button(page, "Back to the first order").click();
  await page.locator("#learn-end").click();
  assert.equal(await count.textContent(), "Positions looked at so far: 10");
  await lesson("4: random games");
  assert.equal(await say(), "Done. Now look at the tree, and answer the question.");
  const visits = (await page.locator(".tree .node .more").allTextContents()).map(Number).filter(Boolean).sort((a, b) => b - a);
  assert.ok(visits[0] > 2 * visits[1], `one move is clearly better: ${visits}`);
  await answer(page);
  assert.match(await say(), /^Done: Red plays b, .*: 1\d\d, with a mean of 0\.\d\d for Red\. A win counts 1, a draw ½, a loss 0\.$/);
}, DESK));

test("plies are counted from the start of the search, in the table and in the answer", server.withPage(async (page) => {
  await page.goto("/learn");
  await page.getByRole("link", { name: "Lesson 5" }).click();
  await page.locator("#learn-step:not([disabled])").waitFor();
  await page.locator("#learn-end").click();
  const rows = await page.locator(".learn-moves tbody tr").allTextContents();
  const { because } = await answer(page);
  const [, lost, won] = /is a loss in (\d+) plies, though there was a win in (\d+) plies/.exec(because) ?? [];
  assert.ok(rows.some((row) => row.startsWith("c3d2") && row.includes(`lose in ${lost} plies`)), `${rows} ${because}`);
  assert.ok(rows.some((row) => row.startsWith("c3b4") && row.includes(`win in ${won} plies`)), `${rows} ${because}`);
}, DESK));

test("what a lesson says is what the commands say", server.withPage(async (page) => {
  await page.goto("/learn");
  await page.getByRole("link", { name: "Lesson 1" }).click();
  const { because } = await answer(page);
  const told = JSON.parse(server.command("best", "breakthrough:rows=6,columns=4", "--position", "4/1p2/3p/2P1/4/4 w", "--agent", "minimax:depth=2,heuristic=strong,seed=1", "--json"));
  assert.match(because, new RegExp(`^Right\\. ${told.move ?? told.best} `));
}));

test("a lesson on a telephone", server.withPage(async (page) => {
  await page.goto("/learn");
  await page.getByRole("link", { name: "Lesson 5" }).click();
  await answer(page);
  const [steps, tree] = [await page.locator("#learn-step").boundingBox(), await page.locator(".tree-frame").boundingBox()];
  const board = await page.locator(".learn-left .board").boundingBox();
  assert.ok(steps && tree && board && tree.y + tree.height - board.y < PHONE.viewport.height, "board, steps and tree are on one screen");
  // Moves are named by squares.
  const name = await page.locator(".learn-left .coord").first().boundingBox();
  assert.ok(name && name.height >= 9, `the names of squares can be read: ${name?.height}`);
  await fits(page);
  await usableInLightAndDark(page);
}, PHONE));
