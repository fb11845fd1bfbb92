//! The contents of a report, section by section.

use bellwether_core::numbering::TableIndex;
use bellwether_core::{Error, Seat, Value};
use bellwether_report::{
    Lengths, Report, ReportBlock, ResultShares, Section, TableCell, TextTable, grouped,
};
use bellwether_solve::run::size_text;
use bellwether_solve::table::SideCounts;

use super::{ReportSource, is_endless, longest_line, pieces_change};
use bellwether_catalog::{AnyGame, AnyPosition, TableAnswer, solver};

/// The column of draws, which is left out where there are none.
const DRAWS: usize = 3;
const SEATS: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

pub(super) fn build(source: &ReportSource<'_>) -> Result<Report, Error> {
    let info = source.game.card();
    let mut sections = fairness_sections(source)?;
    sections.extend([
        Section::new("Won, drawn and lost positions", counts(source)),
        Section::new("How long it takes", lengths(source)?),
        Section::new("The longest wins", longest_wins(source)?),
        Section::new("Named starts", named(source)?),
        Section::new("What was solved", solved(source)),
    ]);
    // A game without named starts, say, has nothing to say there.
    sections.retain(|section| !section.blocks.is_empty());
    let positions: u64 = source.table.positions();
    let lead = format!(
        "{}. Solved completely: the value of each of {} positions is known, with the plies to the end when both \
         sides play perfectly.",
        capital(info.summary),
        grouped(positions)
    );
    Ok(Report { title: format!("{}, solved", info.title), lead, sections })
}

