//! Many games of one kind played at once, for learning: [`AnyBatch`].
//!
//! A batch has a fixed number of games. A step plays one move in each of them, on some threads, and writes what a
//! learner sees into arrays of the caller. A game that ends begins anew at once. Types are known inside, so there is one
//! virtual call for a step of all games.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bellwether_core::parallel::{Task, Threads};
use bellwether_core::planes::plane_count;
use bellwether_core::random::{Random, below, mix, seeded};
use bellwether_core::{Error, ErrorKind, Playable, Status};

use crate::AnyPosition;
use crate::erased::ErasedPosition;

/// Games below this number are not worth a thread of their own.
const FEWEST: usize = 32;

/// Pieces of work for each thread: if one is late, others take what is left.
const PIECES: usize = 4;

/// What is wrong if `actions` has another length.
const NOT_ONE_EACH: &str = "there is not one place for each game";

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

    /// Plays a legal action in every game, each drawn with the same chance, and writes into `actions` which: the same as
    /// [`sample`](Self::sample) and then [`step`](Self::step), in one go.
    ///
    /// # Errors
    /// If an array has another length.
    fn step_random(&mut self, actions: &mut [i64], arrays: BatchArrays<'_>) -> Result<(), Error>;

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
    /// The [planes](bellwether_core::planes) that the seat to move sees, unless nobody wants them.
    pub observations: Option<&'a mut [f32]>,
    /// For each action number, whether it is legal, unless nobody wants to know.
    pub masks: Option<&'a mut [bool]>,
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
        let is_right =
            self.observations.as_ref().is_none_or(|all| all.len() == games * observation)
                && self.masks.as_ref().is_none_or(|all| all.len() == games * actions)
                && self.rewards.len() == games * seats
                && [self.players.len(), self.terminated.len(), self.truncated.len()] == [games; 3];
        if is_right {
            Ok(())
        } else {
            Err(Error::invalid("an array has not the size of the batch"))
        }
    }

    /// The arrays of the first `games` games, or of all if there are fewer; the others stay.
    #[inline]
    fn split(&mut self, sizes: &BatchSizes, games: usize) -> Self {
        Self {
            observations: self
                .observations
                .as_mut()
                .map(|all| split(all, games * sizes.observation)),
            masks: self.masks.as_mut().map(|all| split(all, games * sizes.actions)),
            rewards: split(&mut self.rewards, games * sizes.seats),
            players: split(&mut self.players, games),
            terminated: split(&mut self.terminated, games),
            truncated: split(&mut self.truncated, games),
        }
    }
}

/// The first `count` elements, or all if there are fewer; the others stay.
#[inline]
fn split<'a, T>(all: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    all.split_off_mut(..count.min(all.len())).unwrap_or_default()
}

/// What is done with every game.
#[derive(Clone, Copy)]
enum BatchWork {
    /// It begins anew, with random numbers of this seed.
    Reset(u64),
    /// The move that was chosen is made.
    Play,
    /// A random move is made.
    PlayRandom,
}

/// Games of one type.
pub(crate) struct GameBatch<G: Playable> {
    game: Arc<G>,
    sizes: BatchSizes,
    /// Games are cut off after so many plies.
    longest: u32,
    tables: Vec<BatchGame<G>>,
    threads: Threads,
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
    pub(crate) fn new(game: &Arc<G>, games: usize, longest: u32, threads: Threads) -> Self {
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
        Self { game: Arc::clone(game), sizes, longest, tables, threads }
    }

    /// How many games one piece of work has.
    fn piece(&self) -> usize {
        match self.threads.count() {
            1 => self.sizes.games,
            threads => self.sizes.games.div_ceil(threads * PIECES).max(FEWEST),
        }
    }

    /// Does the work in every game, and writes about it; which moves were made goes to `actions`, if they are random.
    fn for_each(
        &mut self,
        work: BatchWork,
        mut actions: Option<&mut [i64]>,
        mut arrays: BatchArrays<'_>,
    ) -> Result<(), Error> {
        arrays.check(&self.sizes)?;
        if actions.as_ref().is_some_and(|actions| actions.len() != self.sizes.games) {
            return Err(Error::invalid(NOT_ONE_EACH));
        }
        let (game, sizes, piece, longest) = (&*self.game, self.sizes, self.piece(), self.longest);
        let mut tasks: Vec<Task<'_>> = Vec::new();
        for (number, tables) in self.tables.chunks_mut(piece).enumerate() {
            let arrays = arrays.split(&sizes, piece);
            let actions = actions.as_mut().map(|actions| split(actions, piece));
            let first = (number * piece) as u64;
            tasks.push(Box::new(move || {
                BatchPiece { game, sizes, longest, first, tables, actions, arrays }.work(work);
            }));
        }
        self.threads.run(tasks);
        Ok(())
    }
}

/// Some games that one thread works on.
struct BatchPiece<'a, G: Playable> {
    game: &'a G,
    sizes: BatchSizes,
    longest: u32,
    /// The number of the first game.
    first: u64,
    tables: &'a mut [BatchGame<G>],
    actions: Option<&'a mut [i64]>,
    arrays: BatchArrays<'a>,
}

