//! The section that answers "what if the number of pieces changes?".

use std::sync::atomic::AtomicBool;

use bellwether_core::{Error, Seat};
use bellwether_report::{ReportBlock, TableCell, TextTable};

use super::ReportSource;
use super::content::verb;
use super::fairest::{Fairest, WolvesGroup, board_size, runs};
use bellwether_catalog::solver;

pub(super) fn blocks(source: &ReportSource<'_>) -> Result<Vec<ReportBlock>, Error> {
    if board_size(source.game).is_some() { natural_starts(source) } else { sizes(source) }
}

/// Games with a size: the start of every size that has a table, or is solved in a moment.
fn sizes(source: &ReportSource<'_>) -> Result<Vec<ReportBlock>, Error> {
    let mut rows = Vec::new();
    for size in source.game.other_sizes() {
        let game = source.game.catalog().game(&size.game)?;
        let answer = match solver(game.as_ref())?.find(source.folder, &AtomicBool::new(false))? {
            Some(oracle) => oracle.answer(game.start().as_ref())?,
            None => None,
        };
        let value = source.value_cell(answer.as_ref(), &size.game);
        rows.push(vec![TableCell::Text(size.name), value]);
    }
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let note = source.game.sizes_note();
    let words = format!("{note} Who wins from the start, in how many plies:");
    let table = TextTable::new(&["board", "value, or what makes its table"], rows);
    Ok(vec![ReportBlock::Text(words), ReportBlock::Table(table)])
}

fn natural_starts(source: &ReportSource<'_>) -> Result<Vec<ReportBlock>, Error> {
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
        blocks.push(ReportBlock::Table(fairest.table(group)));
    }
    if !fairest.missing.is_empty() {
        blocks.push(ReportBlock::Heading("Other numbers of wolves".to_owned()));
        let rows = fairest.missing.iter().map(|missing| {
            let command = format!("bellwether solve {}", missing.game);
            vec![TableCell::Text(missing.wolves.to_string()), TableCell::Code(command)]
        });
        let table = TextTable::new(&["wolves", "what makes the table"], rows.collect());
        blocks.push(ReportBlock::Table(table));
    }
    Ok(blocks)
}

fn summary(source: &ReportSource<'_>, fairest: &Fairest, group: &WolvesGroup) -> String {
    let all = group.outcomes().count();
    let fair = group.fair().count();
    let won = [Seat::FIRST, Seat::SECOND].map(|seat| {
        let side = source.game.seat_name(seat);
        let count = group.outcomes().filter(|(_, one)| fairest.winner(one) == Some(&side)).count();
        let (phrase, wins) = (source.game.seat_phrase(seat), verb(source.game, seat, "win"));
        format!("{phrase} {wins} {count}")
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
