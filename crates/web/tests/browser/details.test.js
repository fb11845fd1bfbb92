// @ts-check
/** Small things that visitors stumbled over: what covers what, what is out of sight, what is not said. */

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, made, middle, move, square, squares, turn } from "./board.js";
import { testServer } from "./harness.js";
import { PHONE, fits } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const SOLVED = "wolf-and-sheep:size=4";
before(() => server.command("solve", SOLVED));

const DESK = { viewport: { width: 1366, height: 768 } };

/** @param {Page} page @param {string} selector */
async function box(page, selector) {
  const found = await page.locator(selector).first().boundingBox();
  assert.ok(found, `${selector} is not on the screen`);
  return found;
}

/** Whether two boxes have a point in common. @typedef {{x: number, y: number, width: number, height: number}} Box @param {Box} a @param {Box} b */
const overlap = (a, b) => a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;

test("on a telephone every button of Solve is in sight", server.withPage(async (page) => {
  await page.goto("/solve");
  await page.locator("#tables a.button").first().waitFor();
  await page.locator("#plans button").first().waitFor();
  await fits(page);
  const outside = await page.locator(".solve :is(button, a.button)").evaluateAll((found) => found.filter((one) => one.checkVisibility() && (one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0)).map((one) => one.textContent));
  assert.deepEqual(outside, []);
  assert.ok((await page.locator(".solve :is(button, a.button)").count()) > 4);
  await usableInLightAndDark(page);
}, PHONE));

for (const [name, options] of /** @type {const} */ ([["a desk", DESK], ["a telephone", PHONE]])) {
  test(`a hint is read below the board, and covers nothing, on ${name}`, server.withPage(async (page) => {
    await begin(page, "breakthrough", ["person", "person"], { moves: "b2b3 g7g6" });
    await button(page, "Hint").click();
    const line = page.locator(".hint-line", { hasText: /^Try [a-h]\d/ });
    await line.waitFor();
    assert.equal(await page.locator("#notices .notice").count(), 0);
    const [board, said] = [await box(page, ".board"), await box(page, ".hint-line")];
    assert.ok(!overlap(board, said), "the sentence covers the board");
    assert.ok(said.y >= 0 && said.y + said.height <= (options.viewport?.height ?? 0), "the sentence is in sight");
    const arrow = await box(page, ".board .advice");
    assert.ok(arrow.y >= 0 && arrow.y + arrow.height <= (options.viewport?.height ?? 0), "the arrow is in sight");
  }, options));
}

test("a notice takes no clicks", server.withPage(async (page) => {
  await begin(page, "breakthrough", ["person", "person"]);
  await page.evaluate(async () => (await import(String("/assets/lib/dom.js"))).notify("Something is told."));
  await page.locator("#notices .notice").waitFor();
  assert.equal(await page.locator("#notices").evaluate((notices) => getComputedStyle(notices).pointerEvents), "none");
}));

test("players are changed by choosing from a list", server.withPage(async (page) => {
  await begin(page, "breakthrough", ["person", "person"]);
  await page.getByText("Change seats").click();
  await page.locator("#player-1").waitFor();
  assert.equal(await page.locator("#player-1").evaluate((field) => field.tagName), "SELECT");
  await page.locator("#player-1").selectOption("lamb");
  assert.match((await page.locator("#player-1-told").textContent()) ?? "", /^Looks at its own next move/);
  await usableInLightAndDark(page);
  await button(page, "Change players").click();
  await page.locator(".seat", { hasText: "lamb" }).waitFor();
}));

test("the flock that is split stays in sight, and the board shows the split", server.withPage(async (page) => {
  await begin(page, "battle-sheep:seats=2,cells=16,size=5,sheep=6", ["person", "random"]);
  await turn(page);
  await move(page);
  await turn(page);
  await square(page, (await squares(page, "source"))[0]).click();
  await square(page, (await squares(page, "target"))[0]).click();
  const slider = page.getByRole("slider", { name: "How many go?" });
  await slider.waitFor();
  assert.ok(!overlap(await box(page, ".board"), await box(page, ".amount-dialog")), "the board is covered");
  const counts = () => page.locator(".board .hints .count").allTextContents();
  assert.deepEqual(await counts(), ["3", "3"]);
  await slider.press("End");
  assert.deepEqual(await counts(), ["1", "5"]);
  await slider.press("Escape");
  assert.deepEqual(await counts(), []);
  assert.equal(await page.locator(".board .lifted").count(), 0);
}, DESK));

