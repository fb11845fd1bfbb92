// @ts-check
/** Agents are under "advanced": explained, put together by filling in fields, or typed; what is wrong is said in place. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button } from "./board.js";
import { picture, testServer } from "./harness.js";
import { PHONE, allReached, fits, tabTo } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const DESK = { viewport: { width: 1366, height: 768 } };
const GAMES = ["breakthrough", "wolf-and-sheep", "wolves-eat-sheep", "connect-four", "battle-sheep"];

/** Opens the page before a game, with an agent wanted for its second seat. @param {Page} page @param {string} game */
async function advanced(page, game) {
  await page.goto(`/play/${game}`);
  await page.locator("#seat-1").selectOption("…");
  await page.locator("#seat-1-agent").waitFor();
}

/** @param {Page} page @param {string} text */
const problem = (page, text) => page.locator("#seat-1-problem:not([hidden])", { hasText: text }).waitFor();

test("a seat's list has people, levels and bots; an agent is put together with the keyboard alone", server.withPage(async (page) => {
  await page.goto("/play/breakthrough:rows=5,columns=5");
  await page.locator("#seat-1").waitFor();
  assert.deepEqual(await page.locator("#seat-1 option").evaluateAll((all) => all.map((one) => /** @type {HTMLOptionElement} */ (one).value)), ["person", "friend", "lamb", "ewe", "ram", "wolf", "bellwether", "…"]);
  await tabTo(page, "#seat-1");
  await page.keyboard.type("an agent");
  await page.locator("#seat-1-agent").waitFor();
  // It begins as what the level was.
  assert.match(await page.locator("#seat-1-text").inputValue(), /^alphabeta:depth=/);
  await tabTo(page, "#seat-1-agent");
  await page.keyboard.type("pvs");
  assert.match(await page.locator("#seat-1-about").innerText(), /deeper.*remembers positions/);
  await tabTo(page, "#seat-1-option-time");
  await page.keyboard.type("0.1");
  await tabTo(page, "#seat-1-text");
  assert.equal(await page.locator("#seat-1-text").inputValue(), "pvs:time=0.1");
  assert.deepEqual(new URL(page.url()).searchParams.getAll("seat"), ["person", "pvs:time=0.1"]);
  await tabTo(page, "button[type=submit]");
  await page.keyboard.press("Enter");
  await page.locator(".seat", { hasText: "Black pvs:time=0.1" }).waitFor();
}, DESK));

test("every agent of every game is explained, with the options and defaults that the command prints", server.withPage(async (page) => {
  for (const game of GAMES) {
    /** @type {{agents: {name: string, options: {name: string, kind: string, default: string, help: string}[]}[]}} */
    const { agents } = JSON.parse(server.command("agents", game, "--json"));
    await advanced(page, game);
    await page.getByText("All agents of this game, explained").click();
    const explained = await page.locator(".agents-explained dd").allInnerTexts();
    assert.equal(explained.length, agents.length, game);
    for (const text of explained) assert.match(text, /^[A-Z].{30,}\.$/, game);
    assert.deepEqual(await page.locator("#seat-1-agent option").evaluateAll((all) => all.map((one) => /** @type {HTMLOptionElement} */ (one).value)), agents.map((agent) => agent.name));
    for (const agent of agents) {
      // Typed: who cannot play this variant cannot be chosen in the list.
      await page.locator("#seat-1-text").fill(agent.name);
      const fields = await page.locator(".agent-options .field").evaluateAll((all) => all.map((field) => ({ name: field.querySelector("label")?.textContent, help: field.querySelector("small")?.textContent ?? "", usual: field.querySelector("input")?.placeholder ?? field.querySelector("option")?.textContent })));
      assert.deepEqual(fields.map((field) => field.name), agent.options.map((option) => option.name), `${game} ${agent.name}`);
      for (const [index, option] of agent.options.entries()) {
        assert.ok(fields[index].help.toLowerCase().startsWith(option.help.toLowerCase()), fields[index].help);
        assert.doesNotMatch(fields[index].help, /see above|listed|--/, "a default says what it is");
        if (/^\d+$/.test(option.default)) assert.equal(fields[index].usual?.replace("as usual: ", ""), option.default);
      }
      assert.equal(await page.getByRole("link", { name: "Watch it search" }).isVisible(), ["minimax", "alphabeta", "paranoid", "uct"].includes(agent.name), agent.name);
    }
  }
// No table of any of them is here: `perfect` is told so.
}, { ...DESK, mayLog: /status of 404/ }));

test("what is wrong with an agent is said in place, and fields and text say the same", server.withPage(async (page) => {
  await advanced(page, "breakthrough");
  const text = page.locator("#seat-1-text");
  await text.fill("pvs:tme=1");
  await problem(page, "pvs has no option 'tme': did you mean 'time'?");
  assert.equal(await text.getAttribute("aria-invalid"), "true");
  await usableInLightAndDark(page);
  await text.fill("pvs:time=2,hash=64");
  await page.locator("#seat-1-problem").waitFor({ state: "hidden" });
  assert.equal(await page.locator("#seat-1-option-hash").inputValue(), "64");
  await page.locator("#seat-1-option-hash").fill("lots");
  await problem(page, "hash");
  await page.locator("#seat-1-option-hash").fill("");
  await page.locator("#seat-1-problem").waitFor({ state: "hidden" });
  assert.equal(await text.inputValue(), "pvs:time=2");
  // Who comes back finds it as it was.
  await page.reload();
  await page.locator("#seat-1-option-time").waitFor();
  assert.equal(await page.locator("#seat-1-option-time").inputValue(), "2");
  await page.locator("#seat-1").selectOption("ram");
  assert.equal(await page.locator("#seat-1-agent").isVisible(), false);
  await allReached(page);
}, { ...DESK, mayLog: /status of 400/ }));

test("a search that can be looked into leads to Learn, with this game", server.withPage(async (page) => {
  await advanced(page, "wolf-and-sheep");
  await page.locator("#seat-1-agent").selectOption("uct");
  const address = await page.getByRole("link", { name: "Watch it search, step by step" }).getAttribute("href");
  await page.goto(address ?? "");
  await page.locator("#learn-step:enabled").waitFor();
  assert.equal(await page.locator("#learn-kind").inputValue(), "uct");
  assert.equal(await page.locator("#learn-game").inputValue(), "wolf-and-sheep");
}, DESK));

test("in the middle of a game and in the arena it is the same", server.withPage(async (page) => {
  await begin(page, "breakthrough:rows=5,columns=5", ["person", "ram"]);
  await page.getByText("Change seats").click();
  await page.locator("#player-1").selectOption("…");
  await page.locator("#player-1-agent").selectOption("mcts");
  await page.locator("#player-1-option-simulations").fill("50");
  await usableInLightAndDark(page);
  await fits(page);
  await button(page, "Change players").click();
  await page.locator(".seat", { hasText: "Black mcts:simulations=50" }).waitFor();
  await page.goto("/arena");
  const row = page.locator(".entrant").first();
  await row.locator("select").selectOption("…");
  await row.locator("[id$=-agent]").selectOption("greedy");
  assert.equal(await row.locator("input.spec").inputValue(), "greedy");
  await usableInLightAndDark(page);
  await fits(page);
}, DESK));

test("agents on a telephone", server.withPage(async (page) => {
  await advanced(page, "battle-sheep");
  await page.getByText("All agents of this game, explained").tap();
  await fits(page);
  await usableInLightAndDark(page);
  await picture(page, "agents-phone");
}, PHONE));
