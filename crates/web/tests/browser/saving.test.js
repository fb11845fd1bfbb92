// @ts-check
/** What is saved and exported: games, positions, records; and going back through a game. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, click, listed, made, pieces, square, squares, turn } from "./board.js";
import { makeGame, picture, testServer } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();

const GAME = "breakthrough:rows=4,columns=4";
const WON = "a2b3 c3d2 b3a4";

/** @param {Page} page */
const status = async (page) => (await page.locator(".status").first().textContent()) ?? "";
/** @param {Page} page */
const openExport = (page) => page.getByText("Position, link, record").click();

test("a game survives a reload", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "person"]);
  await click(page, "b2", "c3");
  await click(page, "d3", "c2");
  const seen = [await pieces(page), await listed(page), await status(page), await squares(page, "last")];
  await page.reload();
  await made(page, 2);
  assert.deepEqual([await pieces(page), await listed(page), await status(page), await squares(page, "last")], seen);
  await click(page, "b1", "c2");
}));

test("a game survives the server", server.withPage(async (page) => {
  await begin(page, "breakthrough:rows=5,columns=5", ["person", "random"]);
  await click(page, "b2", "b3");
  await made(page, 2);
  const seen = [await pieces(page), await listed(page)];
  await server.kill();
  await page.getByText("Reconnecting").waitFor();
  await server.serve();
  await page.getByText("Reconnecting").waitFor({ state: "hidden" });
  assert.deepEqual([await pieces(page), await listed(page)], seen);
  await turn(page);
  const [from] = await squares(page, "source");
  await square(page, from).click();
  await click(page, (await squares(page, "target"))[0]);
  await made(page, 4);
  await page.goto("/");
  await page.locator(".recent a").first().click();
  await made(page, 4);
}, { mayLog: /WebSocket|ERR_CONNECTION|Failed to load/ }));

test("a record and a PGN go out and come back", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "random"], { moves: WON });
  await page.locator(".status.over").waitFor();
  const seen = [await pieces(page), await listed(page), await status(page)];
  await openExport(page);
  await usableInLightAndDark(page);
  for (const name of ["Record (JSON lines)", "PGN"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name, exact: true }).click()]);
    const path = await download.path();
    const back = page.url();
    await page.goto("/");
    await page.getByText("Look at a recorded game").click();
    if (name === "PGN") await page.getByLabel(/pasted here/).fill(readFileSync(path, "utf8"));
    else await page.getByLabel(/from a file/).setInputFiles({ name: download.suggestedFilename(), mimeType: "text/plain", buffer: readFileSync(path) });
    await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById("import")).value !== "");
    await button(page, "Open it").click();
    await page.waitForURL("**/game/*");
    await page.locator(".status.over").waitFor();
    assert.deepEqual([await pieces(page), await listed(page), await status(page)], seen);
    await page.goto(back);
    await openExport(page);
  }
}));

test("a game that goes on goes out as PGN", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "person"], { moves: "b2c3 d3c2" });
  await openExport(page);
  assert.equal(await page.getByRole("link", { name: "Record (JSON lines)" }).count(), 0, "a record has a result");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "PGN", exact: true }).click()]);
  const text = readFileSync(await download.path(), "utf8");
  assert.match(text, /\*\s*$/);
  await page.goto("/");
  await page.getByText("Look at a recorded game").click();
  await page.getByLabel(/pasted here/).fill(text);
  await button(page, "Open it").click();
  await page.waitForURL("**/game/*");
  await made(page, 2);
  await click(page, "b1", "c2");
}));

test("what is no record is refused in words", server.withPage(async (page) => {
  await page.goto("/");
  await page.getByText("Look at a recorded game").click();
  await page.getByLabel(/pasted here/).fill("1. e4 e5");
  await button(page, "Open it").click();
  assert.match((await page.getByRole("alert").textContent()) ?? "", /neither a record nor a PGN/);
}, { mayLog: /status of 400/ }));

