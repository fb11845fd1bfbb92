// @ts-check
/** The words of puzzles. */

import { list, number } from "./phrases.js";

/** The hues of the style sheet, in their order. The last is black by day and white by night. */
const HUES = ["Red", "Blue", "Green", "Gold", "Purple", "Orange", "Teal", "Pink", "Brown", "Grey", "Olive", "Navy", "Magenta", "Sky blue", "Maroon", "Emerald", "Lavender", "Dark green", "Salmon", "Dark teal", "Tan", "Plum", "Steel blue", "Ink"];

export const puzzleWords = {
  title: "Flow Free",
  lead: "Join the two dots of each colour by a line. The lines fill every square, and no line runs beside itself.",
  size: (/** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ colors) =>
    `${width}×${height} · ${colors} ${colors === 1 ? "colour" : "colours"}`,
  seed: (/** @type {number} */ seed) => `seed ${seed}`,
  ofDay: (/** @type {Date} */ day) => `puzzle of ${day.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" })}`,
  /** @type {Record<string, string>} */
  verdicts: {
    unsolvable: "▼ no solution, proven",
    unique: "▲ one solution, proven",
    several: "◆ several solutions",
    solved: "◆ solvable",
    unknown: "◆ solutions not known",
  },
  count: (/** @type {string} */ number) => `◆ ${number} solutions`,
  time: "Time",
  filled: (/** @type {number} */ percent) => `${percent} % filled`,
  joined: (/** @type {number} */ done, /** @type {number} */ all) => `${done} of ${all} joined`,
  start: "Drag from a dot, or choose one with the arrow keys and Enter.",
  making: "Making a puzzle …",
  solved: (/** @type {string} */ time, /** @type {number} */ hints) =>
    `Solved in ${time}${hints === 0 ? "" : hints === 1 ? ", with one hint" : `, with ${hints} hints`}.`,
  next: "Next puzzle",
  best: (/** @type {string} */ time, /** @type {number} */ hints) => `Your best: ${time}${hints === 0 ? "" : hints === 1 ? ", with one hint" : `, with ${hints} hints`}.`,
  noBest: "Not solved yet in this browser.",
  newBest: "Your best!",
  packs: "Packs",
  packLabel: "Pack",
  pack: (/** @type {number} */ size, /** @type {string} */ difficulty) => `${size}×${size}, ${difficulty}`,
  packItem: (/** @type {number} */ n, /** @type {string} */ time) => (time ? `Puzzle ${n}, solved in ${time}` : `Puzzle ${n}`),
  packCount: (/** @type {number} */ n, /** @type {number} */ all) => (n === all ? `All ${all} are solved.` : `${n} of ${all} solved`),
  today: "Puzzle of the day",
  shown: "This is a solution. Reset to try it yourself.",
  /** A colour of the style sheet, and the letter of this puzzle. */
  color: (/** @type {number} */ hue, /** @type {string} */ label) => `${HUES[hue]} (${label})`,
  drawing: (/** @type {string} */ label) => `Drawing ${label}.`,
  penUp: "Pen up.",
  isJoined: (/** @type {string} */ label) => `${label} is joined.`,
  right: "All right so far: this can be completed.",
  wrong: (/** @type {string[]} */ labels) =>
    `${list(labels)} ${labels.length === 1 ? "goes" : "go"} wrong where marked. “Rub out” takes that back.`,
  touches: (/** @type {string[]} */ labels) =>
    `${list(labels)} ${labels.length === 1 ? "touches itself" : "touch themselves"} where marked; a path may not.`,
  unsolvable: "This puzzle has no solution, whatever you draw.",
  unknown: "It would take too long to find out.",
  done: "Nothing is left to draw.",
  hinted: (/** @type {string} */ label) => `${label} goes on like this.`,
  rubbed: "Rubbed out.",
  undo: "Undo",
  redo: "Redo",
  reset: "Reset",
  check: "Check",
  hint: "Hint",
  rub: "Rub out",
  letters: "Letters",
  watch: "Watch a solver",
  method: "Method",
  /** @type {Record<string, string>} */
  methods: {
    forward: "fewest first, looking ahead",
    smart: "fewest colours first",
    scan: "row by row",
    dumb: "at random",
    sweep: "corner by corner (the fast one)",
  },
  play: "Search",
  pause: "Pause",
  resume: "Go on",
  again: "Again",
  step: "Step",
  stepBack: "Step back",
  moment: "Moment of the search",
  speed: "Speed",
  close: "Close",
  solve: "Show solution",
  watchNote: "The search is drawn as it happens: a colour is tried, and taken back when it leads nowhere.",
  searching: "Searching …",
  steps: (/** @type {number} */ now, /** @type {number} */ all) => `step ${number(now)} of ${number(all)}`,
  found: (/** @type {number} */ attempts) => `Found after ${number(attempts)} ${attempts === 1 ? "attempt" : "attempts"}.`,
  proved: (/** @type {number} */ attempts) => `No solution: all ways tried, ${number(attempts)} attempts.`,
  gaveUp: (/** @type {number} */ attempts) => `Gave up after ${number(attempts)} attempts. The fast one finds it, or Show solution.`,
  badSize: (/** @type {string} */ given) => `There is no size '${given.slice(0, 20)}'; write 8, or 8x6 for columns and rows.`,
  badNumber: (/** @type {string} */ name, /** @type {string} */ given) => `'${given.slice(0, 20)}' is no ${name}; write a whole number.`,
  make: "New puzzle",
  sizeLabel: "Size",
  difficulty: "Difficulty",
  any: "any",
  sample: "Samples",
  choose: "choose …",
  paste: "Paste …",
  copyText: "Copy text",
  copyLink: "Copy link",
  print: "Print …",
  copied: "Copied.",
  copyTitle: "Copy this",
  pasteTitle: "Paste a puzzle",
  pasteNote: "One line a row: a letter or digit is a source, _ or . an empty cell.",
  pasteLabel: "The puzzle's text",
  read: "Play it",
  cancel: "Cancel",
  board: {
    label: (/** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ colors) =>
      `Flow Free, ${width} columns, ${height} rows, ${colors} colours. Enter puts the pen down on a dot or a line, arrows draw, Delete rubs out.`,
    cell: (/** @type {number} */ row, /** @type {number} */ column, /** @type {string | undefined} */ label, /** @type {boolean} */ isSource, /** @type {boolean} */ joined) => {
      const what = label === undefined ? (joined ? "path without a colour" : "empty") : isSource ? `source ${label}${joined ? ", with a path" : ""}` : `path of ${label}`;
      return `row ${row}, column ${column}: ${what}`;
    },
  },
};
