//! Wolves Eat Sheep's card, and what it can do.

use bellwether_core::bits::Bits;
use bellwether_core::card::{Card, EvalInfo, LEVELS_FOR_TWO, NamedStart, SeatName};
use bellwether_core::solvable::table_option;
use bellwether_core::spec::{OptionInfo, Options};
use bellwether_core::{
    Calibration, Capabilities, Game, GameFamily, GameReceiver, Indexed, ParseError, Playable, Solvable,
    TierSolver, Uniform, Value,
};

use super::starts::{BoardSize, layout};
use super::{Heuristic, LAYOUTS, Setup, WolvesEatSheep, solver, calibration};
use crate::drawings::{SHEEP, WOLF};

/// What people are told of Wolves Eat Sheep.
pub static CARD: Card = Card {
    name: "wolves-eat-sheep",
    title: "Wolves Eat Sheep",
    summary: "wolves leap to eat, sheep close in",
    options: &[OptionInfo::text(
        "layout",
        "standard, three-wolves, or ranks from the top like SSSSS/SSSSS/5/5/.W.W.",
        "standard",
        "the board at the start: S a sheep, W a wolf",
    )],
    variants: &[
        ("wolves-eat-sheep", "two wolves, ten sheep, 5×5"),
        ("wolves-eat-sheep:layout=three-wolves", "three wolves, fifteen sheep, 5×5"),
        ("wolves-eat-sheep:layout=SSSS/SSSS/4/1W2", "a small board, 4×4: one wolf, eight sheep"),
    ],
    seats: &[SeatName::many("wolves"), SeatName::many("sheep")],
    pieces: &[WOLF, SHEEP],
    evals: &[EvalInfo {
        name: Heuristic::NAME,
        summary: "the report's: sheep eaten and edible, distances, wolves hemmed in",
    }],
    levels: LEVELS_FOR_TWO,
    ratings: include_str!("levels.txt"),
    uci_variant: None,
    rules: include_str!("rules.md"),
};

impl Playable for WolvesEatSheep {
    const CARD: &'static Card = &CARD;
    type Eval = Heuristic;
    type Rollout = Uniform;

    fn eval(_: &str, _: u64) -> Heuristic {
        Heuristic::default()
    }

    fn ending_reason(&self, state: &Self::State) -> Option<&'static str> {
        self.why_over(state)
    }

    fn calibrations(&self) -> &'static [Calibration] {
        calibration::CALIBRATIONS
    }

    fn capabilities<K: Capabilities<Self>>(kit: K) -> K {
        kit.two_seats().search_hints().solvable()
    }

    fn named_starts(&self) -> Vec<NamedStart> {
        let start = |(name, _): &(&str, &str)| NamedStart {
            name: (*name).to_owned(),
            game: format!("{}:layout={name}", CARD.name),
        };
        LAYOUTS.iter().map(start).collect()
    }
}

impl GameFamily for WolvesEatSheep {
    const CARD: &'static Card = &CARD;

    fn make<R: GameReceiver>(options: &Options<'_>, receiver: R) -> Result<R::Output, ParseError> {
        Ok(receiver.receive(Self::new(Setup::from_options(options)?)))
    }
}

/// Where the pieces stand at the start does not matter to a table, only how many there are.
impl Solvable for WolvesEatSheep {
    const NAME: &'static str = CARD.name;
    const CODES: &'static str = Value::ALTERNATING_CODES;

    fn table_options(&self) -> Vec<(String, String)> {
        let start = self.start();
        vec![
            table_option("columns", self.columns()),
            table_option("rows", self.rows()),
            table_option("wolves", start.wolves.count()),
            table_option("sheep", start.sheep.count()),
        ]
    }

    fn table_names(&self) -> Vec<String> {
        let (columns, rows, start) = (self.columns(), self.rows(), self.start());
        let wolves = start.wolves.count();
        (start.sheep.count()..columns * rows - wolves)
            .map(|sheep| format!("{}-{columns}x{rows}-{wolves}-wolves-{sheep}-sheep", Self::NAME))
            .collect()
    }

    /// A table for more sheep holds the tiers of fewer.
    fn is_in_table_of(&self, options: &[(String, String)]) -> bool {
        let own = self.table_options();
        let (Some((sheep, rest)), Some((own_sheep, own_rest))) =
            (options.split_last(), own.split_last())
        else {
            return false;
        };
        let count = |(_, value): &(String, String)| value.parse::<usize>().ok();
        rest == own_rest && sheep.0 == own_sheep.0 && count(sheep) >= count(own_sheep)
    }

    fn game_of_table(options: &[(String, String)]) -> Option<String> {
        let number = |name: &str| {
            let option = options.iter().find(|(option, _)| option == name);
            option.and_then(|(_, value)| value.parse::<usize>().ok())
        };
        let size = BoardSize {
            columns: number("columns")?,
            rows: number("rows")?,
            wolves: number("wolves")?,
            sheep: number("sheep")?,
        };
        Some(format!("{}:layout={}", CARD.name, layout(size)?))
    }

    fn own_solver(&self, numbering: &<Self as Indexed>::Numbering) -> Option<Box<dyn TierSolver>> {
        Some(solver::solver(self, numbering))
    }
}
