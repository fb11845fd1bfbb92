// @ts-check
/** What can be asked of a game: the truth, a hint, an analysis, and what an agent is thinking. */

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, click, listed, made, plies, square, squares, turn } from "./board.js";
import { picture, testServer } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{positionValue: string, remoteness: number | null, moves: {move: string, moveValue: string, remoteness: number | null}[]}} Answer */

const SOLVED = "wolf-and-sheep:size=6";

const server = testServer();
before(() => server.command("solve", SOLVED));

/** What the table says. @param {string[]} moves @returns {Answer} */
const query = (moves) => JSON.parse(server.command("query", SOLVED, "--json", "--moves", moves.join(" ")));
/** A value in the page's words. @param {{moveValue: string, remoteness: number | null}} judged */
const inWords = ({ moveValue, remoteness }) => (remoteness === null ? moveValue : `${moveValue} in ${remoteness} ${remoteness === 1 ? "ply" : "plies"}`);
/** @param {string} text */
const squaresOf = (text) => text.match(/[a-z]\d+/g) ?? [];

/** What the page says of every move, in its list. @param {Page} page @returns {Promise<string[]>} */
const judged = (page) => page.locator(".judged li").evaluateAll((items) => items.map((item) => `${item.children[0].textContent} ${item.children[1].textContent}`));

/** What the board says of every move, piece by piece. @param {Page} page */
async function marked(page) {
  /** @type {string[]} */
  const found = [];
  for (const source of await squares(page, "source")) {
    await square(page, source).click();
    for (const target of await squares(page, "target")) found.push(`${source}${target} ${/(win|draw|lose)( in \d+ \w+)?/.exec((await square(page, target).getAttribute("aria-label")) ?? "")?.[0]}`);
    await square(page, source).click();
  }
  return found.sort();
}

test("the truth on the page is what the table says", server.withPage(async (page) => {
  const moves = ["@c1", "c1b2", "b6a5", "b2c3"];
  await begin(page, SOLVED, ["person", "person"], { moves: moves.join(" ") });
  await button(page, "Truth").click();
  for (const next of [["d6", "e5"], ["c3", "b2"], []]) {
    const answer = query(moves);
    assert.ok(answer.moves.length > 1);
    await page.waitForFunction((count) => document.querySelectorAll(".judged li").length === count, answer.moves.length);
    const signs = { win: "▲", draw: "◆", lose: "▼" };
    const wanted = answer.moves.map((move) => `${move.move} ${signs[/** @type {"win"} */ (move.moveValue)]} ${inWords(move)}`);
    assert.deepEqual(await judged(page), wanted);
    assert.deepEqual(await marked(page), answer.moves.map((move) => `${move.move} ${inWords(move)}`).sort());
    if (!next.length) break;
    await click(page, ...next);
    moves.push(next.join(""));
  }
}));

test("a move that throws something away is marked, and the curve shows it", server.withPage(async (page) => {
  await begin(page, SOLVED, ["person", "person"]);
  await button(page, "Truth").click();
  /** @type {string[]} */
  const moves = [];
  const slips = page.locator(".moves .slip-mark");
  for (let slipped = 0; slipped < 2; ) {
    const answer = query(moves);
    const slip = answer.moves.find((move) => move.moveValue !== answer.positionValue);
    const next = slip ?? answer.moves[0];
    await click(page, ...squaresOf(next.move));
    moves.push(next.move);
    if (slip) slipped += 1;
    await page.waitForFunction((count) => document.querySelectorAll(".curve .slip").length === count, slipped);
    assert.equal(await slips.count(), slipped, moves.join(" "));
    if (slip) assert.equal(await page.locator(".moves li").nth(moves.length - 1).locator(".slip-mark").count(), 1, "the last move has the mark");
    assert.ok(moves.length < 30, "nobody slips");
  }
  const points = (await page.locator(".curve .run").getAttribute("points"))?.trim().split(" ").length;
  assert.equal(points, 2 * (moves.length + 1), "a point for every position");
  assert.match((await page.locator(".slips li").first().textContent()) ?? "", /turned a (win|lose|draw) into a (loss|win|draw) on move \d+/);
  await usableInLightAndDark(page);
  await square(page, (await squares(page, "source"))[0]).click();
  await usableInLightAndDark(page);
  await picture(page, "truth");
}));

