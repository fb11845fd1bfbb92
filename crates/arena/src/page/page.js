"use strict";
// The list of games and their replays. Nothing here knows a rule: a game comes as squares and what changed on them.
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const part = (name) => document.getElementById(name);
const make = (name, text, names) => {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  if (names) node.className = names;
  return node;
};
const drawn = (name, attributes, text) => {
  const node = document.createElementNS(part("board").namespaceURI, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text !== undefined) node.textContent = text;
  return node;
};
const SIGNS = {w: ["▲", "win"], d: ["◆", "draw"], l: ["▼", "lose"]};
// "w7" is a win in 7, "d" a draw.
const valueWords = (code) => {
  const [sign, word] = SIGNS[code[0]];
  return `${sign} ${word}${code.length > 1 ? ` in ${code.slice(1)}` : ""}`;
};
const scoreWords = (code) => {
  if (!code) return "";
  const number = code.slice(1).replace("-", "−");
  if (code[0] === "p") return number[0] === "−" || number === "0" ? number : `+${number}`;
  return code[0] === "a" ? `≈ ${number}` : valueWords(code);
};
const grouped = (number) => number ? number.toLocaleString("en") : "";
const time = (seconds) => seconds >= 10 ? `${seconds.toFixed(0)} s` : seconds >= 0.001 ? `${Number(seconds.toPrecision(2))} s` : "< 1 ms";
const seatName = (seat) => data.seats[seat] ?? `seat ${seat + 1}`;

// The list.
const PER_PAGE = 50;
const [NUMBER, ROUND, PLAYERS, RESULT, WINNER, REASON, PLIES, REPLAY] = [0, 1, 2, 3, 4, 5, 6, 7];
let page = 0;
const fill = (select, all, names) => {
  select.append(new Option(all, ""), ...names.map((name, index) => new Option(name, index)));
  select.addEventListener("change", () => { page = 0; list(); });
};
const shown = () => {
  const player = part("by-player").value, reason = part("by-reason").value;
  return data.games.filter((game) =>
    (player === "" || game[PLAYERS].includes(Number(player))) && (reason === "" || game[REASON] === Number(reason)));
};
const list = () => {
  const games = shown();
  const pages = Math.max(1, Math.ceil(games.length / PER_PAGE));
  page = Math.min(page, pages - 1);
  part("games").replaceChildren(...games.slice(page * PER_PAGE, (page + 1) * PER_PAGE).map(listed));
  part("pager").hidden = pages === 1;
  part("page-before").disabled = page === 0;
  part("page-after").disabled = page === pages - 1;
  part("page-now").textContent = `${page + 1} of ${pages}`;
};
const listed = (game) => {
  const row = make("tr");
  const number = make("th");
  number.scope = "row";
  if (game[REPLAY]) {
    const button = make("button", game[NUMBER]);
    button.type = "button";
    button.setAttribute("aria-label", `replay game ${game[NUMBER]}`);
    number.append(button);
    row.className = "open";
    row.addEventListener("click", () => open(game));
  } else number.textContent = game[NUMBER];
  row.append(number, make("td", game[ROUND], "number"));
  game[PLAYERS].forEach((player, seat) => {
    const cell = make("td");
    cell.append(make(game[WINNER] === seat ? "b" : "span", data.players[player]));
    row.append(cell);
  });
  const result = make("td", game[RESULT].replaceAll("-", "–").replaceAll("1/2", "½"));
  if (game[WINNER] !== null) result.append(" ", make("small", seatName(game[WINNER])));
  row.append(result, make("td", data.reasons[game[REASON]]), make("td", game[PLIES], "number"));
  return row;
};
const head = (row, names, numbers) => row.replaceChildren(...names.map((name, index) => {
  const cell = make("th", name, numbers.includes(index) ? "number" : "");
  cell.scope = "col";
  return cell;
}));
if (data.games.length) {
  const last = 4 + data.seats.length;
  head(part("games-head"), ["game", "round", ...data.seats, "result", "ended by", "plies"], [1, last]);
  fill(part("by-player"), "anybody", data.players);
  fill(part("by-reason"), "anything", data.reasons);
  part("tools").hidden = false;
  part("page-before").addEventListener("click", () => { page -= 1; list(); });
  part("page-after").addEventListener("click", () => { page += 1; list(); });
  list();
}

