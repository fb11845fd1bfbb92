//! What a search should know of Breakthrough: captures, threats to arrive, and runners nobody stops.
//!
//! # The unstoppable runner
//! Let one worker decide the game, let a runner be `d` ranks from its goal and run straight ahead. An
//! enemy worker `δ` ranks ahead of it and `w` files aside can interfere in two ways only.
//!
//! * **Capture** the runner after its `k`-th step (`0 ≤ k < d`), from the rank just ahead. The enemy
//!   needs `δ − k − 1` steps to get to that rank, each at most one file aside, and the capture goes one
//!   more aside: `w ≤ δ − k`. If the runner's side moves first there is time for `k − 1` steps before
//!   the capture (and `k ≥ 1`), else for `k`. So `k ≥ δ / 2`, or `k ≥ (δ − 1) / 2`, and the smallest
//!   such `k` gives `w ≤ ⌊δ / 2⌋`, or `w ≤ ⌈δ / 2⌉`.
//! * **Block** it by standing straight ahead when it is its turn after `k` steps: the enemy made
//!   `δ − k − 1` steps, at most `k`, or at most `k + 1`. Then `w ≤ δ − k − 1 ≤ ⌊δ / 2⌋`, or
//!   `≤ ⌈δ / 2⌉`: no more than a capture reaches.
//!
//! If no enemy stands that near, and no friend stands ahead on the file, the runner arrives in `2d − 1`
//! plies, or `2d`. It wins if nobody else has won by then. The enemy's foremost worker, `e` ranks from
//! its own goal, needs at least `2e` plies, or `2e − 1`, so it is enough that `d ≤ e`, or `d < e`; the
//! enemy cannot win by captures, since it never takes the runner, and the runner's side always has a
//! move. A runner with `d = 1` and the move wins even if an enemy stands ahead of it: one of the
//! diagonals is on the board, and free or capturable.

use bellwether_core::bits::Bits;
use bellwether_core::random;
use bellwether_core::{Foreseen, Seat, Tactics};

use super::{Breakthrough, Move, State, WHITE};

impl<B: Bits> Tactics for Breakthrough<B> {
    // Every move goes forward.
    const CAN_REPEAT: bool = false;

    #[inline]
    fn key(&self, state: &State<B>) -> u64 {
        let [white, black] = state.workers;
        random::key(white.fold(), black.fold()) ^ random::mix(0, state.mover.index() as u64)
    }

    fn slots(&self) -> usize {
        4 * self.rows() * self.columns()
    }

    /// Where the step starts and which of the ways it goes; both sides' ways share three numbers.
    #[inline]
    fn slot(&self, m: Move) -> usize {
        let straight = usize::from(m.from.abs_diff(m.to)) + 1 - self.columns();
        4 * usize::from(m.from) + straight
    }

    /// Captures first, those of workers far advanced and undefended before others; then safe steps
    /// that come near the goal.
    #[inline]
    fn urgency(&self, state: &State<B>, m: Move) -> i32 {
        let (own, enemy) = (state.mover, state.mover.other());
        let to = B::single(usize::from(m.to));
        let distance = self.distance(own, usize::from(m.to)) as i32;
        let is_capture = (state.workers[enemy.index()] & to).any();
        if !is_capture && distance > 3 {
            return 0;
        }
        let is_safe = !(self.attacks(enemy, state.workers[enemy.index()]) & to).any();
        if is_capture {
            // The nearer to this side's own camp, the more dangerous the captured worker was.
            let danger = distance.min(16);
            return 200 + 4 * danger + if is_safe { 60 } else { 0 };
        }
        if is_safe { 100 - 20 * distance } else { 0 }
    }

    #[inline]
    fn each_forcing(&self, state: &State<B>, mut f: impl FnMut(Move)) {
        let targets = self.targets(state);
        let enemy = state.workers[state.mover.other().index()];
        for (arrivals, sideways) in [(targets.left & enemy, -1), (targets.right & enemy, 1)] {
            for to in arrivals.iter() {
                f(self.arrival(state.mover, to, sideways));
            }
        }
    }

    /// Whether an enemy would arrive with its next step.
    #[inline]
    fn is_pressed(&self, state: &State<B>) -> bool {
        let enemy = state.mover.other();
        self.setup.workers == 1
            && (self.forward(enemy, state.workers[enemy.index()], 1) & self.goal[enemy.index()])
                .any()
    }

