//! What finished games say about the players.
//!
//! Everything here is arithmetic on [`Outcome`]s: no files, no clock, and no function whose last
//! digit depends on the machine.
//!
//! | looking for | see |
//! |---|---|
//! | two players: score, Elo ±, likelihood of superiority | [`duel`] |
//! | when a match of two has shown enough | [`sprt`] |
//! | ratings of many players, at tables of any size | [`ratings`] |
//! | points, places, by seat, crosstable | [`standings`] |
//! | lines and tables to print | [`text`] |
//! | intervals and distributions | [`interval`], [`normal`], [`student`] |

mod cells;
pub mod duel;
pub mod interval;
pub mod normal;
pub mod ratings;
pub mod sprt;
pub mod standings;
pub mod student;
pub mod text;

/// One finished game, as statistics see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Who sat in each seat: indices into the list of players. A player may sit more than once.
    pub players: Vec<usize>,
    /// What each seat got; more is better, equal is a tie.
    pub payoffs: Vec<f64>,
    /// Each seat's score, in games that keep one.
    pub scores: Option<Vec<f64>>,
    /// Games of one group differ only in who sits where: a pair with sides swapped, or all rotations.
    pub group: u64,
}
