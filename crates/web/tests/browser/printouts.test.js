// @ts-check
/** Puzzles on paper: so many pages, nothing else on them, and readable in black and white. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { picture, testServer } from "./harness.js";
import { PHONE, allReached, fits } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const SIZES = { "1366×768": { viewport: { width: 1366, height: 768 } }, "1920×1080": { viewport: { width: 1920, height: 1080 } }, "a telephone": PHONE };

/** Waits until all puzzles are there. @param {Page} page @param {RegExp} status */
async function ready(page, status) {
  await page.locator("#printout-status").filter({ hasText: status }).waitFor();
  await page.locator("#printout-print:enabled").waitFor();
}

/** How many pages are printed. @param {Page} page @param {string} format */
const pages = async (page, format) => ((await page.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;

/** The letters of a board, row by row as in a puzzle's text. @param {Page} page @param {number} index */
const letters = (page, index) =>
  page.locator(".printout-board").nth(index).evaluate((board) => {
    const [, , width] = (board.getAttribute("viewBox") ?? "").split(" ").map((part) => Math.round(Number(part) - 0.12));
    const cells = new Array(width * width).fill("_");
    for (const disc of board.querySelectorAll(".disc")) {
      const [x, y] = /** @type {string[]} */ (disc.getAttribute("transform")?.match(/[\d.]+/g)).map(Number);
      cells[Math.floor(y) * width + Math.floor(x)] = disc.textContent;
    }
    return Array.from({ length: width }, (_, row) => cells.slice(row * width, (row + 1) * width).join("")).join("\n");
  });

/** How many go on a page, and how wide a board is then at least, as a share of the page. */
for (const [each, width] of [[1, 0.95], [2, 0.55], [4, 0.42], [6, 0.35], [9, 0.29]]) {
  test(`${each} on a page: two pages of puzzles and one of solutions, on A4 and on Letter`, server.withPage(async (page) => {
    await page.goto(`/puzzles/print?which=pack&size=5&difficulty=easy&seed=1&each=${each}&pages=2`);
    await ready(page, new RegExp(`^${2 * each} puzzles on 2 pages, and one page of solutions\\.$`));
    assert.equal(await page.locator(".printout:not(.answers) .printout-board").count(), 2 * each);
    assert.equal(await page.locator(".answers .printout-board").count(), 2 * each);
    assert.equal(await pages(page, "A4"), 3);
    assert.equal(await pages(page, "Letter"), 3);
    await page.emulateMedia({ media: "print" });
    // Boards are as large as the page allows, lie within it, and none on another.
    const found = await page.locator(".printout").first().evaluate((printout) => {
      const outer = printout.getBoundingClientRect();
      const boards = [...printout.querySelectorAll(".printout-board .edge")].map((board) => board.getBoundingClientRect());
      const inside = boards.every((box) => box.left >= outer.left - 1 && box.right <= outer.right + 1 && box.bottom <= outer.bottom + 1);
      const apart = boards.every((a, index) => boards.slice(index + 1).every((b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top));
      return { inside, apart, width: Math.min(...boards.map((box) => box.width)) / outer.width };
    });
    assert.deepEqual({ inside: found.inside, apart: found.apart }, { inside: true, apart: true });
    assert.ok(found.width > width, `${found.width}`);
  }));
}

test("on paper there is nothing but the printouts, black on white, in the dark as well", server.withPage(async (page) => {
  await page.goto("/puzzles/print?which=pack&size=9&difficulty=hard&seed=3&each=4");
  await ready(page, /^4 puzzles/);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const gone of [".top", ".printout-form", "#notices"]) assert.equal(await page.locator(gone).isVisible(), false, gone);
  const seen = await page.locator("body").evaluate((body) => [...body.querySelectorAll("*")].filter((element) => element.checkVisibility() && element.childElementCount === 0 && element.textContent?.trim() && !element.closest(".printout")).map((element) => element.outerHTML));
  assert.deepEqual(seen, [], "no words beside the printouts");
  const colors = await page.evaluate(() => {
    const style = (/** @type {string} */ selector, /** @type {"fill" | "color" | "backgroundColor" | "stroke"} */ what) => getComputedStyle(/** @type {Element} */ (document.querySelector(selector)))[what];
    return [style("body", "backgroundColor"), style(".printout", "backgroundColor"), style(".printout h2", "color"), style(".disc circle", "fill"), style(".disc text", "fill"), style(".edge", "stroke")];
  });
  const [black, white] = ["rgb(0, 0, 0)", "rgb(255, 255, 255)"];
  assert.deepEqual(colors, [white, white, black, white, black, black]);
  await picture(page, "puzzle-printout");
}, SIZES["1366×768"]));

test("the solutions are those of the puzzles", server.withPage(async (page) => {
  await page.goto("/puzzles/print?which=pack&size=6&difficulty=medium&seed=29&each=4");
  await ready(page, /^4 puzzles/);
  assert.deepEqual(await page.locator(".printout:not(.answers) figcaption").allTextContents(), ["Puzzle 29", "Puzzle 30", "Puzzle 1", "Puzzle 2"], "round the end of the pack");
  for (const index of [0, 1, 2, 3]) {
    const text = await letters(page, index);
    assert.equal(text, await letters(page, 4 + index));
    const made = server.command("flow", "generate", "--size", "6x6", "--difficulty", "medium", "--seed", String([29, 30, 1, 2][index]));
    assert.equal(text, made.split("\n").filter((line) => line && !line.startsWith("#")).join("\n"));
    // Every cell is on one way, and no way leaves the board.
    const cells = await page.locator(".answers .printout-board").nth(index).locator(".way").evaluateAll((ways) => ways.flatMap((way) => (way.getAttribute("d") ?? "").slice(1).split("L")));
    assert.equal(new Set(cells).size, 36);
    assert.equal(cells.length, 36);
  }
}));

test("from a puzzle to its own printout, without solutions, and back", server.withPage(async (page) => {
  await page.addInitScript(() => {
    window.print = () => void (document.documentElement.dataset.printed = "yes");
  });
  await page.goto("/puzzles?size=5&difficulty=easy&seed=7");
  await page.locator("#puzzle-board").waitFor();
  const text = await page.evaluate(() => JSON.parse(localStorage.getItem("puzzles") ?? "[]")[0].text);
  await page.locator("#puzzle-print").click();
  await ready(page, /^1 puzzle on 1 page, and one page of solutions\.$/);
  assert.equal(await letters(page, 0), text.trim());
  assert.equal(await pages(page, "A4"), 2);
  await page.locator("#printout-answers").uncheck();
  await ready(page, /^1 puzzle on 1 page\.$/);
  assert.equal(await pages(page, "A4"), 1);
  await page.locator("#printout-print").click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.printed), "yes");
  // The pack of the puzzle is the one that is offered, from this number on.
  await page.locator("#printout-which").selectOption("pack");
  await ready(page, /^1 puzzle on 1 page\.$/);
  assert.equal(await page.locator("#printout-pack").inputValue(), "5 easy");
  assert.equal(await page.locator("#printout-first").inputValue(), "7");
  await page.getByRole("link", { name: "Back to the puzzle" }).click();
  await page.locator("#puzzle-board").waitFor();
  assert.match(page.url(), /\/puzzles\?puzzle=/);
}));

