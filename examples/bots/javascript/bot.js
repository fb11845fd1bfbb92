// A bot for Bellwether: at each of its turns one line of JSON comes in, and one move goes out.
const lines = require("node:readline").createInterface({ input: process.stdin });

// How much you like a move: the bot plays one that it likes best. Make this clever.
//
// turn.board    the rows from the top, each a list of squares: "." is empty, "#" is no square
// turn.seat     who you are, from 1
// turn.history  the moves so far
// turn.time     how many seconds you have, if there is a limit
function worth(move, turn) {
  // Where the move ends: e5 in d4e5; some moves name no row.
  const [, column, rank] = [...move.matchAll(/([a-z])(\d*)/g)].at(-1);
  const row = turn.board[turn.board.length - Number(rank || 1)];
  const takes = row[column.charCodeAt(0) - 97] !== "."; // something stands there: it is taken
  return Number(takes) + Math.random();
}

lines.on("line", (line) => {
  const turn = JSON.parse(line);
  const judged = turn.moves.map((move) => ({ move, worth: worth(move, turn) }));
  const best = judged.reduce((a, b) => (a.worth >= b.worth ? a : b));
  console.error(`ply ${turn.ply}: ${best.move}`); // standard error is your log
  console.log(best.move);
}); // the program ends when the game does
