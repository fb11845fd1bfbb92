//! The clients' coordinates: how the course counts squares and directions, and how we do.
//!
//! A client says `x, y`: the first and the second index of its matrices, both from 0.
//!
//! *Decided:* `x` counts files from the left and `y` ranks from the **top**, so that the course's directions
//! lie as it draws them and our board looks like the course's:
//!
//! ```text
//! 1 2 3      (−1, −1) ( 0, −1) ( 1, −1)      up and left,   up,   up and right
//! 4 · 6      (−1,  0)          ( 1,  0)      left,                right
//! 7 8 9      (−1,  1) ( 0,  1) ( 1,  1)      down and left, down, down and right
//! ```
//!
//! On a field of `rows` ranks `(x, y)` is the square of file `x` and rank `rows − 1 − y`, both from 0: on 12 × 12 the corner
//! (0, 0) is a12. The wire's boards are square: a field of one's own that is not gets walls to the right or
//! below, which changes nothing in the game.

use bellwether_core::Hidden;
use bellwether_core::notation::Notation;
use bellwether_core::square::Square;
use bellwether_core::{Error, Seat, bail};
use bellwether_games::battle_sheep::{BattleSheep, Direction, Field, Move, State};

use crate::wire::{ClientAnswer, RequestKind, ServerRequest, WireMatrix};

/// What the map says of a wall.
const WALL: i32 = -1;

/// The request to `seat`, whose turn it is, and its kind.
#[must_use]
pub fn request(
    game: &BattleSheep,
    state: &State,
    seat: Seat,
    package: i32,
) -> (ServerRequest, RequestKind) {
    let field = game.field();
    let size = size(field);
    let mut map = WireMatrix::filled(size, WALL);
    let mut sheep = WireMatrix::filled(size, 0);
    let mut has_placed = false;
    for x in 0..field.columns() {
        for y in 0..field.rows() {
            let square = square(field, x, y);
            if !field.is_playing(square) {
                continue;
            }
            let flock = game.flock(state, square);
            map.set(x, y, flock.map_or(0, |(owner, _)| owner.number() as i32));
            if let Some((owner, count)) = flock {
                has_placed |= owner == seat;
                // What is hidden never leaves this machine.
                let is_seen = owner == seat || !game.is_hidden();
                sheep.set(x, y, if is_seen { i32::from(count) } else { 0 });
            }
        }
    }
    if has_placed {
        (ServerRequest::Slide { package, map, sheep }, RequestKind::Slide)
    } else {
        let player = seat.number() as i32;
        (ServerRequest::Place { package, player, map }, RequestKind::Place)
    }
}

/// The move that an answer means.
///
/// # Errors
/// If it means none that is legal: the sentence has what was sent, what that is on our board, and what is
/// wrong with it.
pub fn read_move(game: &BattleSheep, state: &State, answer: ClientAnswer) -> Result<Move, Error> {
    let (sent, meant) = match answer {
        ClientAnswer::Place { x, y, .. } => {
            (format!("x {x}, y {y}"), on_board(game.field(), x, y).map(|at| format!("@{at}")))
        }
        ClientAnswer::Slide { x, y, count, direction, .. } => (
            format!("x {x}, y {y}, m {count}, dir {direction}"),
            slide(game, state, (x, y), count, direction),
        ),
    };
    let text = meant.map_err(|why| Error::invalid(format!("sent {sent}: {why}")))?;
    game.parse_move(state, &text)
        .map_err(|why| Error::invalid(format!("sent {sent}, which is {text}: {why}")))
}

/// The text of a move towards a direction, whether it is legal or not.
fn slide(
    game: &BattleSheep,
    state: &State,
    (x, y): (i32, i32),
    count: i32,
    direction: i32,
) -> Result<String, Error> {
    let from = on_board(game.field(), x, y)?;
    let way = way(direction)
        .ok_or_else(|| Error::invalid("dir is 1 to 4 or 6 to 9, like the keys around a 5"))?;
    if count < 1 {
        bail!("at least one sheep goes");
    }
    // Where there is no way, the square that stands in it: the rules say what is wrong with it.
    let to = match game.way_end(state, from, way) {
        Some(end) => end,
        None => next(game.field(), from, way).ok_or_else(|| {
            Error::invalid(format!("the board ends there: no way leads on from {from}"))
        })?,
    };
    Ok(format!("{from}-{to}:{count}"))
}

/// The side of the wire's matrices.
fn size(field: &Field) -> usize {
    field.columns().max(field.rows())
}

fn square(field: &Field, x: usize, y: usize) -> Square {
    Square::new(x, field.rows() - 1 - y)
}

