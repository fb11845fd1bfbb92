//! [`TournamentStats`]: statistics of a tournament's games, added game by game, and their text and JSON.

use std::collections::BTreeMap;
use std::fmt::Write;

use bellwether_report::grouped;
use serde_json::{Value, json};

use crate::record::{GameRecord, Reason, RecordHeader};
use crate::schedule::outcome;
use crate::stats::GameOutcome;
use crate::stats::duel::{DuelScore, Pairs};
use crate::stats::interval::wilson;
use crate::stats::ratings::{GameRanking, Ratings};
use crate::stats::standings::{Mean, PlayerStanding, SeatRecord, Standings};
use crate::stats::text;
use crate::truth_count::TruthCount;

/// What is known of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentStats {
    names: Vec<String>,
    seats: Vec<String>,
    /// For each seat the number of its side.
    sides: Vec<usize>,
    swap: bool,
    /// How each game went, in the order in which they were taken in.
    pub outcomes: Vec<GameOutcome>,
    reasons: BTreeMap<Reason, u64>,
    faults: Vec<BTreeMap<Reason, u64>>,
    efforts: Vec<MoveCosts>,
    truth: Vec<TruthCount>,
    plies: u64,
}

/// What a player spent on its moves.
#[derive(Clone, Debug, Default)]
struct MoveCosts {
    moves: u64,
    seconds: f64,
    nodes: u64,
    simulations: u64,
    depth: u64,
}

impl TournamentStats {
    /// Nothing yet; `sides` are the seats that win and lose together.
    #[must_use]
    pub fn new(header: &RecordHeader, sides: &[Vec<usize>]) -> Self {
        let players = header.players.len();
        let side = |seat: &usize| sides.iter().position(|side| side.contains(seat)).unwrap_or(0);
        Self {
            names: header.names(),
            seats: header.seats.clone(),
            sides: (0..header.seats.len()).map(|seat| side(&seat)).collect(),
            swap: header.settings.swap,
            outcomes: Vec::new(),
            reasons: BTreeMap::new(),
            faults: vec![BTreeMap::new(); players],
            efforts: vec![MoveCosts::default(); players],
            truth: vec![TruthCount::default(); players],
            plies: 0,
        }
    }

    /// Takes in a game.
    pub fn add(&mut self, record: &GameRecord) {
        self.outcomes.push(outcome(record));
        self.plies += record.moves.len() as u64;
        TruthCount::add(&mut self.truth, record);
        *self.reasons.entry(record.reason).or_default() += 1;
        for fault in &record.faults {
            let player = record.players.get(fault.seat.wrapping_sub(1));
            if let Some(faults) = player.and_then(|player| self.faults.get_mut(*player)) {
                *faults.entry(fault.reason).or_default() += 1;
            }
        }
        for log in &record.log {
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
        let rankings: Vec<GameRanking> = self.outcomes.iter().map(ranking).collect();
        Standings::with_ratings(&self.outcomes, Ratings::fit(players, &rankings))
    }

    fn is_duel(&self) -> bool {
        self.names.len() == 2 && self.seats.len() == 2
    }

    /// The lines of a match of two: score, interval, Elo, by seat.
    #[must_use]
    pub fn duel_lines(&self) -> Vec<String> {
        if !self.is_duel() {
            return Vec::new();
        }
        let tally = DuelScore::of(&self.outcomes, 0, 1);
        let pairs = Pairs::of(&self.outcomes, 0, 1);
        let mut lines = vec![text::score(&tally, 0, 1, &self.names)];
        if self.swap && pairs.pairs() > 0 && pairs.unpaired == 0 {
            lines.push(text::elo_difference_of_pairs(&pairs));
            lines.push(text::pentanomial(&pairs));
        } else {
            lines.push(text::elo_difference(&tally));
        }
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
            let standings = self.standings();
            let _ = writeln!(text, "{}", text::standings(&standings, &self.names));
            let _ = writeln!(text, "{}", text::crosstable(&standings, &self.names));
            let _ = writeln!(text, "{}", text::by_seat(&standings, &self.names));
        }
        self.write_truth(&mut text);
        self.write_efforts(&mut text);
        self.write_endings(&mut text);
        text
    }

