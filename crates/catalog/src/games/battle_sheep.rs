//! Battle Sheep's entry.

use std::fs::File;
use std::io::Read;

use bellwether_core::notation::excerpt;
use bellwether_core::random::Random;
use bellwether_core::spec::{Options, Spec};
use bellwether_core::{Game, Hidden, ParseError, Seat};
use bellwether_games::battle_sheep::{
    BattleSheep, Heuristic, Move, NAME, OPTIONS, RolloutPolicy, Setup, State,
};

use bellwether_search::{MctsSettings, PriorUse, Rewards};

use super::{CatalogGame, HeuristicInfo};
use crate::GameInfo;
use crate::agents::entries::{AgentEntry, for_many_seats};
use crate::agents::simulation::simulating_hidden;
use crate::erased::ErasedGame;

pub(crate) const INFO: GameInfo = GameInfo {
    name: NAME,
    title: "Battle Sheep",
    summary: "flocks split and slide to hold the most pasture",
    options: OPTIONS,
    variants: &[
        ("battle-sheep", "four seats, 64 cells, 16 sheep each"),
        ("battle-sheep:big", "100 cells, 32 sheep each: crowded"),
        ("battle-sheep:hidden", "rivals' flock sizes are hidden"),
        ("battle-sheep:teams", "seats 1 and 3 against 2 and 4"),
        ("battle-sheep:big,hidden,teams", "all of it at once"),
        ("battle-sheep:seats=2,cells=24,size=6,sheep=8", "a quick duel"),
        ("battle-sheep:seats=3,seed=7", "three seats on another field"),
    ],
    make: |spec, options| Ok(ErasedGame::boxed(make_battle_sheep(options)?, spec)),
};

/// Battle Sheep with these options.
///
/// # Errors
/// If they make no game, or the field's file cannot be read.
pub fn make_battle_sheep(options: &Options<'_>) -> Result<BattleSheep, ParseError> {
    let field = field_text(options)?;
    Ok(BattleSheep::new(Setup::from_options(options, field.as_deref())?))
}

/// What the file of option `field` holds, if one is named.
fn field_text(options: &Options<'_>) -> Result<Option<String>, ParseError> {
    /// No field comes near it; a file this long is not one.
    const LONGEST: u64 = 1 << 16;
    let Some(path) = options.text("field")? else { return Ok(None) };
    let fail = |reason: String| {
        ParseError::new(format!("the field file '{}' cannot be read: {reason}", excerpt(path)))
    };
    let mut text = String::new();
    let read = std::fs::metadata(path).and_then(|about| {
        if about.is_file() {
            File::open(path)?.take(LONGEST).read_to_string(&mut text)
        } else {
            Err(std::io::Error::other("it is not a plain file"))
        }
    });
    match read {
        Ok(length) if length as u64 == LONGEST => {
            Err(fail("it is too long for a field".to_owned()))
        }
        Ok(_) => Ok(Some(text)),
        Err(error) => Err(fail(error.to_string())),
    }
}

impl CatalogGame for BattleSheep {
    type Heuristic = Heuristic;
    type Rollout = RolloutPolicy;
    const HEURISTICS: &'static [HeuristicInfo] = &[
        HeuristicInfo { name: "score", summary: "the seat's own pasture, as scored" },
        HeuristicInfo { name: "lead", summary: "its score less the best rival's" },
    ];

    const LEVELS: [&'static str; 5] = [
        "random",
        "greedy:heuristic=lead",
        "mcts:simulations=300",
        "mcts:time=0.3",
        "mcts:time=2.85",
    ];

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn heuristic(name: &str, _: u64) -> Heuristic {
        let known = Heuristic::ALL.into_iter().find(|(known, _)| *known == name);
        known.map_or(Heuristic::Score, |(_, heuristic)| heuristic)
    }

    // A field of one's own is always the same.
    fn instance(spec: &Spec, index: u64) -> Result<Option<(Self, Spec)>, ParseError> {
        let options = Options::new(spec, OPTIONS)?;
        if options.has("field") {
            return Ok(None);
        }
        let first = options.number("seed", 0..=u64::MAX)?.unwrap_or(1);
        let seed = first.wrapping_add(index);
        let spec = Spec::parse(&format!("{NAME}:seed={seed}"))?.over(spec);
        Ok(Some((make_battle_sheep(&Options::new(&spec, OPTIONS)?)?, spec)))
    }

    fn agents() -> Vec<AgentEntry<Self>> {
        let mut entries = for_many_seats();
        entries.extend(simulating_hidden());
        entries
    }

    fn rewards(&self) -> Rewards {
        if self.partner(Seat::FIRST).is_some() {
            Rewards::teams()
        } else {
            Rewards::for_seats(self.seats())
        }
    }

    // Guided by learnt habits, and simulating by them, it finished ahead of the search by rules of thumb
    // 243 to 114 times in 96 games at 1,000 simulations a move. Against three plain UCT players a heat of
    // three steps of the habits was no worse than half of it (docs/PERFORMANCE.md).
    fn mcts(&self) -> MctsSettings {
        let usual = MctsSettings::for_seats(self.seats());
        MctsSettings { exploration: 1.0, priors: PriorUse::Puct { temperature: 0.15 }, ..usual }
    }

    fn even_guess(&self, state: &State, seat: Seat) -> State {
        self.even_guess(&self.view(state, seat))
    }

    fn is_hidden(&self) -> bool {
        self.is_hidden()
    }

    fn resample(&self, state: &State, seat: Seat, rng: &mut Random) -> State {
        Hidden::resample(self, &self.view(state, seat), rng)
    }

    fn resample_from(&self, view: &str, seat: Seat, rng: &mut Random) -> Result<State, ParseError> {
        Ok(Hidden::resample(self, &self.parse_view(view, seat)?, rng))
    }

    fn position_as_seen(&self, state: &State, observer: Seat) -> String {
        Hidden::position_as_seen(self, state, observer)
    }

    fn move_as_seen(&self, state: &State, m: Move, mover: Seat, observer: Seat) -> String {
        Hidden::move_as_seen(self, state, m, mover, observer)
    }
}
