// @ts-check
/** The end of a game: who won and why, rematch, swap sides, and a review of every move. */

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, click, listed, made, turn } from "./board.js";
import { TIMEOUT, makeGame, picture, testServer } from "./harness.js";
import { assertSteady, watchShifts } from "./shifts.js";
import { PHONE, allReached, fits, tabTo } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const SOLVED = "wolf-and-sheep:size=6";
before(() => server.command("solve", SOLVED));

/** White is one step from the last row. */
const NEAR = { position: "5/1P2p/5/4P/5 w" };
const SMALL = "breakthrough:rows=5,columns=5";

/** @param {Page} page */
const ending = async (page) => (await page.locator(".ending-text").textContent()) ?? "";
/** @param {Page} page */
const who = (page) => page.locator(".seat .who").allTextContents();

/** Waits until the review has looked at everything. @param {Page} page */
async function reviewed(page) {
  await button(page, "Review").click();
  await page.locator(".review .shares li").first().waitFor();
  await page.locator(".review progress").waitFor({ state: "hidden", timeout: 3 * TIMEOUT });
}

for (const [name, options] of /** @type {const} */ ([["a desk", { viewport: { width: 1366, height: 768 } }], ["a telephone", PHONE]])) {
  test(`whoever wins is told so, and why, on ${name}`, server.withPage(async (page) => {
    await begin(page, SMALL, ["person", "random"], NEAR);
    await turn(page);
    await click(page, "b4", "b5");
    await page.locator(".ending-text").waitFor();
    assert.equal(await ending(page), "You won, as White. A worker reached the last row.");
    const [text, again] = [await page.locator(".ending-text").boundingBox(), await button(page, "Rematch").boundingBox()];
    assert.ok(text && again && again.y + again.height <= (options.viewport?.height ?? 0), "it is seen without scrolling");
    for (const gone of ["Resign", "Hint", "Move now", "Pause"]) assert.equal(await button(page, gone).count(), 0, gone);
    await fits(page);
    await usableInLightAndDark(page);
  }, options));
}

test("a rematch has the same players, and sides can be swapped", server.withPage(async (page) => {
  await begin(page, SMALL, ["person", "random"], NEAR);
  await turn(page);
  await click(page, "b4", "b5");
  await button(page, "Rematch").click();
  await made(page, 0);
  await turn(page);
  assert.deepEqual(await who(page), ["White you", "Black random"]);
  await click(page, "b4", "b5");
  await button(page, "Swap sides").click();
  await page.locator(".seat", { hasText: "Black you" }).waitFor();
  assert.deepEqual(await who(page), ["White random", "Black you"]);
}));

test("two people are told who won; a resignation is a reason", server.withPage(async (page) => {
  await begin(page, SMALL, ["person", "person"], NEAR);
  page.once("dialog", (dialog) => void dialog.accept());
  await button(page, "Resign").click();
  await page.locator(".ending-text").waitFor();
  assert.equal(await ending(page), "Black won. White resigned.");
  assert.equal(await button(page, "Swap sides").count(), 0, "both are people");
}));

/** A game in which the wolf throws a win away, by the table. @returns {{moves: string[], slip: number, best: string, far: number, lost: number}} in how many plies it was won and is lost, counted from before the move */
function thrownAway() {
  /** @type {string[]} */
  const moves = [];
  let slip = -1;
  let best = "";
  let far = 0;
  let lost = 0;
  for (;;) {
    /** @type {{positionValue: string, remoteness: number, moves: {move: string, moveValue: string, remoteness: number}[]}} */
    const answer = JSON.parse(server.command("query", SOLVED, "--json", "--moves", moves.join(" ")));
    if (!answer.moves?.length) return { moves, slip, best, far, lost };
    const worse = slip < 0 && moves.length > 2 && answer.positionValue === "win" ? answer.moves.find((move) => move.moveValue === "lose") : undefined;
    if (worse) {
      slip = moves.length;
      best = answer.moves[0].move;
      far = answer.remoteness;
      lost = worse.remoteness;
    }
    moves.push((worse ?? answer.moves[0]).move);
  }
}

