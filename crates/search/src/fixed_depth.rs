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

    /// Chooses after `search` has judged the root's moves: once to the full depth; or, where time or
    /// nodes are limited, deeper and deeper, of which the last that was finished counts.
    pub(crate) fn choose<G: Game>(
        &mut self,
        budget: &Budget<'_>,
        mut search: impl FnMut(&E, u32, NodeCounter) -> (Vec<RootMove<G::Move>>, NodeCounter),
    ) -> Choice<G> {
        let limits = budget.limits;
        let deepest = limits.depth.unwrap_or(self.depth).max(1);
        let is_limited = limits.time.is_some() || limits.nodes.is_some();
        let mut depth = if is_limited { 1 } else { deepest };
        let (mut judged, mut tally) = search(&self.eval, depth, NodeCounter::new(deepest));
        while depth < deepest && !tally.is_spent() {
            let (deeper, counted) = search(&self.eval, depth + 1, tally);
            tally = counted;
            if !tally.is_spent() {
                depth += 1;
                judged = deeper;
            }
        }
        self.decide(judged, tally, depth)
    }

    /// Chooses among root moves whose values are exact wherever they equal the best.
    fn decide<G: Game>(
        &mut self,
        mut judged: Vec<RootMove<G::Move>>,
        tally: NodeCounter,
        depth: u32,
    ) -> Choice<G> {
        best_first(&mut judged);
        let best_score = judged[0].value.score;
        let as_good = judged.iter().filter(|judged| judged.value.score == best_score);
        let shallowest = as_good.map(|judged| judged.value.level).min();
        let is_best = |judged: &&RootMove<G::Move>| {
            judged.value.score == best_score
                && (self.ties == Ties::Random || Some(judged.value.level) == shallowest)
        };
        let (best, rest): (Vec<_>, Vec<_>) = judged.iter().partition(is_best);
        let errs = !rest.is_empty() && self.error > 0.0 && unit(&mut self.rng) < self.error;
        let pool = if errs { &rest } else { &best };
        let chosen = pool[below(&mut self.rng, pool.len())];
        let alternative = |judged: &RootMove<G::Move>| Alternative {
            m: judged.line[0],
            score: judged.value.shown(),
            effort: judged.effort,
            line: judged.line.clone(),
        };
        Choice {
            score: Some(chosen.value.shown()),
            depth,
            nodes: tally.total,
            nodes_by_level: tally.levels.into_iter().take_while(|&nodes| nodes > 0).collect(),
            line: chosen.line.clone(),
            alternatives: judged.iter().map(alternative).collect(),
            ..Choice::bare(chosen.line[0])
        }
    }
}

/// A move at the root that was searched.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    /// The move, and the play expected after it.
    pub(crate) line: Vec<M>,
    pub(crate) value: BackedUpValue,
    /// Positions visited for it.
    pub(crate) effort: u64,
}

/// Sorts by worth; what is worth the same stays in its order.
pub(crate) fn best_first<M>(judged: &mut [RootMove<M>]) {
    judged.sort_by_key(|judged| std::cmp::Reverse(judged.value.score));
}

/// What the best of the root's moves is worth.
pub(crate) fn best_of<M>(judged: &[RootMove<M>]) -> BackedUpValue {
    let better = |best: BackedUpValue, value: BackedUpValue| {
        if value.score > best.score { value } else { best }
    };
    let values = judged.iter().map(|judged| judged.value);
    values.reduce(better).expect("a search judges a move at least")
}

/// The best line from each level, filled from the leaves up.
#[derive(Clone, Debug)]
pub(crate) struct BestLines<M>(Vec<Vec<M>>);

impl<M: Copy> BestLines<M> {
    pub(crate) fn new(depth: u32) -> Self {
        Self(vec![Vec::new(); depth as usize + 2])
    }

    /// Begins a node: nothing is expected there yet.
    #[inline]
    pub(crate) fn begin(&mut self, level: u32) {
        self.0[level as usize].clear();
    }

    /// Makes `m`, and what is expected below it, the line of this level.
    #[inline]
    pub(crate) fn extend(&mut self, level: u32, m: M) {
        let (upper, lower) = self.0.split_at_mut(level as usize + 1);
        let line = &mut upper[level as usize];
        line.clear();
        line.push(m);
        line.extend_from_slice(&lower[0]);
    }

    /// The line of the root after [`extend`](Self::extend) with a move of the root.
    pub(crate) fn at_root(&self) -> Vec<M> {
        self.0[0].clone()
    }
}

/// A position's worth to the seat that searches, and how far from the root it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BackedUpValue {
    pub(crate) score: i32,
    pub(crate) level: u32,
}

impl BackedUpValue {
    pub(crate) fn shown(self) -> Score {
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
pub(crate) struct NodeCounter {
    levels: Vec<u64>,
    total: u64,
    spent: bool,
}

impl NodeCounter {
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

    /// How many nodes were visited so far.
    pub(crate) const fn total(&self) -> u64 {
        self.total
    }

    /// Whether to return at once; values found from now on mean nothing.
    #[inline]
    pub(crate) const fn is_spent(&self) -> bool {
        self.spent
    }
}
