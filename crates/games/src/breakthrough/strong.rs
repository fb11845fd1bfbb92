//! The strong evaluation of Breakthrough: where workers stand, how safe they are, who wins the race.
//!
//! A linear sum of what the literature on the game looks at, in hundredths of a worker or so: the worth
//! of a worker by rank and file, attackers against defenders, neighbours, files without a worker, safe
//! steps ahead, and workers whom nobody can stop any more. Everything is counted for both sides and
//! for the one to move apart, where the turn matters.
//!
//! The weights were fitted by logistic regression of results on what is counted, over positions without
//! a pending capture from games that `pvs` played at 1,500 nodes a move after 4 to 19 random plies. The
//! games were between *different* sets of weights, each fit's against the first guess and against the
//! fit before it, and every fit took in all games so far: where both sides think alike, what they think
//! of the position says little about who will win, and a fit to such games plays far worse.

use bellwether_core::Seat;
use bellwether_core::bits::Bits;

use super::{Breakthrough, Setup, State, WHITE};

/// How many things are counted for a side.
pub(super) const COUNTS: usize = 22;

/// What each of [`counts`] is worth.
#[rustfmt::skip]
const WEIGHTS: [i32; COUNTS] = [
    -10,  // undefended under attack, in the rear, having the move
    -23,  // the same near the goal
    -95,  // the same in the rear, the enemy having the move
    -23,  // the same near the goal
    -18,  // attacked by two and guarded by one, having the move
    -41,  // the same, the enemy having the move
    -10,  // attacked and guarded
    -8,   // guarded
    -22,  // guarded twice
    -3,   // neighbours on a rank
    8,    // one behind the other
    186,  // free to run, within two ranks of the goal
    153,  // within three
    69,   // within four
    39,   // farther away
    4,    // squares to step on that no enemy attacks
    -3,   // face to face with an enemy
    -28,  // files without a worker
    13,   // the move
    2,    // ranks from the foremost worker to the goal
    6,    // guarded within four ranks of the goal
    -18,  // held back by an unanswered attack on the square ahead
];

/// What a worker is worth by rank, its own base rank first, and by how far its file is from the edge.
const PLACES: [[i32; 4]; 8] = [
    [69, 117, 132, 94],
    [78, 91, 93, 82],
    [82, 87, 67, 64],
    [93, 79, 61, 64],
    [124, 115, 121, 126],
    [208, 199, 205, 208],
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
        count(own & guarded & within[4.min(game.rows() - 1)]),
        count(ahead & attacked & !guarded & !own),
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

#[cfg(test)]
mod tests {
    use super::super::BLACK;
    use super::*;
    use bellwether_core::{Game, Notation, Symmetric, contract};

    /// The same position with colours, ranks and turn exchanged.
    fn reversed(game: &Breakthrough<u128>, state: &State<u128>) -> State<u128> {
        let (rows, columns) = (game.rows(), game.columns());
        let flip = |set: u128| {
            u128::from_indices(
                set.iter().map(|square| (rows - 1 - square / columns) * columns + square % columns),
            )
        };
        let [white, black] = state.workers;
        State { workers: [flip(black), flip(white)], mover: state.mover.other() }
    }

    #[test]
    fn both_sides_and_both_wings_are_judged_alike() {
        for (rows, columns, workers) in
            [(8, 8, 1), (8, 8, 3), (5, 10, 1), (4, 2, 1), (64, 2, 1), (4, 32, 3), (16, 8, 1)]
        {
            let game = Breakthrough::<u128>::new(Setup::new(rows, columns, workers).unwrap());
            contract::for_each_position(&game, 3, 5, |state| {
                if game.status(state).is_over() {
                    return;
                }
                let points = for_white(&game, state);
                assert_eq!(points, -for_white(&game, &reversed(&game, state)), "{state:?}");
                assert_eq!(points, for_white(&game, &game.transform(state, 1)), "{state:?}");
            });
        }
    }

    #[test]
    fn one_word_and_two_count_the_same() {
        let small = Breakthrough::<u64>::new(Setup::default());
        let large = Breakthrough::<u128>::new(Setup::default());
        contract::for_each_position(&small, 4, 20, |state| {
            if small.status(state).is_over() {
                return;
            }
            let wide = State { workers: state.workers.map(u128::from), mover: state.mover };
            for seat in [WHITE, BLACK] {
                assert_eq!(counts(&small, state, seat), counts(&large, &wide, seat), "{state:?}");
            }
        });
    }

    #[test]
    fn counted_by_hand() {
        // White: c4 hangs to d5, h2 and h1 stand behind one another, a6 runs free two ranks from its
        // goal. Black: d5 hangs to c4, and h8 waits.
        let game = Breakthrough::<u64>::new(Setup::default());
        let state = game.parse_position("7p/8/P7/3p4/2P5/8/7P/7P w").unwrap();
        let white = counts(&game, &state, WHITE);
        assert_eq!(white[..6], [1, 0, 0, 0, 0, 0], "in danger");
        assert_eq!(white[10], 1, "behind one another");
        assert_eq!(white[11..15], [1, 0, 0, 0], "free to run");
        assert_eq!(white[17], 5, "files without a worker");
        assert_eq!(white[18..20], [1, 2], "the move, and the lead");
        let black = counts(&game, &state, BLACK);
        assert_eq!(black[..6], [0, 0, 1, 0, 0, 0], "in danger");
        assert_eq!(black[18..20], [0, 4], "the move, and the lead");
    }

    #[test]
    fn ranks_of_other_boards_find_their_place() {
        let of =
            |rows: usize| (0..rows).map(|advance| rank_class(rows, advance)).collect::<Vec<_>>();
        assert_eq!(of(8), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(of(5), [0, 1, 5, 6, 7]);
        assert_eq!(of(10), [0, 1, 2, 2, 2, 3, 4, 5, 6, 7]);
    }
}
