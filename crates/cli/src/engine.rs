//! `engine`: one of our agents as an engine for other runners, by UGI or UCI on standard
//! input and output.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use bellwether_arena::bots::ugi::{
    Dialect, EngineCommand, EngineReply, GoLimits, Info, LONGEST_LINE, PositionQuery,
    PositionStart, SentScore,
};
use bellwether_arena::clock;
use bellwether_catalog::{
    AnyAgent, AnyGame, AnyPosition, BotPermission, Catalog, ChosenMove, Limits,
};
use bellwether_core::{Error, Seat, Status, bail};

use crate::lines::next_line;

/// Arguments of `engine`.
#[derive(clap::Args, Debug)]
pub(crate) struct EngineArguments {
    /// The game: `name` or `name:option=value,…`.
    game: String,
    /// The agent (`bellwether agents GAME` lists them).
    #[arg(long, value_name = "AGENT")]
    agent: String,
    /// The random seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
}

/// Serves commands until `quit` or the end of the input.
pub(crate) fn run(catalog: &Catalog, arguments: &EngineArguments) -> anyhow::Result<()> {
    let mut engine = Engine::new(catalog, arguments)?;
    let mut input = std::io::stdin().lock();
    while let Some(line) = next_line(&mut input, LONGEST_LINE)? {
        if line.trim().is_empty() {
            continue;
        }
        match EngineCommand::parse(&line) {
            Ok(EngineCommand::Quit) => {
                engine.stop();
                return Ok(());
            }
            Ok(command) => {
                if let Err(error) = engine.handle(command) {
                    say(&error_reply(&error));
                }
            }
            // The protocol lets an engine skip what it does not know; a person would like to hear of it.
            Err(error) => {
                say(&error_reply(&error));
                // Whoever asked for a move waits for one.
                if line.split_whitespace().next() == Some("go") {
                    engine.go(&GoLimits { movetime: Some(Duration::ZERO), ..GoLimits::default() });
                }
            }
        }
    }
    // The end of a script: what it asked for is still answered.
    engine.finish();
    Ok(())
}

fn error_reply(error: &Error) -> EngineReply {
    EngineReply::Info(Info { string: Some(format!("error: {error}")), ..Info::default() })
}

/// Lines are written whole and at once: the other side waits for them.
fn say(reply: &EngineReply) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{reply}");
    let _ = out.flush();
}

struct Engine {
    game: Box<dyn AnyGame>,
    agent_text: String,
    seed: u64,
    agent: Arc<Mutex<Box<dyn AnyAgent>>>,
    position: Box<dyn AnyPosition>,
    dialect: Dialect,
    search: Option<RunningSearch>,
}

/// A search under way.
struct RunningSearch {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    /// Whether it ends only on `stop`.
    is_endless: bool,
}

impl Engine {
    fn new(catalog: &Catalog, arguments: &EngineArguments) -> Result<Self, Error> {
        let game = catalog.game(&arguments.game)?;
        game.validate(&arguments.agent)?;
        let agent = game.agent(&arguments.agent, arguments.seed, BotPermission::Allowed)?;
        Ok(Self {
            position: game.start(),
            game,
            agent_text: arguments.agent.clone(),
            seed: arguments.seed,
            agent: Arc::new(Mutex::new(agent)),
            dialect: Dialect::Ugi,
            search: None,
        })
    }

    fn handle(&mut self, command: EngineCommand) -> Result<(), Error> {
        match command {
            EngineCommand::Hello(dialect) => self.hello(dialect),
            EngineCommand::IsReady => say(&EngineReply::ReadyOk),
            EngineCommand::NewGame(_) => {
                self.stop();
                self.position = self.game.start();
                self.renew()?;
            }
            EngineCommand::SetOption { name, value } => self.set(&name, value.as_deref())?,
            EngineCommand::Position { start, moves } => self.place(&start, &moves)?,
            EngineCommand::Observation { seat, view } => {
                // What the agent makes of it depends on the seat's view alone, so any such position will do.
                self.position = self.game.observed(&view, Seat::new(seat - 1), self.seed)?;
            }
            EngineCommand::Go(go) => self.go(&go),
            EngineCommand::Stop => self.stop(),
            EngineCommand::Query(question) => say(&EngineReply::Response(self.answer(question))),
            EngineCommand::Quit => {}
        }
        Ok(())
    }

    fn hello(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        say(&EngineReply::Name(format!(
            "Bellwether {} {}",
            env!("CARGO_PKG_VERSION"),
            self.agent_text
        )));
        say(&EngineReply::Author("the Bellwether authors".to_owned()));
        let option = |name: &str, kind: String| {
            say(&EngineReply::Option { name: name.to_owned(), kind });
        };
        option("Agent", format!("string default {}", self.agent_text));
        let seed = i64::try_from(self.seed).unwrap_or(i64::MAX);
        option("Seed", format!("spin default {seed} min 0 max {}", i64::MAX));
        if dialect == Dialect::Uci {
            let variant = self.game.card().name;
            option("UCI_Variant", format!("combo default {variant} var {variant}"));
        }
        say(&EngineReply::Ok(dialect));
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), Error> {
        let value = value.unwrap_or_default();
        match name.to_lowercase().as_str() {
            "agent" => {
                // Commands may come from another source than the user who started us: they may not start programs.
                self.game.validate(value)?;
                self.game.agent(value, self.seed, BotPermission::Refused)?;
                self.agent_text = value.to_owned();
            }
            "seed" => {
                let number = || Error::invalid(format!("Seed takes a number, not '{value}'"));
                self.seed = value.parse().map_err(|_| number())?;
            }
            "uci_variant" if value == self.game.card().name => return Ok(()),
            "uci_variant" => {
                let name = self.game.card().name;
                bail!("this engine plays {name} only");
            }
            // Runners set what they set everywhere (Hash, Ponder …); that must not stop them.
            _ => return Err(Error::invalid(format!("there is no option '{name}'"))),
        }
        self.stop();
        self.renew()
    }

