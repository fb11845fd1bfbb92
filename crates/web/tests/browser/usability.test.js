// @ts-check
/** Usability: on a telephone, by keyboard, in the dark, for everybody, and at first load. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usable, usableInLightAndDark } from "./accessibility.js";
import { begin, button, click, made, move, square, squares, turn } from "./board.js";
import { makeGame, picture, testServer } from "./harness.js";
import { PHONE, fits, seen, tabTo } from "./layout.js";
import { assertSteady, watchShifts } from "./shifts.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();

/** The least a finger can hit, in pixels. */
const FINGER = 24;
/** What a first look may cost. */
const BUDGET = 100_000;

/** Nothing sticks out, and everything can be hit with a finger. @param {Page} page */
async function fitsFingers(page) {
  await fits(page);
  const small = await page.locator("a, button, input, select, textarea, summary").evaluateAll(
    (found, least) =>
      found.flatMap((element) => {
        const { width, height } = (element.matches("input[type=checkbox], input[type=radio]") ? (element.closest("label") ?? element) : element).getBoundingClientRect();
        const seen = element.checkVisibility({ visibilityProperty: true }) && !element.matches(".skip");
        return seen && (width < least || height < least) ? [`${element.outerHTML.slice(0, 90)} is ${Math.round(width)} × ${Math.round(height)}`] : [];
      }),
    FINGER,
  );
  assert.deepEqual(small, []);
}

test("everything fits on a telephone", server.withPage(async (page) => {
  await page.goto("/");
  await page.locator(".card").nth(3).waitFor();
  await fitsFingers(page);
  await usable(page);
  await page.locator(".card").first().tap();
  await page.locator(".seat-field").first().waitFor();
  const clock = await page.locator("#clock").boundingBox();
  assert.ok(clock && clock.y + clock.height <= 844, `who plays, and by which clock, is chosen on the first screen: ${JSON.stringify(clock)}`);
  const edges = await page.locator(".setup form > *:visible, .setup form > .field > select").evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().right)));
  assert.deepEqual(new Set(edges), new Set([378]), "all parts end at one line");
  await page.getByLabel("Variant").selectOption({ label: "options of my own" });
  await fitsFingers(page);
  await usable(page);
  await begin(page, "breakthrough", ["person", "person"], { moves: "b2b3 g7g6" });
  await fitsFingers(page);
  const box = await page.locator(".board").boundingBox();
  assert.ok(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 390 && box.y + box.height <= 844, "the whole board is seen");
  const controls = await button(page, "Undo").boundingBox();
  assert.ok(controls && controls.y + controls.height <= 844, "controls are within reach of a thumb");
  await picture(page, "game-phone");
}, PHONE));

/** What has the focus, by its words. @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");

/** Goes to a square with the arrow keys and takes it. @param {Page} page @param {string} name */
async function walk(page, name) {
  const at = await page.evaluate(() => document.activeElement?.getAttribute("data-square") ?? "");
  const [across, up] = [name.charCodeAt(0) - at.charCodeAt(0), Number(name.slice(1)) - Number(at.slice(1))];
  for (let step = 0; step < Math.abs(across); step++) await page.keyboard.press(across > 0 ? "ArrowRight" : "ArrowLeft");
  for (let step = 0; step < Math.abs(up); step++) await page.keyboard.press(up > 0 ? "ArrowUp" : "ArrowDown");
  await seen(page);
  await page.keyboard.press("Enter");
}

