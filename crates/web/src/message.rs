//! The messages between the page and the server: the contract. `assets/lib/messages.d.ts` is made from it.
//!
//! Over a game's socket the server sends [`ServerMessage`] and the page [`ClientMessage`], each as one JSON object with
//! its `type`. On every change the whole [`Snapshot`] is sent: it is small, and nothing can get out of
//! step. Seats and plies are counted from 0, squares have names such as `c4`.

use bellwether_catalog::Score;
use bellwether_core::Value;
use serde::{Deserialize, Serialize};

use crate::board_json::BoardJson;
use crate::qr_code::QrDrawing;

/// A message from the page to a game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum ClientMessage {
    /// Make this move. `ply` says how many moves the page has seen, so that a late click does no harm.
    Move { text: String, ply: usize },
    /// Go back to a person's previous turn.
    Undo,
    /// Make the moves again that were taken back last.
    Redo,
    /// The person to move gives up.
    Resign,
    /// The agent that thinks shall answer now, with what it has.
    Hurry,
    /// Agents stop thinking until `Resume`.
    Pause,
    /// Agents go on.
    Resume,
    /// How long an agent's move stays on the board at least, in seconds.
    Pace { seconds: f64 },
    /// The person to move has the screen: show its hand.
    Reveal,
    /// Changes the players: `person` or an agent for each seat.
    Seats { seats: Vec<String> },
    /// Show the board as it was after so many moves.
    Frame { ply: usize },
    /// What would be a good move?
    Hint,
    /// Send the judge's value of the position, now and after every change; at an earlier ply if one is given.
    Judge { on: bool, ply: Option<usize> },
    /// Send every move's value, now and after every change; at an earlier ply if one is given.
    Truth { on: bool, ply: Option<usize> },
    /// Let an agent analyse the position, now and after every change.
    Analyse { on: bool, ply: Option<usize>, agent: Option<String>, lines: Option<usize> },
    /// Go to the position after these moves, in an open game without agents.
    Line { moves: Vec<String> },
    /// Look at every move that was made: which were best, and what the others threw away.
    Review,
    /// What was this one of the moves worth, from 0? By the same rule as in a review.
    Verdict { index: usize },
    /// Who can win at once?
    Threats,
    /// In a game on several screens: the same game again, with other seats if `swap`. The others are asked.
    Rematch { swap: bool },
    /// Agrees to what another person asks for, or not; who asked takes it back by `false`.
    Answer { accept: bool },
}

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum ServerMessage {
    /// The game's state.
    State(Box<Snapshot>),
    /// What the agent that thinks has found so far.
    Thinking(ThinkingState),
    /// A good move.
    Hint(Advice),
    /// What the judge thinks of the position.
    Judgement(Judgement),
    /// What is known to be true.
    Truth(GameTruth),
    /// What an agent thinks of the position.
    Analysis(Analysis),
    /// What the moves that were made are worth.
    Review(Review),
    /// What one of them is worth.
    Verdict(ReviewedMove),
    /// Who can win at once.
    Threats(ThreatsSeen),
    /// The board at an earlier ply.
    Frame(BoardFrame),
    /// Something could not be done; one sentence that says why.
    Error { text: String },
}