test("icons are drawn: no sign needs a font that has it", server.withPage(async (page) => {
  const signs = /[\u2190-\u21ff\u2300-\u23ff\u25a0-\u25b1\u25b4-\u25bb\u25be-\u25c5\u25c7-\u27ff\u2039\u203a]/u;
  for (const path of ["/", "/learn", "/arena", "/solve", "/puzzles"]) {
    await page.goto(path);
    await page.locator("#page :is(button, a):visible").first().waitFor();
    const texts = await page.locator("button").allTextContents();
    assert.ok(texts.length > 0);
    assert.deepEqual(texts.filter((text) => signs.test(text)), [], path);
  }
  await begin(page, "breakthrough", ["person", "person"]);
  assert.deepEqual((await page.locator("button").allTextContents()).filter((text) => signs.test(text)), []);
  assert.ok((await page.locator("button .icon").count()) > 3);
}));

test("Learn's examples speak in numbers that people can read", server.withPage(async (page) => {
  await page.goto("/learn");
  const examples = page.locator(".learn-examples a");
  await examples.first().waitFor();
  for (let index = 0; index < (await examples.count()); index++) {
    await examples.nth(index).click();
    await page.locator("#learn-end:not([disabled])").waitFor();
    await page.locator("#learn-end").click();
    await page.locator("#learn-say", { hasText: /Done|Stopped/ }).waitFor();
    const text = await page.locator(".learn").innerText();
    assert.doesNotMatch(text, /[+-]\d{4}/, `example ${index}`);
  }
}));

test("a dragged piece leaves no copy behind, and does not slide again when it is let go", server.withPage(async (page) => {
  await begin(page, "breakthrough:columns=5,rows=5", ["person", "person"]);
  const seen = () => page.locator('.board use[href="#worker-0"]').evaluateAll((drawn) => drawn.filter((one) => one.checkVisibility({ visibilityProperty: true })).length);
  assert.equal(await seen(), 10);
  const [from, to] = [await middle(page, "b2"), await middle(page, "b3")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  assert.equal(await page.locator(".board .lifted").count(), 1);
  assert.equal(await seen(), 10, "one is in the hand");
  await page.evaluate(() => {
    Element.prototype.animate = function () {
      document.documentElement.dataset.moved = "yes";
      throw new Error("it slides");
    };
  });
  await page.mouse.up();
  await made(page, 1);
  assert.equal(await seen(), 10);
  assert.equal(await page.locator(".board .lifted").count(), 0);
}));

test("a board of five rows and ten columns fills its place", server.withPage(async (page) => {
  await begin(page, "breakthrough:rows=5,columns=10", ["person", "person"]);
  const board = await box(page, ".board");
  assert.ok(board.width > 0.6 * 1366, `${board.width} of 1366 pixels`);
  await fits(page);
}, DESK));

for (const [name, options] of /** @type {const} */ ([["a desk", DESK], ["a telephone", PHONE]])) {
  test(`letters of a board of 32 columns stay apart, and squares can be hit, on ${name}`, server.withPage(async (page) => {
    await begin(page, "breakthrough:rows=4,columns=32", ["person", "person"]);
    const letters = await page.locator(".board .coord").evaluateAll((texts) => texts.filter((text) => /[a-z]/.test(text.textContent ?? "")).map((text) => text.getBoundingClientRect()).map(({ left, right }) => ({ left, right })));
    assert.equal(letters.length, 32);
    letters.slice(1).forEach((letter, index) => assert.ok(letter.left > letters[index].right, `letters ${index} and ${index + 1} collide`));
    assert.ok((await box(page, '.cell[data-square="c2"] rect')).width >= 24);
    await fits(page);
  }, options));
}

test("a seat's piece has no empty badge", server.withPage(async (page) => {
  await begin(page, "battle-sheep", ["person", "greedy", "greedy", "greedy"]);
  const badges = await page.locator(".seat svg").evaluateAll((icons) => icons.map((icon) => getComputedStyle(icon).getPropertyValue("--badge")));
  assert.deepEqual(badges, Array(4).fill("transparent"));
}));

test("what is being solved covers no row", server.withPage(async (page) => {
  await page.goto("/solve");
  await page.locator("#plans tr").first().waitFor();
  const panel = page.locator("#solve-work");
  assert.equal(await panel.evaluate((element) => getComputedStyle(element).position), "static");
  const boxes = await page.locator("#plans tr, #tables tr").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height })));
  const own = await box(page, "#solve-work");
  assert.ok(boxes.every((row) => !overlap(row, own)));
}, { viewport: { width: 1366, height: 420 } }));

