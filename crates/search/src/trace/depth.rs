//! What a search to a fixed depth did: every position it entered and what it came back with.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bellwether_core::{Eval, Game, Seat, Status};

use super::{SearchObserver, TraceLimits};
use crate::agent::mover;
use crate::fixed_depth::BackedUpValue;
use crate::{AlphaBeta, Budget, Choice, FixedDepth, Limits, Minimax, Paranoid, Score};

/// A search to a fixed depth, step by step.
#[derive(Clone, Debug, PartialEq)]
pub struct DepthTrace<G: Game> {
    /// The seat that searches: all values are its own.
    pub pov: Seat,
    /// The positions in the order they were entered, the root first.
    pub nodes: Vec<DepthNode<G::Move>>,
    /// What happened, in order; it ends early if not everything was written down.
    pub events: Vec<TraceEvent>,
    /// What the search chose; none if it was ended before it had.
    pub choice: Option<Choice<G>>,
    /// Positions the search visited, those not written down included.
    pub visits: u64,
}

/// A step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// This node was entered.
    Enter(u32),
    /// It was left; its value is known now.
    Leave(u32),
}

/// A position the search entered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthNode<M> {
    /// The node it was entered from; none at the root.
    pub parent: Option<u32>,
    /// The move that leads here; none at the root.
    pub m: Option<M>,
    /// Who is to move; none if the game is over.
    pub mover: Option<Seat>,
    /// The searcher has something worth this elsewhere: less does not matter. The least number if nothing.
    pub alpha: i32,
    /// The other side can hold the searcher to this elsewhere: more does not matter.
    pub beta: i32,
    /// Why the search went no further, if it did not.
    pub leaf: Option<LeafReason>,
    /// What it is worth to the searcher; none as long as the search was inside when the trace ended.
    pub value: Option<i32>,
    /// The same in words: a proven result with its distance from the root, or points.
    pub score: Option<Score>,
    /// Legal moves that were not looked at, because they could not matter any more.
    pub unseen: u32,
}

/// Why a search went no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafReason {
    /// The game is over.
    Over,
    /// It is as deep as was asked for: the evaluation judged it.
    Judged,
}

/// What a node's value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is this or less.
    AtMost,
    /// The value is this or more.
    AtLeast,
}

impl<M> DepthNode<M> {
    /// The same node with its move told in another way.
    #[must_use]
    pub fn with_move<N>(self, m: Option<N>) -> DepthNode<N> {
        let Self { parent, mover, alpha, beta, leaf, value, score, unseen, .. } = self;
        DepthNode { parent, m, mover, alpha, beta, leaf, value, score, unseen }
    }

    /// What the value says; none without one.
    #[must_use]
    pub fn bound(&self) -> Option<Bound> {
        let value = self.value?;
        Some(match self.leaf {
            None if self.alpha > i32::MIN && value <= self.alpha => Bound::AtMost,
            None if self.beta < i32::MAX && value >= self.beta => Bound::AtLeast,
            _ => Bound::Exact,
        })
    }
}

impl<G: Game> DepthTrace<G> {
    /// Whether everything was written down.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.choice.is_some() && self.nodes.len() as u64 == self.visits
    }

    /// For every node the child whose value it took; at the root, the chosen one. None at leaves and where no
    /// value was found.
    #[must_use]
    pub fn preferred(&self) -> Vec<Option<usize>> {
        let mut preferred = vec![None; self.nodes.len()];
        for (child, node) in self.nodes.iter().enumerate() {
            let Some(parent) = node.parent.map(|parent| parent as usize) else { continue };
            let above = &self.nodes[parent];
            let is_taken = match &self.choice {
                Some(choice) if parent == 0 => node.m == Some(choice.chosen),
                _ => {
                    above.value.is_some() && (node.value, node.score) == (above.value, above.score)
                }
            };
            if is_taken && preferred[parent].is_none() {
                preferred[parent] = Some(child);
            }
        }
        preferred
    }

    /// Watches a search that `run` does.
    fn of(
        game: &G,
        state: &G::State,
        scope: TraceLimits,
        stop: &AtomicBool,
        run: impl FnOnce(&Budget<'_>, &mut DepthRecorder<'_, G>) -> Choice<G>,
    ) -> Self {
        let end = AtomicBool::new(false);
        let no_clock = || Duration::ZERO;
        let budget = Budget::new(Limits::default(), &no_clock, &end);
        let trace = Self {
            pov: mover(game, state),
            nodes: Vec::new(),
            events: Vec::new(),
            choice: None,
            visits: 0,
        };
        let mut recorder = DepthRecorder {
            game,
            scope,
            stop,
            end: &end,
            open: Vec::new(),
            is_writing: true,
            trace,
        };
        let choice = run(&budget, &mut recorder);
        let mut trace = recorder.trace;
        trace.choice = (!budget.is_stopped()).then_some(choice);
        trace
    }
}

