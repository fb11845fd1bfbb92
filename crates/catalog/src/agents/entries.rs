//! The built-in agents, an entry each.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bellwether_core::spec::Options;
use bellwether_core::{
    Error, Hidden, Payoffs, Playable, SearchHints, Seat, Solvable, Turns, Uniform, ZeroSum2,
};
use bellwether_search::{
    Agent, BestReply, FixedDepth, Greedy, Guess, Guessing, InformationSetMcts, MaxN, Mcts,
    MctsSettings, Pvs, PvsSettings, RandomAgent, Rewards, Ties, Uct,
};
use bellwether_solve::{Perfect, Probing};

use super::entry::{AgentArgs, AgentEntry, MadeAgent};
use super::options::built_in;
use crate::folders::tables_folder;
use crate::game_tools::FindAnyTruth;
use crate::memory;
use crate::solved;
use crate::solving::{no_strategy, no_table};

/// The agents that can play any game, without those that simulate games.
pub(crate) fn for_any_game<G: Playable>() -> Vec<AgentEntry<G>> {
    let random = AgentEntry::of(built_in("random"), |args: &AgentArgs<'_, G>| {
        Ok(Box::new(RandomAgent::new(args.seed)))
    });
    let greedy = AgentEntry::of(built_in("greedy"), |args: &AgentArgs<'_, G>| {
        Ok(Box::new(Greedy::new(args.probing(args.eval()?)?, args.seed)))
    });
    vec![random, greedy.with_probing()]
}

type WrapFixedDepth<G> = fn(FixedDepth<Probing<G, <G as Playable>::Eval>>) -> Box<dyn Agent<G>>;

/// A search to a fixed depth, with this depth by default.
fn fixed_depth<G: Playable>(name: &str, depth: u32, wrap: WrapFixedDepth<G>) -> AgentEntry<G> {
    AgentEntry::of(built_in(name), move |args: &AgentArgs<'_, G>| {
        Ok(wrap(fixed(args.probing(args.eval()?)?, args.options, depth, args.seed)?))
    })
}

/// The settings of a fixed-depth search; the depth itself is a limit like any other.
pub(crate) fn fixed<E>(
    eval: E,
    options: &Options<'_>,
    depth: u32,
    seed: u64,
) -> Result<FixedDepth<E>, Error> {
    let ties = options.choice("ties", &[("random", Ties::Random), ("shallow", Ties::Shallow)])?;
    let error = options.number("error", 0.0..=1.0)?;
    Ok(FixedDepth::new(eval, depth, seed)
        .with_ties(ties.unwrap_or_default())
        .with_error(error.unwrap_or(0.0)))
}

/// The agents for two seats with opposite interests.
pub(crate) fn for_two_seats<G: Playable + ZeroSum2>() -> Vec<AgentEntry<G>> {
    vec![
        fixed_depth("minimax", 3, |fixed| Box::new(fixed.minimax())).with_probing(),
        fixed_depth("alphabeta", 4, |fixed| Box::new(fixed.alpha_beta())).with_probing(),
    ]
}

/// The agents for a table where every seat is for itself.
pub(crate) fn for_many_seats<G: Playable + Turns>() -> Vec<AgentEntry<G>> {
    let agents = vec![
        fixed_depth("maxn", 2, |fixed| Box::new(MaxN(fixed))),
        fixed_depth("paranoid", 2, |fixed| Box::new(fixed.paranoid())),
        fixed_depth("brs", 2, |fixed| Box::new(BestReply(fixed))),
    ];
    agents.into_iter().map(|agent| agent.ignoring(|_, _| &["ties"])).collect()
}

/// The agent for games that give a strong search its hints.
pub(crate) fn with_search_hints<G: Playable + SearchHints>() -> Vec<AgentEntry<G>> {
    vec![AgentEntry::of(built_in("pvs"), pvs).with_probing()]
}