/// The square of a client's coordinates.
pub(crate) fn on_board(field: &Field, x: i32, y: i32) -> Result<Square, Error> {
    let within = |number: i32, side: usize| usize::try_from(number).ok().filter(|n| *n < side);
    match (within(x, field.columns()), within(y, field.rows())) {
        (Some(x), Some(y)) => Ok(square(field, x, y)),
        _ => Err(Error::invalid(format!(
            "that is not on the board: x is 0 to {} and y 0 to {}",
            field.columns() - 1,
            field.rows() - 1
        ))),
    }
}

/// The direction of this number.
fn way(direction: i32) -> Option<Direction> {
    Some(match direction {
        1 => Direction::NorthWest,
        2 => Direction::North,
        3 => Direction::NorthEast,
        4 => Direction::West,
        6 => Direction::East,
        7 => Direction::SouthWest,
        8 => Direction::South,
        9 => Direction::SouthEast,
        _ => return None,
    })
}

/// The square one step from `from`, unless the board ends there.
fn next(field: &Field, from: Square, way: Direction) -> Option<Square> {
    let (files, ranks) = way.step();
    let file = from.file.checked_add_signed(files).filter(|file| *file < field.columns())?;
    let rank = from.rank.checked_add_signed(ranks).filter(|rank| *rank < field.rows())?;
    Some(Square::new(file, rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::random::seeded;
    use bellwether_core::{Game, Status};
    use bellwether_games::battle_sheep::Setup;

    /// The steps of the eight directions as the protocol's own text gives them, (dx, dy).
    const STEPS: [(i32, i32, i32); 8] = [
        (1, -1, -1),
        (2, 0, -1),
        (3, 1, -1),
        (4, -1, 0),
        (6, 1, 0),
        (7, -1, 1),
        (8, 0, 1),
        (9, 1, 1),
    ];

    fn game(field: &str) -> BattleSheep {
        BattleSheep::new(Setup::new(Field::parse(field).unwrap(), 4, 16).unwrap())
    }

    fn grids(game: &BattleSheep, state: &State, seat: Seat) -> (WireMatrix, Option<WireMatrix>) {
        match request(game, state, seat, 1).0 {
            ServerRequest::Place { map, .. } => (map, None),
            ServerRequest::Slide { map, sheep, .. } => (map, Some(sheep)),
            ServerRequest::Over => unreachable!("the end was not requested"),
        }
    }

    /// Every answer that a client could think legal from its matrices alone, by the protocol's words.
    fn answers(map: &WireMatrix, sheep: Option<&WireMatrix>, seat: Seat) -> Vec<ClientAnswer> {
        let size = map.size() as i32;
        let at = |grid: &WireMatrix, x: i32, y: i32| {
            let index = |n: i32| usize::try_from(n).ok();
            index(x).zip(index(y)).and_then(|(x, y)| grid.get(x, y)).unwrap_or(WALL)
        };
        let cells = || (0..size).flat_map(|x| (0..size).map(move |y| (x, y)));
        let mut answers = Vec::new();
        for (x, y) in cells() {
            match sheep {
                None => {
                    let sides = [(0, 1), (1, 0), (0, -1), (-1, 0)];
                    let is_border = sides.iter().any(|(dx, dy)| at(map, x + dx, y + dy) == WALL);
                    if at(map, x, y) == 0 && is_border {
                        answers.push(ClientAnswer::Place { package: 1, x, y });
                    }
                }
                Some(sheep) if at(map, x, y) == seat.number() as i32 => {
                    for (direction, dx, dy) in STEPS {
                        if at(map, x + dx, y + dy) == 0 {
                            for count in 1..at(sheep, x, y) {
                                let answer =
                                    ClientAnswer::Slide { package: 1, x, y, count, direction };
                                answers.push(answer);
                            }
                        }
                    }
                }
                Some(_) => {}
            }
        }
        answers
    }

    /// Where a client would see its sheep arrive: as far as it goes.
    fn arrival(map: &WireMatrix, x: i32, y: i32, direction: i32) -> (usize, usize) {
        let (_, dx, dy) = STEPS.into_iter().find(|(number, ..)| *number == direction).unwrap();
        let free = |x: i32, y: i32| {
            usize::try_from(x)
                .is_ok_and(|x| usize::try_from(y).is_ok_and(|y| map.get(x, y) == Some(0)))
        };
        let (mut x, mut y) = (x, y);
        while free(x + dx, y + dy) {
            (x, y) = (x + dx, y + dy);
        }
        (x as usize, y as usize)
    }

    #[test]
    fn a_client_finds_exactly_the_legal_moves_and_their_ends() {
        let fields = [
            Field::generate(64, 12, 3).unwrap().to_string(),
            Field::generate(100, 15, 4).unwrap().to_string(),
            "......\n...##.\n......".to_owned(),
            "...\n...\n.#.\n...\n...\n...".to_owned(),
        ];
        let mut rng = seeded(5);
        for field in fields {
            let game = game(&field);
            let mut state = game.start();
            while let Status::ToMove(seat) = game.status(&state) {
                let (map, sheep) = grids(&game, &state, seat);
                let answers = answers(&map, sheep.as_ref(), seat);
                let mut moves: Vec<Move> = Vec::new();
                for answer in answers {
                    let m = read_move(&game, &state, answer).unwrap();
                    let after = game.after(&state, m);
                    let end = match answer {
                        ClientAnswer::Place { x, y, .. } => (x as usize, y as usize),
                        ClientAnswer::Slide { x, y, direction, .. } => {
                            arrival(&map, x, y, direction)
                        }
                    };
                    let end = square(game.field(), end.0, end.1);
                    let count = match answer {
                        ClientAnswer::Place { .. } => 16,
                        ClientAnswer::Slide { count, .. } => count,
                    };
                    assert_eq!(game.flock(&after, end), Some((seat, count as u8)));
                    moves.push(m);
                }
                let mut legal = game.moves(&state);
                let order = |m: &Move| format!("{m:?}");
                moves.sort_by_key(order);
                legal.sort_by_key(order);
                assert_eq!(moves, legal);
                let m = game.random_move(&state, &mut rng);
                game.play(&mut state, m);
            }
        }
    }

    #[test]
    fn the_corner_of_the_matrix_is_the_upper_left() {
        let game = game("..#\n...\n...\n...");
        let (map, _) = grids(&game, &game.start(), Seat::FIRST);
        assert_eq!(map.size(), 4);
        // Top rank, left to right: free, free, wall; and the wall that makes it square.
        assert_eq!([0, 1, 2, 3].map(|x| map.get(x, 0).unwrap()), [0, 0, WALL, WALL]);
        let m = read_move(&game, &game.start(), ClientAnswer::Place { package: 1, x: 0, y: 0 })
            .unwrap();
        assert_eq!(game.move_text(&game.start(), m), "@a4");
    }

    #[test]
    fn foreign_flocks_are_hidden() {
        let open = Setup::default();
        for setup in [open.clone(), open.clone().hidden(), open.teams().unwrap().hidden()] {
            let game = BattleSheep::new(setup);
            let mut state = game.start();
            let mut rng = seeded(9);
            while let Status::ToMove(seat) = game.status(&state) {
                if let (map, Some(sheep)) = grids(&game, &state, seat) {
                    let cells = map.values().zip(sheep.values());
                    for (owner, count) in cells.filter(|(owner, _)| **owner > 0) {
                        let is_seen = *owner == seat.number() as i32 || !game.is_hidden();
                        assert_eq!(*count > 0, is_seen);
                    }
                }
                let m = game.random_move(&state, &mut rng);
                game.play(&mut state, m);
            }
        }
    }

    #[test]
    fn what_is_illegal_is_said_in_both_languages() {
        let field = "....\n....\n.#..\n....";
        let game = game(field);
        let why = |position: &str, answer: ClientAnswer| {
            let state = game.parse_position(position).unwrap();
            read_move(&game, &state, answer).unwrap_err().to_string()
        };
        let place = |x, y| why("..../..../.#../a16... 2", ClientAnswer::Place { package: 1, x, y });
        assert_eq!(place(0, 3), "sent x 0, y 3, which is @a1: a1 is taken by seat 1");
        assert_eq!(place(1, 2), "sent x 1, y 2, which is @b2: b2 is a wall");
        assert_eq!(
            place(2, -1),
            "sent x 2, y -1: that is not on the board: x is 0 to 3 and y 0 to 3"
        );
        let slide = |x, y, count, direction| {
            let answer = ClientAnswer::Slide { package: 1, x, y, count, direction };
            why("b16..d16/..../.#../a15a1.c16 1", answer)
        };
        assert_eq!(
            slide(0, 3, 15, 2),
            "sent x 0, y 3, m 15, dir 2, which is a1-a3:15: from 1 to 14 of the 15 sheep on a1 can go, not '15'"
        );
        assert_eq!(
            slide(0, 3, 3, 5),
            "sent x 0, y 3, m 3, dir 5: dir is 1 to 4 or 6 to 9, like the keys around a 5"
        );
        assert_eq!(slide(0, 3, 0, 2), "sent x 0, y 3, m 0, dir 2: at least one sheep goes");
        assert_eq!(
            slide(0, 3, 3, 4),
            "sent x 0, y 3, m 3, dir 4: the board ends there: no way leads on from a1"
        );
        assert_eq!(slide(0, 3, 3, 3), "sent x 0, y 3, m 3, dir 3, which is a1-b2:3: b2 is a wall");
        assert_eq!(
            slide(0, 3, 3, 6),
            "sent x 0, y 3, m 3, dir 6, which is a1-b1:3: the way from a1 towards b1 is blocked at once"
        );
        assert_eq!(
            slide(0, 0, 3, 6),
            "sent x 0, y 0, m 3, dir 6, which is a4-c4:3: a4 holds seat 2's sheep, not 1's"
        );
    }
}
