// @ts-check
/** A game from outside (examples/your-game), on the page: the same page, its own board and pieces. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin, button, click, move, pieces, squares, turn } from "./board.js";
import { testServer } from "./harness.js";

const server = testServer([], "your-bellwether");

test("the gallery lists it with its own pieces", server.withPage(async (page) => {
  await page.goto("/");
  await page.getByText("Domineering", { exact: true }).first().waitFor();
  assert.equal(await page.locator("#domino-vertical").count(), 1);
}));

test("it is played to its end by clicks", server.withPage(async (page) => {
  await begin(page, "domineering:rows=4,columns=4", ["person", "random"]);
  assert.equal((await squares(page, "source")).length, 12);
  await click(page, "b2", "b3");
  assert.ok((await pieces(page)).includes("b2 upright domino"));
  while (await turn(page)) await move(page);
  assert.match((await page.locator(".status").first().textContent()) ?? "", /won/i);
}));

test("without fitted figures it has no bar, and a hint without points", server.withPage(async (page) => {
  await begin(page, "domineering", ["person", "random"], { moves: "a1a2 c1d1" });
  await button(page, "Hint").click();
  await page.locator(".hint-line", { hasText: /Try [a-f]\d[a-f]\d(: (win|it holds out longest \(lose) in \d+ pl(y|ies)\)?)?\./ }).waitFor();
  assert.ok(!(await page.locator(".bar").isVisible()));
}));

test("its own agent is explained by its own words, and put together like the others", server.withPage(async (page) => {
  await page.goto("/play/domineering");
  await page.locator("#seat-1").selectOption("…");
  await page.locator("#seat-1-agent").selectOption("flat");
  assert.equal(await page.locator("#seat-1-about").innerText(), "Random games after every move, the best average.");
  const games = page.locator("#seat-1-option-games");
  assert.equal(await games.getAttribute("placeholder"), "20");
  await games.fill("none");
  await page.locator("#seat-1-problem", { hasText: "games" }).waitFor();
  await games.fill("5");
  await page.locator("#seat-1-problem").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.locator(".seat", { hasText: "flat:games=5" }).waitFor();
}, { mayLog: /status of 400/ }));
