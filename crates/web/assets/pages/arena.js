// @ts-check
/**
 * The arena: `/arena` starts and lists tournaments, `/arena/ID` shows one, `/arena/ID/GAME` replays a game; there are
 * `/arena/ID/pair/A/B`, `/arena/ID/openings`, and `/arena/ratings?game=…` besides.
 */

import { loadStylesheet } from "../lib/stylesheet.js";

/** @param {HTMLElement} root @param {import("../main.js").Context} context */
export async function mount(root, context) {
  await loadStylesheet("pages/arena.css");
  const [id, what, ...rest] = context.parts;
  if (!id) return (await import("./arena/list.js")).mount(root, context);
  if (id === "ratings") return (await import("./arena/ratings.js")).mount(root, context);
  if (!what) return (await import("./arena/tournament.js")).mount(root, context, id);
  if (what === "pair") return (await import("./arena/pair.js")).mount(root, context, id, rest[0] ?? "", rest[1] ?? "");
  if (what === "openings") return (await import("./arena/openings.js")).mount(root, context, id, rest[0]);
  return (await import("./arena/replay.js")).mount(root, context, id, what);
}