    #[inline]
    fn foreseen(&self, state: &State<B>) -> Option<Foreseen> {
        if self.setup.workers > 1 {
            return None;
        }
        let (mover, other) = (state.mover, state.mover.other());
        let (ahead, behind) = (self.lead(state, mover), self.lead(state, other));
        if ahead == 1 {
            return Some(Foreseen { winner: mover, plies: 1 });
        }
        // Only the side that is ahead in the race can have such a runner.
        let (winner, most, first) =
            if ahead <= behind { (mover, behind, true) } else { (other, ahead - 1, false) };
        let distance = self.nearest_runner(state, winner, most, first)? as u32;
        Some(Foreseen { winner, plies: 2 * distance - u32::from(first) })
    }

    fn pass(&self, state: &State<B>) -> Option<State<B>> {
        let passed = State { mover: state.mover.other(), ..*state };
        // With several workers to base a side may be short of moves, and then a pass is worth one.
        (self.setup.workers == 1).then_some(passed)
    }
}

impl<B: Bits> Breakthrough<B> {
    /// How many ranks a worker of `seat` at `square` is from its goal.
    #[inline]
    pub(super) fn distance(&self, seat: Seat, square: usize) -> usize {
        let rank = usize::from(self.ranks[square]);
        if seat == WHITE { self.setup.rows - 1 - rank } else { rank }
    }

    /// `set` moved `ranks` ranks in `seat`'s direction.
    #[inline]
    pub(super) fn forward(&self, seat: Seat, set: B, ranks: usize) -> B {
        let shift = (ranks * self.setup.columns) as u32;
        if seat == WHITE { (set << shift) & self.board } else { set >> shift }
    }

    /// `set` and the squares beside it on its ranks.
    #[inline]
    pub(super) fn widened(&self, set: B) -> B {
        set | ((set & self.not_left) >> 1) | ((set & self.not_right) << 1)
    }

    /// The squares that workers of `seat` standing on `set` attack.
    #[inline]
    pub(super) fn attacks(&self, seat: Seat, set: B) -> B {
        let sides = ((set & self.not_left) >> 1) | ((set & self.not_right) << 1);
        self.forward(seat, sides, 1)
    }

    /// How many ranks the foremost worker of `seat` is from its goal.
    #[inline]
    pub(super) fn lead(&self, state: &State<B>, seat: Seat) -> usize {
        let own = state.workers[seat.index()];
        self.distance(seat, if seat == WHITE { own.highest() } else { own.lowest() })
    }

    /// The squares from which a runner of `seat` can be stopped by an enemy at most `most` ranks ahead,
    /// if the runner's side moves `first` or not.
    #[inline]
    pub(super) fn stoppable(&self, state: &State<B>, seat: Seat, most: usize, first: bool) -> B {
        let enemy = seat.other();
        let mut reach = state.workers[enemy.index()];
        let mut stopped = B::EMPTY;
        for ahead in 1..=most {
            reach = self.forward(enemy, reach, 1);
            // The reach is ⌊ahead / 2⌋ files aside if the runner moves first, else ⌈ahead / 2⌉.
            if ahead.is_multiple_of(2) == first {
                reach = self.widened(reach);
            }
            stopped |= reach;
        }
        stopped
    }

    /// How far the nearest unstoppable runner of `seat` is from its goal, if there is one within `most`
    /// ranks.
    #[inline]
    fn nearest_runner(
        &self,
        state: &State<B>,
        seat: Seat,
        most: usize,
        first: bool,
    ) -> Option<usize> {
        let own = state.workers[seat.index()];
        // Everything within `most` ranks of the goal.
        let near = self.within[seat.index()][most.min(self.setup.rows - 1)];
        let candidates = own & near;
        if !candidates.any() {
            return None;
        }
        let mut free = candidates & !self.stoppable(state, seat, most, first);
        while free.any() {
            let runner = if seat == WHITE { free.highest() } else { free.lowest() };
            // Of two on one file the foremost was looked at first, so nobody stands ahead but one that
            // can be stopped.
            let distance = self.distance(seat, runner);
            let single = B::single(runner);
            let blocked =
                (1..distance).any(|ahead| (self.forward(seat, single, ahead) & own).any());
            if !blocked {
                return Some(distance);
            }
            free ^= single;
        }
        None
    }
}