fn pvs<G: Playable + SearchHints>(args: &AgentArgs<'_, G>) -> MadeAgent<G> {
    let eval = args.probing(args.strongest_eval()?)?;
    let (options, usual) = (args.options, PvsSettings::default());
    let settings = PvsSettings {
        hash: options.number("hash", 1..=1 << 20)?.unwrap_or(usual.hash),
        threads: options.number("threads", 1..=256)?.unwrap_or(usual.threads),
        multipv: options.number("multipv", 1..=10_000)?.unwrap_or(usual.multipv),
        seed: args.seed,
        ..usual
    };
    memory::check("hash", settings.hash)?;
    match Pvs::try_new(eval, settings) {
        Ok(agent) => Ok(Box::new(agent)),
        Err(_) => Err(memory::refusal("hash", settings.hash, None)),
    }
}

/// Makes an information-set search: with these settings, the game's own rollout policy or uniform playouts, and a seed.
pub(crate) type MakeSampling<G> = fn(MctsSettings, bool, u64) -> Box<dyn Agent<G>>;

/// The search that draws what is unseen anew for every simulation.
pub(crate) fn sampling<G: Playable + Hidden>() -> MakeSampling<G> {
    |settings, is_wise, seed| {
        if is_wise {
            Box::new(InformationSetMcts::new(settings, G::Rollout::default(), seed))
        } else {
            Box::new(InformationSetMcts::new(settings, Uniform, seed))
        }
    }
}

/// The agents that simulate games; `sampling` is for games with hidden information.
pub(crate) fn simulating<G: Playable>(sampling: Option<MakeSampling<G>>) -> Vec<AgentEntry<G>> {
    // What the course report on Battle Sheep compares; no other game hides anything or has teams.
    let is_compared = |name: &str| matches!(name, "guess" | "teams" | "stuck");
    let mut info = built_in("uct");
    info.options.retain(|option| !is_compared(option.name) || sampling.is_some());
    let uct = AgentEntry::of(info, make_uct).ignoring(|game: &G, _| {
        match ((G::OBSERVATION.is_hidden)(game), game.team_rewards().is_some()) {
            (true, true) => &[],
            (true, false) => &["teams"],
            (false, true) => &["guess"],
            (false, false) => &["guess", "teams"],
        }
    });
    let mut info = built_in("mcts");
    info.options.retain(|option| option.name != "guess" || sampling.is_some());
    let mcts = AgentEntry::of(info, move |args| make_mcts(args, sampling));
    let mcts = mcts.with_probing().ignoring(|game, options| {
        let is_sampled = !matches!(options.text("guess"), Ok(Some("even")));
        let is_hidden = (G::OBSERVATION.is_hidden)(game);
        if is_hidden && is_sampled { &["depth", "threads"] } else { &[] }
    });
    vec![uct, mcts]
}

fn make_uct<G: Playable>(args: &AgentArgs<'_, G>) -> MadeAgent<G> {
    let options = args.options;
    let mut agent = Uct::new(rewards(&**args.game, options)?, args.seed);
    if options.choice("stuck", &[("skip", false), ("stop", true)])? == Some(true) {
        agent = agent.stopping_at_skips();
    }
    if options.choice("teams", &[("rank", false), ("members", true)])? == Some(true) {
        agent = agent.rewarding(by_members);
    }
    let guesses = [("even", G::OBSERVATION.even_guess), ("endless", G::OBSERVATION.endless_guess)];
    Ok(guessing(args.game, agent, options.choice("guess", &guesses)?.unwrap_or(guesses[0].1)))
}

/// Rewards each seat for its own rank, and shares them within a team.
fn by_members<G: Playable>(game: &G, state: &G::State, rewards: &Rewards) -> Payoffs {
    let results = game.own_results(state).or_else(|| game.status(state).payoffs());
    let each = rewards.of(&results.unwrap_or(Payoffs::ZERO));
    let shared: Vec<f32> = Seat::all(game.seats())
        .map(|seat| {
            let side = game.side(seat);
            side.iter().map(|member| each.of(*member)).sum::<f32>() / side.len() as f32
        })
        .collect();
    Payoffs::new(&shared)
}

