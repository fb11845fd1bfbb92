//! Scores and points: connected pasture counts more than scattered pasture.
//!
//! A seat's score is the sum of size^1.25 over its regions, which hang together through edges. At the
//! end it is rounded and the tournament's 5, 3, 2 and 1 points go to the places; seats that tie share
//! what their places hold.
//!
//! *Decided:* two seats play for 5 and 3, three for 5, 3 and 2. In teams each seat is scored alone
//! and rounded, both partners get the average of the two, and the points go by that: 4 each for the
//! winners, 1.5 each for the losers, 2.75 for everyone if the teams are level.

use std::sync::Arc;

use bellwether_core::bits::Bits;
use bellwether_core::{MAX_SEATS, Payoffs, Scored, Seat};

use super::{BattleSheep, State};

/// The points of the places.
const POINTS: [f32; MAX_SEATS] = [5.0, 3.0, 2.0, 1.0];

/// size^1.25 for every size of a region on a field of so many cells.
///
/// Written with square roots, which every machine rounds alike; a general power is not promised to.
pub(super) fn worths(cells: usize) -> Arc<[f64]> {
    (0..=cells).map(|size| size as f64 * (size as f64).sqrt().sqrt()).collect()
}

impl BattleSheep {
    /// What a seat's own cells are worth now, unrounded, whoever its partner is.
    #[must_use]
    pub fn own_score(&self, state: &State, seat: Seat) -> f64 {
        let field = self.field();
        let mut rest = state.cells[seat.index()];
        let mut score = 0.0;
        while rest.any() {
            let region = field.region(rest, rest.lowest());
            score += self.worths[region.count()];
            rest &= !region;
        }
        score
    }

    /// The points each seat gets for the cells it holds.
    pub(super) fn points(&self, state: &State) -> Payoffs {
        let mut scores = [0.0; MAX_SEATS];
        for seat in Seat::all(self.setup.seats) {
            scores[seat.index()] = self.own_score(state, seat).round() as f32;
        }
        if self.setup.teams {
            let [one, two, three, four] = scores;
            let (odd, even) = (f32::midpoint(one, three), f32::midpoint(two, four));
            scores = [odd, even, odd, even];
        }
        Payoffs::new(&scores).by_place(&POINTS[..self.setup.seats])
    }
}

/// In teams, both partners have the average of their own scores.
impl Scored for BattleSheep {
    fn scores(&self, state: &State) -> Vec<f64> {
        let own = |seat| self.own_score(state, seat);
        Seat::all(self.setup.seats)
            .map(|seat| match self.partner(seat) {
                None => own(seat),
                Some(partner) => f64::midpoint(own(seat), own(partner)),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Field, Setup};
    use super::*;
    use bellwether_core::{Game, Notation, Status};

    const FOUR_LANES: &str = "................\n################\n................";

    #[test]
    fn scores_are_those_the_report_prints() {
        // Three final scores of the course report, to its five decimals, as sums over regions that
        // 16 sheep can hold: a region of 15 with a single cell, one of 13, one of 2.
        let worths = worths(16);
        for (regions, printed) in
            [(&[15, 1][..], "30.51985"), (&[13], "24.68478"), (&[2], "2.37841"), (&[16], "32.00000")]
        {
            let sum: f64 = regions.iter().map(|&size| worths[size]).sum();
            assert_eq!(format!("{sum:.5}"), printed);
        }
    }

    #[test]
    fn regions_hang_together_through_edges_only() {
        let setup = Setup::new(Field::parse("...\n...\n...").unwrap(), 2, 4).unwrap();
        let game = BattleSheep::new(setup);
        // Seat 1 holds a corner pair and two cells that touch it by corners alone: 2^1.25 + 1 + 1.
        let state = game.parse_position("a1.b4/.a1./a1a1. 2").unwrap();
        let scores = game.scores(&state);
        assert!((scores[0] - (worths(9)[3] + 1.0)).abs() < 1e-12, "{scores:?}");
        assert_eq!(scores[1], 1.0);
        assert!(FOUR_LANES.starts_with('.'));
        assert_eq!(game.status(&state), Status::ToMove(Seat::SECOND));
    }
}