/** What can be done about a mistake is in sight, in one row. @param {Page} page */
async function inOneRow(page) {
  const retry = await button(page, "Try again from here").boundingBox();
  const other = await page.getByRole("link", { name: "New game" }).boundingBox();
  assert.ok(retry && other && other.y + other.height <= 768 && retry.y === other.y, `${retry?.y} ${other?.y}`);
}

test("a review knows the move that threw a win away, by the table", server.withPage(async (page) => {
  const { moves, slip, best, far, lost } = thrownAway();
  assert.ok(slip > 0);
  await begin(page, SOLVED, ["person", "person"], { moves: moves.slice(0, -1).join(" ") });
  await click(page, ...(/** @type {string[]} */ (moves.at(-1)?.match(/[a-z]\d/g))));
  await reviewed(page);
  assert.match((await page.locator(".review > .tag").textContent()) ?? "", /solved table/);
  const mistakes = page.locator(".mistakes button");
  assert.equal(await mistakes.count(), 1);
  const text = (await mistakes.first().textContent()) ?? "";
  assert.match(text, new RegExp(`${moves[slip]}.*Blunder: threw away a win in ${far} plies: this move loses in ${lost} plies\\. Better: ${best}\\. Sheep's answer: ${moves[slip + 1]}\\.$`));
  assert.equal(await page.locator(".review .curve .slip").count(), 1);
  assert.equal(((await page.locator(".review .run").getAttribute("points")) ?? "").trim().split(" ").length, 2 * (moves.length + 1), "a point for every position");
  for (const share of await page.locator(".shares li").allTextContents()) assert.match(share, /^(Wolf|Sheep): (\d+ moves?, none mattered|\d+\u00a0% right: \d+ of (\d+ moves?|\d+ that mattered))\.$/);
  // The moment: the board before the move, what was played and what was better.
  await mistakes.first().click();
  await page.locator(".status", { hasText: `ply ${slip} of ${moves.length}` }).waitFor();
  assert.equal(await page.locator(".board .advice.made").count(), 1);
  assert.equal(await page.locator(".board .advice.better").count(), 1);
  assert.equal(await page.locator(".board .advice.reply").count(), 1);
  assert.deepEqual(await page.locator(".arrow-legend span").allTextContents(), ["played", "better", "Sheep's answer"]);
  // The bar is of the board that is shown, and says the number that the sentence says.
  await page.locator(".bar-text", { hasText: `Proven for wolf: win in ${far} plies` }).waitFor();
  assert.equal(await page.locator(".moves li").nth(slip).locator(".slip-mark").textContent(), "??");
  await usableInLightAndDark(page);
  await allReached(page);
  await page.evaluate(() => scrollTo(0, 0));
  await picture(page, "review");
  await inOneRow(page);
  await button(page, "Try again from here").click();
  await made(page, slip);
  assert.deepEqual(await listed(page), moves.slice(0, slip));
  assert.ok(await turn(page));
}, { viewport: { width: 1366, height: 768 } }));

test("without a table the judge looks at every move", server.withPage(async (page) => {
  // White lets Black through: a worker that could be taken is not.
  await begin(page, "breakthrough:rows=6,columns=6", ["person", "lamb"], { position: "p4p/5p/6/1P2p1/P2P2/P4P w", moves: "b3b4 e3d2 b4a5 d2c1" });
  await page.locator(".ending-text").waitFor();
  await reviewed(page);
  assert.match((await page.locator(".review > .tag").textContent()) ?? "", /judge/);
  assert.ok((await page.locator(".mistakes button").count()) >= 1);
  assert.match((await page.locator(".mistakes").textContent()) ?? "", /Blunder: .*(chance|threw away)/);
  // A rematch waits until the mistake was looked at.
  await page.locator(".mistakes button").first().click();
  await page.locator(".status", { hasText: "4 plies follow" }).waitFor();
  await inOneRow(page);
  assert.equal(await button(page, "Swap sides").isVisible(), false);
  await button(page, "Back to the game").click();
  await button(page, "Swap sides").waitFor();
}, { viewport: { width: 1366, height: 768 } }));