test("a whole game and its review with nothing but the keyboard, from the gallery on", server.withPage(async (page) => {
  await page.goto("/");
  await page.locator(".card").nth(3).waitFor();
  await tabTo(page, '.card[href="/play/wolf-and-sheep"]');
  await page.keyboard.press("Enter");
  await page.locator(".seat-field").nth(1).waitFor();
  await tabTo(page, "#variant");
  await page.keyboard.type("the smallest");
  assert.equal(await page.getByLabel("Variant").inputValue(), "wolf-and-sheep:size=4");
  await tabTo(page, "#seat-1");
  await page.keyboard.type("lamb");
  assert.equal(await page.locator("#seat-1").inputValue(), "lamb");
  await tabTo(page, "button[type=submit]");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/game/*");
  await page.locator(".play .board .cell").first().waitFor();
  await tabTo(page, ".board .cell");
  while (await turn(page)) {
    const count = await page.locator(".moves li").count();
    const [source] = await squares(page, "source");
    if (source) await walk(page, source);
    const targets = await squares(page, "target");
    await walk(page, targets[0]);
    await page.waitForFunction((before) => document.querySelectorAll(".moves li").length > before, count);
  }
  assert.match((await page.locator(".status").first().textContent()) ?? "", /won/);
  // The board has the focus still: the buttons below it are next.
  for (let steps = 0; steps < 15 && (await focused(page)) !== "Review"; steps++) {
    await page.keyboard.press("Tab");
    await seen(page);
  }
  await page.keyboard.press("Enter");
  await page.locator(".review .shares li").first().waitFor();
  await page.locator(".review progress").waitFor({ state: "hidden" });
  assert.equal(await focused(page), "Review", "its heading has the focus");
  await page.keyboard.press("ArrowLeft");
  await page.locator(".status", { hasText: "Looking at" }).waitFor();
  await tabTo(page, ".review button");
  await page.keyboard.press("ArrowRight");
  await page.locator(".status.over").waitFor();
}));

test("the dark is dark, and can be read", server.withPage(async (page) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto("/");
  await page.locator(".card").nth(3).waitFor();
  assert.equal(await paper(), "rgb(17, 23, 21)", "as the system wants it");
  await usable(page);
  const theme = page.getByRole("button", { name: /^Colours/ });
  await theme.click();
  assert.equal(await paper(), "rgb(245, 242, 233)", "light, whatever the system wants");
  await usable(page);
  await theme.click();
  assert.equal(await paper(), "rgb(17, 23, 21)");
  await page.reload();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark", "the choice is kept");
  await page.goto("/play/battle-sheep");
  await page.locator(".seat-field").nth(3).waitFor();
  await usable(page);
  await begin(page, "breakthrough", ["person", "person"], { moves: "b2b3 g7g6 c2d3 d7d6 d3e4 f7e6" });
  await square(page, "e4").click();
  await button(page, "Analyse").click();
  await page.waitForFunction(() => document.querySelectorAll(".judged li").length > 1);
  await usable(page);
  await picture(page, "game-dark");
}, { colorScheme: "dark" }));

test("accessibility in light and dark", server.withPage(async (page) => {
  await page.goto("/");
  await page.locator(".card").nth(3).waitFor();
  await usableInLightAndDark(page);
  await picture(page, "gallery");
  await page.goto("/play/wolf-and-sheep");
  await page.locator(".seat-field").nth(1).waitFor();
  await usableInLightAndDark(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await picture(page, "setup");
  await page.goto("/nowhere");
  await page.getByRole("link", { name: "Back to the games" }).waitFor();
  await usableInLightAndDark(page);
}, { mayLog: /status of 404/ }));

test("all controls of a game are on the first screen of a small desk", server.withPage(async (page) => {
  await page.goto("/");
  const cards = page.locator(".card");
  await cards.first().waitFor();
  for (const card of await cards.all()) {
    const box = await card.boundingBox();
    assert.ok(box && box.y + box.height <= 768, "all games are seen at once");
  }
  const { games } = await (await page.request.get("/api/catalogue")).json();
  for (const { name, seats } of games) {
    await page.goto(await makeGame(page, { game: name, seats: Array.from({ length: seats.length }, (_, seat) => (seat ? "lamb" : "person")) }));
    for (const found of [button(page, "Undo"), button(page, "Resign"), page.getByRole("link", { name: "New game" })]) {
      await found.waitFor();
      const box = await found.boundingBox();
      assert.ok(box && box.y + box.height <= 768, `${name}: ${JSON.stringify(box)}`);
    }
  }
}, { viewport: { width: 1366, height: 768 } }));

test("four flocks", server.withPage(async (page) => {
  await begin(page, "battle-sheep", ["person", "greedy", "greedy", "greedy"]);
  // Somewhere in the middle, where there is room.
  const pick = (/** @type {string[]} */ names) => names[Math.floor(names.length / 2)];
  for (let moves = 0; moves < 3; moves++) {
    await turn(page);
    await move(page, pick);
  }
  await turn(page);
  const [source] = await squares(page, "source");
  await square(page, source).click();
  await usableInLightAndDark(page);
  await picture(page, "battle-sheep");
}));

for (const [name, path] of [["gallery", "/"], ["game", "/game"]]) {
  test(`the first look at the ${name} is light and nothing jumps`, server.withPage(async (page) => {
    let address = path;
    if (name === "game") {
      // The game is made elsewhere, so that nothing of it is in the cache.
      address = await makeGame(page, { game: "breakthrough", seats: ["person", "person"] });
    }
    await watchShifts(page);
    const wire = await page.context().newCDPSession(page);
    await wire.send("Network.enable");
    let bytes = 0;
    wire.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    const began = performance.now();
    await page.goto(address);
    await page.locator(".board .cell").first().waitFor();
    console.log(`${name}: ${Math.round(bytes / 1000)} kB, ready after ${Math.round(performance.now() - began)} ms`);
    await page.waitForLoadState("networkidle");
    await assertSteady(page);
    assert.ok(bytes > 10_000 && bytes < BUDGET, `${bytes} bytes`);
  }));
}

for (const wish of /** @type {const} */ (["no-preference", "reduce"])) {
  test(`motion: ${wish}`, server.withPage(async (page) => {
    await page.addInitScript(() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (/** @type {Parameters<Animatable["animate"]>} */ ...given) {
        document.documentElement.dataset.moved = "yes";
        return animate.apply(this, given);
      };
      for (const type of ["transitionrun", "animationstart"]) document.addEventListener(type, () => (document.documentElement.dataset.moved = "yes"), true);
    });
    await page.goto("/");
    await page.locator(".card").first().hover();
    await begin(page, "breakthrough:columns=5,rows=5", ["person", "random"]);
    await click(page, "b2", "b3");
    await made(page, 2);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.moved ?? "no"), wish === "reduce" ? "no" : "yes");
  }, { reducedMotion: wish }));
}