impl ServerMessage {
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A game's state.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Snapshot {
    pub(crate) id: String,
    /// The game's specification.
    pub(crate) game: String,
    /// Its name alone, and in print.
    pub(crate) name: String,
    pub(crate) title: String,
    /// Its variant in words: what the card calls it, or its options.
    pub(crate) about: String,
    pub(crate) seats: Vec<SeatState>,
    /// Seats that win and lose together, if any do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) teams: Vec<Vec<usize>>,
    /// How many moves were made.
    pub(crate) ply: usize,
    pub(crate) moves: Vec<MoveMade>,
    /// The position's text as the viewer may know it; none behind the curtain.
    pub(crate) position: Option<String>,
    /// The position it began from, if that is not the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) start: Option<String>,
    pub(crate) picture: BoardJson,
    /// What the person to move may do; empty if no person is to move.
    pub(crate) legal: Vec<OfferedMoves>,
    /// Whose turn it is; none when the game is over.
    pub(crate) turn: Option<usize>,
    pub(crate) over: Option<EndingJson>,
    /// Bots that failed: at a table of two that ended the game. And people who gave up at a larger one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) faults: Vec<Forfeit>,
    /// The squares of the last move.
    pub(crate) last: Vec<String>,
    /// Whether the game has hidden information, and the seat whose view this is.
    pub(crate) hidden: bool,
    #[serde(rename = "eyes")]
    pub(crate) view_seat: Option<usize>,
    /// The seat that has to take the screen first, in a hidden game of several people.
    pub(crate) curtain: Option<usize>,
    pub(crate) can: AllowedActions,
    pub(crate) paused: bool,
    /// Why it is, if an agent could not go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) trouble: Option<String>,
    pub(crate) pace: f64,
    /// The seat whose agent is thinking.
    pub(crate) thinking: Option<usize>,
    /// Whether the game can be solved, or its winner is proven, so that it makes sense to ask for the truth.
    pub(crate) solvable: bool,
    /// Whether the board is turned, so that the only person's pieces begin at the bottom.
    pub(crate) turned: bool,
    /// Whether the judge's values become chances to win in this game.
    pub(crate) judged: bool,
    /// The clocks, in a game that has some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<ClockState>,
    /// In a game on several screens: whose page this is, and who is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) link: Option<LinkState>,
}

/// The clocks of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ClockState {
    /// `300+3` for five minutes and three seconds for every move, or `30/move`.
    pub(crate) time: String,
    /// The seconds that each seat has left.
    pub(crate) left: Vec<f64>,
    /// The seat whose time runs.
    pub(crate) running: Option<usize>,
}

/// What a page is told of a game on several screens. Keys are not among it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LinkState {
    /// The seat that this page plays; none only watches.
    pub(crate) seat: Option<usize>,
    /// For each seat whether its person has a page open; none where there is no link.
    pub(crate) here: Vec<Option<bool>>,
    /// Whether hints, values and analyses may be asked for.
    pub(crate) ask: bool,
    /// Whether this page may pause the game.
    pub(crate) pause: bool,
    pub(crate) proposal: Option<ProposalJson>,
    /// The game of the rematch.
    pub(crate) next: Option<String>,
}

/// What a person asks of the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ProposalJson {
    #[cfg_attr(test, ts(type = "'undo' | 'rematch' | 'swap'"))]
    pub(crate) kind: &'static str,
    /// Who asks.
    pub(crate) seat: usize,
    /// Who has not agreed yet.
    pub(crate) awaited: Vec<usize>,
}

/// The answer to `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct CreatedGame {
    pub(crate) id: String,
    /// In a game on several screens: the key of who set it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<String>,
    /// The moves of a PGN that has variations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) variations: Vec<VariationMove>,
}

/// A move of a PGN with variations.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct VariationMove {
    #[serde(rename = "move")]
    pub(crate) made: MoveMade,
    /// The place of the move before it, from 0; none at the start.
    pub(crate) after: Option<usize>,
}

/// `GET /api/games/ID/links`, for whoever set the game up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LinkList {
    /// Where other machines reach this server, the likeliest first; empty if only this machine does.
    pub(crate) hosts: Vec<String>,
    /// What the links begin with: the likeliest of these, or the address at which the page was asked for.
    pub(crate) origin: String,
    pub(crate) seats: Vec<SeatLink>,
}

/// A seat's link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SeatLink {
    pub(crate) seat: usize,
    /// What follows the origin.
    pub(crate) path: String,
    /// The whole link for the camera of a telephone: it is drawn here, so that no address has to have it.
    pub(crate) qr: Option<QrDrawing>,
}

