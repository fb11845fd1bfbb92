//! The strong evaluation of Breakthrough: piece-square values, safety of workers, the race.
//!
//! A linear sum of the features of the literature on the game, in about hundredths of a worker:
//! piece-square values, attackers against defenders, neighbours, files without a worker, safe steps
//! ahead, and unstoppable runners. Everything is counted for both sides, and separately for the side to
//! move where the turn matters.
//!
//! The weights were fitted by logistic regression of results on the features, over quiet positions from
//! games that `pvs` played at 1,500 nodes a move after 4 to 19 random plies. The games were between
//! *different* sets of weights, each fit's against the first guess and against the fit before it, and
//! every fit used all games so far: where both sides use the same evaluation, it says little about who
//! will win, and a fit to such games plays far worse.

use bellwether_core::Seat;
use bellwether_core::bits::Bits;

use super::masks::BoardMasks;
use super::{Breakthrough, Setup, State, WHITE};

/// The number of features of a side.
const COUNTS: usize = 22;

/// The weights of [`counts`].
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

/// Piece-square values by rank, its own base rank first, and by the file's distance from the edge.
const SQUARE_VALUES: [[i16; 4]; 8] = [
    [69, 117, 132, 94],
    [78, 91, 93, 82],
    [82, 87, 67, 64],
    [93, 79, 61, 64],
    [124, 115, 121, 126],
    [208, 199, 205, 208],
    [200, 250, 260, 260],
    [400, 400, 400, 400],
];

/// The typical change by a quiet move or two.
pub(super) const SWING: i32 = 60;

/// Piece-square tables of a board, computed once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardWeights {
    /// For each side, eight squares and occupancy of them, the sum of piece-square values: a sum over workers
    /// takes as many lookups as the board has bytes.
    square_values: [Vec<[i16; 256]>; 2],
}

impl BoardWeights {
    /// The tables for a board in words of this many bits.
    pub(super) fn new(setup: Setup, bits: usize) -> Self {
        let Setup { rows, columns, .. } = setup;
        let square_values = |advance: usize, file: usize| {
            SQUARE_VALUES[rank_class(rows, advance)][file.min(columns - 1 - file).min(3)]
        };
        let white = |square: usize| square_values(square / columns, square % columns);
        let black = |square: usize| square_values(rows - 1 - square / columns, square % columns);
        let squares = rows * columns;
        Self { square_values: [by_eights(squares, bits, white), by_eights(squares, bits, black)] }
    }
}

fn by_eights(squares: usize, bits: usize, square_values: impl Fn(usize) -> i16) -> Vec<[i16; 256]> {
    let sum = |first: usize, who: usize| -> i16 {
        let standing = (first..first + 8).filter(|square| who >> (square - first) & 1 == 1);
        standing.filter(|&square| square < squares).map(&square_values).sum()
    };
    (0..bits).step_by(8).map(|first| std::array::from_fn(|who| sum(first, who))).collect()
}

/// The row of [`SQUARE_VALUES`] for a worker that has advanced this many ranks.
///
/// The base's two ranks keep their own and the ranks before the goal are counted from there: shorter
/// boards lack a few in the middle, longer ones repeat one.
fn rank_class(rows: usize, advance: usize) -> usize {
    let distance = rows - 1 - advance;
    if advance < 2 { advance } else { 7 - distance.min(5) }
}

/// The evaluation for White.
#[inline]
pub(super) fn for_white<B: Bits>(game: &Breakthrough<B>, state: &State<B>) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if let Some(points) = modern::for_white(game, state) {
        return points;
    }
    anywhere(game, state)
}

/// The evaluation compiled with the `popcnt` instruction, which all processors since 2013 have. Baseline
/// x86-64 code takes a dozen instructions instead, and the evaluation does little else.
#[cfg(target_arch = "x86_64")]
mod modern {
    use std::arch::is_x86_feature_detected as has;

    use super::{Bits, Breakthrough, State};

    /// The evaluation for White, if the processor has `popcnt`.
    #[expect(unsafe_code, reason = "pvs visits a tenth more nodes per second")]
    #[inline]
    pub(super) fn for_white<B: Bits>(game: &Breakthrough<B>, state: &State<B>) -> Option<i32> {
        let can = has!("popcnt") && has!("bmi1") && has!("bmi2") && has!("lzcnt");
        // SAFETY: the processor has the feature that the function was compiled for.
        can.then(|| unsafe { counting_bits(game, state) })
    }

    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn counting_bits<B: Bits>(game: &Breakthrough<B>, state: &State<B>) -> i32 {
        super::anywhere(game, state)
    }
}

/// The evaluation with the instructions the caller is compiled for.
#[inline(always)]
fn anywhere<B: Bits>(game: &Breakthrough<B>, state: &State<B>) -> i32 {
    let difference = |masks: BoardMasks<B>| {
        side(game, masks, state, WHITE) - side(game, masks, state, WHITE.other())
    };
    match game.masks.as_standard() {
        Some(standard) => difference(standard),
        None => difference(game.masks),
    }
}

