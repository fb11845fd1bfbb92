// @ts-check
/** Clocks: chosen before the game, kept by the server, shown beside the seats; who has no time left has lost. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, made, square } from "./board.js";
import { picture, testServer } from "./harness.js";
import { PHONE, allReached, fits, places } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const GAME = "breakthrough:rows=5,columns=5";

/** What the clocks show, in seconds. @param {Page} page @returns {Promise<number[]>} */
const clocks = (page) => page.locator(".seats .clock").evaluateAll((faces) => faces.map((face) => (face.textContent ?? "").split(":").reduce((sum, part) => 60 * sum + Number(part), 0)));

/** The clock that runs belongs to this seat. @param {Page} page @param {string} name */
const runs = (page, name) => page.locator(".clock.running").and(page.getByLabel(`Clock of ${name}`, { exact: true })).waitFor();

test("a clock is chosen, runs, stops with a pause, and outlives the server", server.withPage(async (page) => {
  await page.goto(`/play/${GAME}?seat=person&seat=person`);
  await page.locator("#clock").selectOption({ label: "5 minutes, and 3 seconds a move" });
  assert.equal(new URL(page.url()).searchParams.get("clock"), "300+3", "who comes back finds it");
  await usableInLightAndDark(page);
  await page.getByRole("button", { name: "Start the game" }).click();
  await runs(page, "White");
  await page.waitForFunction(() => /^4:5\d$/.test(document.querySelector(".clock")?.textContent ?? ""));
  const before = await places(page, ".seats li, .status, .moves");
  await square(page, "b2").click();
  await square(page, "b3").click();
  await runs(page, "Black");
  const [white, black] = await clocks(page);
  assert.ok(white > 280 && white <= 303 && black <= 300, `a move brings three seconds: ${white}, ${black}`);
  assert.deepEqual(await places(page, ".seats li, .status, .moves"), before, "nothing jumps");
  await button(page, "Pause").click();
  await page.locator(".clock.running").waitFor({ state: "detached" });
  const still = await clocks(page);
  await server.kill();
  await server.serve();
  await page.reload();
  await page.locator(".clock").first().waitFor();
  assert.equal(await page.locator(".clock.running").count(), 0, "a pause lasts");
  assert.deepEqual(await clocks(page), still, "a server that was down counts against nobody");
  await button(page, "Resume").click();
  await runs(page, "Black");
  await button(page, "Undo").click();
  await runs(page, "White");
  await page.locator(".moves li").first().waitFor({ state: "detached" });
  await usableInLightAndDark(page);
  await allReached(page);
  await picture(page, "clocks");
}, { viewport: { width: 1366, height: 768 }, mayLog: /WebSocket|Failed to load/ }));

test("who has no time left has lost, and the export says so", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "person"], { clock: "2" });
  await page.locator(".ending-text", { hasText: "Black won." }).waitFor();
  assert.match(await page.locator(".ending-text").innerText(), /White ran out of time/);
  assert.deepEqual((await clocks(page))[0], 0);
  const id = new URL(page.url()).pathname.split("/")[2];
  const pgn = await (await page.request.get(`/api/games/${id}/record?form=pgn`)).text();
  assert.match(pgn, /\[TimeControl "2"\]/);
  assert.match(pgn, /\[Termination "time forfeit"\]/);
  assert.match(pgn, /\[Result "0-1"\]/);
  await usableInLightAndDark(page);
  await button(page, "Rematch").click();
  await page.waitForURL((url) => !url.pathname.includes(id));
  await runs(page, "White");
}));

test("four seats: an agent plays on for who has no time left", server.withPage(async (page) => {
  await begin(page, "battle-sheep:seats=4,cells=24,size=6,sheep=6", ["person", "greedy", "greedy", "greedy"], { clock: "3/move" });
  await page.locator(".problem", { hasText: "Seat 1: person took too long. greedy plays on." }).waitFor();
  await page.locator(".status.over").waitFor();
}, { viewport: { width: 1920, height: 1080 } }));

test("the clock of friends begins when all are here", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "friend"], { clock: "300+3" });
  const field = page.locator("section:has(#links-title) input");
  await field.waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".clock.running").count(), 0, "one is awaited");
  const browser = /** @type {import("playwright-core").Browser} */ (page.context().browser());
  const context = await browser.newContext(PHONE);
  const other = await context.newPage();
  await other.goto(await field.inputValue());
  await runs(other, "White");
  await runs(page, "White");
  assert.equal(await button(page, "Pause").isVisible(), false, "nobody stops the clock to think");
  await square(page, "b2").click();
  await square(page, "b3").click();
  await made(other, 1);
  await runs(other, "Black");
  await fits(other);
  await usableInLightAndDark(other);
  await picture(other, "clocks-phone");
  await context.close();
}));

test("clocks on a telephone, in the dark", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "lamb"], { clock: "20" });
  await runs(page, "White");
  await page.locator(".clock.low.running").waitFor();
  await fits(page);
  await usableInLightAndDark(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await picture(page, "clocks-low");
}, PHONE));

test("a clock that is none is refused with a sentence", server.withPage(async (page) => {
  await page.goto(`/play/${GAME}?clock=nonsense`);
  await page.locator(".seat-field").nth(1).waitFor();
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.locator(".problem", { hasText: "'nonsense' is not a time control" }).waitFor();
}, { mayLog: /400/ }));
