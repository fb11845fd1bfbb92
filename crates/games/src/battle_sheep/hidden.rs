//! What a seat sees of a hidden game, and positions that look like it.
//!
//! A [`View`] holds who owns every cell, the viewer's own flock sizes, whose turn it is and who was
//! skipped. From these a seat can infer more than nothing about a rival's flocks, and every position
//! drawn for a view keeps to it:
//!
//! - each cell holds at least one sheep, and a seat's sheep add up;
//! - a rival that was skipped has a single sheep on every cell with a free neighbour;
//! - a rival that is to move has a flock with sheep to spare and a free neighbour.
//!
//! *Decided:* what could be inferred from the course of the game (how large a flock can be after the
//! splits seen so far) is not in the view: positions have no history. [`sample`](Hidden::sample) draws
//! every way to spread a rival's sheep within these bounds equally often.

use bellwether_core::bits::Bits;
use bellwether_core::random::below;
use bellwether_core::{Hidden, Notation, Rng, Seat};

use super::{BattleSheep, Move, State};

/// All that one seat knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    seat: Seat,
    /// The position with no sheep at all on the cells whose flocks are unseen.
    seen: State,
}

impl View {
    /// Whose view it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Whose turn it is, unless the game is over.
    #[must_use]
    pub const fn mover(&self) -> Option<Seat> {
        self.seen.mover
    }
}

/// What is open about a rival's flocks.
struct Unknown {
    /// The cells that may hold more than one sheep.
    open: u128,
    /// Those of them from which sheep could slide now.
    lively: u128,
    /// How many sheep there are beyond one on each cell.
    spare: usize,
    /// Whether some of these must be on a lively cell.
    must_move: bool,
}

impl BattleSheep {
    /// Whether `observer` sees how many sheep of `owner` are where.
    pub(super) fn sees(&self, observer: Seat, owner: Seat) -> bool {
        !self.setup.hidden || observer == owner
    }

    /// The position in which every rival's sheep are spread as evenly as its view allows: the guess
    /// of the course report.
    ///
    /// Sheep that are left over go to cells with a free neighbour first.
    #[must_use]
    pub fn even_guess(&self, view: &View) -> State {
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

    /// The view's position, with each rival's spare sheep where `spread` puts them.
    fn complete(
        &self,
        view: &View,
        mut spread: impl FnMut(&Unknown, &mut dyn FnMut(usize, usize)),
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

    fn unknown(&self, seen: &State, rival: Seat) -> Unknown {
        let cells = seen.cells[rival.index()];
        let free = self.free(seen);
        let near_free = cells.iter().filter(|&cell| (self.field().around(cell) & free).any());
        let near_free = u128::from_indices(near_free);
        let stuck = seen.stuck.has(rival);
        Unknown {
            open: if stuck { cells & !near_free } else { cells },
            lively: if stuck { 0 } else { near_free },
            spare: self.setup.sheep - cells.count(),
            must_move: seen.mover == Some(rival),
        }
    }
}

impl Hidden for BattleSheep {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        let mut seen = *state;
        for owner in Seat::all(self.setup.seats) {
            if !self.sees(seat, owner) {
                for cell in state.cells[owner.index()].iter() {
                    seen.set_count(cell, 0);
                }
            }
        }
        View { seat, seen }
    }

    fn sample<R: Rng>(&self, view: &View, rng: &mut R) -> State {
        self.complete(view, |unknown, put| {
            let mut spares = [0; super::MOST_CELLS];
            loop {
                let lively = spread(unknown, &mut spares, rng);
                // A rival has at most 63 cells beside a lively one, so that the spare sheep miss it
                // again and again is rare; and one draw in 64 is good even with a single spare sheep.
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
        let text = self.move_text(state, m);
        match m {
            Move::Slide { .. } if !self.sees(observer, mover) => {
                text.split(':').next().unwrap_or_default().to_owned()
            }
            _ => text,
        }
    }

    fn position_as_seen(&self, state: &State, observer: Seat) -> String {
        self.write_position(state, |owner| self.sees(observer, owner))
    }
}

/// Spreads the spare sheep over the open cells, every way equally likely, and says how many are on
/// lively ones.
///
/// A way to spread s sheep over n cells is a row of s sheep and n − 1 hurdles; the row is drawn from
/// left to right.
fn spread<R: Rng>(
    unknown: &Unknown,
    spares: &mut [u8; super::MOST_CELLS],
    rng: &mut R,
) -> usize {
    let mut sheep = unknown.spare;
    let mut lively = 0;
    let mut hurdles = unknown.open.count().saturating_sub(1);
    for cell in unknown.open.iter() {
        let mut here = 0;
        // Behind the last hurdle nothing is left to draw: all remaining sheep are there.
        while sheep > 0 && (hurdles == 0 || below(rng, sheep + hurdles) < sheep) {
            here += 1;
            sheep -= 1;
        }
        hurdles = hurdles.saturating_sub(1);
        spares[cell] = here as u8;
        lively += if unknown.lively.has(cell) { here } else { 0 };
    }
    lively
}
