//! `solve --fairest`: the natural starts of Wolves Eat Sheep side by side, to find the fair one.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use bellwether_core::{Error, Seat, Value};
use bellwether_report::text::aligned;
use bellwether_report::{TableCell, TextTable, sign};
use bellwether_solve::run::size_text;
use serde_json::{Value as Json, json};

use bellwether_catalog::{AnyGame, AnyOracle, how_to_make, solver};
use bellwether_games::wolves_eat_sheep::starts::{BoardSize, NaturalStart, squares_text};
use bellwether_games::wolves_eat_sheep::{CARD, TOO_FEW_SHEEP};

use super::content::winner;

/// What is known of all natural starts of a board.
#[derive(Debug)]
pub struct Fairest {
    game: String,
    /// The board and the pieces of the request.
    size: BoardSize,
    seats: [String; 2],
    /// By number of wolves, the requested one first.
    pub(super) groups: Vec<WolvesGroup>,
    /// Numbers of wolves without a table.
    pub(super) missing: Vec<MissingTable>,
}

/// The natural starts with one number of wolves.
#[derive(Debug)]
pub(super) struct WolvesGroup {
    pub(super) size: BoardSize,
    table: Option<PathBuf>,
    pub(super) starts: Vec<StartRow>,
}

/// One natural start, with either side first.
#[derive(Debug)]
pub(super) struct StartRow {
    pub(super) sheep: usize,
    pub(super) wolves: String,
    /// By the side that moves first; none if that game is over before it begins.
    pub(super) outcomes: [Option<StartValue>; 2],
}

/// The value of a start with one side first.
#[derive(Debug)]
pub(super) struct StartValue {
    pub(super) position: String,
    pub(super) first: Seat,
    /// To the side that moves first.
    pub(super) value: Value,
}

/// A table that could be made.
#[derive(Debug)]
pub(super) struct MissingTable {
    pub(super) wolves: usize,
    /// The game to solve.
    pub(super) game: String,
    command: String,
    memory: Option<u64>,
}

impl Fairest {
    /// Looks all natural starts up, in the tables of a folder.
    ///
    /// # Errors
    /// If the game is not Wolves Eat Sheep, or a table is damaged.
    pub fn find(game: &dyn AnyGame, folder: &Path) -> Result<Self, Error> {
        let size = Self::size(game)?;
        let others = (1..=size.columns).filter(|wolves| *wolves != size.wolves);
        let (mut groups, mut missing) = (Vec::new(), Vec::new());
        for wolves in std::iter::once(size.wolves).chain(others) {
            let size = BoardSize { wolves, ..size };
            match largest_table(game, size, folder)? {
                Some(found) => groups.push(WolvesGroup::of(&found)?),
                None => missing.extend(MissingTable::of(game, &size, folder)),
            }
        }
        let seats = [Seat::FIRST, Seat::SECOND].map(|seat| game.seat_name(seat));
        Ok(Self { game: game.spec().to_string(), size, seats, groups, missing })
    }

    /// The board of a game whose starts can be compared.
    ///
    /// # Errors
    /// If it is another game than Wolves Eat Sheep.
    pub fn size(game: &dyn AnyGame) -> Result<BoardSize, Error> {
        board_size(game).ok_or_else(|| {
            let name = game.card().name;
            Error::invalid(format!(
                "--fairest compares layouts, and {name} has none: it is for wolves-eat-sheep"
            ))
        })
    }

    /// Who wins and in how many plies, with the sign of the side that moves first.
    pub(super) fn outcome_text(&self, outcome: &StartValue) -> String {
        format!("{} {}", sign(outcome.value), self.outcome_words(outcome))
    }

    /// The same without the sign.
    pub(super) fn outcome_words(&self, outcome: &StartValue) -> String {
        match self.winner(outcome).zip(outcome.value.remoteness()) {
            Some((winner, plies)) => format!("{winner} in {plies}"),
            None => "draw".to_owned(),
        }
    }

