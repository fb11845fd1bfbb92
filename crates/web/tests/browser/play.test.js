// @ts-check
/** Whole games, by clicks, against agents; and the other ways to touch the board. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { begin, button, click, listed, made, middle, move, pieces, plies, square, squares, turn } from "./board.js";
import { testServer } from "./harness.js";

const server = testServer();

/** @typedef {import("playwright-core").Page} Page */

/** Plays until the game is over. @param {Page} page */
async function finish(page) {
  let moves = 0;
  while (await turn(page)) {
    await move(page);
    moves += 1;
  }
  assert.match((await page.locator(".status").first().textContent()) ?? "", /won|draw|share/i);
  assert.equal(await page.locator(".board .source, .board .target").count(), 0, "nobody may move any more");
  return moves;
}

test("Breakthrough is played to its end", server.withPage(async (page) => {
  await begin(page, "breakthrough:columns=4,rows=4", ["person", "random"]);
  // The first square is the farthest up, so the game is short.
  assert.ok((await finish(page)) > 1);
  assert.equal(await button(page, "Resign").count(), 0, "there is nothing to give up");
}));

test("a wolf is placed and plays Wolf and Sheep to its end", server.withPage(async (page) => {
  await begin(page, "wolf-and-sheep:size=4", ["person", "random"]);
  assert.match((await page.locator(".status").first().textContent()) ?? "", /choose where to start/);
  assert.deepEqual(await squares(page, "target"), ["a1", "c1"]);
  await click(page, "c1");
  assert.ok((await pieces(page)).includes("c1 wolf"));
  assert.ok((await finish(page)) > 1);
}));

test("Wolves Eat Sheep is played to its end", server.withPage(async (page) => {
  await begin(page, "wolves-eat-sheep:layout=SSSS/4/W2W", ["person", "random"]);
  let meals = 0;
  while (await turn(page)) {
    // The first wolf that can eat does; else the last one steps aside.
    let target = "";
    let flocks = "";
    for (const source of await squares(page, "source")) {
      await square(page, source).click();
      const targets = await page.locator(".board .cell.target").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
      flocks = targets.find((text) => text.includes("sheep")) ?? "";
      target = (flocks || targets[0] || "").split(",")[0] || target;
      if (flocks) break;
    }
    await click(page, target);
    if (flocks) meals += 1;
  }
  assert.ok(meals > 1, `${meals} sheep were eaten`);
  const left = (await pieces(page)).filter((text) => text.endsWith("sheep")).length;
  assert.ok(left <= 2, `${left} sheep are left`);
}));

test("Battle Sheep asks how many go", server.withPage(async (page) => {
  await begin(page, "battle-sheep:seats=2,cells=16,size=5,sheep=6", ["person", "random"]);
  await turn(page);
  await move(page);
  await turn(page);
  const [from] = await squares(page, "source");
  await square(page, from).click();
  const [to] = await squares(page, "target");
  await square(page, to).click();
  const slider = page.getByRole("slider", { name: "How many go?" });
  assert.equal(await slider.inputValue(), "3", "half by default");
  await usableInLightAndDark(page);
  await slider.press("End");
  assert.equal(await slider.inputValue(), "5", "one stays");
  await page.getByRole("button", { name: "Send 5" }).click();
  await made(page, 4);
  assert.equal((await listed(page))[2], `${from}-${to}:5`);
  await finish(page);
  const points = await page.locator(".seat .score").allTextContents();
  assert.equal(points.length, 2);
}));

test("Battle Sheep in teams", server.withPage(async (page) => {
  await begin(page, "battle-sheep:teams,cells=20,size=5,sheep=4", ["person", "random", "greedy", "random"]);
  assert.deepEqual(await page.locator(".seat .tag").evaluateAll((tags) => tags.map((tag) => /team \d/.exec(tag.textContent ?? "")?.[0]).filter(Boolean)), ["team 1", "team 2", "team 1", "team 2"]);
  await finish(page);
  // Partners share what they get.
  const tags = await page.locator(".seat > span:last-child .tag").allTextContents();
  assert.deepEqual([tags[0], tags[1]], [tags[2], tags[3]]);
  assert.match((await page.locator(".status").first().textContent()) ?? "", /Seat 1 and Seat 3 won|Seat 2 and Seat 4 won|A draw/);
}));

