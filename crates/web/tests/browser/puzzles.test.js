// @ts-check
/** Flow Free: drawn by mouse, finger and keys, judged, helped with, made, pasted, and searched in front of you. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usable, usableInLightAndDark } from "./accessibility.js";
import { picture, testServer } from "./harness.js";
import { PHONE, allReached, fits } from "./layout.js";
import { addressOf, beside, colors, drag, puzzle, solved, touch, type } from "./puzzle_input.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const said = (/** @type {Page} */ page, /** @type {RegExp} */ pattern) => page.locator("#puzzle-status").filter({ hasText: pattern }).waitFor();
const text = async (/** @type {Page} */ page, /** @type {string} */ id) => (await page.locator(id).textContent()) ?? "";

/** @param {Page} page @param {import("./puzzle_input.js").Puzzle} wanted */
async function visit(page, wanted) {
  await page.goto(addressOf(wanted));
  await page.locator(".puzzle-board").waitFor();
}

test("a puzzle is drawn with the mouse, and the clock runs until it is solved", server.withPage(async (page) => {
  const wanted = puzzle(server, "5x5", 3);
  await page.clock.install();
  await visit(page, wanted);
  await page.clock.runFor(3000);
  assert.equal(await text(page, "#puzzle-time"), "0:00", "nothing is drawn yet");
  const [first, ...rest] = wanted.paths;
  await drag(page, first);
  await said(page, /^[A-Z][a-z ]+ \(A\) is joined/);
  // The display follows every 250 ms, and real time goes on too: at least 1:01, on a slow machine more.
  await page.clock.runFor(61_250);
  assert.match(await text(page, "#puzzle-time"), /^1:(0[1-9]|[1-5]\d)$/);
  await page.locator("#puzzle-check").click();
  await said(page, /All right so far/);
  for (const path of rest) await drag(page, path);
  await said(page, /^Solved in 1:\d\d\.$/);
  assert.deepEqual(await colors(page), solved(wanted));
  assert.equal(await text(page, "#puzzle-filled"), "100 % filled");
  const stopped = await text(page, "#puzzle-time");
  await page.clock.runFor(30_000);
  assert.equal(await text(page, "#puzzle-time"), stopped);
}));

test("a wrong stroke is told where it is, and can be undone, redone and rubbed out", server.withPage(async (page) => {
  const wanted = puzzle(server, "5x5", 3);
  await visit(page, wanted);
  const free = (/** @type {number} */ cell) => wanted.text.replaceAll("\n", "")[cell] === "_";
  const [color, wrong] = wanted.paths.flatMap((path, index) => beside(path[0], wanted.width, wanted.width * wanted.height).filter((cell) => free(cell) && !path.includes(cell)).map((cell) => [index, cell]))[0];
  const label = String.fromCharCode(65 + color);
  const before = await colors(page);
  await drag(page, [wanted.paths[color][0], wrong]);
  const drawn = await colors(page);
  assert.equal(drawn[wrong], color);
  await page.locator("#puzzle-check").click();
  await said(page, new RegExp(`\\(${label}\\) goes wrong where marked`));
  const marks = await page.locator(".marks .wrong circle").evaluateAll((circles) => circles.map((circle) => [Number(circle.getAttribute("cx")), Number(circle.getAttribute("cy"))]));
  assert.deepEqual(marks, [[(wrong % wanted.width) + 0.5, Math.floor(wrong / wanted.width) + 0.5]]);
  await usableInLightAndDark(page);
  await page.locator("#puzzle-hint", { hasText: "Rub out" }).click();
  await said(page, /Rubbed out/);
  assert.deepEqual(await colors(page), before);
  await page.locator("#puzzle-undo").click();
  assert.deepEqual(await colors(page), drawn);
  await page.keyboard.press("Control+z");
  assert.deepEqual(await colors(page), before);
  await page.locator("#puzzle-redo").click();
  assert.deepEqual(await colors(page), drawn);
}));

test("hints draw what the solver knows, until all is drawn", server.withPage(async (page) => {
  const wanted = puzzle(server, "5x5", 4);
  await visit(page, wanted);
  const truth = solved(wanted);
  await page.locator("#puzzle-hint").click();
  await said(page, / goes on like this\.$/);
  assert.ok((await page.locator(".marks .fresh").count()) > 0, "what is new is marked");
  for (let covered = 0; (await page.locator("#puzzle-status.good").count()) === 0; ) {
    const drawn = await colors(page);
    drawn.forEach((color, cell) => assert.ok(color === -1 || color === truth[cell], `cell ${cell}`));
    const links = await page.locator(".pipe").evaluateAll((pipes) => pipes.reduce((sum, pipe) => sum + (pipe.getAttribute("d") ?? "").split("M").length, 0));
    assert.ok(links > covered, "every hint draws");
    covered = links;
    const filled = await text(page, "#puzzle-filled");
    await page.locator("#puzzle-hint").click();
    await page.waitForFunction((was) => document.getElementById("puzzle-filled")?.textContent !== was, filled);
    if ((await text(page, "#puzzle-filled")) === "100 % filled") await said(page, /^Solved in .* with \d+ hints/);
  }
  assert.deepEqual(await colors(page), truth);
}));

