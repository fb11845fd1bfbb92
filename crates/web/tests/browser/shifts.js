// @ts-check
/** Layout shifts: whether anything on a page moved by itself. */

import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */
/** A shift, and what moved from where to where. @typedef {{value: number, where: string[]}} Shift */

/** Notes every shift of this page from its first picture on, and of all that it opens. @param {Page} page */
export async function watchShifts(page) {
  await page.addInitScript(() => {
    /** @type {Shift[]} */
    const seen = [];
    const take = (/** @type {PerformanceEntryList} */ entries) => {
      for (const entry of /** @type {any[]} */ (entries)) {
        // What follows a click or a key was asked for.
        if (entry.hadRecentInput) continue;
        const rect = ({ x = 0, y = 0, width = 0, height = 0 }) => `${x} ${y} ${width}×${height}`;
        seen.push({ value: entry.value, where: entry.sources.map((/** @type {any} */ { node, previousRect, currentRect }) => `${node?.nodeName}.${node?.className?.baseVal ?? node?.className ?? ""}#${node?.id ?? ""} ${rect(previousRect)} → ${rect(currentRect)}`) });
      }
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    Object.assign(globalThis, {
      /** What moved since this was asked last. */
      shiftsSeen: () => {
        take(observer.takeRecords());
        return seen.splice(0);
      },
    });
  });
}

/** What has moved by itself since the page was opened, or since this was asked last. @param {Page} page @returns {Promise<Shift[]>} */
export const shiftsOf = (page) =>
  page.evaluate(async () => {
    // A shift is told after the frame that has it.
    for (let frames = 0; frames < 2; frames++) await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => setTimeout(done));
    return /** @type {any} */ (globalThis).shiftsSeen();
  });

/** Nothing has moved by itself since the page was opened, or since this was asked last. @param {Page} page @param {string} [when] */
export async function assertSteady(page, when) {
  assert.deepEqual(await shiftsOf(page), [], when);
}
