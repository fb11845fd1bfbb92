//! [`Client`]: one of the course's clients as a player.

use std::sync::Arc;
use std::time::Duration;

use bellwether_arena::fair_deadline::FairDeadline;
use bellwether_arena::player::{Fault, Player, Turn};
use bellwether_arena::record::Reason;
use bellwether_games::battle_sheep::{BattleSheep, Move};
use bellwether_search::Choice;

use crate::client_pool::ClientPool;
use crate::connection::{Connection, ConnectionError};
use crate::coordinates;
use crate::hexagons::OldCourse;
use crate::wire::ClientAnswer;

/// A client in a game. Dropping it sends the client the end of its game.
#[derive(Debug)]
pub struct Client {
    clients: Arc<ClientPool>,
    seat: usize,
    /// The connection, once it was taken.
    connection: Option<Connection>,
    /// Whether it plays the game of another year.
    old_course: OldCourse,
}

impl Client {
    /// The client of a seat of the pool.
    #[must_use]
    pub fn new(clients: Arc<ClientPool>, seat: usize) -> Self {
        Self { clients, seat, connection: None, old_course: OldCourse::default() }
    }

    /// The answer to a turn. A client that has connected again is asked again.
    fn ask(&mut self, turn: &Turn<'_, BattleSheep>) -> Result<ClientAnswer, ConnectionError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(self.clients.take(self.seat).map_err(ConnectionError::Gone)?),
        };
        let mut deadline = FairDeadline::since(turn.asked, turn.deadline);
        loop {
            let package = connection.next_package();
            let (request, kind) = coordinates::request(turn.game, turn.state, turn.seat, package);
            let answer = connection.ask(&request, kind, &mut deadline, turn.stop);
            let Err(ConnectionError::Gone(why)) = answer else { return answer };
            match self.clients.returned(self.seat, &mut deadline, turn.stop) {
                Some(again) => connection.replace(again),
                None => return Err(ConnectionError::Gone(format!("{why} and did not come back"))),
            }
        }
    }

    fn choose_move(&mut self, turn: &Turn<'_, BattleSheep>) -> Result<Move, Fault> {
        let answer = self.ask(turn).map_err(|error| fault(error, turn.deadline - turn.asked))?;
        self.old_course.add(turn.game, turn.state, answer);
        coordinates::read_move(turn.game, turn.state, answer).map_err(|why| {
            let known = self.old_course.sentence(answer).unwrap_or_default();
            Fault::new(Reason::Illegal, format!("{why}{known}"))
        })
    }
}

impl Player<BattleSheep> for Client {
    fn thinks_here(&self) -> bool {
        false
    }

    fn choose(&mut self, turn: &Turn<'_, BattleSheep>) -> Result<Choice<BattleSheep>, Fault> {
        let chosen = self.choose_move(turn);
        if let Err(Fault { reason, detail }) = &chosen
            && !turn.stop.load(std::sync::atomic::Ordering::Relaxed)
        {
            self.clients.report_fault(self.seat, turn.seat, format!("{reason}: {detail}"));
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