#[inline(always)]
fn side<B: Bits>(
    game: &Breakthrough<B>,
    masks: BoardMasks<B>,
    state: &State<B>,
    seat: Seat,
) -> i32 {
    let own = state.workers[seat.index()];
    let square_values = &game.weights.square_values[seat.index()][..B::CAPACITY / 8];
    let placed: i32 = (0..B::CAPACITY / 8)
        .map(|eight| i32::from(square_values[eight][usize::from(own.byte(eight))]))
        .sum();
    let counted = counts(game, masks, state, seat);
    // Not zipped: an iterator's parts are not compiled for the instructions of `counting_bits`.
    placed + (0..COUNTS).map(|at| counted[at] * WEIGHTS[at]).sum::<i32>()
}

/// What is counted for one side, in the order of [`WEIGHTS`].
#[inline(always)]
fn counts<B: Bits>(
    game: &Breakthrough<B>,
    masks: BoardMasks<B>,
    state: &State<B>,
    seat: Seat,
) -> [i32; COUNTS] {
    let count = |set: B| set.count() as i32;
    let (own, enemy) = (state.workers[seat.index()], state.workers[seat.other().index()]);
    let moves = i32::from(state.mover == seat);

    let (attacked, attacked_twice) = masks.attacks_by_number(seat.other(), enemy);
    let (guarded, guarded_twice) = masks.attacks_by_number(seat, own);
    let hanging = own & attacked & !guarded;
    let outnumbered = count(own & attacked_twice & guarded & !guarded_twice);
    let far = masks.within(seat, 3);
    let (hanging_far, hanging_near) = (count(hanging & far), count(hanging & !far));

    let ahead = masks.forward(seat, own, 1);
    let reachable = (ahead & !enemy) | (guarded & !own);
    let free = own & !masks.stoppable(seat, enemy, masks.rows() - 1, false);
    let free_within = |ranks: usize| count(free & masks.within(seat, ranks));
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
        count(own & ((own & masks.not_left) >> 1)),
        count(own & ahead),
        two,
        three - two,
        four - three,
        count(free) - four,
        count(reachable & !attacked),
        count(ahead & enemy),
        masks.columns() as i32 - count(masks.files(own)),
        moves,
        game.lead(state, seat) as i32,
        count(own & guarded & masks.within(seat, 4)),
        count(ahead & attacked & !guarded & !own),
    ]
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
    fn the_evaluation_is_symmetric() {
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

    /// The evaluation worker by worker, without lookup tables.
    fn slowly<B: Bits>(game: &Breakthrough<B>, state: &State<B>) -> i32 {
        let of = |seat: Seat| {
            let rows = game.rows();
            let place = |square: usize| {
                let (rank, file) = (square / game.columns(), square % game.columns());
                let advance = if seat == WHITE { rank } else { rows - 1 - rank };
                let aside = file.min(game.columns() - 1 - file).min(3);
                i32::from(SQUARE_VALUES[rank_class(rows, advance)][aside])
            };
            let placed: i32 = state.workers[seat.index()].iter().map(place).sum();
            let counted = counts(game, game.masks, state, seat);
    placed + (0..COUNTS).map(|at| counted[at] * WEIGHTS[at]).sum::<i32>()
        };
        of(WHITE) - of(BLACK)
    }

    #[test]
    fn all_implementations_agree() {
        fn check<B: Bits>(rows: usize, columns: usize, games: usize) {
            let game = Breakthrough::<B>::new(Setup::new(rows, columns, 1).unwrap());
            contract::for_each_position(&game, 5, games, |state| {
                if !game.status(state).is_over() {
                    let points = slowly(&game, state);
                    assert_eq!(anywhere(&game, state), points, "{state:?}");
                    assert_eq!(for_white(&game, state), points, "{state:?}");
                }
            });
        }
        check::<u64>(8, 8, 50);
        check::<u128>(8, 8, 10);
        check::<u64>(5, 10, 10);
        check::<u64>(7, 9, 10);
        check::<u128>(11, 11, 10);
        check::<u128>(64, 2, 2);
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
                let of_small = counts(&small, small.masks, state, seat);
                let of_large = counts(&large, large.masks, &wide, seat);
                assert_eq!(of_small, of_large, "{state:?}");
            }
        });
    }

    #[test]
    fn counted_by_hand() {
        // White: c4 hangs to d5, h2 and h1 stand behind one another, a6 runs free two ranks from its
        // goal. Black: d5 hangs to c4, and h8 waits.
        let game = Breakthrough::<u64>::new(Setup::default());
        let state = game.parse_position("7p/8/P7/3p4/2P5/8/7P/7P w").unwrap();
        let white = counts(&game, game.masks, &state, WHITE);
        assert_eq!(white[..6], [1, 0, 0, 0, 0, 0], "in danger");
        assert_eq!(white[10], 1, "behind one another");
        assert_eq!(white[11..15], [1, 0, 0, 0], "free to run");
        assert_eq!(white[17], 5, "files without a worker");
        assert_eq!(white[18..20], [1, 2], "the move, and the lead");
        let black = counts(&game, game.masks, &state, BLACK);
        assert_eq!(black[..6], [0, 0, 1, 0, 0, 0], "in danger");
        assert_eq!(black[18..20], [0, 4], "the move, and the lead");
    }

    #[test]
    fn ranks_of_other_boards_are_classified() {
        let of =
            |rows: usize| (0..rows).map(|advance| rank_class(rows, advance)).collect::<Vec<_>>();
        assert_eq!(of(8), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(of(5), [0, 1, 5, 6, 7]);
        assert_eq!(of(10), [0, 1, 2, 2, 2, 3, 4, 5, 6, 7]);
    }
}