/// A seat's player and score.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SeatState {
    /// What the game calls the seat.
    pub(crate) name: String,
    /// `person`, or the agent's specification.
    pub(crate) who: String,
    /// Whether it is an outside program, which cannot be hurried.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) bot: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<f64>,
    /// How many bytes its program has written to standard error, of those that are kept and may be read:
    /// `/api/games/ID/stderr` has them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) wrote: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What the program of a seat wrote to standard error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SeatStderr {
    /// Counted from 0.
    pub(crate) seat: usize,
    pub(crate) text: String,
}

/// A move that was made, as the viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct MoveMade {
    pub(crate) text: String,
    pub(crate) seat: usize,
    pub(crate) squares: Vec<String>,
}

/// Legal moves between the same squares; there are several where they differ by an amount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct OfferedMoves {
    /// The square it leaves and the one it enters; a placement has one.
    pub(crate) squares: Vec<String>,
    pub(crate) moves: Vec<Amount>,
}

/// A move's text, and how many pieces go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Amount {
    pub(crate) text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) amount: Option<u32>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct EndingJson {
    /// The seats that won; all of them in a draw.
    pub(crate) winners: Vec<usize>,
    pub(crate) payoffs: Vec<f32>,
    /// The seat that gave up, if one did.
    pub(crate) resigned: Option<usize>,
    /// Why it is over by the game's rules: a clause that follows "White won:".
    pub(crate) why: Option<&'static str>,
}

/// A bot that failed, or a person who gave up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Forfeit {
    pub(crate) seat: usize,
    pub(crate) who: String,
    /// `timeout`, `crash`, `illegal move`, `protocol violation` or `resignation`.
    pub(crate) reason: &'static str,
    /// What happened; empty if there is no more to say, or a hidden hand would be given away.
    pub(crate) detail: String,
}

/// What can be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct AllowedActions {
    pub(crate) undo: bool,
    pub(crate) redo: bool,
    pub(crate) resign: bool,
}

/// What a search expects, for the seat to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ScoreJson {
    /// Its chance to win, a draw counted as half a win; none if nobody knows what the number means.
    pub(crate) chance: Option<f64>,
    /// The value as the search has it.
    pub(crate) text: String,
    #[cfg_attr(test, ts(type = "'points' | 'average' | 'win' | 'lose' | 'draw'"))]
    pub(crate) kind: &'static str,
    /// Points, an average, or plies.
    pub(crate) number: f64,
}

impl ScoreJson {
    pub(crate) fn new(score: Score, chance: Option<f64>) -> Self {
        let (kind, number) = match score {
            Score::Points(points) => ("points", f64::from(points)),
            Score::Average(average) => ("average", average),
            Score::WinIn(plies) => ("win", f64::from(plies)),
            Score::LossIn(plies) => ("lose", f64::from(plies)),
            Score::Draw => ("draw", 0.0),
        };
        Self { chance, text: score.to_string(), kind, number }
    }
}

/// What the agent that thinks has found so far. It is not told where it would give a hidden hand away.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ThinkingState {
    pub(crate) seat: usize,
    /// How many moves had been made when it began.
    pub(crate) ply: usize,
    pub(crate) depth: u32,
    /// Positions visited, or games simulated.
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    pub(crate) score: Option<ScoreJson>,
    pub(crate) line: Vec<String>,
}

/// A move worth considering.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Advice {
    pub(crate) ply: usize,
    pub(crate) text: String,
    pub(crate) squares: Vec<String>,
    /// Its exact value, if known.
    #[serde(rename = "worth")]
    pub(crate) value: Option<ValueJson>,
    pub(crate) score: Option<ScoreJson>,
}

/// The judge's value of a position, for the seat to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Judgement {
    pub(crate) ply: usize,
    pub(crate) seat: usize,
    pub(crate) score: ScoreJson,
}

