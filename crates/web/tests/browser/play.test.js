// @ts-check
/** Whole games, by clicks, against agents. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin, move, turn } from "./board.js";
import { open } from "./house.js";

const house = open();

const GAMES = [
  { game: "breakthrough:columns=5,rows=5", seats: ["person", "random"] },
  { game: "wolf-and-sheep", seats: ["person", "random"] },
  { game: "wolves-eat-sheep", seats: ["random", "person"] },
  { game: "battle-sheep", seats: ["person", "random", "greedy", "random"] },
];

for (const { game, seats } of GAMES) {
  test(`${game} is played to its end`, house.visit(async (page) => {
    await begin(page, game, seats);
    let moves = 0;
    while (await turn(page)) {
      await move(page);
      moves += 1;
    }
    assert.ok(moves > 1, `${moves} moves`);
    assert.match((await page.locator(".status").first().textContent()) ?? "", /won|draw|share/i);
  }));
}
