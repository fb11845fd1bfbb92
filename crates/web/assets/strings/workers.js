// @ts-check
/** The words of a cluster's workers. */

/** @param {number} n @param {string} one */
const some = (n, one) => `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;

export const workerWords = {
  title: "Workers",
  note: "Processes on this and other machines that play the games. They come and go at any time; what one leaves, another plays.",
  none: "No worker is there. On any machine, `bellwether worker --cluster SERVER` starts one.",
  heads: { name: "worker", slots: "at once", doing: "does", games: "games", rate: "games a second", silent: "last heard" },
  summary: (/** @type {number} */ workers, /** @type {number} */ slots, /** @type {number} */ rate) =>
    `${some(workers, "worker")}, ${some(slots, "game")} at once, ${workerWords.rate(rate)} a second`,
  rate: (/** @type {number} */ rate) => (rate > 0 && rate < 10 ? rate.toFixed(rate < 1 ? 2 : 1) : Math.round(rate).toLocaleString("en")),
  unknown: "–",
  ago: (/** @type {number} */ seconds) => (seconds < 3 ? "just now" : `${Math.round(seconds)} s ago`),
  idle: "waits for games",
  job: (/** @type {number} */ game, /** @type {number} */ left) => `game ${game.toLocaleString("en")}${left > 1 ? ` and ${left - 1} more` : ""}`,
  other: "another run",
  refused: (/** @type {string} */ why) => `does not take part: ${why}`,
  run: (/** @type {string} */ game, /** @type {number} */ done, /** @type {number} */ left) => `${game}: ${done.toLocaleString("en")} done, ${left.toLocaleString("en")} to go`,
  runs: "What they are given",
};
