// @ts-check
/** Looking inside a search: alpha-beta and Monte Carlo tree search step by step, and where they err. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin } from "./board.js";
import { picture, testServer } from "./harness.js";
import { PHONE, allReached, fits } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const WOLF = "wolf-and-sheep:size=6";
/** 3,000 positions and more are written down. */
const MANY = "/learn?game=breakthrough:rows=6,columns=4&kind=alphabeta&depth=5";

/** @param {Page} page @param {string} address */
async function look(page, address) {
  await page.goto(address);
  await page.locator(".tree .node").first().waitFor();
}

const place = async (/** @type {Page} */ page) => Number((await page.locator(".learn-slide output").textContent())?.split(" ")[0]);
const say = async (/** @type {Page} */ page) => (await page.locator("#learn-say").textContent()) ?? "";
const nodes = (/** @type {Page} */ page) => page.locator(".tree .node").evaluateAll((found) => found.map((node) => Number(node.getAttribute("data-node"))));
const end = async (/** @type {Page} */ page) => {
  await page.locator("#learn-end").click();
  await page.locator("#learn-say", { hasText: /^Done:/ }).waitFor();
};

test("alpha-beta is stepped through, back and by itself, and cuts are marked", server.withPage(async (page) => {
  await look(page, "/learn");
  assert.deepEqual(await nodes(page), [0], "it begins with the position alone");
  const first = await say(page);
  await page.locator("#learn-step").click();
  assert.deepEqual([await place(page), await nodes(page)], [2, [0, 1]]);
  assert.match(await say(page), /^Suppose White plays/);
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await nodes(page), [0, 1, 2], "the tree grows");
  await page.locator("#learn-back").click();
  await page.locator("#learn-back").click();
  assert.deepEqual([await nodes(page), await say(page)], [[0], first]);

  await page.locator("#learn-cut").click();
  assert.match(await say(page), /need not be looked at/);
  assert.equal(await page.locator(".tree .node.cut.current").count(), 1);
  assert.match((await page.locator(".tree .bundle.pruned").first().textContent()) ?? "", /not looked/);
  assert.ok(await page.locator(".tree .bundle.pruned .strike").first().isVisible());
  await usableInLightAndDark(page);

  await page.locator("#learn-start").click();
  await page.locator("#learn-speed").fill("0.8");
  await page.locator("#learn-run").click();
  await page.locator(".learn-slide output", { hasText: /^([6-9]|\d\d+) of/ }).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  const paused = await place(page);
  await end(page);
  assert.ok(paused < (await place(page)));
  // What it looked at is less than all there is, and said so.
  assert.match((await page.locator(".learn-share").textContent()) ?? "", /% of the positions plain minimax/);
  assert.match(await say(page), /worth (\d+\.\d %|(win|lose) in \d+)\.$/, "a chance to win, or a result");
  const raw = page.locator("#learn-raw");
  assert.ok(!(await raw.isVisible()), "points are under Details");
  await page.getByText("Details", { exact: true }).click();
  assert.match((await raw.textContent()) ?? "", /^In points of the evaluation: value /);
  const best = /plays (\S+),/.exec(await say(page))?.[1];
  const told = JSON.parse(server.command("best", "breakthrough:rows=6,columns=4", "--position", "4/1p2/4/2P1/4/4 w", "--agent", "alphabeta:depth=4,heuristic=strong,seed=1", "--json"));
  assert.equal(best, told.move ?? told.best);
}));

test("a step draws only what changes", server.withPage(async (page) => {
  await look(page, MANY);
  assert.ok(Number(await page.locator("#learn-slider").getAttribute("max")) > 3000);
  const { added, drawn } = await page.evaluate(async () => {
    const element = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
    element("learn-slider").value = String(Math.floor(Number(element("learn-slider").max) * 0.6));
    element("learn-slider").dispatchEvent(new Event("input"));
    const tree = /** @type {Element} */ (document.querySelector(".tree"));
    const observer = new MutationObserver(() => {});
    observer.observe(tree, { childList: true, subtree: true });
    let added = 0;
    for (let step = 0; step < 40; step += 1) {
      element("learn-step").click();
      for (const { addedNodes } of observer.takeRecords()) for (const node of addedNodes) added += Number(node instanceof SVGGElement);
    }
    return { added, drawn: document.querySelectorAll(".tree .node").length };
  });
  assert.ok(drawn > 10, `${drawn} nodes are shown`);
  assert.ok(added <= 80, `${added} boxes were made in 40 steps`);
}));