/// Watches plain minimax.
///
/// # Panics
/// If the game is over.
pub fn minimax<G: Game, E: Eval<G>>(
    settings: FixedDepth<E>,
    game: &G,
    state: &G::State,
    scope: TraceLimits,
    stop: &AtomicBool,
) -> DepthTrace<G> {
    DepthTrace::of(game, state, scope, stop, |budget, watch| {
        Minimax(settings).choose_watched(game, state, budget, watch)
    })
}

/// Watches alpha-beta.
///
/// # Panics
/// If the game is over.
pub fn alpha_beta<G: Game, E: Eval<G>>(
    settings: FixedDepth<E>,
    game: &G,
    state: &G::State,
    scope: TraceLimits,
    stop: &AtomicBool,
) -> DepthTrace<G> {
    DepthTrace::of(game, state, scope, stop, |budget, watch| {
        AlphaBeta(settings).choose_watched(game, state, budget, watch)
    })
}

/// Watches paranoid search: alpha-beta with all others on one side.
///
/// # Panics
/// If the game is over.
pub fn paranoid<G: Game, E: Eval<G>>(
    settings: FixedDepth<E>,
    game: &G,
    state: &G::State,
    scope: TraceLimits,
    stop: &AtomicBool,
) -> DepthTrace<G> {
    DepthTrace::of(game, state, scope, stop, |budget, watch| {
        Paranoid(settings).choose_watched(game, state, budget, watch)
    })
}

/// Writes down what it sees, and ends the search when it is told to or has seen enough.
struct DepthRecorder<'a, G: Game> {
    game: &'a G,
    scope: TraceLimits,
    stop: &'a AtomicBool,
    end: &'a AtomicBool,
    /// The nodes from the root to the one the search is in.
    open: Vec<OpenNode<G::State>>,
    is_writing: bool,
    trace: DepthTrace<G>,
}

struct OpenNode<S> {
    node: u32,
    state: S,
    /// Moves looked at so far.
    seen: u32,
}