    /// Who wins; none in a draw.
    pub(super) fn winner(&self, outcome: &StartValue) -> Option<&str> {
        Some(&self.seats[winner(outcome.first, outcome.value)?.index()])
    }

    /// A start in words.
    pub(super) fn name(&self, start: &StartRow, outcome: &StartValue) -> String {
        let first = &self.seats[outcome.first.index()];
        format!("{} sheep, wolves on {}, {first} first", start.sheep, start.wolves)
    }

    /// The table for people.
    #[must_use]
    pub fn text(&self) -> String {
        let BoardSize { columns, rows, .. } = self.size;
        let mut text = format!(
            "natural starts on {columns}×{rows}: sheep fill the board from the far rank, wolves stand on rank 1\n\
             ▲ who moves first wins, ▼ loses, ◆ nobody wins; plies to the end\n"
        );
        for group in &self.groups {
            self.write_group(&mut text, group);
        }
        if !self.missing.is_empty() {
            text.push_str("\nother numbers of wolves need their tables:\n");
        }
        for MissingTable { wolves, command, memory, .. } in &self.missing {
            let memory = memory.map(|bytes| format!("  ({} of memory)", size_text(bytes)));
            let _ = writeln!(text, "  {wolves}  {command}{}", memory.unwrap_or_default());
        }
        text
    }

    fn write_group(&self, text: &mut String, group: &WolvesGroup) {
        let _ = writeln!(text, "\n{}", group.title());
        for line in aligned(&self.table(group), &[]).lines() {
            let _ = writeln!(text, "  {line}");
        }
        self.write_verdict(text, group);
    }

    /// The starts of a group, with either side first.
    pub(super) fn table(&self, group: &WolvesGroup) -> TextTable {
        let cell = |outcome: &Option<StartValue>| match outcome {
            Some(outcome) => TableCell::Value(outcome.value, self.outcome_words(outcome)),
            None => TableCell::text("over already"),
        };
        let rows = group.starts.iter().map(|start| {
            let [first, second] = start.outcomes.each_ref().map(cell);
            let sheep = TableCell::Number(start.sheep as u64);
            vec![sheep, TableCell::text(&start.wolves), first, second]
        });
        let [first, second] = self.seats.each_ref().map(|seat| format!("{seat} first"));
        TextTable::new(&["sheep", "wolves on", &first, &second], rows.collect())
    }

    fn write_verdict(&self, text: &mut String, group: &WolvesGroup) {
        let (fair, all) = (group.fair().count(), group.outcomes().count());
        let _ = writeln!(
            text,
            "fair: {} of {all}",
            if fair == 0 { "none".to_owned() } else { fair.to_string() }
        );
        for words in self.fair_starts(group) {
            let _ = writeln!(text, "  ◆ {words}");
        }
        if let Some((start, outcome)) = group.closest() {
            let (name, value) = (self.name(start, outcome), self.outcome_text(outcome));
            let closest = if fair == 0 { "closest" } else { "closest of the others" };
            let _ = writeln!(text, "{closest}: {name}: {value}");
        }
    }

    /// The drawn starts in words, numbers of sheep that follow each other together.
    pub(super) fn fair_starts(&self, group: &WolvesGroup) -> Vec<String> {
        let is_fair = |outcome: &Option<StartValue>| {
            outcome.as_ref().is_some_and(|outcome| outcome.value == Value::Draw)
        };
        let mut words = Vec::new();
        for wolves in group.rows_of_wolves() {
            let starts = group.starts.iter().filter(|start| start.wolves == wolves);
            let fair = starts.filter_map(|start| {
                let first = match start.outcomes.each_ref().map(is_fair) {
                    [true, true] => "either side first".to_owned(),
                    [true, false] => format!("{} first", self.seats[0]),
                    [false, true] => format!("{} first", self.seats[1]),
                    [false, false] => return None,
                };
                Some((first, start.sheep))
            });
            words.extend(
                runs(fair)
                    .into_iter()
                    .map(|(first, sheep)| format!("{sheep}, wolves on {wolves}, {first}")),
            );
        }
        words
    }

