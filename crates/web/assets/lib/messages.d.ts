// Made from crates/web/src/message.rs by a test, which says how to write it anew.

/**
 * A move worth considering.
 */
export type Advice = { ply: number, text: string, squares: Array<string>, 
/**
 * Its exact value, if known.
 */
worth: ValueJson | null, score: ScoreJson | null, };

/**
 * What can be done now.
 */
export type AllowedActions = { undo: boolean, redo: boolean, resign: boolean, };

/**
 * A move's text, and how many pieces go.
 */
export type Amount = { text: string, amount?: number | null, };

/**
 * What an agent thinks of a position.
 */
export type Analysis = { ply: number, seat: number, agent: string, depth: number, nodes: number, seconds: number, 
/**
 * Whether it has ended.
 */
done: boolean, lines: Array<AnalysisLine>, };

/**
 * A move with the play that is expected after it.
 */
export type AnalysisLine = { text: string, score: ScoreJson | null, line: Array<string>, };

/**
 * The board after so many moves.
 */
export type BoardFrame = { ply: number, picture: BoardJson, last: Array<string>, position: string | null, scores: Array<number> | null, turn: number | null, };

/**
 * A board: its size, and its squares rank by rank from the bottom, each from the left.
 */
export type BoardJson = { columns: number, rows: number, 
/**
 * For each square its ground (`light`, `dark`, `idle`, `wall`), the piece's shape if one stands
 * there, and the number on it.
 */
cells: Array<Array<string>>, };

/**
 * A message from the page to a game.
 */
export type ClientMessage = { "type": "move", text: string, ply: number, } | { "type": "undo" } | { "type": "redo" } | { "type": "resign" } | { "type": "hurry" } | { "type": "pause" } | { "type": "resume" } | { "type": "pace", seconds: number, } | { "type": "reveal" } | { "type": "seats", seats: Array<string>, } | { "type": "frame", ply: number, } | { "type": "hint" } | { "type": "judge", on: boolean, ply: number | null, } | { "type": "truth", on: boolean, ply: number | null, } | { "type": "analyse", on: boolean, ply: number | null, agent: string | null, lines: number | null, } | { "type": "line", moves: Array<string>, } | { "type": "review" } | { "type": "verdict", index: number, } | { "type": "threats" } | { "type": "rematch", swap: boolean, } | { "type": "answer", accept: boolean, };

/**
 * The clocks of a game.
 */
export type ClockState = { 
/**
 * `300+3` for five minutes and three seconds for every move, or `30/move`.
 */
time: string, 
/**
 * The seconds that each seat has left.
 */
left: Array<number>, 
/**
 * The seat whose time runs.
 */
running: number | null, };

/**
 * `POST /api/games`: a game to be set up.
 */
export type CreateRequest = { 
/**
 * The game with its options.
 */
game: string, 
/**
 * `person`, an agent, or `friend` for a person on another screen, for each seat; you against the middle level if
 * not given.
 */
seats: Array<string>, 
/**
 * A position to begin from.
 */
position: string | null, 
/**
 * Moves to make first, separated by blanks or commas.
 */
moves: string | null, 
/**
 * The time of each seat: `300+3` in seconds, or `30/move`; no limit if not given.
 */
clock: string | null, 
/**
 * The random seed; drawn if not given.
 */
seed: number | null, 
/**
 * Whether agents wait at first.
 */
paused: boolean, };

/**
 * The answer to `POST /api/games`.
 */
export type CreatedGame = { id: string, 
/**
 * In a game on several screens: the key of who set it up.
 */
key: string | null, 
/**
 * The moves of a PGN that has variations.
 */
variations: Array<VariationMove>, };

/**
 * How a game ended.
 */
export type EndingJson = { 
/**
 * The seats that won; all of them in a draw.
 */
winners: Array<number>, payoffs: Array<number>, 
/**
 * The seat that gave up, if one did.
 */
resigned: number | null, 
/**
 * Why it is over by the game's rules: a clause that follows "White won:".
 */
why: string | null, };