// One game.
const dialog = part("replay");
let game = null, replay = null, columns = 0, rows = 0, ply = 0, flipped = false, timer = 0;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const frame = (at) => {
  const cells = data.starts[replay.s][2].slice();
  for (const changes of replay.c.slice(0, at))
    for (let index = 0; index < changes.length; index += 2) cells[changes[index]] = changes[index + 1];
  return cells.map((cell) => data.cells[cell]);
};
const plies = () => replay.c.length;
const logged = (at) => replay.l[at - 1 - replay.o];
const squareName = (square) => `${data.files[square % columns]}${Math.floor(square / columns) + 1}`;
const place = (square) => {
  const file = square % columns, rank = Math.floor(square / columns);
  return flipped ? [columns - 1 - file, rank] : [file, rows - 1 - rank];
};
const shapeOf = (cell) => cell[1];
// The square a piece came from, if just one piece appeared and it can have come from one square only.
const slide = (before, after, squares) => {
  const to = squares.filter((square) => shapeOf(after[square]) && shapeOf(after[square]) !== shapeOf(before[square]));
  if (to.length !== 1) return null;
  const from = squares.filter((square) => square !== to[0] && shapeOf(before[square]) === shapeOf(after[to[0]]));
  return from.length === 1 ? [from[0], to[0]] : null;
};
const describe = (cells) => {
  const found = new Map();
  cells.forEach((cell, square) => {
    if (!shapeOf(cell)) return;
    const name = shapeOf(cell);
    found.set(name, [...(found.get(name) ?? []), squareName(square) + (cell[2] ? ` ${cell[2]}` : "")]);
  });
  const words = [...found].map(([name, squares]) => {
    const [kind, seat] = name.split("-");
    return `${seat === undefined ? kind : `${kind} of ${seatName(Number(seat))}`} on ${squares.join(", ")}`;
  });
  return words.join("; ") || "an empty board";
};
const draw = (moved) => {
  const board = part("board");
  const cells = frame(ply);
  const changes = ply ? replay.c[ply - 1] : [];
  const squares = changes.filter((_, index) => index % 2 === 0);
  const move = moved === 1 && ply && !calm.matches ? slide(frame(ply - 1), cells, squares) : null;
  board.setAttribute("viewBox", `-0.5 -0.05 ${columns + 0.55} ${rows + 0.5}`);
  const parts = [], above = [];
  cells.forEach((cell, square) => {
    const [x, y] = place(square);
    if (cell[0]) parts.push(drawn("rect", {class: cell[0], x, y, width: 1, height: 1}));
    if (squares.includes(square)) {
      parts.push(drawn("rect", {class: "square-last", x, y, width: 1, height: 1}));
      parts.push(drawn("rect", {class: "square-from", x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94}));
    }
    if (!shapeOf(cell)) return;
    const outer = drawn("g", {transform: `translate(${x + 0.5} ${y + 0.5})`});
    const inner = drawn("g", {});
    inner.append(drawn("use", {href: `#${shapeOf(cell)}`}));
    if (cell[2]) inner.append(drawn("text", {class: "count", x: 0.17, y: 0.355}, cell[2]));
    outer.append(inner);
    above.push(outer);
    if (move && move[1] === square) {
      const [fromX, fromY] = place(move[0]);
      inner.animate([{transform: `translate(${fromX - x}px,${fromY - y}px)`}, {transform: "none"}], {duration: 160, easing: "ease-out"});
    }
  });
  for (let rank = 0; rank < rows; rank++)
    above.push(drawn("text", {class: "coord", x: -0.25, y: (flipped ? rank : rows - 1 - rank) + 0.58}, rank + 1));
  for (let file = 0; file < columns; file++)
    above.push(drawn("text", {class: "coord", x: (flipped ? columns - 1 - file : file) + 0.5, y: rows + 0.3}, data.files[file]));
  board.replaceChildren(...parts, ...above);
  board.setAttribute("aria-label", `Board after ply ${ply}: ${describe(cells)}`);
};
const thrown = (log) => {
  const [made, best] = [log?.[6], log?.[7]];
  return made && made[0] !== best[0] ? `threw away a ${SIGNS[best[0]][1]}` : "";
};
const step = (to, moved) => {
  ply = Math.max(0, Math.min(plies(), to));
  draw(moved);
  part("ply").value = ply;
  const log = logged(ply);
  const who = log ? `${seatName(log[0] - 1)} ` : ply && ply <= replay.o ? "opening " : "";
  const words = ply ? [`${ply} of ${plies()}: ${who}${replay.m[ply - 1] ?? ""}`] : [`start, ${plies()} plies to come`];
  if (log?.[6]) words.push(valueWords(log[6]));
  if (thrown(log)) words.push(thrown(log));
  if (ply === plies()) words.push(replay.d);
  part("now").textContent = words.filter(Boolean).join(" · ");
  part("ply").setAttribute("aria-valuetext", words.join(", "));
  for (const name of ["first", "before"]) part(name).disabled = ply === 0;
  for (const name of ["after", "last"]) part(name).disabled = ply === plies();
  const next = logged(ply + 1);
  [...part("seats").children].forEach((seat, index) => {
    const turns = Boolean(next) && next[0] - 1 === index;
    seat.classList.toggle("turn", turns);
    seat.querySelector(".state").textContent = turns ? "to move" : ply === plies() ? seat.dataset.end : "";
  });
  const list = part("moves-rows");
  list.querySelector(".now")?.classList.remove("now");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const row = list.children[ply - 1];
  if (!row) { part("moves").scrollTop = 0; return; }
  row.classList.add("now");
  row.querySelector("button").setAttribute("aria-current", "step");
  const box = part("moves"), room = box.clientHeight - row.offsetHeight;
  if (row.offsetTop < box.scrollTop + 40 || row.offsetTop > box.scrollTop + room) box.scrollTop = row.offsetTop - room / 2;
};
const stop = () => {
  clearInterval(timer);
  timer = 0;
  part("play").textContent = "Play";
  part("now").setAttribute("aria-live", "polite");
};
const play = () => {
  if (timer) return stop();
  if (ply === plies()) step(0, 0);
  part("play").textContent = "Pause";
  // Nobody can listen as fast as it plays.
  part("now").setAttribute("aria-live", "off");
  timer = setInterval(() => { step(ply + 1, 1); if (ply === plies()) stop(); }, 650);
};
const go = (to) => { stop(); step(to, to - ply); };
const COLUMNS = [
  ["table says", (log) => log[6] && valueWords(log[6])],
  ["time", (log) => time(log[1] ?? 0)],
  ["depth", (log) => grouped(log[2])],
  ["nodes", (log) => grouped(log[3])],
  ["simulations", (log) => grouped(log[4])],
  ["expects", (log) => scoreWords(log[5])],
];
const listMoves = () => {
  const used = COLUMNS.filter(([name, text]) => replay.l.some((log) => name === "time" || text(log)));
  const numbers = used.map(([name], index) => name === "table says" ? -1 : index + 3);
  head(part("moves-head"), ["ply", "by", "move", ...used.map(([name]) => name)], [0, ...numbers]);
  part("moves-rows").replaceChildren(...replay.m.slice(0, plies()).map((text, index) => {
    const row = make("tr"), log = logged(index + 1), cell = make("td"), button = make("button", text);
    button.type = "button";
    button.addEventListener("click", () => go(index + 1));
    cell.append(button);
    const who = log ? seatName(log[0] - 1) : index < replay.o ? "opening" : "";
    row.append(make("td", index + 1, "number"), make("td", who, "tag"), cell);
    for (const [name, words] of used) {
      const value = log ? words(log) : "";
      const item = make("td", name === "table says" ? undefined : value, name === "table says" ? "" : "number");
      if (name === "table says" && value) {
        item.append(make("span", value, `value ${SIGNS[log[6][0]][1]}`));
        if (thrown(log)) item.append(make("span", thrown(log), "thrown"));
      }
      row.append(item);
    }
    return row;
  }));
};
const listSeats = () => part("seats").replaceChildren(...game[PLAYERS].map((player, seat) => {
  const item = make("li"), icon = drawn("svg", {viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true"});
  const shape = data.icons[seat];
  if (shape) icon.append(drawn("use", {href: `#${shape}`}));
  const names = make("span");
  names.append(make("b", data.players[player]), " ", make("span", seatName(seat), "tag"));
  const score = replay.p ? `${Number(replay.p[seat].toFixed(2))}` : "";
  item.dataset.end = [game[WINNER] === seat ? "won" : "", score].filter(Boolean).join(" · ");
  item.append(icon, names, make("span", "", "tag state"));
  return item;
}));
const open = (chosen) => {
  game = chosen;
  replay = game[REPLAY];
  [columns, rows] = data.starts[replay.s];
  part("replay-title").textContent = `Game ${game[NUMBER]}`;
  const result = game[RESULT].replaceAll("-", "–").replaceAll("1/2", "½");
  part("replay-result").textContent = `${result}, ${data.reasons[game[REASON]]}: ${replay.d}`;
  part("ply").max = plies();
  listSeats();
  listMoves();
  part("stderr").replaceChildren(...(replay.e ?? []).map(([seat, text]) => {
    const box = make("details");
    box.append(make("summary", `${seatName(seat - 1)} wrote to standard error`), make("pre", text));
    return box;
  }));
  stop();
  if (!dialog.open) dialog.showModal();
  step(0, 0);
  part("play").focus();
  history.replaceState(null, "", `#game-${game[NUMBER]}`);
};
part("close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => { stop(); history.replaceState(null, "", location.pathname + location.search); });
part("first").addEventListener("click", () => go(0));
part("before").addEventListener("click", () => go(ply - 1));
part("after").addEventListener("click", () => go(ply + 1));
part("last").addEventListener("click", () => go(plies()));
part("play").addEventListener("click", play);
part("ply").addEventListener("input", (event) => go(Number(event.target.value)));
const flip = () => { flipped = !flipped; part("flip").setAttribute("aria-pressed", flipped); draw(0); };
part("flip").addEventListener("click", flip);
dialog.addEventListener("keydown", (event) => {
  if (event.target.type === "range" || event.altKey || event.ctrlKey || event.metaKey) return;
  const keys = {ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(plies()), f: flip};
  if (event.target.tagName !== "BUTTON") keys[" "] = play;
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
// #game-12 opens game 12, and #game-12-30 its thirtieth ply.
const asked = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
const found = asked && data.games.find((one) => one[NUMBER] === Number(asked[1]) && one[REPLAY]);
if (found) { open(found); go(Number(asked[2] ?? 0)); }
})();