test("a hint is an arrow and a sentence", server.withPage(async (page) => {
  await begin(page, "breakthrough:columns=5,rows=5", ["person", "random"]);
  await button(page, "Hint").click();
  await page.locator(".board .advice").waitFor({ state: "attached" });
  const [, text = ""] = /Try ([a-e]\d[a-e]\d)/.exec((await page.locator(".hint-line").textContent()) ?? "") ?? [];
  assert.notEqual(text, "");
  await click(page, ...squaresOf(text));
  assert.equal(await page.locator(".board .advice").count(), 0, "it is gone with the move");
}));

test("a hint where all is lost says why it is a good move", server.withPage(async (page) => {
  await begin(page, "wolf-and-sheep:size=6", ["person", "person"], { moves: "@c1 c1d2" });
  await button(page, "Hint").click();
  await page.locator(".hint-line", { hasText: /^Try [a-f]\d[a-f]\d: it holds out longest \(lose in 24 plies\)\.$/ }).waitFor();
}));

test("an analysis has several lines that deepen", server.withPage(async (page) => {
  await begin(page, "breakthrough", ["person", "person"], { moves: "b2b3 g7g6 c2d3 d7d6" });
  await button(page, "Analyse").click();
  const depth = async () => Number(/depth (\d+)/.exec((await page.locator(".analysis-part .progress").textContent()) ?? "")?.[1]);
  await page.waitForFunction(() => document.querySelectorAll(".judged li").length > 1);
  const first = await depth();
  await page.waitForFunction((shallow) => Number(/depth (\d+)/.exec(document.querySelector(".panel:has(.judged)")?.textContent ?? "")?.[1]) > shallow, first);
  const lines = page.locator(".judged").first().locator("li");
  for (const line of await lines.allTextContents()) assert.match(line, /^[a-h]\d[a-h]\d(\d+ %|[▲▼] (win|lose) in \d+)/);
  const raw = page.locator(".panel:has(.judged) details.raw li").first();
  assert.ok(!(await raw.isVisible()), "points are under Details");
  await page.locator(".panel:has(.judged) details.raw summary").click();
  assert.match((await raw.textContent()) ?? "", /^[a-h]\d[a-h]\d([+-]\d+|win|lose)/);
  await page.locator(".panel:has(.judged) details.raw summary").click();
  await usableInLightAndDark(page);
  await picture(page, "game");
  const [before, after] = await page.locator(".analysis-part").evaluate((part) => {
    const top = () => part.querySelector(".judged")?.getBoundingClientRect().top;
    const was = top();
    for (const line of part.querySelectorAll(".status, .progress")) line.textContent += " and 1,000,000 positions more".repeat(3);
    return [was, top()];
  });
  assert.equal(after, before, "however long the numbers get, the lines below stay");
  await button(page, "Analyse").click();
  assert.equal(await page.locator(".judged").count(), 0);
}));

