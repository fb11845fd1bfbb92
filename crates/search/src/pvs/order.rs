//! The order in which moves are tried: the table's, the urgent, killers, then by how they fared before.

use bellwether_core::{SearchHints, Seat};

/// A move waiting for its turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked<M> {
    pub(crate) m: M,
    /// Its place in the game's own order.
    pub(crate) index: u16,
    /// Whether it is neither urgent nor the table's.
    pub(crate) is_quiet: bool,
    pub(crate) rank: i32,
}

const FROM_TABLE: i32 = 1 << 30;
const URGENT: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const COUNTER: i32 = 1 << 21;
/// History values stay between plus and minus this.
const MOST_HISTORY: i32 = 1 << 14;

/// What is remembered of moves from node to node.
#[derive(Clone, Debug)]
pub(crate) struct MoveHistory<M> {
    /// For each seat and slot of a move, how often it was good of late.
    history: [Vec<i32>; 2],
    /// For each ply, the two quiet moves that last refuted something there.
    killers: Vec<[Option<M>; 2]>,
    /// For each slot of a move, the quiet one that last refuted it.
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

    /// Readies the memory for the next search: what was learnt fades.
    pub(crate) fn fade(&mut self) {
        self.killers.fill([None; 2]);
        for value in self.history.iter_mut().flatten() {
            *value /= 2;
        }
    }

    /// How a quiet move fared of late.
    #[inline]
    pub(crate) fn history(&self, seat: Seat, slot: usize) -> i32 {
        self.history[seat.index()][slot]
    }

    /// Remembers that quiet `m` was too good for the other side, after `before`.
    #[inline]
    pub(crate) fn reward(&mut self, ply: usize, m: M, before: Option<usize>) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        if let Some(slot) = before {
            self.counters[slot] = Some(m);
        }
    }

    /// Moves the history of a quiet move towards good or bad.
    #[inline]
    pub(crate) fn learn(&mut self, seat: Seat, slot: usize, bonus: i32) {
        let value = &mut self.history[seat.index()][slot];
        *value += bonus - *value * bonus.abs() / MOST_HISTORY;
    }

    /// What ranks the moves of one node.
    #[inline]
    pub(crate) fn ranking(&self, scene: OrderContext) -> OrderScores<'_, M> {
        OrderScores {
            best: scene.best,
            killers: self.killers[scene.ply],
            counter: scene.before.and_then(|slot| self.counters[slot]),
            history: &self.history[scene.mover.index()],
        }
    }
}

/// What is remembered that matters at one node, looked up once for all its moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderScores<'a, M> {
    best: Option<u16>,
    killers: [Option<M>; 2],
    counter: Option<M>,
    history: &'a [i32],
}

impl<M: Copy + Eq> OrderScores<'_, M> {
    /// The place of `m` in the order; more is earlier.
    #[inline(always)]
    pub(crate) fn rank<G: SearchHints<Move = M>>(
        &self,
        game: &G,
        state: &G::State,
        (m, index): (M, u16),
    ) -> Ranked<M> {
        let urgency = game.order_score(state, m);
        let rank = if self.best == Some(index) {
            FROM_TABLE
        } else if urgency > 0 {
            URGENT + urgency
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
        Ranked { m, index, is_quiet: urgency == 0, rank }
    }
}

/// Where moves are to be put in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderContext {
    pub(crate) mover: Seat,
    pub(crate) ply: usize,
    /// The table's move, by its place in the game's order.
    pub(crate) best: Option<u16>,
    /// The slot of the move that led here.
    pub(crate) before: Option<usize>,
}

/// Brings the highest-ranked of `moves` to the front; of equals the first, so the order is fixed.
#[inline]
pub(crate) fn bring_best<M: Copy>(moves: &mut [Ranked<M>]) -> Ranked<M> {
    let (mut best, mut highest) = (0, i32::MIN);
    for (place, ranked) in moves.iter().enumerate() {
        if ranked.rank > highest {
            (best, highest) = (place, ranked.rank);
        }
    }
    moves.swap(0, best);
    moves[0]
}
