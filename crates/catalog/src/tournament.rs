//! Tournaments as objects: the catalogue's games and agents at the arena's tables.

use std::path::Path;
use std::sync::Arc;

use bellwether_arena::record::{Entrant, RecordHeader};
use bellwether_arena::runner::{GameInstance, MakePlayer, TypedRunner};
use bellwether_arena::settings::{Logging, Openings, TournamentSettings};
use bellwether_core::{Error, Playable, bail};

use crate::agents::{AgentSpec, BotPermission};
use crate::{AnyGame, ErasedGame};

impl<G: Playable> ErasedGame<G> {
    /// The game behind the object, if it is of this type.
    #[must_use]
    pub fn of(game: &dyn AnyGame) -> Option<&Self> {
        game.as_any().downcast_ref()
    }

    /// How a player of a tournament is made, if it is one of the catalogue's agents. A program's paths begin at
    /// `folder`, or else where we are.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn agent_player(
        &self,
        entrant: &Entrant,
        folder: Option<&Path>,
        bots: BotPermission,
    ) -> Result<MakePlayer<G>, Error> {
        let spec = AgentSpec::parse(&self.tools, &entrant.agent);
        let spec = spec.map_err(|error| error.at(&entrant.name))?.within(folder);
        Ok(Box::new(move |instance, seed| spec.player(instance, seed, bots)))
    }

    /// Where a tournament's games are played by these players.
    ///
    /// # Errors
    /// If the settings do not suit the game, or its table cannot be used.
    pub fn typed_runner(
        &self,
        header: &RecordHeader,
        tables: &Path,
        players: Vec<MakePlayer<G>>,
    ) -> Result<TypedRunner<G>, Error> {
        if header.seats.len() != self.game.seats() {
            bail!("the record's header has other seats than its game");
        }
        let (game, spec) = (Arc::clone(&self.game), self.spec.clone());
        let name = spec.to_string();
        let truth_source =
            match self.tools.truth.as_ref().filter(|_| is_truth_needed(&header.settings)) {
                Some(find) => find(&game, tables)?,
                None => None,
            };
        let runner = TypedRunner {
            players,
            truth_source,
            settings: header.settings.clone(),
            seed: header.seed,
            instance: Box::new(move |index| {
                Ok(match G::instance(&spec, index)? {
                    Some((game, spec)) => {
                        GameInstance { game: Arc::new(game), name: spec.to_string() }
                    }
                    None => GameInstance { game: Arc::clone(&game), name: name.clone() },
                })
            }),
        };
        runner.checked()
    }
}

/// Whether exact values are needed: opening a table, or solving a small game, takes time.
fn is_truth_needed(settings: &TournamentSettings) -> bool {
    let is_logged = settings.rules.truth && settings.log == Logging::Moves;
    let opens = matches!(settings.openings, Openings::Balanced { .. } | Openings::OnlyMove { .. });
    is_logged || opens || settings.rules.table_after.is_some()
}
