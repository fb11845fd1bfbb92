//! Games of the bot, run by the arena: with progress shown, and stopped by Ctrl-C.

use std::path::PathBuf;
use std::time::Duration;

use bellwether_arena::record::GameRecord;
use bellwether_arena::run::{RunDecision, RunEnd, Tournament};
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
    /// Plays the games of a tournament and hands each to `watch` as it ends.
    pub(super) fn play(
        &self,
        bot: &GradedBot,
        tournament: Tournament,
        watch: &mut dyn FnMut(&GameRecord) -> RunDecision,
    ) -> anyhow::Result<RunEnd> {
        let runner = bot.game.runner(&tournament.header, &self.tables, BotPermission::Allowed)?;
        let mut watch = |record: &GameRecord, _| watch(record);
        Ok(tournament.run(runner, self.concurrency, self.interrupt.flag(), &mut watch)?)
    }

    /// A progress bar, on a terminal.
    pub(super) fn bar(&self, what: &str, total: u64) -> ProgressBar {
        let bar = ProgressBar::new(total);
        let style = ProgressStyle::with_template("{msg}  {pos}/{len}  {elapsed}");
        let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(Duration::from_millis(250));
        bar
    }
}
