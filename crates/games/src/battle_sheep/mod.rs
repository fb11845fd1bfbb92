//! Battle Sheep: two to four flocks split and slide over a field until nobody can move, and the seat
//! with the most connected pasture wins.
//!
//! The seats move in order 1 2 3 4. Each first puts all its sheep on one free border cell. From then
//! on a move takes some of the sheep of an own cell, leaving at least one there, and slides them in
//! one of eight directions over empty cells as far as they go. A seat that cannot move is skipped, and
//! the game ends when nobody can. Scores and points: see [`Scored`](bellwether_core::Scored) and
//! [`BattleSheep::own_score`].
//!
//! *Decided:*
//! - There are no pass moves: [`play`](Game::play) skips seats that cannot move, so the seat to move always can.
//!   With `lenient` a turn can be lost: [`Move::Pass`] is then legal, but it is not among the
//!   [`moves`](Game::moves), so that no search plays it; only a referee does.
//! - Taken cells stay taken, so a stuck seat is stuck for good. A position holds the *set of seats that
//!   were skipped*, which is public. A seat that got stuck but has not had its turn since is not in it.
//!   When the game is over, all seats are.
//! - Everyone places before anyone slides, and a field has at least as many border cells as seats, so
//!   placing is always possible.
//! - With `hidden`, a seat sees who holds every cell and its own flocks' sizes. Of the others it knows
//!   no size, nor how many sheep went where, its partner's in a team game included.
//! - Without `hidden`, what a seat [`view`](bellwether_core::Hidden::view)s is everything.
//!
//! The cells of a seat are the bits of one `u128` and nothing is scored before the end: a random game
//! of the basic setting takes a few microseconds.

mod actions;
mod calibration;
mod card;
mod field;
mod generate;
mod heuristics;
mod hidden;
mod notation;
mod position;
mod rollout;
mod score;
mod setup;

use std::ops::ControlFlow;
use std::sync::Arc;

use bellwether_core::bits::Bits;
use bellwether_core::square::Square;
use bellwether_core::{Game, MAX_SEATS, Seat, Status, Turns};

pub use card::CARD;
pub use field::{Direction, Field, MOST_CELLS, MOST_SIDE};
pub use heuristics::Heuristic;
pub use hidden::SeatView;
pub use rollout::RolloutPolicy;
#[cfg(any(test, feature = "train"))]
pub use rollout::train_rollout_weights;
pub use setup::Setup;

/// The rules of Battle Sheep on a given field.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleSheep {
    setup: Setup,
    /// The score of a region by size.
    region_scores: Arc<[f64]>,
}

/// A position: each seat's cells, the sheep on them, the seat to move, and the seats that were skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    cells: [u128; MAX_SEATS],
    /// The cells of all seats with two or more sheep.
    flocks: u128,
    /// The number of sheep on each cell.
    sheep: [u8; MOST_CELLS],
    /// Nobody, when the game is over.
    mover: Option<Seat>,
    stuck: Stuck,
}

/// The seats that were skipped, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Stuck(u8);

impl Stuck {
    #[inline]
    const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    #[inline]
    const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    fn all(seats: usize) -> Self {
        Self((1 << seats) - 1)
    }
}

/// A move; cells are numbers of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// All sheep enter the field on this cell.
    Place(u8),
    /// Some sheep slide from one cell as far as they can.
    Slide {
        /// The cell they leave.
        from: u8,
        /// The cell they stop on.
        to: u8,
        /// How many go.
        count: u8,
    },
    /// The turn is lost.
    Pass,
}

impl State {
    #[inline]
    fn taken(&self) -> u128 {
        let [one, two, three, four] = self.cells;
        one | two | three | four
    }

    #[inline]
    fn has_placed(&self, seat: Seat) -> bool {
        self.cells[seat.index()].any()
    }

    /// Puts a flock of `seat` on an empty cell.
    #[inline]
    fn put(&mut self, seat: Seat, cell: usize, count: u8) {
        self.cells[seat.index()] |= u128::single(cell);
        self.set_count(cell, count);
    }

    /// Changes how many sheep are on a cell.
    #[inline]
    fn set_count(&mut self, cell: usize, count: u8) {
        self.sheep[cell] = count;
        let bit = u128::single(cell);
        self.flocks = (self.flocks & !bit) | if count > 1 { bit } else { 0 };
    }

    fn owner(&self, cell: usize) -> Option<Seat> {
        Seat::all(MAX_SEATS).find(|seat| self.cells[seat.index()].has(cell))
    }
}

