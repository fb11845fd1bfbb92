// @ts-check
/** What agents are, for people who have never heard of search. Agents from outside speak for themselves. */

import { capital } from "./phrases.js";

/** What the field calls it, and what it does. @type {Record<string, {field: string, text: string}>} */
const AGENTS = {
  random: { field: "random moves", text: "Plays any legal move, each as likely as another. It does not think at all." },
  greedy: { field: "one-ply search", text: "Tries each of its moves once and takes the one after which the board looks best, by a rule of thumb. It does not think about replies." },
  minimax: { field: "minimax search", text: "Looks at every line of play to a fixed depth and judges the boards at its end by a rule of thumb. It expects that you always reply as well as possible." },
  alphabeta: { field: "alpha-beta pruning", text: "Finds the same moves as minimax, but leaves out lines that cannot change its choice. So it looks further in the same time." },
  pvs: { field: "principal variation search", text: "Alpha-beta at its strongest: it looks one move deeper again and again, as long as it may, and remembers positions that it has met." },
  maxn: { field: "max-n search", text: "Looks ahead to a fixed depth and expects that every seat does what is best for itself." },
  paranoid: { field: "paranoid search", text: "Looks ahead to a fixed depth and expects that all others play against it. That makes it careful, and lets it leave out many lines." },
  brs: { field: "best-reply search", text: "Looks ahead to a fixed depth and expects that only one of the others replies: the one who hurts it most. So it looks further than with everybody's replies." },
  uct: { field: "Monte Carlo tree search in its plain form, UCT", text: "Plays many games by chance in its head, more of them with moves that did well so far, and takes the move that it tried most. It needs no rule of thumb." },
  mcts: { field: "Monte Carlo tree search", text: "Plays many games in its head, as uct does, but with moves that make sense in this game. It proves wins and losses where it can, and keeps its tree from move to move." },
  perfect: { field: "play by a solved table", text: "Looks up what every move is really worth, and never throws a result away. It needs a table of this very game: “Solve” makes one." },
};

export const agentWords = {
  group: (/** @type {string} */ name) => `${capital(name)}: an agent`,
  agent: "Agent",
  /** Its name, and what the field calls it. */
  title: (/** @type {string} */ name) => (Object.hasOwn(AGENTS, name) ? `${name} — ${AGENTS[name].field}` : name),
  /** What it is, in a sentence or two. @type {(agent: {name: string, summary: string}) => string} */
  about: ({ name, summary }) => (Object.hasOwn(AGENTS, name) ? AGENTS[name].text : `${capital(summary)}.`),
  learn: "Watch it search, step by step",
  options: (/** @type {number} */ given) => (given ? `Options (${given} set)` : "Options"),
  usual: (/** @type {string} */ value) => `as usual: ${value}`,
  help: (/** @type {string} */ help, /** @type {string} */ takes, /** @type {string} */ usual) => `${capital(help)}${takes ? ` (${takes})` : ""}. Usually ${usual}.`,
  /** What a default is called here. @type {Record<string, string>} */
  defaults: { "the command's --seed": "drawn anew" },
  text: "As text",
  textHelp: "The same in one line, as commands and addresses have it. It can be typed, too.",
  all: "All agents of this game, explained",
  plies: "A ply is one move of one side.",
};
