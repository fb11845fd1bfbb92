//! The bot against reference agents: a gauntlet, with its strength, its speed and its faults.

use bellwether_arena::record::{GameRecord, Reason, RecordHeader};
use bellwether_arena::run::{RunDecision, RunEnd, Tournament};
use bellwether_arena::settings::{Openings, PairingFormat, RefereeRules, TournamentSettings};
use bellwether_arena::stats::duel::DuelScore;
use bellwether_arena::stats::standings::{PlayerStanding, Standings};
use bellwether_core::Error;

use super::GradeArguments;
use super::bot_games::{self, FoundFault};
use super::contest::GradeRunner;
use super::graded_bot::{BOT, GradedBot, Protocol};
use crate::tournament::TournamentStats;

/// The default opponents: quick levels, which need no table.
pub(super) const REFERENCES: [&str; 3] = ["lamb", "ewe", "ram"];

/// The default number of games with each reference, with two seats.
const GAMES: u32 = 6;

/// The default number of games at each larger table, roughly.
const TABLE_GAMES: u32 = 8;

/// A game of more moves leads nowhere.
const LONGEST: u32 = 400;

/// What was played.
pub(super) struct GauntletResult {
    pub(super) header: RecordHeader,
    pub(super) records: Vec<GameRecord>,
    pub(super) digest: TournamentStats,
    pub(super) standings: Standings,
    pub(super) offences: Vec<FoundFault>,
    pub(super) resignations: usize,
    pub(super) timing: Timing,
    /// Whether Ctrl-C came first.
    pub(super) is_stopped: bool,
}

/// How long its answers took, in seconds. A simple bot's first answer of a game includes its start, and has more time
/// for it, so it is counted separately.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Timing {
    pub(super) moves: usize,
    pub(super) median: f64,
    /// Nineteen of twenty answers were quicker.
    pub(super) p95: f64,
    pub(super) longest: f64,
    /// The longest first answer, where it is counted separately.
    pub(super) longest_first: Option<f64>,
}

impl Timing {
    fn of(records: &[GameRecord], protocol: Protocol) -> Self {
        let (mut first, mut others) = (Vec::new(), Vec::new());
        for record in records {
            let mut seconds = bot_games::moves(record).map(|(_, log)| log.seconds);
            if protocol == Protocol::Simple {
                first.extend(seconds.next());
            }
            others.extend(seconds);
        }
        let longest_first = first.into_iter().reduce(f64::max);
        Self { longest_first, ..Self::ranked(others) }
    }

    fn ranked(mut seconds: Vec<f64>) -> Self {
        seconds.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let index = (share * seconds.len() as f64).ceil() as usize;
            seconds.get(index.saturating_sub(1)).copied().unwrap_or(0.0)
        };
        let (median, p95, longest) = (at(0.5), at(0.95), at(1.0));
        Self { moves: seconds.len(), median, p95, longest, longest_first: None }
    }
}

/// The gauntlet's header; errors in it are reported before the bot is started.
pub(super) fn header(arguments: &GradeArguments, bot: &GradedBot) -> Result<RecordHeader, Error> {
    let seats = bot.game.seats() as u32;
    let usual = if seats == 2 { GAMES } else { TABLE_GAMES.next_multiple_of(seats) };
    let games = arguments.games.unwrap_or(usual);
    let settings = TournamentSettings {
        pairing: PairingFormat::Gauntlet,
        games,
        swap: true,
        // Two who leave nothing to chance would play one game over and over; larger tables have a new field.
        openings: if seats == 2 { Openings::Random { plies: 2 } } else { Openings::Start },
        rules: RefereeRules { max_moves: Some(LONGEST), ..RefereeRules::default() },
        ..TournamentSettings::default()
    };
    let usual: Vec<String> = REFERENCES.map(str::to_owned).to_vec();
    let rivals = if arguments.against.is_empty() { &usual } else { &arguments.against };
    let header = bot.header(rivals, settings)?;
    header.schedule()?;
    Ok(header)
}

/// Plays the gauntlet.
pub(super) fn play(
    arguments: &GradeArguments,
    bot: &GradedBot,
    arena: &GradeRunner,
    header: RecordHeader,
) -> anyhow::Result<GauntletResult> {
    let mut digest = TournamentStats::new(&header, &bot.game.sides());
    let mut records = Vec::new();
    let bar = arena.bar("games", header.schedule()?.total().unwrap_or(0));
    let mut tournament = Tournament::new(header.clone());
    if let Some(out) = &arguments.out {
        tournament.record_to(out)?;
    }
    let end = arena.play(bot, tournament, &mut |record| {
        bar.inc(1);
        digest.add(record);
        records.push(record.clone());
        RunDecision::On
    })?;
    bar.finish_and_clear();
    records.sort_by_key(|record: &GameRecord| record.number);
    let resigned = |record: &&GameRecord| {
        bot_games::fault(record).is_some_and(|fault| fault.reason == Reason::Resignation)
    };
    Ok(GauntletResult {
        timing: Timing::of(&records, bot.protocol),
        offences: records
            .iter()
            .filter_map(|record| FoundFault::of(bot.game.catalog(), &header, record))
            .collect(),
        resignations: records.iter().filter(resigned).count(),
        standings: digest.standings(),
        is_stopped: end == RunEnd::Stopped,
        header,
        records,
        digest,
    })
}

impl GauntletResult {
    pub(super) fn standing(&self) -> Option<&PlayerStanding> {
        self.standings.players.iter().find(|standing| standing.player == BOT)
    }

    /// The share of rivals that it finished ahead of, those it was level with counted half: the usual score at a table
    /// of two.
    pub(super) fn score(&self) -> Option<f64> {
        let against = &self.standing()?.against;
        let games: u64 = against.iter().map(DuelScore::games).sum();
        let points: f64 = against.iter().map(DuelScore::points).sum();
        (games > 0).then(|| points / games as f64)
    }

    /// The names of its rivals.
    pub(super) fn rivals(&self) -> Vec<String> {
        self.header.names().split_off(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_ranked() {
        let ranked = |timing: Timing| (timing.moves, timing.median, timing.p95, timing.longest);
        let hundred = Timing::ranked((1..=100).rev().map(f64::from).collect());
        assert_eq!(ranked(hundred), (100, 50.0, 95.0, 100.0));
        assert_eq!(ranked(Timing::ranked(vec![3.0])), (1, 3.0, 3.0, 3.0));
        assert_eq!(Timing::ranked(Vec::new()), Timing::default());
    }
}