test("bar and hint speak of one chance, whatever the opponent counts in", server.withPage(async (page) => {
  await begin(page, "breakthrough", ["person", "ram"], { moves: "b2b3 g7g6 c2d3 d7d6" });
  const bar = page.locator(".bar-text");
  const chance = async () => {
    const [, name, percent] = /^Chances: (White|Black) (\d+) %$/.exec((await bar.textContent()) ?? "") ?? [];
    return name === "White" ? Number(percent) : 100 - Number(percent);
  };
  await bar.filter({ hasText: /^Chances: / }).waitFor();
  const before = await chance();
  await button(page, "Hint").click();
  await page.locator(".hint-line", { hasText: /Try/ }).waitFor();
  const [, hinted] = /Try \S+: a chance of (\d+) % to win\./.exec((await page.locator(".hint-line").textContent()) ?? "") ?? [];
  assert.equal(await chance(), Number(hinted), "the bar says what the hint says");
  assert.ok(Math.abs(before - Number(hinted)) <= 20, `${before} ${hinted}`);
  await click(page, "b3", "b4");
  await made(page, 6);
  await page.locator(".thinking", { hasText: /depth/ }).waitFor();
  assert.doesNotMatch((await page.locator(".thinking").textContent()) ?? "", /[+-]\d\d/, "no raw points");
  await page.getByText("Details", { exact: true }).first().click();
  assert.match((await page.locator("details.raw p").first().textContent()) ?? "", /^By its own measure [+-]\d+/);
  assert.ok(await page.locator("details.raw p").first().isVisible());
  await page.waitForFunction((text) => document.querySelector(".bar-text")?.textContent !== text, "No judgement yet");
  assert.ok((await chance()) > 5 && (await chance()) < 95, `an even game: ${await chance()} %`);
  await usableInLightAndDark(page);
}));

test("an agent's thoughts are live, and it can be hurried, paused and interrupted", server.withPage(async (page) => {
  await begin(page, "breakthrough", ["person", "pvs:time=60"]);
  const thinking = page.locator(".thinking");
  const live = /Black depth \d+ · \S+( [kM])?\/s · \d+\.\d s .*[a-h]\d[a-h]\d/;
  await click(page, "b2", "b3");
  await page.waitForFunction((text) => new RegExp(text).test(document.querySelector(".thinking")?.textContent ?? ""), live.source);
  const early = await thinking.textContent();
  await page.waitForFunction((text) => document.querySelector(".thinking")?.textContent !== text, early);
  await button(page, "Move now").click();
  await made(page, 2);

  await turn(page);
  await click(page, "c2", "c3");
  await page.getByText("Black is thinking").waitFor();
  await button(page, "Pause").click();
  await page.getByText("Paused. Resume lets it go on.").waitFor();
  assert.ok(await button(page, "Move now").isDisabled());
  await button(page, "Resume").click();
  await page.getByText("Black is thinking").waitFor();
  await button(page, "Undo").click();
  await page.getByText("your turn").waitFor();
  assert.equal((await listed(page)).length, 2);
  assert.equal(await thinking.textContent(), "", "nobody thinks any more");
}));

test("a search to a fixed depth tells its thoughts, too", server.withPage(async (page) => {
  await begin(page, "breakthrough", ["person", "alphabeta:depth=20,time=60"]);
  await click(page, "b2", "b3");
  await page.waitForFunction(() => /Black depth [3-9].*\/s/.test(document.querySelector(".thinking")?.textContent ?? ""));
  assert.equal(await plies(page), 1, "it is still thinking");
}));

test("agents play each other as fast as one likes", server.withPage(async (page) => {
  await begin(page, "breakthrough", ["random", "random"]);
  const pace = page.getByRole("slider", { name: "Seconds a move" });
  const seconds = async (/** @type {number} */ count, /** @type {string} */ wanted) => {
    const all = (await plies(page)) + count;
    const began = performance.now();
    await pace.fill(wanted);
    await page.waitForFunction((least) => document.querySelectorAll(".moves li").length >= least, all);
    return (performance.now() - began) / 1000;
  };
  const SLOW = 1.5;
  // The move that is under way keeps the pace it began with.
  const slow = await seconds(3, String(SLOW));
  assert.ok(slow > 1.6 * SLOW, `three moves took ${slow} s`);
  const quick = await seconds(8, "0");
  assert.ok(quick < 8 * SLOW, `eight moves took ${quick} s`);
}));
