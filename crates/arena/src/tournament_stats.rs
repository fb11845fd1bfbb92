//! [`TournamentStats`]: statistics of a tournament's games, added game by game, and their text and JSON.

use std::collections::BTreeMap;
use std::fmt::Write;

use bellwether_core::spec::Spec;
use bellwether_report::text::aligned;
use bellwether_report::{TableCell, TextTable, grouped};
use rustc_hash::FxHashSet;
use serde_json::{Value, json};

use crate::bots::NETWORK_CLIENT;
use crate::record::{FaultRecord, GameRecord, Reason, RecordHeader};
use crate::schedule::outcome;
use crate::stats::GameOutcome;
use crate::stats::duel::{DuelScore, Pairs};
use crate::stats::interval::{
    ENOUGH_PAIRS, EstimateWithError, Interval, wilson_of_share, worth_of_pairs,
};
use crate::stats::ratings::{GameRanking, Ratings};
use crate::stats::standings::{Mean, PlayerStanding, Standings};
use crate::stats::text;
use crate::truth_count::TruthCount;

/// What is known of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentStats {
    names: Vec<String>,
    pub(crate) seats: Vec<String>,
    /// For each seat the number of its side.
    sides: Vec<usize>,
    swap: bool,
    /// Which players are network clients.
    clients: Vec<bool>,
    /// How each game went, in the order in which they were taken in.
    pub outcomes: Vec<GameOutcome>,
    /// Which of them had been played before, by the same players in the same seats: move by move.
    pub(crate) repeated: Vec<bool>,
    /// The others, as numbers.
    different: FxHashSet<u64>,
    pub(crate) reasons: BTreeMap<Reason, u64>,
    /// Faults by player and kind.
    pub(crate) faults: BTreeMap<(usize, Reason), FaultCounts>,
    pub(crate) efforts: Vec<MoveCosts>,
    pub(crate) truth: Vec<TruthCount>,
    moves: u64,
    /// Plies of every game, the opening's included.
    pub(crate) plies: Vec<u64>,
    /// All games one after the other.
    pub(crate) seconds: f64,
}

/// A player's faults of one kind.
#[derive(Clone, Debug)]
pub(crate) struct FaultCounts {
    pub(crate) count: u64,
    pub(crate) first_game: u64,
    pub(crate) first: FaultRecord,
}

/// Whether an agent's text is a network client's.
fn is_client(agent: &str) -> bool {
    Spec::parse(agent).is_ok_and(|spec| spec.name() == NETWORK_CLIENT)
}

/// What a player spent on its moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveCosts {
    moves: u64,
    seconds: f64,
    nodes: u64,
    simulations: u64,
    depth: u64,
}

impl MoveCosts {
    /// Of so much in all, the share of a move.
    fn each(&self, total: f64) -> f64 {
        if self.moves == 0 { 0.0 } else { total / self.moves as f64 }
    }

    /// Seconds a move, if moves were logged.
    pub(crate) fn mean_seconds(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.each(self.seconds))
    }
}

/// Two players against each other, from the first one's point of view.
pub(crate) struct DuelSummary {
    pub(crate) tally: DuelScore,
    pub(crate) pairs: Pairs,
    /// Whether Elo is that of pairs: every opening was played by both sides.
    pub(crate) is_paired: bool,
    pub(crate) elo: EstimateWithError,
    pub(crate) superiority: f64,
    /// Of the score.
    pub(crate) interval: Interval,
    /// Whether that comes from pairs.
    is_of_pairs: bool,
}

impl TournamentStats {
    /// Nothing yet; `sides` are the seats that win and lose together.
    #[must_use]
    pub fn new(header: &RecordHeader, sides: &[Vec<usize>]) -> Self {
        let players = header.players.len();
        let side = |seat| sides.iter().position(|side| side.contains(&seat)).unwrap_or(seat);
        Self {
            names: header.names(),
            seats: header.seats.clone(),
            sides: (0..header.seats.len()).map(side).collect(),
            swap: header.settings.swap,
            clients: header.players.iter().map(|player| is_client(&player.agent)).collect(),
            outcomes: Vec::new(),
            repeated: Vec::new(),
            different: FxHashSet::default(),
            reasons: BTreeMap::new(),
            faults: BTreeMap::new(),
            efforts: vec![MoveCosts::default(); players],
            truth: vec![TruthCount::default(); players],
            moves: 0,
            plies: Vec::new(),
            seconds: 0.0,
        }
    }

