//! Search hints of Breakthrough: captures, threats to arrive, and unstoppable runners.
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
use bellwether_core::{Actions, Game, ProvenResult, SearchHints, Seat};

use super::{Breakthrough, Move, MoveTargets, State, WHITE};

/// For each byte of a set, the masks of the moves that start from its eight squares and go the first of the ways. Read one
/// place earlier it is that of the second way, and two places earlier of the third.
static EIGHT_STARTS: [[bool; 34]; 256] = {
    let mut starts = [[false; 34]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            starts[byte][2 + 4 * bit] = byte >> bit & 1 == 1;
            bit += 1;
        }
        byte += 1;
    }
    starts
};

/// For each byte of a set, the numbers of the moves that start from its eight squares and go the first of the ways.
static EIGHT_NUMBERS: [u32; 256] = {
    let mut numbers = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            numbers[byte] |= (byte as u32 >> bit & 1) << (4 * bit);
            bit += 1;
        }
        byte += 1;
    }
    numbers
};

impl<B: Bits> Breakthrough<B> {
    /// Where the moves of each way start, in the order of their numbers: up the board the longest way goes right, down the
    /// board it goes left.
    #[inline]
    fn starts(&self, state: &State<B>) -> [B; 3] {
        let MoveTargets { straight, left, right } = self.targets(state);
        let columns = self.columns() as u32;
        if state.mover == WHITE {
            [left >> (columns - 1), straight >> columns, right >> (columns + 1)]
        } else {
            [right << (columns - 1), straight << columns, left << (columns + 1)]
        }
    }
}

impl<B: Bits> Actions for Breakthrough<B> {
    fn action_count(&self) -> usize {
        4 * self.rows() * self.columns()
    }

    /// Where the step starts and which of the ways it goes; both sides' ways share three numbers.
    #[inline]
    fn action(&self, m: Move) -> usize {
        let straight = usize::from(m.from.abs_diff(m.to)) + 1 - self.columns();
        4 * usize::from(m.from) + straight
    }

    #[inline]
    fn move_of_action(&self, state: &State<B>, action: usize) -> Option<Move> {
        let (from, way) = (action / 4, action % 4);
        if way == 3 || from >= self.rows() * self.columns() || self.status(state).is_over() {
            return None;
        }
        let targets = self.targets(state);
        let distance = self.columns() + way - 1;
        // Up the board the longest way goes right, down the board it goes left.
        let (to, arrivals) = match (way, state.mover == WHITE) {
            (1, true) => (from + distance, targets.straight),
            (0, true) => (from + distance, targets.left),
            (_, true) => (from + distance, targets.right),
            (1, false) => (from.checked_sub(distance)?, targets.straight),
            (0, false) => (from.checked_sub(distance)?, targets.right),
            (_, false) => (from.checked_sub(distance)?, targets.left),
        };
        let own = state.workers[state.mover.index()];
        let is_on_board = to < self.rows() * self.columns();
        (is_on_board && own.has(from) && arrivals.has(to))
            .then_some(Move { from: from as u8, to: to as u8 })
    }

    /// Eight squares at a time.
    fn write_mask(&self, state: &State<B>, mask: &mut [bool]) {
        assert_eq!(mask.len(), self.action_count(), "the mask has another size");
        let [first, second, third] = self.starts(state);
        let eight = |index| {
            let first = &EIGHT_STARTS[usize::from(first.byte(index))];
            let second = &EIGHT_STARTS[usize::from(second.byte(index))];
            let third = &EIGHT_STARTS[usize::from(third.byte(index))];
            let mut moves = [false; 32];
            for (at, is_legal) in moves.iter_mut().enumerate() {
                *is_legal = first[2 + at] | second[1 + at] | third[at];
            }
            moves
        };
        let (whole, rest) = mask.as_chunks_mut::<32>();
        for (index, moves) in whole.iter_mut().enumerate() {
            *moves = eight(index);
        }
        if !rest.is_empty() {
            rest.copy_from_slice(&eight(whole.len())[..rest.len()]);
        }
    }

    /// Eight squares at a time.
    #[inline]
    fn add_actions(&self, state: &State<B>, words: &mut [u64]) {
        let [first, second, third] = self.starts(state);
        let eight = |index| {
            let numbers = |set: B| EIGHT_NUMBERS[usize::from(set.byte(index))];
            u64::from(numbers(first) | numbers(second) << 1 | numbers(third) << 2)
        };
        for index in 0..(self.rows() * self.columns()).div_ceil(8) {
            words[index / 2] |= eight(index) << (32 * (index % 2));
        }
    }
}

