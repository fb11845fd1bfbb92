// @ts-check
/** A guided first game: what one wants, what one may do, what the moves did, what was given away, and what comes next. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, click, made, move, pieces, plies, square, squares, turn } from "./board.js";
import { TIMEOUT, picture, testServer } from "./harness.js";
import { PHONE, allReached, fits, tabTo } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const SIZES = { "1366×768": { viewport: { width: 1366, height: 768 } }, "1920×1080": { viewport: { width: 1920, height: 1080 } }, "a telephone": PHONE };
/** What one wants, and what the first turn explains. @type {Record<string, [goal: RegExp, rule: RegExp]>} */
const GAMES = {
  breakthrough: [/last row on the other side, and you win\.$/, /takes one step forward/],
  "wolf-and-sheep": [/The wolf wins when it reaches the last row/, /First it chooses its square/],
  "wolves-eat-sheep": [/The wolves win when only two sheep are left/, /steps one square/],
  "connect-four": [/four of your discs in a row, and you win\.$/, /^Good to know: Drop a disc into a column/],
  "battle-sheep": [/most connected pasture at the end comes first\.$/, /puts all their sheep on one free cell/],
  "battle-sheep:hidden": [/In this variant: With hidden nobody sees how many sheep the others have where\.$/, /puts all their sheep/],
};
/** White can take the worker that is about to break through; anything else loses. */
const TENSE = `/play/breakthrough:rows=5,columns=5?${new URLSearchParams({ guide: "", position: "4p/5/1p3/P4/4P w" })}`;

/** What is said of a move that does not take it. */
const SLIP = "That gave something away: your chance fell from 100\u00a0% to 0\u00a0%. A better move was a2 to b3.";

/** @param {Page} page @param {string} part */
const told = async (page, part) => ((await page.locator(`.guide-${part}`).textContent()) ?? "").trim();

/** Opens a guided game and waits until the guide knows the rules. @param {Page} page @param {string} path */
async function guided(page, path) {
  await page.goto(path);
  await page.locator(".guide-goal:not([hidden])").waitFor();
}

/** Waits for a silent hint, without which no better move can be told. @param {Page} page @param {() => Promise<void>} act */
async function withHint(page, act) {
  const hint = (/** @type {{payload: string | Buffer}} */ { payload }) => String(payload).startsWith('{"type":"hint"');
  const came = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived", { predicate: hint, timeout: TIMEOUT }));
  await Promise.all([came, act()]);
}

for (const [name, options] of Object.entries(SIZES)) {
  test(`the guide stands beside the board and covers nothing, on ${name}`, server.withPage(async (page) => {
    await page.goto("/");
    await page.locator(".card").first().waitFor();
    await fits(page);
    await usableInLightAndDark(page);
    await page.getByRole("link", { name: "First game, guided: Breakthrough" }).click();
    await page.locator(".guide-goal:not([hidden])").waitFor();
    assert.match(page.url(), /\/game\/\w+\?guide$/);
    const [board, guide] = [await page.locator(".play .board").boundingBox(), await page.locator(".guide").boundingBox()];
    assert.ok(board && guide && (guide.x >= board.x + board.width || guide.y >= board.y + board.height), "it is beside or below");
    const title = await page.locator("#guide-title").boundingBox();
    assert.ok(title && title.y + title.height < options.viewport.height, "it is seen without scrolling");
    assert.equal(await page.locator(".board .advice.movable:visible").count(), (await squares(page, "source")).length);
    await fits(page);
    await usableInLightAndDark(page);
    // Who has chosen a piece sees where it can go.
    await square(page, "b2").click();
    assert.equal(await page.locator(".board .advice.movable:visible").count(), 0);
    assert.equal((await squares(page, "target")).length, 3);
  }, options));
}

