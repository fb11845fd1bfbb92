//! Tournaments as objects: the catalogue's games and agents at the arena's tables.

use std::path::Path;
use std::sync::Arc;

use bellwether_arena::record::{Entrant, RecordHeader};
use bellwether_arena::runner::{GameInstance, GameRunner, MakePlayer, TypedRunner};
use bellwether_arena::settings::{Logging, Openings, TournamentSettings};
use bellwether_core::spec::Spec;
use bellwether_core::{ParseError, Playable};

use crate::agents::{AgentSpec, BotPermission};
use crate::kit::kit;

/// Where games of the kind that `spec` asks for are played by the players of the header.
pub(crate) fn runner<G: Playable>(
    game: &Arc<G>,
    spec: &Spec,
    header: &RecordHeader,
    tables: &Path,
    bots: BotPermission,
) -> Result<Arc<dyn GameRunner>, ParseError> {
    let players = header
        .players
        .iter()
        .map(|entrant| agent_player(entrant, bots))
        .collect::<Result<_, ParseError>>()?;
    Ok(Arc::new(typed_runner(game, spec, header, tables, players)?))
}

/// How a player of the header is made, if it is one of the catalogue's agents.
///
/// # Errors
/// If there is no such agent.
pub fn agent_player<G: Playable>(
    entrant: &Entrant,
    bots: BotPermission,
) -> Result<MakePlayer<G>, ParseError> {
    let named = |error: ParseError| ParseError::new(format!("{}: {error}", entrant.name));
    let spec = AgentSpec::<G>::parse(&entrant.agent).map_err(named)?;
    Ok(Box::new(move |instance, seed| spec.player(instance, seed, bots)))
}

/// The runner of the game that `spec` specifies, with these players.
///
/// # Errors
/// If the settings do not suit the game, or its table cannot be used.
pub fn typed_runner<G: Playable>(
    game: &Arc<G>,
    spec: &Spec,
    header: &RecordHeader,
    tables: &Path,
    players: Vec<MakePlayer<G>>,
) -> Result<TypedRunner<G>, ParseError> {
    let (game, spec) = (Arc::clone(game), spec.clone());
    let name = spec.to_string();
    let truth_source = match kit::<G>().tables.filter(|_| is_truth_needed(&header.settings)) {
        Some(functions) => (functions.truth_source)(&game, tables)?,
        None => None,
    };
    let runner = TypedRunner {
        players,
        truth_source,
        settings: header.settings.clone(),
        seed: header.seed,
        instance: Box::new(move |index| {
            Ok(match G::instance(&spec, index)? {
                Some((game, spec)) => GameInstance { game: Arc::new(game), name: spec.to_string() },
                None => GameInstance { game: Arc::clone(&game), name: name.clone() },
            })
        }),
    };
    runner.checked()
}

/// Whether exact values are needed: opening a table, or solving a small game, takes time.
fn is_truth_needed(settings: &TournamentSettings) -> bool {
    let is_logged = settings.rules.truth && settings.log == Logging::Moves;
    let opens = matches!(settings.openings, Openings::Balanced { .. } | Openings::OnlyMove { .. });
    is_logged || opens || settings.rules.table_after.is_some()
}
