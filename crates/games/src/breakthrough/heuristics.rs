//! The four evaluations of the course report on Breakthrough, and a strong one beside them.
//!
//! | name | formula |
//! |---|---|
//! | `defensive1` | 2 · own + random |
//! | `offensive1` | 2 · (30 − enemy) + random |
//! | `offensive2` | 2 · value(own) − value(enemy) + random |
//! | `defensive2` | value(own) − 2 · value(enemy) + random |
//! | `strong` | fitted to games: see the module of that name |
//!
//! `own` and `enemy` count workers; `value` adds up the side's workers, each worth 2^(rows it has
//! advanced) plus what the features below add. A worker in a losing exchange counts nothing: one
//! that an enemy attacks, with fewer friends on the two squares diagonally behind it than enemies on
//! the two diagonally ahead.
//!
//! | feature | when | adds |
//! |---|---|---|
//! | win | on the far rank | `WIN` |
//! | almost win | one rank before it, no enemy on either of the two squares diagonally ahead | `ALMOST_WIN` |
//! | home | on its own base rank | `HOME` |
//!
//! As in the report, a worker on an edge file never counts as almost winning (its code asks for both
//! diagonals to exist); win and almost win are left out when several workers must arrive; home counts
//! only where one empty row parts the camps (five rows), as on the report's long board. The report does
//! not print its three constants; these are ours.
//!
//! `random` is uniform in [0, 1). Here it is a function of a seed and the position, so that the same
//! seed plays the same game and two searches of one tree see the same leaves.

use bellwether_core::bits::Bits;
use bellwether_core::random::mix;
use bellwether_core::{Eval, Seat};

use super::{Breakthrough, State, WHITE, strong};

/// The units of one point of the report's formulas; `random` fills the units below.
const MARGIN: i32 = 1024;
/// The report's `winValue`.
const WIN: i32 = 10_000;
/// The report's `almostWin`.
const ALMOST_WIN: i32 = 5_000;
/// The report's `HomeStageValue`.
const HOME: i32 = 4;

/// Beyond this many rows a worker's advance adds no more, so that sums stay far from overflow.
const MOST_ADVANCE: usize = 12;

/// A formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Keep one's own workers.
    Defensive1,
    /// Take the enemy's workers.
    Offensive1,
    /// Advance and keep safe, weighing one's own side double.
    Offensive2,
    /// Advance and keep safe, weighing the enemy's side double.
    Defensive2,
    /// A linear evaluation with tuned weights, for strong play.
    Strong,
}

impl Formula {
    /// All with their names on the command line: the report's four, then the strong one.
    pub const ALL: [(&'static str, Self); 5] = [
        ("offensive1", Self::Offensive1),
        ("defensive1", Self::Defensive1),
        ("offensive2", Self::Offensive2),
        ("defensive2", Self::Defensive2),
        ("strong", Self::Strong),
    ];
}

/// One of the evaluations, with the seed of its `random` if it has one.
#[derive(Clone, Copy, Debug)]
pub struct Heuristic {
    /// Which formula.
    pub kind: Formula,
    /// The seed of the formula's `random`.
    pub seed: u64,
}

impl<B: Bits> Eval<Breakthrough<B>> for Heuristic {
    fn eval(&self, game: &Breakthrough<B>, state: &State<B>, pov: Seat) -> i32 {
        let count = |seat: Seat| state.workers[seat.index()].count() as i32;
        let enemy = pov.other();
        let points = match self.kind {
            Formula::Defensive1 => 2 * count(pov),
            Formula::Offensive1 => 2 * (30 - count(enemy)),
            Formula::Offensive2 => 2 * value(game, state, pov) - value(game, state, enemy),
            Formula::Defensive2 => value(game, state, pov) - 2 * value(game, state, enemy),
            Formula::Strong => {
                let points = strong::for_white(game, state);
                return if pov == WHITE { points } else { -points };
            }
        };
        points * MARGIN + self.noise(state)
    }

    fn swing(&self) -> i32 {
        match self.kind {
            Formula::Defensive1 | Formula::Offensive1 => 2 * MARGIN,
            Formula::Offensive2 | Formula::Defensive2 => 8 * MARGIN,
            Formula::Strong => strong::SWING,
        }
    }
}

impl Heuristic {
    /// The formula's `random`, in units of 1 / `MARGIN`.
    fn noise<B: Bits>(&self, state: &State<B>) -> i32 {
        let [white, black] = state.workers;
        let white_and_mover = mix(white.fold(), state.mover.index() as u64);
        (mix(self.seed ^ white_and_mover, black.fold()) % MARGIN as u64) as i32
    }
}

/// The report's value of one side's whole board.
fn value<B: Bits>(game: &Breakthrough<B>, state: &State<B>, seat: Seat) -> i32 {
    state.workers[seat.index()]
        .iter()
        .map(|index| {
            worker_value(game, state, seat, index / game.columns(), index % game.columns())
        })
        .sum()
}

/// The report's value of one worker.
fn worker_value<B: Bits>(
    game: &Breakthrough<B>,
    state: &State<B>,
    seat: Seat,
    rank: usize,
    file: usize,
) -> i32 {
    let (rows, columns) = (game.rows(), game.columns());
    let advance = if seat == WHITE { rank } else { rows - 1 - rank };
    // Ranks are counted in the direction of play, so that both sides share one reading.
    let holds = |whose: Seat, advance: usize, file: usize| {
        let rank = if seat == WHITE { advance } else { rows - 1 - advance };
        state.workers[whose.index()].has(rank * columns + file)
    };
    let beside = |whose: Seat, advance: usize| {
        let left = file > 0 && holds(whose, advance, file - 1);
        let right = file + 1 < columns && holds(whose, advance, file + 1);
        i32::from(left) + i32::from(right)
    };
    let last = rows - 1;
    let attackers = if advance < last { beside(seat.other(), advance + 1) } else { 0 };
    let protectors = if advance > 0 { beside(seat, advance - 1) } else { 0 };
    if attackers > 0 && protectors < attackers {
        return 0;
    }
    let mut worker_value = 1 << advance.min(MOST_ADVANCE);
    if game.workers() == 1 {
        let has_both_diagonals = file > 0 && file + 1 < columns;
        if advance == last {
            worker_value += WIN;
        } else if advance + 1 == last && attackers == 0 && has_both_diagonals {
            worker_value += ALMOST_WIN;
        }
    }
    if advance == 0 && rows == 5 {
        worker_value += HOME;
    }
    worker_value
}

#[cfg(test)]
mod tests {
    use super::super::{BLACK, Setup};
    use super::*;
    use bellwether_core::{Game, Notation};