fn make_mcts<G: Playable>(
    args: &AgentArgs<'_, G>,
    sampling: Option<MakeSampling<G>>,
) -> MadeAgent<G> {
    let (game, options, seed) = (args.game, args.options, args.seed);
    let is_sampled = options.choice("guess", &[("sample", true), ("even", false)])?;
    let usual = MctsSettings::tuned(game.mcts_tuning(), rewards(&**game, options)?);
    let memory = options.number("memory", 1..=1 << 20)?.unwrap_or(usual.memory);
    memory::check("memory", memory)?;
    let settings = MctsSettings {
        exploration: options.number("exploration", 0.0..=100.0)?.unwrap_or(usual.exploration),
        memory,
        threads: options.number("threads", 1..=256)?.unwrap_or(usual.threads),
        ..usual
    };
    let is_wise = options.choice("playouts", &[("wise", true), ("random", false)])?;
    let is_hidden = (G::OBSERVATION.is_hidden)(game);
    let even = G::OBSERVATION.even_guess;
    Ok(match (sampling, is_wise.unwrap_or(true)) {
        (Some(make), is_wise) if is_hidden && is_sampled.unwrap_or(true) => {
            make(settings, is_wise, seed)
        }
        (_, true) => {
            let rollout = args.probing(G::Rollout::default())?;
            guessing(game, Mcts::<G, _>::new(settings, rollout, seed), even)
        }
        (_, false) => {
            guessing(game, Mcts::<G, _>::new(settings, args.probing(Uniform)?, seed), even)
        }
    })
}

/// The agent itself; in a hidden game it takes a guess for the truth, as the course report does.
fn guessing<G: Playable>(
    game: &G,
    agent: impl Agent<G> + 'static,
    guess: Guess<G>,
) -> Box<dyn Agent<G>> {
    if (G::OBSERVATION.is_hidden)(game) {
        Box::new(Guessing::new(agent, guess))
    } else {
        Box::new(agent)
    }
}

/// The rewards among an agent's options, or the game's own.
pub(crate) fn rewards<G: Playable>(game: &G, options: &Options<'_>) -> Result<Rewards, Error> {
    let Some(text) = options.text("rewards")? else {
        let usual = || Rewards::for_seats(game.seats());
        return Ok(game.team_rewards().map_or_else(usual, |places| Rewards::new(&places)));
    };
    let places: Option<Vec<f32>> = text.split('/').map(|place| place.parse().ok()).collect();
    let fits = |places: &Vec<f32>| {
        places.len() == game.seats() && places.iter().all(|place| place.is_finite())
    };
    places.filter(fits).map(|places| Rewards::new(&places)).ok_or_else(|| {
        Error::invalid(format!(
            "option 'rewards' takes {} numbers with '/' between them, the first place's first, not '{text}'",
            game.seats()
        ))
    })
}

/// The agent that plays a table.
pub(crate) fn perfect<G: Playable + Solvable>() -> AgentEntry<G> {
    AgentEntry::of(built_in("perfect"), |args: &AgentArgs<'_, G>| {
        let error = args.options.number("error", 0.0..=1.0)?.unwrap_or(0.0);
        let folder = tables_folder();
        let oracle = solved::find(&**args.game, &folder, &AtomicBool::new(false))?;
        let oracle = oracle
            .ok_or_else(|| no_table(args.game_text, solved::erase(args.game).as_ref(), &folder))?;
        Ok(Box::new(Perfect::new(Arc::new(oracle), error, args.seed)))
    })
    .with_truth_only()
}

/// The agent that plays a proven strategy.
pub(crate) fn perfect_by<G: Playable>(find: FindAnyTruth<G>) -> AgentEntry<G> {
    AgentEntry::of(built_in("perfect"), move |args: &AgentArgs<'_, G>| {
        let error = args.options.number("error", 0.0..=1.0)?.unwrap_or(0.0);
        let folder = tables_folder();
        let source =
            find(args.game, &folder)?.ok_or_else(|| no_strategy(args.game_text, &folder))?;
        Ok(Box::new(Perfect::new(source, error, args.seed)))
    })
    .with_truth_only()
}