test("a quiet move is no mistake, and the next mistake is one click away", server.withPage(async (page) => {
  // Wolves and sheep walk to and fro until it is a draw.
  await begin(page, "wolves-eat-sheep", ["person", "person"], { moves: "d1e1 d4d3 b1b2 d3d4 b2b1 d4d3 b1a1 d3d4 a1b1" });
  await page.locator(".ending-text").waitFor();
  await reviewed(page);
  const told = await page.locator(".mistakes button").allTextContents();
  assert.deepEqual(told.filter((text) => /\. Wolves /.test(text)), [], "all of them are as good as the best");
  await begin(page, "connect-four", ["person", "person"], { moves: "a b a b c b g f g f e b" });
  await reviewed(page);
  const [first, second] = await page.locator(".mistakes button").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-index") ?? ""));
  assert.ok(!(await button(page, "Next mistake").isVisible()), "none is looked at yet");
  await page.locator(".mistakes button").first().click();
  const looked = (/** @type {string} */ index) => page.locator(`.mistakes button[data-index="${index}"][aria-current]`).waitFor();
  await looked(first);
  await tabTo(page, ".next-mistake");
  await page.keyboard.press("Enter");
  await looked(second);
  const board = await page.locator(".play .board").boundingBox();
  assert.ok(board && board.y > -60 && board.y + board.height <= 768, `the board is in sight: ${JSON.stringify(board)}`);
  await inOneRow(page);
}, { viewport: { width: 1366, height: 768 } }));

test("at a table of three one is told one's place", server.withPage(async (page) => {
  // Three flocks take three of four cells; the first one takes the last.
  await begin(page, "battle-sheep:cells=4,size=2,sheep=2,seats=3", ["random", "person", "random"]);
  await turn(page);
  await page.locator(".board .cell.target").first().click();
  await page.locator(".ending-text").waitFor();
  assert.match(await ending(page), /^You came second: Seat 1 won\./);
}));

test("a win at once is never overlooked: who missed it, and who did not stop it", server.withPage(async (page) => {
  // Yellow has three in column b from the sixth ply on; Red looks on, Yellow plays elsewhere, and wins at last.
  await begin(page, "connect-four", ["person", "person"], { moves: "a b a b c b g f g f e b" });
  await page.locator(".ending-text").waitFor();
  await reviewed(page);
  const told = await page.locator(".mistakes button").allTextContents();
  for (const row of [4, 5, 6]) assert.ok(told.some((text) => new RegExp(`^\\?+${row}\\. Red .: did not stop b, with which Yellow can win at once\\.`).test(text.replace(/(Blunder|Mistake)/, ""))), `${row}: ${told.join("\n")}`);
  for (const row of [4, 5]) assert.ok(told.some((text) => new RegExp(`${row}\\. Yellow .*missed a win in 1: b wins at once\\.`).test(text)), `${row}: ${told.join("\n")}`);
  assert.match((await page.locator(".shares li").nth(1).textContent()) ?? "", /^Yellow: \d+\u00a0% right: [0-4] of 6 moves\.$/);
  assert.deepEqual(await page.locator(".review .curve .name").allTextContents(), ["Win for Red", "Win for Yellow"]);
}, { viewport: { width: 1366, height: 768 } }));

for (const [game, moves, last] of [["connect-four", "d d c b e", "f"], ["breakthrough", "b2b3 g7g6 c2d3 d7d6", "d3d4"]]) {
  test(`${game}: bar and review say the same of every position`, server.withPage(async (page) => {
    await begin(page, game, ["person", "person"], { moves: `${moves} ${last}` });
    if (!(await page.locator(".ending-text").isVisible())) {
      page.once("dialog", (dialog) => void dialog.accept());
      await button(page, "Resign").click();
    }
    await reviewed(page);
    const points = ((await page.locator(".review .run").getAttribute("points")) ?? "").trim().split(" ").map(Number).filter((_, index) => index % 2);
    const names = await page.locator(".seat b").allTextContents();
    for (let ply = 0; ply < 4; ply++) {
      await page.locator(".moves li button").nth(ply).click();
      await page.locator(".status", { hasText: `ply ${ply + 1} of` }).waitFor();
      // The answer of the judge may come a moment later.
      await page.waitForFunction(([at, first]) => {
        const told = /Chances: (\w+) (\d+) %/.exec(document.querySelector(".bar-text")?.textContent ?? "");
        const chance = told && (told[1] === first ? Number(told[2]) : 100 - Number(told[2])) / 100;
        return chance !== null && Math.abs(46 - (2 * chance - 1) * 38 - Number(at)) < 0.6;
      }, [points[ply + 1], names[0]]);
    }
  }, { viewport: { width: 1366, height: 768 } }));
}

