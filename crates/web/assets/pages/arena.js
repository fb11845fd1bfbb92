// @ts-check
/** The arena: `/arena` starts and lists tournaments, `/arena/ID` shows one, `/arena/ID/GAME` replays a game. */

import { loadStylesheet } from "../lib/stylesheet.js";
import { mount as mountList } from "./arena/list.js";
import { mount as mountReplay } from "./arena/replay.js";
import { mount as mountTournament } from "./arena/tournament.js";

/** @param {HTMLElement} root @param {import("../main.js").Context} context */
export async function mount(root, context) {
  await loadStylesheet("pages/arena.css");
  const [id, game] = context.parts;
  if (!id) return mountList(root, context);
  return game ? mountReplay(root, context, id, game) : mountTournament(root, context, id);
}