test("puzzles are made by size and difficulty, and kept over a reload", server.withPage(async (page) => {
  await page.goto("/puzzles");
  await page.locator("#puzzle-size").fill("5");
  await page.locator("#puzzle-difficulty").selectOption("easy");
  await page.locator("#puzzle-new").click();
  await page.locator("#puzzle-about", { hasText: /^5×5 · \d colours · easy · seed \d+$/ }).waitFor();
  assert.match(page.url(), /size=5&difficulty=easy&seed=\d+/);
  assert.equal(await page.locator(".puzzle-board .cell").count(), 25);
  assert.equal(await text(page, "#puzzle-badge"), "▲ one solution, proven");
  await page.locator("#puzzle-hint").click();
  await said(page, / goes on like this\.$/);
  const [about, drawn] = [await text(page, "#puzzle-about"), await colors(page)];
  await page.reload();
  await page.locator("#puzzle-about", { hasText: about }).waitFor();
  assert.deepEqual(await colors(page), drawn);
  // Somebody who comes back later goes on with it, too.
  await page.goto("/puzzles");
  await page.locator("#puzzle-about", { hasText: about }).waitFor();
  assert.deepEqual(await colors(page), drawn);
  await page.goto("/puzzles?size=500");
  await page.locator("#puzzle-status.bad").waitFor();
}, { mayLog: /status of 4/ }));

test("a pasted puzzle is read, or what is wrong with it is said and shown", server.withPage(async (page) => {
  const wanted = puzzle(server, "5x5", 5);
  await page.goto("/puzzles");
  await page.locator("#puzzle-paste-open").click();
  const area = page.locator("#puzzle-text");
  for (const [bad, message, selected] of [["AB_\n_1_\n_?_", /line 3, column 2: unknown character '\?'/, "?"], ["A__\n__\n__A", /line 2/, undefined], ["A__\n___\n___", /A/, undefined]]) {
    await area.fill(/** @type {string} */ (bad));
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator("#puzzle-problem", { hasText: /** @type {RegExp} */ (message) }).waitFor();
    if (selected) assert.equal(await area.evaluate((field) => field instanceof HTMLTextAreaElement && field.value.slice(field.selectionStart, field.selectionEnd)), selected);
  }
  await usableInLightAndDark(page);
  await area.fill(wanted.text);
  await page.getByRole("button", { name: "Play it" }).click();
  await page.locator("#puzzle-about", { hasText: /^5×5/ }).waitFor();
  assert.equal(await page.locator("#puzzle-paste").count(), 0);
  assert.equal(new URL(page.url()).searchParams.get("puzzle"), wanted.text.replaceAll("\n", "/"));
}, { mayLog: /status of 4/ }));

test("a solver's search is stepped through and plays to its end", server.withPage(async (page) => {
  const wanted = puzzle(server, "6x6", 2);
  await visit(page, wanted);
  const step = async () => Number(/step ([\d,]+)/.exec(await text(page, "#solver-line"))?.[1].replaceAll(",", ""));
  const start = await colors(page);
  await page.locator("#solver-step").click();
  await page.locator("#solver-line", { hasText: /^step 1 of/ }).waitFor();
  const one = await colors(page);
  assert.notDeepEqual(one, start, "a step is seen");
  await page.locator("#solver-step").click();
  assert.equal(await step(), 2);
  await page.locator("#solver-back").click();
  assert.deepEqual([await step(), await colors(page)], [1, one]);
  await page.locator("#solver-speed").fill("1");
  await page.locator("#solver-play").click();
  await page.locator("#solver-line", { hasText: /^step [4-9] of/ }).waitFor();
  await page.locator("#solver-play", { hasText: "Pause" }).click();
  const paused = await step();
  await usableInLightAndDark(page);
  assert.equal(await step(), paused);
  await page.locator("#solver-speed").fill("6");
  await page.locator("#solver-play", { hasText: "Go on" }).click();
  await page.locator("#solver-line", { hasText: /Found after/ }).waitFor();
  assert.deepEqual(await colors(page), solved(wanted));
  await page.locator("#solver-close").click();
  assert.deepEqual(await colors(page), start, "the own drawing comes back");
  await page.locator("#puzzle-solve").click();
  await said(page, /This is a solution/);
  assert.deepEqual(await colors(page), solved(wanted));
}));

test("fingers draw on a telephone, and the page stays where it is", server.withPage(async (page) => {
  const wanted = puzzle(server, "5x5", 6);
  await visit(page, wanted);
  await fits(page);
  const [first, second, ...rest] = wanted.paths;
  await touch(page, first);
  await touch(page, second);
  await picture(page, "puzzles-phone");
  for (const path of rest) await touch(page, path);
  await said(page, /^Solved in/);
  assert.deepEqual(await colors(page), solved(wanted));
  assert.equal(await page.evaluate(() => scrollY), 0, "drawing does not scroll");
  await fits(page);
  await usable(page);
}, PHONE));

test("keys alone draw a puzzle and reach everything", server.withPage(async (page) => {
  const wanted = puzzle(server, "5x5", 7);
  await visit(page, wanted);
  await allReached(page);
  await page.locator("#page").focus();
  await page.keyboard.press("Tab");
  for (const path of wanted.paths) await type(page, path, wanted.width);
  await said(page, /^Solved in/);
  assert.deepEqual(await colors(page), solved(wanted));
}));

test("a large board in light and dark", server.withPage(async (page) => {
  const wanted = puzzle(server, "9x9", 12);
  await visit(page, wanted);
  for (const path of wanted.paths.slice(1, 6)) await drag(page, path);
  await drag(page, wanted.paths[7].slice(0, 4));
  await usableInLightAndDark(page);
  await picture(page, "puzzles");
  await page.locator("#solver-method").selectOption("forward");
  await page.locator("#solver-step").click();
  await page.locator("#solver-line", { hasText: /^step/ }).waitFor();
  await page.locator("#solver-moment").evaluate((slider) => {
    if (!(slider instanceof HTMLInputElement)) return;
    slider.value = String(Math.floor(Number(slider.max) * 0.8));
    slider.dispatchEvent(new Event("input"));
  });
  await usableInLightAndDark(page);
  await picture(page, "puzzle-solver");
}));