for (const [game, [goal, rule]] of Object.entries(GAMES)) {
  test(`${game}: what one wants, what one may do, and what everybody did`, server.withPage(async (page) => {
    await guided(page, `/play/${game}?guide`);
    const seats = await page.locator(".seat .who").allTextContents();
    assert.deepEqual(seats.map((seat) => /(you|lamb)$/.exec(seat)?.[1]), seats.map((_, seat) => (seat === 0 ? "you" : "lamb")));
    assert.match(await told(page, "goal"), goal);
    assert.match(await told(page, "rule"), rule);
    assert.match(await told(page, "you"), /^You are \w/);
    assert.equal(await page.locator(".guide-you use").getAttribute("href"), `#${{ b: "flock-0", "br": "worker-0", w: "wolf", c: "disc-0" }[game.startsWith("br") ? "br" : game[0]]}`);
    const isPlacing = (await squares(page, "source")).length === 0;
    assert.match(await told(page, "now"), isPlacing ? /^Your turn\. Choose one of the squares with a dot\./ : /^Your turn\. The pieces with a ring can move\./);
    assert.equal(await page.locator(".guide-round").isVisible(), false, "nothing was done yet");
    await move(page);
    await turn(page);
    const done = await page.locator(".guide-round li").allTextContents();
    assert.equal(done.length, await plies(page), "each move is told");
    assert.match(done[0], /^You (put a piece on \w+|moved from \w+ to \w+)/);
    for (const line of done.slice(1)) assert.match(line, /^(Black|Sheep|Yellow|Seat [234]) (put a piece on|moved from|sent \d+ from) \w+/);
    // On some boards the corner that was chosen has one way out.
    const ways = (await squares(page, "source")).length;
    if (game.startsWith("battle") && ways > 0) assert.match(await told(page, "now"), /then how many go|There is only one move: \w+ to \w+\./);
    assert.doesNotMatch(await told(page, "rule"), rule, "another rule at another turn");
  }));
}

test("a split flock is told by what went and what stayed", server.withPage(async (page) => {
  await guided(page, "/play/battle-sheep:seats=2,cells=24,size=6,sheep=8?guide");
  await move(page);
  await turn(page);
  await move(page);
  assert.match((await page.locator(".guide-round li").first().textContent()) ?? "", /^You sent \d from \w+ to \w+, and \d stayed\.$/);
}));

test("what was given away is told, taken back, and done better", server.withPage(async (page) => {
  await withHint(page, () => guided(page, TENSE));
  assert.equal(await page.locator(".hint-line").textContent(), "", "the hint is not shown before it is asked for");
  assert.equal(await page.locator(".board line.advice").count(), 0);
  await click(page, "e1", "e2");
  await page.locator(".guide-remark.slip").waitFor();
  assert.equal(await told(page, "remark"), SLIP);
  await usableInLightAndDark(page);
  await picture(page, "guided");
  await turn(page);
  await button(page, "Undo, and try another").click();
  await made(page, 0);
  assert.equal(await told(page, "now"), "Your turn. Now try a2 to b3: it is marked on the board.");
  assert.equal(await page.locator(".board line.advice").count(), 1);
  await click(page, "a2", "b3");
  assert.equal((await page.locator(".guide-round li").first().textContent()), "You moved from a2 to b3 and took a Black worker.");
  assert.equal(await told(page, "remark"), "Good: the judge, a search that looks ahead, would play the same.");
  assert.equal(await page.locator(".guide-remark.slip").count(), 0);
}, SIZES["1366×768"]));

test("who can win at once is told before the move, and what was missed after it", server.withPage(async (page) => {
  const at = (/** @type {string} */ moves) => `/play/connect-four?${new URLSearchParams({ guide: "", moves })}`;
  // Red has three in column a.
  await guided(page, at("a b a b a c"));
  await page.locator(".guide-now", { hasText: "Your turn. You can win with this move. Look for it!" }).waitFor();
  await click(page, "g1");
  await page.locator(".guide-remark.slip", { hasText: "You could have won at once: with a4." }).waitFor();
  // Yellow has three in column b.
  await guided(page, at("a b a b c b"));
  await page.locator(".guide-now", { hasText: "Your turn. Careful: Yellow can win with the next move. Find a move that stops it." }).waitFor();
  await usableInLightAndDark(page);
  await click(page, "g1");
  await page.locator(".guide-remark.slip", { hasText: "That did not stop Yellow, who can win at once with b4. A better move was b4." }).waitFor();
  // Nobody can win at once.
  await guided(page, at("a b"));
  await page.locator(".guide-now", { hasText: "Choose one of the squares with a dot." }).waitFor();
}, SIZES["1366×768"]));

