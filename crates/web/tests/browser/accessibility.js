// @ts-check
/** What everybody must be able to use: axe-core's rules, on the page as it stands. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The same in the light and in the dark. @param {import("playwright-core").Page} page */
export async function usableDayAndNight(page) {
  for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
    await page.emulateMedia({ colorScheme });
    await usable(page);
  }
}

/** Fails if a rule finds something serious. @param {import("playwright-core").Page} page */
export async function usable(page) {
  await page.evaluate(SOURCE);
  const found = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ["violations"] });
    return violations.map((/** @type {any} */ rule) => ({ impact: rule.impact, text: `${rule.id}: ${rule.help}: ${rule.nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`).join(" | ")}` }));
  });
  const serious = found.filter((/** @type {any} */ rule) => rule.impact === "serious" || rule.impact === "critical");
  assert.deepEqual(serious.map((/** @type {any} */ rule) => rule.text), []);
}