test("a position goes out as text and as a link, and comes back", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "person"]);
  await click(page, "b2", "c3");
  await openExport(page);
  const seen = await pieces(page);
  const link = await page.getByLabel("Link to this position").inputValue();
  const text = await page.getByLabel("Position", { exact: true }).inputValue();
  await page.goto(link);
  await page.getByRole("button", { name: "Start the game" }).click();
  await made(page, 1);
  assert.deepEqual(await pieces(page), seen);
  await begin(page, GAME, ["person", "person"], { position: text });
  assert.deepEqual(await pieces(page), seen);
  assert.match(await status(page), /Black to move/);
}));

test("a game is looked at again, by slider, moves and keys", server.withPage(async (page) => {
  const moves = ["b2c3", "d3c2", "c3d4"];
  /** @type {string[][]} */
  const then = [];
  await begin(page, GAME, ["person", "person"]);
  for (const text of moves) {
    then.push(await pieces(page));
    await click(page, text.slice(0, 2), text.slice(2));
  }
  then.push(await pieces(page));
  const at = async (/** @type {number} */ ply) => {
    await page.getByText(ply === 0 ? "Looking at the start" : ply < moves.length ? `(ply ${ply} of ${moves.length})` : "White won.").first().waitFor();
    assert.deepEqual(await pieces(page), then[ply]);
    assert.equal(await page.getByRole("slider", { name: "Go through the game" }).inputValue(), String(ply));
  };
  await at(3);
  await page.getByRole("slider", { name: "Go through the game" }).fill("1");
  await at(1);
  await page.locator("h1").first().click();
  await page.keyboard.press("ArrowRight");
  await at(2);
  await page.keyboard.press("ArrowLeft");
  await at(1);
  await page.keyboard.press("ArrowLeft");
  await at(0);
  await page.locator(".moves button").nth(1).click();
  await at(2);
  await button(page, "Back to the game").click();
  await at(3);
}));

test("a position is put together by hand", server.withPage(async (page) => {
  await page.goto("/play/wolf-and-sheep:size=6");
  await button(page, "Put a position together").click();
  await page.waitForURL("**/edit/**");
  await button(page, "Clear the board").click();
  await page.getByRole("alert").waitFor();
  assert.ok(await button(page, "Play from here").isDisabled(), "an empty board is no position");
  await usableInLightAndDark(page);
  for (const [piece, squareName] of [["wolf", "c3"], ["sheep", "b6"], ["sheep", "d6"], ["sheep", "f6"]]) {
    await page.locator(".palette").getByText(piece, { exact: true }).click();
    await square(page, squareName).click();
  }
  await page.getByRole("alert").waitFor({ state: "hidden" });
  await page.getByLabel("Whose turn").selectOption({ label: "Sheep" });
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById("text")).value.endsWith("s"));
  await page.setViewportSize({ width: 1280, height: 720 });
  await picture(page, "editor");
  await button(page, "Play from here").click();
  await page.waitForURL("**/play/**");
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.waitForURL("**/game/*");
  await page.locator(".play .board .cell").first().waitFor();
  assert.deepEqual((await pieces(page)).sort(), ["b6 sheep", "c3 wolf", "d6 sheep", "f6 sheep"]);
}, { mayLog: /status of 400/ }));

test("a browser lists its own games, and those of others apart", server.withPage(async (page) => {
  await makeGame(page, { game: "connect-four", seats: ["person", "random"] });
  await begin(page, GAME, ["person", "random"]);
  await begin(page, GAME, ["person", "random"], { moves: WON });
  await page.goto("/");
  const section = (/** @type {string} */ name) => page.locator("section", { has: page.getByRole("heading", { name }) }).locator(".recent a");
  await section("Go on playing").first().waitFor();
  assert.equal(await section("Go on playing").count(), 1);
  assert.equal(await section("Your games that are over").count(), 1);
  const others = page.locator(".others");
  assert.equal(await others.locator("a").first().isVisible(), false);
  await others.locator("summary").click();
  await others.locator("a", { hasText: "Connect Four" }).first().waitFor();
}));
