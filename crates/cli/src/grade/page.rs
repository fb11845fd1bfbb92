//! A grade as one page that needs nothing else.

use bellwether_arena::record::Reason;
use bellwether_core::Value;
use bellwether_report::{
    Agreement, Axis, DotPlot, Estimate, Report, ReportBlock, Section, TableCell, TextTable, html,
    percent,
};

use super::accuracy::{Accuracy, EvaluatedAs, GradedMove, PHASES};
use super::bot_games::{FoundFault, GradeBoard};
use super::games::GauntletResult;
use super::legality::Legality;
use super::protocol::{CheckOutcome, ProtocolCheck};
use super::text::{
    CUT, SHOWN, blunder_line, duration, kept_text, more, offence_line, source_text, thrown,
};
use super::verdict::Grade;

/// The page.
pub(super) fn write(grade: &Grade) -> String {
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
    html::render(&Report {
        title: format!("{} plays {}", bot.name, bot.game.card().title),
        lead: lead(grade),
        sections,
    })
}

fn lead(grade: &Grade) -> String {
    let verdict = grade.verdict();
    let mut letters = verdict.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn protocol(grade: &Grade) -> Section {
    let row = |check: &ProtocolCheck| {
        let (agreement, word) = match check.outcome {
            CheckOutcome::Passed => (Agreement::Agrees, "passed"),
            CheckOutcome::Failed => (Agreement::Differs, "failed"),
            CheckOutcome::Untried => (Agreement::NotComparable, "not tried"),
        };
        vec![
            TableCell::text(check.name),
            TableCell::Verdict(agreement, word.to_owned()),
            TableCell::text(&check.detail),
        ]
    };
    let bot = &grade.bot;
    let words = format!(
        "The game is {}, the protocol {}, and a move may take {} s.",
        bot.game.spec(),
        bot.protocol.name(),
        bot.seconds
    );
    let table =
        TextTable::new(&["check", "", "what to do"], grade.checks.iter().map(row).collect());
    Section::new("Protocol", vec![ReportBlock::Text(words), ReportBlock::Table(table)])
}

fn legality(legality: &Legality) -> Section {
    let mut words = format!(
        "Asked in {} positions of random games, in every seat: {}.",
        legality.asked,
        match legality.offences.len() {
            0 => "no offence".to_owned(),
            1 => "1 offence".to_owned(),
            count => format!("{count} offences"),
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
        blocks.push(ReportBlock::Heading(offence_line(offence)));
        blocks.extend(offence.board.as_ref().map(position));
    }
    if offences.len() > SHOWN {
        let summary = format!("{} more", offences.len() - SHOWN);
        blocks.push(ReportBlock::Details {
            summary,
            blocks: vec![ReportBlock::List(more(offences))],
        });
    }
    blocks
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
    blocks.extend(offences(&games.offences));
    let rows = games.standings.players.iter().map(|standing| {
        let interval = standing.rating.interval();
        let name = names[standing.player].clone();
        (name, Estimate::within(standing.rating.value.round(), interval.low, interval.high))
    });
    blocks.push(ReportBlock::Ratings(DotPlot {
        title: "Rating among these players, with 95 % intervals".to_owned(),
        axis: Axis::number("rating, mean 0"),
        rows: rows.collect(),
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
        head.push("longest first, with its start");
        row.push(seconds(longest));
    }
    Section::new("Timing", vec![ReportBlock::Table(TextTable::new(&head, vec![row]))])
}

fn accurate(accuracy: &Accuracy) -> Vec<Section> {
    let kept = accuracy.kept();
    let row = |name: &str, kept: super::accuracy::KeptCount| {
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
    let words = format!(
        "Evaluated {}. A move is kept if it {}. For the phases {CUT}.",
        source_text(accuracy),
        kept_text(accuracy)
    );
    let table = TextTable::new(&["phase", "moves", "kept", "share"], rows);
    let mut blocks = vec![
        ReportBlock::Text(words),
        ReportBlock::Table(table),
        ReportBlock::Text(thrown(accuracy) + "."),
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
        value_cell(graded.best),
        value_cell(graded.made),
        graded.better.as_deref().map_or(TableCell::Empty, TableCell::text),
    ]
}

fn value_cell(value: EvaluatedAs) -> TableCell {
    let plies = value.remoteness().and_then(|plies| u16::try_from(plies).ok()).unwrap_or(u16::MAX);
    let value = match value.name() {
        "win" => Value::Win(plies),
        "lose" => Value::Lose(plies),
        "draw" => Value::Draw,
        _ => return TableCell::Text(value.to_string()),
    };
    TableCell::Value(value, value.to_string())
}
