//! `flat`: an agent from outside, for every game. `docs/adding-an-agent.md` walks through it.

use bellwether_catalog::{AgentEntry, AgentFamily, DynGame, agent_option};
use bellwether_core::random::{Random, playout, seeded};
use bellwether_core::spec::OptionInfo;
use bellwether_core::{Game, Playable, Score};
use bellwether_search::{Agent, Alternative, Budget, Choice, ProgressFn};

/// The longest simulated game; a longer one counts as nothing.
const LONGEST: usize = 1_000;

/// Flat Monte Carlo: random games after every legal move; the best average is played.
#[derive(Clone, Debug)]
pub struct FlatMonteCarlo {
    /// Random games after each move, unless simulations are limited.
    games: u64,
    rng: Random,
}

impl FlatMonteCarlo {
    /// An agent that plays so many random games after each move.
    #[must_use]
    pub fn new(games: u64, seed: u64) -> Self {
        Self { games, rng: seeded(seed) }
    }
}

impl<G: Game> Agent<G> for FlatMonteCarlo {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        self.choose_with_progress(game, state, budget, None)
    }

    fn choose_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        progress: Option<&ProgressFn<'_, G>>,
    ) -> Choice<G> {
        let seat = game.status(state).mover().expect("an agent is asked while the game goes on");
        let mut totals: Vec<(G::Move, f64)> =
            game.moves(state).into_iter().map(|m| (m, 0.0)).collect();
        let most = budget.limits.simulations.map_or(self.games, |all| all / totals.len() as u64);
        let mut rounds = 0;
        // At least one round: an agent always answers with a legal move.
        while rounds == 0 || rounds < most && !budget.is_over() {
            for (m, total) in &mut totals {
                let mut end = game.after(state, *m);
                let payoffs = playout(game, &mut end, &mut self.rng, LONGEST).payoffs;
                *total += payoffs.map_or(0.0, |payoffs| f64::from(payoffs.of(seat)));
            }
            rounds += 1;
            if let Some(progress) = progress
                && rounds.is_power_of_two()
            {
                progress(&best(&totals, rounds));
            }
        }
        best(&totals, rounds)
    }
}

/// The move with the best average after so many rounds, with all others in their order.
fn best<G: Game>(totals: &[(G::Move, f64)], rounds: u64) -> Choice<G> {
    let mut alternatives: Vec<Alternative<G>> = totals
        .iter()
        .map(|&(m, total)| Alternative {
            m,
            score: Score::Average(total / rounds as f64),
            effort: rounds,
            line: vec![m],
        })
        .collect();
    let average = |other: &Alternative<G>| match other.score {
        Score::Average(average) => average,
        _ => 0.0,
    };
    alternatives.sort_by(|a, b| average(b).total_cmp(&average(a)));
    let chosen = alternatives[0].m;
    Choice {
        score: Some(alternatives[0].score),
        depth: 1,
        simulations: rounds * totals.len() as u64,
        line: vec![chosen],
        alternatives,
        ..Choice::bare(chosen)
    }
}

const GAMES: OptionInfo =
    OptionInfo::number("games", "1 to 100000", "20", "random games after each move");

/// The agent as a catalogue lists it, for games of type `G`.
pub fn flat<G: Game>() -> AgentEntry<G> {
    let usual = ["simulations", "time", "seed"].map(agent_option);
    let options = [&[GAMES][..], &usual].concat();
    AgentEntry::new("flat", "random games after every move, the best average", &options, |args| {
        let games = args.options.number("games", 1..=100_000)?.unwrap_or(20);
        Ok(Box::new(FlatMonteCarlo::new(games, args.seed)))
    })
}

/// The agent for every game, through virtual calls.
#[must_use]
pub fn flat_for_every_game() -> AgentEntry<DynGame> {
    flat()
}

/// The same, compiled for a game's own type: faster.
#[derive(Clone, Copy, Debug)]
pub struct YourAgents;

impl AgentFamily for YourAgents {
    fn for_any_game<G: Playable>() -> Vec<AgentEntry<G>> {
        vec![flat()]
    }
}