/**
 * A bot that failed, or a person who gave up.
 */
export type Forfeit = { seat: number, who: string, 
/**
 * `timeout`, `crash`, `illegal move`, `protocol violation` or `resignation`.
 */
reason: string, 
/**
 * What happened; empty if there is no more to say, or a hidden hand would be given away.
 */
detail: string, };

/**
 * What is known to be true of a game.
 */
export type GameTruth = { 
/**
 * The ply of `value` and `moves`.
 */
ply: number, 
/**
 * `table`, `strategy` if the winner is proven, or `here` if the game was solved on the spot; none if nothing is
 * known.
 */
source: 'table' | 'strategy' | 'here' | null, 
/**
 * If nothing is known: whether nothing ever will be, because the game has too many positions for a table.
 */
tooLarge: boolean, 
/**
 * The seat to move there, and the position's value for it.
 */
seat: number | null, worth: ValueJson | null, 
/**
 * Every legal move, best first.
 */
moves: Array<MoveValueJson>, 
/**
 * Each position's value for the first seat.
 */
curve: Array<ValueJson | null>, 
/**
 * The moves that threw something away.
 */
slips: Array<Mistake>, };

/**
 * Two players against each other, from the first one's point of view.
 */
export type HeadToHeadJson = { games: number, 
/**
 * How many of them differ.
 */
distinct: number, all: ScoreCount, 
/**
 * Points a game, and the 95 % interval.
 */
score: number, interval: [number, number], 
/**
 * Elo difference, its margin, and the likelihood of superiority; at tables of two.
 */
elo: [number, number, number] | null, 
/**
 * Pairs that brought 0, ½, 1, 1½ and 2 points, if sides were swapped.
 */
pairs: [number, number, number, number, number] | null, 
/**
 * The difference of ratings from all games, and its margin.
 */
rating: [number, number], bySeat: Array<ScoreCount>, };

/**
 * The judge's value of a position, for the seat to move.
 */
export type Judgement = { ply: number, seat: number, score: ScoreJson, };

/**
 * `GET /api/games/ID/links`, for whoever set the game up.
 */
export type LinkList = { 
/**
 * Where other machines reach this server, the likeliest first; empty if only this machine does.
 */
hosts: Array<string>, 
/**
 * What the links begin with: the likeliest of these, or the address at which the page was asked for.
 */
origin: string, seats: Array<SeatLink>, };

/**
 * What a page is told of a game on several screens. Keys are not among it.
 */
export type LinkState = { 
/**
 * The seat that this page plays; none only watches.
 */
seat: number | null, 
/**
 * For each seat whether its person has a page open; none where there is no link.
 */
here: Array<boolean | null>, 
/**
 * Whether hints, values and analyses may be asked for.
 */
ask: boolean, 
/**
 * Whether this page may pause the game.
 */
pause: boolean, proposal: ProposalJson | null, 
/**
 * The game of the rematch.
 */
next: string | null, };

/**
 * A game as a spectator may see it.
 */
export type LiveBoardJson = { 
/**
 * Its number in the tournament.
 */
number: number, 
/**
 * The player of each seat.
 */
players: Array<number>, columns: number, rows: number, 
/**
 * The squares, as indices of the cells.
 */
squares: Array<number>, 
/**
 * The squares of the last move.
 */
last: Array<string>, 
/**
 * Its text, as everybody may know it.
 */
text: string | null, 
/**
 * How many moves were made, the opening's included.
 */
ply: number, 
/**
 * The seat to move; none at the end.
 */
turn: number | null, 
/**
 * How long the last move took, in seconds.
 */
seconds: number | null, 
/**
 * For how long the seat to move has been thinking, in seconds.
 */
thinking: number, 
/**
 * What each seat has on its clock, in seconds; empty without clocks.
 */
clocks: Array<number>, 
/**
 * What each seat has, in games with scores.
 */
scores: Array<number> | null, 
/**
 * How it ended, if it has.
 */
ended: LiveEnding | null, };

