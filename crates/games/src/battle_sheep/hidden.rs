//! A seat's view of a hidden game, and determinizations of it.
//!
//! A [`SeatView`] holds the owner of every cell, the viewer's own flock sizes, whose turn it is and who was
//! skipped. These imply constraints on a rival's flocks, which every sampled position satisfies:
//!
//! - each cell holds at least one sheep, and a seat's sheep add up;
//! - a rival that was skipped has a single sheep on every cell with a free neighbour;
//! - a rival that is to move has a flock with sheep to spare and a free neighbour.
//!
//! *Decided:* what could be inferred from earlier moves (how large a flock can be after the splits so far)
//! is not in the view: positions have no history. [`resample`](Hidden::resample) draws any distribution of
//! a rival's sheep within these constraints, with a bias towards those of open games: large flocks where
//! there are free neighbours, and few spare sheep elsewhere.

use bellwether_core::bits::Bits;
use bellwether_core::random::below;
use bellwether_core::{Hidden, Notation, ParseError, Rng, Seat};

use super::setup::MOST_SHEEP;
use super::{BattleSheep, Move, State};

/// A seat's view of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeatView {
    pub(super) seat: Seat,
    /// The position without the sheep of unseen flocks.
    pub(super) seen: State,
}

/// What is unknown about a rival's flocks.
struct UnknownSizes {
    /// The cells that may hold more than one sheep.
    open: u128,
    /// Those of them from which sheep could slide now.
    lively: u128,
    /// The number of sheep beyond one on each cell.
    spare: usize,
    /// Whether some of these must be on a lively cell.
    must_move: bool,
}

impl BattleSheep {
    /// Whether `observer` sees the flock sizes of `owner`.
    pub(super) fn sees(&self, observer: Seat, owner: Seat) -> bool {
        !self.setup.hidden || observer == owner
    }

    /// The view's position, with each rival's spare sheep where `spread` puts them.
    fn complete(
        &self,
        view: &SeatView,
        mut spread: impl FnMut(&UnknownSizes, &mut dyn FnMut(usize, usize)),
    ) -> State {
        let mut state = view.seen;
        for rival in Seat::all(self.setup.seats) {
            let cells = view.seen.cells[rival.index()];
            if self.sees(view.seat, rival) || !cells.any() {
                continue;
            }
            for cell in cells.iter() {
                state.set_count(cell, 1);
            }
            let unknown = self.unknown(&view.seen, rival);
            spread(&unknown, &mut |cell, spare| state.set_count(cell, 1 + spare as u8));
        }
        state
    }

    fn unknown(&self, seen: &State, rival: Seat) -> UnknownSizes {
        let cells = seen.cells[rival.index()];
        let free = self.free(seen);
        let near_free = cells.iter().filter(|&cell| (self.field().around(cell) & free).any());
        let near_free = u128::from_indices(near_free);
        let stuck = seen.stuck.has(rival);
        UnknownSizes {
            open: if stuck { cells & !near_free } else { cells },
            lively: if stuck { 0 } else { near_free },
            spare: self.setup.sheep - cells.count(),
            must_move: seen.mover == Some(rival),
        }
    }
}

impl Hidden for BattleSheep {
    type View = SeatView;

    fn is_hidden(&self) -> bool {
        self.setup.hidden
    }

    /// The position in which every rival's sheep are spread as evenly as its view allows: the guess
    /// of the course report.
    ///
    /// Sheep that are left over go to cells with a free neighbour first.
    fn even_guess(&self, view: &SeatView) -> State {
        self.complete(view, |unknown, put| {
            let lively = unknown.lively.iter();
            let cells = lively.chain((unknown.open & !unknown.lively).iter());
            let (each, left) = match unknown.open.count() {
                0 => (0, 0),
                count => (unknown.spare / count, unknown.spare % count),
            };
            for (index, cell) in cells.enumerate() {
                put(cell, each + usize::from(index < left));
            }
        })
    }

    /// The position in which every unseen flock is as large as a flock can be, so that no rival runs out of sheep
    /// before the field is full. No such position can be reached.
    fn endless_guess(&self, view: &SeatView) -> State {
        let mut state = view.seen;
        for rival in Seat::all(self.setup.seats).filter(|rival| !self.sees(view.seat, *rival)) {
            for cell in view.seen.cells[rival.index()].iter() {
                state.set_count(cell, MOST_SHEEP as u8);
            }
        }
        state
    }

    fn view(&self, state: &State, seat: Seat) -> SeatView {
        let mut seen = *state;
        for owner in Seat::all(self.setup.seats) {
            if !self.sees(seat, owner) {
                for cell in state.cells[owner.index()].iter() {
                    seen.set_count(cell, 0);
                }
            }
        }
        SeatView { seat, seen }
    }

