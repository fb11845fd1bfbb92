//! Protocol checks: the bot is started, asked twice, and its input is closed: the five usual mistakes.

mod talk;

use std::time::Duration;

use bellwether_catalog::{AnyGame, AnyPosition};
use bellwether_core::random::{below, seeded};
use bellwether_core::{Error, ErrorKind, Seat};

use super::graded_bot::{GradedBot, Protocol};
use crate::interrupt::Interrupt;
use talk::{EndedBot, Talk, TalkError};

/// One thing that was tried.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub(super) struct ProtocolCheck {
    pub(super) name: &'static str,
    /// None if it was not tried, because something before it failed.
    pub(super) passed: Option<bool>,
    /// What happened and what to do, if it failed.
    pub(super) detail: String,
    /// What the bot wrote to its standard error, if it broke down.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) log: String,
}

/// What is wrong, and what the bot wrote to its standard error if it broke down.
type Failure = (String, String);

/// The checks, in order.
const CHECKS: [&str; 5] = [
    "starts",
    "answers the first turn",
    "answers with one line",
    "can be asked again",
    "ends when its input ends",
];

/// How long it may take to end.
const END_WAIT: Duration = Duration::from_secs(1);

/// How long we listen for what is too much.
const LISTEN: Duration = Duration::from_millis(200);

/// Tries everything.
pub(super) fn examine(bot: &GradedBot, interrupt: &Interrupt) -> Result<Vec<ProtocolCheck>, Error> {
    let outcomes = outcomes(bot, interrupt)?;
    let check = |(name, outcome): (_, Option<Result<(), Failure>>)| {
        let passed = outcome.as_ref().map(Result::is_ok);
        let (detail, log) = outcome.and_then(Result::err).unwrap_or_default();
        ProtocolCheck { name, passed, detail, log }
    };
    Ok(CHECKS.into_iter().zip(outcomes).map(check).collect())
}

/// What came of each check, with what is wrong if it failed; none if it was not tried.
fn outcomes(
    bot: &GradedBot,
    interrupt: &Interrupt,
) -> Result<[Option<Result<(), Failure>>; 5], Error> {
    let mut bench = CheckSetup::new(bot)?;
    // A program that ends before it has read anything has not started.
    let ended = |failure: Failure, has_read: bool| {
        let (starts, answers) =
            if has_read { (Ok(()), Some(Err(failure))) } else { (Err(failure), None) };
        Ok([Some(starts), answers, None, None, None])
    };
    let mut talk = match Talk::start(bot, bench.game.as_ref(), interrupt) {
        Ok(talk) => talk,
        Err(silence) => return ended(bench.explain(bot, &silence), silence.has_read()),
    };
    let (answers, one_line, again) = match bench.ask(&mut talk) {
        Err(silence @ TalkError::Ended(_)) => {
            return ended(bench.explain(bot, &silence), silence.has_read());
        }
        Err(silence) => (Err(bench.explain(bot, &silence)), None, None),
        Ok(answer) => {
            let mut surplus = talk.surplus(LISTEN);
            bench.reply(&answer)?;
            let is_over = bench.position.status().is_over();
            let again = if is_over { Ok(()) } else { bench.ask(&mut talk).map(drop) };
            surplus = surplus.or_else(|| talk.surplus(LISTEN));
            let one_line = surplus.map_or(Ok(()), |line| {
                Err((
                    format!(
                        "besides its move it wrote '{line}': everything else goes to standard error"
                    ),
                    String::new(),
                ))
            });
            let again = again.map_err(|silence| {
                let (why, log) = bench.explain(bot, &silence);
                (format!("at its second turn: {why}; a bot is started once for each game and reads in a loop"), log)
            });
            (Ok(()), Some(one_line), Some(again))
        }
    };
    let seconds = END_WAIT.as_secs();
    let ends = talk.leaves(END_WAIT).then_some(()).ok_or_else(|| {
        let why = format!(
            "it still runs {seconds} s after its standard input has ended: leave the loop there"
        );
        (why, String::new())
    });
    Ok([Some(Ok(())), Some(answers), one_line, again, Some(ends)])
}

/// The game that the bot is tried on.
struct CheckSetup {
    game: Box<dyn AnyGame>,
    position: Box<dyn AnyPosition>,
    seat: Seat,
    /// The moves so far, as they were and as the bot saw them.
    moves: Vec<String>,
    seen: Vec<String>,
    seed: u64,
}

impl CheckSetup {
    fn new(bot: &GradedBot) -> Result<Self, Error> {
        let game = bot.game.instance(0)?;
        let position = game.start();
        let over = || Error::new(ErrorKind::IllegalMove, "the game is over before it begins");
        let seat = position.status().mover().ok_or_else(over)?;
        Ok(Self { game, position, seat, moves: Vec::new(), seen: Vec::new(), seed: bot.seed })
    }

    /// The bot's move at its turn, if it is one.
    fn ask(&self, talk: &mut Talk<'_>) -> Result<String, TalkError> {
        let (game, position) = (self.game.as_ref(), self.position.as_ref());
        let answer = talk.ask(game, position, self.seat, &self.moves, &self.seen)?;
        let mut next = self.position.duplicate();
        match next.play(&answer) {
            Ok(played) => Ok(played.text),
            Err(error) => Err(TalkError::Illegal(answer, error)),
        }
    }

    /// Makes the bot's move, and others at random until it is its turn again.
    fn reply(&mut self, answer: &str) -> Result<(), Error> {
        let mut rng = seeded(self.seed);
        self.play(answer)?;
        while self.position.status().mover().is_some_and(|mover| mover != self.seat) {
            let moves = self.position.moves();
            self.play(&moves[below(&mut rng, moves.len())])?;
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let played = self.position.play(text)?;
        self.seen.push(played.seen[self.seat.index()].clone());
        self.moves.push(played.text);
        Ok(())
    }

    /// What is wrong, and what to do.
    fn explain(&self, bot: &GradedBot, silence: &TalkError) -> Failure {
        let log = match silence {
            TalkError::Ended(ended) => ended.log.clone(),
            _ => String::new(),
        };
        (self.explanation(bot, silence), log)
    }

    fn explanation(&self, bot: &GradedBot, silence: &TalkError) -> String {
        let some = self.position.moves().into_iter().next().unwrap_or_default();
        let is_simple = bot.protocol == Protocol::Simple;
        match silence {
            TalkError::Ended(EndedBot { how, log, .. }) if log.is_empty() => {
                format!("{how}: run it by hand and read its output")
            }
            TalkError::Ended(ended) => ended.how.clone(),
            TalkError::Late(waited) if is_simple => {
                format!(
                    "no answer for {waited:.1} s: write a line for each line you read, and flush it"
                )
            }
            TalkError::Late(waited) => format!("no answer for {waited:.1} s"),
            TalkError::Illegal(answer, error) => format!(
                "it answered '{}': {error}; a line such as '{some}' is expected",
                bellwether_core::notation::excerpt(answer)
            ),
            TalkError::Wrong(why) => why.clone(),
        }
    }
}
