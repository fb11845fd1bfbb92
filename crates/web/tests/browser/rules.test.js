// @ts-check
/** The rules: in words, on boards that play real moves, from every place where somebody may ask. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin } from "./board.js";
import { picture, testServer } from "./harness.js";
import { PHONE, fits } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const GAMES = { breakthrough: "Breakthrough", "wolf-and-sheep": "Wolf and Sheep", "wolves-eat-sheep": "Wolves Eat Sheep", "connect-four": "Connect Four", "battle-sheep": "Battle Sheep" };

/** The rules are open; how many boards they have. @param {Page} page @param {string} title */
async function opened(page, title) {
  const dialog = page.getByRole("dialog", { name: `How ${title} is played` });
  await dialog.waitFor();
  return dialog.locator(".moving-board").count();
}

for (const [name, options] of /** @type {const} */ ([["a desk", { viewport: { width: 1366, height: 768 } }], ["a telephone", PHONE]])) {
  test(`every game explains itself from the gallery, on ${name}`, server.withPage(async (page) => {
    await page.goto("/");
    for (const title of Object.values(GAMES)) {
      await page.getByRole("button", { name: `How ${title} is played` }).click();
      assert.ok((await opened(page, title)) >= 2, title);
      assert.match((await page.locator(".rules strong").first().textContent()) ?? "", /win|first/);
      assert.equal(await page.locator(".rules h2", { hasText: "Variants" }).count(), /^Wol/.test(title) ? 0 : 1, `${title}: what holds with an option only is said to be a variant`);
      await fits(page);
      await usableInLightAndDark(page);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  }, options));
}

test("a board plays its moves, and can be stopped and stepped", server.withPage(async (page) => {
  await page.goto("/play/breakthrough");
  await page.getByRole("button", { name: "How to play" }).click();
  await opened(page, "Breakthrough");
  await picture(page, "rules");
  const first = page.locator(".moving-board").first();
  const text = () => first.locator("figcaption p").textContent();
  await page.waitForFunction(() => /White b2b3/.test(document.querySelector(".moving-board figcaption p")?.textContent ?? ""));
  assert.equal(await first.locator(".cell.last").count(), 2);
  await first.getByRole("button", { name: "Stop" }).click();
  const stopped = await text();
  await first.getByRole("button", { name: "Next move" }).click();
  assert.notEqual(await text(), stopped);
  await page.getByRole("button", { name: "Got it" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}));

test("on a desk two boards are seen at once", server.withPage(async (page) => {
  await page.goto("/");
  await page.locator(".card-foot .help").first().click();
  const box = await page.locator(".rules .moving-board .board").nth(1).boundingBox();
  const foot = await page.locator(".rules > .controls").boundingBox();
  assert.ok(box && foot && box.y + box.height <= foot.y, `${JSON.stringify(box)} ${JSON.stringify(foot)}`);
}, { viewport: { width: 1366, height: 768 } }));

test("in play a question mark opens the rules, and the game goes on behind them", server.withPage(async (page) => {
  await begin(page, "wolf-and-sheep:size=6", ["person", "person"]);
  await page.getByRole("button", { name: "How Wolf and Sheep is played" }).click();
  await opened(page, "Wolf and Sheep");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.equal(await page.locator(".board .target").count(), 3);
}));

test("nothing moves for those who ask for less motion", server.withPage(async (page) => {
  await page.goto("/play/connect-four");
  await page.getByRole("button", { name: "How to play" }).click();
  await opened(page, "Connect Four");
  const first = page.locator(".moving-board").first();
  assert.equal(await first.getByRole("button", { name: "Play the moves" }).count(), 1);
  await first.getByRole("button", { name: "Next move" }).click();
  assert.match((await first.locator("figcaption p").textContent()) ?? "", /^Red d$/);
}, { reducedMotion: "reduce" }));

test("every level says what it does", server.withPage(async (page) => {
  for (const name of Object.keys(GAMES)) {
    await page.goto(`/play/${name}`);
    await page.locator(".seat-field").nth(1).waitFor();
    for (const level of ["lamb", "ewe", "ram", "wolf", "bellwether"]) {
      await page.locator("#seat-1").selectOption(level);
      assert.match((await page.locator("#seat-1-told").textContent()) ?? "", /^[A-Z].{15,}\.$/, `${name}, ${level}`);
    }
  }
}));
