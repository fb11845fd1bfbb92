//! Evaluations by score, for greedy play and for depth-limited searches.
//!
//! | name | value |
//! |---|---|
//! | `score` | the seat's own score |
//! | `lead` | its score less the best other seat's |
//!
//! In team games a seat's score is the average of its team's and the others are the other team. Both
//! depend only on the owners of cells, which are public in a hidden game.

use bellwether_core::{Eval, Payoffs, Scored, Seat};

use super::{BattleSheep, State};

/// The units of one point of score.
const POINT: f64 = 1000.0;

/// An evaluation by score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// The seat's own score.
    Score,
    /// The score less the best other's.
    Lead,
}

impl Heuristic {
    /// Both with their names on the command line.
    pub const ALL: [(&'static str, Self); 2] = [("score", Self::Score), ("lead", Self::Lead)];
}

impl Eval<BattleSheep> for Heuristic {
    fn eval(&self, game: &BattleSheep, state: &State, pov: Seat) -> i32 {
        let scores = game.scores(state);
        let own = scores[pov.index()];
        let is_rival = |seat: &Seat| *seat != pov && game.partner(pov) != Some(*seat);
        let value = match self {
            Self::Score => own,
            Self::Lead => {
                let rivals = Seat::all(scores.len()).filter(is_rival);
                own - rivals.map(|seat| scores[seat.index()]).fold(0.0, f64::max)
            }
        };
        (value * POINT).round() as i32
    }

    /// A finished game is evaluated like any other position: by score.
    fn finished(&self, game: &BattleSheep, state: &State, _: &Payoffs, pov: Seat) -> i32 {
        self.eval(game, state, pov)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Field, Setup};
    use super::*;
    use bellwether_core::Notation;

    // Seat 1 holds a pair and a single cell, seat 3 one cell; seat 2 a row of three, seat 4 one cell:
    // 2^1.25 + 1 = 3.378414…, 1, 3^1.25 = 3.948222…, 1.
    const POSITION: &str = "a2a1.a1/..../b1b2b1./c4..d4 1";

    fn eval(teams: bool, heuristic: Heuristic, pov: usize) -> i32 {
        let field = Field::parse("....\n....\n....\n....").unwrap();
        let setup = Setup::new(field, 4, 4).unwrap();
        let game = BattleSheep::new(if teams { setup.teams().unwrap() } else { setup });
        heuristic.eval(&game, &game.parse_position(POSITION).unwrap(), Seat::new(pov))
    }

    #[test]
    fn alone_a_seat_counts_for_itself() {
        assert_eq!([0, 1, 2].map(|pov| eval(false, Heuristic::Score, pov)), [3378, 3948, 1000]);
        // 3.378414 − 3.948222 and the reverse; 1 − 3.948222.
        assert_eq!([0, 1, 2].map(|pov| eval(false, Heuristic::Lead, pov)), [-570, 570, -2948]);
    }

    #[test]
    fn partners_share_one_value() {
        // Teams: (3.378414 + 1) / 2 = 2.189207 against (3.948222 + 1) / 2 = 2.474111.
        assert_eq!([0, 2, 1].map(|pov| eval(true, Heuristic::Score, pov)), [2189, 2189, 2474]);
        assert_eq!([0, 2, 3].map(|pov| eval(true, Heuristic::Lead, pov)), [-285, -285, 285]);
    }
}
