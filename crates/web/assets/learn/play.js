// @ts-check
/** What the page needs of a search that is played back, whatever its kind. */

import { DepthPlayback } from "./depth.js";
import { GamesPlayback } from "./games.js";

/** @typedef {import("./trace.js").Answer} Answer */
/** @typedef {import("./trace.js").TreeNode} TreeNode */
/** @typedef {import("../lib/api.js").KnownValue} KnownValue */
/** How a node is drawn. @typedef {{top: string, bottom: string, kinds: string[], truth: KnownValue | null, disagrees: boolean, more: string, weight: number}} Mark */
/** The moves at a node. @typedef {{head: string[], rows: {node: number, cells: string[], truth: KnownValue | null, best: boolean}[]}} Table */
/**
 * Steps are numbered from 0; "at" a step means just after it.
 * @typedef {object} Playback
 * @property {Answer} answer
 * @property {TreeNode[]} nodes
 * @property {number} length
 * @property {(at: number) => number} current the node the step is about
 * @property {(at: number, id: number) => number[]} children
 * @property {(at: number, id: number, onPath: number | undefined, most: number) => {nodes: number[], bundles: {text: string, pruned?: boolean}[]}} shown
 * @property {(at: number, id: number) => Mark} mark
 * @property {(at: number) => number} over the step at which what is going on is finished
 * @property {(at: number) => number} choosing the node whose moves the step is about
 * @property {(at: number) => number | null} nextCut
 * @property {(at: number, id: number) => {alpha: number, beta: number} | null} window
 * @property {(at: number, id: number) => string} raw the numbers behind the words, if there are any
 * @property {(at: number) => string} sentence
 * @property {(at: number) => [string, string][]} counts
 * @property {() => number | null} share
 * @property {(at: number, id: number) => Table} table
 * @property {(id: number) => number[]} path
 * @property {Int32Array} [entered] positions looked at up to each step
 */

/** @param {Answer} answer @returns {Playback} */
export const playback = (answer) => (answer.depth ? new DepthPlayback(answer) : new GamesPlayback(answer));
