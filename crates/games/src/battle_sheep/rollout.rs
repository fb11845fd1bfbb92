//! Simulated games of Battle Sheep with some sense of room: sheep that can never spread are wasted.
//!
//! A flock that moves to a dead end keeps its spare sheep for ever, and so does one that is walled in.
//! So a simulated seat first moves flocks with few ways out, prefers ends with free cells around and
//! own pasture beside them, and splits a flock by the room on both sides.

use bellwether_core::bits::Bits;
use bellwether_core::random::below;
use bellwether_core::{Game, MAX_SEATS, Payoffs, Rng, Rollout, Seat};

use super::{BattleSheep, Move, State};

/// Plays with a sense of room.
#[derive(Clone, Copy, Debug, Default)]
pub struct Grazing;

/// How much a spare sheep of a flock with so many ways out wants to move.
const HURRY: [usize; 9] = [0, 8, 5, 3, 2, 2, 1, 1, 1];

impl Rollout<BattleSheep> for Grazing {
    #[inline]
    fn finish<R: Rng>(
        &self,
        game: &BattleSheep,
        state: &mut State,
        rng: &mut R,
        cap: usize,
    ) -> Option<Payoffs> {
        for _ in 0..cap {
            if state.mover.is_none() {
                return Some(scores(game, state));
            }
            let m = graze(game, state, rng);
            game.play(state, m);
        }
        state.mover.is_none().then(|| scores(game, state))
    }

    const HOPEFUL: bool = true;

    fn hopes(&self, game: &BattleSheep, state: &State, mut put: impl FnMut(f32)) {
        let free = game.free(state);
        let sheep = game.setup.sheep as f32;
        game.each_move(state, |m| match m {
            Move::Place(cell) => {
                put(0.3 + 0.04 * (game.field().around(usize::from(cell)) & free).count() as f32);
            }
            Move::Slide { from, to, count } => {
                let (from, to) = (usize::from(from), usize::from(to));
                let room = Room::of(game, free, from, to);
                let size = usize::from(state.sheep[from]);
                let fair = room.split(size);
                let off = fair.abs_diff(usize::from(count)) as f32;
                let ways = (game.field().around(from) & free).count();
                let hurry = (HURRY[ways] * (size - 1)) as f32 / (8.0 * sheep);
                let open = room.ahead.min(5) as f32;
                let beside = Room::pasture(game, state, to) as f32;
                put((0.3 + 0.3 * hurry + 0.02 * open + 0.03 * beside - 0.6 * off / sheep)
                    .clamp(0.0, 1.0));
            }
        });
    }
}

/// The unrounded scores of a finished game; partners have the average of theirs.
#[inline]
fn scores(game: &BattleSheep, state: &State) -> Payoffs {
    let mut scores = [0.0; MAX_SEATS];
    for seat in Seat::all(game.setup.seats) {
        scores[seat.index()] = game.own_score(state, seat) as f32;
    }
    if game.setup.teams {
        let [one, two, three, four] = scores;
        let (odd, even) = (f32::midpoint(one, three), f32::midpoint(two, four));
        scores = [odd, even, odd, even];
    }
    Payoffs::new(&scores)
}

/// The free cells around both ends of a move, once it is made.
struct Room {
    behind: usize,
    ahead: usize,
}

impl Room {
    #[inline]
    fn of(game: &BattleSheep, free: u128, from: usize, to: usize) -> Self {
        let left = free & !u128::single(to);
        Self {
            behind: (game.field().around(from) & left).count(),
            ahead: (game.field().around(to) & left).count(),
        }
    }

    /// How many of a flock of `size` should go: all that can if there is no room behind, a single one
    /// if there is none ahead, else in proportion.
    #[inline]
    fn split(&self, size: usize) -> usize {
        let spare = size - 1;
        match (self.behind, self.ahead) {
            (0, _) => spare,
            (_, 0) => 1,
            // The one that stays and the one that arrives are needed on either side anyway.
            (behind, ahead) => (1 + (spare - 1) * ahead / (behind + ahead)).min(spare),
        }
    }

    /// The mover's own cells beside `to`, through edges.
    #[inline]
    fn pasture(game: &BattleSheep, state: &State, to: usize) -> usize {
        let own = state.mover.map_or(0, |mover| state.cells[mover.index()]);
        (game.field().beside(to) & own).count()
    }
}

/// A sensible move of a simulated game.
#[inline]
fn graze<R: Rng>(game: &BattleSheep, state: &State, rng: &mut R) -> Move {
    if game.places(state).is_some() {
        return game.random_move(state, rng);
    }
    let free = game.free(state);
    let wish = |from: usize| {
        let ways = (game.field().around(from) & free).count();
        HURRY[ways] * usize::from(state.sheep[from] - 1)
    };
    let wishes: usize = BattleSheep::sources(state).map(wish).sum();
    let mut rank = below(rng, wishes);
    let chosen = BattleSheep::sources(state).find(|&from| {
        let wish = wish(from);
        let found = rank < wish;
        rank = rank.wrapping_sub(if found { 0 } else { wish });
        found
    });
    let Some(from) = chosen else { return game.random_move(state, rng) };
    let ways = game.field().around(from) & free;
    let count = ways.count();
    // The better of two ways drawn at random.
    let mut best: Option<(usize, Move)> = None;
    for _ in 0..2 {
        let first = ways.nth(below(rng, count));
        let direction = game.field().direction_to(from, first);
        let Some(to) = game.field().slide(from, direction, state.taken()) else { continue };
        let room = Room::of(game, free, from, to);
        let worth = room.ahead.min(4) + 2 * Room::pasture(game, state, to);
        if best.is_none_or(|(most, _)| worth > most) {
            let size = usize::from(state.sheep[from]);
            let sheep = room.split(size) as u8;
            best = Some((worth, Move::Slide { from: from as u8, to: to as u8, count: sheep }));
        }
    }
    best.map_or_else(|| game.random_move(state, rng), |(_, m)| m)
}

#[cfg(test)]
mod tests {
    use super::super::{Field, Setup};
    use super::*;
    use bellwether_core::Notation;
    use bellwether_core::contract::for_each_position;
    use bellwether_core::random::seeded;

    #[test]
    fn every_move_is_legal_and_every_game_ends() {
        let mut rng = seeded(1);
        for seats in 2..=4 {
            let game =
                BattleSheep::new(Setup::new(Field::generate(40, 8, 3).unwrap(), seats, 9).unwrap());
            for_each_position(&game, 5, 20, |state| {
                if game.status(state).is_over() {
                    return;
                }
                let m = graze(&game, state, &mut rng);
                assert!(game.is_legal(state, m), "{} {m:?}", game.position_text(state));
                let mut hopes = 0;
                Grazing.hopes(&game, state, |hope| {
                    assert!((0.0..=1.0).contains(&hope));
                    hopes += 1;
                });
                assert_eq!(hopes, game.count_moves(state));
            });
            assert!(Grazing.finish(&game, &mut game.start(), &mut rng, 1000).is_some());
        }
    }

    #[test]
    fn flocks_are_split_by_the_room_on_both_sides() {
        let split = |behind, ahead| Room { behind, ahead }.split(9);
        assert_eq!([split(0, 3), split(3, 0), split(2, 2), split(1, 3)], [8, 1, 4, 6]);
    }
}
