// @ts-check
/** A game on several screens: every person has a link, which plays one seat and sees what that seat may see. */

import assert from "node:assert/strict";
import { test } from "node:test";

import jsQR from "jsqr";
import { PNG } from "pngjs";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, made, square } from "./board.js";
import { TIMEOUT, picture, testServer } from "./harness.js";
import { PHONE, allReached, fits } from "./layout.js";
import { assertSteady, watchShifts } from "./shifts.js";

/** @typedef {import("playwright-core").Page} Page */

/** The package says that it is a module of the older kind. @type {(data: Uint8ClampedArray, width: number, height: number) => {data: string} | null} */
const readQr = /** @type {any} */ (jsQR).default ?? jsQR;
const DESK = { viewport: { width: 1366, height: 768 } };
const server = testServer();
const GAME = "breakthrough:rows=5,columns=5";

/** The links that the page shows, by seat. @param {Page} page @returns {Promise<string[]>} */
async function links(page) {
  const fields = page.locator("section:has(#links-title) input");
  await fields.first().waitFor();
  return fields.evaluateAll((all) => all.map((field) => /** @type {HTMLInputElement} */ (field).value));
}

/** A friend elsewhere opens a link. @param {Page} page @param {string} link @param {import("playwright-core").BrowserContextOptions} [options] */
async function friend(page, link, options = {}) {
  const browser = /** @type {import("playwright-core").Browser} */ (page.context().browser());
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, ...options });
  context.setDefaultTimeout(TIMEOUT);
  const other = await context.newPage();
  await watchShifts(other);
  await other.goto(link);
  await other.locator(".play .board .cell").first().waitFor();
  return other;
}

/** @param {Page} page @param {string} text */
const says = (page, text) => page.locator(".status", { hasText: text }).waitFor();

/** @param {Page} page @param {string} text */
const asks = (page, text) => page.locator(".question", { hasText: text }).waitFor();

/** A move by two clicks. @param {Page} page @param {string} from @param {string} to @param {number} count of moves after it */
async function move(page, from, to, count) {
  await square(page, from).click();
  await square(page, to).click();
  await made(page, count);
}

/** How far down a square is drawn. @param {Page} page @param {string} name */
const height = async (page, name) => (await square(page, name).boundingBox())?.y ?? 0;

test("two people play on two screens, and neither for the other", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "friend"]);
  await says(page, "White to move");
  assert.match(await page.locator("section:has(#links-title)").innerText(), /Only this machine.*bellwether serve --bind 0\.0\.0\.0/s);
  assert.match(await page.locator(".seats").innerText(), /Black not here yet/);
  const [link] = await links(page);
  assert.match(new URL(link).hash, /^#[a-z2-9]{24}$/, "the key is where no log sees it");
  const other = await friend(page, link, PHONE);
  await page.locator(".seats", { hasText: "Black is here" }).waitFor();
  await says(other, "White to move.");
  assert.equal(await other.locator(".board .cell.source").count(), 0, "it is White's turn");
  assert.equal(await other.locator("#links-title").isVisible(), false, "a friend has no links of others");
  assert.ok((await height(page, "a1")) > (await height(page, "a5")) && (await height(other, "a1")) < (await height(other, "a5")), "each has its own side in front");
  for (const name of ["Hint", "Analyse", "Truth"]) assert.equal(await button(page, name).isVisible(), false, `${name} waits for the end`);
  await move(page, "b2", "b3", 1);
  await made(other, 1);
  await move(other, "c4", "c3", 2);
  await made(page, 2);
  // A move is taken back if the other agrees.
  await button(other, "Undo").click();
  await asks(page, "Black asks to take a move back.");
  await button(page, "Refuse").click();
  await other.locator(".question.open").waitFor({ state: "detached" });
  assert.equal(await page.locator(".moves li").count(), 2);
  await button(other, "Undo").click();
  await asks(other, "White must agree");
  await button(page, "Agree").click();
  await Promise.all([made(page, 1), made(other, 1)]);
  assert.equal(await button(other, "Redo").isDisabled(), true);
  // Both pages outlive a reload and the server.
  await server.kill();
  await server.serve();
  await Promise.all([page.reload(), other.reload()]);
  await says(other, "Black to move: your turn.");
  await move(other, "c4", "c3", 2);
  await made(page, 2);
  page.on("dialog", (dialog) => void dialog.accept());
  await button(page, "Resign").click();
  await other.locator(".ending-text", { hasText: "You won, as Black." }).waitFor();
  await page.locator(".ending-text", { hasText: "You lost" }).waitFor();
  await button(page, "Swap sides").click();
  await asks(other, "White asks for a rematch, sides swapped.");
  const before = page.url();
  await button(other, "Agree").click();
  await page.waitForURL((url) => url.href !== before);
  await says(page, "White to move.");
  await says(other, "White to move: your turn.");
  assert.ok((await height(other, "a1")) > (await height(other, "a5")), "the friend has White now");
  assert.equal((await links(page)).length, 1, "who set it up has the links again");
  await other.context().close();
}, { mayLog: /WebSocket|Failed to load/ }));

