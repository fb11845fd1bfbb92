// @ts-check
/** The lessons of Learn: a search, a few sentences, a question whose answer is in the search. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
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
  for (let index = 0; index < (await options.count()); index++) {
    await tabTo(page, ".lesson-question [role=group] button");
    await page.keyboard.press("Enter");
    if (await page.locator(".lesson-feedback.good").count()) return { wrong, because: (await page.locator(".lesson-feedback").textContent()) ?? "" };
    assert.match((await page.locator(".lesson-feedback").textContent()) ?? "", /^Not quite/);
    assert.ok(!(await page.locator("#lesson-next").isVisible()), "not before the answer");
    wrong += 1;
  }
  throw new Error("no answer is right");
}

test("five lessons, with nothing but the keyboard, on one screen", server.withPage(async (page) => {
  await page.goto("/learn");
  await page.getByRole("link", { name: "Begin with lesson 1" }).waitFor();
  await tabTo(page, ".learn-ways > .primary");
  await page.keyboard.press("Enter");
  for (const [index, title] of TITLES.entries()) {
    await page.getByRole("heading", { name: `Lesson ${index + 1} of 5: ${title}` }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Begin with lesson 1" }).count(), 0, "it has begun");
    assert.equal(await page.locator(".lesson-link[aria-current]").getAttribute("aria-label"), `Lesson ${index + 1}: ${title}`);
    await page.locator("#learn-step:not([disabled])").waitFor();
    for (const part of [".learn-left .board", ".tree-frame", "#learn-say", ".lesson"]) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= 768, `lesson ${index + 1}: ${part} is not on the screen: ${JSON.stringify(box)}`);
    }
    const { because } = await answer(page);
    assert.match(because, [/^Right\. c3\S+ has the best/, /^Right\. \d+ instead of the \d+/, /^Right\. Here \d+ positions, in the mirror \d+/, /^Right\. @\S+: games/, /^Right\. c3d2 is a loss in \d+ plies, though there was a win in \d+/][index]);
    if (index === 1) {
      await usableInLightAndDark(page);
      for (let cuts = 0; cuts < 3; cuts++) await page.locator("#learn-cut").click();
      await picture(page, "lesson");
    }
    await tabTo(page, "#lesson-next");
    await page.keyboard.press("Enter");
  }
  await page.waitForURL("**/learn");
}, DESK));

test("what a lesson says is what the commands say", server.withPage(async (page) => {
  await page.goto("/learn");
  await page.getByRole("link", { name: "Lesson 1: minimax" }).click();
  const { because } = await answer(page);
  const told = JSON.parse(server.command("best", "breakthrough:rows=6,columns=4", "--position", "4/1p2/4/2P1/4/4 w", "--agent", "minimax:depth=2,heuristic=strong,seed=1", "--json"));
  assert.match(because, new RegExp(`^Right\\. ${told.move ?? told.best} `));
}));

test("a lesson on a telephone", server.withPage(async (page) => {
  await page.goto("/learn");
  await page.getByRole("link", { name: "Lesson 5: what an evaluation misses" }).click();
  await answer(page);
  const [steps, tree] = [await page.locator("#learn-step").boundingBox(), await page.locator(".tree-frame").boundingBox()];
  const board = await page.locator(".learn-left .board").boundingBox();
  assert.ok(steps && tree && board && tree.y + tree.height - board.y < PHONE.viewport.height, "board, steps and tree are on one screen");
  await fits(page);
  await usableInLightAndDark(page);
}, PHONE));
