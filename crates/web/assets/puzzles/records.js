// @ts-check
/** Which puzzles were solved in this browser, and how fast. Some browsers forbid storage; then nothing is remembered. */

/** The best time without counting hints as failures, in milliseconds. @typedef {{time: number, hints: number}} Result */

const NAME = "puzzle-results";

/** @returns {Record<string, Result>} */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** @param {string} key @returns {Result | undefined} */
export const resultOf = (key) => (Object.hasOwn(all(), key) ? all()[key] : undefined);

/** Whether the first result is better: fewer hints, then less time. @param {Result} a @param {Result} b */
const isBetter = (a, b) => a.hints < b.hints || (a.hints === b.hints && a.time < b.time);

/** Notes a solved puzzle; whether it is the best so far, and what was the best before. @param {string} key @param {Result} result */
export function note(key, result) {
  const before = resultOf(key);
  const best = !before || isBetter(result, before);
  if (best) {
    try {
      localStorage.setItem(NAME, JSON.stringify({ ...all(), [key]: result }));
    } catch {
      // It is told, and forgotten.
    }
  }
  return { best, before };
}