/// The two questions that come first; the second only of games that have other numbers of pieces.
pub(super) fn fairness_sections(source: &ReportSource<'_>) -> Result<Vec<Section>, Error> {
    let mut sections = vec![
        Section::new("Is it fair?", fairness(source)?),
        Section::new("What if the number of pieces changes?", pieces_change::blocks(source)?),
    ];
    sections.retain(|section| !section.blocks.is_empty());
    Ok(sections)
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The verb for a seat: "the wolf wins", "the sheep win".
pub(super) fn verb(game: &dyn AnyGame, seat: Seat, verb: &str) -> String {
    if game.is_plural(seat) { verb.to_owned() } else { format!("{verb}s") }
}

/// Who wins a position of this value; none in a draw.
pub(super) fn winner(mover: Seat, value: Value) -> Option<Seat> {
    match value {
        Value::Win(_) => Some(mover),
        Value::Draw => None,
        Value::Lose(_) => Some(mover.other()),
    }
}

impl ReportSource<'_> {
    fn seat(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    /// Who wins in how many plies, without a sign.
    pub(super) fn outcome(&self, mover: Seat, value: Value) -> String {
        match winner(mover, value).zip(value.remoteness()) {
            Some((seat, plies)) => format!("{} in {plies}", self.seat(seat)),
            None => "draw".to_owned(),
        }
    }

    /// Who wins the start of a game, or what makes its table.
    pub(super) fn value_cell(&self, answer: Option<&TableAnswer>, game: &str) -> TableCell {
        match answer {
            Some(answer) => {
                TableCell::Value(answer.value, self.outcome(answer.mover, answer.value))
            }
            None => TableCell::Code(format!("bellwether solve {game}")),
        }
    }

    /// The position drawn, and the best line from it.
    fn position(
        &self,
        position: &dyn AnyPosition,
        value: Value,
        caption: String,
    ) -> Result<[ReportBlock; 2], Error> {
        let picture = position.picture(None);
        let line = self.oracle.line(position, longest_line(self.game, value))?;
        let drawn = (self.draw)(&picture);
        let moves = line.into_iter().map(|m| m.text).collect();
        Ok([
            ReportBlock::Board { picture, drawn, caption },
            ReportBlock::Line { moves, open: is_endless(self.game, value) },
        ])
    }
}

fn fairness(source: &ReportSource<'_>) -> Result<Vec<ReportBlock>, Error> {
    let start = source.game.start();
    let Some(answer) = source.oracle.answer(start.as_ref())? else {
        return Ok(vec![ReportBlock::Text("The table does not hold the start.".to_owned())]);
    };
    let spec = source.game.spec();
    let mut blocks = vec![
        ReportBlock::Verdict { value: answer.value, text: verdict(source, &answer) },
        ReportBlock::Text(first_moves(source, &answer)),
    ];
    let mover = source.seat(answer.mover);
    let caption = format!("The start, {mover} to move: {}", start.text(None));
    blocks.extend(source.position(start.as_ref(), answer.value, caption)?);
    blocks.push(ReportBlock::Text(
        "The table is the proof: a value follows from the values one move further on, down to the finished \
         games. The first command asks it; the second works every value out again by the naive rules."
            .to_owned(),
    ));
    let file = source.table.path().file_name().unwrap_or_default().to_string_lossy();
    blocks.push(ReportBlock::Command(format!(
        "bellwether query {spec} --line\nbellwether check-table {file}"
    )));
    Ok(blocks)
}

/// The answer in one plain sentence.
fn verdict(source: &ReportSource<'_>, answer: &TableAnswer) -> String {
    let Some((seat, plies)) = winner(answer.mover, answer.value).zip(answer.value.remoteness())
    else {
        let end = match is_endless(source.game, answer.value) {
            true => "the game goes on for ever",
            false => "the game ends in a draw",
        };
        return format!("Yes: with best play neither side can win, and {end}.");
    };
    let [winner, loser] = [seat, seat.other()].map(|seat| source.game.seat_phrase(seat));
    let order = if seat == answer.mover { "first" } else { "second" };
    let unit = if plies == 1 { "ply" } else { "plies" };
    format!(
        "No: {winner}, who {} {order}, {} in at most {plies} {unit} however {loser} {}.",
        verb(source.game, seat, "move"),
        verb(source.game, seat, "win"),
        verb(source.game, seat.other(), "play")
    )
}

fn first_moves(source: &ReportSource<'_>, answer: &TableAnswer) -> String {
    let all = answer.moves.len();
    let keep = answer.moves.iter().filter(|m| m.value.is_same_result(answer.value)).count();
    let mover = source.game.seat_phrase(answer.mover);
    let keeps = if keep == 1 { "keeps" } else { "keep" };
    match answer.value {
        Value::Lose(_) => format!("All {all} first moves of {mover} lose."),
        _ if keep == all => format!("All {all} first moves of {mover} keep that result."),
        Value::Win(_) | Value::Draw => {
            format!("Of the {all} first moves of {mover}, {keep} {keeps} that result.")
        }
    }
}

fn counts(source: &ReportSource<'_>) -> Vec<ReportBlock> {
    // A tier without positions of a side is left out: where every move leads to the next tier, that is every second.
    let tiers = |seat: Seat| {
        let tiers = source.table.subject().tiers.iter().zip(source.table.counts());
        let sides = tiers.map(move |((name, _), counts)| (name, &counts.sides[seat.index()]));
        sides.filter(|(_, side)| side.positions() > 0)
    };
    let panel = |seat: Seat| {
        let rows =
            tiers(seat).map(|(name, side)| (name.clone(), [side.wins, side.draws, side.losses]));
        ResultShares { title: format!("{} to move", source.seat(seat)), rows: rows.collect() }
    };
    let mut blocks = vec![ReportBlock::Shares(SEATS.map(panel).into())];
    for seat in SEATS {
        blocks.push(ReportBlock::Heading(format!("{} to move", capital(&source.seat(seat)))));
        let mut total = SideCounts::default();
        let mut rows: Vec<Vec<TableCell>> = Vec::new();
        for (name, side) in tiers(seat) {
            add(&mut total, side);
            rows.push(count_row(name, side));
        }
        rows.reverse();
        rows.push(count_row("all", &total));
        let mut head =
            vec!["tier", "positions", "▲ win", "◆ draw", "▼ lose", "longest win", "longest loss"];
        if total.draws == 0 {
            head.remove(DRAWS);
            for row in &mut rows {
                row.remove(DRAWS);
            }
            blocks.push(ReportBlock::Text("None of these positions is a draw.".to_owned()));
        }
        blocks.push(ReportBlock::Table(TextTable::new(&head, rows)));
    }
    blocks
}

fn add(total: &mut SideCounts, side: &SideCounts) {
    total.wins += side.wins;
    total.draws += side.draws;
    total.losses += side.losses;
    total.longest_win = total.longest_win.max(side.longest_win);
    total.longest_loss = total.longest_loss.max(side.longest_loss);
}

fn count_row(name: &str, side: &SideCounts) -> Vec<TableCell> {
    let all = side.positions();
    let plies = |longest: Option<(u16, u64)>| {
        longest.map_or(TableCell::Empty, |(plies, _)| TableCell::Number(plies.into()))
    };
    vec![
        TableCell::Text(name.to_owned()),
        TableCell::Number(all),
        TableCell::Share(side.wins, all),
        TableCell::Share(side.draws, all),
        TableCell::Share(side.losses, all),
        plies(side.longest_win),
        plies(side.longest_loss),
    ]
}

/// Every value of the table is looked at once.
fn lengths(source: &ReportSource<'_>) -> Result<Vec<ReportBlock>, Error> {
    let mut panels = SEATS.map(|seat| Lengths {
        title: format!("{} to move", source.seat(seat)),
        wins: Vec::new(),
        losses: Vec::new(),
    });
    for tier in 0..source.table.subject().tiers.len() {
        let codes = source.table.codes(tier)?;
        let (first, second) = codes.split_at(codes.len() / 2);
        for (panel, codes) in panels.iter_mut().zip([first, second]) {
            let mut by_code = vec![0_u64; usize::from(u16::MAX) + 1];
            for code in codes {
                by_code[usize::from(*code)] += 1;
            }
            for (code, count) in (0..=u16::MAX).zip(by_code).filter(|(_, count)| *count > 0) {
                let (by_plies, plies) = match Value::from_code(code) {
                    Some(Value::Win(plies)) => (&mut panel.wins, usize::from(plies)),
                    Some(Value::Lose(plies)) => (&mut panel.losses, usize::from(plies)),
                    Some(Value::Draw) | None => continue,
                };
                by_plies.resize(by_plies.len().max(plies + 1), 0);
                by_plies[plies] += count;
            }
        }
    }
    let words = "Positions by the plies to the end. In the plot each line away from the middle stands for ten \
                 times as many.";
    Ok(vec![ReportBlock::Text(words.to_owned()), ReportBlock::Lengths(panels.into())])
}

fn longest_wins(source: &ReportSource<'_>) -> Result<Vec<ReportBlock>, Error> {
    let mut blocks = Vec::new();
    for seat in SEATS {
        let winner = capital(&source.game.seat_phrase(seat));
        let tiers = source.table.counts().enumerate();
        let wins = tiers.flat_map(|(tier, counts)| {
            let own = counts.sides[seat.index()].longest_win;
            let others = counts.sides[seat.other().index()].longest_loss;
            own.into_iter()
                .chain(others)
                .map(move |(plies, index)| (plies, TableIndex { tier, index }))
        });
        let longest = wins.max_by_key(|(plies, _)| *plies);
        let found =
            longest.and_then(|(plies, place)| Some((plies, source.oracle.position(place)?)));
        blocks.push(ReportBlock::Heading(match &found {
            Some((plies, _)) => {
                format!("{winner} {} in {plies}", verb(source.game, seat, "win"))
            }
            None => format!("{winner} never {}", verb(source.game, seat, "win")),
        }));
        let Some((_, position)) = found else { continue };
        let Some(answer) = source.oracle.answer(position.as_ref())? else { continue };
        let mover = source.seat(answer.mover);
        let caption = format!("{} to move: {}", capital(&mover), position.text(None));
        blocks.extend(source.position(position.as_ref(), answer.value, caption)?);
    }
    Ok(blocks)
}

fn named(source: &ReportSource<'_>) -> Result<Vec<ReportBlock>, Error> {
    let mut rows = Vec::new();
    for start in source.game.named_starts() {
        let game = source.game.catalog().game(&start.game)?;
        let solver = solver(game.as_ref())?;
        let position = game.start();
        let answer = match solver.open(source.folder)? {
            Some(oracle) => oracle.answer(position.as_ref())?,
            None => None,
        };
        let value = source.value_cell(answer.as_ref(), &start.game);
        let mover =
            answer.map_or(TableCell::Empty, |answer| TableCell::Text(source.seat(answer.mover)));
        rows.push(vec![
            TableCell::Text(start.name),
            TableCell::Code(position.text(None)),
            mover,
            value,
        ]);
    }
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let head = ["start", "position", "first", "value, or what makes its table"];
    Ok(vec![ReportBlock::Table(TextTable::new(&head, rows))])
}

fn solved(source: &ReportSource<'_>) -> Vec<ReportBlock> {
    let table = source.table;
    let numbers: u64 = table.subject().tiers.iter().map(|(_, len)| len).sum();
    let row = |name: &str, cell: TableCell| vec![TableCell::Text(name.to_owned()), cell];
    let rows = vec![
        row("table", TableCell::Text(table.subject().title())),
        row("tiers", TableCell::Text(table.subject().tiers.len().to_string())),
        row("numbers", TableCell::Text(grouped(numbers))),
        row("size", TableCell::Text(size_text(table.size()))),
    ];
    vec![
        ReportBlock::Table(TextTable::new(&["what", "how much"], rows)),
        ReportBlock::Text(
            "Values are those of the side to move: ▲ it wins, ◆ nobody does, ▼ it loses. The winner hurries and \
             the loser delays; a ply is one move of one side, and the last one counts. Positions that are the \
             same up to a symmetry of the board may share a number and are counted once."
                .to_owned(),
        ),
        ReportBlock::Command(format!("bellwether solve {} --report FILE", source.game.spec())),
    ]
}
