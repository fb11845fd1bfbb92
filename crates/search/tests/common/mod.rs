//! Shared by the tests of searches: random positions, and full search as the truth.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::collections::HashMap;

use bellwether_core::random::{Random, seeded};
use bellwether_core::{Game, Seat, Status, ZeroSum2};
use bellwether_search::Score;

/// The score without the distance of wins and losses: minimax reports that of an arbitrary line.
pub(crate) fn class(score: Option<Score>) -> Option<Score> {
    score.map(|score| match score {
        Score::WinIn(_) => Score::WinIn(0),
        Score::LossIn(_) => Score::LossIn(0),
        other => other,
    })
}

/// Unfinished positions of random games of at most `cap` plies.
pub(crate) fn positions<G: Game>(game: &G, seed: u64, count: usize, cap: usize) -> Vec<G::State> {
    let mut rng: Random = seeded(seed);
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let mut state = game.start();
        for _ in 0..cap {
            if found.len() == count || game.status(&state).is_over() {
                break;
            }
            found.push(state.clone());
            let m = game.random_move(&state, &mut rng);
            game.play(&mut state, m);
        }
    }
    found
}

/// The winner and the distance with best play, by full search: for games without draws and repetitions.
pub(crate) struct Solved<'a, G: ZeroSum2> {
    game: &'a G,
    known: HashMap<G::State, (Seat, u32)>,
}

impl<'a, G: ZeroSum2> Solved<'a, G> {
    pub(crate) fn new(game: &'a G) -> Self {
        Self { game, known: HashMap::new() }
    }

    pub(crate) fn outcome(&mut self, state: &G::State) -> (Seat, u32) {
        let mover = match self.game.status(state) {
            Status::Over(payoffs) => return (payoffs.winner(2).expect("no draws"), 0),
            Status::ToMove(mover) => mover,
        };
        if let Some(known) = self.known.get(state) {
            return *known;
        }
        let outcomes: Vec<(Seat, u32)> = self
            .game
            .moves(state)
            .into_iter()
            .map(|m| {
                let next = self.game.after(state, m);
                let (winner, plies) = self.outcome(&next);
                (winner, plies + 1)
            })
            .collect();
        let quickest = outcomes.iter().filter(|(winner, _)| *winner == mover).min_by_key(|o| o.1);
        let slowest = outcomes.iter().max_by_key(|o| o.1);
        let outcome = *quickest.or(slowest).expect("an unfinished game has a legal move");
        self.known.insert(state.clone(), outcome);
        outcome
    }
}

/// Who can force a win within a number of plies, by full search: for games with repetitions.
pub(crate) struct Within<'a, G: ZeroSum2> {
    game: &'a G,
    known: HashMap<(G::State, u32), Option<Seat>>,
}

impl<'a, G: ZeroSum2> Within<'a, G> {
    pub(crate) fn new(game: &'a G) -> Self {
        Self { game, known: HashMap::new() }
    }

    pub(crate) fn winner(&mut self, state: &G::State, plies: u32) -> Option<Seat> {
        let mover = match self.game.status(state) {
            Status::Over(payoffs) => return payoffs.winner(2),
            Status::ToMove(_) if plies == 0 => return None,
            Status::ToMove(mover) => mover,
        };
        if let Some(known) = self.known.get(&(state.clone(), plies)) {
            return *known;
        }
        let mut winner = Some(mover.other());
        for m in self.game.moves(state) {
            let next = self.game.after(state, m);
            match self.winner(&next, plies - 1) {
                Some(seat) if seat == mover => {
                    winner = Some(mover);
                    break;
                }
                Some(_) => {}
                None => winner = None,
            }
        }
        self.known.insert((state.clone(), plies), winner);
        winner
    }
}
