//! The text of a ply of a recorded game: the board, the move and its search data, the moves around it.

use std::fmt::Write;

use bellwether_arena::record::{GameRecord, MoveLog, MoveTruth, RecordHeader, SeatOutput};
use bellwether_catalog::Replay;
use bellwether_core::Seat;
use bellwether_report::{printable, score_text, value_text};

use crate::board;

/// The game's number, its name, and its players.
pub(super) fn heading(header: &RecordHeader, line: &Replay) -> String {
    let record = &line.record;
    let game = printable(&record.game);
    let mut text = format!("game {}, round {}: {game}\n", record.number, record.round);
    let width = header.seats.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (seat, player) in header.seats.iter().zip(&record.players) {
        let player = &header.players[*player];
        let _ = write!(text, "  {:<width$}  {}", printable(seat), printable(&player.name));
        if player.agent != player.name {
            let _ = write!(text, " ({})", printable(&player.agent));
        }
        text.push('\n');
    }
    text
}

/// One ply: what was moved, the board, and what comes next.
pub(super) fn ply(
    header: &RecordHeader,
    line: &Replay,
    ply: usize,
    viewer: Option<Seat>,
) -> String {
    let game = line.game.as_ref();
    let position = line.at(ply);
    let mut text = move_line(line, ply, viewer);
    let marked = line.move_to(ply).map(|played| played.squares.as_slice()).unwrap_or_default();
    text.push_str(&board::draw(game, &position.picture(viewer), marked));
    text.push_str(&board::score_lines(game, position));
    if ply == line.ply() {
        text.push_str(&ending(header, &line.record));
        for output in line.stderr(viewer) {
            text.push_str(&stderr(header, output));
        }
    } else {
        let _ = writeln!(text, "{}", board::status_line(game, position));
    }
    text
}

/// `ply 3: White a3a4  +12, depth 4, …`.
fn move_line(line: &Replay, ply: usize, viewer: Option<Seat>) -> String {
    let Some((played, moved)) = line.move_to(ply).zip(line.move_text(ply, viewer)) else {
        return "ply 0: the start\n".to_owned();
    };
    let mut text = format!("ply {ply}: {} {moved}", line.game.seat_name(played.mover));
    if line.is_opening(ply) {
        text.push_str("  (opening)");
    } else if let Some(log) = line.log(ply, viewer) {
        let _ = write!(text, "  {}", seen(log));
    }
    text.push('\n');
    text
}

/// The mover's search data, and the table's value.
fn seen(log: &MoveLog) -> String {
    let mut parts = Vec::new();
    if let Some(score) = log.score {
        parts.push(score_text(score));
    }
    for (count, name) in
        [(u64::from(log.depth), "depth"), (log.nodes, "nodes"), (log.simulations, "simulations")]
    {
        if count > 0 {
            parts.push(format!("{name} {count}"));
        }
    }
    parts.push(format!("{:.3} s", log.seconds));
    let mut text = parts.join(", ");
    if let Some(truth) = log.truth {
        let _ = write!(text, "; truth {}", truth_text(truth));
    }
    text
}

fn truth_text(truth: MoveTruth) -> String {
    let best = value_text(truth.best);
    if truth.best == truth.made { best } else { format!("{best} → {}", value_text(truth.made)) }
}

/// The result, why it came about, and whose fault it was.
fn ending(header: &RecordHeader, record: &GameRecord) -> String {
    let mut text = format!("{}, {}", result(header, record), record.reason);
    if !record.detail.is_empty() {
        let _ = write!(text, ": {}", printable(&record.detail));
    }
    text.push('\n');
    for fault in &record.faults {
        let seat = fault.seat.checked_sub(1).and_then(|seat| header.seats.get(seat));
        let seat = printable(seat.map_or("somebody", String::as_str));
        let detail = printable(&fault.detail);
        let cost = if fault.lost_turn { " (it lost the turn)" } else { "" };
        let (reason, ply) = (fault.reason, fault.ply);
        let _ = writeln!(text, "{seat}: {reason} after {ply} moves: {detail}{cost}");
    }
    text
}

/// What a bot wrote to its standard error, line by line.
fn stderr(header: &RecordHeader, output: &SeatOutput) -> String {
    let seat = output.seat.checked_sub(1).and_then(|seat| header.seats.get(seat));
    let seat = printable(seat.map_or("somebody", String::as_str));
    let mut text = format!("{seat} wrote to standard error:\n");
    for line in output.text.lines() {
        let _ = writeln!(text, "  {}", printable(line));
    }
    text
}

fn result(header: &RecordHeader, record: &GameRecord) -> String {
    if record.payoffs.len() == 2 {
        return record.result();
    }
    let seats = header.seats.iter().zip(&record.payoffs);
    seats
        .map(|(seat, payoff)| format!("{}: {payoff}", printable(seat)))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The moves around a ply, which stands in brackets, in at most `width` columns.
pub(super) fn moves_around(
    line: &Replay,
    ply: usize,
    viewer: Option<Seat>,
    width: usize,
) -> String {
    let word = |at: usize| {
        let text = line.move_text(at, viewer).unwrap_or("start");
        if at == ply { format!("[{text}]") } else { format!(" {text} ") }
    };
    let (mut first, mut last) = (ply, ply);
    let mut text = word(ply);
    loop {
        let mut grew = false;
        if first > 0 && fits(&text, &word(first - 1), width) {
            first -= 1;
            text = word(first) + &text;
            grew = true;
        }
        if last < line.ply() && fits(&text, &word(last + 1), width) {
            last += 1;
            text += &word(last);
            grew = true;
        }
        if !grew {
            break;
        }
    }
    let before = if first > 0 { "…" } else { "" };
    let after = if last < line.ply() { "…" } else { "" };
    format!("{before}{text}{after}\n")
}

fn fits(text: &str, word: &str, width: usize) -> bool {
    text.chars().count() + word.chars().count() + 2 <= width
}