    fn resample<R: Rng>(&self, view: &SeatView, rng: &mut R) -> State {
        self.complete(view, |unknown, put| {
            let mut spares = [0; super::MOST_CELLS];
            loop {
                let lively = self.spread(view, unknown, &mut spares, rng);
                // Rejection sampling keeps the distribution. At worst one spare sheep has 63 possible cells
                // and one of them is lively; mostly the first draw is accepted.
                if lively > 0 || !unknown.must_move {
                    break;
                }
            }
            for cell in unknown.open.iter() {
                put(cell, usize::from(spares[cell]));
            }
        })
    }

    fn move_as_seen(&self, state: &State, m: Move, mover: Seat, observer: Seat) -> String {
        match m {
            Move::Slide { from, to, .. } if !self.sees(observer, mover) => {
                format!("{}-{}", self.name(from), self.name(to))
            }
            _ => self.move_text(state, m),
        }
    }

    fn position_as_seen(&self, state: &State, observer: Seat) -> String {
        self.write_position(state, |owner| self.sees(observer, owner))
    }

    fn parse_view(&self, text: &str, observer: Seat) -> Result<SeatView, ParseError> {
        self.read_view(text, observer)
    }
}

/// The initial weight of a cell in the urn, by its free neighbours, in quarters of the weight that every
/// sheep adds.
///
/// The maximum-likelihood choice of 216 such tables for 60 open games between `uct` and `mcts` with 1,000 simulations
/// a move, in which a cell had 0.2, 0.4, 0.7, 1.4, 2.3, 3.7, 6.0 and 9.6 spare sheep on average, by its free
/// neighbours from none to seven. Drawing every way equally often is a table of fours.
const DRAW: [usize; 9] = [1, 2, 4, 6, 8, 10, 12, 14, 16];

impl BattleSheep {
    /// Distributes the spare sheep over the open cells by a Pólya urn; returns how many are on lively ones.
    fn spread<R: Rng>(
        &self,
        view: &SeatView,
        unknown: &UnknownSizes,
        spares: &mut [u8; super::MOST_CELLS],
        rng: &mut R,
    ) -> usize {
        let free = self.free(&view.seen);
        let mut draws = [0; super::MOST_CELLS];
        let mut all = 0;
        for cell in unknown.open.iter() {
            draws[cell] = DRAW[(self.field().around(cell) & free).count()];
            all += draws[cell];
            spares[cell] = 0;
        }
        let mut lively = 0;
        for _ in 0..if all > 0 { unknown.spare } else { 0 } {
            let mut rank = below(rng, all);
            let chosen = unknown.open.iter().find(|&cell| {
                let found = rank < draws[cell];
                rank = rank.wrapping_sub(if found { 0 } else { draws[cell] });
                found
            });
            let Some(cell) = chosen else { break };
            spares[cell] += 1;
            draws[cell] += 4;
            all += 4;
            lively += usize::from(unknown.lively.has(cell));
        }
        lively
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Field, Setup};
    use super::*;
    use bellwether_core::Game;
    use bellwether_core::contract::for_each_position;
    use bellwether_core::random::seeded;
    use std::collections::HashMap;

    fn game(field: &str, seats: usize, sheep: usize) -> BattleSheep {
        let setup = Setup::new(Field::parse(field).unwrap(), seats, sheep).unwrap();
        BattleSheep::new(setup.hidden())
    }

    /// How often each position was drawn for what `seat` sees of `text`.
    fn draws(game: &BattleSheep, text: &str, seat: Seat, count: usize) -> HashMap<String, usize> {
        let mut rng = seeded(5);
        let view = game.view(&game.parse_position(text).unwrap(), seat);
        let mut drawn = HashMap::new();
        for _ in 0..count {
            *drawn.entry(game.position_text(&game.resample(&view, &mut rng))).or_default() += 1;
        }
        drawn
    }

    #[test]
    fn positions_that_differ_in_hidden_information_have_the_same_view() {
        let game = game("....\n....\n....", 2, 6);
        let [one, two] = ["b1b5../a3a3../.... 1", "b4b2../a3a3../.... 1"]
            .map(|text| game.parse_position(text).unwrap());
        assert_ne!(one, two);
        assert_eq!(game.view(&one, Seat::FIRST), game.view(&two, Seat::FIRST));
        assert_ne!(game.view(&one, Seat::SECOND), game.view(&two, Seat::SECOND));
        assert_eq!(
            game.position_as_seen(&one, Seat::FIRST),
            game.position_as_seen(&two, Seat::FIRST)
        );
        let open = BattleSheep::new(Setup { hidden: false, ..game.setup });
        assert_ne!(open.view(&one, Seat::FIRST), open.view(&two, Seat::FIRST));
    }

    #[test]
    fn a_partner_is_no_better_seen_than_a_rival() {
        let field = Field::parse("....\n....\n....").unwrap();
        let setup = Setup::new(field, 4, 3).unwrap().teams().unwrap().hidden();
        let game = BattleSheep::new(setup);
        let state = game.parse_position("a3b3c1d3/...c2/.... 1").unwrap();
        assert_eq!(game.position_as_seen(&state, Seat::FIRST), "a3b?c?d?/...c?/.... 1 -");
    }

