//! `data`: self-play for learning. Games are played like those of a match, and their positions written as arrays.

mod npy;
mod positions;

use std::path::{Path, PathBuf};

use bellwether_arena::entries::enter;
use bellwether_arena::record::{Entrant, RecordHeader};
use bellwether_arena::run::{RunDecision, RunEnd, Tournament};
use bellwether_arena::settings::{Openings, RefereeRules, TournamentSettings};
use bellwether_arena::workers::{LocalWorkers, Workers};
use bellwether_catalog::{AnyGame, BotPermission, Catalog, judge};
use bellwether_cluster::{ClusterWorkers, Lane};
use bellwether_core::{Error, bail};
use bellwether_report::grouped;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::cluster::{ClusterArguments, ClusterNotes};
use crate::interrupt::Interrupt;
use crate::tournament::silence_player_panics;
use positions::PositionSet;

/// The arguments of `data`.
#[derive(Args, Debug)]
pub(crate) struct DataArguments {
    /// The game: `name` or `name:option=value,…`.
    #[arg(required_unless_present = "from")]
    game: Option<String>,
    /// The agent that plays all seats; by default the one whose values the page shows.
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// How many games to play.
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Each game begins with so many random moves, so that games differ.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    opening_plies: u32,
    /// The random seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Games that run at once; by default the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with = "address")]
    concurrency: Option<u16>,
    #[command(flatten)]
    cluster: ClusterArguments,
    /// Play nothing: take the games of these records, which `match` has written.
    #[arg(long, value_name = "RECORD", num_args = 1.., conflicts_with_all = ["game", "agent", "address", "concurrency"])]
    from: Vec<PathBuf>,
    /// The folder for the arrays, and for the record of the games, `games.jsonl`.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Plays, and writes the arrays; what is printed, and whether it came to its end.
pub(crate) fn run(
    catalog: &Catalog,
    arguments: &DataArguments,
    as_json: bool,
) -> anyhow::Result<(String, bool)> {
    let folder = &arguments.out;
    std::fs::create_dir_all(folder).map_err(|error| Error::from(error).at(folder.display()))?;
    let (records, source) = match &arguments.game {
        None => (arguments.from.clone(), json!({ "records": arguments.from })),
        Some(game) => {
            let record = folder.join("games.jsonl");
            let header = header(catalog.game(game)?.as_ref(), arguments)?;
            let source = json!({
                "game": header.game, "agent": header.players[0].agent, "seed": header.seed,
            });
            if !play(catalog, arguments, header, &record)? {
                let text = format!(
                    "Stopped. What was played is in {}: the same command goes on.\n",
                    record.display()
                );
                return Ok((text, false));
            }
            (vec![record], source)
        }
    };
    let mut set = PositionSet::new(catalog, folder)?;
    for record in &records {
        set.add(record)?;
    }
    let about = set.finish(&source)?;
    Ok((if as_json { format!("{about}\n") } else { text(&about, folder) }, true))
}

/// The tournament of one agent with itself: every game from another opening.
fn header(game: &dyn AnyGame, arguments: &DataArguments) -> Result<RecordHeader, Error> {
    let agent = arguments.agent.clone().unwrap_or_else(|| judge(game, 1));
    game.validate(&agent)?;
    let entrant = Entrant { name: agent.clone(), agent };
    let (players, entries) = enter(vec![entrant; game.seats()], game.seats())?;
    let settings = TournamentSettings {
        games: arguments.games,
        swap: false,
        openings: Openings::Random { plies: arguments.opening_plies },
        rules: RefereeRules { truth: false, ..RefereeRules::default() },
        ..TournamentSettings::default()
    };
    Ok(game.header(players, entries, arguments.seed, settings))
}

/// Plays the games that the record does not have; whether it has all now.
fn play(
    catalog: &Catalog,
    arguments: &DataArguments,
    header: RecordHeader,
    record: &Path,
) -> anyhow::Result<bool> {
    let game = catalog.game(&header.game)?;
    let total = header.schedule()?.total().unwrap_or(0);
    let runner =
        game.runner(&header, &bellwether_catalog::tables_folder(), BotPermission::Allowed)?;
    let tournament = if record.exists() {
        let found = Tournament::resume(record)?;
        if !found.header.is_same_plan(&header) {
            bail_other(record)?;
        }
        found
    } else {
        let mut new = Tournament::new(header);
        new.record_to(record)?;
        new
    };
    if tournament.past.len() as u64 >= total {
        return Ok(true);
    }
    let bar = ProgressBar::new(total)
        .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left")?);
    let cluster = match &arguments.cluster.address {
        Some(_) => Some(arguments.cluster.open(
            ("data", Lane::Data),
            game.as_ref(),
            &tournament.header,
            runner.as_ref(),
        )?),
        None => None,
    };
    let notes = cluster.as_ref().map(|cluster| ClusterNotes::start(&cluster.view(), &bar));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let concurrency = arguments.concurrency.map_or(cores, usize::from);
    let mut workers: Box<dyn Workers> = match cluster {
        Some(cluster) => Box::<ClusterWorkers>::new(cluster),
        None => Box::new(LocalWorkers::new(runner, concurrency)),
    };
    silence_player_panics();
    let interrupt = Interrupt::listen()?;
    let end = tournament.run_on(workers.as_mut(), interrupt.flag(), &mut |_, _| {
        bar.inc(1);
        RunDecision::On
    });
    drop(notes);
    bar.finish_and_clear();
    Ok(end? == RunEnd::Complete)
}

fn bail_other(record: &Path) -> Result<(), Error> {
    bail!(
        "{} holds games of another plan (another game, agent, seed or number): remove it, or name another --out",
        record.display()
    )
}

fn text(about: &Value, folder: &Path) -> String {
    let count = |name: &str| grouped(about[name].as_u64().unwrap_or(0));
    let correlation: Vec<String> = { about["correlation"].as_array().into_iter().flatten() }
        .map(|one| one.as_f64().map_or("unknown".to_owned(), |one| format!("{one:.2}")))
        .collect();
    format!(
        "{} positions of {} games in {}, of {} in which a player was asked\n\
         chance and result, correlation by seat: {}\n",
        count("positions"),
        count("games"),
        folder.display(),
        count("asked"),
        correlation.join(", ")
    )
}
