// @ts-check
/** All words of the page, in one place so that others can translate them. */

/** A name with a capital: seats are called `wolf` or `seat 2` by the game. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

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
};