    fn write_duel(&self, text: &mut String) {
        for line in self.duel_lines() {
            let _ = writeln!(text, "{line}");
        }
        let tally = DuelScore::of(&self.outcomes, 0, 1);
        let interval = wilson(tally.points(), tally.games() as f64);
        let _ = writeln!(
            text,
            "{} scores {:.1} % [{:.1}, {:.1}] (all of this is from its point of view; 95 % interval by Wilson)",
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
    fn write_truth(&self, text: &mut String) {
        if self.truth.iter().all(|count| count.evaluated == 0) {
            return;
        }
        let width = self.name_width();
        let _ = writeln!(
            text,
            "\n{:width$}  {:>10}  {:>14}  {:>14}  {:>13}  {:>14}",
            "Truth", "kept", "wins thrown", "draws thrown", "first blunder", "plies lost/move"
        );
        for (name, count) in self.names.iter().zip(&self.truth) {
            let share = |part: u64, whole: u64| match whole {
                0 => "-".to_owned(),
                _ => format!("{:.1} %", 100.0 * part as f64 / whole as f64),
            };
            let number = |number: Option<f64>| number.map_or("-".to_owned(), |n| format!("{n:.1}"));
            let _ = writeln!(
                text,
                "{name:width$}  {:>10}  {:>14}  {:>14}  {:>13}  {:>14}",
                share(count.kept, count.evaluated),
                format!("{}/{}", count.wins_thrown, count.wins),
                format!("{}/{}", count.draws_thrown, count.draws),
                number(count.first_blunder()),
                number(count.remoteness_a_move())
            );
        }
        let _ = writeln!(
            text,
            "kept: moves that kept the result; thrown: moves that gave a won or drawn game away, of those that could"
        );
    }

    fn name_width(&self) -> usize {
        self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5)
    }

    fn write_efforts(&self, text: &mut String) {
        if self.efforts.iter().all(|effort| effort.moves == 0) {
            return;
        }
        let width = self.name_width();
        let _ = writeln!(
            text,
            "\n{:width$}  {:>10}  {:>12}  {:>12}  {:>12}  {:>6}",
            "Name", "moves", "ms a move", "nodes a move", "simulations", "depth"
        );
        for (name, effort) in self.names.iter().zip(&self.efforts) {
            let each =
                |total: f64| if effort.moves == 0 { 0.0 } else { total / effort.moves as f64 };
            let _ = writeln!(
                text,
                "{name:width$}  {:>10}  {:>12.3}  {:>12}  {:>12}  {:>6.1}",
                grouped(effort.moves),
                1000.0 * each(effort.seconds),
                grouped(each(effort.nodes as f64).round() as u64),
                grouped(each(effort.simulations as f64).round() as u64),
                each(effort.depth as f64)
            );
        }
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
            self.plies as f64 / games as f64,
            reasons.join(", ")
        );
        for (name, faults) in self.names.iter().zip(&self.faults) {
            if !faults.is_empty() {
                let faults: Vec<String> =
                    faults.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
                let _ = writeln!(text, "Faults of {name}: {}.", faults.join(", "));
            }
        }
    }

    /// The whole summary as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let standings = self.standings();
        let players: Vec<Value> =
            standings.players.iter().map(|standing| self.player_json(standing)).collect();
        let reasons: serde_json::Map<String, Value> = self
            .reasons
            .iter()
            .map(|(reason, count)| (reason.to_string(), (*count).into()))
            .collect();
        let mut value = json!({
            "games": self.outcomes.len(),
            "moves": self.plies,
            "players": players,
            "bySeat": standings.by_seat.iter().map(seat_json).collect::<Vec<Value>>(),
            "connected": standings.ratings.connected,
            "endings": reasons,
        });
        if self.is_duel() {
            let tally = DuelScore::of(&self.outcomes, 0, 1);
            let pairs = Pairs::of(&self.outcomes, 0, 1);
            let interval = wilson(tally.points(), tally.games() as f64);
            let paired = self.swap && pairs.pairs() > 0 && pairs.unpaired == 0;
            let elo = if paired { pairs.elo() } else { tally.elo() };
            let superiority = if paired {
                pairs.likelihood_of_superiority()
            } else {
                tally.likelihood_of_superiority()
            };
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
        let faults: serde_json::Map<String, Value> = self.faults[standing.player]
            .iter()
            .map(|(reason, count)| (reason.to_string(), (*count).into()))
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
            "bySeat": standing.by_seat.iter().map(seat_json).collect::<Vec<Value>>(),
            "against": against,
            "faults": faults,
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

fn seat_json(seat: &SeatRecord) -> Value {
    json!({ "games": seat.games, "points": seat.points })
}
