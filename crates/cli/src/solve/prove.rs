//! `solve` for games whose winner is proven by search: the strategy is the proof.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use bellwether_catalog::{AnyGame, AnyProvable, tables_folder};
use bellwether_core::outside::{read_file, replace_file};
use bellwether_core::{Error, ErrorKind};
use bellwether_report::grouped;
use bellwether_solve::proof::jobs::{SavedTree, TreeKeeper};
use bellwether_solve::proof::{ProofControl, ProofProgress, ProofSettings, Strategy};
use bellwether_solve::run::size_text;
use serde_json::json;

use super::{SolveArguments, spinner};
use crate::cluster::ClusterNotes;
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
    let name = game.spec().to_string();
    let mut tree = KeptTree::new(&path);
    let proven = if arguments.cluster.address.is_some() {
        let saved = tree.load()?;
        let mut workers = arguments.cluster.provers(game)?;
        let notes = ClusterNotes::start(&workers.view(), &bar);
        let proven = prover.prove_by_jobs(&name, &mut workers, &mut tree, saved.as_ref(), watch);
        drop((workers, notes));
        proven?
    } else {
        prover.prove(&name, settings, watch)
    };
    bar.finish_and_clear();
    let Some((strategy, nodes)) = proven else {
        if interrupt.is_set() {
            let message = if tree.path.exists() {
                format!(
                    "stopped; the same command goes on from here ({} holds what is proven)",
                    tree.path.display()
                )
            } else {
                "stopped; nothing is proven yet".to_owned()
            };
            return Err(Error::new(ErrorKind::Stopped, message).into());
        }
        anyhow::bail!("not proven: {} of memory were not enough (see --memory)", size_text(memory));
    };
    strategy.save(&path).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
    tree.forget();
    Ok(render(game, &strategy, &path, Some((nodes, began.elapsed())), as_json))
}

/// The tree of a proof that is not done, beside the strategy that it will be.
struct KeptTree {
    path: PathBuf,
    /// When it was last stored, or begun.
    stored: Instant,
}

/// How often it is stored.
const STORE_INTERVAL: Duration = Duration::from_secs(10);

/// Larger trees are not read.
const LONGEST_TREE: u64 = 1 << 30;

impl KeptTree {
    fn new(strategy: &Path) -> Self {
        Self { path: strategy.with_extension("tree.json"), stored: Instant::now() }
    }

    fn load(&self) -> Result<Option<SavedTree>, Error> {
        if !self.path.exists() {
            return Ok(None);
        }
        let at = |error: Error| error.at(self.path.display());
        let bytes = read_file(&self.path, LONGEST_TREE).map_err(|error| at(error.into()))?;
        let tree = serde_json::from_slice(&bytes);
        let tree = tree.map_err(|_| {
            at(Error::new(ErrorKind::Damaged, "no tree of a proof: remove it to begin anew"))
        })?;
        Ok(Some(tree))
    }

    fn forget(&self) {
        // What is proven needs it no more, and it harms nobody.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl TreeKeeper for KeptTree {
    fn is_due(&self) -> bool {
        self.stored.elapsed() >= STORE_INTERVAL
    }

    fn keep(&mut self, tree: &SavedTree) -> Result<(), Error> {
        self.stored = Instant::now();
        let bytes = serde_json::to_vec(tree)
            .map_err(|error| Error::new(ErrorKind::Io, error).at(self.path.display()))?;
        replace_file(&self.path, &bytes).map_err(|error| Error::from(error).at(self.path.display()))
    }
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