    #[test]
    fn every_distribution_is_drawn_with_its_probability() {
        // Seat 2 has six sheep on three cells: C(5, 2) = 10 ways. a3 has no free neighbour, b3 one (c2)
        // and c3 three (d3, c2, d2): they draw as 1, 2 and 6, so of 10,000 times the three spare sheep
        // are all on a3 in 1/9 · 5/13 · 9/17 = 2.26 %, all on c3 in 6/9 · 10/13 · 14/17 = 42.23 %.
        let game = game("....\n....\n....", 2, 6);
        let drawn = draws(&game, "b1b4b1./a3a3../.... 1", Seat::FIRST, 10_000);
        assert_eq!(drawn.len(), 10);
        assert!((180..275).contains(&drawn["b4b1b1./a3a3../.... 1 -"]), "{drawn:?}");
        assert!((4_050..4_400).contains(&drawn["b1b1b4./a3a3../.... 1 -"]), "{drawn:?}");
    }

    #[test]
    fn who_is_to_move_can() {
        // Of seat 2's three cells only c2 has a free neighbour, so it holds two sheep or more: of the
        // 10 ways, those with 2 (3 ways), 3 (2 ways) and 4 (1 way) there.
        let game = game("...\n##.\n##.", 2, 6);
        let drawn = draws(&game, "b1a6b1/##b4/##. 2", Seat::FIRST, 6_000);
        assert_eq!(drawn.len(), 6, "{drawn:?}");
    }

    #[test]
    fn who_was_skipped_has_nothing_to_spare_beside_free_cells() {
        // Seat 2 was skipped: c2, beside free cells, holds one sheep; a3 and c3 share the other five.
        let game = game("...#\n##..\n##..", 2, 6);
        let drawn = draws(&game, "b4a1b1#/##b1a5/##.. 1 2", Seat::FIRST, 4_000);
        assert!(drawn.keys().all(|text| text.contains("/##b1a5/")), "{drawn:?}");
        assert_eq!(drawn.len(), 4, "{drawn:?}");
        // Not yet skipped, it might have flocks anywhere.
        assert_eq!(draws(&game, "b4a1b1#/##b1a5/##.. 1 -", Seat::FIRST, 4_000).len(), 10);
    }

    #[test]
    fn samples_and_guesses_are_positions_of_the_game() {
        // Parsing checks the totals, who is stuck and that the mover can move.
        let mut rng = seeded(8);
        for (seats, teams) in [(2, false), (3, false), (4, false), (4, true)] {
            let setup = Setup::new(Field::generate(40, 8, 2).unwrap(), seats, 9).unwrap().hidden();
            let game = BattleSheep::new(if teams { setup.teams().unwrap() } else { setup });
            for_each_position(&game, 3, 60, |state| {
                for seat in Seat::all(seats) {
                    let view = game.view(state, seat);
                    assert_eq!(view.seen.mover, game.status(state).mover());
                    for drawn in [game.resample(&view, &mut rng), game.even_guess(&view)] {
                        assert_eq!(game.view(&drawn, seat), view);
                        let text = game.position_text(&drawn);
                        assert_eq!(game.parse_position(&text), Ok(drawn), "{text}");
                    }
                }
            });
        }
    }

    #[test]
    fn the_even_guess_spreads_evenly() {
        let game = game("....\n....\n....", 2, 6);
        let guess = |text| {
            let view = game.view(&game.parse_position(text).unwrap(), Seat::FIRST);
            game.position_text(&game.even_guess(&view))
        };
        assert_eq!(guess("b1b1b4./a3a3../.... 1"), "b2b2b2./a3a3../.... 1 -");
        // Two are left over: a3 has no free neighbour, so b3 and c3 come first.
        assert_eq!(guess("b1b1b3b1/a3a3../.... 1"), "b1b2b2b1/a3a3../.... 1 -");
    }

    #[test]
    fn the_endless_guess_never_runs_out() {
        let game = game("....\n....\n....", 2, 6);
        let state = game.parse_position("b1b1b4./a3a3../.... 1").unwrap();
        let view = game.view(&state, Seat::FIRST);
        let guess = game.endless_guess(&view);
        assert_eq!(game.view(&guess, Seat::FIRST), view);
        assert_eq!(game.moves(&guess), game.moves(&state));
        assert_eq!(game.position_text(&guess), "b64b64b64./a3a3../.... 1 -");
    }

    #[test]
    fn nothing_is_hidden_in_an_open_game() {
        let game = BattleSheep::new(Setup::default());
        let mut rng = seeded(1);
        for_each_position(&game, 2, 5, |state| {
            for seat in Seat::all(4) {
                assert_eq!(game.resample(&game.view(state, seat), &mut rng), *state);
            }
        });
    }
}
