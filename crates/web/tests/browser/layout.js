// @ts-check
/** What holds for every page's layout, wide and narrow, and that keys reach everything. */

import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */

/** A telephone held upright. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Nothing sticks out sideways. @param {Page} page */
export async function fits(page) {
  const outside = await page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const scrolls = (/** @type {Element | null} */ element) => {
      for (let above = element; above && above !== document.body; above = above.parentElement) if (getComputedStyle(above).overflowX !== "visible") return true;
      return false;
    };
    const inside = (/** @type {Element} */ element) => element.getBoundingClientRect().right <= wide + 1 || scrolls(element.parentElement);
    const found = [...document.querySelectorAll("body *")].filter((element) => element.checkVisibility() && !inside(element));
    return { scrolls: document.documentElement.scrollWidth - wide, found: found.slice(0, 5).map((element) => `${element.tagName}.${element.getAttribute("class")}#${element.id}`) };
  });
  assert.deepEqual(outside, { scrolls: 0, found: [] });
}

/** The ids of all that Tab reaches in this page, in order. @param {Page} page */
export async function reached(page) {
  await page.locator("#page").focus();
  /** @type {string[]} */
  const ids = [];
  for (let more = true; more && ids.length < 300; ) {
    await page.keyboard.press("Tab");
    const id = await page.evaluate(() => (document.activeElement?.closest("#page") ? document.activeElement.id || document.activeElement.textContent?.trim() || "?" : null));
    more = id !== null;
    if (id !== null) ids.push(id);
  }
  return ids;
}

/** Every control that is there and may be used can be reached by Tab. @param {Page} page */
export async function allReached(page) {
  const wanted = await page.evaluate(() => {
    const controls = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#page :is(a[href], button:enabled, select:enabled, input:enabled, textarea:enabled, summary)"));
    return [...controls].filter((control) => control.checkVisibility() && control.tabIndex >= 0).length;
  });
  const ids = await reached(page);
  assert.ok(ids.length >= wanted, `${ids.length} of at least ${wanted} controls reached: ${ids.join(", ")}`);
}

/** Where the parts of a page are, to see whether anything jumps. @param {Page} page @param {string} selector */
export function places(page, selector) {
  return page.locator(selector).evaluateAll((parts) => parts.map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height].map(Math.round).join(" ");
  }));
}
