// @ts-check
/** A puzzle from its first stroke to the next puzzle, with nothing but the keyboard. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { testServer } from "./harness.js";
import { colors, solved, type, withSolution } from "./puzzle_input.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();

/** The puzzle that is shown, with its solution from the command line. @param {Page} page */
async function shown(page) {
  const text = await page.evaluate(() => JSON.parse(localStorage.getItem("puzzles") ?? "[]")[0].text);
  return withSolution(server, text, "keys");
}

/** Goes on by Tab until the keyboard is on the board. @param {Page} page */
async function toBoard(page) {
  const isThere = () => page.evaluate(() => Boolean(document.activeElement?.closest("#puzzle-board")));
  for (let steps = 0; steps < 15 && !(await isThere()); steps++) await page.keyboard.press("Tab");
  assert.ok(await isThere(), "the board is reached within a few steps");
}

const said = (/** @type {Page} */ page, /** @type {RegExp} */ pattern) => page.locator("#puzzle-status").filter({ hasText: pattern }).waitFor();

for (const viewport of [{ width: 1366, height: 768 }, { width: 1920, height: 1080 }, { width: 390, height: 844 }]) {
  test(`keys choose, draw, undo, finish and go on, at ${viewport.width}×${viewport.height}`, server.withPage(async (page) => {
    await page.goto("/puzzles?size=5&difficulty=easy&seed=1");
    await page.locator("#puzzle-board").waitFor();
    const wanted = await shown(page);
    await toBoard(page);
    assert.ok(await page.locator("#puzzle-board .rings.on").isVisible(), "one sees where one is");
    const empty = await colors(page);
    const [first, ...rest] = wanted.paths;
    // Choose an end of a colour, draw a little, lift the pen.
    await type(page, first.slice(0, 2), wanted.width);
    await said(page, /^Drawing [A-Z][a-z ]+ \(A\)\.$/);
    await page.keyboard.press("Escape");
    await said(page, /^Pen up\.$/);
    const drawn = await colors(page);
    assert.notDeepEqual(drawn, empty);
    // Undo, redo, rub out.
    await page.keyboard.press("Control+z");
    assert.deepEqual(await colors(page), empty);
    await page.keyboard.press("Control+y");
    assert.deepEqual(await colors(page), drawn);
    await page.keyboard.press("Delete");
    await said(page, /^Rubbed out\.$/);
    assert.deepEqual(await colors(page), empty);
    // The whole of it.
    await type(page, first, wanted.width);
    await said(page, /^[A-Z][a-z ]+ \(A\) is joined\.$/);
    for (const path of rest) await type(page, path, wanted.width);
    await said(page, /^Solved in/);
    assert.deepEqual(await colors(page), solved(wanted));
    await page.locator(".confetti").waitFor({ state: "detached" });
    await usableInLightAndDark(page);
    // Enter goes on, and the next one can be drawn at once.
    assert.equal(await page.evaluate(() => document.activeElement?.id), "puzzle-next");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/puzzles?size=5&difficulty=easy&seed=2");
    await page.locator("#puzzle-about", { hasText: "seed 2" }).waitFor();
    const next = await shown(page);
    assert.notEqual(next.text, wanted.text);
    await toBoard(page);
    await type(page, next.paths[0], next.width);
    await said(page, /^[A-Z][a-z ]+ \(A\) is joined\.$/);
  }, { viewport }));
}
