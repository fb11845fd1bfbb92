//! Move ordering: table move, moves with an ordering score, killers, countermove, history heuristic.

use bellwether_core::{SearchHints, Seat};

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked<M> {
    pub(crate) m: M,
    /// Its index in the game's own order.
    pub(crate) index: u16,
    /// Whether the game gives it no ordering score.
    pub(crate) is_quiet: bool,
    pub(crate) rank: i32,
}

const FROM_TABLE: i32 = 1 << 30;
const TACTICAL: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const COUNTER: i32 = 1 << 21;
/// The absolute bound of history values.
const MOST_HISTORY: i32 = 1 << 14;

/// History, killer and countermove tables.
#[derive(Clone, Debug)]
pub(crate) struct MoveHistory<M> {
    /// The history value by seat and slot.
    history: [Vec<i32>; 2],
    /// Two killer moves for each ply.
    killers: Vec<[Option<M>; 2]>,
    /// The quiet countermove that last refuted a move, by the slot of that move.
    counters: Vec<Option<M>>,
}

impl<M: Copy + Eq> MoveHistory<M> {
    pub(crate) fn new(slots: usize, plies: usize) -> Self {
        Self {
            history: [vec![0; slots], vec![0; slots]],
            killers: vec![[None; 2]; plies],
            counters: vec![None; slots],
        }
    }

    /// Prepares for the next search: clears killers, halves history.
    pub(crate) fn age(&mut self) {
        self.killers.fill([None; 2]);
        for value in self.history.iter_mut().flatten() {
            *value /= 2;
        }
    }

    /// The history value of a quiet move.
    #[inline]
    pub(crate) fn history(&self, seat: Seat, slot: usize) -> i32 {
        self.history[seat.index()][slot]
    }

    /// Records that quiet `m` caused a beta cutoff after `before`: killer and countermove.
    #[inline]
    pub(crate) fn add_refutation(&mut self, ply: usize, m: M, before: Option<usize>) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        if let Some(slot) = before {
            self.counters[slot] = Some(m);
        }
    }

    /// Adds a bonus or malus to a history value, with gravity towards the bound.
    #[inline]
    pub(crate) fn update(&mut self, seat: Seat, slot: usize, bonus: i32) {
        let value = &mut self.history[seat.index()][slot];
        *value += bonus - *value * bonus.abs() / MOST_HISTORY;
    }

    /// The tables' entries that matter at one node.
    #[inline]
    pub(crate) fn for_node(&self, context: OrderContext) -> OrderScores<'_, M> {
        OrderScores {
            best: context.best,
            killers: self.killers[context.ply],
            counter: context.before.and_then(|slot| self.counters[slot]),
            history: &self.history[context.mover.index()],
        }
    }
}

/// Ordering information of one node, looked up once for all its moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderScores<'a, M> {
    best: Option<u16>,
    killers: [Option<M>; 2],
    counter: Option<M>,
    history: &'a [i32],
}

impl<M: Copy + Eq> OrderScores<'_, M> {
    /// The ordering score of `m`; higher is earlier.
    #[inline(always)]
    pub(crate) fn rank<G: SearchHints<Move = M>>(
        &self,
        game: &G,
        state: &G::State,
        (m, index): (M, u16),
    ) -> Ranked<M> {
        let order_score = game.order_score(state, m);
        let rank = if self.best == Some(index) {
            FROM_TABLE
        } else if order_score > 0 {
            TACTICAL + order_score
        } else {
            let bonus = if self.killers[0] == Some(m) {
                KILLER + 1
            } else if self.killers[1] == Some(m) {
                KILLER
            } else if self.counter == Some(m) {
                COUNTER
            } else {
                0
            };
            bonus + self.history[game.action(m)]
        };
        Ranked { m, index, is_quiet: order_score == 0, rank }
    }
}

/// The node whose moves are ordered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderContext {
    pub(crate) mover: Seat,
    pub(crate) ply: usize,
    /// The table move, by its index in the game's order.
    pub(crate) best: Option<u16>,
    /// The slot of the move that led here.
    pub(crate) before: Option<usize>,
}

/// Swaps the highest-ranked of `moves` to the front; the first of equals, so the order is deterministic.
#[inline]
pub(crate) fn select_best<M: Copy>(moves: &mut [Ranked<M>]) -> Ranked<M> {
    let (mut best, mut highest) = (0, i32::MIN);
    for (index, ranked) in moves.iter().enumerate() {
        if ranked.rank > highest {
            (best, highest) = (index, ranked.rank);
        }
    }
    moves.swap(0, best);
    moves[0]
}
