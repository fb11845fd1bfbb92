// @ts-check
/** Arrows: one's own, by mouse, finger and keyboard, and those of the rivals at a table of four. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, click, listed, middle, move, square, turn } from "./board.js";
import { testServer } from "./harness.js";
import { PHONE } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const GAME = "breakthrough:rows=5,columns=5";

/** @param {Page} page @param {string} from @param {string} to @param {"left" | "right"} [which] */
async function drag(page, from, to, which = "right") {
  const [a, b] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down({ button: which });
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up({ button: which });
}

/** How many arrows and circles of one's own there are. @param {Page} page */
const drawn = async (page) => [await page.locator(".board line.advice.own").count(), await page.locator(".board circle.advice.own").count()];

/** Where an arrow begins and ends, in squares from the top left. @param {Page} page @param {string} selector */
const ends = (page, selector) => page.locator(selector).evaluateAll((lines) => lines.map((line) => ["x1", "y1", "x2", "y2"].map((name) => Math.floor(Number(line.getAttribute(name)))).join(" ")));

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`the right button draws, and a click clears, ${colorScheme}`, server.withPage(async (page) => {
    await begin(page, GAME, ["person", "person"]);
    await drag(page, "b2", "b4");
    await drag(page, "d3", "d3");
    assert.deepEqual(await drawn(page), [1, 1]);
    assert.deepEqual(await ends(page, ".board line.advice.own"), ["1 3 1 1"]);
    assert.match((await square(page, "b4").getAttribute("aria-label")) ?? "", /your arrow from b2/);
    assert.match((await square(page, "d3").getAttribute("aria-label")) ?? "", /your circle/);
    await usableInLightAndDark(page);
    await drag(page, "b2", "b4");
    assert.deepEqual(await drawn(page), [0, 1], "what is drawn twice is rubbed out");
    assert.equal(await page.locator(".board .cell.from").count(), 0, "the right button chooses nothing");
    await square(page, "c3").click();
    assert.deepEqual(await drawn(page), [0, 0]);
    await drag(page, "a1", "e5");
    await button(page, "Analyse").click();
    await page.locator(".board .advice.engine").first().waitFor({ state: "attached" });
    assert.deepEqual(await drawn(page), [1, 0], "it stands beside the engine's");
    await click(page, "b2", "b3");
    assert.deepEqual(await drawn(page), [0, 0], "a move clears");
  }, { colorScheme, viewport: { width: 1366, height: 768 } }));
}

test("a rival's move clears, too, and Escape does", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "random"]);
  await click(page, "b2", "b3");
  await turn(page);
  await drag(page, "a1", "c3");
  assert.deepEqual(await drawn(page), [1, 0]);
  await square(page, "a1").focus();
  await page.keyboard.press("Escape");
  assert.deepEqual(await drawn(page), [0, 0]);
}));

test("the analysis board has arrows of one's own", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "person"], { moves: "b2b3 d4d3" });
  await page.getByText("Position, link, record").click();
  await button(page, "Analysis board").click();
  await page.locator("#variations-title").waitFor();
  await drag(page, "a1", "a3");
  assert.deepEqual(await drawn(page), [1, 0]);
  await page.locator(".moves button").first().click();
  await page.waitForFunction(() => !document.querySelector(".board .own"));
}));

test("with the pen, keys draw and move nothing", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "person"]);
  await button(page, "Draw arrows").press("Enter");
  assert.equal(await button(page, "Draw arrows").getAttribute("aria-pressed"), "true");
  await square(page, "b2").focus();
  for (const key of ["Enter", "ArrowUp", "Enter", "ArrowRight", "Enter", "Enter"]) await page.keyboard.press(key);
  assert.deepEqual(await drawn(page), [1, 1]);
  assert.deepEqual(await listed(page), []);
  await usableInLightAndDark(page);
  await button(page, "Draw arrows").press("Enter");
  await click(page, "b2", "b3");
  assert.deepEqual(await listed(page), ["b2b3"]);
}));

test("with the pen, a finger draws", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "person"]);
  await button(page, "Draw arrows").tap();
  const at = await middle(page, "c2");
  await page.touchscreen.tap(at.x, at.y);
  assert.deepEqual(await drawn(page), [0, 1]);
  await drag(page, "b2", "b4", "left");
  assert.deepEqual(await drawn(page), [1, 1]);
  assert.deepEqual(await listed(page), []);
  await usableInLightAndDark(page);
}, PHONE));

test("the last moves of three rivals are arrows", server.withPage(async (page) => {
  await begin(page, "battle-sheep", ["person", "greedy", "greedy", "greedy"]);
  await turn(page);
  const rivals = () => page.locator(".board .advice.rival").evaluateAll((found) => found.map((one) => /rival-(\d)/.exec(one.getAttribute("class") ?? "")?.[1]).sort());
  assert.deepEqual(await rivals(), [], "nobody has moved");
  await move(page, (names) => names[Math.floor(names.length / 2)]);
  await turn(page);
  assert.deepEqual(await rivals(), ["1", "2", "3"]);
  assert.equal(await page.locator(".board .advice.rival:not(line)").count(), 3, "flocks were put down");
  assert.equal(await page.locator(".board circle.advice.rival").count(), 0, "a circle would lie on the flock's number");
  await move(page, (names) => names[Math.floor(names.length / 2)]);
  await turn(page);
  const lines = await page.locator(".board line.advice.rival").count();
  assert.ok(lines >= 1 && lines <= 3, `${lines} arrows`);
  const moves = (await listed(page)).slice(-lines).map((text) => /-([a-z]+\d+)/.exec(text)?.[1] ?? "");
  for (const name of moves) assert.match((await square(page, name).getAttribute("aria-label")) ?? "", /Seat \d moved here/);
  await usableInLightAndDark(page);
  await page.getByRole("button", { name: "Back one move" }).click();
  await page.getByText("Looking at").waitFor();
  assert.ok((await page.locator(".board .advice.rival").count()) < lines + 1);
}, { viewport: { width: 1366, height: 768 } }));
