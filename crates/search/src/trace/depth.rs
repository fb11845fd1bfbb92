//! Traces of fixed-depth searches: every node with its window and value.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bellwether_core::{Eval, Game, Seat};

use super::{SearchObserver, TraceLimits};
use crate::agent::mover;
use crate::fixed_depth::BackedUpValue;
use crate::{Budget, Choice, Limits, Minimax, Score};

/// A fixed-depth search, step by step.
#[derive(Clone, Debug, PartialEq)]
pub struct DepthTrace<G: Game> {
    /// The searching seat: all values are from its point of view.
    pub pov: Seat,
    /// The nodes in the order they were entered, the root first.
    pub nodes: Vec<DepthNode<G::Move>>,
    /// The steps in order; incomplete if not everything was recorded.
    pub events: Vec<TraceEvent>,
    /// The search's choice; none if it was stopped.
    pub choice: Option<Choice<G>>,
    /// Nodes visited, including those not recorded.
    pub visits: u64,
}

/// A step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// This node was entered.
    Enter(u32),
    /// This node was left; its value is known now.
    Leave(u32),
}

/// A node of the search tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthNode<M> {
    /// Its parent; none at the root.
    pub parent: Option<u32>,
    /// The move that leads here; none at the root.
    pub m: Option<M>,
    /// The seat to move; none if the game is over.
    pub mover: Option<Seat>,
    /// The lower bound of its window; `i32::MIN` if none.
    pub alpha: i32,
    /// The upper bound of its window; `i32::MAX` if none.
    pub beta: i32,
    /// Why it is a leaf, if it is one.
    pub leaf: Option<LeafReason>,
    /// Its value for the searcher; none if the trace ended inside.
    pub value: Option<i32>,
    /// The same as a score: a proven result with its distance from the root, or points.
    pub score: Option<Score>,
    /// Legal moves that were pruned.
    pub pruned: u32,
}

/// Why a node is a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafReason {
    /// The game is over.
    Over,
    /// It is at the full depth: it was evaluated statically.
    Evaluated,
}

/// Whether a node's value is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The exact value.
    Exact,
    /// An upper bound.
    AtMost,
    /// A lower bound.
    AtLeast,
}

impl<M> DepthNode<M> {
    /// The same node with another representation of its move.
    #[must_use]
    pub fn with_move<N>(self, m: Option<N>) -> DepthNode<N> {
        let Self { parent, mover, alpha, beta, leaf, value, score, pruned, .. } = self;
        DepthNode { parent, m, mover, alpha, beta, leaf, value, score, pruned }
    }

    /// Whether the value is exact or a bound; none without a value.
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
    /// Whether everything was recorded.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.choice.is_some() && self.nodes.len() as u64 == self.visits
    }

    /// For every node the child whose value was backed up to it; at the root, the chosen one. None at leaves
    /// and without a value.
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
}

/// Records a fixed-depth search.
///
/// # Panics
/// If the game is over.
pub fn minimax<G: Game, E: Eval<G>>(
    mut agent: Minimax<E>,
    game: &G,
    state: &G::State,
    trace_limits: TraceLimits,
    stop: &AtomicBool,
) -> DepthTrace<G> {
    let end = AtomicBool::new(false);
    let no_clock = || Duration::ZERO;
    let budget = Budget::new(Limits::default(), &no_clock, &end);
    let trace = DepthTrace {
        pov: mover(game, state),
        nodes: Vec::new(),
        events: Vec::new(),
        choice: None,
        visits: 0,
    };
    let open = Vec::new();
    let mut recorder =
        DepthRecorder { game, trace_limits, stop, end: &end, open, is_recording: true, trace };
    let choice = agent.choose_observed(game, state, &budget, &mut recorder);
    let mut trace = recorder.trace;
    trace.choice = (!budget.is_stopped()).then_some(choice);
    trace
}

/// Records nodes up to the limits, and stops the search at its limit or on `stop`.
struct DepthRecorder<'a, G: Game> {
    game: &'a G,
    trace_limits: TraceLimits,
    stop: &'a AtomicBool,
    end: &'a AtomicBool,
    /// The path from the root to the current node.
    open: Vec<OpenNode<G::State>>,
    is_recording: bool,
    trace: DepthTrace<G>,
}

struct OpenNode<S> {
    node: u32,
    state: S,
    /// Moves searched so far.
    searched: u32,
}

