// @ts-check
/** The words of puzzle sheets for printing. */

/** @param {number} n @param {string} one */
const some = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;

export const printoutWords = {
  title: "Puzzles to print",
  lead: "Choose the puzzles; this is how the sheets will look. They are readable in black and white.",
  back: "Back to the puzzle",
  which: "Puzzles",
  whichNames: { this: "the one I had", pack: "from a pack", new: "new ones" },
  pack: "Pack",
  first: "From number",
  skip: "Leave out those I have solved",
  size: "Size",
  difficulty: "Difficulty",
  other: "Make others",
  each: "On a page",
  eachNames: (/** @type {number} */ n) => (n === 1 ? "one, large" : `${n} puzzles`),
  pages: "Pages",
  answers: "Solutions on a page of their own",
  print: "Print",
  making: (/** @type {number} */ n, /** @type {number} */ all) => `Making puzzle ${n} of ${all} …`,
  ready: (/** @type {number} */ puzzles, /** @type {number} */ pages, /** @type {boolean} */ answers) => `${some(puzzles, "puzzle")} on ${some(pages, "page")}${answers ? ", and one page of solutions" : ""}.`,
  heading: (/** @type {string} */ about) => `Flow Free · ${about}`,
  about: (/** @type {number} */ width, /** @type {number} */ height, /** @type {string | null} */ difficulty) => `${width}×${height}${difficulty ? `, ${difficulty}` : ""}`,
  rule: "Join equal letters. The lines cover every square.",
  answersHeading: "Solutions",
  /** What a puzzle is called on paper. */
  number: (/** @type {number} */ n) => `Puzzle ${n}`,
  seed: (/** @type {number} */ n, /** @type {number} */ seed) => `Puzzle ${n} · seed ${seed}`,
  single: "Puzzle",
  board: (/** @type {string} */ name, /** @type {number} */ width, /** @type {number} */ height) => `${name}: ${width} columns, ${height} rows`,
  answer: (/** @type {string} */ name) => `Solution: ${name}`,
};
