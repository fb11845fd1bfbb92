//! The agents that simulate games: plain UCT and Monte Carlo tree search.

use bellwether_core::spec::{OptionInfo, Options};
use bellwether_core::{Hidden, ParseError, Playable, Rollout, Uniform};
use bellwether_search::{Agent, Guessing, InformationSetMcts, Mcts, MctsSettings, Rewards, Uct};

use super::entries::{AgentEntry, NODES, SEED, TIME};
use crate::memory;

pub(crate) const SIMULATIONS: OptionInfo =
    OptionInfo::number("simulations", "a number", "see above", "games to simulate for a move");
pub(crate) const REWARDS: OptionInfo = OptionInfo::text(
    "rewards",
    "a number a place, like 1/0.5/0.3/0.1",
    "the game's",
    "what the places are worth, the first one first",
);
const GUESS: OptionInfo = OptionInfo::choice(
    "guess",
    "sample or even",
    "sample",
    "in a hidden game: draw what is unseen anew for every simulation, or spread it evenly, which allows depth and threads",
);
const DEPTH: OptionInfo =
    OptionInfo::number("depth", "a number", "no limit", "plies to which the tree may grow");
const MEMORY: OptionInfo = OptionInfo::number(
    "memory",
    "megabytes",
    "256",
    "room for the tree; when it is full the tree stops growing",
);
const THREADS: OptionInfo = OptionInfo::number(
    "threads",
    "1 to 256",
    "1",
    "threads that work on one tree; only one thread repeats itself exactly",
);
const EXPLORATION: OptionInfo = OptionInfo::number(
    "exploration",
    "a number",
    "the game's",
    "how much it tries what it knows little of",
);
const PLAYOUTS: OptionInfo = OptionInfo::choice(
    "playouts",
    "wise or random",
    "wise",
    "simulate games with some sense of the game, if there is one for it, or at random",
);

const UCT: &[OptionInfo] = &[TIME, SIMULATIONS, NODES, REWARDS, SEED];
pub(crate) const MCTS: &[OptionInfo] =
    &[TIME, SIMULATIONS, NODES, DEPTH, REWARDS, EXPLORATION, PLAYOUTS, MEMORY, THREADS, SEED];
const MCTS_HIDDEN: &[OptionInfo] = &[
    TIME,
    SIMULATIONS,
    NODES,
    DEPTH,
    REWARDS,
    EXPLORATION,
    PLAYOUTS,
    GUESS,
    MEMORY,
    THREADS,
    SEED,
];

const UCT_SUMMARY: &str = "plain UCT: random games guide a tree; 10,000 simulations by default";
const MCTS_SUMMARY: &str =
    "Monte Carlo tree search with proofs and a memory; 20,000 simulations by default";

/// The rewards among an agent's options, or the game's own.
pub(crate) fn rewards<G: Playable>(game: &G, options: &Options<'_>) -> Result<Rewards, ParseError> {
    let Some(text) = options.text("rewards")? else {
        let usual = || Rewards::for_seats(game.seats());
        return Ok(game.team_rewards().map_or_else(usual, |places| Rewards::new(&places)));
    };
    let fail = || {
        ParseError::new(format!(
            "option 'rewards' takes {} numbers with '/' between them, the first place's first, not '{text}'",
            game.seats()
        ))
    };
    let places: Result<Vec<f32>, _> = text.split('/').map(str::parse).collect();
    let places = places.map_err(|_| fail())?;
    if places.len() != game.seats() || places.iter().any(|place| !place.is_finite()) {
        return Err(fail());
    }
    Ok(Rewards::new(&places))
}

pub(crate) fn settings<G: Playable>(
    game: &G,
    options: &Options<'_>,
) -> Result<MctsSettings, ParseError> {
    let usual = MctsSettings::tuned(game.mcts_tuning(), rewards(game, options)?);
    let memory = options.number("memory", 1..=1 << 20)?.unwrap_or(usual.memory);
    memory::check("memory", memory)?;
    Ok(MctsSettings {
        exploration: options.number("exploration", 0.0..=100.0)?.unwrap_or(usual.exploration),
        memory,
        threads: options.number("threads", 1..=256)?.unwrap_or(usual.threads),
        ..usual
    })
}

