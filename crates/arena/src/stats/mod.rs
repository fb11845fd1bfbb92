//! Statistics of finished games: scores, ratings, tests.
//!
//! Everything here is arithmetic on [`GameOutcome`]s: no files, no clock, and no function whose last
//! digit depends on the machine.
//!
//! | looking for | see |
//! |---|---|
//! | two players: score, Elo ±, likelihood of superiority | [`duel`] |
//! | when a match of two has shown enough | [`sprt`], [`sequential`] |
//! | ratings of many players, at tables of any size | [`ratings`] |
//! | the same while games were added | [`rating_history`] |
//! | points, places, by seat, crosstable | [`standings`] |
//! | lines and tables to print | [`text`] |
//! | intervals and distributions | [`interval`], [`normal`], [`student`] |
//!
//! ```
//! use bellwether_arena::stats::{GameOutcome, duel::DuelScore, standings::Standings, text};
//! let names = ["patient".to_owned(), "hasty".to_owned()];
//! let game = |players: [usize; 2], payoffs: [f64; 2], group| GameOutcome {
//!     players: players.to_vec(),
//!     payoffs: payoffs.to_vec(),
//!     scores: None,
//!     group,
//! };
//! let outcomes = [game([0, 1], [1.0, -1.0], 0), game([1, 0], [0.0, 0.0], 0)];
//!
//! let tally = DuelScore::of(&outcomes, 0, 1);
//! let line = text::score(&tally, 0, 1, &names);
//! assert_eq!(line, "Score of patient vs hasty: 1 - 0 - 1  [0.750] 2");
//!
//! let standings = Standings::of(names.len(), &outcomes);
//! assert_eq!(standings.players[0].player, 0);
//! let table = text::standings(&standings, &names);
//! print!("{}", bellwether_report::text::aligned(&table, &[]));
//! ```

mod cells;
pub mod duel;
pub mod interval;
pub mod normal;
pub mod rating_history;
pub mod ratings;
pub mod sequential;
pub mod sprt;
pub mod standings;
pub mod student;
pub mod text;

/// One finished game, as statistics see it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameOutcome {
    /// The player in each seat: indices into the list of players. A player may occupy several seats.
    pub players: Vec<usize>,
    /// What each seat got; more is better, equal is a tie.
    pub payoffs: Vec<f64>,
    /// Each seat's score, in games that have one; NaN where it is not the player's own.
    pub scores: Option<Vec<f64>>,
    /// Games of one group differ only in the seating: a pair with sides swapped, or all rotations.
    pub group: u64,
}