test("where the search errs, the table says so", server.withPage(async (page) => {
  server.command("solve", WOLF);
  await page.goto("/learn");
  await page.getByRole("link", { name: "Near the trap" }).click();
  await page.locator(".learn-share", { hasText: /truth/ }).waitFor();
  await end(page);
  assert.ok((await page.locator(".tree .sign.unlike", { hasText: "≠" }).count()) > 0, "the root is marked");
  const rows = await page.locator(".learn-moves tbody tr").evaluateAll((lines) => lines.map((line) => [line.querySelector("button")?.textContent ?? "", line.querySelector(".value")?.textContent ?? ""]));
  const position = await page.locator("#learn-position").inputValue();
  const { moves } = JSON.parse(server.command("query", WOLF, "--position", position, "--json"));
  /** @type {Record<string, string>} */
  const signs = { win: "▲", draw: "◆", lose: "▼" };
  const expected = Object.fromEntries(moves.map((/** @type {{move: string, moveValue: string}} */ { move, moveValue }) => [move, signs[moveValue]]));
  assert.deepEqual(Object.fromEntries(rows.map(([move, value]) => [move, value[0]])), expected);
  const chosen = /plays (\S+),/.exec(await say(page))?.[1] ?? "";
  assert.notEqual(expected[chosen], "▲", "it throws the win away");
  assert.ok(Object.values(expected).includes("▲"));
  await page.locator("#learn-start").click();
  for (let cut = 0; cut < 4; cut += 1) await page.locator("#learn-cut").click();
  await page.setViewportSize({ width: 1280, height: 960 });
  await usableInLightAndDark(page);
  await picture(page, "learn");
}));

test("Monte Carlo tree search: games go through nodes and are counted", server.withPage(async (page) => {
  await look(page, `/learn?game=${WOLF}&kind=uct&simulations=120`);
  await page.locator("#learn-over").click();
  assert.match(await say(page), /^Game 1\. The result goes back up/);
  assert.ok((await page.locator(".tree .node.updated").count()) >= 2, "what is counted is marked");
  const after = async () => (await page.locator(".learn-moves tbody tr td:nth-child(2)").allTextContents()).reduce((sum, visits) => sum + Number(visits), 0);
  await page.locator("#learn-slider").fill("200");
  const grown = (await nodes(page)).length;
  assert.ok(grown > 3, `${grown} nodes`);
  await usableInLightAndDark(page);
  await page.setViewportSize({ width: 1280, height: 960 });
  await picture(page, "learn-mcts");
  await end(page);
  assert.equal(await after(), 120, "every game went through one move of the root");
  assert.match((await page.locator(".tree .node .more").allTextContents()).join(" "), /\d/);
  await page.locator(".learn-moves tbody button").first().click();
  assert.equal(await page.locator(".learn-path button[aria-current=step]").textContent(), await page.locator(".tree .node.current .small").textContent());
}));

test("a game leads here and back", server.withPage(async (page) => {
  await begin(page, WOLF, ["person", "person"]);
  const game = new URL(page.url()).pathname;
  await page.getByText("Position, link, record").click();
  await page.getByRole("link", { name: "Look inside the search" }).click();
  await page.waitForURL("**/learn?**");
  await page.locator(".tree .node").first().waitFor();
  await page.getByRole("link", { name: "Back to the game" }).click();
  await page.waitForURL(`**${game}`);
}));

test("what cannot be looked at is said, and keys reach everything", server.withPage(async (page) => {
  await page.goto(`/learn?game=${WOLF}&position=nonsense`);
  await page.locator(".problem", { hasText: /nonsense|position|rank/i }).waitFor();
  await look(page, `/learn?game=${WOLF}&kind=minimax&depth=2`);
  await page.locator("#learn-step").click();
  await allReached(page);
}, { mayLog: /status of 4/ }));

test("a search on a telephone", server.withPage(async (page) => {
  await look(page, "/learn");
  await page.locator("#learn-cut").click();
  await fits(page);
  await usableInLightAndDark(page);
}, PHONE));
