// @ts-check
/** Hands on the board: they know squares, not rules. */

import { PATIENCE } from "./house.js";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {string} name */
export function square(page, name) {
  return page.locator(`.board .cell[data-square="${name}"]`);
}

/** Starts a game from the page before it. @param {Page} page @param {string} game @param {string[]} seats */
export async function begin(page, game, seats) {
  await page.goto(`/play/${game}?${new URLSearchParams(seats.map((seat) => ["seat", seat]))}`);
  await page.getByRole("button", { name: "Start", exact: false }).click();
  await page.waitForURL("**/game/*");
  await page.locator(".board .cell").first().waitFor();
}

/** Waits until somebody here may move, or the game is over; whether it goes on. @param {Page} page */
export async function turn(page) {
  await page.locator(".status.over, .board .cell.source, .board .cell.target").first().waitFor({ timeout: 3 * PATIENCE });
  return (await page.locator(".status.over").count()) === 0;
}

/**
 * Clicks one legal move: `pick` chooses among squares.
 * @param {Page} page @param {(names: string[]) => string} [pick]
 */
export async function move(page, pick = (names) => names[0]) {
  const before = await page.locator(".side .sub").first().textContent();
  const names = (/** @type {string} */ kind) => page.locator(`.board .cell.${kind}`).evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-square") ?? ""));
  const sources = await names("source");
  if (sources.length > 0) await square(page, pick(sources)).click();
  await square(page, pick(await names("target"))).click();
  const sheet = page.locator("form.sheet:not([hidden])");
  if (await sheet.count()) await sheet.locator("button[type=submit]").click();
  await page.waitForFunction((text) => document.querySelector(".side .sub")?.textContent !== text, before);
}
