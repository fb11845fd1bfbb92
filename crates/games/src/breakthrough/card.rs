//! Breakthrough's card, and what it can do.

use bellwether_core::bits::Bits;
use bellwether_core::card::{Card, EvalInfo, SeatName};
use bellwether_core::picture::{PieceStyle, Tone};
use bellwether_core::planes::write_set;
use bellwether_core::spec::{OptionInfo, Options};
use bellwether_core::{
    Calibration, Capabilities, GameFamily, GameReceiver, MctsTuning, ParseError, Playable, Seat,
};

use super::{
    BLACK, Breakthrough, DecisiveRollout, Formula, Heuristic, Races, Setup, State, WHITE,
    calibration,
};

/// What people are told of Breakthrough.
pub static CARD: Card = Card {
    name: "breakthrough",
    title: "Breakthrough",
    summary: "workers march; the first to reach the other side wins",
    options: &[
        OptionInfo::number("rows", "4 to 64", "8", "ranks of the board"),
        OptionInfo::number("columns", "2 to 32", "8", "files of the board"),
        OptionInfo::number(
            "workers",
            "1 to columns",
            "1",
            "how many workers must stand on the far rank together to win",
        ),
    ],
    variants: &[
        ("breakthrough", "the usual board, 8×8"),
        ("breakthrough:workers=3", "8×8, three workers must reach the last row"),
        ("breakthrough:rows=5,columns=10", "a broad board, 10×5"),
        ("breakthrough:rows=6,columns=6", "a shorter game, 6×6"),
        ("breakthrough:rows=11,columns=11", "a large board, 11×11"),
    ],
    seats: &[SeatName::one("White"), SeatName::one("Black")],
    pieces: &WORKERS,
    evals: &[
        EvalInfo { name: "offensive1", summary: "takes the enemy's workers" },
        EvalInfo { name: "defensive1", summary: "keeps its own workers" },
        EvalInfo { name: "offensive2", summary: "advances safely, its own side counts double" },
        EvalInfo { name: "defensive2", summary: "advances safely, the enemy's side counts double" },
        EvalInfo {
            name: "strong",
            summary: "safety, neighbours, open files and races, with tuned weights",
        },
    ],
    levels: [
        "alphabeta:depth=1,heuristic=defensive2,error=0.3",
        "alphabeta:depth=2,heuristic=defensive2,error=0.1",
        "alphabeta:depth=4,heuristic=defensive2",
        "pvs:time=0.2",
        "pvs:time=2",
    ],
    ratings: include_str!("levels.txt"),
    uci_variant: Some("breakthrough"),
    rules: include_str!("rules.md"),
};

/// The workers of both seats.
pub(super) static WORKERS: [PieceStyle; 2] = [
    PieceStyle {
        id: "worker-0",
        seat: WHITE,
        letter: "w",
        sign: "○",
        label: "White worker",
        tone: Tone::Plain,
        svg: r##"<circle class="light-worker" r=".3"/><circle class="light-ring" r=".15"/>"##,
    },
    PieceStyle {
        id: "worker-1",
        seat: BLACK,
        letter: "b",
        sign: "●",
        label: "Black worker",
        tone: Tone::Plain,
        svg: r##"<circle class="dark-worker" r=".3"/><path class="dark-cross" d="M-.13 0H.13M0-.13V.13"/>"##,
    },
];

/// What differs between boards of one word and of two.
pub trait BoardWord: Bits {
    /// Adds the capabilities that only boards of this width have.
    #[must_use]
    fn with_proofs<K: Capabilities<Breakthrough<Self>>>(kit: K) -> K {
        kit
    }
}

impl BoardWord for u64 {
    fn with_proofs<K: Capabilities<Breakthrough<Self>>>(kit: K) -> K {
        kit.provable(Races::new, |game| {
            let (rows, columns) = (game.rows(), game.columns());
            match game.workers() {
                1 => format!("{}-{rows}x{columns}.strategy", CARD.name),
                workers => format!("{}-{rows}x{columns}-workers-{workers}.strategy", CARD.name),
            }
        })
    }
}

impl BoardWord for u128 {}

impl<B: BoardWord> Playable for Breakthrough<B> {
    const CARD: &'static Card = &CARD;
    type Eval = Heuristic;
    type Rollout = DecisiveRollout;

    fn eval(name: &str, seed: u64) -> Heuristic {
        let formula = Formula::ALL.into_iter().find(|(known, _)| *known == name);
        Heuristic { kind: formula.map_or(Formula::Offensive1, |(_, formula)| formula), seed }
    }

    fn calibrations(&self) -> &'static [Calibration] {
        calibration::CALIBRATIONS
    }

    fn ending_reason(&self, state: &Self::State) -> Option<&'static str> {
        self.why_over(state)
    }

    fn capabilities<K: Capabilities<Self>>(kit: K) -> K {
        B::with_proofs(kit.two_seats().search_hints())
    }

    /// Each worker steps forward at most to the far rank.
    fn longest_game(&self) -> Option<u32> {
        let (rows, columns) = (self.rows() as u32, self.columns() as u32);
        Some(2 * columns * ((rows - 1) + (rows - 2)))
    }

    fn write_planes(&self, state: &State<B>, _: Option<Seat>, planes: &mut [f32]) {
        let squares = self.rows() * self.columns();
        let free = self.masks.board & !(state.workers[0] | state.workers[1]);
        let sets = [state.workers[0], state.workers[1], free];
        for (plane, set) in planes.chunks_exact_mut(squares).zip(sets) {
            write_set(set, plane);
        }
    }

    // Between 0.25 and 0.35, which beat the usual 0.5 at 3,000 simulations a move; see docs/notes/strength.md.
    fn mcts_tuning(&self) -> MctsTuning {
        MctsTuning { exploration: 0.3, ..MctsTuning::default() }
    }
}

impl GameFamily for Breakthrough<u64> {
    const CARD: &'static Card = &CARD;

    fn make<R: GameReceiver>(options: &Options<'_>, receiver: R) -> Result<R::Output, ParseError> {
        let setup = Setup::from_options(options)?;
        Ok(if setup.is_small() {
            receiver.receive(Breakthrough::<u64>::new(setup))
        } else {
            receiver.receive(Breakthrough::<u128>::new(setup))
        })
    }
}