test("a table of four is reviewed by its scores", server.withPage(async (page) => {
  await begin(page, "battle-sheep:cells=20,size=5,sheep=4", ["random", "random", "random", "random"]);
  await page.getByRole("slider", { name: "Seconds a move" }).fill("0");
  await page.locator(".ending-text").waitFor({ timeout: 3 * TIMEOUT });
  await button(page, "Review").click();
  await page.locator(".review .seat-line-3").waitFor({ state: "attached" });
  assert.equal(await page.locator(".review .run").count(), 4);
  await usableInLightAndDark(page);
}));

test("a review is read with nothing but the keyboard", server.withPage(async (page) => {
  const { moves, slip } = thrownAway();
  await begin(page, SOLVED, ["person", "person"], { moves: moves.join(" ") });
  await button(page, "Review").focus();
  await page.keyboard.press("Enter");
  await page.locator(".mistakes button").first().waitFor();
  await page.locator(".review progress").waitFor({ state: "hidden" });
  await tabTo(page, ".mistakes button");
  await page.keyboard.press("Enter");
  await page.locator(".status", { hasText: `ply ${slip} of` }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator(".status", { hasText: `ply ${slip + 1} of` }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".status", { hasText: `ply ${slip} of` }).waitFor();
}));

test("on a telephone a mistake is looked at, and tried again, without scrolling", server.withPage(async (page) => {
  const { moves, slip } = thrownAway();
  await begin(page, SOLVED, ["person", "person"], { moves: moves.join(" ") });
  await reviewed(page);
  await page.locator(".mistakes button").first().tap();
  await page.locator(".status", { hasText: `ply ${slip} of` }).waitFor();
  const retry = await button(page, "Try again from here").boundingBox();
  assert.ok(retry && retry.y >= 0 && retry.y + retry.height <= PHONE.viewport.height, `it is in sight: ${retry?.y}`);
  await fits(page);
  await button(page, "Try again from here").tap();
  await made(page, slip);
  assert.equal(await button(page, "Try again from here").count(), 0);
}, PHONE));

test("nothing jumps when an agent ends the game", server.withPage(async (page) => {
  await watchShifts(page);
  // Black is one step from the near rank: whatever White does, it is over after Black's move.
  await begin(page, SMALL, ["person", "ram"], { position: "5/5/5/p4/4P w" });
  await turn(page);
  const [undo, other] = [await button(page, "Undo").boundingBox(), await page.getByRole("link", { name: "New game" }).boundingBox()];
  assert.equal(undo?.y, other?.y, "the buttons have one row");
  await click(page, "e1", "e2");
  await page.locator(".ending-text").waitFor();
  assert.match(await ending(page), /^You lost: Black won\. A worker reached the last row\.$/);
  await assertSteady(page);
}, { viewport: { width: 1366, height: 768 } }));

test("nothing jumps on a telephone when agents end their game", server.withPage(async (page) => {
  await watchShifts(page);
  // It waits, so that the page is there before the game is over: Black is one step from the near rank.
  await page.goto(await makeGame(page, { game: SMALL, seats: ["random", "random"], position: "5/5/5/p4/4P w", paused: true }));
  const again = page.getByRole("link", { name: "New game" });
  const before = await again.boundingBox();
  await button(page, "Resume").tap();
  await page.locator(".ending-text").waitFor();
  assert.deepEqual(await again.boundingBox(), before);
  await assertSteady(page);
}, PHONE));
