//! [`Client`]: one of the course's clients as a player.

use std::sync::Arc;
use std::time::Duration;

use bellwether_arena::player::{Fault, Player, Turn};
use bellwether_arena::record::Reason;
use bellwether_games::battle_sheep::BattleSheep;
use bellwether_search::Choice;

use crate::client_pool::ClientPool;
use crate::connection::{Connection, ConnectionError};
use crate::coordinates;

/// A client in a game. Dropping it sends the client the end of its game.
#[derive(Debug)]
pub struct Client {
    clients: Arc<ClientPool>,
    seat: usize,
    /// The connection, once it was taken.
    connection: Option<Connection>,
}

impl Client {
    /// The client of a seat of the pool.
    #[must_use]
    pub const fn new(clients: Arc<ClientPool>, seat: usize) -> Self {
        Self { clients, seat, connection: None }
    }

    /// The connection, taken from the pool at the first use.
    fn connection(&mut self) -> Result<&mut Connection, Fault> {
        let absent = |detail| Fault { reason: Reason::Crash, detail };
        match &mut self.connection {
            Some(connection) => Ok(connection),
            none => Ok(none.insert(self.clients.take(self.seat).map_err(absent)?)),
        }
    }
}

impl Player<BattleSheep> for Client {
    fn choose(&mut self, turn: &Turn<'_, BattleSheep>) -> Result<Choice<BattleSheep>, Fault> {
        let connection = self.connection()?;
        let (request, kind) =
            coordinates::request(turn.game, turn.state, turn.seat, connection.next_package());
        let answer = connection.ask(&request, kind, turn.deadline, turn.stop);
        let chosen =
            answer.map_err(|error| fault(error, turn.deadline - turn.asked)).and_then(|answer| {
                coordinates::read_move(turn.game, turn.state, answer)
                    .map_err(|why| Fault { reason: Reason::Illegal, detail: why.to_string() })
            });
        if chosen.is_err() {
            // It is out: it gets the end of the game at once.
            connection.end();
        }
        chosen.map(Choice::bare)
    }
}

fn fault(error: ConnectionError, allowed: Duration) -> Fault {
    let seconds = allowed.as_secs_f64();
    let (reason, detail) = match error {
        ConnectionError::Late(0) => (Reason::Timeout, format!("no answer within {seconds:.3} s")),
        ConnectionError::Late(half) => {
            (Reason::Timeout, format!("only {half} bytes of an answer within {seconds:.3} s"))
        }
        ConnectionError::Gone(why) => (Reason::Crash, why),
        ConnectionError::Broken(why) => (Reason::Protocol, why),
        ConnectionError::Stopped => (Reason::Timeout, "the game was stopped".to_owned()),
    };
    Fault { reason, detail }
}