    /// The same for machines.
    #[must_use]
    pub fn json(&self) -> Json {
        let BoardSize { columns, rows, .. } = self.size;
        let missing = self.missing.iter().map(|missing| {
            let MissingTable { wolves, command, memory, .. } = missing;
            json!({ "wolves": wolves, "make": command, "memory": memory })
        });
        json!({
            "game": self.game,
            "columns": columns,
            "rows": rows,
            "tables": self.groups.iter().map(|group| self.group_json(group)).collect::<Vec<Json>>(),
            "missing": missing.collect::<Vec<Json>>(),
        })
    }

    fn group_json(&self, group: &WolvesGroup) -> Json {
        let one = |(start, outcome): (&StartRow, &StartValue)| {
            json!({
                "sheep": start.sheep,
                "wolves": start.wolves.split(' ').collect::<Vec<&str>>(),
                "first": self.seats[outcome.first.index()],
                "position": outcome.position,
                "positionValue": outcome.value.name(),
                "remoteness": outcome.value.remoteness(),
                "winner": self.winner(outcome),
            })
        };
        json!({
            "wolves": group.size.wolves,
            "mostSheep": group.size.sheep,
            "table": group.table,
            "starts": group.outcomes().map(one).collect::<Vec<Json>>(),
            "fair": group.fair().map(|(_, outcome)| &*outcome.position).collect::<Vec<&str>>(),
            "closest": group.closest().map(|(_, outcome)| &outcome.position),
        })
    }
}

impl WolvesGroup {
    fn of(found: &FoundTable) -> Result<Self, Error> {
        let starts = found.size.starts().into_iter();
        let starts =
            starts.map(|natural| StartRow::of(&natural, found)).collect::<Result<_, _>>()?;
        let table = found.oracle.table().map(|table| table.path().to_owned());
        Ok(Self { size: found.size, table, starts })
    }

    /// How many wolves, and up to how many sheep.
    pub(super) fn title(&self) -> String {
        let BoardSize { wolves, sheep, .. } = self.size;
        let noun = if wolves == 1 { "wolf" } else { "wolves" };
        let note = if self.size.is_symmetric() {
            ""
        } else {
            "; no row of wolves is symmetric here, so every one counts, but of two mirror images only one"
        };
        format!("{wolves} {noun}, up to {sheep} sheep{note}")
    }

    /// The rows of wolves, each once.
    pub(super) fn rows_of_wolves(&self) -> Vec<&str> {
        let mut rows: Vec<&str> = Vec::new();
        for start in &self.starts {
            if !rows.contains(&start.wolves.as_str()) {
                rows.push(&start.wolves);
            }
        }
        rows
    }

    /// All starts with either side first that are not over before they begin.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = (&StartRow, &StartValue)> {
        let starts = self.starts.iter();
        starts.flat_map(|start| start.outcomes.iter().flatten().map(move |one| (start, one)))
    }

    /// The drawn ones.
    pub(super) fn fair(&self) -> impl Iterator<Item = (&StartRow, &StartValue)> {
        self.outcomes().filter(|(_, outcome)| outcome.value == Value::Draw)
    }

    /// The decided one that takes longest; of equals the one with the most sheep.
    pub(super) fn closest(&self) -> Option<(&StartRow, &StartValue)> {
        let decided = self.outcomes().filter(|(_, outcome)| outcome.value != Value::Draw);
        decided.max_by_key(|(_, outcome)| outcome.value.remoteness())
    }
}