    /// Whether random moves stood in for a network client in a seat, from 1, at this ply: their score and time are not
    /// the client's. What other players lost so is counted as before.
    fn is_stand_in(&self, record: &GameRecord, seat: usize, ply: usize) -> bool {
        let is_out = |fault: &&FaultRecord| fault.seat == seat && !fault.lost_turn;
        let fault = record.faults.iter().find(is_out);
        let is_client = || record.players.get(seat - 1).is_some_and(|player| self.clients[*player]);
        record.players.len() > 2 && fault.is_some_and(|fault| ply >= fault.ply) && is_client()
    }

    /// Takes in a game.
    pub fn add(&mut self, record: &GameRecord) {
        let mut outcome = outcome(record);
        for (seat, score) in outcome.scores.iter_mut().flatten().enumerate() {
            if self.is_stand_in(record, seat + 1, usize::MAX) {
                *score = f64::NAN;
            }
        }
        self.outcomes.push(outcome);
        self.repeated.push(!self.different.insert(record.fingerprint()));
        self.moves += record.moves.len() as u64;
        self.plies.push((record.opening.len() + record.moves.len()) as u64);
        self.seconds += record.seconds.max(0.0);
        TruthCount::add(&mut self.truth, record);
        *self.reasons.entry(record.reason).or_default() += 1;
        for fault in &record.faults {
            let Some(player) = record.players.get(fault.seat.wrapping_sub(1)) else { continue };
            let faults = self.faults.entry((*player, fault.reason)).or_insert_with(|| {
                FaultCounts { count: 0, first_game: record.number, first: fault.clone() }
            });
            faults.count += 1;
        }
        for (ply, log) in record.log.iter().enumerate() {
            if self.is_stand_in(record, log.seat, ply) {
                continue;
            }
            let effort = &mut self.efforts[record.players[log.seat - 1]];
            effort.moves += 1;
            effort.seconds += log.seconds;
            effort.nodes += log.nodes;
            effort.simulations += log.simulations;
            effort.depth += u64::from(log.depth);
        }
    }

    /// The standings.
    #[must_use]
    pub fn standings(&self) -> Standings {
        let players = self.names.len();
        let alone = self.sides.iter().enumerate().all(|(seat, side)| seat == *side);
        let ranking = |outcome: &GameOutcome| {
            if alone {
                GameRanking::of(outcome)
            } else {
                GameRanking::in_teams(outcome, &self.sides)
            }
        };
        // A game that was played again proves nothing more.
        let different =
            self.outcomes.iter().zip(&self.repeated).filter(|(_, repeated)| !**repeated);
        let rankings: Vec<GameRanking> = different.map(|(outcome, _)| ranking(outcome)).collect();
        let ratings = Ratings::fit(players, &rankings);
        Standings::with_ratings(&self.outcomes, |index| self.repeated[index], ratings)
    }

    /// How many games differ from each other.
    #[must_use]
    pub fn different_games(&self) -> usize {
        self.different.len()
    }

    /// What is said of games that were played again, if some were.
    pub(crate) fn repetition(&self) -> Option<String> {
        let (games, different) = (self.outcomes.len(), self.different_games());
        (different < games).then(|| {
            format!(
                "Only {} of the {} games differ: intervals count the others as nothing; `--openings random` varies them.",
                grouped(different as u64),
                grouped(games as u64)
            )
        })
    }

    fn is_duel(&self) -> bool {
        self.names.len() == 2 && self.seats.len() == 2
    }

    pub(crate) fn duel(&self, one: usize, other: usize) -> DuelSummary {
        let tally = DuelScore::of(&self.outcomes, one, other);
        let pairs = Pairs::of(&self.outcomes, one, other);
        let are_enough = pairs.pairs() >= ENOUGH_PAIRS as u64;
        let is_paired = self.swap && pairs.pairs() > 0 && (pairs.unpaired == 0 || are_enough);
        let is_theirs = |outcome: &GameOutcome| {
            outcome.players == [one, other] || outcome.players == [other, one]
        };
        let theirs = self.outcomes.iter().zip(&self.repeated);
        let repeated = { theirs }.filter(|(outcome, repeated)| **repeated && is_theirs(outcome));
        let games = tally.games() as f64;
        let share = 1.0 - repeated.count() as f64 / games.max(1.0);
        let (elo, superiority) =
            if is_paired { pairs.elo_of_share(share) } else { tally.elo_of_share(share) };
        let worth = worth_of_pairs(pairs.scores()).filter(|_| is_paired);
        let counted = worth.unwrap_or(games) * share;
        let interval = wilson_of_share(tally.score(), counted);
        let is_of_pairs = worth.is_some();
        DuelSummary { tally, pairs, is_paired, elo, superiority, interval, is_of_pairs }
    }

