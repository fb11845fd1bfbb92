//! Where experiments are run: every match has a journal, so that what was played once is read afterwards.

use std::collections::VecDeque;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context;
use bellwether_arena::record::GameRecord;
use bellwether_arena::run::{RunDecision, RunEnd, Tournament};
use bellwether_arena::schedule::Fixture;
use bellwether_arena::workers::{FinishedGames, LocalWorkers, Workers};
use bellwether_catalog::BotPermission;
use bellwether_cluster::{ClusterConnection, ClusterOptions, ClusterWorkers};
use bellwether_core::Error;
use bellwether_report::printable;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Deserialize;

use super::match_plan::MatchPlan;
use crate::DrawBoard;

/// How much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExperimentScale {
    /// A look in a few minutes: fewer games, or smaller budgets.
    Quick,
    /// As the course reports did it.
    Full,
}

impl ExperimentScale {
    /// The one or the other.
    pub(super) fn choose<T>(self, quick: T, full: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }
}

/// Something that a quick run has less of.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct PerScale<T> {
    pub(super) quick: T,
    pub(super) full: T,
}

impl<T> PerScale<T> {
    pub(super) fn at(&self, scale: ExperimentScale) -> &T {
        scale.choose(&self.quick, &self.full)
    }
}

/// Everything an experiment needs.
pub(super) struct ExperimentRunner {
    pub(super) scale: ExperimentScale,
    pub(super) seed: u64,
    pub(super) concurrency: usize,
    /// Where matches are played, if not here.
    pub(super) cluster: Option<Arc<ClusterConnection>>,
    /// Where journals go.
    pub(super) folder: PathBuf,
    /// Where solved tables are looked for.
    pub(super) tables: PathBuf,
    /// Whether the run is to end early.
    pub(super) stop: Arc<AtomicBool>,
    /// How boards are drawn in the report's text.
    pub(super) draw: DrawBoard,
    pub(super) bar: ProgressBar,
}

/// Somebody pressed Ctrl-C.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(super) struct Interrupted;

impl ExperimentRunner {
    /// A file of this lab. Quick and full runs do not share any.
    pub(super) fn file(&self, name: &str) -> anyhow::Result<PathBuf> {
        let ending = self.scale.choose("quick.jsonl", "jsonl");
        let path = self.folder.join(format!("{name}.{ending}"));
        let folder = path.parent().unwrap_or(&self.folder);
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(path)
    }

    /// Shows what is being done.
    pub(super) fn begin(&self, what: &str, steps: u64, unit: &str) {
        let style =
            format!("{{prefix}} {{msg}}  {{pos}}/{{len}} {unit}  {{elapsed}}, {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&style) {
            self.bar.set_style(style);
        }
        self.bar.reset();
        self.bar.set_length(steps);
        self.bar.set_message(what.to_owned());
        self.bar.enable_steady_tick(Duration::from_millis(250));
    }

    /// Says something besides what is being done.
    pub(super) fn say(&self, line: &str) {
        let print = || {
            let _ = writeln!(anstream::stderr(), "{line}");
        };
        if self.bar.is_hidden() { print() } else { self.bar.suspend(print) }
    }

    /// The games of a match, in order: read from its journal, and played if they are not there.
    ///
    /// # Errors
    /// [`Interrupted`], or whatever keeps a match from being played.
    pub(super) fn play(&self, plan: &MatchPlan) -> anyhow::Result<Vec<GameRecord>> {
        let header = plan.header(self.seed)?;
        let game = bellwether_standard::game(&header.game)?;
        let total = header.schedule()?.total().unwrap_or(0);
        let path = self.file(&plan.journal)?;
        let tournament = if path.exists() {
            let found = Tournament::resume(&path)?;
            anyhow::ensure!(found.header.is_same_plan(&header), other_plan(&path));
            found
        } else {
            let mut new = Tournament::new(header);
            new.record_to(&path)?;
            new
        };
        let mut records = tournament.past.clone();
        if (records.len() as u64) < total {
            self.begin(&plan.journal, total, "games");
            records.clear();
            let runner = game.runner(&tournament.header, &self.tables, BotPermission::Refused)?;
            let cluster = self.cluster.clone().map(|connection| {
                let options = ClusterOptions::default();
                let (game, header) = (game.as_ref(), &tournament.header);
                ClusterWorkers::open(connection, game, header, runner.as_ref(), &options)
            });
            let cluster = cluster.transpose()?;
            let mut workers: Box<dyn Workers + '_> = match cluster {
                Some(workers) => Box::new(NotedWorkers { workers, runner: self }),
                None => Box::new(LocalWorkers::new(runner, self.concurrency)),
            };
            let end = tournament.run_on(workers.as_mut(), &self.stop, &mut |record, _| {
                self.bar.inc(1);
                records.push(record.clone());
                RunDecision::On
            })?;
            anyhow::ensure!(end == RunEnd::Complete, Interrupted);
        }
        records.sort_by_key(|record| record.number);
        Ok(records)
    }
}

