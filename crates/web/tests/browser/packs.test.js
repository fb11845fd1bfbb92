// @ts-check
/** Puzzles that make people stay: packs with a map, the next one, best times, the puzzle of the day. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { picture, testServer } from "./harness.js";
import { PHONE, fits } from "./layout.js";
import { drag, withSolution } from "./puzzle_input.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();

/** The solution of what is shown, from the command line. @param {Page} page */
async function solution(page) {
  const text = await page.evaluate(() => JSON.parse(localStorage.getItem("puzzles") ?? "[]")[0].text);
  return withSolution(server, text, "shown");
}

/** Solves the puzzle that is shown, with the mouse. @param {Page} page */
async function solve(page) {
  for (const path of (await solution(page)).paths) await drag(page, path);
  await page.locator("#puzzle-status.good").waitFor();
}

test("a solved puzzle is noted, celebrated, and leads to the next", server.withPage(async (page) => {
  await page.goto("/puzzles?size=5&difficulty=easy&seed=1");
  await page.locator("#puzzle-board").waitFor();
  assert.equal(await page.locator("#puzzle-best").textContent(), "Not solved yet in this browser.");
  assert.equal(await page.locator("#puzzle-pack-count").textContent(), "0 of 30 solved");
  assert.ok(!(await page.locator("#puzzle-next").isVisible()));
  await solve(page);
  assert.equal(await page.locator(".confetti circle").count(), 36);
  assert.match((await page.locator("#puzzle-best").textContent()) ?? "", /^Your best: \d+:\d\d\.$/);
  assert.equal(await page.locator("#puzzle-pack-count").textContent(), "1 of 30 solved");
  assert.match((await page.locator(".pack-map a.done").getAttribute("aria-label")) ?? "", /^Puzzle 1, solved in \d+:\d\d$/);
  await page.locator(".confetti").waitFor({ state: "detached" });
  await usableInLightAndDark(page);
  await picture(page, "puzzle-packs");
  // Enter goes on: the way to the next one has the focus.
  await page.keyboard.press("Enter");
  await page.waitForURL("**/puzzles?size=5&difficulty=easy&seed=2");
  await page.locator('.pack-map a[aria-current="page"]', { hasText: /^2$/ }).waitFor();
  await page.reload();
  await page.locator(".pack-map a.done").waitFor();
  assert.equal(await page.locator(".pack-map a.done").count(), 1, "it is remembered");
}));

test("a hint is told with the best time, and solving without one is better", server.withPage(async (page) => {
  await page.goto("/puzzles?size=5&difficulty=easy&seed=3");
  await page.locator("#puzzle-board").waitFor();
  await page.locator("#puzzle-hint").click();
  await page.locator("#puzzle-status", { hasText: /goes on like this/ }).waitFor();
  await solve(page);
  assert.match((await page.locator("#puzzle-best").textContent()) ?? "", /, with one hint\.$/);
  assert.equal(await page.locator(".pack-map a.helped").count(), 1);
  await page.locator("#puzzle-reset").click();
  await solve(page);
  assert.match((await page.locator("#puzzle-status").textContent()) ?? "", /Your best!$/);
  assert.match((await page.locator("#puzzle-best").textContent()) ?? "", /^Your best: \d+:\d\d\.$/);
}, { reducedMotion: "reduce" }));

test("the puzzle of the day is the same for everybody", server.withPage(async (page) => {
  await page.clock.setFixedTime(new Date(2026, 10, 18, 12));
  await page.goto("/");
  await page.getByRole("link", { name: "the puzzle of the day" }).click();
  assert.equal(await page.locator("#puzzle-today").getAttribute("href"), "/puzzles?size=7&difficulty=medium&seed=20261118");
  await page.waitForURL("**/puzzles?size=7&difficulty=medium&seed=20261118");
  await page.goto("/puzzles?size=5&difficulty=easy&seed=1");
  await page.locator("#puzzle-about", { hasText: "seed 1" }).waitFor();
  await page.locator("#puzzle-today").click();
  await page.locator("#puzzle-about", { hasText: "7×7" }).waitFor();
  assert.match((await page.locator("#puzzle-about").textContent()) ?? "", /medium · puzzle of 18 Nov 2026$/);
  const [about, side] = [await page.locator("#puzzle-about").boundingBox(), await page.locator("#puzzle-status").boundingBox()];
  assert.ok(about && side && about.height < 24 && about.x + about.width <= side.x + side.width + 1, `on one line of the panel: ${JSON.stringify(about)}`);
}));

test("packs on a telephone", server.withPage(async (page) => {
  await page.goto("/puzzles?size=6&difficulty=medium&seed=4");
  await page.locator('.pack-map a[aria-current="page"]').waitFor();
  assert.ok(await page.getByText("Join the two dots of each colour by a line.").isVisible(), "what one has to do is said");
  await fits(page);
  await usableInLightAndDark(page);
  await page.getByLabel("Pack", { exact: true }).selectOption("8 hard");
  assert.equal(await page.locator(".pack-map a").first().getAttribute("href"), "/puzzles?size=8&difficulty=hard&seed=1");
}, PHONE));
