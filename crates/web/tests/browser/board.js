// @ts-check
/** Input on the board: it knows squares, not rules. */

import { TIMEOUT, makeGame } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {string} name */
export function square(page, name) {
  return page.locator(`.board .cell[data-square="${name}"]`);
}

/** @param {Page} page @param {string} name */
export const button = (page, name) => page.getByRole("button", { name, exact: true });

/**
 * Starts a game. The form before it is passed over: it has tests of its own.
 * @param {Page} page @param {string} game @param {string[]} seats
 * @param {Record<string, string>} [from] `position` and `moves`
 */
export async function begin(page, game, seats, from = {}) {
  await page.goto(await makeGame(page, { game, seats, ...from }));
  await page.locator(".play .board .cell").first().waitFor();
}

/** Waits until somebody here may move, or the game is over; whether it goes on. @param {Page} page */
export async function turn(page) {
  await page.locator(".status.over, .board .cell.source, .board .cell.target").first().waitFor({ timeout: 3 * TIMEOUT });
  return (await page.locator(".status.over").count()) === 0;
}

/** The squares of a kind: `source`, `target`, `last`. @param {Page} page @param {string} kind @returns {Promise<string[]>} */
export const squares = (page, kind) => page.locator(`.board .cell.${kind}`).evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-square") ?? ""));

/** How many moves were made. @param {Page} page */
export const plies = (page) => page.locator(".moves li").count();

/** Waits until so many moves were made. @param {Page} page @param {number} count */
export async function made(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".moves li").length === wanted, count);
}

/** The moves as the list has them, without numbers and marks. @param {Page} page @returns {Promise<string[]>} */
export const listed = (page) =>
  page.locator(".moves li button").evaluateAll((buttons) => buttons.map((one) => [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent).join("")));

/**
 * Clicks one legal move: `pick` chooses among squares.
 * @param {Page} page @param {(names: string[]) => string} [pick]
 */
export async function move(page, pick = (names) => names[0]) {
  const before = await plies(page);
  const sources = await squares(page, "source");
  if (sources.length > 0) await square(page, pick(sources)).click();
  await square(page, pick(await squares(page, "target"))).click();
  const dialog = page.locator("form.amount-dialog:not([hidden])");
  if (await dialog.count()) await dialog.locator("button[type=submit]").click();
  await since(page, before);
}

/** Waits until there are more moves than these. @param {Page} page @param {number} count */
const since = (page, count) => page.waitForFunction((before) => document.querySelectorAll(".moves li").length > before, count);

/** Clicks squares one after the other and waits until the move is made. @param {Page} page @param {...string} names */
export async function click(page, ...names) {
  const before = await plies(page);
  for (const name of names) await square(page, name).click();
  await since(page, before);
}

/** The middle of a square on the screen. @param {Page} page @param {string} name */
export async function middle(page, name) {
  const box = await square(page, name).locator("rect").first().boundingBox();
  if (!box) throw new Error(`${name} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** What stands where: the squares that have a piece, with what they are called. @param {Page} page @returns {Promise<string[]>} */
export const pieces = (page) =>
  page.locator(".board .cell").evaluateAll((cells) => cells.map((cell) => (cell.getAttribute("aria-label") ?? "").split(", ").slice(0, 2).join(" ")).filter((text) => !text.endsWith("empty")));
