// @ts-check
/** All words of the page, in one place so that others can translate them. */

/** A name with a capital: seats are called `wolf` or `seat 2` by the game. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names in a row. @param {string[]} names */
const list = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`);

/** A large number, with commas. @param {number} value */
const number = (value) => value.toLocaleString("en");

/** What the drawn pieces are, for those who do not see them. @type {Record<string, string>} */
const pieces = {
  sheep: "sheep",
  wolf: "wolf",
  "worker-0": "White worker",
  "worker-1": "Black worker",
  "flock-0": "flock of seat 1",
  "flock-1": "flock of seat 2",
  "flock-2": "flock of seat 3",
  "flock-3": "flock of seat 4",
};

export const words = {
  brand: "Bellwether",
  pages: { play: "Play", puzzles: "Puzzles", arena: "Arena", solve: "Solve", learn: "Learn" },
  theme: { auto: "◐ auto", light: "☀ light", dark: "☾ dark", label: "Colours: as the system, light or dark" },
  missing: {
    title: "Not there yet",
    text: "There is no page at this address.",
    back: "Back to the games",
  },
  failed: "Something went wrong on this page; reload it to go on.",
  offline: "The server does not answer. Is bellwether still running?",

  gallery: {
    title: "Choose a game",
    lead: "Play against agents from lamb to bellwether, against friends at one screen, or let agents play each other.",
    recent: "Go on playing",
  },

  setup: {
    start: "Start the game",
    variant: "Variant",
    own: "options of my own",
    options: "Options",
    seats: "Who sits where",
    person: "a person, here",
    levels: "levels",
    agents: "agents",
    other: "an agent with options …",
    spec: "Agent with its options",
    specHelp: (/** @type {string} */ names) => `like pvs:time=1 — there are ${names}`,
    position: "Begin from a position",
    positionLabel: "Position",
    movesLabel: "Then these moves",
    /** @type {Record<string, string>} */
    levelNames: {
      lamb: "lamb — just learning",
      ewe: "ewe — easy",
      ram: "ram — a fair match",
      wolf: "wolf — strong",
      bellwether: "bellwether — the strongest",
    },
  },

  game: {
    you: "you",
    person: "person",
    toMove: "to move",
    thinking: "thinking …",
    paused: "paused",
    move: (/** @type {number} */ ply) => (ply === 0 ? "no move yet" : ply === 1 ? "1 move" : `${ply} moves`),
    yourTurn: (/** @type {string} */ name) => `${capital(name)} to move: your turn.`,
    place: (/** @type {string} */ name) => `${capital(name)}: choose where to start.`,
    theirTurn: (/** @type {string} */ name) => `${capital(name)} to move.`,
    thinks: (/** @type {string} */ name) => `${capital(name)} is thinking …`,
    isPaused: "The agents wait. Resume lets them go on.",
    won: (/** @type {string[]} */ names) => `${names.map(capital).join(" and ")} won.`,
    draw: "A draw.",
    shared: (/** @type {string[]} */ names) => `${names.map(capital).join(" and ")} share the first place.`,
    resigned: (/** @type {string} */ name) => `${capital(name)} resigned.`,
    points: (/** @type {number} */ n) => (n === 1 ? "1 point" : `${n} points`),
    moves: "Moves",
    start: "start",
    undo: "Undo",
    redo: "Redo",
    flip: "Flip",
    resign: "Resign",
    resignSure: "Give the game up?",
    again: "New game",
    hurry: "Move now",
    pause: "Pause",
    resume: "Resume",
    howMany: "How many go?",
    send: (/** @type {number} */ n) => `Send ${n}`,
    cancel: "Cancel",
    curtain: (/** @type {string} */ name) => `Pass the screen to ${name}.`,
    curtainNote: "Nobody else should look now.",
    reveal: "I am here: show my flocks",
    reconnecting: "Reconnecting …",
    gone: "There is no such game; it may have been played on another server.",
    team: (/** @type {number} */ n) => `team ${n}`,
    label: (/** @type {string} */ title, /** @type {string} */ status) => `${title}. ${status}`,
  },

  board: {
    pieces,
    empty: "empty",
    count: (/** @type {string} */ n) => (n === "?" ? "size unknown" : `${n} sheep`),
    canMove: "can move",
    target: "legal target",
    last: "last move",
    chosen: "chosen",
  },

  puzzles: {
    title: "Flow Free",
    lead: "Join the two sources of each colour. Paths fill every cell and never touch themselves.",
    size: (/** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ colors) =>
      `${width}×${height} · ${colors} ${colors === 1 ? "colour" : "colours"}`,
    seed: (/** @type {number} */ seed) => `seed ${seed}`,
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
    start: "Drag from a source, or choose one with the arrow keys and Enter.",
    making: "Making a puzzle …",
    solved: (/** @type {string} */ time, /** @type {number} */ hints) =>
      `Solved in ${time}${hints === 0 ? "" : hints === 1 ? ", with one hint" : `, with ${hints} hints`}.`,
    shown: "This is a solution. Reset to try it yourself.",
    drawing: (/** @type {string} */ label) => `Drawing ${label}.`,
    penUp: "Pen up.",
    isJoined: (/** @type {string} */ label) => `${label} is joined.`,
    right: "All right so far: this can be completed.",
    wrong: (/** @type {string[]} */ labels) =>
      `${list(labels)} ${labels.length === 1 ? "goes" : "go"} wrong where marked. Rub out takes that back.`,
    touches: (/** @type {string[]} */ labels) =>
      `${list(labels)} ${labels.length === 1 ? "touches itself" : "touch themselves"} where marked; a path may not.`,
    unsolvable: "This puzzle has no solution, whatever you draw.",
    unknown: "It would take too long to find out.",
    done: "Nothing is left to draw.",
    hinted: (/** @type {string} */ label) => `A stroke of ${label}.`,
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
    copied: "Copied.",
    copyTitle: "Copy this",
    pasteTitle: "Paste a puzzle",
    pasteNote: "One line a row: a letter or digit is a source, _ or . an empty cell.",
    pasteLabel: "The puzzle's text",
    read: "Play it",
    cancel: "Cancel",
    board: {
      label: (/** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ colors) =>
        `Flow Free, ${width} columns, ${height} rows, ${colors} colours. Enter puts the pen down on a source or a path, arrows draw, Delete rubs out.`,
      cell: (/** @type {number} */ row, /** @type {number} */ column, /** @type {string | undefined} */ label, /** @type {boolean} */ isSource, /** @type {boolean} */ joined) => {
        const what = label === undefined ? (joined ? "path without a colour" : "empty") : isSource ? `source ${label}${joined ? ", with a path" : ""}` : `path of ${label}`;
        return `row ${row}, column ${column}: ${what}`;
      },
    },
  },
};