/**
 * How a game ended.
 */
export type LiveEnding = { 
/**
 * `1-0` and the like.
 */
result: string, 
/**
 * The seat that won alone.
 */
winner: number | null, 
/**
 * Why, in a sentence.
 */
detail: string, };

/**
 * The games in progress, on small boards.
 */
export type LiveUpdate = { 
/**
 * How many games are being played.
 */
running: number, 
/**
 * Every kind of square there is on the boards.
 */
cells: Array<Array<string>>, 
/**
 * A game for each place; one that has ended stays for a moment.
 */
boards: Array<LiveBoardJson | null>, };

/**
 * A move that threw something away.
 */
export type Mistake = { 
/**
 * Its place among the moves, from 0.
 */
index: number, seat: number, best: ValueJson, made: ValueJson, };

/**
 * A move that was made, as the viewer may know it.
 */
export type MoveMade = { text: string, seat: number, squares: Array<string>, };

/**
 * A legal move and its value for the seat that makes it.
 */
export type MoveValueJson = { text: string, worth: ValueJson, };

/**
 * Legal moves between the same squares; there are several where they differ by an amount.
 */
export type OfferedMoves = { 
/**
 * The square it leaves and the one it enters; a placement has one.
 */
squares: Array<string>, moves: Array<Amount>, };

/**
 * Where some games began, and how they went.
 */
export type OpeningJson = { 
/**
 * Its number, from 1, in the order in which openings were first played.
 */
number: number, 
/**
 * The game with its options: fields may be dealt anew.
 */
game: string, 
/**
 * The position that it began from, if not the game's own.
 */
position: string | null, moves: Array<string>, picture: BoardJson, 
/**
 * The seat to move.
 */
turn: number | null, games: number, 
/**
 * Points in each seat.
 */
seats: Array<SeatPoints>, 
/**
 * Points of each player.
 */
players: Array<SeatPoints>, };

/**
 * A page of a tournament's openings.
 */
export type OpeningList = { openings: Array<OpeningJson>, count: number, page: number, pages: number, };

/**
 * What a person asks of the others.
 */
export type ProposalJson = { kind: 'undo' | 'rematch' | 'swap', 
/**
 * Who asks.
 */
seat: number, 
/**
 * Who has not agreed yet.
 */
awaited: Array<number>, };

/**
 * A QR code as a drawing: what is dark, on a light square.
 */
export type QrDrawing = { 
/**
 * How many modules it is wide and high, with the empty ones around it.
 */
size: number, 
/**
 * The dark modules, as the path of an SVG.
 */
path: string, };

/**
 * A player in a list of ratings: an agent, with what its moves may take.
 */
export type RatedPlayer = { name: string, agent: string, 
/**
 * What a move may take besides the agent's own limits; empty if nothing is said.
 */
limits: string, games: number, rating: number, margin: number, 
/**
 * Whether a match with it can be asked for here.
 */
available: boolean, };

/**
 * The ratings of a game's players, and how they came about.
 */
export type RatingHistory = { game: string, title: string, seats: Array<string>, 
/**
 * Games and how many of them differ.
 */
games: number, distinct: number, 
/**
 * Tournaments that were read, and such as were not because there are too many games.
 */
tournaments: number, leftOut: number, 
/**
 * Whether games connect all players: otherwise some ratings cannot be compared.
 */
connected: boolean, 
/**
 * The players, best first.
 */
players: Array<RatedPlayer>, moments: Array<RatingMomentJson>, };

/**
 * Ratings after so many games.
 */
export type RatingMomentJson = { games: number, 
/**
 * When the tournament of the last of them began.
 */
began: string, 
/**
 * Player, rating and margin.
 */
ratings: Array<[number, number, number]>, };