    fn points(kind: Formula, setup: Setup, text: &str, pov: Seat) -> i32 {
        let game = Breakthrough::<u128>::new(setup);
        let state = game.parse_position(text).unwrap();
        let score = Heuristic { kind, seed: 9 }.eval(&game, &state, pov);
        score.div_euclid(MARGIN)
    }

    #[test]
    fn the_first_pair_counts_workers() {
        // White has 3 workers, Black 2: 2·3 = 6, 2·(30 − 2) = 56; for Black 2·2 = 4, 2·(30 − 3) = 54.
        let text = "8/p7/7p/8/8/8/PP6/P7 w";
        let of = |kind, pov| points(kind, Setup::default(), text, pov);
        assert_eq!((of(Formula::Defensive1, WHITE), of(Formula::Offensive1, WHITE)), (6, 56));
        assert_eq!((of(Formula::Defensive1, BLACK), of(Formula::Offensive1, BLACK)), (4, 54));
    }

    #[test]
    fn the_second_pair_weighs_advance() {
        // White: a1 2^0 = 1, b2 2^1 = 2, together 3. Black: a7 2^1 = 2, h6 2^2 = 4, together 6.
        let text = "8/p7/7p/8/8/8/1P6/P7 w";
        let of = |kind, pov| points(kind, Setup::default(), text, pov);
        assert_eq!(of(Formula::Offensive2, WHITE), 2 * 3 - 6);
        assert_eq!(of(Formula::Defensive2, WHITE), 3 - 2 * 6);
        assert_eq!(of(Formula::Offensive2, BLACK), 2 * 6 - 3);
        assert_eq!(of(Formula::Defensive2, BLACK), 6 - 2 * 3);
    }

    #[test]
    fn a_worker_in_a_losing_exchange_is_worth_nothing() {
        // d4 (2^3 = 8) is attacked by c5 and e5; with one protector c3 (2^2 = 4) it loses the
        // exchange, with two (c3 and e3) it does not. c5 and e5 (2^3 each) face d4 alone: attacked
        // once and unprotected, they count nothing, as the report's code has it.
        let one = "8/8/8/2p1p3/3P4/2P5/8/8 w";
        let two = "8/8/8/2p1p3/3P4/2P1P3/8/8 w";
        let of = |text| points(Formula::Offensive2, Setup::default(), text, WHITE);
        assert_eq!(of(one), 2 * 4);
        assert_eq!(of(two), 2 * (8 + 4 + 4));
    }

    #[test]
    fn almost_winning_needs_both_diagonals_free() {
        // d7: 2^6 = 64. The far rank beside it is free, or held at e8: then d7 and e8 attack each other
        // unprotected and neither counts. a7 lies on an edge and never counts as almost winning. h2 is
        // Black's, 2^6 and on an edge.
        let of = |text| points(Formula::Defensive2, Setup::default(), text, WHITE);
        assert_eq!(of("8/3P4/8/8/8/8/7p/8 w"), 64 + ALMOST_WIN - 2 * 64);
        assert_eq!(of("4p3/3P4/8/8/8/8/8/8 w"), 0);
        assert_eq!(of("8/P7/8/8/8/8/7p/8 w"), 64 - 2 * 64);
    }

    #[test]
    fn rule_variants_change_the_features() {
        let three = Setup::new(8, 8, 3).unwrap();
        let text = "8/3P4/8/8/8/1P5p/1P5p/p7 w";
        // d7 64, b3 4, b2 2 (its attacker a1 is behind Black's back: Black moves down, so none);
        // Black: h3 32, h2 64, a1 128.
        assert_eq!(points(Formula::Defensive2, three, text, WHITE), 70 - 2 * 224);
        let long = Setup::new(5, 10, 1).unwrap();
        // White: a1 1 + HOME, b2 2. Black: j5 1 + HOME.
        let text = "9p/10/10/1P8/P9 w";
        assert_eq!(points(Formula::Offensive2, long, text, WHITE), 2 * (3 + HOME) - (1 + HOME));
    }

    #[test]
    fn noise_stays_below_one_point_and_depends_on_the_seed() {
        let game = Breakthrough::<u64>::new(Setup::default());
        let start = game.start();
        let noise = |seed| Heuristic { kind: Formula::Defensive1, seed }.noise(&start);
        assert!((0..200).all(|seed| (0..MARGIN).contains(&noise(seed))));
        assert_eq!(noise(5), noise(5));
        assert!((0..200).any(|seed| noise(seed) != noise(0)));
    }
}
