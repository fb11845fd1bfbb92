//! `solve` for games whose winner is proven by search: the strategy is the proof.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use bellwether_catalog::{AnyGame, AnyProvable, tables_folder};
use bellwether_core::{Error, ErrorKind};
use bellwether_report::grouped;
use bellwether_solve::proof::{ProofControl, ProofProgress, ProofSettings, Strategy};
use bellwether_solve::run::size_text;
use serde_json::json;

use super::{SolveArguments, spinner};
use crate::interrupt::Interrupt;

/// Boards of more squares than this have not been known to be proven.
const HOPEFUL_SQUARES: usize = 30;

pub(super) fn prove(
    game: &dyn AnyGame,
    prover: &dyn AnyProvable,
    arguments: &SolveArguments,
    as_json: bool,
) -> anyhow::Result<String> {
    let folder = arguments.out.clone().unwrap_or_else(tables_folder);
    let path = folder.join(prover.file_name());
    let began = Instant::now();
    if path.exists() {
        let strategy = read(&path)?;
        return Ok(render(game, &strategy, &path, None, as_json));
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
    let interrupt = Interrupt::listen()?;
    let bar = spinner();
    let picture = game.start().picture(None);
    if picture.columns * picture.rows > HOPEFUL_SQUARES {
        bar.println(
            "boards of more than 30 squares may take longer than anybody waits; Ctrl-C stops",
        );
    }
    let progress = |progress: ProofProgress| {
        bar.set_message(match progress.positions {
            0 => format!(
                "{} positions looked at; still to prove: {} or {}",
                grouped(progress.nodes),
                grouped(u64::from(progress.proof)),
                grouped(u64::from(progress.disproof))
            ),
            written => format!("writing the strategy down: {} positions", grouped(written)),
        });
    };
    let memory = arguments.memory.unwrap_or_else(|| bellwether_catalog::solving_memory() / 2);
    let settings = ProofSettings {
        mebibytes: (memory / (1 << 20)).max(1) as usize,
        threads: arguments.threads.map_or(1, usize::from),
    };
    let watch = ProofControl { stop: interrupt.flag(), progress: &progress };
    let proven = prover.prove(&game.spec().to_string(), settings, watch);
    bar.finish_and_clear();
    let Some((strategy, nodes)) = proven else {
        if interrupt.is_set() {
            return Err(Error::new(ErrorKind::Stopped, "stopped; nothing is proven yet").into());
        }
        anyhow::bail!("not proven: {} of memory were not enough (see --memory)", size_text(memory));
    };
    strategy.save(&path).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
    Ok(render(game, &strategy, &path, Some((nodes, began.elapsed())), as_json))
}

pub(super) fn read(path: &Path) -> Result<Strategy, Error> {
    Strategy::load(path).map_err(|error| Error::from(error).at(path.display()))
}

fn render(
    game: &dyn AnyGame,
    strategy: &Strategy,
    path: &Path,
    effort: Option<(u64, Duration)>,
    as_json: bool,
) -> String {
    let winner = game.seat_name(strategy.winner);
    let size = std::fs::metadata(path).map_or(0, |data| data.len());
    if as_json {
        let value = json!({
            "game": strategy.game,
            "winner": { "seat": strategy.winner.number(), "name": winner },
            "nodes": effort.map(|(nodes, _)| nodes),
            "seconds": effort.map(|(_, time)| time.as_secs_f64()),
            "strategy": path,
            "positions": strategy.positions.len(),
            "bytes": size,
        });
        return format!("{value}\n");
    }
    let how = match effort {
        Some((nodes, time)) => {
            format!("proven with {} positions in {:.1} s", grouped(nodes), time.as_secs_f64())
        }
        None => "proven before".to_owned(),
    };
    format!(
        "{winner} wins {}: {how}\nthe strategy holds {} positions ({}): {}\ncheck it with: bellwether check-table {}\n",
        strategy.game,
        grouped(strategy.positions.len() as u64),
        size_text(size),
        path.display(),
        path.display()
    )
}
