//! Tournaments of the course's clients and the catalogue's agents.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bellwether_arena::record::RecordHeader;
use bellwether_arena::runner::{GameRunner, MakePlayer};
use bellwether_catalog::{
    AnyGame, BotPermission, Catalog, agent_player, read_options, typed_runner,
};
use bellwether_core::ParseError;
use bellwether_core::notation::excerpt;
use bellwether_core::spec::Spec;
use bellwether_games::battle_sheep::{BattleSheep, CARD, Setup};

use crate::client::Client;
use crate::client_pool::ClientPool;
use crate::entry::ClientEntry;
use crate::waiting_runner::WaitingRunner;

/// The runner of a Battle Sheep tournament between agents and clients: the n-th client among the header's players
/// has the pool's n-th seat. Clients may take `timeout` to connect for a game.
///
/// # Errors
/// If the game is another, or an agent is not there.
pub fn course_runner(
    header: &RecordHeader,
    tables: &Path,
    clients: &Arc<ClientPool>,
    timeout: Option<Duration>,
) -> Result<Arc<dyn GameRunner>, ParseError> {
    let spec = Spec::parse(&header.game)?;
    check(&spec)?;
    let game = Arc::new(BattleSheep::new(Setup::from_options(&read_options(&spec, &CARD)?)?));
    let mut seats = 0..;
    let mut players = Vec::new();
    for entrant in &header.players {
        let client = ClientEntry::parse(&entrant.agent)?.and_then(|_| seats.next());
        players.push(match client {
            None => agent_player(entrant, BotPermission::Allowed)?,
            Some(seat) => client_player(clients, seat),
        });
    }
    let runner = Arc::new(typed_runner(&game, &spec, header, tables, players)?);
    Ok(Arc::new(WaitingRunner { runner, clients: Arc::clone(clients), timeout }))
}

/// The game that `text` specifies, if the course's clients play it.
///
/// # Errors
/// If it is another, or its options make none.
pub fn course_game(catalog: &Catalog, text: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    check(&Spec::parse(text)?)?;
    catalog.game(text)
}

fn check(spec: &Spec) -> Result<(), ParseError> {
    if spec.name() == CARD.name {
        return Ok(());
    }
    let other = excerpt(spec.name());
    Err(ParseError::new(format!("the course's clients play {} alone, not '{other}'", CARD.name)))
}

fn client_player(clients: &Arc<ClientPool>, seat: usize) -> MakePlayer<BattleSheep> {
    let clients = Arc::clone(clients);
    Box::new(move |_, _| Ok(Box::new(Client::new(Arc::clone(&clients), seat))))
}
