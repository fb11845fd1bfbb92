//! The strong evaluation of Breakthrough: where workers stand, how safe they are, who wins the race.
//!
//! A linear sum of what the literature on the game looks at, in hundredths of a worker or so: the worth
//! of a worker by rank and file, attackers against defenders, neighbours, files without a worker, safe
//! steps ahead, and workers whom nobody can stop any more. Everything is counted for both sides and
//! for the one to move apart, where the turn matters.

use bellwether_core::Seat;
use bellwether_core::bits::Bits;

use super::{Breakthrough, Setup, State, WHITE};

/// How many things are counted for a side.
pub(super) const COUNTS: usize = 20;

/// What each of [`counts`] is worth.
const WEIGHTS: [i32; COUNTS] =
    [-20, -40, -60, -90, -10, -30, -5, 6, 4, 4, 4, 400, 250, 150, 80, 3, -3, -10, 20, -15];

/// What a worker is worth by rank, its own base rank first, and by how far its file is from the edge.
const PLACES: [[i32; 4]; 8] = [
    [110, 125, 120, 120],
    [95, 100, 100, 100],
    [95, 102, 105, 105],
    [100, 110, 115, 115],
    [115, 130, 135, 135],
    [140, 165, 170, 170],
    [200, 250, 260, 260],
    [400, 400, 400, 400],
];

/// What a quiet move or two usually change.
pub(super) const SWING: i32 = 60;

/// What the board alone decides of the evaluation, worked out once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Terrain {
    /// What a worker on each square is worth to each side.
    worth: [Vec<i32>; 2],
}

impl Terrain {
    pub(super) fn new(setup: Setup) -> Self {
        let Setup { rows, columns, .. } = setup;
        let worth = |advance: usize, file: usize| {
            PLACES[rank_class(rows, advance)][file.min(columns - 1 - file).min(3)]
        };
        let squares = 0..rows * columns;
        Self {
            worth: [
                squares.clone().map(|square| worth(square / columns, square % columns)).collect(),
                squares
                    .map(|square| worth(rows - 1 - square / columns, square % columns))
                    .collect(),
            ],
        }
    }
}

/// The row of [`PLACES`] for a worker that has advanced so many ranks.
///
/// The camp's two ranks keep their own and the ranks before the goal are counted from there: shorter
/// boards lack a few in the middle, longer ones repeat one.
fn rank_class(rows: usize, advance: usize) -> usize {
    let distance = rows - 1 - advance;
    if advance < 2 { advance } else { 7 - distance.min(5) }
}

/// How good the position looks to White.
pub(super) fn for_white<B: Bits>(game: &Breakthrough<B>, state: &State<B>) -> i32 {
    side(game, state, WHITE) - side(game, state, WHITE.other())
}

#[inline]
fn side<B: Bits>(game: &Breakthrough<B>, state: &State<B>, seat: Seat) -> i32 {
    let worth = &game.terrain.worth[seat.index()];
    let placed: i32 = state.workers[seat.index()].iter().map(|square| worth[square]).sum();
    let counted = counts(game, state, seat);
    placed + counted.iter().zip(WEIGHTS).map(|(count, weight)| count * weight).sum::<i32>()
}

/// What is counted for one side, in the order of [`WEIGHTS`].
#[inline]
pub(super) fn counts<B: Bits>(
    game: &Breakthrough<B>,
    state: &State<B>,
    seat: Seat,
) -> [i32; COUNTS] {
    let count = |set: B| set.count() as i32;
    let (own, enemy) = (state.workers[seat.index()], state.workers[seat.other().index()]);
    let moves = i32::from(state.mover == seat);
    let within = &game.within[seat.index()];

    let (attacked, attacked_twice) = game.attacks_by_number(seat.other(), enemy);
    let (guarded, guarded_twice) = game.attacks_by_number(seat, own);
    let hanging = own & attacked & !guarded;
    let outnumbered = count(own & attacked_twice & guarded & !guarded_twice);
    let far = within[3.min(game.rows() - 1)];
    let (hanging_far, hanging_near) = (count(hanging & far), count(hanging & !far));

    let ahead = game.forward(seat, own, 1);
    let reachable = (ahead & !enemy) | (guarded & !own);
    let free = own & !game.stoppable(state, seat, game.rows() - 1, false);
    let free_within = |ranks: usize| count(free & within[ranks.min(game.rows() - 1)]);
    let (two, three, four) = (free_within(2), free_within(3), free_within(4));

    [
        hanging_near * moves,
        hanging_far * moves,
        hanging_near * (1 - moves),
        hanging_far * (1 - moves),
        outnumbered * moves,
        outnumbered * (1 - moves),
        count(own & attacked & guarded),
        count(own & guarded),
        count(own & guarded_twice),
        count(own & ((own & game.not_left) >> 1)),
        count(own & ahead),
        two,
        three - two,
        four - three,
        count(free) - four,
        count(reachable & !attacked),
        count(ahead & enemy),
        game.columns() as i32 - count(game.files(own)),
        moves,
        game.lead(state, seat) as i32,
    ]
}

impl<B: Bits> Breakthrough<B> {
    /// The squares that workers of `seat` on `set` attack, and those that two of them do.
    #[inline]
    fn attacks_by_number(&self, seat: Seat, set: B) -> (B, B) {
        let left = self.forward(seat, (set & self.not_left) >> 1, 1);
        let right = self.forward(seat, (set & self.not_right) << 1, 1);
        (left | right, left & right)
    }

    /// The files with a member of `set`, as squares of the first rank.
    #[inline]
    fn files(&self, set: B) -> B {
        let mut files = set;
        let mut ranks = 1;
        while ranks < self.setup.rows {
            files |= files >> (ranks * self.setup.columns) as u32;
            ranks *= 2;
        }
        files & self.goal[1]
    }
}
