//! A run that a worker serves: the same game, agents, bots and tables as the master's.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use async_nats::jetstream::consumer::PullConsumer;
use bellwether_arena::record::{RecordHeader, RecordedBot};
use bellwether_arena::runner::GameRunner;
use bellwether_catalog::{AnyGame, BotPermission};
use bellwether_core::{Error, ErrorKind, bail};

use super::WorkerState;
use super::proofs::ProverPool;
use crate::digest::{agents_digest, rules_digest};
use crate::messages::{Lane, RunNotice, damaged, decode};
use crate::{archive, blobs, names};

/// A run, ready to be played here.
pub(super) struct ServedRun {
    pub(super) notice: RunNotice,
    pub(super) work: ServedWork,
    pub(super) queue: PullConsumer,
    /// Its master wants no more games.
    pub(super) is_over: AtomicBool,
}

/// What there is to do for a run.
pub(super) enum ServedWork {
    Games(Arc<dyn GameRunner>),
    Proof(ProverPool),
}

impl ServedRun {
    /// Makes a run ready.
    ///
    /// # Errors
    /// If this program would play it differently, or lacks what it needs. [`ErrorKind::Busy`] if that may change.
    pub(super) fn new(worker: &WorkerState<'_>, notice: RunNotice) -> Result<Self, Error> {
        let WorkerState { catalog, connection, options, .. } = worker;
        if notice.version != options.version {
            bail!(
                "the tournament is played by version {} and this is version {}: install the same one",
                notice.version,
                options.version
            );
        }
        // A master that comes back makes the queue anew: for a moment there is none.
        let stream = &connection.jetstream;
        let queue = connection.wait(stream.get_consumer_from_stream(&notice.run, names::JOBS));
        let queue = queue.map_err(|error| {
            Error::new(ErrorKind::Busy, format!("the server has no queue of it ({error})"))
        })?;
        let game = catalog.game(&notice.game)?;
        if rules_digest(game.as_ref())? != notice.rules {
            bail!(
                "the rules of {} differ from the master's: use the same build of the program",
                notice.game
            );
        }
        let work = if notice.lane == Lane::Proofs {
            let provable = game.provable();
            let provable =
                provable.ok_or_else(|| damaged(format!("{} is not proven", notice.game)))?;
            let mebibytes = options.memory / options.slots.max(1) as u64 / (1 << 20);
            ServedWork::Proof(ProverPool::new(provable, mebibytes.max(1) as usize))
        } else {
            ServedWork::Games(ready_games(worker, &notice, game.as_ref())?)
        };
        Ok(Self { notice, work, queue, is_over: AtomicBool::new(false) })
    }
}

/// Makes the games of a tournament ready.
fn ready_games(
    worker: &WorkerState<'_>,
    notice: &RunNotice,
    game: &dyn AnyGame,
) -> Result<Arc<dyn GameRunner>, Error> {
    let WorkerState { connection, options, .. } = worker;
    let mut header: RecordHeader = decode(&blobs::get(connection, &notice.run, &notice.header)?)?;
    header.settings.rules.check()?;
    if header.game != notice.game {
        return Err(damaged("the run's header is of another game".to_owned()));
    }
    if header.entries.iter().any(|entry| *entry >= header.players.len()) {
        return Err(damaged("the run's header enters a player that is not listed".to_owned()));
    }
    if agents_digest(game, &header.players)? != notice.agents {
        bail!(
            "the agents of {} play differently from the master's: use the same build of the program",
            notice.game
        );
    }
    unpack_bots(worker, notice, &mut header)?;
    let runner = game.runner(&header, &options.tables, BotPermission::Allowed)?;
    if runner.has_truth() != notice.has_truth {
        let (has, lacks) = if notice.has_truth {
            ("the master", "this worker")
        } else {
            ("this worker", "the master")
        };
        bail!(
            "{has} has the solved table of {} and {lacks} has not, so that records would differ: \
                 copy the table, or start the match with --no-truth",
            notice.game
        );
    }
    Ok(runner)
}

/// Puts the bots of a run into folders of this machine.
fn unpack_bots(
    worker: &WorkerState<'_>,
    notice: &RunNotice,
    header: &mut RecordHeader,
) -> Result<(), Error> {
    for bot in &notice.bots {
        let Some(entrant) = header.players.get_mut(bot.player) else {
            return Err(damaged("the run's notice names a bot that does not play".to_owned()));
        };
        if !bot.is_caged && !worker.options.uncaged {
            bail!(
                "the bot {} runs without a cage, with all that the worker's user may do: \
                 `bellwether worker --uncaged-bots` allows that",
                entrant.name
            );
        }
        if bot.archive.len() != 64 || !bot.archive.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(damaged("the run's notice names no archive".to_owned()));
        }
        let folder = worker.options.files.join("bots").join(&bot.archive);
        if !folder.is_dir() {
            let bytes = blobs::get(worker.connection, &notice.run, &bot.archive)?;
            archive::extract(&bytes, &folder)?;
        }
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        entrant.agent.clone_from(&bot.agent);
        header.bots.retain(|known| known.player != bot.player);
        header.bots.push(RecordedBot {
            player: bot.player,
            folder: folder.to_string_lossy().into_owned(),
            digest: bot.archive.clone(),
        });
    }
    Ok(())
}
