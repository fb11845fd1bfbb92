//! The beginners' protocol: one line of JSON in, one move out.
//!
//! At each of its turns a bot reads a [`BotQuestion`] on one line, and writes an [`BotAnswer`] on one line. Nothing here
//! panics, whatever a bot writes.

use bellwether_core::notation::excerpt;
use bellwether_core::picture::{Picture, PictureCell, SquareKind};
use bellwether_core::square::Square;
use bellwether_core::{Error, bail};
use serde::{Deserialize, Serialize};

/// An answer is a move, and nothing else is required.
pub const LONGEST_LINE: usize = 64 << 10;

/// What a bot is asked, with its keys in the order in which they are sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BotQuestion {
    /// The game with its options.
    pub game: String,
    /// The bot's seat, from 1.
    pub seat: usize,
    /// How many seats there are.
    pub seats: usize,
    /// How many moves were made so far.
    pub ply: usize,
    /// The position's text as the seat sees it.
    pub position: String,
    /// The board, the top rank first; see [`board`].
    pub board: Vec<Vec<String>>,
    /// The legal moves.
    pub moves: Vec<String>,
    /// The moves made so far, as the seat saw them.
    pub history: Vec<String>,
    /// Seconds that this move may take, if they are limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Seconds on each seat's clock, if there are clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Vec<f64>>,
}

/// A board as rows of short words, the top rank first.
///
/// `.` is an empty square and `#` none at all; `w` and `b` are workers of seats 1 and 2, `W` is a wolf and `S` a
/// sheep, `x` and `o` are discs: each piece has its letter from its game's card. A flock is its seat and its size, `2:16`, or `2:?` if the viewer cannot tell how large it is.
#[must_use]
pub fn board(picture: &Picture) -> Vec<Vec<String>> {
    let row = |rank: usize| {
        (0..picture.columns).map(|file| word(picture.cell(Square::new(file, rank)))).collect()
    };
    (0..picture.rows).rev().map(row).collect()
}

fn word(cell: PictureCell) -> String {
    let Some(piece) = cell.piece else {
        return if cell.ground == SquareKind::Wall { "#" } else { "." }.to_owned();
    };
    piece.counted(piece.style.letter, ":")
}

/// What a bot answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotAnswer {
    /// A move, which may or may not be legal.
    Move(String),
    /// `resign`.
    Resign,
}

impl BotAnswer {
    /// Reads a line; blanks around the answer are forgiven.
    ///
    /// # Errors
    /// If it says nothing, or more than a move can.
    pub fn parse(line: &str) -> Result<Self, Error> {
        let answer = line.trim();
        if answer.is_empty() {
            bail!("it answered with an empty line");
        }
        if line.len() > LONGEST_LINE {
            let quoted = excerpt(answer);
            bail!("it answered with a very long line: '{quoted}'");
        }
        Ok(if answer == "resign" { Self::Resign } else { Self::Move(answer.to_owned()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::{Notation, Render, Seat};
    use bellwether_games::battle_sheep::{BattleSheep, Field, Setup};
    use bellwether_games::breakthrough::{self, Breakthrough};
    use bellwether_games::wolves_eat_sheep::{self, WolvesEatSheep};

    #[test]
    fn boards_are_rows_from_the_top() {
        let setup = Setup::new(Field::parse("..#\n...").unwrap(), 2, 4).unwrap().hidden();
        let game = BattleSheep::new(setup);
        let state = game.parse_position("a1.#/a3.b4 2").unwrap();
        let seen = board(&game.picture(&state, Some(Seat::FIRST)));
        assert_eq!(seen, [["1:1", ".", "#"], ["1:3", ".", "2:?"]]);
        let wolves = WolvesEatSheep::new(wolves_eat_sheep::Setup::default());
        let words = board(&wolves.picture(&bellwether_core::Game::start(&wolves), None));
        let all: String = words.concat().concat();
        assert!(all.contains('W') && all.contains('S') && all.contains('.'), "{all}");
        let workers = Breakthrough::<u64>::new(breakthrough::Setup::default());
        let words = board(&workers.picture(&bellwether_core::Game::start(&workers), None));
        assert_eq!((words[0][0].as_str(), words[7][0].as_str()), ("b", "w"));
    }

    #[test]
    fn questions_keep_their_order_and_leave_out_what_is_not_there() {
        let question = BotQuestion {
            game: "g".to_owned(),
            seat: 1,
            seats: 2,
            ply: 0,
            position: "p".to_owned(),
            board: vec![vec![".".to_owned()]],
            moves: vec!["a2a3".to_owned()],
            history: Vec::new(),
            time: Some(0.5),
            clocks: None,
        };
        let text = serde_json::to_string(&question).unwrap();
        assert_eq!(
            text,
            r#"{"game":"g","seat":1,"seats":2,"ply":0,"position":"p","board":[["."]],"moves":["a2a3"],"history":[],"time":0.5}"#
        );
        assert_eq!(serde_json::from_str::<BotQuestion>(&text).unwrap(), question);
    }

    #[test]
    fn answers_are_moves_or_resignations() {
        assert_eq!(BotAnswer::parse(" a2a3\t"), Ok(BotAnswer::Move("a2a3".to_owned())));
        assert_eq!(BotAnswer::parse("resign"), Ok(BotAnswer::Resign));
        assert!(BotAnswer::parse(" ").is_err() && BotAnswer::parse("").is_err());
        assert!(BotAnswer::parse(&"x".repeat(LONGEST_LINE + 1)).is_err());
    }
}