impl BattleSheep {
    /// The game with these options.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let region_scores = score::region_scores(setup.field.cell_count());
        Self { setup, region_scores }
    }

    /// The field that is played on.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.setup.field
    }

    /// How many sheep each seat has.
    #[must_use]
    pub const fn sheep(&self) -> usize {
        self.setup.sheep
    }

    /// Who shares a seat's score in a team game.
    #[must_use]
    pub const fn partner(&self, seat: Seat) -> Option<Seat> {
        if self.setup.teams { Some(Seat::new(seat.index() ^ 2)) } else { None }
    }

    /// The owner of a square, and the number of sheep on it.
    #[must_use]
    pub fn flock(&self, state: &State, square: Square) -> Option<(Seat, u8)> {
        let cell = self.field().number(square)?;
        Some((state.owner(cell)?, state.sheep[cell]))
    }

    /// Where sheep that leave a playing cell in a direction would stop, if their first step is free.
    #[must_use]
    pub fn way_end(&self, state: &State, from: Square, direction: Direction) -> Option<Square> {
        let field = self.field();
        let end = field.slide(field.number(from)?, direction, state.taken())?;
        Some(field.square(end))
    }

    #[inline]
    fn free(&self, state: &State) -> u128 {
        self.field().all() & !state.taken()
    }

    /// The cells from which the mover can slide.
    #[inline]
    fn sources(state: &State) -> impl Iterator<Item = usize> + use<> {
        let own = state.mover.map_or(0, |mover| state.cells[mover.index()]);
        (own & state.flocks).iter()
    }

    /// Where the mover may place its sheep, if that is what it has to do.
    #[inline]
    fn places(&self, state: &State) -> Option<u128> {
        let mover = state.mover?;
        (!state.has_placed(mover)).then(|| self.field().border() & !state.taken())
    }

    /// Whether a seat that has placed its sheep can slide any, were it its turn.
    #[inline]
    fn can_slide(&self, state: &State, seat: Seat) -> bool {
        let free = self.free(state);
        let mut flocks = (state.cells[seat.index()] & state.flocks).iter();
        flocks.any(|cell| (self.field().around(cell) & free).any())
    }

    /// Passes the turn to the next seat that can move and marks those it skips.
    #[inline]
    fn pass_turn(&self, state: &mut State, last: Seat) {
        let mut seat = last;
        for _ in 0..self.setup.seats {
            seat = seat.next(self.setup.seats);
            if state.stuck.has(seat) {
                continue;
            }
            if !state.has_placed(seat) || self.can_slide(state, seat) {
                state.mover = Some(seat);
                return;
            }
            state.stuck.insert(seat);
        }
        state.mover = None;
    }
}

impl Game for BattleSheep {
    type State = State;
    type Move = Move;

    #[inline]
    fn seats(&self) -> usize {
        self.setup.seats
    }

    fn start(&self) -> State {
        State {
            cells: [0; MAX_SEATS],
            flocks: 0,
            sheep: [0; MOST_CELLS],
            mover: Some(Seat::FIRST),
            stuck: Stuck::default(),
        }
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        match state.mover {
            Some(seat) => Status::ToMove(seat),
            None => Status::Over(self.points(state)),
        }
    }