    /// The lines of a match of two: score, interval, Elo, by seat.
    #[must_use]
    pub fn duel_lines(&self) -> Vec<String> {
        if !self.is_duel() {
            return Vec::new();
        }
        let DuelSummary { tally, pairs, is_paired, elo, superiority, .. } = self.duel(0, 1);
        let games = if is_paired { pairs.games } else { tally };
        let mut lines = vec![
            text::score(&tally, 0, 1, &self.names),
            text::elo_line(elo, superiority, games.draw_ratio()),
        ];
        lines.extend(is_paired.then(|| text::pentanomial(&pairs)));
        lines
    }

    /// The whole text summary.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.outcomes.is_empty() {
            return "No game was finished.\n".to_owned();
        }
        if self.is_duel() {
            self.write_duel(&mut text);
        } else {
            self.write_standings(&mut text);
        }
        if let Some(table) = self.truth_table() {
            let _ = writeln!(
                text,
                "\n{}kept: moves that kept the result; thrown: moves that gave a won or drawn game away, of those that \
                 could",
                aligned(&table, &[5, 10, 14, 14, 13])
            );
        }
        if let Some(table) = self.effort_table() {
            let _ = write!(text, "\n{}", aligned(&table, &[5, 10, 12, 12, 12, 6]));
        }
        self.write_endings(&mut text);
        text
    }

    fn write_standings(&self, text: &mut String) {
        let (standings, names) = (self.standings(), &self.names);
        text.push_str(&aligned(&text::standings(&standings, names), &[]));
        if names.len() > 1 && !standings.ratings.connected {
            let _ = writeln!(text, "{}", text::UNCONNECTED);
        }
        let (caption, table) = text::crosstable(&standings, names);
        let _ = writeln!(text, "\n{caption}\n{}", aligned(&table, &[]));
        let table = aligned(&text::by_seat(&standings, names), &[]);
        let _ = writeln!(text, "{}\n{table}", text::BY_SEAT);
    }

    fn write_duel(&self, text: &mut String) {
        for line in self.duel_lines() {
            let _ = writeln!(text, "{line}");
        }
        let DuelSummary { tally, interval, is_of_pairs, .. } = self.duel(0, 1);
        let by = if is_of_pairs { "from pairs" } else { "by Wilson" };
        let _ = writeln!(
            text,
            "{} scores {:.1} % [{:.1}, {:.1}] (all of this is from its point of view; 95 % interval {by})",
            self.names[0],
            100.0 * tally.score(),
            100.0 * interval.low,
            100.0 * interval.high
        );
        for (seat, name) in self.seats.iter().enumerate() {
            let mut tally = DuelScore::default();
            for outcome in self.outcomes.iter().filter(|outcome| outcome.players[seat] == 0) {
                tally.add(outcome.payoffs[seat].total_cmp(&outcome.payoffs[1 - seat]));
            }
            if tally.games() == 0 {
                continue;
            }
            let DuelScore { wins, losses, draws } = tally;
            let _ = writeln!(text, "  playing {name}: {wins} - {losses} - {draws}");
        }
    }

    /// The comparison with the solved table, where there is one.
    pub(crate) fn truth_table(&self) -> Option<TextTable> {
        let rows = self.names.iter().zip(&self.truth).map(|(name, count)| {
            let share = match count.evaluated {
                0 => "-".to_owned(),
                all => format!("{:.1} %", 100.0 * count.kept as f64 / all as f64),
            };
            let number = |number: Option<f64>| number.map_or("-".to_owned(), |n| text::fixed(n, 1));
            let cells = [
                share,
                format!("{}/{}", count.wins_thrown, count.wins),
                format!("{}/{}", count.draws_thrown, count.draws),
                number(count.first_blunder()),
                // One place further left: so it was printed when the first records were made.
                number(count.remoteness_a_move()) + " ",
            ];
            table_row(name, cells)
        });
        let head =
            ["Truth", "kept", "wins thrown", "draws thrown", "first blunder", "plies lost/move"];
        let is_known = self.truth.iter().any(|count| count.evaluated > 0);
        is_known.then(|| TextTable::new(&head, rows.collect()))
    }

    /// What the players' moves cost, if they were logged.
    pub(crate) fn effort_table(&self) -> Option<TextTable> {
        let rows = self.names.iter().zip(&self.efforts).map(|(name, effort)| {
            let whole = |total: u64| grouped(effort.each(total as f64).round() as u64);
            let cells = [
                grouped(effort.moves),
                format!("{:.3}", 1000.0 * effort.each(effort.seconds)),
                whole(effort.nodes),
                whole(effort.simulations),
                format!("{:.1}", effort.each(effort.depth as f64)),
            ];
            table_row(name, cells)
        });
        let head = ["Name", "moves", "ms a move", "nodes a move", "simulations", "depth"];
        let is_logged = self.efforts.iter().any(|effort| effort.moves > 0);
        is_logged.then(|| TextTable::new(&head, rows.collect()))
    }

    fn write_endings(&self, text: &mut String) {
        let games = self.outcomes.len();
        let reasons: Vec<String> = self
            .reasons
            .iter()
            .map(|(reason, count)| format!("{reason} {}", grouped(*count)))
            .collect();
        let _ = writeln!(
            text,
            "\n{} games, {:.1} moves each. Endings: {}.",
            grouped(games as u64),
            self.moves as f64 / games as f64,
            reasons.join(", ")
        );
        if let Some(words) = self.repetition() {
            let _ = writeln!(text, "{words}");
        }
        for (player, name) in self.names.iter().enumerate() {
            let faults = self.faults_of(player);
            if !faults.is_empty() {
                let faults: Vec<String> =
                    faults.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
                let _ = writeln!(text, "Faults of {name}: {}.", faults.join(", "));
            }
        }
    }

    fn faults_of(&self, player: usize) -> BTreeMap<Reason, u64> {
        let own = self.faults.iter().filter(|((whose, _), _)| *whose == player);
        own.map(|((_, reason), faults)| (*reason, faults.count)).collect()
    }

    /// The whole summary as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let standings = self.standings();
        let players: Vec<Value> =
            standings.players.iter().map(|standing| self.player_json(standing)).collect();
        let mut value = json!({
            "games": self.outcomes.len(),
            "moves": self.moves,
            "players": players,
            "bySeat": standings.by_seat,
            "connected": standings.ratings.connected,
            "endings": self.reasons,
        });
        if self.different_games() < self.outcomes.len() {
            value["differentGames"] = self.different_games().into();
        }
        if self.is_duel() {
            let DuelSummary { tally, pairs, elo, superiority, interval, .. } = self.duel(0, 1);
            value["duel"] = json!({
                "pointOfView": self.names[0],
                "wins": tally.wins, "losses": tally.losses, "draws": tally.draws,
                "score": tally.score(),
                "wilson": [interval.low, interval.high],
                "elo": elo.value, "eloMargin": elo.margin,
                "los": superiority,
                "pentanomial": pairs.cells,
            });
        }
        value
    }

    fn player_json(&self, standing: &PlayerStanding) -> Value {
        let mean = |mean: &Mean| {
            json!({
                "value": mean.value,
                "interval": mean.interval.map(|interval| [interval.low, interval.high]),
            })
        };
        let effort = &self.efforts[standing.player];
        let against: Vec<Value> = standing
            .against
            .iter()
            .enumerate()
            .filter(|(_, tally)| tally.games() > 0)
            .map(|(other, tally)| {
                json!({
                    "player": self.names[other],
                    "ahead": tally.wins, "behind": tally.losses, "level": tally.draws,
                })
            })
            .collect();
        json!({
            "name": self.names[standing.player],
            "games": standing.games,
            "points": standing.points,
            "meanPoints": standing.mean_points.as_ref().map(mean),
            "meanScore": standing.mean_score.as_ref().map(mean),
            "rating": standing.rating.value,
            "ratingMargin": standing.rating.margin,
            "places": standing.places,
            "bySeat": standing.by_seat,
            "against": against,
            "faults": self.faults_of(standing.player),
            "truth": self.truth_json(standing.player),
            "moves": effort.moves,
            "seconds": effort.seconds,
            "nodes": effort.nodes,
            "simulations": effort.simulations,
        })
    }

    fn truth_json(&self, player: usize) -> Value {
        let count = &self.truth[player];
        if count.evaluated == 0 {
            return Value::Null;
        }
        json!({
            "judged": count.evaluated, "kept": count.kept,
            "wins": count.wins, "winsThrown": count.wins_thrown,
            "draws": count.draws, "drawsThrown": count.draws_thrown,
            "firstBlunder": count.first_blunder(),
            "remotenessLost": count.remoteness_lost,
        })
    }

    /// The score so far in a few words, for the progress line.
    #[must_use]
    pub fn brief(&self, tally: &[f64]) -> String {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|a, b| tally[*b].total_cmp(&tally[*a]));
        let best = order
            .iter()
            .take(4)
            .map(|player| format!("{} {}", self.names[*player], tally[*player]));
        best.collect::<Vec<String>>().join("  ")
    }
}

fn table_row<const N: usize>(name: &str, cells: [String; N]) -> Vec<TableCell> {
    std::iter::once(TableCell::text(name)).chain(cells.map(TableCell::measure)).collect()
}