/// A position's or a move's value: `win`, `draw` or `lose`, and in how many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ValueJson {
    #[cfg_attr(test, ts(type = "'win' | 'draw' | 'lose'"))]
    pub(crate) value: &'static str,
    pub(crate) remoteness: Option<u16>,
}

impl From<Value> for ValueJson {
    fn from(value: Value) -> Self {
        Self { value: value.name(), remoteness: value.remoteness() }
    }
}

/// What is known to be true of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct GameTruth {
    /// The ply of `value` and `moves`.
    pub(crate) ply: usize,
    /// `table`, `strategy` if the winner is proven, or `here` if the game was solved on the spot; none if nothing is
    /// known.
    #[cfg_attr(test, ts(type = "'table' | 'strategy' | 'here' | null"))]
    pub(crate) source: Option<&'static str>,
    /// If nothing is known: whether nothing ever will be, because the game has too many positions for a table.
    #[serde(rename = "tooLarge")]
    pub(crate) is_too_large: bool,
    /// The seat to move there, and the position's value for it.
    pub(crate) seat: Option<usize>,
    #[serde(rename = "worth")]
    pub(crate) value: Option<ValueJson>,
    /// Every legal move, best first.
    pub(crate) moves: Vec<MoveValueJson>,
    /// Each position's value for the first seat.
    pub(crate) curve: Vec<Option<ValueJson>>,
    /// The moves that threw something away.
    #[serde(rename = "slips")]
    pub(crate) mistakes: Vec<Mistake>,
}

/// A legal move and its value for the seat that makes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct MoveValueJson {
    pub(crate) text: String,
    #[serde(rename = "worth")]
    pub(crate) value: ValueJson,
}

/// A move that threw something away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Mistake {
    /// Its place among the moves, from 0.
    pub(crate) index: usize,
    pub(crate) seat: usize,
    pub(crate) best: ValueJson,
    pub(crate) made: ValueJson,
}

/// What an agent thinks of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Analysis {
    pub(crate) ply: usize,
    pub(crate) seat: usize,
    pub(crate) agent: String,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    /// Whether it has ended.
    pub(crate) done: bool,
    pub(crate) lines: Vec<AnalysisLine>,
}

/// A move with the play that is expected after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct AnalysisLine {
    pub(crate) text: String,
    pub(crate) score: Option<ScoreJson>,
    pub(crate) line: Vec<String>,
}

/// A look back at a game: what each position was worth, and what each move kept or threw away.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Review {
    /// Where the values come from: a `table`, a solution made `here`, or the `judge`; none if nobody can say.
    #[cfg_attr(test, ts(type = "'table' | 'here' | 'judge' | null"))]
    pub(crate) source: Option<&'static str>,
    /// How many positions are looked at so far, and how many there are.
    pub(crate) done: usize,
    pub(crate) positions: usize,
    /// Each position's value for the first seat, as far as it is known; in a game of two.
    pub(crate) curve: Vec<ReviewValue>,
    /// The moves, as far as both positions around them are known.
    pub(crate) moves: Vec<ReviewedMove>,
    /// Each seat's score after every move, in games that have scores.
    pub(crate) scores: Option<Vec<Vec<f64>>>,
}

/// What a position is worth to a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ReviewValue {
    /// The chance to win, a draw counted as half a win.
    pub(crate) chance: Option<f64>,
    /// The exact value, if it is known.
    #[serde(rename = "worth")]
    pub(crate) value: Option<ValueJson>,
}

