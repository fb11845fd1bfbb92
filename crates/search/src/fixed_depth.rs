//! What the fixed-depth searches share: settings, iterations, node counts, and the choice at the root.

use bellwether_core::random::{Random, below, seeded, unit};
use bellwether_core::{Eval, Game, Seat, Status, WIN};

use crate::agent::mover;
use crate::trace::SearchObserver;
use crate::{Alternative, Budget, Choice, Score};

/// How a fixed-depth search breaks ties at the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// Randomly.
    #[default]
    Random,
    /// By the level of the leaf that the value comes from, nearer to the root first; then randomly.
    Shallow,
}

/// The settings of a fixed-depth search.
#[derive(Clone, Debug)]
pub struct FixedDepth<E> {
    eval: E,
    depth: u32,
    ties: Ties,
    error: f64,
    rng: Random,
}

impl<E> FixedDepth<E> {
    /// A search to `depth` plies (at least one) with this evaluation and random seed.
    #[must_use]
    pub fn new(eval: E, depth: u32, seed: u64) -> Self {
        Self { eval, depth, ties: Ties::default(), error: 0.0, rng: seeded(seed) }
    }

    /// The same with this way to break ties.
    #[must_use]
    pub fn with_ties(self, ties: Ties) -> Self {
        Self { ties, ..self }
    }

    /// The same with this probability of choosing a move that is not among the best.
    #[must_use]
    pub fn with_error(self, error: f64) -> Self {
        Self { error, ..self }
    }

    /// Searches all root moves with `value` and chooses among them: in one search to the full depth; or,
    /// where time or nodes are limited, in the last finished iteration of iterative deepening.
    ///
    /// `value` gets the position after a root move and the lower bound of its window. With `is_pruning` that
    /// is one below the best value so far, so that a move as good as the best gets its exact value: a bound
    /// must not be taken for a tie. Without, there is no bound.
    pub(crate) fn search<G: Game, W: SearchObserver<G>>(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        is_pruning: bool,
        observer: &mut W,
        value: impl Fn(&mut DepthSearch<'_, G, E, W>, &G::State, i32) -> BackedUpValue,
    ) -> Choice<G>
    where
        E: Eval<G>,
    {
        self.eval.set_root(game, state);
        let limits = budget.limits;
        let deepest = limits.depth.unwrap_or(self.depth).max(1);
        let is_limited = limits.time.is_some() || limits.nodes.is_some();
        let mut search = DepthSearch {
            game,
            eval: &self.eval,
            pov: mover(game, state),
            prefer_shallow: self.ties == Ties::Shallow,
            is_pruning,
            budget,
            depth: if is_limited { 1 } else { deepest },
            nodes: NodeCounter::new(deepest),
            lines: BestLines::new(deepest),
            observer,
        };
        let mut root_moves = search.root_moves(state, &value);
        let mut finished = search.depth;
        while finished < deepest && !search.nodes.is_spent() {
            search.depth = finished + 1;
            let deeper = search.root_moves(state, &value);
            if !search.nodes.is_spent() {
                finished = search.depth;
                root_moves = deeper;
            }
        }
        let nodes = search.nodes;
        self.decide(root_moves, nodes, finished)
    }

    /// Chooses among root moves; values equal to the best must be exact.
    fn decide<G: Game>(
        &mut self,
        mut root_moves: Vec<RootMove<G::Move>>,
        counter: NodeCounter,
        depth: u32,
    ) -> Choice<G> {
        best_first(&mut root_moves);
        let best_score = root_moves[0].value.score;
        let as_good = root_moves.iter().filter(|m| m.value.score == best_score);
        let shallowest = as_good.map(|m| m.value.level).min();
        let is_best = |m: &&RootMove<G::Move>| {
            m.value.score == best_score
                && (self.ties == Ties::Random || Some(m.value.level) == shallowest)
        };
        let (best, rest): (Vec<_>, Vec<_>) = root_moves.iter().partition(is_best);
        let errs = !rest.is_empty() && self.error > 0.0 && unit(&mut self.rng) < self.error;
        let pool = if errs { &rest } else { &best };
        let chosen = pool[below(&mut self.rng, pool.len())];
        let alternative = |m: &RootMove<G::Move>| Alternative {
            m: m.line[0],
            score: m.value.to_score(),
            effort: m.effort,
            line: m.line.clone(),
        };
        Choice {
            score: Some(chosen.value.to_score()),
            depth,
            nodes: counter.total,
            nodes_by_level: counter.levels.into_iter().take_while(|&nodes| nodes > 0).collect(),
            line: chosen.line.clone(),
            alternatives: root_moves.iter().map(alternative).collect(),
            ..Choice::bare(chosen.line[0])
        }
    }
}

/// A search to one depth.
pub(crate) struct DepthSearch<'a, G: Game, E, W> {
    pub(crate) game: &'a G,
    pub(crate) eval: &'a E,
    /// The searching seat.
    pub(crate) pov: Seat,
    /// Whether of equal values the one nearer to the root is better.
    pub(crate) prefer_shallow: bool,
    pub(crate) is_pruning: bool,
    pub(crate) budget: &'a Budget<'a>,
    pub(crate) depth: u32,
    pub(crate) nodes: NodeCounter,
    pub(crate) lines: BestLines<G::Move>,
    pub(crate) observer: &'a mut W,
}