/**
 * A game among the recent ones.
 */
export type RecentGame = { id: string, game: string, seats: Array<string>, plies: number, over: boolean, 
/**
 * Seconds since it was last changed.
 */
age: number, };

/**
 * A look back at a game: what each position was worth, and what each move kept or threw away.
 */
export type Review = { 
/**
 * Where the values come from: a `table`, a solution made `here`, or the `judge`; none if nobody can say.
 */
source: 'table' | 'here' | 'judge' | null, 
/**
 * How many positions are looked at so far, and how many there are.
 */
done: number, positions: number, 
/**
 * Each position's value for the first seat, as far as it is known; in a game of two.
 */
curve: Array<ReviewValue>, 
/**
 * The moves, as far as both positions around them are known.
 */
moves: Array<ReviewedMove>, 
/**
 * Each seat's score after every move, in games that have scores.
 */
scores: Array<Array<number>> | null, };

/**
 * What a position is worth to a seat.
 */
export type ReviewValue = { 
/**
 * The chance to win, a draw counted as half a win.
 */
chance: number | null, 
/**
 * The exact value, if it is known.
 */
worth: ValueJson | null, };

/**
 * A move of a game that is looked back at. Values are for the seat that made it.
 */
export type ReviewedMove = { 
/**
 * Its place among the moves, from 0.
 */
index: number, seat: number, 
/**
 * Before the move, with the best one; and with the one that was made. Both are counted from before the move.
 */
before: ReviewValue, after: ReviewValue, 
/**
 * A best move, and its squares.
 */
best: string | null, squares: Array<string>, 
/**
 * The best answer to the move that was made, its squares, and who gives it.
 */
reply: string | null, replySquares: Array<string>, replier: number | null, 
/**
 * A move that would have won at once, if the one that was made did not.
 */
missed: string | null, 
/**
 * The answer that wins at once, if another move would have stopped it.
 */
allowed: string | null, 
/**
 * Whether there was a choice that mattered: with a table, one move keeps the result and another does not; or somebody
 * could win at once, and not after every move.
 */
mattered: boolean, 
/**
 * Whether the move that was made is as good as the best.
 */
kept: boolean, };

/**
 * Games won, drawn and lost; or places ahead, level and behind at larger tables.
 */
export type ScoreCount = { wins: number, draws: number, losses: number, };

/**
 * What a search expects, for the seat to move.
 */
export type ScoreJson = { 
/**
 * Its chance to win, a draw counted as half a win; none if nobody knows what the number means.
 */
chance: number | null, 
/**
 * The value as the search has it.
 */
text: string, kind: 'points' | 'average' | 'win' | 'lose' | 'draw', 
/**
 * Points, an average, or plies.
 */
number: number, };

/**
 * A seat's link.
 */
export type SeatLink = { seat: number, 
/**
 * What follows the origin.
 */
path: string, 
/**
 * The whole link for the camera of a telephone: it is drawn here, so that no address has to have it.
 */
qr: QrDrawing | null, };

/**
 * Games, and the points in them.
 */
export type SeatPoints = { games: number, points: number, };

/**
 * A seat's player and score.
 */
export type SeatState = { 
/**
 * What the game calls the seat.
 */
name: string, 
/**
 * `person`, or the agent's specification.
 */
who: string, 
/**
 * Whether it is an outside program, which cannot be hurried.
 */
bot?: boolean, score?: number | null, 
/**
 * How many bytes its program has written to standard error, of those that are kept and may be read:
 * `/api/games/ID/stderr` has them.
 */
wrote?: number, };

/**
 * What the program of a seat wrote to standard error.
 */
export type SeatStderr = { 
/**
 * Counted from 0.
 */
seat: number, text: string, };

/**
 * A message from the server.
 */