/// A move of a game that is looked back at. Values are for the seat that made it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReviewedMove {
    /// Its place among the moves, from 0.
    pub(crate) index: usize,
    pub(crate) seat: usize,
    /// Before the move, with the best one; and with the one that was made. Both are counted from before the move.
    pub(crate) before: ReviewValue,
    pub(crate) after: ReviewValue,
    /// A best move, and its squares.
    pub(crate) best: Option<String>,
    pub(crate) squares: Vec<String>,
    /// The best answer to the move that was made, its squares, and who gives it.
    pub(crate) reply: Option<String>,
    pub(crate) reply_squares: Vec<String>,
    pub(crate) replier: Option<usize>,
    /// A move that would have won at once, if the one that was made did not.
    pub(crate) missed: Option<String>,
    /// The answer that wins at once, if another move would have stopped it.
    pub(crate) allowed: Option<String>,
    /// Whether there was a choice that mattered: with a table, one move keeps the result and another does not; or somebody
    /// could win at once, and not after every move.
    pub(crate) mattered: bool,
    /// Whether the move that was made is as good as the best.
    pub(crate) kept: bool,
}

/// Who can win at once, at somebody's turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ThreatsSeen {
    pub(crate) ply: usize,
    /// Whether a move wins.
    pub(crate) win: bool,
    /// The seat that can win with the next move after some moves, but not after all.
    pub(crate) danger: Option<usize>,
}

/// The board after so many moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct BoardFrame {
    pub(crate) ply: usize,
    pub(crate) picture: BoardJson,
    pub(crate) last: Vec<String>,
    pub(crate) position: Option<String>,
    pub(crate) scores: Option<Vec<f64>>,
    pub(crate) turn: Option<usize>,
}

/// `POST /api/games`: a game to be set up.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateRequest {
    /// The game with its options.
    pub(crate) game: String,
    /// `person`, an agent, or `friend` for a person on another screen, for each seat; you against the middle level if
    /// not given.
    #[serde(default)]
    pub(crate) seats: Vec<String>,
    /// A position to begin from.
    #[serde(default)]
    pub(crate) position: Option<String>,
    /// Moves to make first, separated by blanks or commas.
    #[serde(default)]
    pub(crate) moves: Option<String>,
    /// The time of each seat: `300+3` in seconds, or `30/move`; no limit if not given.
    #[serde(default)]
    pub(crate) clock: Option<String>,
    /// The random seed; drawn if not given.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    /// Whether agents wait at first.
    #[serde(default)]
    pub(crate) paused: bool,
}

impl CreateRequest {
    /// A game from its start, against the middle level.
    pub(crate) fn of(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            seats: Vec::new(),
            position: None,
            moves: None,
            clock: None,
            seed: None,
            paused: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use ts_rs::{Config, TS, TypeVisitor};

    use super::*;
    use crate::saved_games::RecentGame;

    /// The declarations of types and of all that they use, each once.
    struct Declarations {
        config: Config,
        /// By name: the order in which types depend on each other differs from build to build.
        texts: BTreeMap<String, String>,
    }

    impl TypeVisitor for Declarations {
        fn visit<T: TS + 'static + ?Sized>(&mut self) {
            let name = T::name(&self.config);
            // Only types that are derived have a file of their own.
            if T::output_path().is_none() || self.texts.contains_key(&name) {
                return;
            }
            let docs = T::docs().unwrap_or_default();
            self.texts.insert(name, format!("\n{docs}export {}\n", T::decl(&self.config)));
            T::visit_dependencies(self);
        }
    }

    #[test]
    fn the_page_has_the_types_of_the_messages() {
        let mut all =
            Declarations { config: Config::new().with_large_int("number"), texts: BTreeMap::new() };
        all.visit::<ServerMessage>();
        all.visit::<ClientMessage>();
        all.visit::<CreateRequest>();
        all.visit::<RecentGame>();
        all.visit::<SeatStderr>();
        crate::tournaments::visit_types(&mut all);
        all.visit::<LinkList>();
        all.visit::<CreatedGame>();
        let head =
            "// Made from crates/web/src/message.rs by a test, which says how to write it anew.\n";
        let text: String =
            std::iter::once(head).chain(all.texts.values().map(String::as_str)).collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/lib/messages.d.ts");
        if std::env::var_os("WRITE_TYPES").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            written, text,
            "the page's types are out of date: `WRITE_TYPES=1 cargo test --workspace --all-features --lib types` writes them"
        );
    }
}
