//! Battle Sheep's card, and what it can do.

use bellwether_core::card::{Card, EvalInfo};
use bellwether_core::picture::{PieceStyle, Tone};
use bellwether_core::spec::{OptionInfo, Options, Spec};
use bellwether_core::{
    Calibration, Capabilities, Game, GameFamily, GameReceiver, MctsTuning, Observation, ParseError,
    Payoffs, Playable,
    PriorUse, Seat,
};

use super::{BattleSheep, Heuristic, RolloutPolicy, Setup, State, calibration};

/// What people are told of Battle Sheep.
pub static CARD: Card = Card {
    name: "battle-sheep",
    title: "Battle Sheep",
    summary: "flocks split and slide to hold the most pasture",
    options: &[
        OptionInfo::flag("basic", "on", "64 cells inside 12 × 12, 16 sheep a seat"),
        OptionInfo::flag("big", "off", "100 cells inside 15 × 15, 32 sheep a seat"),
        OptionInfo::number("cells", "2 to 128", "64", "playing cells of the random field"),
        OptionInfo::number("size", "2 to 32", "12", "side of the square the random field lies in"),
        OptionInfo::number("sheep", "2 to 64", "16", "sheep a seat"),
        OptionInfo::number("seats", "2 to 4", "4", "how many play"),
        OptionInfo::number(
            "seed",
            "a number",
            "1",
            "which random field: the same number gives the same field",
        ),
        OptionInfo::flag("hidden", "off", "nobody sees how large the others' flocks are"),
        OptionInfo::flag("teams", "off", "seats 1 and 3 against 2 and 4; needs four seats"),
        OptionInfo::flag(
            "lenient",
            "off",
            "an illegal or late move costs the turn, no more; instead of an illegal place a random one is taken",
        ),
        OptionInfo::file(
            "field",
            "a file",
            "random",
            "a field of your own: lines of '.' (playing cell) and '#' (wall)",
        ),
    ],
    variants: &[
        ("battle-sheep", "four seats, 64 cells, 16 sheep each"),
        ("battle-sheep:big", "100 cells, 32 sheep each: crowded"),
        ("battle-sheep:hidden", "rivals' flock sizes are hidden"),
        ("battle-sheep:teams", "seats 1 and 3 against 2 and 4"),
        ("battle-sheep:big,hidden,teams", "all of it at once"),
        ("battle-sheep:seats=2,cells=24,size=6,sheep=8", "a quick duel"),
        ("battle-sheep:seats=3,seed=7", "three seats on another field"),
    ],
    seats: &[],
    pieces: &FLOCKS,
    evals: &[
        EvalInfo { name: "score", summary: "the seat's own pasture, as scored" },
        EvalInfo { name: "lead", summary: "its score less the best rival's" },
    ],
    levels: [
        "random",
        "mcts:simulations=3",
        "mcts:simulations=300",
        "mcts:time=0.3",
        "mcts:time=2.85",
    ],
    ratings: include_str!("levels.txt"),
    uci_variant: None,
    rules: include_str!("rules.md"),
};

/// The flocks of all seats.
pub(super) static FLOCKS: [PieceStyle; 4] = [
    flock(0, "flock-0", ["1", "a"], "flock of seat 1", include_str!("flock-0.svg")),
    flock(1, "flock-1", ["2", "b"], "flock of seat 2", include_str!("flock-1.svg")),
    flock(2, "flock-2", ["3", "c"], "flock of seat 3", include_str!("flock-2.svg")),
    flock(3, "flock-3", ["4", "d"], "flock of seat 4", include_str!("flock-3.svg")),
];

/// A seat's flock, drawn in its colour and pattern, with a sheep and a badge for the number.
const fn flock(
    seat: usize,
    id: &'static str,
    [letter, sign]: [&'static str; 2],
    label: &'static str,
    svg: &'static str,
) -> PieceStyle {
    PieceStyle { id, seat: Seat::new(seat), letter, sign, label, tone: Tone::Seat, svg }
}

impl Playable for BattleSheep {
    const CARD: &'static Card = &CARD;
    type Eval = Heuristic;
    type Rollout = RolloutPolicy;
    const OBSERVATION: Observation<Self> = Observation::hidden();

    fn eval(name: &str, _: u64) -> Heuristic {
        let known = Heuristic::ALL.into_iter().find(|(known, _)| *known == name);
        known.map_or(Heuristic::Score, |(_, heuristic)| heuristic)
    }

    fn ending_reason(&self, state: &Self::State) -> Option<&'static str> {
        self.status(state).is_over().then_some("the largest pasture counts most")
    }

    fn calibrations(&self) -> &'static [Calibration] {
        let Setup { seats, teams, .. } = self.setup;
        match (seats, teams) {
            (2, _) => calibration::OF_TWO,
            (3, _) => calibration::OF_THREE,
            (_, true) => calibration::OF_TEAMS,
            _ => calibration::OF_FOUR,
        }
    }

    fn capabilities<K: Capabilities<Self>>(kit: K) -> K {
        kit.many_seats().hidden()
    }

    // With learnt weights as priors and in rollouts, it finished ahead of the search by rules of thumb 243 to
    // 114 times in 96 games at 1,000 simulations a move (docs/notes/battle-sheep.md).
    fn mcts_tuning(&self) -> MctsTuning {
        MctsTuning { exploration: 1.0, priors: PriorUse::Puct { temperature: 0.15 } }
    }

    /// The course report's for two teams of two.
    fn team_rewards(&self) -> Option<[f32; 4]> {
        self.setup.teams.then_some([1.0, 0.7, 0.2, 0.1])
    }

    fn own_results(&self, state: &State) -> Option<Payoffs> {
        self.setup.teams.then(|| {
            let scores: Vec<f32> = Seat::all(self.setup.seats)
                .map(|seat| self.own_score(state, seat).round() as f32)
                .collect();
            Payoffs::new(&scores)
        })
    }

    /// Every move enters a cell, but for lost turns.
    fn longest_game(&self) -> Option<u32> {
        (!self.setup.lenient).then(|| self.field().cell_count() as u32)
    }

    // A field from a file is always the same.
    fn instance(spec: &Spec, index: u64) -> Result<Option<(Self, Spec)>, ParseError> {
        let options = Options::new(spec, CARD.options)?;
        if options.has("field") {
            return Ok(None);
        }
        let first = options.number("seed", 0..=u64::MAX)?.unwrap_or(1);
        let seed = first.wrapping_add(index);
        let spec = Spec::parse(&format!("{}:seed={seed}", CARD.name))?.over(spec);
        let setup = Setup::from_options(&Options::new(&spec, CARD.options)?)?;
        Ok(Some((Self::new(setup), spec)))
    }
}

impl GameFamily for BattleSheep {
    const CARD: &'static Card = &CARD;

    fn make<R: GameReceiver>(options: &Options<'_>, receiver: R) -> Result<R::Output, ParseError> {
        Ok(receiver.receive(Self::new(Setup::from_options(options)?)))
    }
}
