//! Games of the bot, run by the arena: with progress shown, and stopped by Ctrl-C.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use bellwether_arena::record::journal::Journal;
use bellwether_arena::record::{GameRecord, RecordHeader};
use bellwether_arena::run::{RunDecision, RunEnd, Tournament};
use bellwether_arena::schedule::Schedule;
use bellwether_catalog::BotPermission;
use indicatif::{ProgressBar, ProgressStyle};

use super::graded_bot::GradedBot;
use crate::interrupt::Interrupt;

/// Where contests are held.
pub(super) struct GradeRunner {
    pub(super) concurrency: usize,
    /// The folder of solved tables.
    pub(super) tables: PathBuf,
    pub(super) interrupt: Interrupt,
}

impl GradeRunner {
    /// Plays the games of a header and hands each to `watch` as it ends.
    pub(super) fn play(
        &self,
        bot: &GradedBot,
        header: &RecordHeader,
        mut journal: Option<Journal>,
        watch: &mut dyn FnMut(&GameRecord) -> RunDecision,
    ) -> anyhow::Result<RunEnd> {
        let game = &bot.game;
        let schedule = Schedule::new(&header.settings, &header.entries, game.seats())?;
        let runner = game.runner(header, &self.tables, BotPermission::Allowed)?;
        let (concurrency, stop) = (self.concurrency, self.interrupt.flag());
        let tournament = Tournament { schedule: &schedule, runner, concurrency, stop };
        let end = tournament.run(journal.as_mut(), HashMap::new(), watch)?;
        if let Some(journal) = journal.filter(|_| end != RunEnd::Stopped) {
            journal.finish().context("the record cannot be put in order")?;
        }
        Ok(end)
    }

    /// A progress bar, on a terminal.
    pub(super) fn bar(&self, what: &str, total: u64) -> ProgressBar {
        if !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(total);
        let style = ProgressStyle::with_template("{msg}  {pos}/{len}  {elapsed}");
        let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(Duration::from_millis(250));
        bar
    }
}
