//! The independent checker: plays a strategy against every reply, to the end of every game.
//!
//! It uses only the rules it is given, so it is as trustworthy as those: use the naive ones. Since no
//! position recurs, a strategy that has an answer to every reply wins.

use std::ops::ControlFlow;

use bellwether_core::{CanonicalKey, Determined, Notation, Seat, Status};

use super::strategy::{ends, wins_within};
use super::{ProofControl, ProofProgress, Strategy};

/// Statistics of a valid strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StrategyCheck {
    /// Reachable positions of the strategy; each was checked once.
    pub positions: u64,
    /// Replies of the loser that were answered, at all of these positions together.
    pub replies: u64,
    /// Those answered by winning at once, or that had lost already.
    pub ends: u64,
    /// Those answered by a forced win within the strategy's tail.
    pub tails: u64,
}

/// Why a strategy is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyFault {
    /// The winner has no answer, or no first move.
    #[error("the winner has no answer")]
    NoAnswer,
    /// The loser has won.
    #[error("the loser wins")]
    LoserWins,
    /// The game starts with the loser to move in a position that is not in the strategy.
    #[error("the start is not in the strategy")]
    NoStart,
    /// The check was stopped.
    #[error("the check was stopped")]
    Stopped,
}

/// Where a strategy fails: the moves from the start, and what is wrong after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation<M> {
    /// The moves of both sides.
    pub line: Vec<M>,
    /// What is wrong there.
    pub fault: StrategyFault,
}

impl<M: Copy> Refutation<M> {
    /// The refutation in one line: the moves, and what is wrong after them.
    pub fn text<G: Notation<Move = M>>(&self, game: &G) -> String {
        let mut state = game.start();
        let mut text = String::new();
        for &m in &self.line {
            text += &game.move_text(&state, m);
            text.push(' ');
            game.play(&mut state, m);
        }
        if !text.is_empty() {
            text = format!("after {}: ", text.trim_end());
        }
        text + &self.fault.to_string()
    }
}

/// A position of the strategy on the current path, with the loser to move.
struct PositionOnPath<G: CanonicalKey> {
    state: G::State,
    replies: Vec<G::Move>,
    /// The number of replies checked.
    done: usize,
    /// The winner's move that led here, if any.
    answer: Option<G::Move>,
}

/// Positions between two progress reports.
const REPORT: u64 = 1 << 14;

/// Checks `strategy` against every reply by the rules of `game`.
///
/// # Errors
/// If the loser has a reply that the strategy does not answer, or the check is stopped; with the line
/// of moves that leads there.
pub fn check<G: CanonicalKey + Determined>(
    game: &G,
    strategy: &Strategy,
    control: ProofControl<'_>,
) -> Result<StrategyCheck, Refutation<G::Move>> {
    let winner = strategy.winner;
    let start = game.start();
    let mut report = StrategyCheck::default();
    let mut seen = vec![false; strategy.positions.len()];
    let mut path: Vec<PositionOnPath<G>> = Vec::new();
    match answer(game, strategy, None, &start, &mut report) {
        WinnerReply::Over => return Ok(report),
        WinnerReply::Fault(fault) => return Err(Refutation { line: Vec::new(), fault }),
        WinnerReply::Position(state, index, m) => {
            seen[index] = true;
            path.push(visit(game, state, m));
        }
    }
    while let Some(top) = path.last_mut() {
        let Some(&reply) = top.replies.get(top.done) else {
            report.positions += 1;
            path.pop();
            if report.positions.is_multiple_of(REPORT) {
                let positions = report.positions;
                (control.progress)(ProofProgress { positions, ..ProofProgress::default() });
                if control.stop.load(std::sync::atomic::Ordering::Relaxed) {
                    return Err(Refutation { line: Vec::new(), fault: StrategyFault::Stopped });
                }
            }
            continue;
        };
        top.done += 1;
        report.replies += 1;
        let next = game.after(&top.state, reply);
        match answer(game, strategy, Some(winner), &next, &mut report) {
            WinnerReply::Over => {}
            WinnerReply::Fault(fault) => return Err(Refutation { line: line(&path), fault }),
            WinnerReply::Position(state, index, m) => {
                if !seen[index] {
                    seen[index] = true;
                    path.push(visit(game, state, m));
                }
            }
        }
    }
    Ok(report)
}

enum WinnerReply<G: CanonicalKey> {
    /// There is nothing left to check here.
    Over,
    /// A position of the strategy, reached by a move unless it is the start.
    Position(G::State, usize, Option<G::Move>),
    Fault(StrategyFault),
}

/// The strategy's answer in `state`: after a reply it is the winner's turn (`to_move`); at the start it may
/// be either's.
fn answer<G: CanonicalKey>(
    game: &G,
    strategy: &Strategy,
    to_move: Option<Seat>,
    state: &G::State,
    report: &mut StrategyCheck,
) -> WinnerReply<G> {
    let winner = strategy.winner;
    match game.status(state) {
        Status::Over(payoffs) if payoffs.winner(2) == Some(winner) => {
            report.ends += 1;
            return WinnerReply::Over;
        }
        Status::Over(_) => return WinnerReply::Fault(StrategyFault::LoserWins),
        Status::ToMove(mover) if mover == winner => {}
        Status::ToMove(_) if to_move.is_none() => {
            return match strategy.index_of(game.canonical_key(state)) {
                Some(index) => WinnerReply::Position(state.clone(), index, None),
                None => WinnerReply::Fault(StrategyFault::NoStart),
            };
        }
        Status::ToMove(_) => return WinnerReply::Fault(StrategyFault::NoAnswer),
    }
    if ends(game, state, winner) {
        report.ends += 1;
        return WinnerReply::Over;
    }
    let found = game.try_each_move(state, |m| {
        let next = game.after(state, m);
        if game.status(&next).is_over() {
            return ControlFlow::Continue(());
        }
        match strategy.index_of(game.canonical_key(&next)) {
            Some(index) => ControlFlow::Break((next, index, m)),
            None => ControlFlow::Continue(()),
        }
    });
    if let ControlFlow::Break((next, index, m)) = found {
        return WinnerReply::Position(next, index, Some(m));
    }
    if strategy.tail > 1 && wins_within(game, state, winner, strategy.tail) {
        report.tails += 1;
        return WinnerReply::Over;
    }
    WinnerReply::Fault(StrategyFault::NoAnswer)
}

fn visit<G: CanonicalKey>(game: &G, state: G::State, answer: Option<G::Move>) -> PositionOnPath<G> {
    let replies = game.moves(&state);
    PositionOnPath { state, replies, done: 0, answer }
}

/// The moves from the start to the current reply.
fn line<G: CanonicalKey>(path: &[PositionOnPath<G>]) -> Vec<G::Move> {
    path.iter()
        .flat_map(|visit| {
            let reply = visit.done.checked_sub(1).and_then(|last| visit.replies.get(last));
            visit.answer.into_iter().chain(reply.copied())
        })
        .collect()
}
