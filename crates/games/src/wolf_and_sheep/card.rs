//! Wolf and Sheep's card, and what it can do.

use bellwether_core::bits::Bits;
use bellwether_core::card::{Card, EvalInfo, LEVELS_FOR_TWO, NamedStart, SeatName};
use bellwether_core::solvable::table_option;
use bellwether_core::spec::{OptionInfo, Options};
use bellwether_core::square::Square;
use bellwether_core::{
    Calibration, Capabilities, GameFamily, GameReceiver, Indexed, ParseError, Playable, Solvable, TierSolver,
    Uniform, Value,
};

use super::{Heuristic, Setup, WolfAndSheep, solver, calibration};
use crate::drawings::{SHEEP, WOLF};

/// What people are told of Wolf and Sheep.
pub static CARD: Card = Card {
    name: "wolf-and-sheep",
    title: "Wolf and Sheep",
    summary: "one wolf slips past the sheep, or they corner it",
    options: &[
        OptionInfo::number(
            "size",
            "4 to 16, even",
            "8",
            "files and ranks of the board; half as many sheep",
        ),
        OptionInfo::text(
            "wolf",
            "choose, or a dark square of rank 1",
            "choose",
            "where the wolf starts, or that it chooses",
        ),
    ],
    variants: &[
        ("wolf-and-sheep", "8×8, the wolf chooses where it starts"),
        ("wolf-and-sheep:wolf=c1", "8×8, the wolf stands on c1 already"),
        ("wolf-and-sheep:size=4", "the smallest board, 4×4, two sheep"),
        ("wolf-and-sheep:size=12", "a large board, 12×12, six sheep"),
    ],
    seats: &[SeatName::one("wolf"), SeatName::many("sheep")],
    pieces: &[WOLF, SHEEP],
    evals: &[EvalInfo {
        name: Heuristic::NAME,
        summary: "the report's: the wolf's rank and free ways, the sheep's line and nearness",
    }],
    levels: LEVELS_FOR_TWO,
    ratings: include_str!("levels.txt"),
    uci_variant: None,
    rules: include_str!("rules.md"),
};

impl<B: Bits> Playable for WolfAndSheep<B> {
    const CARD: &'static Card = &CARD;
    type Eval = Heuristic;
    type Rollout = Uniform;

    fn eval(_: &str, _: u64) -> Heuristic {
        Heuristic
    }

    fn calibrations(&self) -> &'static [Calibration] {
        calibration::CALIBRATIONS
    }

    fn ending_reason(&self, state: &Self::State) -> Option<&'static str> {
        self.why_over(state)
    }

    fn capabilities<K: Capabilities<Self>>(kit: K) -> K {
        kit.two_seats().search_hints().solvable()
    }

    /// The sheep step down at most to the first rank; the wolf moves in between, once before and after, and may choose
    /// its square.
    fn longest_game(&self) -> Option<u32> {
        let size = self.size() as u32;
        Some(size / 2 * (size - 1) * 2 + 2)
    }

    fn named_starts(&self) -> Vec<NamedStart> {
        let size = self.size();
        let squares = (0..size).step_by(2).map(|file| Square::new(file, 0));
        let start = |square| NamedStart {
            name: format!("wolf on {square}"),
            game: format!("{}:size={size},wolf={square}", CARD.name),
        };
        squares.map(start).collect()
    }

    fn other_sizes(&self) -> Vec<NamedStart> {
        let start = |size| NamedStart {
            name: format!("{size}×{size}, {} sheep", size / 2),
            game: format!("{}:size={size}", CARD.name),
        };
        (4..=16).step_by(2).map(start).collect()
    }

    fn sizes_note(&self) -> &'static str {
        "The number of sheep grows with the board: half as many as it has files."
    }
}

impl GameFamily for WolfAndSheep<u64> {
    const CARD: &'static Card = &CARD;

    fn make<R: GameReceiver>(options: &Options<'_>, receiver: R) -> Result<R::Output, ParseError> {
        let setup = Setup::from_options(options)?;
        Ok(if setup.is_small() {
            receiver.receive(WolfAndSheep::<u64>::new(setup))
        } else {
            receiver.receive(WolfAndSheep::<u128>::new(setup))
        })
    }
}

/// Where the wolf starts does not matter to a table.
impl<B: Bits> Solvable for WolfAndSheep<B> {
    const NAME: &'static str = CARD.name;
    const CODES: &'static str = Value::ALTERNATING_CODES;

    fn table_options(&self) -> Vec<(String, String)> {
        vec![table_option("size", self.size())]
    }

    fn table_names(&self) -> Vec<String> {
        vec![format!("{}-{1}x{1}", Self::NAME, self.size())]
    }

    fn own_solver(&self, numbering: &<Self as Indexed>::Numbering) -> Option<Box<dyn TierSolver>> {
        Some(solver::solver(self, numbering))
    }
}
