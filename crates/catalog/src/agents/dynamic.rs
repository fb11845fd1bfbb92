//! [`DynGame`]: any game through virtual calls, for agents that are added to a catalogue at run time.
//!
//! It is a [`Game`] like others, so an agent written for every game can play it. It is slower than a game's own type: each
//! move costs an allocation and a list of legal moves.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{ControlFlow, Deref};
use std::sync::Arc;

use bellwether_core::{Actions, Game, Playable, Status};
use bellwether_search::{Agent, Alternative, Budget, Choice, ProgressFn};

use super::entry::{AgentArgs, AgentEntry};
use crate::AnyPosition;
use crate::erased::ErasedPosition;

/// The rules of some game. Its moves are action numbers.
#[derive(Clone, Debug)]
pub struct DynGame {
    start: DynState,
}

/// A position of some game; all that [`AnyPosition`] tells can be asked of it.
#[derive(Clone)]
pub struct DynState(Arc<dyn AnyPosition>);

impl DynGame {
    /// The game that this is a position of; its start is this position.
    #[must_use]
    pub fn from_start(start: Box<dyn AnyPosition>) -> Self {
        Self { start: DynState(start.into()) }
    }
}

impl Deref for DynState {
    type Target = dyn AnyPosition;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for DynState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(None))
    }
}

impl PartialEq for DynState {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(&**other)
    }
}

impl Eq for DynState {}

impl Hash for DynState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fingerprint().hash(state);
    }
}

impl Game for DynGame {
    type State = DynState;
    type Move = usize;

    fn seats(&self) -> usize {
        self.start.seats()
    }

    fn start(&self) -> DynState {
        self.start.clone()
    }

    fn status(&self, state: &DynState) -> Status {
        state.0.status()
    }

    fn try_each_move<B>(
        &self,
        state: &DynState,
        f: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        state.actions().into_iter().try_for_each(f)
    }

    fn play(&self, state: &mut DynState, action: usize) {
        if Arc::get_mut(&mut state.0).is_none() {
            state.0 = state.duplicate().into();
        }
        if let Some(position) = Arc::get_mut(&mut state.0) {
            position.play_action(action);
        }
    }
}

impl Actions for DynGame {
    fn action_count(&self) -> usize {
        self.start.action_count()
    }

    fn action(&self, action: usize) -> usize {
        action
    }
}

impl AgentEntry<DynGame> {
    /// The same agent for games of one type.
    pub(crate) fn typed<G: Playable>(&self) -> AgentEntry<G> {
        let make = Arc::clone(&self.make);
        let typed = AgentEntry::of(self.info.clone(), move |args: &AgentArgs<'_, G>| {
            let game = Arc::new(DynGame { start: dyn_state(args.game, &args.game.start()) });
            let AgentArgs { game_text, options, seed, .. } = *args;
            let agent = make(&AgentArgs { game: &game, game_text, options, seed, tables: None })?;
            Ok(Box::new(DynAgent { typed_game: Arc::clone(args.game), game, agent }))
        });
        AgentEntry { is_deterministic: self.is_deterministic, ..typed }
    }
}

/// An agent that knows only [`DynGame`], for games of one type.
struct DynAgent<G> {
    typed_game: Arc<G>,
    game: Arc<DynGame>,
    agent: Box<dyn Agent<DynGame>>,
}

impl<G: Playable> Agent<G> for DynAgent<G> {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        self.choose_with_progress(game, state, budget, None)
    }

    fn choose_with_progress(
        &mut self,
        _: &G,
        state: &G::State,
        budget: &Budget<'_>,
        progress: Option<&ProgressFn<'_, G>>,
    ) -> Choice<G> {
        let (game, position) = (&*self.typed_game, dyn_state(&self.typed_game, state));
        let report = progress.map(|progress| {
            move |choice: &Choice<DynGame>| progress(&typed_choice(game, state, choice))
        });
        let report = report.as_ref().map(|report| report as &ProgressFn<'_, DynGame>);
        let choice = self.agent.choose_with_progress(&self.game, &position, budget, report);
        typed_choice(game, state, &choice)
    }
}

fn dyn_state<G: Playable>(game: &Arc<G>, state: &G::State) -> DynState {
    DynState(Arc::new(ErasedPosition { game: Arc::clone(game), state: state.clone() }))
}

/// The choice with the game's own moves.
///
/// # Panics
/// If the chosen action is not legal: a referee takes that for a crash.
fn typed_choice<G: Playable>(game: &G, state: &G::State, choice: &Choice<DynGame>) -> Choice<G> {
    let line = |actions: &[usize]| {
        let mut state = state.clone();
        let play = |action: &usize| {
            let m = game.move_of_action(&state, *action)?;
            game.play(&mut state, m);
            Some(m)
        };
        actions.iter().map_while(play).collect()
    };
    let alternative = |other: &Alternative<DynGame>| {
        let m = game.move_of_action(state, other.m)?;
        Some(Alternative { m, score: other.score, effort: other.effort, line: line(&other.line) })
    };
    let Some(chosen) = game.move_of_action(state, choice.chosen) else {
        panic!("the agent chose action {}, which is not legal here", choice.chosen);
    };
    Choice {
        chosen,
        score: choice.score,
        depth: choice.depth,
        nodes: choice.nodes,
        nodes_by_level: choice.nodes_by_level.clone(),
        simulations: choice.simulations,
        line: line(&choice.line),
        alternatives: choice.alternatives.iter().filter_map(alternative).collect(),
    }
}