/** A worker that is taken, and three in a row that are not stopped in time. @type {[string, string, string[]][]} */
const SLIPS = [["breakthrough", "b2b3 g7g6 b3b4 g6g5 b4b5 h7h6", ["b5", "b6"]], ["connect-four", "d d c b", ["a1"]]];
for (const [game, moves, own] of SLIPS) {
  test(`${game}: guide, bar and review have one number for a position, and one list of mistakes`, server.withPage(async (page) => {
    await withHint(page, () => guided(page, `/play/${game}?${new URLSearchParams({ guide: "", moves })}`));
    const chance = async () => Number(/(\d+) %/.exec((await page.locator(".bar-text", { hasText: "Chances" }).textContent()) ?? "")?.[1]);
    const before = await chance();
    await click(page, ...own);
    await page.locator(".guide-remark.slip").waitFor();
    const [, from] = /your chance fell from (\d+)\u00a0% to \d+/.exec(await told(page, "remark")) ?? [];
    assert.ok([before, 100 - before].includes(Number(from)), `the guide says ${from}, the bar said ${before}`);
    page.once("dialog", (dialog) => void dialog.accept());
    await turn(page);
    await button(page, "Resign").click();
    await button(page, "Review the game").click();
    await page.locator(".review progress").waitFor({ state: "hidden", timeout: 3 * TIMEOUT });
    const row = page.locator(`.mistakes button[data-index="${moves.split(" ").length}"]`);
    assert.match((await row.textContent()) ?? "", new RegExp(`falls from ${from} %`));
    // Who lost plays the same again.
    assert.ok(await button(page, "Again, against lamb").isVisible());
    assert.equal(await button(page, "Play against ewe").count(), 0);
  }, SIZES["1366×768"]));
}

test("who moves at once is not told of hints that nobody asked for", server.withPage(async (page) => {
  await guided(page, "/play/wolf-and-sheep?guide");
  await page.evaluate(() => {
    const seen = { notices: 0 };
    Object.assign(globalThis, { seen });
    new MutationObserver((changes) => changes.forEach((change) => (seen.notices += change.addedNodes.length))).observe(/** @type {Element} */ (document.getElementById("notices")), { childList: true });
  });
  for (let moves = 0; moves < 4; moves++) {
    await turn(page);
    await move(page);
  }
  await turn(page);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).seen.notices), 0);
}));

test("the hint that somebody asks for is shown, once", server.withPage(async (page) => {
  await guided(page, TENSE);
  await button(page, "Hint").click();
  await page.locator(".hint-line", { hasText: /^Try a2b3/ }).waitFor();
}));

for (const [name, options] of Object.entries(SIZES)) {
  test(`at the end there is a way on, on ${name}`, server.withPage(async (page) => {
    await guided(page, `/play/breakthrough:rows=5,columns=5?${new URLSearchParams({ guide: "", position: "5/1P2p/5/4P/5 w" })}`);
    await click(page, "b4", "b5");
    await page.locator(".guide").getByRole("button", { name: "Play against ewe" }).waitFor();
    assert.match(await told(page, "now"), /^You won, as White\. A worker reached the last row\. What now\?/);
    for (const text of ["Review the game", "Read the rules"]) assert.ok(await button(page, text).isVisible(), text);
    await fits(page);
    await usableInLightAndDark(page);
    await allReached(page);
    await button(page, "Review the game").click();
    await page.locator(".review .shares li").first().waitFor();
    // The review stands beside the board, and what the guide offers is below it.
    assert.equal(await page.locator(".guide-review:visible, .guide-goal:visible, .guide-now:visible").count(), 0);
    assert.equal(await page.locator(".review ~ .guide").count(), 1);
    const [board, review] = [await page.locator(".play .board").boundingBox(), await page.locator(".review .curve").boundingBox()];
    const inSight = (/** @type {{y: number, height: number} | null} */ box) => box && box.y + box.height / 2 >= 0 && box.y + box.height <= (options.viewport?.height ?? 0);
    if (name !== "a telephone") assert.ok(inSight(board) && inSight(review), `${JSON.stringify(board)} ${JSON.stringify(review)}`);
    await fits(page);
    await usableInLightAndDark(page);
    await button(page, "Play against ewe").click();
    await page.locator(".seat", { hasText: "ewe" }).waitFor();
    assert.equal(await page.locator(".guide").count(), 0);
  }, options));
}