export type ServerMessage = { "type": "state" } & Snapshot | { "type": "thinking" } & ThinkingState | { "type": "hint" } & Advice | { "type": "judgement" } & Judgement | { "type": "truth" } & GameTruth | { "type": "analysis" } & Analysis | { "type": "review" } & Review | { "type": "verdict" } & ReviewedMove | { "type": "threats" } & ThreatsSeen | { "type": "frame" } & BoardFrame | { "type": "error", text: string, };

/**
 * A game's state.
 */
export type Snapshot = { id: string, 
/**
 * The game's specification.
 */
game: string, 
/**
 * Its name alone, and in print.
 */
name: string, title: string, 
/**
 * Its variant in words: what the card calls it, or its options.
 */
about: string, seats: Array<SeatState>, 
/**
 * Seats that win and lose together, if any do.
 */
teams?: Array<Array<number>>, 
/**
 * How many moves were made.
 */
ply: number, moves: Array<MoveMade>, 
/**
 * The position's text as the viewer may know it; none behind the curtain.
 */
position: string | null, 
/**
 * The position it began from, if that is not the game's own start.
 */
start?: string | null, picture: BoardJson, 
/**
 * What the person to move may do; empty if no person is to move.
 */
legal: Array<OfferedMoves>, 
/**
 * Whose turn it is; none when the game is over.
 */
turn: number | null, over: EndingJson | null, 
/**
 * Bots that failed: at a table of two that ended the game. And people who gave up at a larger one.
 */
faults?: Array<Forfeit>, 
/**
 * The squares of the last move.
 */
last: Array<string>, 
/**
 * Whether the game has hidden information, and the seat whose view this is.
 */
hidden: boolean, eyes: number | null, 
/**
 * The seat that has to take the screen first, in a hidden game of several people.
 */
curtain: number | null, can: AllowedActions, paused: boolean, 
/**
 * Why it is, if an agent could not go on.
 */
trouble?: string | null, pace: number, 
/**
 * The seat whose agent is thinking.
 */
thinking: number | null, 
/**
 * Whether the game can be solved, or its winner is proven, so that it makes sense to ask for the truth.
 */
solvable: boolean, 
/**
 * Whether the board is turned, so that the only person's pieces begin at the bottom.
 */
turned: boolean, 
/**
 * Whether the judge's values become chances to win in this game.
 */
judged: boolean, 
/**
 * The clocks, in a game that has some.
 */
clock?: ClockState | null, 
/**
 * In a game on several screens: whose page this is, and who is there.
 */
link?: LinkState | null, };

/**
 * A sequential test under way.
 */
export type SprtState = { 
/**
 * The leads that are compared.
 */
elo0: number, elo1: number, 
/**
 * What they measure.
 */
model: string, 
/**
 * The log-likelihood ratio, and where it decides.
 */
llr: number, low: number, high: number, 
/**
 * Which lead is accepted, if one is: 0 or 1.
 */
accepted: number | null, 
/**
 * Games that do not count: they, or the other game of their pair, had been played before.
 */
leftOut: number, };

/**
 * What the agent that thinks has found so far. It is not told where it would give a hidden hand away.
 */
export type ThinkingState = { seat: number, 
/**
 * How many moves had been made when it began.
 */
ply: number, depth: number, 
/**
 * Positions visited, or games simulated.
 */
nodes: number, seconds: number, score: ScoreJson | null, line: Array<string>, };

/**
 * Who can win at once, at somebody's turn.
 */
export type ThreatsSeen = { ply: number, 
/**
 * Whether a move wins.
 */
win: boolean, 
/**
 * The seat that can win with the next move after some moves, but not after all.
 */
danger: number | null, };

/**
 * A position's or a move's value: `win`, `draw` or `lose`, and in how many plies.
 */
export type ValueJson = { value: 'win' | 'draw' | 'lose', remoteness: number | null, };

/**
 * A move of a PGN with variations.
 */
export type VariationMove = { move: MoveMade, 
/**
 * The place of the move before it, from 0; none at the start.
 */
after: number | null, };
