// @ts-check
/** Addresses: what a link holds, what Back comes to, and what is said where there is nothing. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin, button, click, made, pieces, square } from "./board.js";
import { testServer } from "./harness.js";
import { usableInLightAndDark } from "./accessibility.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();

const GAME = "breakthrough:rows=6,columns=6";

/** @param {Page} page */
const alert = (page) => page.getByRole("alert").filter({ hasText: /./ }).first();
/** @param {Page} page */
const lit = (page) => page.locator("nav a[aria-current]").textContent();

test("a link to a position shows the position, also of an earlier move", server.withPage(async (page) => {
  await begin(page, GAME, ["person", "person"]);
  for (const text of ["b2b3", "c5c4", "b3c4"]) await click(page, text.slice(0, 2), text.slice(2));
  const after = await pieces(page);
  await page.getByText("Position, link, record").click();
  const link = page.getByLabel("Link to this position");
  const all = await link.inputValue();
  await page.getByRole("slider", { name: "Go through the game" }).fill("1");
  await page.getByText("Looking at 1. White b2b3 (ply 1 of 3)").waitFor();
  const one = await link.inputValue();
  for (const [address, wanted] of [[all, 3], [one, 1]]) {
    await page.goto(String(address));
    // A board that is a picture has no words: the number of pieces tells.
    await page.waitForFunction((count) => document.querySelectorAll(".setup .board .pieces > g").length === count, wanted === 3 ? 23 : 24);
    await page.getByRole("button", { name: "Start the game" }).click();
    await made(page, Number(wanted));
    if (wanted === 3) assert.deepEqual(await pieces(page), after);
  }
}));

test("moves in an address are checked before the game", server.withPage(async (page) => {
  await page.goto(`/play/${GAME}?moves=zz`);
  await alert(page).waitFor();
  assert.match((await alert(page).textContent()) ?? "", /move 1: .*zz/);
  await page.getByLabel("Then these moves").fill("b2b3");
  await page.getByLabel("Then these moves").blur();
  await page.getByRole("alert").waitFor({ state: "hidden" });
}, { mayLog: /status of 4/ }));

test("variant, seats and position outlast the editor, a game and Back", server.withPage(async (page) => {
  await page.goto("/play/breakthrough");
  await page.getByLabel("Variant").selectOption(GAME);
  await page.locator("#seat-0").selectOption("wolf");
  await page.locator("#seat-1").selectOption("person");
  const same = async () => {
    // At once: the page of a moment ago may still be there.
    await page.waitForFunction(() => {
      const selects = /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll(".seat-field select"));
      return [...selects].map((select) => select.value).join(" ") === "wolf person";
    });
    assert.equal(await page.getByLabel("Variant").inputValue(), GAME);
  };
  await page.waitForFunction((game) => decodeURI(location.pathname).endsWith(game) && location.search.includes("wolf"), GAME);
  await button(page, "Put a position together").click();
  await page.waitForURL("**/edit/**");
  await page.goBack();
  await page.waitForURL("**/play/**");
  await same();
  await button(page, "Put a position together").click();
  await page.locator(".palette").getByText("nothing (clear)").click();
  await square(page, "a2").click();
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById("text")).value.includes("1PPPPP"));
  await button(page, "Play from here").click();
  await page.waitForURL("**/play/**");
  await same();
  await page.goBack();
  await page.waitForURL("**/edit/**");
  await page.waitForFunction(() => document.querySelectorAll(".board .pieces > g").length === 23);
  await page.goForward();
  await same();
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.waitForURL("**/game/*");
  await page.locator("ol.moves").first().waitFor({ state: "attached" });
  await page.goBack();
  await page.waitForURL("**/play/**");
  await same();
  assert.match(await page.getByLabel("Position", { exact: true }).inputValue(), /1PPPPP/);
}));

test("the editor has no text for what is no position", server.withPage(async (page) => {
  await page.goto("/edit/wolf-and-sheep:size=6");
  assert.notEqual(await page.getByLabel("The position as text").inputValue(), "");
  await button(page, "Clear the board").click();
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById("text")).value === "");
  await button(page, "From the start").click();
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById("text")).value !== "");
  // What is missing is said, not what would follow from the rules.
  await page.goto("/edit/breakthrough");
  await button(page, "Clear the board").click();
  await page.getByRole("alert").filter({ hasText: "put down at least one worker of each side" }).waitFor();
}, { mayLog: /status of 400/ }));

