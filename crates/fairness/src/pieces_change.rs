//! The section that answers "what if the number of pieces changes?".

use std::sync::atomic::AtomicBool;

use bellwether_core::{ParseError, Seat};
use bellwether_report::{ReportBlock, TableCell, TextTable};

use super::ReportSource;
use super::content::verb;
use super::fairest::{Fairest, StartValue, WolvesGroup, board_size, runs};
use bellwether_catalog::{SMALL, solver};

pub(super) fn blocks(source: &ReportSource<'_>) -> Result<Vec<ReportBlock>, ParseError> {
    if board_size(source.game).is_some() { natural_starts(source) } else { sizes(source) }
}

/// Games with a size: the start of every size that has a table, or is solved in a moment.
fn sizes(source: &ReportSource<'_>) -> Result<Vec<ReportBlock>, ParseError> {
    let mut rows = Vec::new();
    for size in source.game.other_sizes() {
        let game = source.game.catalog().game(&size.game)?;
        let solver = solver(game.as_ref())?;
        let found =
            solver.open(source.folder).map_err(|error| ParseError::new(error.to_string()))?;
        let oracle = match found {
            Some(oracle) => Some(oracle),
            None => solver.solve_here(SMALL, &AtomicBool::new(false)).ok().flatten(),
        };
        let answer = match oracle {
            Some(oracle) => oracle.answer(game.start().as_ref())?,
            None => None,
        };
        let value = match answer {
            Some(answer) => {
                TableCell::Value(answer.value, source.outcome(answer.mover, answer.value))
            }
            None => TableCell::Code(format!("bellwether solve {}", size.game)),
        };
        rows.push(vec![TableCell::Text(size.name), value]);
    }
    let words = "The number of sheep grows with the board: half as many as it has files. Who wins from the start, \
                 in how many plies:";
    let head = ["board", "value, or what makes its table"].map(str::to_owned).into();
    Ok(vec![ReportBlock::Text(words.to_owned()), ReportBlock::Table(TextTable { head, rows })])
}

fn natural_starts(source: &ReportSource<'_>) -> Result<Vec<ReportBlock>, ParseError> {
    let fairest = Fairest::find(source.game, source.folder)?;
    let mut blocks = vec![ReportBlock::Text(
        "Natural starts: the sheep fill the board from the far rank, a rank that is not full from its middle; the \
         wolves stand on rank 1. Either side may move first: ▲ it wins, ◆ nobody does, ▼ it loses, in so \
         many plies."
            .to_owned(),
    )];
    for group in &fairest.groups {
        blocks.push(ReportBlock::Heading(group.title()));
        blocks.push(ReportBlock::Text(summary(source, &fairest, group)));
        blocks.extend(by_sheep(source, &fairest, group).into_iter().map(ReportBlock::Text));
        blocks.push(ReportBlock::Table(table(source, &fairest, group)));
    }
    if !fairest.missing.is_empty() {
        blocks.push(ReportBlock::Heading("Other numbers of wolves".to_owned()));
        let rows = fairest.missing.iter().map(|missing| {
            let command = format!("bellwether solve {}", missing.game);
            vec![TableCell::Text(missing.wolves.to_string()), TableCell::Code(command)]
        });
        let head = ["wolves", "what makes the table"].map(str::to_owned).into();
        blocks.push(ReportBlock::Table(TextTable { head, rows: rows.collect() }));
    }
    Ok(blocks)
}

fn summary(source: &ReportSource<'_>, fairest: &Fairest, group: &WolvesGroup) -> String {
    let all = group.outcomes().count();
    let fair = group.fair().count();
    let won = [Seat::FIRST, Seat::SECOND].map(|seat| {
        let side = source.game.seat_name(seat);
        let count = group.outcomes().filter(|(_, one)| fairest.winner(one) == Some(&side)).count();
        format!("the {side} {} {count}", verb(source.game, seat, "win"))
    });
    let mut words = format!("Of {all} starts {fair} are fair (drawn); {} and {}.", won[0], won[1]);
    if let Some((start, outcome)) = group.closest() {
        let (name, value) = (fairest.name(start, outcome), fairest.outcome_words(outcome));
        let closest = if fair == 0 { "The closest to fair" } else { "The closest of the others" };
        words += &format!(" {closest} is decided last: {name} ({value}).");
    }
    words
}

/// Who wins with how many sheep; one sentence if it matters neither where the wolves stand nor who moves
/// first.
fn by_sheep(source: &ReportSource<'_>, fairest: &Fairest, group: &WolvesGroup) -> Vec<String> {
    let results = |wolves: &str, first: Seat| {
        let starts = group.starts.iter().filter(|start| start.wolves == wolves);
        let numbers = starts.filter_map(|start| {
            let outcome = start.outcomes[first.index()].as_ref()?;
            let result = match fairest.winner(outcome) {
                Some(side) => format!("the {side} win"),
                None => "a draw".to_owned(),
            };
            Some((result, start.sheep))
        });
        let runs = runs(numbers).into_iter();
        runs.map(|(result, sheep)| format!("{result} with {sheep}")).collect::<Vec<_>>().join("; ")
    };
    let mut sentences: Vec<(String, String)> = Vec::new();
    for wolves in group.rows_of_wolves() {
        let [one, two] = [Seat::FIRST, Seat::SECOND].map(|first| results(wolves, first));
        if one == two {
            sentences.push((format!("Wolves on {wolves}, whoever moves first"), one));
            continue;
        }
        for (first, results) in [(Seat::FIRST, one), (Seat::SECOND, two)] {
            let side = source.game.seat_name(first);
            sentences.push((format!("Wolves on {wolves}, {side} first"), results));
        }
    }
    if let [(_, first), rest @ ..] = &*sentences
        && !rest.is_empty()
        && rest.iter().all(|(_, results)| results == first)
    {
        return vec![format!("Wherever the wolves stand and whoever moves first: {first}.")];
    }
    let full = sentences.into_iter().filter(|(_, results)| !results.is_empty());
    full.map(|(start, results)| format!("{start}: {results}.")).collect()
}

fn table(source: &ReportSource<'_>, fairest: &Fairest, group: &WolvesGroup) -> TextTable {
    let cell = |outcome: &Option<StartValue>| match outcome {
        Some(outcome) => TableCell::Value(outcome.value, fairest.outcome_words(outcome)),
        None => TableCell::Text("over already".to_owned()),
    };
    let rows = group.starts.iter().map(|start| {
        let [first, second] = start.outcomes.each_ref().map(cell);
        let sheep = TableCell::Number(start.sheep as u64);
        vec![sheep, TableCell::Text(start.wolves.clone()), first, second]
    });
    let sides = [Seat::FIRST, Seat::SECOND].map(|seat| source.game.seat_name(seat));
    let head = vec![
        "sheep".to_owned(),
        "wolves on".to_owned(),
        format!("{} first", sides[0]),
        format!("{} first", sides[1]),
    ];
    TextTable { head, rows: rows.collect() }
}
