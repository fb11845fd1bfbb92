//! A grade as a report: one content for the text and for the page.

use std::collections::BTreeMap;

use bellwether_arena::bots::player::GRACE;
use bellwether_arena::record::Reason;
use bellwether_core::{Score, Value};
use bellwether_report::{
    Agreement, Axis, Bar, BarPlot, Estimate, Report, ReportBlock, Section, TableCell, TextTable,
    counted, percent, printable, score_text,
};

use super::accuracy::{Accuracy, Blunder, EvaluationSource, GradedMove, KeptCount, PHASES};
use super::bot_games::{FoundFault, GradeBoard};
use super::games::GauntletResult;
use super::legality::Legality;
use super::protocol::ProtocolCheck;
use super::verdict::Grade;

/// Offences that are shown with their boards.
const SHOWN: usize = 3;

/// Everything but the verdict.
pub(super) fn build(grade: &Grade) -> Report {
    let bot = &grade.bot;
    let mut sections = vec![protocol(grade)];
    sections.extend(grade.legality.as_ref().map(legality));
    if let Some(games) = &grade.games {
        sections.push(played(games));
        sections.push(timing(grade, games));
    }
    match &grade.accuracy {
        Some(Ok(accuracy)) => sections.extend(accurate(accuracy)),
        Some(Err(why)) => {
            sections.push(Section::new("Accuracy", vec![ReportBlock::Text(why.clone())]));
        }
        None => {}
    }
    if let Some(record) = &grade.record {
        let mut blocks = vec![ReportBlock::Text(record.display().to_string())];
        if let Some(command) = grade.resume() {
            let words = "This command plays the remaining games:".to_owned();
            blocks.extend([ReportBlock::Text(words), ReportBlock::Command(command)]);
        }
        sections.push(Section::new("Record", blocks));
    }
    let title = format!("{} plays {}", bot.name, bot.game.card().title);
    Report { title, lead: sentence(&grade.verdict()), sections }
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn protocol(grade: &Grade) -> Section {
    let row = |check: &ProtocolCheck| {
        let (agreement, word) = match check.passed {
            Some(true) => (Agreement::Agrees, "passed"),
            Some(false) => (Agreement::Differs, "failed"),
            None => (Agreement::NotComparable, "not tried"),
        };
        vec![
            TableCell::text(check.name),
            TableCell::Verdict(agreement, word.to_owned()),
            TableCell::text(&check.detail),
        ]
    };
    let bot = &grade.bot;
    let words = format!("The game is {}; a move may take {} s.", bot.game.spec(), bot.seconds);
    let table =
        TextTable::new(&["check", "", "what to do"], grade.checks.iter().map(row).collect());
    let mut blocks = vec![ReportBlock::Text(words), ReportBlock::Table(table)];
    for check in grade.checks.iter().filter(|check| !check.log.is_empty()) {
        blocks.extend(stderr(&check.log));
    }
    if grade.legality.is_none() {
        let words = "No games were played: fix the failed checks first.".to_owned();
        blocks.push(ReportBlock::Text(words));
    }
    Section::new(&format!("Protocol ({})", bot.protocol.name()), blocks)
}

/// What the bot wrote to its standard error.
fn stderr(log: &str) -> [ReportBlock; 2] {
    let heading = "What it wrote to standard error".to_owned();
    let lines: Vec<String> = log.lines().map(printable).collect();
    [ReportBlock::Heading(heading), ReportBlock::Command(lines.join("\n"))]
}

fn legality(legality: &Legality) -> Section {
    let mut words = format!(
        "Asked in {} positions of random games, in every seat: {}.",
        legality.asked,
        match legality.offences.len() {
            0 => "no offence".to_owned(),
            count => counted(count as u64, "offence"),
        }
    );
    if let Some(why) = legality.cut {
        words.push_str(&format!(" That is fewer than {}: {why}.", legality.planned));
    }
    let mut blocks = vec![ReportBlock::Text(words)];
    blocks.extend(offences(&legality.offences));
    Section::new("Legality", blocks)
}

fn offences(offences: &[FoundFault]) -> Vec<ReportBlock> {
    let mut blocks = Vec::new();
    for offence in offences.iter().take(SHOWN) {
        let FoundFault { reason, ply, detail, .. } = offence;
        blocks.push(ReportBlock::Heading(format!("{reason} at ply {ply}: {detail}")));
        blocks.extend(offence.board.as_ref().map(position));
        if !offence.log.is_empty() {
            blocks.extend(stderr(&offence.log));
        }
    }
    if offences.len() > SHOWN {
        let heading = format!("{} more", offences.len() - SHOWN);
        blocks.extend([ReportBlock::Heading(heading), ReportBlock::List(more(offences))]);
    }
    blocks
}

/// The offences that are not shown with their boards, alike ones together.
fn more(offences: &[FoundFault]) -> Vec<String> {
    let mut counts: BTreeMap<(Reason, &str), usize> = BTreeMap::new();
    for offence in offences.iter().skip(SHOWN) {
        *counts.entry((offence.reason, &offence.detail)).or_default() += 1;
    }
    let line = |((reason, detail), count): ((Reason, &str), usize)| match count {
        1 => format!("{reason}: {detail}"),
        _ => format!("{count} × {reason}: {detail}"),
    };
    counts.into_iter().map(line).collect()
}

fn position(board: &GradeBoard) -> ReportBlock {
    ReportBlock::Board {
        picture: board.picture.clone(),
        drawn: board.drawn.clone(),
        caption: format!("{} to move in {}", board.mover, board.position),
    }
}

fn played(games: &GauntletResult) -> Section {
    let names = games.header.names();
    let is_duel = games.header.seats.len() == 2;
    if games.records.is_empty() {
        return Section::new("Games", vec![ReportBlock::Text("None was finished.".to_owned())]);
    }
    let mut blocks = Vec::new();
    if let Some(standing) = games.standing() {
        let met = standing.against.iter().enumerate().filter(|(_, tally)| tally.games() > 0);
        let rows = met.map(|(rival, tally)| {
            vec![
                TableCell::text(&names[rival]),
                TableCell::Number(tally.wins),
                TableCell::Number(tally.losses),
                TableCell::Number(tally.draws),
                TableCell::measure(format!("{:.1} %", 100.0 * tally.score())),
            ]
        });
        let head = if is_duel {
            ["against", "won", "lost", "drawn", "score"]
        } else {
            ["against", "ahead", "behind", "level", "score"]
        };
        blocks.push(ReportBlock::Table(TextTable::new(&head, rows.collect())));
        if let Some(mean) = standing.mean_points.filter(|_| !is_duel) {
            let words = format!("{:.2} points a game: 5, 3, 2 and 1 for the places.", mean.value);
            blocks.push(ReportBlock::Text(words));
        }
    }
    if games.resignations > 0 {
        blocks.push(ReportBlock::Text(format!("It resigned {} times.", games.resignations)));
    }
    blocks.extend(offences(&games.offences));
    let rows = games.standings.players.iter().map(|standing| {
        let interval = standing.rating.interval();
        let rating = standing.rating.value.round();
        Bar::new(&names[standing.player], Estimate::within(rating, interval.low, interval.high))
    });
    blocks.push(ReportBlock::Ratings(BarPlot {
        title: "Rating among these players, with 95 % intervals".to_owned(),
        axis: Axis::number("rating, mean 0"),
        rows: rows.collect(),
        mark: None,
    }));
    Section::new("Games", blocks)
}

fn timing(grade: &Grade, games: &GauntletResult) -> Section {
    let timing = &games.timing;
    let seconds = |seconds: f64| TableCell::measure(duration(seconds));
    let mut row = vec![
        TableCell::Number(timing.moves as u64),
        seconds(timing.median),
        seconds(timing.p95),
        seconds(timing.longest),
        seconds(grade.bot.seconds),
        TableCell::Number(grade.count(Reason::Timeout) as u64),
    ];
    let mut head = vec!["moves", "median", "95th percentile", "longest", "limit", "late"];
    if let Some(longest) = timing.longest_first {
        head.extend(["longest first, with its start", "its limit"]);
        row.extend([seconds(longest), seconds(grade.bot.seconds + GRACE.as_secs_f64())]);
    }
    Section::new("Timing", vec![ReportBlock::Table(TextTable::new(&head, vec![row]))])
}

/// A time in the unit that suits it: quick bots answer in microseconds, others think for seconds.
fn duration(seconds: f64) -> String {
    match seconds {
        0.999_5.. => format!("{seconds:.2} s"),
        0.099_95.. => format!("{:.0} ms", seconds * 1e3),
        0.000_999_5.. => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{:.0} µs", seconds * 1e6),
    }
}

fn accurate(accuracy: &Accuracy) -> Vec<Section> {
    let kept = accuracy.kept();
    let row = |name: &str, kept: KeptCount| {
        vec![
            TableCell::text(name),
            TableCell::Number(kept.graded),
            TableCell::Number(kept.kept),
            TableCell::measure(percent(kept.kept, kept.graded)),
        ]
    };
    let mut rows: Vec<Vec<TableCell>> =
        PHASES.iter().zip(accuracy.by_phase()).map(|(name, kept)| row(name, kept)).collect();
    rows.push(row("all", kept));
    let ((wins, had_wins), (draws, had_draws)) = (accuracy.thrown(2), accuracy.thrown(1));
    let (by, is_kept, thrown) = match &accuracy.source {
        EvaluationSource::Opinion { agent, remark } => (
            format!("{agent}: an opinion, not the truth ({remark})"),
            "neither let a proven win go nor walked into a proven loss",
            format!(
                "{wins} of {had_wins} proven wins; {draws} of {had_draws} open positions were lost by force"
            ),
        ),
        exact => {
            let is_table = *exact == EvaluationSource::Table;
            let by = if is_table { "the solved table" } else { "the game solved now" };
            let thrown = format!("{wins} of {had_wins} wins, {draws} of {had_draws} draws");
            (format!("{by}: the truth"), "kept the result", thrown)
        }
    };
    let words = format!(
        "Evaluated by {by}. A move is kept if it {is_kept}. For the phases each game is cut into thirds by its number \
         of moves."
    );
    let table = TextTable::new(&["phase", "moves", "kept", "share"], rows);
    let mut blocks = vec![
        ReportBlock::Text(words),
        ReportBlock::Table(table),
        ReportBlock::Text(format!("Thrown away: {thrown}.")),
    ];
    let head = ["game", "ply", "move", "had", "has left", "best"];
    let moves = TextTable::new(&head, accuracy.moves.iter().map(made).collect());
    let summary = format!("All {} moves", accuracy.moves.len());
    blocks.push(ReportBlock::Details { summary, blocks: vec![ReportBlock::Table(moves)] });
    let mut sections = vec![Section::new("Accuracy", blocks)];
    if !accuracy.blunders.is_empty() {
        let blunders = accuracy.blunders.iter().flat_map(|blunder| {
            [ReportBlock::Heading(blunder_line(blunder)), position(&blunder.board)]
        });
        sections.push(Section::new("Worst moves", blunders.collect()));
    }
    sections
}

fn made(graded: &GradedMove) -> Vec<TableCell> {
    vec![
        TableCell::Number(graded.number),
        TableCell::Number(graded.ply as u64),
        TableCell::text(&graded.moved),
        score_cell(graded.best),
        score_cell(graded.made),
        graded.better.as_deref().map_or(TableCell::Empty, TableCell::text),
    ]
}

fn score_cell(score: Score) -> TableCell {
    let plies = |plies| u16::try_from(plies).unwrap_or(u16::MAX);
    let value = match score {
        Score::WinIn(n) => Value::Win(plies(n)),
        Score::LossIn(n) => Value::Lose(plies(n)),
        Score::Draw => Value::Draw,
        Score::Points(_) | Score::Average(_) => return TableCell::text(&score.to_string()),
    };
    TableCell::Value(value, String::new())
}

/// What was played and what was better.
fn blunder_line(blunder: &Blunder) -> String {
    let graded = &blunder.graded;
    let better = graded.better.as_deref().unwrap_or("another move");
    let (made, best) = (score_text(graded.made), score_text(graded.best));
    let (number, ply, moved) = (graded.number, graded.ply, &graded.moved);
    format!("game {number}, ply {ply}: {moved} ({made}), better {better} ({best})")
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn times_have_a_unit_that_suits_them() {
        let cases = [
            (0.0, "0 µs"),
            (0.000_012_3, "12 µs"),
            (0.000_999_9, "1.0 ms"),
            (0.012_34, "12.3 ms"),
            (0.099_99, "100 ms"),
            (0.345_6, "346 ms"),
            (0.999_9, "1.00 s"),
            (9.0, "9.00 s"),
        ];
        for (seconds, text) in cases {
            assert_eq!(duration(seconds), text);
        }
    }
}
