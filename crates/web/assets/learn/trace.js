// @ts-check
/**
 * A search as the server wrote it down (`crates/web/src/trace.rs`), read into nodes that know their
 * parents and children.
 */

import { fetchJson } from "../lib/api.js";

/** @typedef {import("../lib/api.js").Picture} Picture */
/** @typedef {import("../lib/api.js").KnownValue} KnownValue */
/** Parent, move, who is to move, its squares, what changed on the board, truth, whether it disagrees. @typedef {[number | null, string | null, number | null, string[], [number, string[]][], string | null, boolean]} Shown */
/** Alpha, beta, leaf (0 no, 1 judged, 2 over), value, the same in words, moves not visited, bound (0 exact, -1 at most, 1 at least). @typedef {[number | null, number | null, number, number | null, string | null, number, number]} Visited */
/** The path below the root, the first and the end of the new nodes, random moves, what each seat got. @typedef {[number[], number, number, number, number[]]} Played */
/** The chance is the logistic function of slope · asinh((value − centre) / unit) + odds. @typedef {{centre: number, unit: number, slope: number, odds: number}} Chances */
/**
 * @typedef {object} Answer
 * @property {string} game
 * @property {string} title
 * @property {string} agent
 * @property {number} seat whose values these are
 * @property {string[]} seats
 * @property {string} position
 * @property {boolean} hidden
 * @property {Picture} picture
 * @property {"table" | "here" | null} source where the truth comes from
 * @property {boolean} whole whether all of it was written down
 * @property {Chances | null} chances what turns a value into the seat's chance to win
 * @property {{text: string, score: string | null, chance: number | null} | null} chosen
 * @property {Shown[]} nodes
 * @property {{visited: Visited[], events: number[], visits: number, full: number | null}} [depth]
 * @property {{exploration: number, games: Played[], all: number}} [simulated]
 */
/**
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {number | null} parent
 * @property {number} level
 * @property {string} text the move that leads here
 * @property {number | null} mover who is to move; null if the game is over
 * @property {string[]} squares
 * @property {[number, string[]][]} changed
 * @property {KnownValue | null} truth for the seat that searches; plies are counted from the start of the search, as its own are
 * @property {boolean} disagrees whether the search takes a move here that the table says is worse
 * @property {number[]} children
 * @property {number} born the step it first appears at
 */

/** The chance to win that a value means, as the server reckons it. @param {Chances} chances @param {number} value */
export function chanceOf({ centre, unit, slope, odds }, value) {
  const chance = 1 / (1 + Math.exp(-(slope * Math.asinh((value - centre) / unit) + odds)));
  return Math.max(0.01, Math.min(0.99, chance));
}

/** Asks for a search. @param {{game: string, position: string, moves: string, agent: string}} asked @param {AbortSignal} signal @returns {Promise<Answer>} */
export const requestTrace = (asked, signal) => fetchJson("/api/trace", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked), signal });

/** @param {string | null} code `w7`, `d` or `l3` @param {number} level plies from the start to that position @returns {KnownValue | null} */
function worth(code, level) {
  if (!code) return null;
  if (code === "d") return { value: "draw", remoteness: null };
  return { value: code[0] === "w" ? "win" : "lose", remoteness: Number(code.slice(1)) + level };
}

/** @param {Answer} answer @returns {TreeNode[]} */
export function readNodes(answer) {
  /** @type {TreeNode[]} */
  const nodes = [];
  answer.nodes.forEach(([parent, text, mover, squares, changed, truth, disagrees], id) => {
    const level = parent === null ? 0 : nodes[parent].level + 1;
    nodes.push({ id, parent, level, text: text ?? "", mover, squares, changed, truth: worth(truth, level), disagrees, children: [], born: Infinity });
    if (parent !== null) nodes[parent].children.push(id);
  });
  return nodes;
}

/** The nodes from the root to this one. @param {TreeNode[]} nodes @param {number} id */
export function pathTo(nodes, id) {
  const path = [id];
  for (let above = nodes[id].parent; above !== null; above = nodes[above].parent) path.unshift(above);
  return path;
}

/** The board at a node: the root's with everything that changed on the way. @param {Answer} answer @param {TreeNode[]} nodes @param {number} id @returns {Picture} */
export function pictureAt(answer, nodes, id) {
  const cells = [...answer.picture.cells];
  for (const node of pathTo(nodes, id)) for (const [square, cell] of nodes[node].changed) cells[square] = cell;
  return { ...answer.picture, cells };
}