impl StartRow {
    fn of(natural: &NaturalStart, found: &FoundTable) -> Result<Self, Error> {
        let outcome = |first: Seat| -> Result<Option<StartValue>, Error> {
            let position = found.game.position(&natural.position(first))?;
            let answer = found.oracle.answer(position.as_ref())?;
            let text = position.text(None);
            Ok(answer.map(|answer| StartValue { position: text, first, value: answer.value }))
        };
        let outcomes = [outcome(Seat::FIRST)?, outcome(Seat::SECOND)?];
        Ok(Self { sheep: natural.sheep, wolves: squares_text(&natural.wolves), outcomes })
    }
}

impl MissingTable {
    fn of(game: &dyn AnyGame, size: &BoardSize, folder: &Path) -> Option<Self> {
        let game = game_of(game, size)?;
        let memory = solver(game.as_ref()).ok()?.plan(folder).ok().map(|plan| plan.memory);
        let game = game.spec().to_string();
        Some(Self { wolves: size.wolves, command: how_to_make(&game, folder), game, memory })
    }
}

/// A table that was found: board and pieces, the game whose positions it knows, and what answers.
struct FoundTable {
    size: BoardSize,
    game: Box<dyn AnyGame>,
    oracle: Box<dyn AnyOracle>,
}

/// The board of this game; none if it is another game than Wolves Eat Sheep.
pub(super) fn board_size(game: &dyn AnyGame) -> Option<BoardSize> {
    if game.card().name != CARD.name {
        return None;
    }
    let options = game.solvable()?.table_options();
    let number = |name: &str| {
        let option = options.iter().find(|(option, _)| option == name);
        option.and_then(|(_, value)| value.parse().ok())
    };
    Some(BoardSize {
        columns: number("columns")?,
        rows: number("rows")?,
        wolves: number("wolves")?,
        sheep: number("sheep")?,
    })
}

/// A game with these pieces, from the same catalogue; none if no layout of them is playable.
fn game_of(like: &dyn AnyGame, size: &BoardSize) -> Option<Box<dyn AnyGame>> {
    like.catalog().game(&format!("{}:layout={}", CARD.name, size.layout()?)).ok()
}

/// The table in a folder with as many wolves and the most sheep.
fn largest_table(
    like: &dyn AnyGame,
    size: BoardSize,
    folder: &Path,
) -> Result<Option<FoundTable>, Error> {
    let most = (size.columns * size.rows).saturating_sub(size.wolves + 1);
    for sheep in (TOO_FEW_SHEEP + 1..=most).rev() {
        let size = BoardSize { sheep, ..size };
        let Some(game) = game_of(like, &size) else { continue };
        let Some(solver) = game.solvable() else { continue };
        let found = solver.open(folder)?;
        if let Some(oracle) = found {
            return Ok(Some(FoundTable { size, game, oracle }));
        }
    }
    Ok(None)
}

/// Numbers of sheep that follow each other and go with the same words, together: "3 to 6 sheep".
pub(super) fn runs(numbers: impl Iterator<Item = (String, usize)>) -> Vec<(String, String)> {
    let mut runs: Vec<(String, usize, usize)> = Vec::new();
    for (words, sheep) in numbers {
        match runs.last_mut() {
            Some((last, _, to)) if *last == words && *to + 1 == sheep => *to = sheep,
            _ => runs.push((words, sheep, sheep)),
        }
    }
    let named = runs.into_iter().map(|(words, from, to)| match to - from {
        0 => (words, format!("{from} sheep")),
        1 => (words, format!("{from} or {to} sheep")),
        _ => (words, format!("{from} to {to} sheep")),
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn neighbours_with_the_same_words_are_named_together() {
        let numbers = [(3, "a"), (4, "a"), (5, "a"), (6, "b"), (8, "b"), (9, "b")];
        let runs = runs(numbers.into_iter().map(|(sheep, words)| (words.to_owned(), sheep)));
        let text: Vec<String> =
            runs.into_iter().map(|(words, sheep)| words + ": " + &sheep).collect();
        assert_eq!(text, ["a: 3 to 5 sheep", "b: 6 sheep", "b: 8 or 9 sheep"]);
    }
}
