// @ts-check
/** How boards look: two themes, pieces with depth that fill their squares, and moves that are drawn fast all the same. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { usable, usableInLightAndDark } from "./accessibility.js";
import { begin, button } from "./board.js";
import { testServer } from "./harness.js";
import { PHONE, fits } from "./layout.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const SIZES = { "a small desk": { viewport: { width: 1366, height: 768 } }, "a large desk": { viewport: { width: 1920, height: 1080 } }, "a telephone": PHONE };
/** The least contrast of things that are not text. */
const CONTRAST = 3;
/** What drawing a move may take on the largest board, in milliseconds; without depth it takes about as long. */
const REDRAW = 60;

/** @param {Page} page @param {string} selector */
const fill = (page, selector) => page.locator(selector).first().evaluate((part) => getComputedStyle(part).fill);
const LIGHT_SQUARE = ".play .board .cell.light rect";

for (const [name, options] of Object.entries(SIZES)) {
  test(`a theme is chosen below the board and kept, on ${name}`, server.withPage(async (page) => {
    await begin(page, "breakthrough:rows=5,columns=5", ["person", "person"]);
    const pasture = await fill(page, LIGHT_SQUARE);
    await button(page, "Board and sounds").click();
    const sheet = page.getByRole("dialog", { name: "Board and sounds" });
    await sheet.waitFor();
    const [sheetBox, height] = [await sheet.boundingBox(), options.viewport.height];
    assert.ok(sheetBox && sheetBox.x >= 0 && sheetBox.y >= 0 && sheetBox.x + sheetBox.width <= options.viewport.width && sheetBox.y + sheetBox.height <= height, "the sheet is in the window");
    assert.ok(await page.getByRole("radio", { name: "pasture" }).isChecked());
    await usableInLightAndDark(page);
    await page.getByText("wood", { exact: true }).click();
    const wood = await fill(page, LIGHT_SQUARE);
    assert.notEqual(wood, pasture);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "hidden" });
    await page.reload();
    await page.locator(LIGHT_SQUARE).first().waitFor();
    assert.equal(await fill(page, LIGHT_SQUARE), wood, "the choice is kept");
    await page.emulateMedia({ colorScheme: "dark" });
    assert.notEqual(await fill(page, LIGHT_SQUARE), wood, "the dark has colours of its own");
    await page.emulateMedia({ colorScheme: "light" });
    await usableInLightAndDark(page);
    await fits(page);
  }, options));
}

/** The contrast of two colours as a browser writes them. @param {string} a @param {string} b */
function contrast(a, b) {
  const light = (/** @type {string} */ color) => {
    const [red, green, blue] = (color.match(/[\d.]+/g) ?? []).map((part) => Number(part) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low, high] = [light(a), light(b)].sort((first, second) => first - second);
  return (high + 0.05) / (low + 0.05);
}

test("pieces stand out from squares in both themes, by day and by night", server.withPage(async (page) => {
  await begin(page, "breakthrough:rows=5,columns=5", ["person", "person"]);
  for (const theme of ["pasture", "wood"]) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      const seen = await page.evaluate((wanted) => {
        document.documentElement.dataset.board = wanted;
        const style = (/** @type {string} */ selector) => getComputedStyle(/** @type {Element} */ (document.querySelector(selector)));
        const square = (/** @type {string} */ kind) => style(`.play .board .cell.${kind}:not(.last) rect`).fill;
        const edge = (/** @type {string} */ part) => [style(part).fill, style(part).stroke];
        return { squares: [square("light"), square("dark")], pieces: { white: edge(".defs .light-worker"), black: edge(".defs .dark-worker"), wolf: edge(".defs .head") } };
      }, theme);
      for (const [piece, colors] of Object.entries(seen.pieces)) {
        for (const square of seen.squares) {
          const best = Math.max(...colors.map((color) => contrast(color, square)));
          assert.ok(best >= CONTRAST, `${piece} on ${square}, ${theme}, ${colorScheme}: ${best.toFixed(2)}`);
        }
      }
      const [light, dark] = seen.squares;
      assert.ok(contrast(light, dark) >= 1.2, `squares of ${theme}, ${colorScheme}`);
    }
  }
  await usable(page);
}));

test("every piece of every game has depth and fills its square", server.withPage(async (page) => {
  await page.goto("/");
  await page.locator(".card").nth(4).waitFor();
  const drawings = await page.locator(".defs g[id]").evaluateAll((found) =>
    found.map((drawing) => {
      const size = Number(/scale\(([\d.]+)\)/.exec(drawing.firstElementChild?.getAttribute("transform") ?? "")?.[1]);
      const { x, y, width, height } = /** @type {SVGGElement} */ (drawing.firstElementChild).getBBox();
      return { id: drawing.id, gloss: drawing.querySelectorAll(".gloss").length, shadow: drawing.querySelectorAll(".shadow .near").length, reach: size * Math.max(-x, x + width, -y, y + height) };
    }),
  );
  assert.ok(drawings.length >= 10, `${drawings.length} drawings`);
  for (const { id, gloss, shadow, reach } of drawings) {
    assert.deepEqual([gloss, shadow], [1, 1], id);
    assert.ok(reach >= 0.38 && reach <= 0.5, `${id} reaches ${reach}`);
  }
  assert.match(await page.locator(".defs .gloss").first().evaluate((part) => getComputedStyle(part).fill), /url\("#gloss"\)/);
  assert.equal(await page.locator("#gloss").count(), 1);
}));

test("a move on a board of 32 by 32 is drawn fast", server.withPage(async (page) => {
  await page.goto("/");
  await page.locator(".card").nth(3).waitFor();
  const { time, filters } = await page.evaluate(async () => {
    const { Board } = await import(String("/assets/board/board.js"));
    const board = new Board({ own: true });
    document.getElementById("page")?.replaceChildren(board.element);
    const stands = (/** @type {number} */ index) => (index < 64 ? ["worker-0"] : index >= 960 ? ["worker-1"] : []);
    const picture = (/** @type {number} */ moved) => ({ columns: 32, rows: 32, cells: Array.from({ length: 1024 }, (_, index) => [(index + Math.floor(index / 32)) % 2 ? "light" : "dark", ...stands(index === moved ? 64 : index)]) });
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const shows = [];
    board.show({ picture: picture(-1), label: "" });
    for (let moved = 0; moved < 9; moved++) {
      await frame();
      const began = performance.now();
      board.show({ picture: picture(moved), label: "", last: ["a2", "a3"] });
      board.element.getBoundingClientRect();
      shows.push(performance.now() - began);
    }
    const filtered = [...document.querySelectorAll(".board *, .defs *")].filter((part) => getComputedStyle(part).filter !== "none").length;
    return { time: shows.sort((a, b) => a - b)[4], filters: filtered };
  });
  assert.equal(filters, 0, "filters are worked out anew with every move");
  assert.ok(time < REDRAW, `${time} ms`);
  console.log(`32 by 32: ${time.toFixed(1)} ms a move`);
}));