    fn renew(&mut self) -> Result<(), Error> {
        self.agent = Arc::new(Mutex::new(self.game.agent(
            &self.agent_text,
            self.seed,
            BotPermission::Allowed,
        )?));
        Ok(())
    }

    /// Sets the position for the next search; one that is under way has its own, and goes on.
    fn place(&mut self, start: &PositionStart, moves: &[String]) -> Result<(), Error> {
        let mut position = match start {
            PositionStart::Startpos => self.game.start(),
            PositionStart::Fen(fen) => self.game.position(&self.own_text(fen))?,
        };
        for (index, text) in moves.iter().enumerate() {
            position
                .play(text)
                .map_err(|error| Error::invalid(format!("move {}: {error}", index + 1)))?;
        }
        self.position = position;
        Ok(())
    }

    /// UCI positions end in counters that our games do not have.
    fn own_text(&self, fen: &str) -> String {
        let words: Vec<&str> = fen.split(' ').collect();
        let is_counter = |word: &&str| *word == "-" || word.parse::<u32>().is_ok();
        match words.as_slice() {
            [board, mover, rest @ ..]
                if self.dialect == Dialect::Uci && rest.iter().all(is_counter) =>
            {
                format!("{board} {mover}")
            }
            _ => fen.to_owned(),
        }
    }

    fn go(&mut self, go: &GoLimits) {
        self.stop();
        let Status::ToMove(seat) = self.position.status() else {
            say(&EngineReply::BestMove("(none)".to_owned()));
            return;
        };
        let limits = limits(go, seat);
        let stop = Arc::new(AtomicBool::new(false));
        let (agent, position) = (Arc::clone(&self.agent), self.position.duplicate());
        let heard = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let mut agent = agent.lock().unwrap_or_else(PoisonError::into_inner);
            let choose = AssertUnwindSafe(|| agent.choose(position.as_ref(), limits, &heard));
            let best = match catch_unwind(choose) {
                Ok(Ok(chosen)) => {
                    say(&EngineReply::Info(seen(&chosen)));
                    chosen.text
                }
                Ok(Err(error)) => {
                    say(&error_reply(&error.into()));
                    "(none)".to_owned()
                }
                Err(_) => "(none)".to_owned(),
            };
            say(&EngineReply::BestMove(best));
        });
        let is_endless = go.infinite || is_unlimited(&limits);
        self.search = Some(RunningSearch { stop, thread, is_endless });
    }

    /// Ends the search, which then answers with what it has.
    fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.store(true, Ordering::Relaxed);
            let _ = search.thread.join();
        }
    }

    /// Waits for the search, if it ends by itself.
    fn finish(&mut self) {
        match self.search.take() {
            Some(search) if !search.is_endless => {
                let _ = search.thread.join();
            }
            search => {
                self.search = search;
                self.stop();
            }
        }
    }

    fn answer(&self, question: PositionQuery) -> String {
        let status = self.position.status();
        match question {
            PositionQuery::GameOver => status.is_over().to_string(),
            PositionQuery::Turn(seat) => {
                status.mover().is_some_and(|mover| mover.number() == seat).to_string()
            }
            PositionQuery::Result => match status {
                Status::ToMove(_) => "none".to_owned(),
                Status::Over(payoffs) => match payoffs.winner(self.game.seats()) {
                    Some(winner) => format!("p{winner}win"),
                    None => "draw".to_owned(),
                },
            },
        }
    }
}

/// Whether all that limits a search is a number that it never reaches.
fn is_unlimited(limits: &Limits) -> bool {
    let is_endless = |number: Option<u64>| number.is_some_and(|number| number >= i64::MAX as u64);
    limits.time.is_none()
        && limits.depth.is_none()
        && (is_endless(limits.nodes) || is_endless(limits.simulations))
}

/// What a move may take.
fn limits(go: &GoLimits, seat: Seat) -> Limits {
    let left = go.time[seat.index()];
    let increment = go.increment[seat.index()].unwrap_or(Duration::ZERO);
    let share = left.map(|left| clock::share(left, increment, go.movestogo));
    let time = match (go.movetime, share) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    Limits { time, nodes: go.nodes, depth: go.depth, simulations: go.simulations }
}

fn seen(chosen: &ChosenMove) -> Info {
    let seconds = chosen.time.as_secs_f64();
    let nps = if seconds > 0.0 { chosen.nodes as f64 / seconds } else { 0.0 };
    Info {
        depth: Some(chosen.depth),
        score: chosen.score.map(SentScore::of),
        time: Some(chosen.time),
        nodes: Some(chosen.nodes),
        nps: Some(nps as u64),
        simulations: Some(chosen.simulations).filter(|simulations| *simulations > 0),
        pv: chosen.line.clone(),
        ..Info::default()
    }
}