impl<B: Bits> SearchHints for Breakthrough<B> {
    // Every move goes forward.
    const CAN_REPEAT: bool = false;

    #[inline]
    fn key(&self, state: &State<B>) -> u64 {
        let [white, black] = state.workers;
        random::key(white.fold(), black.fold()) ^ random::mix(0, state.mover.index() as u64)
    }

    /// Captures first, those of workers far advanced and undefended before others; then safe steps
    /// that come near the goal.
    #[inline]
    fn order_score(&self, state: &State<B>, m: Move) -> i32 {
        let (own, enemy) = (state.mover, state.mover.other());
        let to = B::single(usize::from(m.to));
        let distance = self.distance(own, usize::from(m.to)) as i32;
        let is_capture = (state.workers[enemy.index()] & to).any();
        if !is_capture && distance > 3 {
            return 0;
        }
        let is_safe = !(self.masks.attacks(enemy, state.workers[enemy.index()]) & to).any();
        if is_capture {
            // The nearer to this side's own base, the more dangerous the captured worker was.
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
    fn must_extend(&self, state: &State<B>) -> bool {
        let enemy = state.mover.other();
        self.setup.workers == 1
            && (self.masks.forward(enemy, state.workers[enemy.index()], 1)
                & self.goal[enemy.index()])
            .any()
    }

    #[inline(always)]
    fn proven_result(&self, state: &State<B>) -> Option<ProvenResult> {
        if self.setup.workers > 1 {
            return None;
        }
        let (mover, other) = (state.mover, state.mover.other());
        let (ahead, behind) = (self.lead(state, mover), self.lead(state, other));
        if ahead == 1 {
            return Some(ProvenResult { winner: mover, plies: 1 });
        }
        // Only the side that is ahead in the race can have such a runner.
        let (winner, most, first) =
            if ahead <= behind { (mover, behind, true) } else { (other, ahead - 1, false) };
        let distance = self.nearest_runner(state, winner, most, first)? as u32;
        Some(ProvenResult { winner, plies: 2 * distance - u32::from(first) })
    }

    fn pass(&self, state: &State<B>) -> Option<State<B>> {
        let passed = State { mover: state.mover.other(), ..*state };
        // With several workers to base there is zugzwang.
        (self.setup.workers == 1).then_some(passed)
    }
}

impl<B: Bits> Breakthrough<B> {
    /// The distance in ranks of a worker of `seat` at `square` from its goal.
    #[inline]
    pub(super) fn distance(&self, seat: Seat, square: usize) -> usize {
        let rank = usize::from(self.ranks[square]);
        if seat == WHITE { self.setup.rows - 1 - rank } else { rank }
    }

    /// The distance in ranks of the foremost worker of `seat` from its goal.
    #[inline]
    pub(super) fn lead(&self, state: &State<B>, seat: Seat) -> usize {
        let own = state.workers[seat.index()];
        self.distance(seat, if seat == WHITE { own.highest() } else { own.lowest() })
    }

    /// The distance of the nearest unstoppable runner of `seat` from its goal, if there is one within
    /// `most` ranks.
    #[inline(always)]
    fn nearest_runner(
        &self,
        state: &State<B>,
        seat: Seat,
        most: usize,
        first: bool,
    ) -> Option<usize> {
        let (own, enemies) = (state.workers[seat.index()], state.workers[seat.other().index()]);
        // Everything within `most` ranks of the goal.
        let near = self.masks.within(seat, most);
        let candidates = own & near;
        if !candidates.any() {
            return None;
        }
        let mut free = candidates & !self.masks.stoppable(seat, enemies, most, first);
        while free.any() {
            let runner = if seat == WHITE { free.highest() } else { free.lowest() };
            // Of two on one file the foremost was examined first, so a worker ahead is one that can be
            // stopped.
            let distance = self.distance(seat, runner);
            let single = B::single(runner);
            let blocked =
                (1..distance).any(|ahead| (self.masks.forward(seat, single, ahead) & own).any());
            if !blocked {
                return Some(distance);
            }
            free ^= single;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BLACK, Setup};
    use super::*;
    use bellwether_core::{Game, Notation, Status, contract};
    use std::collections::HashMap;

    fn game<B: Bits>(rows: usize, columns: usize, workers: usize) -> Breakthrough<B> {
        Breakthrough::new(Setup::new(rows, columns, workers).unwrap())
    }

    /// The winner and distance with best play, by full search, checking proven results on the way.
    fn solve<B: Bits>(
        game: &Breakthrough<B>,
        state: &State<B>,
        known: &mut HashMap<State<B>, (Seat, u32)>,
        proven: &mut [u32; 2],
    ) -> (Seat, u32) {
        let mover = match game.status(state) {
            Status::Over(payoffs) => return (payoffs.winner(2).unwrap(), 0),
            Status::ToMove(mover) => mover,
        };
        if let Some(outcome) = known.get(state) {
            return *outcome;
        }
        let mut won: Option<u32> = None;
        let mut lost = 0;
        for m in game.moves(state) {
            let next = game.after(state, m);
            let (winner, plies) = solve(game, &next, known, proven);
            if winner == mover {
                won = Some(won.map_or(plies + 1, |least| least.min(plies + 1)));
            } else {
                lost = lost.max(plies + 1);
            }
        }
        let outcome = won.map_or((mover.other(), lost), |plies| (mover, plies));
        if let Some(said) = game.proven_result(state) {
            let text = game.position_text(state);
            assert!(said.winner == outcome.0 && outcome.1 <= said.plies, "{text} {said:?}");
            proven[usize::from(said.winner == mover)] += 1;
        }
        known.insert(*state, outcome);
        outcome
    }

    #[test]
    fn proven_results_agree_with_full_search() {
        for (rows, columns) in [(4, 3), (5, 3), (7, 2), (4, 4)] {
            let game = game::<u64>(rows, columns, 1);
            let (mut known, mut proven) = (HashMap::new(), [0; 2]);
            solve(&game, &game.start(), &mut known, &mut proven);
            assert!(proven.iter().all(|&times| times > 100), "{proven:?} of {}", known.len());
        }
    }

    #[test]
    fn runners_and_those_who_stop_them() {
        let game = game::<u64>(8, 8, 1);
        let proven = |text: &str| {
            let state = game.parse_position(text).unwrap();
            game.proven_result(&state).map(|proven| (proven.winner, proven.plies))
        };
        // a5 needs three steps. d8 is three ranks ahead and three files aside: too far for either turn.
        assert_eq!(proven("3p4/8/8/P7/8/8/8/7P w"), Some((WHITE, 5)));
        assert_eq!(proven("3p4/8/8/P7/8/8/8/7P b"), Some((WHITE, 6)));
        // c8 is two files aside: in time if Black moves, too late if White does.
        assert_eq!(proven("2p5/8/8/P7/8/8/8/7P w"), Some((WHITE, 5)));
        assert_eq!(proven("2p5/8/8/P7/8/8/8/7P b"), None);
        // a4 and h5 are four from their goals, with nobody near: who moves is first.
        assert_eq!(proven("8/8/8/7p/P7/8/8/8 w"), Some((WHITE, 7)));
        assert_eq!(proven("8/8/8/7p/P7/8/8/8 b"), Some((BLACK, 7)));
        // Blocked straight ahead, but one step from the goal and on the move.
        assert_eq!(proven("3p4/3P4/8/8/8/8/8/8 w"), Some((WHITE, 1)));
        // Its own friend c6 stands in the way of c5, and b8 stops c6.
        assert_eq!(proven("1p6/8/2P5/2P5/8/8/8/8 b"), None);
    }

    #[test]
    fn keeps_the_contract() {
        for (rows, columns, workers) in [(8, 8, 1), (8, 8, 3), (5, 10, 1), (64, 2, 1), (4, 32, 3)] {
            contract::check_search_hints(&game::<u128>(rows, columns, workers), 1, 10);
        }
        contract::check_search_hints(&game::<u64>(8, 8, 1), 2, 20);
    }

    #[test]
    fn an_enemy_before_the_goal_must_be_answered() {
        let game = game::<u64>(8, 8, 1);
        let is_pressed = |text: &str| game.must_extend(&game.parse_position(text).unwrap());
        assert!(is_pressed("8/8/8/8/8/8/p7/1P6 w"));
        assert!(!is_pressed("8/8/8/8/8/p7/8/1P6 w"));
        assert!(!is_pressed("8/8/8/8/8/8/p7/1P6 b"));
    }
}
