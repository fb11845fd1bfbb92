//! Every agent's name, summary and options.

use std::time::Duration;

use bellwether_core::spec::{OptionInfo, Options};
use bellwether_core::{Eval, ParseError, Playable, SearchHints, Turns, ZeroSum2};
use bellwether_search::{
    Agent, AlphaBeta, BestReply, FixedDepth, Greedy, Limits, MaxN, Minimax, Paranoid, Pvs,
    PvsSettings, RandomAgent, Ties,
};

use crate::memory;

/// An agent of a game: its name, its options and its constructor.
pub(crate) struct AgentEntry<G: Playable> {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) options: &'static [OptionInfo],
    /// Options that have no effect with this game and these options. A person may not give them; they are
    /// still read, because old records hold them.
    pub(crate) ignored: IgnoredOptions<G>,
    pub(crate) make: MakeAgent<G>,
}

pub(crate) type IgnoredOptions<G> = fn(&G, &Options<'_>) -> &'static [&'static str];

pub(crate) type MakeAgent<G> = fn(&G, &Options<'_>, u64) -> Result<Box<dyn Agent<G>>, ParseError>;

impl<G: Playable> std::fmt::Debug for AgentEntry<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AgentEntry").field("name", &self.name).finish_non_exhaustive()
    }
}

pub(crate) const SEED: OptionInfo =
    OptionInfo::number("seed", "a number", "the command's --seed", "the agent's random seed");
pub(crate) const HEURISTIC: OptionInfo = OptionInfo::choice(
    "heuristic",
    "an evaluation",
    "the first listed",
    "how it evaluates a position",
);

pub(crate) const DEPTH: OptionInfo =
    OptionInfo::number("depth", "a number", "see above", "plies to look ahead");
pub(crate) const TIME: OptionInfo = OptionInfo::number(
    "time",
    "seconds",
    "no limit",
    "time for a move; the best move found by then is played",
);
pub(crate) const NODES: OptionInfo =
    OptionInfo::number("nodes", "a number", "no limit", "positions to visit for a move");
pub(crate) const TIES: OptionInfo = OptionInfo::choice(
    "ties",
    "random or shallow",
    "random",
    "choose between equal moves by lot, or the one decided sooner",
);
const ERROR: OptionInfo = OptionInfo::number(
    "error",
    "0 to 1",
    "0",
    "how often to play a move that is not among the best",
);
pub(crate) const GREEDY: &[OptionInfo] = &[HEURISTIC, SEED];
pub(crate) const FIXED: &[OptionInfo] = &[DEPTH, HEURISTIC, TIES, ERROR, TIME, NODES, SEED];

const STRONGEST: OptionInfo = OptionInfo::choice(
    "heuristic",
    "an evaluation",
    "the last listed",
    "how it evaluates a position",
);
const HASH: OptionInfo = OptionInfo::number(
    "hash",
    "1 to 1048576",
    "16",
    "mebibytes for what it remembers of positions",
);
const THREADS: OptionInfo = OptionInfo::number(
    "threads",
    "1 to 256",
    "1",
    "threads that search together; with one, the same work gives the same move",
);
const MULTIPV: OptionInfo = OptionInfo::number(
    "multipv",
    "a number",
    "1",
    "how many of the best moves get a score and a line",
);
pub(crate) const PVS: &[OptionInfo] =
    &[DEPTH, TIME, NODES, STRONGEST, HASH, THREADS, MULTIPV, SEED];

/// The strong searcher with this evaluation.
pub(crate) fn pvs<G: SearchHints, E: Eval<G>>(
    eval: E,
    options: &Options<'_>,
    seed: u64,
) -> Result<Pvs<G, E>, ParseError> {
    let settings = PvsSettings::default();
    let settings = PvsSettings {
        hash: options.number("hash", 1..=1 << 20)?.unwrap_or(settings.hash),
        threads: options.number("threads", 1..=256)?.unwrap_or(settings.threads),
        multipv: options.number("multipv", 1..=10_000)?.unwrap_or(settings.multipv),
        seed,
        ..settings
    };
    memory::check("hash", settings.hash)?;
    Pvs::try_new(eval, settings).map_err(|_| memory::refusal("hash", settings.hash, None))
}

/// The evaluation among an agent's options; by default the strongest.
pub(crate) fn strongest<G: Playable>(
    options: &Options<'_>,
    seed: u64,
) -> Result<G::Eval, ParseError> {
    heuristic_or::<G>(options, G::CARD.evals[G::CARD.evals.len() - 1].name, seed)
}

/// The settings of a fixed-depth search; the depth itself is a limit like any other.
pub(crate) fn fixed<E>(
    eval: E,
    options: &Options<'_>,
    depth: u32,
    seed: u64,
) -> Result<FixedDepth<E>, ParseError> {
    let ties = options.choice("ties", &[("random", Ties::Random), ("shallow", Ties::Shallow)])?;
    let error = options.number("error", 0.0..=1.0)?;
    Ok(FixedDepth::new(eval, depth, seed)
        .with_ties(ties.unwrap_or_default())
        .with_error(error.unwrap_or(0.0)))
}

/// The limits among an agent's options.
pub(crate) fn limits(options: &Options<'_>) -> Result<Limits, ParseError> {
    let seconds = options.number("time", 0.0..=86_400.0)?;
    Ok(Limits {
        time: seconds.map(Duration::from_secs_f64),
        nodes: options.number("nodes", 1..=u64::MAX)?,
        depth: options.number("depth", 1..=1_000)?,
        simulations: options.number("simulations", 1..=u64::MAX)?,
    })
}

/// The evaluation among an agent's options; by default the first listed.
pub(crate) fn heuristic<G: Playable>(
    options: &Options<'_>,
    seed: u64,
) -> Result<G::Eval, ParseError> {
    heuristic_or::<G>(options, G::CARD.evals[0].name, seed)
}

fn heuristic_or<G: Playable>(
    options: &Options<'_>,
    default: &'static str,
    seed: u64,
) -> Result<G::Eval, ParseError> {
    let names: Vec<(&str, &str)> =
        G::CARD.evals.iter().map(|info| (info.name, info.name)).collect();
    Ok(G::eval(options.choice("heuristic", &names)?.unwrap_or(default), seed))
}

/// The agents that can play any game.
pub(crate) fn for_any_game<G: Playable>() -> Vec<AgentEntry<G>> {
    vec![
        AgentEntry {
            name: "random",
            summary: "any legal move, each as likely as another",
            options: &[SEED],
            ignored: |_, _| &[],
            make: |_, _, seed| Ok(Box::new(RandomAgent::new(seed))),
        },
        AgentEntry {
            name: "greedy",
            summary: "the move whose position looks best, one ply ahead",
            options: GREEDY,
            ignored: |_, _| &[],
            make: |_, options, seed| {
                Ok(Box::new(Greedy::new(heuristic::<G>(options, seed)?, seed)))
            },
        },
    ]
}

/// The agents for two seats with opposite interests.
pub(crate) fn for_two_seats<G: Playable + ZeroSum2>() -> Vec<AgentEntry<G>> {
    vec![
        AgentEntry {
            name: "minimax",
            summary: "the best line to a fixed depth, 3 by default, every position visited",
            options: FIXED,
            ignored: |_, _| &[],
            make: |_, options, seed| {
                Ok(Box::new(Minimax(fixed(heuristic::<G>(options, seed)?, options, 3, seed)?)))
            },
        },
        AgentEntry {
            name: "alphabeta",
            summary: "the same value with fewer positions; depth 4 by default",
            options: FIXED,
            ignored: |_, _| &[],
            make: |_, options, seed| {
                Ok(Box::new(AlphaBeta(fixed(heuristic::<G>(options, seed)?, options, 4, seed)?)))
            },
        },
    ]
}

/// The agent for games that give a strong search its hints.
pub(crate) fn with_search_hints<G: Playable + SearchHints>() -> Vec<AgentEntry<G>> {
    vec![AgentEntry {
        name: "pvs",
        summary: "strong: deepens as long as it may, remembering positions; depth 8 unless limited",
        options: PVS,
        ignored: |_, _| &[],
        make: |_, options, seed| Ok(Box::new(pvs(strongest::<G>(options, seed)?, options, seed)?)),
    }]
}

/// The agents for a table where every seat is for itself.
pub(crate) fn for_many_seats<G: Playable + Turns>() -> Vec<AgentEntry<G>> {
    vec![
        AgentEntry {
            name: "maxn",
            summary: "to a fixed depth, 2 by default, with every seat for itself",
            options: FIXED,
            ignored: |_, _| &["ties"],
            make: |_, options, seed| {
                Ok(Box::new(MaxN(fixed(heuristic::<G>(options, seed)?, options, 2, seed)?)))
            },
        },
        AgentEntry {
            name: "paranoid",
            summary: "to a fixed depth, 2 by default, with all others against it",
            options: FIXED,
            ignored: |_, _| &["ties"],
            make: |_, options, seed| {
                Ok(Box::new(Paranoid(fixed(heuristic::<G>(options, seed)?, options, 2, seed)?)))
            },
        },
        AgentEntry {
            name: "brs",
            summary: "best-reply search, depth 2 by default: of all others one replies, the worst",
            options: FIXED,
            ignored: |_, _| &["ties"],
            make: |_, options, seed| {
                Ok(Box::new(BestReply(fixed(heuristic::<G>(options, seed)?, options, 2, seed)?)))
            },
        },
    ]
}