/// Workers elsewhere, and what happens among them said as it happens.
struct NotedWorkers<'a> {
    workers: ClusterWorkers,
    runner: &'a ExperimentRunner,
}

impl Workers for NotedWorkers<'_> {
    fn start(&mut self, fixtures: VecDeque<Fixture>) -> Result<(), Error> {
        self.workers.start(fixtures)
    }

    fn collect(&mut self, finished: &mut FinishedGames) -> Result<(), Error> {
        let collected = self.workers.collect(finished);
        for note in self.workers.view().take_notes() {
            self.runner.say(&printable(&note));
        }
        collected
    }

    fn stop(&mut self, finished: &mut FinishedGames) -> Result<(), Error> {
        self.workers.stop(finished)
    }
}

/// What is said about a file that holds something else than what is planned now.
fn other_plan(path: &Path) -> Error {
    Error::invalid(format!(
        "{} holds games of another plan (another --seed, or another version): remove it, or name another --out",
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runner(name: &str, seed: u64) -> ExperimentRunner {
        ExperimentRunner {
            scale: ExperimentScale::Quick,
            seed,
            concurrency: 2,
            folder: std::env::temp_dir()
                .join(format!("bellwether-lab-{name}-{}", std::process::id())),
            tables: PathBuf::from("/nowhere"),
            stop: Arc::default(),
            draw: |_, _, _| String::new(),
            cluster: None,
            bar: ProgressBar::hidden(),
        }
    }

    fn tiny() -> MatchPlan {
        let game = "breakthrough:rows=5,columns=4";
        MatchPlan::of_two("tiny/match", game, ["greedy", "random"], 2)
    }

    #[test]
    fn what_was_played_once_is_read_afterwards() {
        let runner = runner("again", 3);
        let played = runner.play(&tiny()).unwrap();
        assert_eq!(played.iter().map(|record| record.number).collect::<Vec<_>>(), [1, 2]);
        assert!(played.iter().all(|record| record.players == [0, 1]), "the sides are fixed");
        let file = runner.file("tiny/match").unwrap();
        let written = std::fs::read(&file).unwrap();
        // Seconds differ from game to game: equal ones were read, not played.
        assert_eq!(runner.play(&tiny()).unwrap(), played);
        assert_eq!(std::fs::read(&file).unwrap(), written);
        std::fs::remove_dir_all(&runner.folder).unwrap();
    }

    #[test]
    fn a_match_goes_on_where_it_was_left() {
        let runner = runner("torn", 3);
        let played = runner.play(&tiny()).unwrap();
        let file = runner.file("tiny/match").unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        // The second game is torn in the middle.
        std::fs::write(&file, &text[..text.trim_end().len() - 10]).unwrap();
        let again = runner.play(&tiny()).unwrap();
        assert_eq!(again[0], played[0]);
        assert_eq!(again[1].moves, played[1].moves);
        std::fs::remove_dir_all(&runner.folder).unwrap();
    }

    #[test]
    fn a_journal_of_another_plan_is_left_alone() {
        let first = runner("other", 3);
        first.play(&tiny()).unwrap();
        let error = runner("other", 4).play(&tiny()).unwrap_err();
        assert!(error.to_string().contains("another plan"), "{error}");
        std::fs::remove_dir_all(&first.folder).unwrap();
    }
}
