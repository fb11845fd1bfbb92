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

/** Where the focus is must be seen. @param {Page} page */
export async function seen(page) {
  const where = await page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return "nowhere";
    const ring = at.querySelector(".ring");
    const shown = ring ? getComputedStyle(ring).visibility === "visible" : getComputedStyle(at).outlineStyle !== "none" && parseFloat(getComputedStyle(at).outlineWidth) > 0;
    return shown ? "" : at.outerHTML.slice(0, 120);
  });
  assert.equal(where, "", "the focus cannot be seen");
}

/** Goes on with Tab until the focus is on something; wherever it is on the way, it must be seen. @param {Page} page @param {string} selector */
export async function tabTo(page, selector) {
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate((wanted) => (document.activeElement === document.body ? "end" : document.activeElement?.matches(wanted) ? "there" : ""), selector);
    if (focused !== "end") await seen(page);
    if (focused === "there") return;
  }
  throw new Error(`Tab never came to ${selector}`);
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