test("hidden flocks never leave the server", server.withPage(async (page) => {
  /** @type {string[]} */
  const frames = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
  await begin(page, "battle-sheep:hidden,seats=2,cells=16,size=5,sheep=60", ["person", "person"]);
  const curtain = page.locator(".curtain");
  const reveal = () => page.getByRole("button", { name: /show my flocks/ }).click();
  await curtain.waitFor();
  await usableInLightAndDark(page);
  assert.equal(await page.locator(".board .count").count(), 0);
  for (let seat = 0; seat < 2; seat++) {
    await reveal();
    await curtain.waitFor({ state: "hidden" });
    await move(page);
    await curtain.waitFor();
  }
  await reveal();
  await turn(page);
  const [from] = await squares(page, "source");
  await square(page, from).click();
  const [to] = await squares(page, "target");
  frames.length = 0;
  await square(page, to).click();
  await page.getByRole("slider", { name: "How many go?" }).fill("47");
  await page.getByRole("button", { name: "Send 47" }).click();
  await curtain.waitFor();
  await reveal();
  await turn(page);
  assert.ok(await page.locator(".board .count").count(), "one's own flocks are shown");
  // What one may do with one's own flock is no secret.
  const told = frames.map((frame) => JSON.stringify({ ...JSON.parse(frame), legal: [] })).join("\n");
  assert.match(told, new RegExp(`"${from}"`));
  assert.doesNotMatch(told, /\b(47|13)\b/, "the rival's split is in a message");
  assert.doesNotMatch(await page.locator("main").innerHTML(), /\b(47|13)\b/, "the rival's split is in the page");
}));

test("what a seat asked for leaves the screen with its turn", server.withPage(async (page) => {
  await begin(page, "battle-sheep:hidden,seats=2,cells=12,size=4,sheep=4", ["person", "person"]);
  const curtain = page.locator(".curtain");
  for (let ply = 0; ply < 3; ply++) {
    await curtain.waitFor();
    await page.getByRole("button", { name: /show my flocks/ }).click();
    await curtain.waitFor({ state: "hidden" });
    await turn(page);
    if (ply < 2) await move(page);
  }
  await button(page, "Hint").click();
  await page.locator(".hint-line", { hasText: /Try/ }).waitFor();
  await button(page, "Analyse").click();
  await page.locator(".judged li").first().waitFor();
  await move(page);
  await curtain.waitFor();
  assert.equal(await page.locator(".judged li, #notices .notice").count(), 0, "the next seat reads what the last one asked");
  assert.equal(await page.locator(".hint-line").textContent(), "", "the next seat reads the last one's hint");
  assert.equal(await button(page, "Analyse").getAttribute("aria-pressed"), "false");
}));

test("a piece is dragged with the mouse", server.withPage(async (page) => {
  await begin(page, "breakthrough:columns=5,rows=5", ["person", "person"]);
  const [from, to, far] = await Promise.all(["b2", "b3", "b5"].map((name) => middle(page, name)));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(far.x, far.y, { steps: 4 });
  await page.mouse.up();
  assert.equal(await plies(page), 0, "a drop where it may not go is no move");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.locator('.board .hover[data-square="b3"]').waitFor();
  await page.mouse.up();
  await made(page, 1);
  assert.deepEqual(await squares(page, "last"), ["b2", "b3"].sort((a, b) => b.localeCompare(a)));
}));

test("a piece is dragged with a finger", server.withPage(async (page) => {
  await begin(page, "breakthrough:columns=5,rows=5", ["person", "person"]);
  const [from, to] = await Promise.all(["b2", "c3"].map((name) => middle(page, name)));
  const hand = await page.context().newCDPSession(page);
  const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {{x: number, y: number}[]} */ ...touchPoints) => hand.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", from);
  for (let step = 1; step <= 4; step++) await touch("touchMove", { x: from.x + ((to.x - from.x) * step) / 4, y: from.y + ((to.y - from.y) * step) / 4 });
  await touch("touchEnd");
  await made(page, 1);
  assert.deepEqual(await listed(page), ["b2c3"]);
  await page.touchscreen.tap((await middle(page, "a4")).x, (await middle(page, "a4")).y);
  await page.touchscreen.tap((await middle(page, "a3")).x, (await middle(page, "a3")).y);
  await made(page, 2);
}, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }));

test("moves are taken back and made again, the board turns, a game is given up", server.withPage(async (page) => {
  await begin(page, "breakthrough:columns=5,rows=5", ["person", "random"]);
  const start = await pieces(page);
  await click(page, "b2", "b3");
  await made(page, 2);
  const later = await pieces(page);
  await button(page, "Undo").click();
  await made(page, 0);
  assert.deepEqual(await pieces(page), start);
  assert.ok(await button(page, "Undo").isDisabled());
  await button(page, "Redo").click();
  await made(page, 2);
  assert.deepEqual(await pieces(page), later);

  const [low, high] = [await middle(page, "a1"), await middle(page, "e5")];
  await button(page, "Flip").click();
  assert.deepEqual([await middle(page, "e5"), await middle(page, "a1")], [low, high]);
  await turn(page);
  await move(page);
  await turn(page);

  page.once("dialog", (dialog) => void dialog.dismiss());
  await button(page, "Resign").click();
  assert.ok(await button(page, "Resign").isEnabled(), "not yet");
  page.once("dialog", (dialog) => void dialog.accept());
  await button(page, "Resign").click();
  await page.locator(".status.over").waitFor();
  assert.match((await page.locator(".status").first().textContent()) ?? "", /White resigned\. Black won\./);
  await page.getByRole("link", { name: "New game" }).click();
  await page.waitForURL("**/play/breakthrough:**");
  assert.equal(await page.locator("#seat-1-text").inputValue(), "random", "the same players");
}));