/// Whether simulated games are played with sense.
pub(crate) fn is_wise(options: &Options<'_>) -> Result<bool, ParseError> {
    let wise = options.choice("playouts", &[("wise", true), ("random", false)])?;
    Ok(wise.unwrap_or(true))
}

pub(crate) fn open<G: Playable, P: Rollout<G>>(
    settings: MctsSettings,
    rollout: P,
    seed: u64,
) -> Box<dyn Agent<G>> {
    Box::new(Mcts::<G, P>::new(settings, rollout, seed))
}

/// Monte Carlo tree search for a game in which everything is seen.
pub(crate) fn make_open<G: Playable>(
    game: &G,
    options: &Options<'_>,
    seed: u64,
) -> Result<Box<dyn Agent<G>>, ParseError> {
    let settings = settings(game, options)?;
    Ok(if is_wise(options)? {
        open(settings, G::Rollout::default(), seed)
    } else {
        open(settings, Uniform, seed)
    })
}

/// The same for a game in which perhaps not everything is seen.
fn make_hidden<G: Playable + Hidden>(
    game: &G,
    options: &Options<'_>,
    seed: u64,
) -> Result<Box<dyn Agent<G>>, ParseError> {
    let is_sampled = options.choice("guess", &[("sample", true), ("even", false)])?;
    if !game.is_hidden() {
        return make_open(game, options, seed);
    }
    let settings = settings(game, options)?;
    Ok(match (is_sampled.unwrap_or(true), is_wise(options)?) {
        (true, true) => Box::new(InformationSetMcts::new(settings, G::Rollout::default(), seed)),
        (true, false) => Box::new(InformationSetMcts::new(settings, Uniform, seed)),
        (false, true) => {
            let agent = Mcts::<G, _>::new(settings, G::Rollout::default(), seed);
            Box::new(Guessing::new(agent, G::OBSERVATION.even_guess))
        }
        (false, false) => Box::new(Guessing::new(
            Mcts::<G, _>::new(settings, Uniform, seed),
            G::OBSERVATION.even_guess,
        )),
    })
}

/// For games in which everything is seen.
pub(crate) fn open_agents<G: Playable>() -> Vec<AgentEntry<G>> {
    vec![
        AgentEntry {
            name: "uct",
            summary: UCT_SUMMARY,
            options: UCT,
            ignored: |_, _| &[],
            make: |game, options, seed| Ok(Box::new(Uct::new(rewards(game, options)?, seed))),
        },
        AgentEntry {
            name: "mcts",
            summary: MCTS_SUMMARY,
            options: MCTS,
            ignored: |_, _| &[],
            make: make_open,
        },
    ]
}

/// For games with secrets. Plain UCT takes an even guess for the truth, as the course report does.
pub(crate) fn hidden_agents<G: Playable + Hidden>() -> Vec<AgentEntry<G>> {
    vec![
        AgentEntry {
            name: "uct",
            summary: UCT_SUMMARY,
            options: UCT,
            ignored: |_, _| &[],
            make: |game, options, seed| {
                let agent = Uct::new(rewards(game, options)?, seed);
                Ok(if game.is_hidden() {
                    Box::new(Guessing::new(agent, G::OBSERVATION.even_guess))
                } else {
                    Box::new(agent)
                })
            },
        },
        AgentEntry {
            name: "mcts",
            summary: MCTS_SUMMARY,
            options: MCTS_HIDDEN,
            ignored: |game, options| {
                let is_sampled = !matches!(options.text("guess"), Ok(Some("even")));
                if game.is_hidden() && is_sampled { &["depth", "threads"] } else { &[] }
            },
            make: make_hidden,
        },
    ]
}
