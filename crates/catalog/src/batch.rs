//! Many games of one kind played at once, for learning: [`AnyBatch`].
//!
//! A batch has a fixed number of games. A step plays one move in each of them, on rayon's current pool, and writes what a
//! learner sees into arrays of the caller. A game that ends begins anew at once. Types are known inside, so there is one
//! virtual call for a step of all games.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bellwether_core::parallel::{self, Task};
use bellwether_core::planes::plane_count;
use bellwether_core::random::{Random, mix, seeded};
use bellwether_core::{Error, ErrorKind, Playable, Status};

use crate::AnyPosition;
use crate::erased::ErasedPosition;

/// Games below this number are not worth a thread of their own.
const FEWEST: usize = 32;

/// Pieces of work for each thread: if one is late, others take what is left.
const PIECES: usize = 4;

/// Some number of games of some kind, played at once.
pub trait AnyBatch: Send + Sync {
    /// The lengths of the arrays.
    fn sizes(&self) -> BatchSizes;

    /// Begins all games anew; the random moves of [`sample`](Self::sample) come from this seed.
    ///
    /// # Errors
    /// If an array has another length than [`sizes`](Self::sizes) says.
    fn reset(&mut self, seed: u64, arrays: BatchArrays<'_>) -> Result<(), Error>;

    /// Plays one action in every game. What the arrays tell of a game that ended: its rewards and that it ended; the
    /// rest is of the game that begins in its place.
    ///
    /// # Errors
    /// If an action is not legal in its game, and then nothing has changed; or an array has another length.
    fn step(&mut self, actions: &[i64], arrays: BatchArrays<'_>) -> Result<(), Error>;

    /// Draws a legal action of every game, each with the same chance.
    ///
    /// # Errors
    /// If there is not one place for each game.
    fn sample(&mut self, actions: &mut [i64]) -> Result<(), Error>;

    /// The position of a game; none if there is no such game.
    fn position(&self, game: usize) -> Option<Box<dyn AnyPosition>>;
}

/// How many numbers there are of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchSizes {
    /// Games.
    pub games: usize,
    /// Numbers of an observation.
    pub observation: usize,
    /// Action numbers of the game.
    pub actions: usize,
    /// Seats of the game.
    pub seats: usize,
}

/// What is written about the games, one game after the other.
#[derive(Debug)]
pub struct BatchArrays<'a> {
    /// The [planes](bellwether_core::planes) that the seat to move sees.
    pub observations: &'a mut [f32],
    /// For each action number, whether it is legal.
    pub masks: &'a mut [bool],
    /// What each seat got by the last move: its payoff if that ended the game, else nothing.
    pub rewards: &'a mut [f32],
    /// The seat to move, from 0.
    pub players: &'a mut [i64],
    /// Whether the last move ended the game by its rules.
    pub terminated: &'a mut [bool],
    /// Whether the game was cut off after the last move, because it was too long: a tie.
    pub truncated: &'a mut [bool],
}

impl<'a> BatchArrays<'a> {
    fn check(&self, sizes: &BatchSizes) -> Result<(), Error> {
        let BatchSizes { games, observation, actions, seats } = *sizes;
        let is_right = self.observations.len() == games * observation
            && self.masks.len() == games * actions
            && self.rewards.len() == games * seats
            && [self.players.len(), self.terminated.len(), self.truncated.len()] == [games; 3];
        if is_right {
            Ok(())
        } else {
            Err(Error::invalid("an array has not the size of the batch"))
        }
    }

    /// The arrays of `games` games each; the last has what is left.
    fn chunks(self, sizes: &BatchSizes, games: usize) -> impl Iterator<Item = Self> + use<'a> {
        let mut observations = self.observations.chunks_mut(games * sizes.observation);
        let mut masks = self.masks.chunks_mut(games * sizes.actions);
        let mut rewards = self.rewards.chunks_mut(games * sizes.seats);
        let mut players = self.players.chunks_mut(games);
        let mut terminated = self.terminated.chunks_mut(games);
        let mut truncated = self.truncated.chunks_mut(games);
        std::iter::from_fn(move || {
            Some(Self {
                observations: observations.next()?,
                masks: masks.next()?,
                rewards: rewards.next()?,
                players: players.next()?,
                terminated: terminated.next()?,
                truncated: truncated.next()?,
            })
        })
    }
}

/// Games of one type.
pub(crate) struct GameBatch<G: Playable> {
    game: Arc<G>,
    sizes: BatchSizes,
    /// Games are cut off after so many plies.
    longest: u32,
    tables: Vec<BatchGame<G>>,
}

/// One of the games.
struct BatchGame<G: Playable> {
    state: G::State,
    plies: u32,
    rng: Random,
    /// The move that is about to be made.
    next: Option<G::Move>,
}

