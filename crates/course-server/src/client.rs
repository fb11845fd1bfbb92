//! [`Client`]: one of the course's clients as a player at the referee's table.

use std::sync::Arc;
use std::time::Duration;

use bellwether_arena::player::{Fault, Player, Turn};
use bellwether_arena::record::Reason;
use bellwether_games::battle_sheep::BattleSheep;
use bellwether_search::Choice;

use crate::client_pool::ClientPool;
use crate::connection::{Connection, ConnectionError};
use crate::coordinates;

/// A client at the table. When it is dropped, the client is told that its game is over.
#[derive(Debug)]
pub struct Client {
    company: Arc<ClientPool>,
    chair: usize,
    /// The connection, once it was asked for.
    line: Option<Connection>,
}

impl Client {
    /// Whoever sits in a chair of the company.
    #[must_use]
    pub const fn new(company: Arc<ClientPool>, chair: usize) -> Self {
        Self { company, chair, line: None }
    }

    /// Whoever came for the game: it is asked for when it is needed first.
    fn line(&mut self) -> Result<&mut Connection, Fault> {
        let absent = |detail| Fault { reason: Reason::Crash, detail };
        match &mut self.line {
            Some(line) => Ok(line),
            none => Ok(none.insert(self.company.take(self.chair).map_err(absent)?)),
        }
    }
}

impl Player<BattleSheep> for Client {
    fn choose(&mut self, turn: &Turn<'_, BattleSheep>) -> Result<Choice<BattleSheep>, Fault> {
        let line = self.line()?;
        let (request, kind) =
            coordinates::request(turn.game, turn.state, turn.seat, line.next_package());
        let answer = line.ask(&request, kind, turn.deadline, turn.stop);
        let chosen = answer.map_err(|silence| fault(silence, turn.deadline - turn.asked)).and_then(
            |answer| {
                coordinates::read_move(turn.game, turn.state, answer)
                    .map_err(|why| Fault { reason: Reason::Illegal, detail: why.to_string() })
            },
        );
        if chosen.is_err() {
            // It is out: it need not wait for the others to hear it.
            line.end();
        }
        chosen.map(Choice::bare)
    }
}

fn fault(silence: ConnectionError, allowed: Duration) -> Fault {
    let seconds = allowed.as_secs_f64();
    let (reason, detail) = match silence {
        ConnectionError::Late(0) => (Reason::Timeout, format!("no answer within {seconds:.3} s")),
        ConnectionError::Late(half) => {
            (Reason::Timeout, format!("only {half} bytes of an answer within {seconds:.3} s"))
        }
        ConnectionError::Gone(why) => (Reason::Crash, why),
        ConnectionError::Broken(why) => (Reason::Protocol, why),
        ConnectionError::Stopped => (Reason::Timeout, "nobody waits any more".to_owned()),
    };
    Fault { reason, detail }
}
