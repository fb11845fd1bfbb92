//! `replay --verify`: games are played again from their record alone, and must come out the same.

use std::fmt::Write;
use std::path::Path;

use bellwether_arena::live_game::LiveGame;
use bellwether_arena::record::{GameRecord, Reason, RecordHeader};
use bellwether_arena::schedule::Fixture;
use bellwether_arena::settings::Openings;
use bellwether_catalog::{AnyGame, BotPermission, Catalog, bot_name};
use bellwether_core::outside::printable;
use indicatif::ProgressBar;
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde_json::json;

use crate::interrupt::Interrupt;
use crate::records;

/// What came of playing a record's games again.
#[derive(Default)]
struct VerifyCounts {
    same: usize,
    /// What is different, game by game.
    different: Vec<(u64, String)>,
    /// Games that cannot be replayed exactly, with the reason.
    left_out: Vec<(u64, String)>,
}

/// Plays every game of a record again. The text to print, and whether all came out the same.
pub(super) fn verify(
    catalog: &Catalog,
    path: &Path,
    tables: &Path,
    as_json: bool,
) -> anyhow::Result<(String, bool)> {
    let (header, records) = records::read(path)?;
    let game = catalog.game(&header.game)?;
    let clocked = clocked(&header, game.as_ref());
    let interrupt = Interrupt::listen()?;
    let bar = ProgressBar::new(records.len() as u64);
    let judged: Vec<(u64, Result<(), VerifyError>)> = records
        .iter()
        .par_bridge()
        .map(|record| {
            if interrupt.is_set() {
                return (record.number, Err(VerifyError::LeftOut("stopped".to_owned())));
            }
            let judged = again(catalog, &header, record, &clocked, tables);
            bar.inc(1);
            (record.number, judged)
        })
        .collect();
    bar.finish_and_clear();
    let mut tally = VerifyCounts::default();
    for (number, judged) in judged {
        match judged {
            Ok(()) => tally.same += 1,
            // Both may quote the record.
            Err(VerifyError::Different(what)) => tally.different.push((number, printable(&what))),
            Err(VerifyError::LeftOut(why)) => tally.left_out.push((number, printable(&why))),
        }
    }
    tally.different.sort();
    tally.left_out.sort();
    let good = tally.different.is_empty() && !interrupt.is_set();
    Ok((if as_json { tally.json() } else { tally.text(&header) }, good))
}

/// Why a game was not found to be the same.
enum VerifyError {
    Different(String),
    LeftOut(String),
}

/// For each player, why it cannot be expected to repeat itself, if it cannot.
fn clocked(header: &RecordHeader, game: &dyn AnyGame) -> Vec<Option<String>> {
    let rules = &header.settings.rules;
    let by_clock = rules.move_limits.time.is_some() || rules.clock.is_some();
    header
        .players
        .iter()
        .map(|player| {
            if bot_name(&player.agent).is_some() {
                return Some(format!("{} is a program of its own", player.name));
            }
            // Most likely a name registered on a server.
            let Ok(repeats) = game.is_deterministic(&player.agent) else {
                return Some(format!("{} is no agent of ours", player.name));
            };
            let is_clocked = !repeats || by_clock;
            is_clocked.then(|| format!("{} depends on a clock or on several threads", player.name))
        })
        .collect()
}

fn again(
    catalog: &Catalog,
    header: &RecordHeader,
    record: &GameRecord,
    clocked: &[Option<String>],
    tables: &Path,
) -> Result<(), VerifyError> {
    let left_out = |why: &dyn ToString| VerifyError::LeftOut(why.to_string());
    if let Some(why) = record.players.iter().find_map(|player| clocked[*player].as_ref()) {
        return Err(left_out(why));
    }
    let faults = record.faults.iter().map(|fault| fault.reason).chain([record.reason]);
    if let Some(reason) = { faults }
        .find(|reason| matches!(reason, Reason::Timeout | Reason::Crash | Reason::Protocol))
    {
        return Err(left_out(&format!("it ended by {reason}")));
    }
    // The record alone decides what is played: not the plan of the tournament it came from.
    let mut header = header.clone();
    header.game = record.game.clone();
    header.settings.rules.truth = false; // nothing that is compared depends on it
    header.settings.openings =
        Openings::Listed { openings: vec![opening(record)], start: 1, shuffled: false };
    let game = catalog.game(&header.game).map_err(|error| left_out(&error))?;
    let runner =
        game.runner(&header, tables, BotPermission::Refused).map_err(|error| left_out(&error))?;
    let fixture = Fixture::of(record);
    let played = runner.play(&fixture, &LiveGame::default()).map_err(|error| left_out(&error))?;
    let played = played.ok_or_else(|| left_out(&"it was not played to the end"))?;
    match difference(record, &played) {
        None => Ok(()),
        Some(what) => Err(VerifyError::Different(what)),
    }
}

fn opening(record: &GameRecord) -> String {
    let position = record.position.as_deref().unwrap_or("startpos");
    if record.opening.is_empty() {
        position.to_owned()
    } else {
        format!("{position} moves {}", record.opening.join(" "))
    }
}

/// The first thing in which two records of a game differ, times aside.
fn difference(record: &GameRecord, played: &GameRecord) -> Option<String> {
    let moves = record.moves.iter().zip(played.moves.iter());
    if let Some(ply) = { moves }.position(|(a, b)| a != b) {
        let (was, is) = (&record.moves[ply], &played.moves[ply]);
        return Some(format!("move {} was {was} and is {is}", ply + 1));
    }
    if record.moves.len() != played.moves.len() {
        let (was, is) = (record.moves.len(), played.moves.len());
        return Some(format!("it had {was} moves and has {is}"));
    }
    if record.seeds != played.seeds {
        return Some("the seeds are not the record's".to_owned());
    }
    if record.payoffs != played.payoffs || record.reason != played.reason {
        let ending = |record: &GameRecord| format!("{} ({})", record.result(), record.reason);
        return Some(format!("it ended {} and ends {}", ending(record), ending(played)));
    }
    let seen = |record: &GameRecord| -> Vec<_> {
        let of = |log: &bellwether_arena::record::MoveLog| {
            (log.nodes, log.depth, log.simulations, log.levels.clone(), log.score)
        };
        record.log.iter().map(of).collect()
    };
    let (was, is) = (seen(record), seen(played));
    let ply = was.iter().zip(&is).position(|(a, b)| a != b)?;
    Some(format!("the search at move {} saw something else", ply + 1))
}

impl VerifyCounts {
    fn text(&self, header: &RecordHeader) -> String {
        let mut text = String::new();
        for (number, what) in &self.different {
            let _ = writeln!(text, "game {number} differs: {what}");
        }
        let _ =
            write!(text, "{} games came out the same, {} did not", self.same, self.different.len());
        if let Some((number, why)) = self.left_out.first() {
            let _ = write!(text, ", {} were left out (game {number}: {why})", self.left_out.len());
        }
        text.push_str(".\n");
        let version = env!("CARGO_PKG_VERSION");
        if !self.different.is_empty() && header.version != version {
            let other = printable(&header.version);
            let _ = writeln!(text, "The record is of version {other}, this is {version}.");
        }
        text
    }

    fn json(&self) -> String {
        let list = |games: &[(u64, String)]| -> Vec<serde_json::Value> {
            games.iter().map(|(number, what)| json!({ "game": number, "what": what })).collect()
        };
        let value = json!({
            "same": self.same,
            "different": list(&self.different),
            "leftOut": list(&self.left_out),
        });
        format!("{value}\n")
    }
}
