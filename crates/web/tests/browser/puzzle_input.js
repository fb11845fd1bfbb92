// @ts-check
/** Puzzles, and input that draws them: by mouse, by touch, by keys. */

import { writeFileSync } from "node:fs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{text: string, width: number, height: number, rows: string[], paths: number[][]}} Puzzle */
/** @typedef {import("./harness.js").TestServer} TestServer */

/** A puzzle with one solution, and that solution, both from the command line. @param {TestServer} server @param {string} size @param {number} seed @returns {Puzzle} */
export function puzzle(server, size, seed) {
  const text = server.command("flow", "generate", "--size", size, "--seed", String(seed)).split("\n").filter((line) => line && !line.startsWith("#")).join("\n");
  return withSolution(server, text, `${size}-${seed}`);
}

/** A puzzle by its text, with its solution from the command line. @param {TestServer} server @param {string} text @param {string} name of a file @returns {Puzzle} */
export function withSolution(server, text, name) {
  const file = server.inside(`puzzle-${name}.txt`);
  writeFileSync(file, text);
  const { width, height, solutions } = JSON.parse(server.command("flow", "solve", "--json", file));
  return { text, width, height, rows: solutions[0], paths: follow(text.trim().split("\n").join(""), solutions[0].join(""), width) };
}

/** Each colour's cells from one source to the other. @param {string} given @param {string} solved @param {number} width */
function follow(given, solved, width) {
  const labels = [...new Set(given)].filter((label) => label !== "_");
  return labels.map((label) => {
    const path = [given.indexOf(label)];
    for (let next = path[0]; next >= 0; ) {
      next = beside(path[path.length - 1], width, solved.length).find((cell) => solved[cell] === label && !path.includes(cell)) ?? -1;
      if (next >= 0) path.push(next);
    }
    return path;
  });
}

/** @param {number} cell @param {number} width @param {number} area */
export function beside(cell, width, area) {
  const column = cell % width;
  return [cell - width, cell + width, ...(column > 0 ? [cell - 1] : []), ...(column < width - 1 ? [cell + 1] : [])].filter((next) => next >= 0 && next < area);
}

/** The address of a puzzle. @param {Puzzle} puzzle */
export const addressOf = ({ text }) => `/puzzles?puzzle=${text.replaceAll("\n", "/")}`;

/** The middle of a cell on the screen. @param {Page} page @param {number} cell */
async function middle(page, cell) {
  const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
  if (!box) throw new Error(`no cell ${cell}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Page} page @param {number[]} path */
export async function drag(page, path) {
  const [first, ...rest] = path;
  const from = await middle(page, first);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const cell of rest) {
    const { x, y } = await middle(page, cell);
    await page.mouse.move(x, y, { steps: 2 });
  }
  await page.mouse.up();
}

/** Draws by touch. @param {Page} page @param {number[]} path */
export async function touch(page, path) {
  const session = await page.context().newCDPSession(page);
  const points = [];
  for (const cell of path) points.push(await middle(page, cell));
  const tell = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {{x: number, y: number}[]} */ touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await tell("touchStart", [points[0]]);
  for (const point of points.slice(1)) await tell("touchMove", [point]);
  await tell("touchEnd", []);
  await session.detach();
}

/** Draws by keys; the keyboard is somewhere on the board. @param {Page} page @param {number[]} path @param {number} width */
export async function type(page, path, width) {
  const at = () => page.evaluate(() => Number(document.activeElement?.getAttribute("data-cell") ?? NaN));
  const go = async (/** @type {number} */ from, /** @type {number} */ to) => {
    const key = to === from + 1 ? "ArrowRight" : to === from - 1 ? "ArrowLeft" : to > from ? "ArrowDown" : "ArrowUp";
    await page.keyboard.press(key);
  };
  for (let here = await at(); here !== path[0]; here = await at()) {
    if (Number.isNaN(here)) throw new Error("the keyboard is not on the board");
    const across = (path[0] % width) - (here % width);
    await go(here, across ? here + Math.sign(across) : here + Math.sign(path[0] - here) * width);
  }
  await page.keyboard.press("Enter");
  for (const [index, cell] of path.slice(1).entries()) await go(path[index], cell);
}

/** For each cell the number of its colour, or −1. The sources stand in the order of colours, two of each. @param {Page} page */
export function colors(page) {
  return page.locator(".puzzle-board").evaluate((board) => {
    const hue = (/** @type {Element} */ element) => /hue-(\d+)/.exec(element.getAttribute("class") ?? "")?.[1];
    const hues = [...board.querySelectorAll(".source")].map(hue);
    return [...board.querySelectorAll(".cell")].map((cell) => (hue(cell) === undefined ? -1 : Math.floor(hues.indexOf(hue(cell)) / 2)));
  });
}

/** The colours of the solved board, as `colors` gives them. @param {Puzzle} puzzle */
export function solved({ width, height, paths }) {
  const cells = new Array(width * height).fill(-1);
  paths.forEach((path, color) => path.forEach((cell) => (cells[cell] = color)));
  return cells;
}