test("an address without a page has a way on", server.withPage(async (page) => {
  for (const [address, words] of [["/game/zzzz", /no such game/], ["/game/%25%20%2F", /no such game/], ["/%E0%A4%A", /no page/], ["/play/%ZZ", /no page/], ["/solve/zzzz", /no such table/], ["/arena/zzzz", /./]]) {
    await page.goto(String(address));
    const main = page.locator("#page");
    await main.filter({ hasText: words }).waitFor();
    if (address === "/arena/zzzz") continue;
    await main.getByRole("link", { name: "Back to the games" }).click();
    await page.locator(".gallery li").first().waitFor();
  }
}, { mayLog: /status of 40|WebSocket/ }));

test("a click while the server is gone says so, and changes nothing", server.withPage(async (page) => {
  await page.goto("/");
  await page.locator(".gallery li").first().waitFor();
  await server.kill();
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await page.locator("#notices", { hasText: "The server does not answer" }).waitFor();
  assert.equal(await lit(page), "Play");
  assert.equal(new URL(page.url()).pathname, "/");
  assert.ok(await page.locator(".gallery li").first().isVisible());
  await server.serve();
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await page.locator(".learn h1").waitFor();
  assert.equal(await lit(page), "Learn");
}, { mayLog: /ERR_CONNECTION|Failed to (load|fetch)/ }));

test("a number out of bounds is refused in words, before it is sent", server.withPage(async (page) => {
  await page.goto("/arena");
  for (const [games, words] of [["-5", /“Games” takes a whole number, 1 or more/], ["2.5", /“Games” takes a whole number/], ["0", /“Games” takes/]]) {
    await page.locator("#arena-games").fill(String(games));
    await button(page, "Start").click();
    await page.locator("#arena-problem").filter({ hasText: words }).waitFor();
  }
  await page.goto("/");
  await page.getByText("Look at a recorded game").click();
  await page.getByLabel(/pasted here/).fill(`[Variant "${GAME}"]\n[WhiteAgent "wolf"]\n[BlackAgent "person"]\n\n1. b2b3 *\n`);
  await page.getByLabel("Game number").fill("99");
  await button(page, "Open it").click();
  await alert(page).filter({ hasText: "there is no game 99 in the PGN: it holds 1" }).waitFor();
  await page.getByLabel("Game number").fill("1");
  await button(page, "Open it").click();
  await made(page, 1);
  assert.deepEqual((await page.locator(".seats .who .tag").allTextContents()).slice(0, 2), ["wolf", "you"]);
}, { mayLog: /status of 404/ }));

test("the only person's pieces are at the bottom", server.withPage(async (page) => {
  const bottom = async () => {
    const below = async (/** @type {string} */ name) => (await square(page, name).locator("rect").first().boundingBox())?.y ?? 0;
    return (await below("a1")) > (await below("a6")) ? "a1" : "a6";
  };
  await begin(page, GAME, ["random", "person"]);
  assert.equal(await bottom(), "a6");
  await button(page, "Flip").click();
  assert.equal(await bottom(), "a1");
  await begin(page, GAME, ["person", "random"]);
  assert.equal(await bottom(), "a1");
  await begin(page, GAME, ["person", "person"]);
  assert.equal(await bottom(), "a1");
  await begin(page, "connect-four", ["random", "person"]);
  assert.equal(await bottom(), "a1", "discs fall down, whoever plays");
}));

test("who resigns among four is told who plays on, and may come back", server.withPage(async (page) => {
  await begin(page, "battle-sheep:cells=24,size=6,sheep=4", ["person", "person", "random", "random"]);
  page.on("dialog", (dialog) => {
    assert.match(dialog.message(), /plays on in your place/);
    void dialog.accept();
  });
  await button(page, "Resign").click();
  await page.getByText("Seat 1: person resigned. greedy plays on.").waitFor();
  await usableInLightAndDark(page);
  const tags = page.locator(".seats .who .tag");
  assert.equal(await tags.first().textContent(), "greedy");
  await button(page, "Undo").click();
  await page.waitForFunction(() => document.querySelector(".seats .who .tag")?.textContent === "person");
  assert.equal(await page.getByText("plays on.").count(), 0);
}));