    #[inline]
    fn try_each_move<T>(
        &self,
        state: &State,
        mut f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        if let Some(places) = self.places(state) {
            return places.iter().try_for_each(|cell| f(Move::Place(cell as u8)));
        }
        let taken = state.taken();
        for from in Self::sources(state) {
            for direction in Direction::ALL {
                let Some(to) = self.field().slide(from, direction, taken) else { continue };
                for count in 1..state.sheep[from] {
                    f(Move::Slide { from: from as u8, to: to as u8, count })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&self, state: &mut State, m: Move) {
        let Some(mover) = state.mover else { return };
        match m {
            Move::Place(cell) => state.put(mover, usize::from(cell), self.setup.sheep as u8),
            Move::Slide { from, to, count } => {
                let from = usize::from(from);
                state.set_count(from, state.sheep[from].wrapping_sub(count));
                state.put(mover, usize::from(to), count);
            }
            Move::Pass => {}
        }
        self.pass_turn(state, mover);
    }

    /// A flock of n with d free neighbours has d · (n − 1) moves: any number of sheep may go but not
    /// all, and each direction has one end.
    #[inline]
    fn count_moves(&self, state: &State) -> usize {
        if let Some(places) = self.places(state) {
            return places.count();
        }
        let free = self.free(state);
        Self::sources(state)
            .map(|from| {
                (self.field().around(from) & free).count() * usize::from(state.sheep[from] - 1)
            })
            .sum()
    }

    fn is_legal(&self, state: &State, m: Move) -> bool {
        match (m, self.places(state)) {
            (Move::Place(cell), Some(places)) => {
                usize::from(cell) < MOST_CELLS && places.has(usize::from(cell))
            }
            (Move::Slide { from, to, count }, None) => {
                let (from, to) = (usize::from(from), usize::from(to));
                let taken = state.taken();
                Self::sources(state).any(|source| source == from)
                    && (1..state.sheep[from]).contains(&count)
                    && Direction::ALL
                        .into_iter()
                        .any(|direction| self.field().slide(from, direction, taken) == Some(to))
            }
            (Move::Pass, None) => self.setup.lenient,
            _ => false,
        }
    }

    #[inline]
    fn nth_move(&self, state: &State, mut rank: usize) -> Move {
        if let Some(places) = self.places(state) {
            return Move::Place(places.nth(rank) as u8);
        }
        let free = self.free(state);
        for from in Self::sources(state) {
            let ways = self.field().around(from) & free;
            let counts = usize::from(state.sheep[from] - 1);
            let moves = ways.count() * counts;
            if rank >= moves {
                rank -= moves;
                continue;
            }
            let direction = self.field().direction_to(from, ways.nth(rank / counts));
            if let Some(to) = self.field().slide(from, direction, state.taken()) {
                let count = (rank % counts + 1) as u8;
                return Move::Slide { from: from as u8, to: to as u8, count };
            }
        }
        unreachable!("the mover has more moves than this")
    }
}

/// No seat slides before all have placed.
impl Turns for BattleSheep {
    fn with_turn(&self, state: &State, seat: Seat) -> Option<State> {
        let placing = Seat::all(self.setup.seats).any(|seat| !state.has_placed(seat));
        let able = if placing { !state.has_placed(seat) } else { self.can_slide(state, seat) };
        able.then_some(State { mover: Some(seat), ..*state })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::random::seeded;
    use bellwether_core::{Notation, Refereed, contract, perft};
    use std::collections::HashMap;

    fn game(field: &str, seats: usize, sheep: usize) -> BattleSheep {
        BattleSheep::new(Setup::new(Field::parse(field).unwrap(), seats, sheep).unwrap())
    }

    /// A game of every kind: presets, two to four seats, small and large fields, teams, hidden.
    fn games() -> Vec<BattleSheep> {
        let setup = |cells, size, seats, sheep| {
            Setup::new(Field::generate(cells, size, 7).unwrap(), seats, sheep).unwrap()
        };
        let setups = [
            Setup::default(),
            Setup::default().hidden(),
            Setup::default().teams().unwrap(),
            setup(64, 12, 2, 16).hidden(),
            setup(100, 15, 4, 32).teams().unwrap().hidden(),
            setup(128, 32, 3, 64),
            setup(20, 6, 3, 5).hidden(),
            setup(4, 2, 4, 2),
            setup(2, 2, 2, 3),
            Setup::new(Field::parse("......").unwrap(), 2, 4).unwrap(),
        ];
        setups.map(BattleSheep::new).to_vec()
    }

    #[test]
    fn keeps_the_contract_with_every_kind_of_option() {
        for game in games() {
            contract::check(&game, 1, 4);
            contract::check_render(&game, 2, 2);
            contract::check_learning(&game, 3, 2);
            contract::check_hidden(&game, 3, 10);
            let points = [8.0, 10.0, 11.0][game.seats() - 2];
            contract::check_constant_sum(&game, 4, 20, points);
        }
    }

    #[test]
    fn a_state_stays_small() {
        // Searches copy states by the million.
        assert!(size_of::<State>() <= 224, "{}", size_of::<State>());
        assert!(size_of::<Move>() <= 4);
    }

    #[test]
    fn a_game_by_hand() {
        // Three seats, four sheep each, on a cross of five by three with the corners walled off.
        let game = game("#...#\n.....\n#...#", 3, 4);
        let mut state = game.start();
        for (text, after) in [
            ("@a2", "#...#/a4..../#...# 2 -"),
            ("@e2", "#...#/a4...b4/#...# 3 -"),
            ("@b3", "#c4..#/a4...b4/#...# 1 -"),
            // Sheep stop before the wall, the edge and other sheep.
            ("a2-d2:2", "#c4..#/a2..a2b4/#...# 2 -"),
            ("e2-d1:1", "#c4..#/a2..a2b3/#..b1# 3 -"),
            ("b3-d3:3", "#c1.c3#/a2..a2b3/#..b1# 1 -"),
            ("a2-c2:1", "#c1.c3#/a1.a1a2b3/#..b1# 3 2"),
            ("d3-c3:2", "#c1c2c1#/a1.a1a2b3/#..b1# 1 2"),
            ("d2-c1:1", "#c1c2c1#/a1.a1a1b3/#.a1b1# 3 2"),
            ("c3-b2:1", "#c1c1c1#/a1c1a1a1b3/#.a1b1# - 123"),
        ] {
            let m = game.parse_move(&state, text).unwrap();
            game.play(&mut state, m);
            assert_eq!(game.position_text(&state), after, "after {text}");
        }
        // Seat 1 holds a2 and a region of three, seat 2 two single cells, seat 3 a region of four:
        // 1 + 3.95 = 4.95, 2, 4^1.25 = 5.66; rounded 5, 2, 6.
        let points = game.status(&state).payoffs().unwrap();
        assert_eq!(points.as_slice(3), [3.0, 2.0, 5.0]);
    }

    #[test]
    fn the_last_one_able_goes_on_alone() {
        let game = game("......", 2, 4);
        let mut state = game.parse_position("b4a4.... 1").unwrap();
        for (text, after) in [
            ("b1-f1:3", "b4a1...a3 1 2"),
            ("f1-c1:2", "b4a1a2..a1 1 2"),
            ("c1-e1:1", "b4a1a1.a1a1 - 12"),
        ] {
            let m = game.parse_move(&state, text).unwrap();
            game.play(&mut state, m);
            assert_eq!(game.position_text(&state), after, "after {text}");
        }
        assert!(game.moves(&state).is_empty());
        let again = Move::Slide { from: 0, to: 3, count: 1 };
        assert!(!game.try_play(&mut state, again));
    }

    #[test]
    fn a_lenient_game_has_lost_turns_that_no_search_plays() {
        let strict = game("......", 2, 4);
        let lenient = BattleSheep::new(strict.setup.clone().lenient());
        let mut state = lenient.parse_position("a4....b4 1").unwrap();
        assert!(strict.parse_move(&state, "pass").is_err());
        assert!(!strict.is_legal(&state, Move::Pass));
        assert_eq!(strict.lost_turn(&state, &mut seeded(1)), None);
        let pass = lenient.parse_move(&state, "pass").unwrap();
        assert_eq!(lenient.lost_turn(&state, &mut seeded(1)), Some(pass));
        assert!(lenient.is_legal(&state, pass) && !lenient.moves(&state).contains(&pass));
        assert_eq!(lenient.move_text(&state, pass), "pass");
        lenient.play(&mut state, pass);
        assert_eq!(lenient.position_text(&state), "a4....b4 2 -");
        // Nobody passes instead of placing: a place is found for it.
        let start = lenient.start();
        assert!(lenient.parse_move(&start, "pass").is_err() && !lenient.is_legal(&start, pass));
        let place = lenient.lost_turn(&start, &mut seeded(1)).unwrap();
        assert!(lenient.is_legal(&start, place));
        contract::check(&lenient, 1, 4);
    }

    #[test]
    fn a_game_may_end_with_the_placing() {
        let game = game("...", 3, 5);
        let mut state = game.start();
        for text in ["@b1", "@a1", "@c1"] {
            let m = game.parse_move(&state, text).unwrap();
            game.play(&mut state, m);
        }
        assert_eq!(game.position_text(&state), "b5a5c5 - 123");
        assert!(game.status(&state).is_over());
    }

    #[test]
    fn is_legal_agrees_with_the_list_of_moves() {
        for game in [games().remove(6), games().remove(0)] {
            contract::for_each_position(&game, 5, 2, |state| {
                if game.status(state).is_over() {
                    return;
                }
                let listed = game.moves(state);
                let cells = game.field().cell_count() as u8;
                let places = (0..=u8::MAX).map(Move::Place);
                let slides = (0..cells).flat_map(|from| {
                    (0..cells).flat_map(move |to| {
                        [0, 1, 2, 15, 16].map(move |count| Move::Slide { from, to, count })
                    })
                });
                for m in places.chain(slides) {
                    assert_eq!(game.is_legal(state, m), listed.contains(&m), "{m:?}");
                }
            });
        }
    }

    #[test]
    fn random_moves_are_uniform() {
        let game = game("....\n....\n....", 2, 4);
        let state = game.parse_position("a3.../..b4./a1... 1").unwrap();
        let moves = game.count_moves(&state);
        // a3 goes right, down or right-down, with one or two sheep.
        assert_eq!(moves, 6);
        let mut rng = seeded(3);
        let mut drawn: HashMap<Move, usize> = HashMap::new();
        for _ in 0..moves * 1000 {
            *drawn.entry(game.random_move(&state, &mut rng)).or_default() += 1;
        }
        assert_eq!(drawn.len(), moves);
        assert!(drawn.values().all(|count| (880..1120).contains(count)), "{drawn:?}");
    }

    #[test]
    fn perft_of_the_basic_game() {
        // The first four plies are places on different border cells, b · (b − 1) · (b − 2) · (b − 3);
        // the naive twin agrees on smaller fields to the depth that slides take.
        let game = BattleSheep::new(Setup::default());
        let border = u64::from(game.field().border().count_ones());
        let mut expected = 1;
        for depth in 0..4 {
            assert_eq!(perft::perft(&game, &game.start(), depth), expected);
            expected *= border - u64::from(depth);
        }
    }
}
