//! Where experiments are run: every match has a journal, so that what was played once is read afterwards.

use std::collections::HashMap;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context;
use bellwether_arena::record::journal::Journal;
use bellwether_arena::record::{GameRecord, RecordHeader};
use bellwether_arena::run::{RunDecision, RunEnd, RunError, Tournament};
use bellwether_arena::schedule::{Finished, Fixture, Schedule};
use bellwether_catalog::BotPermission;
use bellwether_core::ParseError;
use indicatif::{ProgressBar, ProgressStyle};

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

/// Everything an experiment needs.
pub(super) struct ExperimentRunner {
    pub(super) effort: ExperimentScale,
    pub(super) seed: u64,
    pub(super) concurrency: usize,
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
#[derive(Debug)]
pub(super) struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

impl ExperimentRunner {
    /// A file of this lab. Quick and full runs do not share any.
    pub(super) fn file(&self, name: &str) -> anyhow::Result<PathBuf> {
        let ending = self.effort.choose("quick.jsonl", "jsonl");
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
    pub(super) fn play(&self, contest: &MatchPlan) -> anyhow::Result<Vec<GameRecord>> {
        let header = contest.header(self.seed)?;
        let game = bellwether_standard::game(&header.game)?;
        let schedule = Schedule::new(&header.settings, &header.entries, game.seats())?;
        let total = schedule.total().unwrap_or(0);
        let (mut journal, mut records) = self.open(&contest.name, &header)?;
        if (records.len() as u64) < total {
            self.begin(&contest.name, total, "games");
            self.bar.set_position(records.len() as u64);
            let game_runner = game.runner(&header, &self.tables, BotPermission::Refused)?;
            let tournament = Tournament {
                schedule: &schedule,
                runner: game_runner,
                concurrency: self.concurrency,
                stop: &self.stop,
            };
            let done: HashMap<u64, Finished> = records.iter().map(finished).collect();
            let mut played = Vec::new();
            let mut watch = |record: &GameRecord| {
                self.bar.inc(1);
                played.push(record.clone());
                RunDecision::On
            };
            let end = tournament.run(Some(&mut journal), done, &mut watch);
            let end = end.map_err(|error| match error {
                RunError::Game(error) => anyhow::Error::from(error),
                error => error.into(),
            })?;
            if end != RunEnd::Complete {
                anyhow::bail!(Interrupted);
            }
            journal.finish()?;
            records.extend(played);
        }
        records.sort_by_key(|record| record.number);
        Ok(records)
    }

    fn open(
        &self,
        name: &str,
        header: &RecordHeader,
    ) -> anyhow::Result<(Journal, Vec<GameRecord>)> {
        let path = self.file(name)?;
        if !path.exists() {
            return Ok((Journal::create(&path, header)?, Vec::new()));
        }
        let mut records = Vec::new();
        let (journal, found) = Journal::resume(&path, |record| records.push(record))?;
        anyhow::ensure!(is_same_plan(&found, header), other_plan(&path));
        Ok((journal, records))
    }
}

fn finished(record: &GameRecord) -> (u64, Finished) {
    (record.number, Finished::of(Fixture::of(record), record))
}

fn is_same_plan(found: &RecordHeader, planned: &RecordHeader) -> bool {
    let plan = |header: &RecordHeader| RecordHeader {
        began: String::new(),
        version: String::new(),
        ..header.clone()
    };
    plan(found) == plan(planned)
}

/// What is said about a file that holds something else than what is planned now.
pub(super) fn other_plan(path: &Path) -> ParseError {
    ParseError::new(format!(
        "{} holds games of another plan (another --seed, or another version): remove it, or name another --out",
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_plan::Notes;

    fn runner(name: &str, seed: u64) -> ExperimentRunner {
        ExperimentRunner {
            effort: ExperimentScale::Quick,
            seed,
            concurrency: 2,
            folder: std::env::temp_dir()
                .join(format!("bellwether-lab-{name}-{}", std::process::id())),
            tables: PathBuf::from("/nowhere"),
            stop: Arc::default(),
            draw: |_, _, _| String::new(),
            bar: ProgressBar::hidden(),
        }
    }

    fn tiny() -> MatchPlan {
        MatchPlan {
            name: "tiny/match".to_owned(),
            game: "breakthrough:rows=5,columns=4".to_owned(),
            agents: vec!["greedy".to_owned(), "random".to_owned()],
            games: 2,
            swap: false,
            notes: Notes::Search,
        }
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