test("who goes on after the end is guided again", server.withPage(async (page) => {
  await guided(page, `/play/breakthrough:rows=5,columns=5?${new URLSearchParams({ guide: "", position: "5/1P2p/5/4P/5 w" })}`);
  await click(page, "b4", "b5");
  await button(page, "Review the game").click();
  await page.locator(".review ~ .guide").waitFor();
  await button(page, "Undo").click();
  await page.locator(".guide-now", { hasText: /^Your turn\./ }).waitFor();
  assert.equal(await page.locator(".review ~ .guide").count(), 0);
}));

test("help can be left at any time, and stays away", server.withPage(async (page) => {
  await guided(page, "/play/connect-four?guide");
  await move(page);
  await button(page, "Go on without help").click();
  assert.equal(await page.locator(".guide").count(), 0);
  assert.doesNotMatch(page.url(), /guide/);
  assert.ok(await turn(page));
  await move(page);
  await page.reload();
  await page.locator(".play .board .cell").first().waitFor();
  assert.equal(await page.locator(".guide").count(), 0);
  assert.ok((await plies(page)) >= 3, "it is the same game");
}));

test("from a game's rules, with the same variant; a reload goes on with it", server.withPage(async (page) => {
  await begin(page, "battle-sheep:hidden", ["person", "random", "random", "random"]);
  await page.getByRole("button", { name: "How Battle Sheep is played" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "First game, guided" }).click();
  await page.locator(".guide-goal:not([hidden])").waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.equal(await page.locator(".seat", { hasText: "lamb" }).count(), 3);
  assert.match(await told(page, "goal"), /With hidden/);
  await move(page);
  await turn(page);
  await page.reload();
  await page.locator(".guide-goal:not([hidden])").waitFor();
  await turn(page);
  assert.match((await page.locator(".guide-round li").first().textContent()) ?? "", /^You played \w+\.$/, "the board before it was not seen");
}));

test("from the page before a game, with the variant that is chosen there", server.withPage(async (page) => {
  await page.goto("/play/connect-four");
  await page.getByLabel("Variant").selectOption({ label: "a small board, 5×4, solved in seconds" });
  await page.locator('.setup a[href*="columns=5"]', { hasText: "First game, guided" }).click();
  await page.locator(".guide-goal:not([hidden])").waitFor();
  assert.match((await page.locator(".sub").textContent()) ?? "", /^a small board, 5×4/);
}));

test("a guided game with nothing but the keyboard", server.withPage(async (page) => {
  await page.goto("/");
  await page.locator(".card").first().waitFor();
  await tabTo(page, 'a[href="/play/breakthrough?guide"]');
  await page.keyboard.press("Enter");
  await page.locator(".guide-goal:not([hidden])").waitFor();
  await tabTo(page, ".board .cell");
  const at = () => page.evaluate(() => document.activeElement?.getAttribute("data-square"));
  for (let steps = 0; steps < 20 && (await at())?.[1] !== "2"; steps++) await page.keyboard.press("ArrowDown");
  const from = await at();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await made(page, 2);
  assert.ok((await pieces(page)).includes(`${from?.[0]}3 White worker`));
  assert.match((await page.locator(".guide-round li").first().textContent()) ?? "", new RegExp(`^You moved from ${from} to ${from?.[0]}3\\.`));
  await tabTo(page, ".guide .quiet");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".guide").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "page", "the keyboard is not lost");
}));
