//! The course's tables: its own clients beside the catalogue's agents.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bellwether_arena::bots::course::client::Client;
use bellwether_arena::bots::course::company::Company;
use bellwether_arena::bots::course::entry::Entry;
use bellwether_arena::bots::course::stage::WaitingStage;
use bellwether_arena::hall::{MakePlayer, Stage};
use bellwether_arena::record::Header;
use bellwether_core::ParseError;
use bellwether_core::notation::excerpt;
use bellwether_core::spec::{Options, Spec};
use bellwether_games::battle_sheep::{BattleSheep, NAME, OPTIONS};

use crate::listed::battle_sheep;
use crate::{AnyGame, Bots, staged};

/// Where a tournament's games of Battle Sheep are played whose players are agents and clients: the n-th client
/// among the header's players has the company's n-th chair. Clients may take `patience` to come for a game.
///
/// # Errors
/// If the game is another, or an agent is not there.
pub fn course_stage(
    header: &Header,
    tables: &Path,
    company: &Arc<Company>,
    patience: Option<Duration>,
) -> Result<Arc<dyn Stage>, ParseError> {
    let spec = Spec::parse(&header.game)?;
    check(&spec)?;
    let game = Arc::new(battle_sheep::made(&Options::new(&spec, OPTIONS)?)?);
    let mut chairs = 0..;
    let mut players = Vec::new();
    for entrant in &header.players {
        let client = Entry::parse(&entrant.agent)?.and_then(|_| chairs.next());
        players.push(match client {
            None => staged::player(entrant, Bots::Allowed)?,
            Some(chair) => client_player(company, chair),
        });
    }
    let stage = Arc::new(staged::hall(&game, &spec, header, tables, players)?);
    Ok(Arc::new(WaitingStage { stage, company: Arc::clone(company), patience }))
}

/// The game that `text` asks for, if the course's clients play it.
///
/// # Errors
/// If it is another, or its options make none.
pub fn course_game(text: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    check(&Spec::parse(text)?)?;
    crate::game(text)
}

fn check(spec: &Spec) -> Result<(), ParseError> {
    if spec.name() == NAME {
        return Ok(());
    }
    let other = excerpt(spec.name());
    Err(ParseError::new(format!("the course's clients play {NAME} alone, not '{other}'")))
}

fn client_player(company: &Arc<Company>, chair: usize) -> MakePlayer<BattleSheep> {
    let company = Arc::clone(company);
    Box::new(move |_, _| Ok(Box::new(Client::new(Arc::clone(&company), chair))))
}
