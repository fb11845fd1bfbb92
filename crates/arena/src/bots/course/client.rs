//! [`Client`]: one of the course's clients as a player at the referee's table.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bellwether_games::battle_sheep::BattleSheep;
use bellwether_search::Choice;

use super::chart;
use super::company::Company;
use super::line::{Line, Silence};
use crate::player::{Fault, Player, Turn};
use crate::record::Reason;
use crate::settings::House;

/// A client at the table. When it is dropped, the client is told that its game is over.
#[derive(Debug)]
pub struct Client {
    company: Arc<Company>,
    chair: usize,
    /// The connection, once it was asked for.
    line: Option<Line>,
    /// What is forgiven beyond a time limit.
    margin: Duration,
    /// How long a client without a time limit is waited for.
    patience: Duration,
}

/// What a client that breaks the protocol loses by.
const BROKEN: Reason = Reason::Crash;

impl Client {
    /// Whoever sits in a chair of the company, under these house rules.
    #[must_use]
    pub fn new(company: Arc<Company>, chair: usize, house: &House) -> Self {
        Self {
            company,
            chair,
            line: None,
            margin: Duration::from_secs_f64(house.margin),
            patience: Duration::from_secs_f64(house.patience),
        }
    }

    fn deadline(&self, turn: &Turn<'_, BattleSheep>) -> Instant {
        turn.asked + turn.limits.time.map_or(self.patience, |time| time + self.margin)
    }

    /// Whoever came for the game: it is asked for when it is needed first.
    fn line(&mut self) -> Result<&mut Line, Fault> {
        let absent = |detail| Fault { reason: Reason::Crash, detail };
        match &mut self.line {
            Some(line) => Ok(line),
            none => Ok(none.insert(self.company.take(self.chair).map_err(absent)?)),
        }
    }
}

impl Player<BattleSheep> for Client {
    fn choose(&mut self, turn: &Turn<'_, BattleSheep>) -> Result<Choice<BattleSheep>, Fault> {
        let deadline = self.deadline(turn);
        let line = self.line()?;
        let (request, kind) = chart::request(turn.game, turn.state, turn.seat, line.next_package());
        let answer = line.ask(&request, kind, deadline, turn.stop);
        let chosen =
            answer.map_err(|silence| fault(silence, deadline - turn.asked)).and_then(|answer| {
                chart::read_move(turn.game, turn.state, answer)
                    .map_err(|why| Fault { reason: Reason::Illegal, detail: why.to_string() })
            });
        if chosen.is_err() {
            // It is out: it need not wait for the others to hear it.
            line.end();
        }
        chosen.map(Choice::bare)
    }
}

fn fault(silence: Silence, allowed: Duration) -> Fault {
    let seconds = allowed.as_secs_f64();
    let (reason, detail) = match silence {
        Silence::Late(0) => (Reason::Timeout, format!("no answer within {seconds:.3} s")),
        Silence::Late(half) => {
            (Reason::Timeout, format!("only {half} bytes of an answer within {seconds:.3} s"))
        }
        Silence::Gone(why) => (Reason::Crash, why),
        Silence::Broken(why) => (BROKEN, why),
        Silence::Stopped => (Reason::Timeout, "nobody waits any more".to_owned()),
    };
    Fault { reason, detail }
}
