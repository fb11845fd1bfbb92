//! Protocol checks: the bot is started, asked twice, and its input is closed: the five usual mistakes.

mod talk;

use std::time::Duration;

use bellwether_catalog::{AnyGame, AnyPosition};
use bellwether_core::random::{below, seeded};
use bellwether_core::{ParseError, Seat};

use super::graded_bot::{GradedBot, Protocol};
use crate::interrupt::Interrupt;
use talk::{Talk, TalkError};

/// One thing that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ProtocolCheck {
    pub(super) name: &'static str,
    pub(super) outcome: CheckOutcome,
    /// What happened and what to do, if it failed.
    pub(super) detail: String,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CheckOutcome {
    Passed,
    Failed,
    /// Something before it failed.
    Untried,
}

impl ProtocolCheck {
    fn new(name: &'static str, failure: Option<String>) -> Self {
        let outcome = if failure.is_some() { CheckOutcome::Failed } else { CheckOutcome::Passed };
        Self { name, outcome, detail: failure.unwrap_or_default() }
    }

    fn untried(name: &'static str) -> Self {
        Self { name, outcome: CheckOutcome::Untried, detail: String::new() }
    }
}

const STARTS: &str = "starts";
const ANSWERS: &str = "answers the first turn";
const ONE_LINE: &str = "answers with one line";
const AGAIN: &str = "can be asked again";
const ENDS: &str = "ends when its input ends";

/// How long it may take to end.
const END_WAIT: Duration = Duration::from_secs(1);

/// How long we listen for what is too much.
const LISTEN: Duration = Duration::from_millis(200);

/// Tries everything.
pub(super) fn examine(
    bot: &GradedBot,
    interrupt: &Interrupt,
) -> Result<Vec<ProtocolCheck>, ParseError> {
    let mut bench = CheckSetup::new(bot)?;
    let mut talk = match Talk::start(bot, bench.game.as_ref(), interrupt) {
        Ok(talk) => talk,
        Err(silence) => return Ok(stillborn(bench.explain(bot, &silence))),
    };
    let first = bench.ask(&mut talk);
    // A program that ends before it writes anything has not started.
    if let Err(silence @ TalkError::Ended(_)) = &first {
        return Ok(stillborn(bench.explain(bot, silence)));
    }
    let mut checks = vec![ProtocolCheck::new(STARTS, None)];
    match first {
        Err(silence) => {
            checks.push(ProtocolCheck::new(ANSWERS, Some(bench.explain(bot, &silence))));
            checks.extend([ONE_LINE, AGAIN].map(ProtocolCheck::untried));
        }
        Ok(answer) => {
            checks.push(ProtocolCheck::new(ANSWERS, None));
            let mut surplus = talk.surplus(LISTEN);
            bench.reply(&answer)?;
            let is_over = bench.position.status().is_over();
            let again = if is_over { None } else { bench.ask(&mut talk).err() };
            surplus = surplus.or_else(|| talk.surplus(LISTEN));
            checks.push(ProtocolCheck::new(
                ONE_LINE,
                surplus.map(|line| {
                    format!(
                        "besides its move it wrote '{line}': everything else goes to standard error"
                    )
                }),
            ));
            checks.push(ProtocolCheck::new(AGAIN, again.map(|silence| {
                let why = bench.explain(bot, &silence);
                format!("at its second turn: {why}; a bot is started once for each game and reads in a loop")
            })));
        }
    }
    let leaves = talk.leaves(END_WAIT);
    checks.push(ProtocolCheck::new(
        ENDS,
        (!leaves).then(|| {
            format!(
                "it still runs {} s after its standard input has ended: leave the loop there",
                END_WAIT.as_secs()
            )
        }),
    ));
    Ok(checks)
}

/// The checks of a bot that could not be started.
fn stillborn(why: String) -> Vec<ProtocolCheck> {
    let rest = [ANSWERS, ONE_LINE, AGAIN, ENDS].map(ProtocolCheck::untried);
    std::iter::once(ProtocolCheck::new(STARTS, Some(why))).chain(rest).collect()
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
    fn new(bot: &GradedBot) -> Result<Self, ParseError> {
        let game = bot.game.instance(0)?;
        let position = game.start();
        let over = || ParseError::new("the game is over before it begins");
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
    fn reply(&mut self, answer: &str) -> Result<(), ParseError> {
        let mut rng = seeded(self.seed);
        self.play(answer)?;
        while self.position.status().mover().is_some_and(|mover| mover != self.seat) {
            let moves = self.position.moves();
            self.play(&moves[below(&mut rng, moves.len())])?;
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), ParseError> {
        let played = self.position.play(text)?;
        self.seen.push(played.seen[self.seat.index()].clone());
        self.moves.push(played.text);
        Ok(())
    }

    /// What is wrong, and what to do.
    fn explain(&self, bot: &GradedBot, silence: &TalkError) -> String {
        let some = self.position.moves().into_iter().next().unwrap_or_default();
        let is_simple = bot.protocol == Protocol::Simple;
        match silence {
            TalkError::Ended(how) => format!("{how}: run it by hand and read its output"),
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