test("new ones of a size; others; and the same after a reload", server.withPage(async (page) => {
  await page.goto("/puzzles/print");
  await ready(page, /^4 puzzles on 1 page/);
  await page.locator("#printout-which").selectOption("new");
  await ready(page, /^4 puzzles/);
  await page.locator("#printout-size").selectOption("8");
  await page.locator(".printout h2", { hasText: "8×8" }).waitFor();
  await page.locator("#printout-each").selectOption("6");
  await ready(page, /^6 puzzles on 1 page/);
  const first = await letters(page, 0);
  await page.locator("#printout-other").click();
  await ready(page, /^6 puzzles/);
  const other = await letters(page, 0);
  assert.notEqual(other, first);
  await page.reload();
  await ready(page, /^6 puzzles on 1 page/);
  assert.equal(await letters(page, 0), other);
}));

test("those that are solved can be left out", server.withPage(async (page) => {
  await page.addInitScript(() => localStorage.setItem("puzzle-results", JSON.stringify({ "5 easy 1": { time: 9000, hints: 0 }, "5 easy 3": { time: 9000, hints: 0 } })));
  await page.goto("/puzzles/print?which=pack&size=5&difficulty=easy&seed=1&each=2");
  await ready(page, /^2 puzzles/);
  await page.locator("#printout-skip").check();
  await page.locator(".printout figcaption", { hasText: "Puzzle 4" }).first().waitFor();
  assert.deepEqual(await page.locator(".printout:not(.answers) figcaption").allTextContents(), ["Puzzle 2", "Puzzle 4"]);
}));

test("what cannot be read is told", server.withPage(async (page) => {
  await page.goto("/puzzles/print?puzzle=A_B/___/A__");
  await page.getByRole("alert").filter({ hasText: /colour B has one source/ }).waitFor();
  assert.equal(await page.locator("#printout-print").isDisabled(), true);
}, { mayLog: /status of 4/ }));

for (const [name, options] of Object.entries(SIZES)) {
  test(`the printouts are chosen on ${name}, by keys as well`, server.withPage(async (page) => {
    await page.goto("/puzzles/print?which=new&size=7&difficulty=easy&seed=5&each=9&pages=2");
    await ready(page, /^18 puzzles on 2 pages/);
    await fits(page);
    await usableInLightAndDark(page);
    await allReached(page);
    await page.locator("#printout-each").focus();
    await page.keyboard.press("ArrowUp");
    await ready(page, /^12 puzzles on 2 pages/);
  }, options));
}
