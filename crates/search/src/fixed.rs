//! What the fixed-depth searches share: settings, the tally of nodes, and the choice at the root.

use bellwether_core::random::{Random, below, seeded, unit};
use bellwether_core::{Eval, Game, Seat, WIN};

use crate::{Alternative, Budget, Choice, Score};

/// How a fixed-depth search chooses between moves of equal value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// By lot.
    #[default]
    Random,
    /// The one whose value was found nearer to the root; what is equal even then, by lot.
    Shallow,
}

/// The settings of a fixed-depth search.
#[derive(Clone, Debug)]
pub struct FixedDepth<E> {
    pub(crate) eval: E,
    depth: u32,
    pub(crate) ties: Ties,
    error: f64,
    rng: Random,
}

impl<E> FixedDepth<E> {
    /// Looks `depth` plies ahead (at least one) and judges by `eval`; `seed` is its chance.
    #[must_use]
    pub fn new(eval: E, depth: u32, seed: u64) -> Self {
        Self { eval, depth, ties: Ties::default(), error: 0.0, rng: seeded(seed) }
    }

    /// Chooses between equal moves in this way.
    #[must_use]
    pub fn with_ties(self, ties: Ties) -> Self {
        Self { ties, ..self }
    }

    /// Plays, with this probability, a move that is not among the best, if there is one.
    #[must_use]
    pub fn with_error(self, error: f64) -> Self {
        Self { error, ..self }
    }

    /// The depth to search within a budget: its limit replaces the setting.
    pub(crate) fn depth_within(&self, budget: &Budget<'_>) -> u32 {
        budget.limits.depth.unwrap_or(self.depth).max(1)
    }

    /// Chooses among root moves whose values are exact wherever they equal the best.
    pub(crate) fn decide<G: Game>(
        &mut self,
        mut judged: Vec<(G::Move, Value)>,
        tally: Tally,
        depth: u32,
    ) -> Choice<G> {
        judged.sort_by_key(|(_, value)| std::cmp::Reverse(value.score));
        let best_score = judged[0].1.score;
        let shallowest =
            judged.iter().filter(|(_, v)| v.score == best_score).map(|(_, v)| v.level).min();
        let is_best = |value: &Value| {
            value.score == best_score
                && (self.ties == Ties::Random || Some(value.level) == shallowest)
        };
        let (best, rest): (Vec<&(G::Move, Value)>, Vec<_>) =
            judged.iter().partition(|(_, value)| is_best(value));
        let errs = !rest.is_empty() && self.error > 0.0 && unit(&mut self.rng) < self.error;
        let pool = if errs { &rest } else { &best };
        let (chosen, value) = *pool[below(&mut self.rng, pool.len())];
        let alternative = |(m, value): &(G::Move, Value)| Alternative {
            m: *m,
            score: value.shown(),
            effort: 0,
            line: vec![*m],
        };
        Choice {
            score: Some(value.shown()),
            depth,
            nodes: tally.levels.iter().sum(),
            nodes_by_level: tally.levels,
            line: vec![chosen],
            alternatives: judged.iter().map(alternative).collect(),
            ..Choice::bare(chosen)
        }
    }
}

/// A position's worth to the seat that searches, and how far from the root it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) score: i32,
    pub(crate) level: u32,
}

impl Value {
    fn shown(self) -> Score {
        match self.score {
            score if score >= WIN => Score::WinIn(self.level),
            score if score <= -WIN => Score::LossIn(self.level),
            score => Score::Points(score),
        }
    }
}

/// The worth of a position for `pov` if the search goes no further there: it is over, or a leaf.
pub(crate) fn worth_of_leaf<G: Game, E: Eval<G>>(
    eval: &E,
    game: &G,
    state: &G::State,
    pov: Seat,
) -> i32 {
    match game.status(state).payoffs() {
        Some(payoffs) => eval.finished(game, state, &payoffs, pov),
        None => eval.eval(game, state, pov),
    }
}

/// Nodes counted by level, and whether the budget is used up.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    levels: Vec<u64>,
    total: u64,
    spent: bool,
}

impl Tally {
    pub(crate) fn new(depth: u32) -> Self {
        Self { levels: vec![0; depth as usize + 1], total: 0, spent: false }
    }

    #[inline]
    pub(crate) fn visit(&mut self, level: u32, budget: &Budget<'_>) {
        self.levels[level as usize] += 1;
        self.total += 1;
        if self.total.is_multiple_of(1024) && budget.is_over()
            || budget.limits.nodes.is_some_and(|most| self.total >= most)
        {
            self.spent = true;
        }
    }

    /// Whether to return at once; values found from now on mean nothing.
    #[inline]
    pub(crate) const fn is_spent(&self) -> bool {
        self.spent
    }
}
