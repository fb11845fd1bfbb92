//! [`OldCourse`]: recognises clients of the course of 2022, whose game was another one under the same protocol.
//!
//! Its board was of hexagons, with every second row half a cell further right, and `dir` was 1 to 6:
//!
//! ```text
//!  1 2       (x − 1, y − 1) (x, y − 1)        in even rows; in odd ones x is one more
//! 3 · 4   (x − 1, y)            (x + 1, y)
//!  5 6       (x − 1, y + 1) (x, y + 1)
//! ```
//!
//! Many of its moves are legal on squares by accident, so that such a client plays on for a while.

use bellwether_core::Game;
use bellwether_games::battle_sheep::{BattleSheep, State};

use crate::coordinates;
use crate::wire::ClientAnswer;

/// Whether all of a client's moves were legal in the game of 2022.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OldCourse {
    slides: u32,
    /// Whether one was not.
    is_other: bool,
}

impl OldCourse {
    /// Looks at an answer in its position.
    pub(crate) fn add(&mut self, game: &BattleSheep, state: &State, answer: ClientAnswer) {
        if let ClientAnswer::Slide { x, y, count, direction, .. } = answer {
            self.slides += 1;
            self.is_other |= !is_legal(game, state, (x, y), count, direction);
        }
    }

    /// What is to be said of an answer that is not legal here.
    pub(crate) fn sentence(self, answer: ClientAnswer) -> Option<String> {
        let ClientAnswer::Slide { direction, .. } = answer else { return None };
        let which = match (self.slides, direction) {
            (0, _) => return None,
            // 5 is no direction of 2024; one slip in any other could be a coincidence.
            (1, 5) => "it is",
            (1, _) => "it would be",
            _ => "it is, like all its moves before,",
        };
        (!self.is_other).then(|| {
            format!(
                "; {which} a move of the course of 2022 (hexagons, six directions): this is the game of 2024 \
                 (squares, eight directions)"
            )
        })
    }
}

/// Whether a move was legal in 2022, on the same map.
fn is_legal(
    game: &BattleSheep,
    state: &State,
    (x, y): (i32, i32),
    count: i32,
    direction: i32,
) -> bool {
    let shift = y.rem_euclid(2);
    let (dx, dy) = match direction {
        1 => (shift - 1, -1),
        2 => (shift, -1),
        3 => (-1, 0),
        4 => (1, 0),
        5 => (shift - 1, 1),
        6 => (shift, 1),
        _ => return false,
    };
    let flock = |x, y| {
        let square = coordinates::on_board(game.field(), x, y).ok()?;
        game.field().is_playing(square).then(|| game.flock(state, square))
    };
    let Some(Some((owner, sheep))) = flock(x, y) else { return false };
    let is_own = game.status(state).mover() == Some(owner);
    is_own && (1..i32::from(sheep)).contains(&count) && flock(x + dx, y + dy) == Some(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::Notation;
    use bellwether_games::battle_sheep::{Field, Setup};

    #[test]
    fn a_move_of_2022_is_recognised_and_a_slip_of_2024_is_not() {
        let field = Field::parse("....\n.#..\n....\n....").unwrap();
        let game = BattleSheep::new(Setup::new(field, 2, 16).unwrap());
        // b2 is (1, 2), in an even row: 5 leads to (0, 3), 6 to (1, 3), 2 to the wall at (1, 1).
        let state = game.parse_position("..../.#../.a16../...b16 1").unwrap();
        let slide = |direction| ClientAnswer::Slide { package: 1, x: 1, y: 2, count: 3, direction };
        let said = |directions: &[i32]| {
            let mut course = OldCourse::default();
            for direction in directions {
                course.add(&game, &state, slide(*direction));
            }
            course.sentence(slide(directions[directions.len() - 1]))
        };
        assert!(said(&[5]).unwrap().contains("a move of the course of 2022 (hexagons"));
        assert!(said(&[4, 6]).unwrap().contains("like all its moves before"));
        assert!(said(&[6]).unwrap().contains("it would be a move of the course of 2022"));
        // A move that was not legal in 2022 either says that the client is of another year.
        assert_eq!([said(&[2, 4]), said(&[8, 5]), said(&[2])], [const { None }; 3]);
    }
}
