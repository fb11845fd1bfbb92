//! A game becomes rows.

use bellwether_core::{Score, Value};
use rusqlite::{Connection, Result, Statement, params};
use serde_json::json;

use bellwether_arena::record::{GameRecord, MoveLog, RecordHeader};

/// Prepared once, run for every row.
pub(super) struct Statements<'a> {
    game: Statement<'a>,
    seat: Statement<'a>,
    bare: Statement<'a>,
    logged: Statement<'a>,
}

impl<'a> Statements<'a> {
    pub(super) fn new(connection: &'a Connection) -> Result<Self> {
        Ok(Self {
            game: connection.prepare(
                "INSERT INTO game (tournament, number, round, group_number, game, position, plies, \
                 result, reason, detail, seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?,
            seat: connection.prepare(
                "INSERT INTO seat (game, seat, name, player, seed, payoff, score, place, share, \
                 fault, fault_ply, fault_detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?,
            bare: connection
                .prepare("INSERT INTO move (game, ply, opening, text) VALUES (?, ?, ?, ?)")?,
            logged: connection.prepare(
                "INSERT INTO move (game, ply, opening, text, seat, seconds, nodes, depth, \
                 simulations, levels, score, score_number, best, best_remoteness, made, \
                 made_remoteness) VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?,
        })
    }

    /// Adds a game that fits the header; returns its number of moves.
    pub(super) fn add(
        &mut self,
        tournament: i64,
        header: &RecordHeader,
        players: &[i64],
        record: &GameRecord,
    ) -> Result<u64> {
        let plies = record.opening.len() + record.moves.len();
        let game = self.game.insert(params![
            tournament,
            whole(record.number),
            record.round,
            whole(record.group),
            record.game,
            record.position,
            plies as i64,
            record.result(),
            record.reason.name(),
            record.detail,
            record.seconds,
        ])?;
        for seat in 0..header.seats.len() {
            self.add_seat(game, seat, header, players, record)?;
        }
        for (index, text) in record.opening.iter().enumerate() {
            self.bare.execute(params![game, index as i64 + 1, true, text])?;
        }
        for (index, text) in record.moves.iter().enumerate() {
            let ply = (record.opening.len() + index) as i64 + 1;
            match record.log.get(index) {
                Some(log) => self.add_logged(game, ply, text, log)?,
                None => {
                    self.bare.execute(params![game, ply, false, text])?;
                }
            }
        }
        Ok(plies as u64)
    }

    fn add_seat(
        &mut self,
        game: i64,
        seat: usize,
        header: &RecordHeader,
        players: &[i64],
        record: &GameRecord,
    ) -> Result<()> {
        let payoff = record.payoffs[seat];
        let better = record.payoffs.iter().filter(|other| **other > payoff).count();
        let alike = record.payoffs.iter().filter(|other| **other == payoff).count();
        let share = if better == 0 { 1.0 / alike.max(1) as f64 } else { 0.0 };
        let fault = record.faults.iter().find(|fault| fault.seat == seat + 1);
        self.seat.execute(params![
            game,
            seat as i64 + 1,
            header.seats[seat],
            players[record.players[seat]],
            record.seeds[seat].to_string(),
            payoff,
            record.scores.as_ref().map(|scores| scores[seat]),
            better as i64 + 1,
            share,
            fault.map(|fault| fault.reason.name()),
            fault.map(|fault| record.opening.len().saturating_add(fault.ply) as i64),
            fault.map(|fault| &fault.detail),
        ])?;
        Ok(())
    }

    fn add_logged(&mut self, game: i64, ply: i64, text: &str, log: &MoveLog) -> Result<()> {
        let (best, made) = log.truth.map(|truth| (truth.best, truth.made)).unzip();
        self.logged.execute(params![
            game,
            ply,
            text,
            log.seat as i64,
            log.seconds,
            whole(log.nodes),
            log.depth,
            whole(log.simulations),
            (!log.levels.is_empty()).then(|| json!(log.levels).to_string()),
            log.score.map(|score| score.to_string()),
            log.score.map(number),
            best.map(Value::name),
            best.and_then(Value::remoteness),
            made.map(Value::name),
            made.and_then(Value::remoteness),
        ])?;
        Ok(())
    }
}

/// SQLite's numbers have a sign; nothing that is counted comes near the end of them.
fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A score that can be compared: proven wins beyond all points, sooner ones higher.
fn number(score: Score) -> f64 {
    const PROVEN: f64 = 1_000_000.0;
    match score {
        Score::Points(points) => f64::from(points),
        Score::Average(average) => average,
        Score::Draw => 0.0,
        Score::WinIn(plies) => PROVEN - f64::from(plies),
        Score::LossIn(plies) => f64::from(plies) - PROVEN,
    }
}
