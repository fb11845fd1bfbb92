// @ts-check
/** Accessibility: axe-core's rules, on the page as it is now. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails if a rule finds anything, in light or in dark. @param {import("playwright-core").Page} page */
export async function usableInLightAndDark(page) {
  await usable(page);
  // Only contrast depends on the colours.
  await page.emulateMedia({ colorScheme: "dark" });
  const faint = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { runOnly: ["color-contrast"], resultTypes: ["violations"] });
    return violations.flatMap((/** @type {any} */ rule) => rule.nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`));
  });
  await page.emulateMedia({ colorScheme: "light" });
  assert.deepEqual(faint, [], "in the dark");
}

/** Fails if a rule finds anything. @param {import("playwright-core").Page} page */
export async function usable(page) {
  // Once a page: reading it costs as much as a small check.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(SOURCE);
  const found = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ["violations"] });
    return violations.map((/** @type {any} */ rule) => `${rule.impact}: ${rule.id}: ${rule.help}: ${rule.nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`).join(" | ")}`);
  });
  assert.deepEqual(found, []);
}