impl<G: Game> SearchObserver<G> for DepthRecorder<'_, G> {
    fn enter(&mut self, m: Option<G::Move>, state: &G::State, alpha: i32, beta: i32) {
        self.trace.visits += 1;
        let visits = self.trace.visits;
        let is_told = visits.is_multiple_of(1024) && self.stop.load(Ordering::Relaxed);
        if is_told || visits > self.scope.visits {
            // Values mean nothing from here on.
            self.end.store(true, Ordering::Relaxed);
            self.is_writing = false;
        }
        if self.trace.nodes.len() == self.scope.nodes {
            self.is_writing = false;
        }
        if !self.is_writing {
            return;
        }
        let parent = self.open.last_mut().map(|open| {
            open.seen += 1;
            open.node
        });
        let node = self.trace.nodes.len() as u32;
        let mover = match self.game.status(state) {
            Status::ToMove(seat) => Some(seat),
            Status::Over(_) => None,
        };
        self.trace.nodes.push(DepthNode {
            parent,
            m,
            mover,
            alpha,
            beta,
            leaf: None,
            value: None,
            score: None,
            unseen: 0,
        });
        self.trace.events.push(TraceEvent::Enter(node));
        self.open.push(OpenNode { node, state: state.clone(), seen: 0 });
    }

    fn leave(&mut self, value: BackedUpValue) {
        if !self.is_writing {
            return;
        }
        let Some(open) = self.open.pop() else { return };
        let node = &mut self.trace.nodes[open.node as usize];
        match (open.seen, node.mover) {
            (_, None) => node.leaf = Some(LeafReason::Over),
            (0, Some(_)) => node.leaf = Some(LeafReason::Judged),
            (seen, Some(_)) => node.unseen = self.game.count_moves(&open.state) as u32 - seen,
        }
        node.value = Some(value.score);
        node.score = Some(value.shown());
        self.trace.events.push(TraceEvent::Leave(open.node));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::tree::{LiteralEval, LiteralTree};

    const TEXTBOOK: &str = "[[=3[0] =12[0] =8[0]] [=2[0] =4[0] =6[0]] [=14[0] =5[0] =2[0]]]";
    const WIDE: TraceLimits = TraceLimits { nodes: 1000, visits: 1000 };
    static NEVER: AtomicBool = AtomicBool::new(false);

    fn textbook(scope: TraceLimits) -> DepthTrace<LiteralTree> {
        let tree = LiteralTree::parse(TEXTBOOK).unwrap();
        alpha_beta(FixedDepth::new(LiteralEval, 2, 1), &tree, &0, scope, &NEVER)
    }

    #[test]
    fn the_textbook_tree_is_told_as_the_book_tells_it() {
        let trace = textbook(WIDE);
        assert!(trace.is_whole());
        assert_eq!(trace.visits, 11);
        let branches: Vec<_> =
            trace.nodes.iter().filter(|node| node.parent == Some(0)).copied().collect();
        let said: Vec<_> =
            branches.iter().map(|node| (node.value, node.bound(), node.unseen)).collect();
        assert_eq!(
            said,
            [
                (Some(3), Some(Bound::Exact), 0),
                (Some(2), Some(Bound::AtMost), 2),
                (Some(2), Some(Bound::AtMost), 0),
            ]
        );
        // The third branch is entered with the window left open by one.
        assert_eq!((branches[2].alpha, branches[2].beta), (2, i32::MAX));
        assert_eq!(trace.nodes[0].value, Some(3));
        assert_eq!(trace.preferred()[..3], [Some(1), Some(2), None]);
        assert!(trace.nodes.iter().all(|node| node.leaf != Some(LeafReason::Over)));
    }

    #[test]
    fn what_is_not_written_down_is_still_searched() {
        let trace = textbook(TraceLimits { nodes: 4, visits: 1000 });
        let whole = textbook(WIDE);
        assert!(!trace.is_whole());
        assert_eq!((trace.nodes.len(), trace.visits), (4, 11));
        assert_eq!(trace.choice, whole.choice);
        assert_eq!(trace.events, whole.events[..trace.events.len()]);
        assert_eq!(trace.nodes[0].value, None);
        assert_eq!(trace.nodes[2], whole.nodes[2]);
    }

    #[test]
    fn a_search_that_is_ended_has_chosen_nothing() {
        let trace = textbook(TraceLimits { nodes: 4, visits: 4 });
        assert_eq!((trace.choice.clone(), trace.is_whole()), (None, false));
        assert_eq!(trace.nodes.len(), 4);
    }

    #[test]
    fn a_finished_game_is_no_judgement() {
        let tree = LiteralTree::parse("[1 [-1 1]]").unwrap();
        let trace = minimax(FixedDepth::new(LiteralEval, 3, 1), &tree, &0, WIDE, &NEVER);
        assert_eq!(trace.nodes[1].leaf, Some(LeafReason::Over));
        assert_eq!(trace.nodes[1].score, Some(Score::WinIn(1)));
        assert_eq!(trace.nodes[2].score, Some(Score::LossIn(2)));
    }
}
