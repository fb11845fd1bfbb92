//! A grade as one page that needs nothing else.

use bellwether_arena::record::Reason;
use bellwether_report::{
    Agreement, Axis, Block, Cell, Estimate, Ratings, Report, Section, Table, html, percent,
};
use bellwether_solve::Value;

use super::accuracy::{Accuracy, Judged, PHASES, Worth};
use super::games::Games;
use super::legality::Legality;
use super::own::{Board, Offence};
use super::protocol::{Check, Outcome};
use super::text::{
    CUT, SHOWN, blunder_line, duration, judged_by, kept_words, more, offence_line, thrown,
};
use super::verdict::Grade;

/// The page.
pub(super) fn write(grade: &Grade) -> String {
    let subject = &grade.subject;
    let mut sections = vec![protocol(grade)];
    sections.extend(grade.legality.as_ref().map(legality));
    if let Some(games) = &grade.games {
        sections.push(played(games));
        sections.push(timing(grade, games));
    }
    match &grade.accuracy {
        Some(Ok(accuracy)) => sections.extend(accurate(accuracy)),
        Some(Err(why)) => {
            sections.push(Section::new("Accuracy", vec![Block::Text(why.clone())]));
        }
        None => {}
    }
    html::render(&Report {
        title: format!("{} plays {}", subject.name, subject.game.info().title),
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
    let row = |check: &Check| {
        let (agreement, word) = match check.outcome {
            Outcome::Passed => (Agreement::Agrees, "passed"),
            Outcome::Failed => (Agreement::Differs, "failed"),
            Outcome::Untried => (Agreement::NotComparable, "not tried"),
        };
        vec![
            Cell::text(check.name),
            Cell::Verdict(agreement, word.to_owned()),
            Cell::text(&check.detail),
        ]
    };
    let subject = &grade.subject;
    let words = format!(
        "The game is {}, the protocol {}, and a move may take {} s.",
        subject.game.spec(),
        subject.protocol.name(),
        subject.seconds
    );
    let table = Table::new(&["check", "", "what to do"], grade.checks.iter().map(row).collect());
    Section::new("Protocol", vec![Block::Text(words), Block::Table(table)])
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
        words.push_str(&format!(" That is fewer than {}: {why}.", legality.wanted));
    }
    let mut blocks = vec![Block::Text(words)];
    blocks.extend(offences(&legality.offences));
    Section::new("Legality", blocks)
}

fn offences(offences: &[Offence]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for offence in offences.iter().take(SHOWN) {
        blocks.push(Block::Heading(offence_line(offence)));
        blocks.extend(offence.board.as_ref().map(position));
    }
    if offences.len() > SHOWN {
        let summary = format!("{} more", offences.len() - SHOWN);
        blocks.push(Block::Details { summary, blocks: vec![Block::List(more(offences))] });
    }
    blocks
}

fn position(board: &Board) -> Block {
    Block::Board {
        picture: board.picture.clone(),
        drawn: board.drawn.clone(),
        caption: format!("{} to move in {}", board.mover, board.position),
    }
}

fn played(games: &Games) -> Section {
    let names = games.header.names();
    let is_duel = games.header.seats.len() == 2;
    let mut blocks = Vec::new();
    if let Some(standing) = games.standing() {
        let met = standing.against.iter().enumerate().filter(|(_, tally)| tally.games() > 0);
        let rows = met.map(|(rival, tally)| {
            vec![
                Cell::text(&names[rival]),
                Cell::Number(tally.wins),
                Cell::Number(tally.losses),
                Cell::Number(tally.draws),
                Cell::measure(format!("{:.1} %", 100.0 * tally.score())),
            ]
        });
        let head = if is_duel {
            ["against", "won", "lost", "drawn", "score"]
        } else {
            ["against", "ahead", "behind", "level", "score"]
        };
        blocks.push(Block::Table(Table::new(&head, rows.collect())));
        if let Some(mean) = standing.mean_points.filter(|_| !is_duel) {
            let words = format!("{:.2} points a game: 5, 3, 2 and 1 for the places.", mean.value);
            blocks.push(Block::Text(words));
        }
    }
    blocks.extend(offences(&games.offences));
    let rows = games.standings.players.iter().map(|standing| {
        let interval = standing.rating.interval();
        let name = names[standing.player].clone();
        (name, Estimate::within(standing.rating.value.round(), interval.low, interval.high))
    });
    blocks.push(Block::Ratings(Ratings {
        title: "Rating among these players, with 95 % intervals".to_owned(),
        axis: Axis::number("rating, mean 0"),
        rows: rows.collect(),
    }));
    Section::new("Games", blocks)
}

fn timing(grade: &Grade, games: &Games) -> Section {
    let timing = &games.timing;
    let seconds = |seconds: f64| Cell::measure(duration(seconds));
    let mut row = vec![
        Cell::Number(timing.moves as u64),
        seconds(timing.median),
        seconds(timing.p95),
        seconds(timing.longest),
        seconds(grade.subject.seconds),
        Cell::Number(grade.count(Reason::Timeout) as u64),
    ];
    let mut head = vec!["moves", "median", "95th percentile", "longest", "limit", "late"];
    if let Some(longest) = timing.longest_first {
        head.push("longest first, with its start");
        row.push(seconds(longest));
    }
    Section::new("Timing", vec![Block::Table(Table::new(&head, vec![row]))])
}

fn accurate(accuracy: &Accuracy) -> Vec<Section> {
    let kept = accuracy.kept();
    let row = |name: &str, kept: super::accuracy::Kept| {
        vec![
            Cell::text(name),
            Cell::Number(kept.judged),
            Cell::Number(kept.kept),
            Cell::measure(percent(kept.kept, kept.judged)),
        ]
    };
    let mut rows: Vec<Vec<Cell>> =
        PHASES.iter().zip(accuracy.by_phase()).map(|(name, kept)| row(name, kept)).collect();
    rows.push(row("all", kept));
    let words = format!(
        "Judged {}. A move is kept if it {}. For the phases {CUT}.",
        judged_by(accuracy),
        kept_words(accuracy)
    );
    let table = Table::new(&["phase", "moves", "kept", "share"], rows);
    let mut blocks =
        vec![Block::Text(words), Block::Table(table), Block::Text(thrown(accuracy) + ".")];
    let head = ["game", "ply", "move", "had", "has left", "best"];
    let moves = Table::new(&head, accuracy.moves.iter().map(made).collect());
    let summary = format!("All {} moves", accuracy.moves.len());
    blocks.push(Block::Details { summary, blocks: vec![Block::Table(moves)] });
    let mut sections = vec![Section::new("Accuracy", blocks)];
    if !accuracy.blunders.is_empty() {
        let blunders = accuracy
            .blunders
            .iter()
            .flat_map(|blunder| [Block::Heading(blunder_line(blunder)), position(&blunder.board)]);
        sections.push(Section::new("Worst moves", blunders.collect()));
    }
    sections
}

fn made(judged: &Judged) -> Vec<Cell> {
    vec![
        Cell::Number(judged.number),
        Cell::Number(judged.ply as u64),
        Cell::text(&judged.moved),
        worth(judged.best),
        worth(judged.made),
        judged.better.as_deref().map_or(Cell::Empty, Cell::text),
    ]
}

fn worth(worth: Worth) -> Cell {
    let plies = worth.remoteness().and_then(|plies| u16::try_from(plies).ok()).unwrap_or(u16::MAX);
    let value = match worth.name() {
        "win" => Value::Win(plies),
        "lose" => Value::Lose(plies),
        "draw" => Value::Draw,
        _ => return Cell::Text(worth.to_string()),
    };
    Cell::Value(value, value.to_string())
}