impl<G: Playable> GameBatch<G> {
    pub(crate) fn new(game: &Arc<G>, games: usize, longest: u32) -> Self {
        let start = game.start();
        let squares = game.picture(&start, None).cells.len();
        let sizes = BatchSizes {
            games,
            observation: plane_count(G::CARD.pieces) * squares,
            actions: game.action_count(),
            seats: game.seats(),
        };
        let table =
            |index| BatchGame { state: start.clone(), plies: 0, rng: seeded(index), next: None };
        let tables = (0..games as u64).map(table).collect();
        Self { game: Arc::clone(game), sizes, longest, tables }
    }

    /// How many games one piece of work has.
    fn piece(&self) -> usize {
        self.sizes.games.div_ceil(parallel::threads() * PIECES).max(FEWEST)
    }

    /// Lets `f` work on every game, and writes about it.
    fn for_each(
        &mut self,
        arrays: BatchArrays<'_>,
        f: impl Fn(usize, &mut BatchGame<G>) -> Option<Ended> + Sync,
    ) -> Result<(), Error> {
        arrays.check(&self.sizes)?;
        let (game, sizes, piece, f) = (&*self.game, &self.sizes, self.piece(), &f);
        let mut tasks: Vec<Task<'_>> = Vec::new();
        let pieces = self.tables.chunks_mut(piece).zip(arrays.chunks(sizes, piece));
        for (number, (tables, arrays)) in pieces.enumerate() {
            tasks.push(Box::new(move || {
                let rows = tables.iter_mut().zip(arrays.chunks(sizes, 1)).enumerate();
                for (at, (table, mut row)) in rows {
                    let ended = f(number * piece + at, table);
                    table.tell(game, ended.as_ref(), &mut row);
                }
            }));
        }
        parallel::run(tasks);
        Ok(())
    }
}

impl<G: Playable> BatchGame<G> {
    /// Writes what a learner sees after a move.
    fn tell(&self, game: &G, ended: Option<&Ended>, row: &mut BatchArrays<'_>) {
        row.terminated[0] = ended.is_some_and(|ended| ended.by_rules);
        row.truncated[0] = ended.is_some_and(|ended| !ended.by_rules);
        match ended {
            Some(ended) => row.rewards.copy_from_slice(ended.payoffs.as_slice(row.rewards.len())),
            None => row.rewards.fill(0.0),
        }
        row.masks.fill(false);
        if let Status::ToMove(seat) = game.status(&self.state) {
            row.players[0] = seat.index() as i64;
            game.write_planes(&self.state, Some(seat), row.observations);
            game.each_move(&self.state, |m| row.masks[game.action(m)] = true);
        }
    }
}

/// How a game of a batch ended.
struct Ended {
    payoffs: bellwether_core::Payoffs,
    by_rules: bool,
}

impl<G: Playable> AnyBatch for GameBatch<G> {
    fn sizes(&self) -> BatchSizes {
        self.sizes
    }

    fn reset(&mut self, seed: u64, arrays: BatchArrays<'_>) -> Result<(), Error> {
        let game = Arc::clone(&self.game);
        self.for_each(arrays, |index, table| {
            let rng = seeded(mix(seed, index as u64));
            *table = BatchGame { state: game.start(), plies: 0, rng, next: None };
            None
        })
    }

    fn step(&mut self, actions: &[i64], arrays: BatchArrays<'_>) -> Result<(), Error> {
        arrays.check(&self.sizes)?;
        if actions.len() != self.sizes.games {
            return Err(Error::invalid(format!(
                "there are {} actions for {} games",
                actions.len(),
                self.sizes.games
            )));
        }
        let (game, longest) = (Arc::clone(&self.game), self.longest);
        let (piece, first_illegal) = (self.piece(), AtomicUsize::new(usize::MAX));
        let mut tasks: Vec<Task<'_>> = Vec::new();
        let pieces = self.tables.chunks_mut(piece).zip(actions.chunks(piece));
        for (number, (tables, actions)) in pieces.enumerate() {
            let (game, first_illegal) = (&*game, &first_illegal);
            tasks.push(Box::new(move || {
                for (at, (table, &action)) in tables.iter_mut().zip(actions).enumerate() {
                    let action = usize::try_from(action).ok();
                    table.next =
                        action.and_then(|action| game.move_of_action(&table.state, action));
                    if table.next.is_none() {
                        first_illegal.fetch_min(number * piece + at, Ordering::Relaxed);
                        break;
                    }
                }
            }));
        }
        parallel::run(tasks);
        let index = first_illegal.into_inner();
        if index < actions.len() {
            let (action, state) = (actions[index], &self.tables[index].state);
            return Err(Error::new(
                ErrorKind::IllegalMove,
                format!(
                    "action {action} of game {index} is not legal in {}: nothing was played",
                    game.position_text(state)
                ),
            ));
        }
        self.for_each(arrays, |_, table| {
            game.play(&mut table.state, table.next.take()?);
            table.plies += 1;
            let ended = match game.status(&table.state) {
                Status::Over(payoffs) => Ended { payoffs, by_rules: true },
                Status::ToMove(_) if table.plies >= longest => {
                    Ended { payoffs: game.tied(), by_rules: false }
                }
                Status::ToMove(_) => return None,
            };
            table.state = game.start();
            table.plies = 0;
            Some(ended)
        })
    }