impl<G: Playable> BatchPiece<'_, G> {
    fn work(self, work: BatchWork) {
        #[cfg(target_arch = "x86_64")]
        if has_wide_words() {
            #[expect(
                unsafe_code,
                reason = "one instruction counts bits: random games gain a tenth, see docs/PERFORMANCE.md"
            )]
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { self.work_wide(work) };
        }
        self.work_anywhere(work);
    }

    /// The same code, compiled for processors of the last ten years.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn work_wide(self, work: BatchWork) {
        self.work_anywhere(work);
    }

    #[inline(always)]
    fn work_anywhere(mut self, work: BatchWork) {
        let (game, sizes) = (self.game, self.sizes);
        let BatchArrays { mut observations, mut masks, rewards, players, terminated, truncated } =
            self.arrays;
        // Most games go on.
        rewards.fill(0.0);
        terminated.fill(false);
        truncated.fill(false);
        for (at, (table, player)) in self.tables.iter_mut().zip(players).enumerate() {
            let m = match work {
                BatchWork::Reset(seed) => {
                    let rng = seeded(mix(seed, self.first + at as u64));
                    *table = BatchGame { state: game.start(), plies: 0, rng, next: None };
                    None
                }
                BatchWork::Play => table.next.take(),
                BatchWork::PlayRandom => {
                    // What `random_move` does, which is not compiled again for this processor.
                    let count = game.count_moves(&table.state);
                    let m = game.nth_move(&table.state, below(&mut table.rng, count));
                    if let Some(actions) = &mut self.actions {
                        actions[at] = game.action(m) as i64;
                    }
                    Some(m)
                }
            };
            let (status, ended) = table.advance(game, m, self.longest);
            if let Some(Ended { payoffs, by_rules }) = ended {
                terminated[at] = by_rules;
                truncated[at] = !by_rules;
                let rewards = &mut rewards[at * sizes.seats..][..sizes.seats];
                rewards.copy_from_slice(payoffs.as_slice(sizes.seats));
            }
            let observation = observations.as_mut().map(|all| split(all, sizes.observation));
            let mask = masks.as_mut().map(|all| split(all, sizes.actions));
            let Status::ToMove(seat) = status else {
                // A game that is over where it starts: nobody can move.
                mask.into_iter().for_each(|mask| mask.fill(false));
                continue;
            };
            *player = seat.index() as i64;
            if let Some(observation) = observation {
                game.write_planes(&table.state, Some(seat), observation);
            }
            if let Some(mask) = mask {
                game.write_mask(&table.state, mask);
            }
        }
    }
}

/// Whether the processor has what [`BatchPiece::work_wide`] is compiled for.
#[cfg(target_arch = "x86_64")]
fn has_wide_words() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

impl<G: Playable> BatchGame<G> {
    /// Makes a move, if there is one. Whose turn it is then, and how the game ended if it did: then the next one has begun.
    #[inline(always)]
    fn advance(&mut self, game: &G, m: Option<G::Move>, longest: u32) -> (Status, Option<Ended>) {
        if let Some(m) = m {
            game.play(&mut self.state, m);
            self.plies += 1;
        }
        let status = game.status(&self.state);
        let ended = match status {
            _ if m.is_none() => return (status, None),
            Status::Over(payoffs) => Ended { payoffs, by_rules: true },
            Status::ToMove(_) if self.plies >= longest => {
                Ended { payoffs: game.tied(), by_rules: false }
            }
            Status::ToMove(_) => return (status, None),
        };
        self.begin(game);
        (game.status(&self.state), Some(ended))
    }

    /// Begins a game; few steps do.
    #[cold]
    fn begin(&mut self, game: &G) {
        self.state = game.start();
        self.plies = 0;
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
        self.for_each(BatchWork::Reset(seed), None, arrays)
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
        let game = Arc::clone(&self.game);
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
        self.threads.run(tasks);
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
        self.for_each(BatchWork::Play, None, arrays)
    }

    fn step_random(&mut self, actions: &mut [i64], arrays: BatchArrays<'_>) -> Result<(), Error> {
        self.for_each(BatchWork::PlayRandom, Some(actions), arrays)
    }

    fn sample(&mut self, actions: &mut [i64]) -> Result<(), Error> {
        if actions.len() != self.sizes.games {
            return Err(Error::invalid(NOT_ONE_EACH));
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
        self.threads.run(tasks);
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
                observations: Some(&mut self.observations),
                masks: Some(&mut self.masks),
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
        let mut batch = game.batch(games, 12, Threads::new(2).unwrap());
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
                assert!(twin.play_action(actions[index] as usize).is_some());
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
    fn random_steps_are_those_of_drawn_actions_with_any_arrays() {
        let (mut one, mut other) =
            (game().batch(40, 12, Threads::all()), game().batch(40, 12, Threads::new(1).unwrap()));
        let (mut told, mut bare) = (Owned::new(one.sizes()), Owned::new(other.sizes()));
        one.reset(5, told.arrays()).unwrap();
        other.reset(5, bare.arrays()).unwrap();
        let start = bare.observations.clone();
        let (mut drawn, mut played) = ([0; 40], [0; 40]);
        let mut ends = 0;
        for _ in 0..30 {
            one.sample(&mut drawn).unwrap();
            one.step(&drawn, told.arrays()).unwrap();
            let arrays = BatchArrays { observations: None, masks: None, ..bare.arrays() };
            other.step_random(&mut played, arrays).unwrap();
            assert_eq!(drawn, played);
            assert_eq!((&told.rewards, &told.players), (&bare.rewards, &bare.players));
            assert_eq!((&told.terminated, &told.truncated), (&bare.terminated, &bare.truncated));
            ends += told.terminated.iter().chain(&told.truncated).filter(|is| **is).count();
        }
        assert!(ends > 40 && told.observations != start && bare.observations == start);
        assert!(other.step_random(&mut played[1..], bare.arrays()).is_err());
        let short = BatchArrays { masks: Some(&mut []), ..told.arrays() };
        assert!(one.step_random(&mut drawn, short).is_err());
    }

    #[test]
    fn an_illegal_action_changes_nothing() {
        let mut batch = game().batch(3, 100, Threads::all());
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
