// @ts-check
/** The words of solved games. */

import { plies } from "./phrases.js";

export const solveWords = {
  title: "Solved games",
  lead: "A table holds the value of every position of a game: who wins, and in how many moves, when both sides play perfectly. A strategy proves who wins a game that is too large for a table.",
  tables: "Tables",
  none: "No table yet. Solve a game below: small ones take seconds.",
  another: "Solve another",
  counting: "Counting the positions of each game …",
  own: "Any game that can be solved",
  game: "game",
  start: "the start",
  positions: "positions",
  size: "size",
  made: "made",
  checked: "checked",
  actions: "what can be done",
  memory: "memory",
  disk: "disk",
  time: "time",
  solve: "Solve",
  goOn: "Go on",
  stop: "Stop",
  check: "Check every value",
  right: "every value is right",
  play: "Play it",
  progress: "What is being solved",
  idle: "Nothing is being solved now.",
  beginning: "Beginning …",
  tooLarge: "too large for this machine now",
  isSolved: "It is solved already: its table is above.",
  nameOne: "Name a game first, like wolf-and-sheep:size=6.",
  memoryNote: (/** @type {string} */ bytes) => `One at a time, with at most ${bytes} of memory. What is stopped goes on from its last whole tier.`,
  takes: (/** @type {string} */ positions, /** @type {string} */ memory, /** @type {string} */ disk, /** @type {string} */ time) => `${positions} positions, ${memory} of memory, about ${disk} of disk, about ${time}`,
  about: (/** @type {string} */ what) => `≈ ${what}`,
  number: (/** @type {number} */ n) => n.toLocaleString("en"),
  percent: (/** @type {number} */ share) => `${Math.floor(100 * share)} %`,
  bytes: (/** @type {number} */ n) => {
    const units = ["B", "kB", "MB", "GB", "TB"];
    let unit = 0;
    let rest = n;
    while (rest >= 1000 && unit < units.length - 1) {
      rest /= 1000;
      unit += 1;
    }
    return `${unit && rest < 100 ? rest.toFixed(1) : Math.round(rest)} ${units[unit]}`;
  },
  duration: (/** @type {number} */ seconds) => {
    if (seconds < 10) return `${seconds < 0.1 ? "0.1" : seconds.toFixed(1)} s`;
    if (seconds < 90) return `${Math.round(seconds)} s`;
    return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
  },
  date: (/** @type {string} */ text) => text.slice(0, 10),
  wins: (/** @type {string} */ winner, /** @type {boolean} */ plural, /** @type {number} */ far) => `${winner} ${plural ? "win" : "wins"} in ${plies(far)}`,
  winsProven: (/** @type {string} */ winner, /** @type {boolean} */ plural) => `${winner} ${plural ? "win" : "wins"}`,
  isStrategy: "a proven strategy: who wins, and how",
  draw: "draw",
  solving: (/** @type {string} */ game) => `Solving ${game}`,
  checking: (/** @type {string} */ game) => `Checking ${game}`,
  running: (/** @type {string} */ what, /** @type {string} */ share, /** @type {string} */ part, /** @type {string} */ left) => [`${what}: ${share}`, part, left].filter(Boolean).join(" · "),
  left: (/** @type {string} */ time) => `about ${time} left`,
  done: (/** @type {string} */ game, /** @type {string} */ time) => `${game} is solved, after ${time}.`,
  isRight: (/** @type {string} */ game, /** @type {string} */ time) => `Every value of ${game} is right; worked out again in ${time}.`,
  stopped: (/** @type {string} */ game) => `Stopped. What is finished of ${game} is kept: it goes on from there.`,
  failed: (/** @type {string} */ game, /** @type {string} */ why) => `${game}: ${why}`,
  reading: "Looking at every value of the table …",
  back: "← all tables",
  download: "Page to keep",
};