    fn sample(&mut self, actions: &mut [i64]) -> Result<(), Error> {
        if actions.len() != self.sizes.games {
            return Err(Error::invalid("there is not one place for each game"));
        }
        let (piece, game) = (self.piece(), &*self.game);
        let mut tasks: Vec<Task<'_>> = Vec::new();
        for (tables, actions) in self.tables.chunks_mut(piece).zip(actions.chunks_mut(piece)) {
            tasks.push(Box::new(move || {
                for (table, action) in tables.iter_mut().zip(actions) {
                    *action = game.action(game.random_move(&table.state, &mut table.rng)) as i64;
                }
            }));
        }
        parallel::run(tasks);
        Ok(())
    }

    fn position(&self, game: usize) -> Option<Box<dyn AnyPosition>> {
        let state = self.tables.get(game)?.state.clone();
        Some(Box::new(ErasedPosition { game: Arc::clone(&self.game), state }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyGame, Catalog};
    use bellwether_core::Seat;
    use bellwether_games::breakthrough::Breakthrough;

    struct Owned {
        observations: Vec<f32>,
        masks: Vec<bool>,
        rewards: Vec<f32>,
        players: Vec<i64>,
        terminated: Vec<bool>,
        truncated: Vec<bool>,
    }

    impl Owned {
        fn new(sizes: BatchSizes) -> Self {
            let BatchSizes { games, observation, actions, seats } = sizes;
            Self {
                observations: vec![0.0; games * observation],
                masks: vec![false; games * actions],
                rewards: vec![0.0; games * seats],
                players: vec![0; games],
                terminated: vec![false; games],
                truncated: vec![false; games],
            }
        }

        fn arrays(&mut self) -> BatchArrays<'_> {
            BatchArrays {
                observations: &mut self.observations,
                masks: &mut self.masks,
                rewards: &mut self.rewards,
                players: &mut self.players,
                terminated: &mut self.terminated,
                truncated: &mut self.truncated,
            }
        }
    }

    fn game() -> Box<dyn AnyGame> {
        Catalog::new().with::<Breakthrough<u64>>().game("breakthrough:rows=5,columns=4").unwrap()
    }

    /// A batch is compared with games that are played one by one.
    #[test]
    fn a_batch_plays_what_single_games_play() {
        let game = game();
        let games = 70;
        let mut batch = game.batch(games, 12);
        let sizes = batch.sizes();
        let mut told = Owned::new(sizes);
        batch.reset(7, told.arrays()).unwrap();
        let mut twins: Vec<(Box<dyn AnyPosition>, u32)> =
            (0..games).map(|_| (game.start(), 0)).collect();
        let (mut ends, mut cuts) = (0, 0);
        let mut actions = vec![0; games];
        for _ in 0..60 {
            batch.sample(&mut actions).unwrap();
            batch.step(&actions, told.arrays()).unwrap();
            for (index, (twin, plies)) in twins.iter_mut().enumerate() {
                assert!(twin.play_action(actions[index] as usize));
                *plies += 1;
                let payoffs = twin.status().payoffs();
                let is_cut = payoffs.is_none() && *plies == 12;
                let rewards = &told.rewards[2 * index..2 * index + 2];
                assert_eq!(rewards, payoffs.unwrap_or(bellwether_core::Payoffs::ZERO).as_slice(2));
                assert_eq!(told.terminated[index], payoffs.is_some());
                assert_eq!(told.truncated[index], is_cut);
                if payoffs.is_some() || is_cut {
                    (*twin, *plies) = (game.start(), 0);
                    if is_cut { cuts += 1 } else { ends += 1 }
                }
                assert!(batch.position(index).unwrap().is_same(twin.as_ref()));
                let mover = twin.status().mover();
                assert_eq!(Some(told.players[index] as usize), mover.map(Seat::index));
                let mut planes = vec![0.0; sizes.observation];
                twin.write_planes(mover, &mut planes);
                let at = index * sizes.observation;
                assert_eq!(told.observations[at..at + sizes.observation], planes);
                let mask = &told.masks[index * sizes.actions..(index + 1) * sizes.actions];
                let mut legal = twin.actions();
                legal.sort_unstable();
                assert!(mask.iter().enumerate().filter(|(_, is)| **is).map(|(at, _)| at).eq(legal));
            }
        }
        assert!(ends > 10 && cuts > 10, "{ends} {cuts}");
    }

    #[test]
    fn an_illegal_action_changes_nothing() {
        let mut batch = game().batch(3, 100);
        let mut told = Owned::new(batch.sizes());
        batch.reset(1, told.arrays()).unwrap();
        let mut actions = [0; 3];
        batch.sample(&mut actions).unwrap();
        actions[2] = -1;
        let error = batch.step(&actions, told.arrays()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IllegalMove);
        assert!(error.to_string().starts_with("action -1 of game 2 is not legal in "), "{error}");
        assert!(batch.position(0).unwrap().is_same(game().start().as_ref()));
        assert!(batch.step(&actions[..2], told.arrays()).is_err());
    }
}
