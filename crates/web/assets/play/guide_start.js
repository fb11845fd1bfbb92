// @ts-check
/** Sets a guided first game up: one person, and the lowest level in every other seat. */

import { catalogue, openGame, variant } from "../lib/api.js";

/** @param {string} game with its options @param {{position?: string, moves?: string}} [from] @returns {Promise<string>} its path */
export async function startGuided(game, { position, moves } = {}) {
  const [{ levels }, { seats }] = await Promise.all([catalogue(), variant(game, position, moves)]);
  const { id } = await openGame({ game, seats: seats.map((_, seat) => (seat === 0 ? "person" : levels[0])), position: position || undefined, moves: moves || undefined });
  return `/game/${id}?guide`;
}
