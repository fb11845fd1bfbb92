//! [`PlaySession`]: a session with its agents, and what the terminal shows of it.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bellwether_arena::record::Reason;
use bellwether_catalog::{
    AnyAgent, BotPermission, GameHistory, LEVELS, Limits, PERSON, Session, bot_name, seats_against,
};
use bellwether_core::random::mix;
use bellwether_core::{Error, Seat};
use bellwether_report::score_text;

use crate::board;

/// What a hint may take.
const HINT_TIME: Duration = Duration::from_secs(2);

pub(super) struct PlaySession {
    pub(super) session: Session,
    /// The agents by seat, as far as they were needed.
    agents: Vec<Option<Box<dyn AnyAgent>>>,
    seed: u64,
    /// What a bot without a time limit of its own may take for a move.
    bot_time: Duration,
    /// Whether the board changed since it was last drawn.
    pub(super) is_changed: bool,
}

impl PlaySession {
    pub(super) fn new(
        found: GameHistory,
        agents: &[String],
        seed: u64,
        bot_time: Duration,
    ) -> Result<Self, Error> {
        let game = &found.game;
        let name = |name: &String| match name.as_str() {
            "human" | "me" => PERSON.to_owned(),
            name => name.to_owned(),
        };
        let seats = match agents {
            [] => seats_against(game.as_ref(), "greedy"),
            given => given.iter().map(name).collect(),
        };
        for agent in seats.iter().filter(|who| *who != PERSON) {
            game.validate(agent)?;
        }
        let mut agents: Vec<_> = seats.iter().map(|_| None).collect();
        let session = Session::from_history(found, seats).map_err(|error| error.at("--agent"))?;
        // What is wrong with an agent is told before the game begins.
        for seat in Seat::all(agents.len()).filter(|seat| !session.is_person(*seat)) {
            agents[seat.index()] = Some(agent(&session, seat, seed)?);
        }
        Ok(Self { session, agents, seed, bot_time, is_changed: true })
    }

    pub(super) fn heading(&self) -> String {
        let game = &self.session.game;
        let seats = Seat::all(game.seats());
        let seated: Vec<String> = seats
            .map(|seat| format!("{}: {}", self.name(seat), self.session.player(seat)))
            .collect();
        format!("{} ({}) · {}", game.card().title, game.spec(), seated.join(", "))
    }

    pub(super) fn name(&self, seat: Seat) -> String {
        self.session.game.seat_name(seat)
    }

    pub(super) fn board(&mut self) -> String {
        self.is_changed = false;
        self.drawn(self.session.view_seat(self.session.mover()))
    }

    fn drawn(&self, viewer: Option<Seat>) -> String {
        let (game, position) = (self.session.game.as_ref(), self.session.position());
        let mut text = board::draw(game, &position.picture(viewer), self.session.last_squares());
        text.push_str(&board::score_lines(game, position));
        text
    }

    pub(super) fn list_moves(&self) -> String {
        columns(&self.session.position().moves())
    }

    pub(super) fn position_text(&self, seat: Seat) -> String {
        self.session.position().text(self.session.game.is_hidden().then_some(seat))
    }

    pub(super) fn play(&mut self, text: &str) -> Result<String, Error> {
        self.session.play(text)?;
        self.is_changed = true;
        Ok(String::new())
    }

    /// The agent of a seat moves, unless it was stopped; what all people may know of it.
    pub(super) fn let_agent_move(
        &mut self,
        seat: Seat,
        stop: &AtomicBool,
    ) -> Result<String, Error> {
        let agent = match &mut self.agents[seat.index()] {
            Some(agent) => agent,
            none => none.insert(agent(&self.session, seat, self.seed)?),
        };
        let is_bot = bot_name(self.session.player(seat)).is_some();
        let limits = Limits { time: is_bot.then_some(self.bot_time), ..Limits::default() };
        agent.follow(&self.session)?;
        let chosen = agent.choose(self.session.position(), limits, stop);
        if stop.load(Ordering::SeqCst) {
            return Ok(String::new());
        }
        let choice = chosen?;
        self.play(&choice.text)?;
        let text = match (self.session.moves().last(), self.session.people().as_slice()) {
            (Some(played), [observer, ..]) => &played.seen[observer.index()],
            _ => &choice.text,
        };
        Ok(format!("{} plays {text}", self.name(seat)))
    }

    /// What a strong agent would play, and the result if it is proven.
    pub(super) fn hint(&self, seat: Seat, stop: &AtomicBool) -> Result<String, Error> {
        let strongest = LEVELS[LEVELS.len() - 1];
        let seed = mix(self.seed, seat.index() as u64);
        let mut judge = self.session.game.agent(strongest, seed, BotPermission::Refused)?;
        let limits = Limits { time: Some(HINT_TIME), ..Limits::default() };
        let choice = judge.choose(self.session.position(), limits, stop)?;
        let proven = choice.score.filter(|score| score.remoteness().is_some());
        let proven = proven.map(|score| format!("  {}", score_text(score))).unwrap_or_default();
        Ok(format!("{strongest} would play {}{proven}\n", choice.text))
    }

    pub(super) fn undo(&mut self, seat: Seat) -> Result<String, Error> {
        let taken = self.session.undo(Some(seat))?;
        self.is_changed = true;
        Ok(format!("{taken} moves taken back\n"))
    }

    pub(super) fn resign(&mut self, seat: Seat) -> Result<String, Error> {
        Ok(match self.session.resign()? {
            None => String::new(),
            Some(agent) => {
                let name = self.name(seat);
                format!("{name} resigns; a {agent} agent plays on in its place.\n")
            }
        })
    }

    /// How to come back to this position; a hidden one is not shown.
    pub(super) fn how_to_go_on(&self) -> String {
        let session = &self.session;
        if session.game.is_hidden() {
            return String::new();
        }
        let quoted = |word: &str| format!("'{}'", word.replace('\'', "'\\''"));
        let game = quoted(&session.game.spec().to_string());
        let mut text = format!("\nTo go on: bellwether play {game}");
        for name in &session.saved().seats {
            let _ = write!(text, " --agent {}", quoted(name));
        }
        let _ = write!(text, " --position {}", quoted(&session.position().text(None)));
        if self.seed != 1 {
            let _ = write!(text, " --seed {}", self.seed);
        }
        text
    }

    pub(super) fn ending(&self) -> String {
        let Some(ending) = self.session.ending() else { return String::new() };
        match ending.payoffs.winner(self.session.game.seats()) {
            Some(winner) if ending.reason == Reason::Resignation => {
                format!("{}: {} wins.", ending.detail, self.name(winner))
            }
            _ => format!("{}over: {}", self.drawn(None), ending.detail),
        }
    }
}

fn agent(session: &Session, seat: Seat, seed: u64) -> Result<Box<dyn AnyAgent>, Error> {
    let seed = mix(seed, seat.index() as u64);
    session.game.agent(session.player(seat), seed, BotPermission::Allowed)
}

/// Short texts side by side, in rows of at most 78 characters.
fn columns(texts: &[String]) -> String {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let mut table = String::new();
    for row in texts.chunks((78 / width).max(1)) {
        let cells: Vec<String> = row.iter().map(|text| format!("{text:<width$}")).collect();
        table.push_str(cells.concat().trim_end());
        table.push('\n');
    }
    table
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn moves_stand_in_columns() {
        let moves: Vec<String> = (0..30).map(|n| format!("a{n}")).collect();
        let table = columns(&moves);
        assert!(table.lines().all(|line| line.len() <= 78));
        assert_eq!(table.split_whitespace().count(), 30);
        assert_eq!(columns(&[]), "");
    }
}