test("on Learn nothing lies over the tree or the moves", server.withPage(async (page) => {
  await page.goto("/learn");
  await page.locator("#learn-end:not([disabled])").waitFor();
  for (const top of [0, 200, 600]) {
    await page.evaluate((y) => scrollTo(0, y), top);
    const bar = await box(page, ".learn-bar");
    for (const part of [".tree-frame", ".learn-moves", ".learn-left .board"]) assert.ok(!overlap(bar, await box(page, part)), `the bar covers ${part} at ${top}`);
  }
}, DESK));

test("the header's line goes all the way", server.withPage(async (page) => {
  for (const path of ["/", "/learn", "/puzzles"]) {
    await page.goto(path);
    await page.locator("#page > *").first().waitFor();
    const [style, right, width] = await page.evaluate(() => [getComputedStyle(document.documentElement).scrollbarGutter, document.querySelector(".top")?.getBoundingClientRect().right, document.documentElement.clientWidth]);
    assert.deepEqual([style, right], ["auto", width], path);
  }
}));

test("a value says what it counts", server.withPage(async (page) => {
  await begin(page, SOLVED, ["person", "person"], { moves: "@c1" });
  await button(page, "Truth").click();
  await page.locator(".judged .value").first().waitFor();
  for (const text of await page.locator(".judged .value").allTextContents()) assert.match(text, /^[▲▼] (win|lose) in \d+ (ply|plies)$/);
  assert.equal(await page.getByText("A ply is one move of one side.").count(), 1);
  await page.goto("/solve");
  await page.locator("#tables .value").first().waitFor();
  assert.match((await page.locator("#tables .value").first().textContent()) ?? "", / in \d+ plies$/);
}));

test("the line under the title says what the title does not", server.withPage(async (page) => {
  await begin(page, "breakthrough", ["person", "person"], { moves: "b2b3 g7g6" });
  assert.equal(await page.locator(".sub").textContent(), "the usual board, 8×8 · move 2");
  await begin(page, "breakthrough:rows=5,columns=4", ["person", "person"]);
  assert.equal(await page.locator(".sub").textContent(), "rows 5, columns 4 · move 1");
  // The wolf chooses its square, and moves again: the numbers are those of the list.
  await begin(page, "wolf-and-sheep:size=6", ["person", "person"], { moves: "@c1 c1d2 b6a5" });
  assert.equal(await page.locator(".sub").textContent(), "size 6 · move 3");
  assert.deepEqual(await page.locator(".moves .number").allTextContents(), ["1.", "2."]);
}));

test("moves of four seats stand in columns below each other, with their numbers", server.withPage(async (page) => {
  await begin(page, "battle-sheep", ["greedy", "greedy", "person", "greedy"]);
  for (let mine = 0; mine < 4; mine++) {
    await turn(page);
    await move(page);
  }
  await turn(page);
  const rows = await page.locator(".moves li").evaluateAll((found) => found.map((one) => ({ top: Math.round(one.getBoundingClientRect().top), height: one.getBoundingClientRect().height, left: Math.round(/** @type {Element} */ (one.querySelector("button")).getBoundingClientRect().left) })));
  assert.equal(new Set(rows.map((one) => one.left)).size, 4, "a column for each seat");
  assert.ok(rows.every((one) => one.height < 34), "no move is broken into two lines");
  const numbers = await page.locator(".moves .number").evaluateAll((found) => found.map((one) => Math.round(one.getBoundingClientRect().right)));
  assert.ok(numbers.length >= 4 && new Set(numbers).size === 1, "numbers have a column of their own");
}));
