// @ts-check
/** Accessibility: axe-core's rules, on the page as it is now. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails if a rule finds anything, in light or in dark: all rules in both. @param {import("playwright-core").Page} page */
export async function usableInLightAndDark(page) {
  await usable(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await usable(page, "in the dark");
  await page.emulateMedia({ colorScheme: "light" });
}

/** Fails if a rule finds anything. @param {import("playwright-core").Page} page @param {string} [where] */
export async function usable(page, where) {
  // Once a page: reading it costs as much as a small check.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(SOURCE);
  const found = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ["violations"] });
    return violations.map((/** @type {any} */ rule) => `${rule.impact}: ${rule.id}: ${rule.help}: ${rule.nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`).join(" | ")}`);
  });
  assert.deepEqual(found, [], where);
}