test("who has no link watches, and a hidden game shows nothing", server.withPage(async (page) => {
  await begin(page, "battle-sheep:hidden,seats=2,cells=16,size=5,sheep=8", ["person", "friend"]);
  const [link] = await links(page);
  const other = await friend(page, link);
  const watcher = await friend(page, page.url().split("#")[0]);
  const place = async (/** @type {Page} */ mover, /** @type {number} */ count) => {
    await mover.locator(".board .cell.target").first().click();
    await made(mover, count);
  };
  await place(page, 1);
  await made(other, 1);
  await place(other, 2);
  await Promise.all([made(page, 2), made(watcher, 2)]);
  const counts = (/** @type {Page} */ of) => of.locator(".board .count").allTextContents();
  assert.deepEqual((await counts(page)).sort(), ["8", "?"], "one's own flock, and not the other's");
  assert.deepEqual((await counts(other)).sort(), ["8", "?"]);
  assert.deepEqual(await counts(watcher), ["?", "?"]);
  assert.match(await watcher.locator(".sub").innerText(), /You are watching/);
  assert.equal(await watcher.locator(".curtain").isVisible(), false);
  assert.equal(await button(watcher, "Resign").isDisabled(), true);
  await usableInLightAndDark(watcher);
  await Promise.all([other.context().close(), watcher.context().close()]);
}));

test("four seats: friends on three screens and an agent", server.withPage(async (page) => {
  await begin(page, "battle-sheep:seats=4,cells=24,size=6,sheep=6", ["person", "friend", "greedy", "friend"]);
  const all = await links(page);
  assert.equal(all.length, 2, "the agent needs none");
  const others = await Promise.all(all.map((link) => friend(page, link)));
  await page.locator(".board .cell.target").first().click();
  await made(others[0], 1);
  await others[0].locator(".board .cell.target").first().click();
  await made(others[1], 3);
  await others[1].locator(".board .cell.target").first().click();
  await made(page, 4);
  await page.getByText("seat 2 is here", { exact: false }).first().waitFor();
  await picture(page, "links-four");
  for (const other of others) await other.context().close();
}, { viewport: { width: 1920, height: 1080 } }));

test("a friend is chosen before the game, by keyboard", server.withPage(async (page) => {
  await page.goto("/play/breakthrough");
  const seat = page.locator("#seat-1");
  await seat.waitFor();
  await seat.focus();
  await page.keyboard.type("a friend");
  await page.getByText("Gets a link of its own").waitFor();
  await usableInLightAndDark(page);
  await picture(page, "links-setup");
  await page.getByRole("button", { name: "Start the game" }).focus();
  await page.keyboard.press("Enter");
  await links(page);
  await usableInLightAndDark(page);
  await allReached(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(page, "Copy the link of Black").focus();
  await page.keyboard.press("Enter");
  await page.getByText("Copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), (await links(page))[0]);
  await picture(page, "links");
  await page.emulateMedia({ colorScheme: "dark" });
  await picture(page, "links-dark");
}, { viewport: { width: 1366, height: 768 } }));

/** What a camera reads from a picture of the page. @param {Page} page */
async function scanned(page) {
  const { data, width, height } = PNG.sync.read(await page.screenshot());
  return readQr(new Uint8ClampedArray(data), width, height)?.data;
}

for (const [name, options] of Object.entries({ "a desk": DESK, "a desk in the dark": { ...DESK, colorScheme: /** @type {const} */ ("dark") }, "a telephone": PHONE, "a telephone in the dark": { ...PHONE, colorScheme: /** @type {const} */ ("dark") } })) {
  test(`a link is read from its QR code, on ${name}`, server.withPage(async (page) => {
    await begin(page, "battle-sheep:seats=4,cells=24,size=6,sheep=6", ["person", "friend", "greedy", "friend"]);
    const all = await links(page);
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    for (const [index, seat] of [[0, "seat 2"], [1, "seat 4"]]) {
      const opener = page.getByRole("button", { name: `QR code of the link of ${seat}` });
      await opener.focus();
      await page.keyboard.press("Enter");
      const code = page.getByRole("img", { name: `QR code of the link of ${seat}: ${all[Number(index)]}` });
      await code.waitFor();
      assert.equal(await scanned(page), all[Number(index)]);
      await fits(page);
      if (index === 0) await usableInLightAndDark(page);
      await page.keyboard.press("Escape");
      await code.waitFor({ state: "detached" });
      assert.ok(await opener.evaluate((one) => one === document.activeElement), "the keyboard is where it was");
    }
    const keys = all.map((link) => new URL(link).hash.slice(1));
    assert.deepEqual(asked.filter((url) => keys.some((key) => url.includes(key))), [], "no address has a key");
    await picture(page, "links-qr");
  }, options));
}

test("links on a telephone", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "friend"]);
  const [link] = await links(page);
  await fits(page);
  const other = await friend(page, link, PHONE);
  await move(page, "b2", "b3", 1);
  await made(other, 1);
  await button(page, "Undo").click();
  await asks(other, "asks to take a move back");
  await fits(other);
  await assertSteady(other, "nothing jumps when somebody comes, moves or asks");
  await usableInLightAndDark(other);
  await picture(other, "links-phone");
  await picture(page, "links-phone-host");
  await other.context().close();
}, PHONE));
