//! Tournaments of the course's clients and the catalogue's agents; their games wait for the clients.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bellwether_arena::live_game::{LiveGame, Overdue};
use bellwether_arena::record::{GameRecord, RecordHeader};
use bellwether_arena::runner::{GameRunner, MakePlayer};
use bellwether_arena::schedule::Fixture;
use bellwether_catalog::{AnyGame, BotPermission, Catalog, ErasedGame};
use bellwether_core::Error;
use bellwether_core::notation::excerpt;
use bellwether_core::spec::{Options, Spec};
use bellwether_games::battle_sheep::{BattleSheep, CARD};

use crate::client::Client;
use crate::client_pool::ClientPool;
use crate::entry::ClientEntry;

/// The runner of a Battle Sheep tournament between agents and clients: the n-th client among the header's players
/// has the pool's n-th seat. Clients may take `timeout` to connect for a game.
///
/// # Errors
/// If the game is another, or an agent is not there.
pub fn course_runner(
    game: &dyn AnyGame,
    header: &RecordHeader,
    tables: &Path,
    clients: &Arc<ClientPool>,
    timeout: Option<Duration>,
) -> Result<Arc<dyn GameRunner>, Error> {
    let game = ErasedGame::<BattleSheep>::of(game).ok_or_else(|| other(game.card().name))?;
    let mut seats = 0..;
    let mut players = Vec::new();
    for entrant in &header.players {
        let client = ClientEntry::parse(&entrant.agent)?.and_then(|_| seats.next());
        players.push(match client {
            None => game.agent_player(entrant, None, BotPermission::Allowed)?,
            Some(seat) => client_player(clients, seat),
        });
    }
    let runner = Arc::new(game.typed_runner(header, tables, players)?);
    Ok(Arc::new(WaitingRunner { runner, clients: Arc::clone(clients), timeout }))
}

/// The game that `text` specifies, if the course's clients play it.
///
/// # Errors
/// If it is another, or its options make none.
pub fn course_game(catalog: &Catalog, text: &str) -> Result<Box<dyn AnyGame>, Error> {
    let spec = Spec::parse(text)?;
    if spec.name() == CARD.name { catalog.game(text) } else { Err(other(spec.name())) }
}

/// Whether an illegal or late move costs the turn only, in the game of this text.
///
/// # Errors
/// If the text makes no game.
pub fn is_lenient(game: &str) -> Result<bool, Error> {
    let spec = Spec::parse(game)?;
    Ok(Options::new(&spec, CARD.options)?.flag("lenient")?)
}

/// The game's text for a tournament of this random seed: without a field of its own it gets one by the seed.
///
/// Tournaments of different seeds have no field in common, unless they have a thousand.
///
/// # Errors
/// If the text makes no game.
pub fn seeded_game(game: &str, seed: u64) -> Result<String, Error> {
    /// As many fields as one seed may need.
    const FIELDS: u64 = 1000;
    let spec = Spec::parse(game)?;
    let has_field = spec.options().any(|(name, _)| matches!(name, "seed" | "field"));
    // The first seed's field is the game's own.
    if spec.name() != CARD.name || has_field || seed == 1 {
        return Ok(game.to_owned());
    }
    let first = seed.wrapping_sub(1).wrapping_mul(FIELDS).wrapping_add(1);
    Ok(spec.with("seed", &first.to_string()).to_string())
}

fn other(game: &str) -> Error {
    let other = excerpt(game);
    Error::invalid(format!("the course's clients play {} alone, not '{other}'", CARD.name))
}

fn client_player(clients: &Arc<ClientPool>, seat: usize) -> MakePlayer<BattleSheep> {
    let clients = Arc::clone(clients);
    Box::new(move |_, _| Ok(Box::new(Client::new(Arc::clone(&clients), seat))))
}

/// A runner with clients among its players. Its games are played one at a time.
struct WaitingRunner {
    runner: Arc<dyn GameRunner>,
    clients: Arc<ClientPool>,
    /// How long clients may take to connect for a game; no limit, if none.
    timeout: Option<Duration>,
}

impl GameRunner for WaitingRunner {
    fn play(&self, fixture: &Fixture, live: &LiveGame) -> Result<Option<GameRecord>, Error> {
        let Some(game) = self.clients.wait_for_all(self.timeout, live.stop())? else {
            return Ok(None);
        };
        let record = self.runner.play(fixture, live);
        self.clients.dismiss(game);
        record
    }

    fn give_up(&self, fixture: &Fixture, overdue: Overdue) -> Result<GameRecord, Error> {
        self.clients.dismiss_all();
        self.runner.give_up(fixture, overdue)
    }

    /// Clients play one game and leave.
    fn can_repeat(&self) -> bool {
        false
    }
}