impl<G: Game, E: Eval<G>, W: SearchObserver<G>> DepthSearch<'_, G, E, W> {
    /// The values of the root moves.
    fn root_moves(
        &mut self,
        state: &G::State,
        value: impl Fn(&mut Self, &G::State, i32) -> BackedUpValue,
    ) -> Vec<RootMove<G::Move>> {
        let mut root_moves = Vec::new();
        let mut alpha = i32::MIN;
        self.nodes.visit(0, self.budget);
        self.observer.enter(None, state, i32::MIN, i32::MAX);
        self.game.each_move(state, |m| {
            let next = self.game.after(state, m);
            let before = self.nodes.total;
            self.observer.enter(Some(m), &next, alpha, i32::MAX);
            let value = value(self, &next, alpha);
            self.observer.leave(value);
            // The first move is stored even if unfinished: a move must be returned.
            if root_moves.is_empty() || !self.nodes.is_spent() {
                if self.is_pruning {
                    alpha = alpha.max(value.score.saturating_sub(1));
                }
                self.lines.extend(0, m);
                let effort = self.nodes.total - before;
                root_moves.push(RootMove { line: self.lines.at_root(), value, effort });
                self.observer.root_searched(&root_moves, self.depth, self.nodes.total);
            }
        });
        self.observer.leave(best_of(&root_moves));
        root_moves
    }

    /// The value of a leaf with this status for `seat`: of the finished game, or the static evaluation.
    #[inline]
    pub(crate) fn leaf_value(&self, state: &G::State, status: Status, seat: Seat) -> i32 {
        match status.payoffs() {
            Some(payoffs) => self.eval.finished(self.game, state, &payoffs, seat),
            None => self.eval.eval(self.game, state, seat),
        }
    }
}

/// A root move that was searched.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    /// The move and its principal variation.
    pub(crate) line: Vec<M>,
    pub(crate) value: BackedUpValue,
    /// Nodes visited for it.
    pub(crate) effort: u64,
}

/// Sorts by value, best first; stable.
pub(crate) fn best_first<M>(root_moves: &mut [RootMove<M>]) {
    root_moves.sort_by_key(|m| std::cmp::Reverse(m.value.score));
}

/// The value of the best root move.
fn best_of<M>(root_moves: &[RootMove<M>]) -> BackedUpValue {
    let better = |best: BackedUpValue, value: BackedUpValue| {
        if value.score > best.score { value } else { best }
    };
    let values = root_moves.iter().map(|m| m.value);
    values.reduce(better).expect("at least one root move is searched")
}

/// The principal variation of each level (triangular table).
#[derive(Clone, Debug)]
pub(crate) struct BestLines<M>(Vec<Vec<M>>);

impl<M: Copy> BestLines<M> {
    fn new(depth: u32) -> Self {
        Self(vec![Vec::new(); depth as usize + 2])
    }

    /// Clears the line of a node that is entered.
    #[inline]
    pub(crate) fn begin(&mut self, level: u32) {
        self.0[level as usize].clear();
    }

    /// Makes `m` and the line of the level below the line of this level.
    #[inline]
    pub(crate) fn extend(&mut self, level: u32, m: M) {
        let (upper, lower) = self.0.split_at_mut(level as usize + 1);
        let line = &mut upper[level as usize];
        line.clear();
        line.push(m);
        line.extend_from_slice(&lower[0]);
    }

    /// The line of the root.
    fn at_root(&self) -> Vec<M> {
        self.0[0].clone()
    }
}

/// A value for the searching seat, and the level of the leaf it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BackedUpValue {
    pub(crate) score: i32,
    pub(crate) level: u32,
}

impl BackedUpValue {
    pub(crate) fn to_score(self) -> Score {
        match self.score {
            score if score >= WIN => Score::WinIn(self.level),
            score if score <= -WIN => Score::LossIn(self.level),
            score => Score::Points(score),
        }
    }
}

/// Counts nodes by level and checks the budget.
#[derive(Clone, Debug)]
pub(crate) struct NodeCounter {
    levels: Vec<u64>,
    total: u64,
    spent: bool,
}

impl NodeCounter {
    fn new(depth: u32) -> Self {
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

    /// Whether the budget is used up: return at once, values are invalid from now on.
    #[inline]
    pub(crate) const fn is_spent(&self) -> bool {
        self.spent
    }
}