impl<G: Game> SearchObserver<G> for DepthRecorder<'_, G> {
    fn enter(&mut self, m: Option<G::Move>, state: &G::State, alpha: i32, beta: i32) {
        self.trace.visits += 1;
        let visits = self.trace.visits;
        let is_stopped = visits.is_multiple_of(1024) && self.stop.load(Ordering::Relaxed);
        if is_stopped || visits > self.trace_limits.visits {
            // Values are invalid from here on.
            self.end.store(true, Ordering::Relaxed);
            self.is_recording = false;
        }
        if self.trace.nodes.len() == self.trace_limits.nodes {
            self.is_recording = false;
        }
        if !self.is_recording {
            return;
        }
        let parent = self.open.last_mut().map(|open| {
            open.searched += 1;
            open.node
        });
        let node = self.trace.nodes.len() as u32;
        let mover = self.game.status(state).mover();
        self.trace.nodes.push(DepthNode {
            parent,
            m,
            mover,
            alpha,
            beta,
            leaf: None,
            value: None,
            score: None,
            pruned: 0,
        });
        self.trace.events.push(TraceEvent::Enter(node));
        self.open.push(OpenNode { node, state: state.clone(), searched: 0 });
    }

    fn leave(&mut self, value: BackedUpValue) {
        if !self.is_recording {
            return;
        }
        let Some(open) = self.open.pop() else { return };
        let node = &mut self.trace.nodes[open.node as usize];
        match (open.searched, node.mover) {
            (_, None) => node.leaf = Some(LeafReason::Over),
            (0, Some(_)) => node.leaf = Some(LeafReason::Evaluated),
            (searched, Some(_)) => {
                node.pruned = self.game.count_moves(&open.state) as u32 - searched;
            }
        }
        node.value = Some(value.score);
        node.score = Some(value.to_score());
        self.trace.events.push(TraceEvent::Leave(open.node));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FixedDepth;
    use bellwether_core::tree::{LiteralEval, LiteralTree};

    const TEXTBOOK: &str = "[[=3[0] =12[0] =8[0]] [=2[0] =4[0] =6[0]] [=14[0] =5[0] =2[0]]]";
    const WIDE: TraceLimits = TraceLimits { nodes: 1000, visits: 1000 };
    static NEVER: AtomicBool = AtomicBool::new(false);

    fn textbook(trace_limits: TraceLimits) -> DepthTrace<LiteralTree> {
        let tree = LiteralTree::parse(TEXTBOOK).unwrap();
        minimax(FixedDepth::new(LiteralEval, 2, 1).alpha_beta(), &tree, &0, trace_limits, &NEVER)
    }

    #[test]
    fn the_textbook_tree_is_traced_as_in_the_book() {
        let trace = textbook(WIDE);
        assert!(trace.is_complete());
        assert_eq!(trace.visits, 11);
        let branches: Vec<_> =
            trace.nodes.iter().filter(|node| node.parent == Some(0)).copied().collect();
        let found: Vec<_> =
            branches.iter().map(|node| (node.value, node.bound(), node.pruned)).collect();
        assert_eq!(
            found,
            [
                (Some(3), Some(Bound::Exact), 0),
                (Some(2), Some(Bound::AtMost), 2),
                (Some(2), Some(Bound::AtMost), 0),
            ]
        );
        // The third branch is entered with alpha one below the best value.
        assert_eq!((branches[2].alpha, branches[2].beta), (2, i32::MAX));
        assert_eq!(trace.nodes[0].value, Some(3));
        assert_eq!(trace.preferred()[..3], [Some(1), Some(2), None]);
        assert!(trace.nodes.iter().all(|node| node.leaf != Some(LeafReason::Over)));
    }

    #[test]
    fn nodes_that_are_not_recorded_are_still_searched() {
        let trace = textbook(TraceLimits { nodes: 4, visits: 1000 });
        let complete = textbook(WIDE);
        assert!(!trace.is_complete());
        assert_eq!((trace.nodes.len(), trace.visits), (4, 11));
        assert_eq!(trace.choice, complete.choice);
        assert_eq!(trace.events, complete.events[..trace.events.len()]);
        assert_eq!(trace.nodes[0].value, None);
        assert_eq!(trace.nodes[2], complete.nodes[2]);
    }

    #[test]
    fn a_stopped_search_has_no_choice() {
        let trace = textbook(TraceLimits { nodes: 4, visits: 4 });
        assert_eq!((trace.choice.clone(), trace.is_complete()), (None, false));
        assert_eq!(trace.nodes.len(), 4);
    }

    #[test]
    fn a_finished_game_is_not_evaluated_statically() {
        let tree = LiteralTree::parse("[1 [-1 1]]").unwrap();
        let trace = minimax(FixedDepth::new(LiteralEval, 3, 1).minimax(), &tree, &0, WIDE, &NEVER);
        assert_eq!(trace.nodes[1].leaf, Some(LeafReason::Over));
        assert_eq!(trace.nodes[1].score, Some(Score::WinIn(1)));
        assert_eq!(trace.nodes[2].score, Some(Score::LossIn(2)));
    }
}
