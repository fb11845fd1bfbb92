//! [`AskedBot`]: a program that is asked for moves outside the arena.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bellwether_arena::bots::player::{Bot, BotSettings};
use bellwether_arena::player::{Player, Turn};
use bellwether_arena::runner::GameInstance;
use bellwether_core::{Error, Game};
use bellwether_search::Limits;

use super::bots::bot;
use super::{AnyAgent, ChosenMove, NoMove, WatchFn, chosen_move};
use crate::GameHistory;
use crate::erased::{AnyPosition, ErasedPosition};
use bellwether_core::Playable;

/// What is forgiven beyond a time limit.
const MARGIN: Duration = Duration::from_millis(100);

/// How long we wait for an answer that is not limited.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(600);

/// A bot that is asked about positions. Callers that have the game's history pass it first by `follow`.
pub(super) struct AskedBot<G: Playable> {
    settings: BotSettings,
    instance: GameInstance<G>,
    /// The program, once it was needed.
    bot: Option<Bot<G>>,
    /// The game that the program has seen, with its own last move.
    seen: Option<TypedHistory<G>>,
    /// The game that led to the next question.
    followed_game: Option<TypedHistory<G>>,
    /// What the program wrote to its standard error, up to the last answer.
    stderr: String,
}

/// A game so far.
struct TypedHistory<G: Game> {
    start: G::State,
    moves: Vec<G::Move>,
    end: G::State,
}

impl<G: Playable> TypedHistory<G> {
    fn begin(start: &G::State) -> Self {
        Self { start: start.clone(), moves: Vec::new(), end: start.clone() }
    }

    fn add(&mut self, game: &G, m: G::Move) {
        game.play(&mut self.end, m);
        self.moves.push(m);
    }

    /// Whether this goes on where the other ends.
    fn continues(&self, other: &Self) -> bool {
        self.start == other.start && self.moves.starts_with(&other.moves)
    }
}

impl<G: Playable> AskedBot<G> {
    pub(super) fn new(settings: BotSettings, instance: &GameInstance<G>) -> Self {
        let instance =
            GameInstance { game: Arc::clone(&instance.game), name: instance.name.clone() };
        let stderr = String::new();
        Self { settings, instance, bot: None, seen: None, followed_game: None, stderr }
    }
}

impl<G: Playable> AnyAgent for AskedBot<G> {
    fn follow(&mut self, history: &GameHistory) -> Result<(), Error> {
        let game = &*self.instance.game;
        let mut followed = TypedHistory::begin(&ErasedPosition::of(game, history.at(0))?.state);
        for made in history.moves() {
            let m = game.parse_move(&followed.end, &made.text)?;
            followed.add(game, m);
        }
        self.followed_game = Some(followed);
        Ok(())
    }

    fn stderr(&self) -> &str {
        &self.stderr
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        limits: Limits,
        stop: &AtomicBool,
        _: Option<&WatchFn<'_>>,
    ) -> Result<ChosenMove, NoMove> {
        let game = Arc::clone(&self.instance.game);
        let (standing, seat) = ErasedPosition::to_move(&*game, position)?;
        let followed = self.followed_game.take().filter(|history| history.end == standing.state);
        let is_followed = followed.is_some();
        let mut history = followed.unwrap_or_else(|| TypedHistory::begin(&standing.state));
        // A program may remember what it has seen: of a game that was taken back it must know nothing.
        let goes_on = self.seen.take().is_some_and(|seen| !is_followed || history.continues(&seen));
        let mut bot = match self.bot.take().filter(|_| goes_on) {
            Some(bot) => bot,
            None => {
                let mut bot = bot(self.settings.clone(), &self.instance);
                let ready = Player::<G>::get_ready(&mut bot, stop);
                self.stderr = bot.stderr();
                ready.map_err(NoMove::Fault)?;
                bot
            }
        };
        let asked = Instant::now();
        let grace = Player::<G>::grace(&bot);
        let timeout = limits.time.map_or(DEFAULT_TIMEOUT, |time| time + MARGIN + grace);
        let turn = Turn {
            game: &*game,
            state: &standing.state,
            seat,
            limits,
            clocks: None,
            asked,
            deadline: asked + timeout,
            margin: MARGIN,
            stop,
            start: &history.start,
            history: &history.moves,
        };
        let choice = bot.choose(&turn);
        self.stderr = bot.stderr();
        let choice = choice.map_err(NoMove::Fault)?;
        history.add(&game, choice.chosen);
        (self.bot, self.seen) = (Some(bot), Some(history));
        Ok(chosen_move(&*game, &standing.state, choice, asked.elapsed()))
    }
}
