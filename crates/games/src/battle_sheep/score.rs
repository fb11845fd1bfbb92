//! Scores and points: connected pasture counts more than scattered pasture.
//!
//! A seat's score is the sum of size^1.25 over its regions, which are connected through edges. At the end
//! it is rounded and the tournament's 5, 3, 2 and 1 points go to the ranks; tied seats share the points of
//! their ranks.
//!
//! *Decided:* two seats play for 5 and 3, three for 5, 3 and 2. In teams each seat is scored alone
//! and rounded, both partners get the average of the two, and the points go by that: 4 each for the
//! winners, 1.5 each for the losers, 2.75 for everyone if the teams are level.

use std::sync::Arc;

use bellwether_core::bits::Bits;
use bellwether_core::random::Random;
use bellwether_core::{Game, MAX_SEATS, Payoffs, Refereed, Scored, Seat};

use super::{BattleSheep, Move, State};

/// The points by rank.
const POINTS: [f32; MAX_SEATS] = [5.0, 3.0, 2.0, 1.0];

/// size^1.25 for every size of a region on a field of this many cells.
///
/// By square roots, which every machine rounds identically; a general power need not be.
pub(super) fn region_scores(cells: usize) -> Arc<[f64]> {
    (0..=cells).map(|size| size as f64 * (size as f64).sqrt().sqrt()).collect()
}

impl BattleSheep {
    /// A seat's own score now, unrounded, without its partner's.
    #[must_use]
    pub fn own_score(&self, state: &State, seat: Seat) -> f64 {
        let field = self.field();
        let mut rest = state.cells[seat.index()];
        let mut score = 0.0;
        while rest.any() {
            let region = field.region(rest, rest.lowest());
            score += self.region_scores[region.count()];
            rest &= !region;
        }
        score
    }

    /// The points each seat gets for the cells it holds.
    pub(super) fn points(&self, state: &State) -> Payoffs {
        self.points_without(state, &[])
    }

    /// The same if some seats, and in teams their partners, come last.
    fn points_without(&self, state: &State, out: &[bool]) -> Payoffs {
        let is_out = |seat: Seat| out.get(seat.index()).copied().unwrap_or(false);
        let mut scores = [0.0; MAX_SEATS];
        for seat in Seat::all(self.setup.seats) {
            scores[seat.index()] = self.own_score(state, seat).round() as f32;
        }
        if self.setup.teams {
            let [one, two, three, four] = scores;
            let (odd, even) = (f32::midpoint(one, three), f32::midpoint(two, four));
            scores = [odd, even, odd, even];
        }
        for seat in
            Seat::all(self.setup.seats).filter(|seat| self.side(*seat).into_iter().any(is_out))
        {
            scores[seat.index()] = -1.0;
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

impl Refereed for BattleSheep {
    fn scoreboard(&self, state: &State) -> Option<Vec<f64>> {
        Some(Scored::scores(self, state))
    }

    fn forfeited(&self, state: &State, out: &[bool]) -> Payoffs {
        self.points_without(state, out)
    }

    fn tied(&self) -> Payoffs {
        Payoffs::ZERO.by_place(&POINTS[..self.setup.seats])
    }

    /// With `lenient`: a random place, later none.
    fn lost_turn(&self, state: &State, rng: &mut Random) -> Option<Move> {
        if !self.setup.lenient {
            return None;
        }
        let pass = || Move::Pass;
        Some(self.places(state).map_or_else(pass, |_| self.random_move(state, rng)))
    }

    fn side(&self, seat: Seat) -> Vec<Seat> {
        std::iter::once(seat).chain(self.partner(seat)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Field, Setup};
    use super::*;
    use bellwether_core::{Game, Notation};

    fn game(field: &str, seats: usize, sheep: usize) -> BattleSheep {
        BattleSheep::new(Setup::new(Field::parse(field).unwrap(), seats, sheep).unwrap())
    }

    fn points(game: &BattleSheep, text: &str) -> Payoffs {
        let state = game.parse_position(text).unwrap();
        game.status(&state).payoffs().expect("the game is over")
    }

    #[test]
    fn scores_are_those_the_report_prints() {
        // Final scores of the course report, to its five decimals, as sums over the regions 16 sheep
        // can hold: fifteen cells and one, thirteen, two; and its full mark, all sixteen in one.
        let region_scores = region_scores(16);
        for (regions, printed) in [
            (&[15, 1][..], "30.51985"),
            (&[13], "24.68478"),
            (&[2], "2.37841"),
            (&[16], "32.00000"),
        ] {
            let sum: f64 = regions.iter().map(|&size| region_scores[size]).sum();
            assert_eq!(format!("{sum:.5}"), printed);
        }
    }

    #[test]
    fn regions_hang_together_through_edges_only() {
        let game = game("...\n...\n...", 2, 4);
        // b2 and the pair a1 b1 hang together, a3 touches them by a corner: 3^1.25 + 1.
        let state = game.parse_position("a1.b4/.a1./a1a1. 2").unwrap();
        let scores = game.scores(&state);
        assert!((scores[0] - 4.948_222_038_857_848).abs() < 1e-12, "{scores:?}");
        assert_eq!(scores[1], 1.0);
    }

    #[test]
    fn points_go_by_rounded_scores() {
        // Scores 3^1.25 = 3.95, 2^1.25 = 2.38, 1, 1: the last two share 2 + 1.
        let alone = game(".......", 4, 3);
        let text = "a1a1a1b1b2c3d3 -";
        assert_eq!(points(&alone, text), Payoffs::new(&[5.0, 3.0, 1.5, 1.5]));
        // Rounded 4 + 1 against 2 + 1.
        let teams = BattleSheep::new(alone.setup.teams().unwrap());
        assert_eq!(points(&teams, text), Payoffs::new(&[4.0, 1.5, 4.0, 1.5]));
        let state = teams.parse_position(text).unwrap();
        let scores = teams.scores(&state);
        assert_eq!((scores[0], scores[1]), (scores[2], scores[3]));
        assert_eq!(teams.own_score(&state, Seat::new(2)), 1.0);
        // Level teams share all points.
        assert_eq!(points(&teams, "c3a1a2d3b2b1. -"), Payoffs::new(&[2.75; 4]));
    }

    #[test]
    fn smaller_tables_play_for_the_first_places() {
        assert_eq!(points(&game("...", 2, 2), "a1a1b2 -"), Payoffs::new(&[5.0, 3.0]));
        assert_eq!(points(&game("...", 2, 3), "a3b1b2 -"), Payoffs::new(&[3.0, 5.0]));
        assert_eq!(points(&game("...", 3, 2), "a2b2c2 -"), Payoffs::new(&[10.0 / 3.0; 3]));
        assert_eq!(points(&game("....", 3, 2), "a2b1b1c2 -"), Payoffs::new(&[2.5, 5.0, 2.5]));
    }

    #[test]
    fn rounding_can_make_a_tie() {
        // 1 + 1 against 2^1.25 = 2.38: both round to 2.
        let game = game("#.##\n....", 2, 2);
        let text = "#a1##/b1b1a1. -";
        assert_eq!(points(&game, text), Payoffs::new(&[4.0, 4.0]));
        let scores = game.scores(&game.parse_position(text).unwrap());
        assert!(scores[1] > scores[0]);
    }
}
