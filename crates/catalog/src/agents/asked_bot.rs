//! [`AskedBot`]: a program that is asked for moves outside the arena.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bellwether_arena::bots::player::{Bot, BotSettings};
use bellwether_arena::player::{Player, Turn};
use bellwether_arena::runner::GameInstance;
use bellwether_core::{Game, ParseError};
use bellwether_search::Limits;

use super::bots::bot;
use super::{AnyAgent, ChosenMove, NoMove, chosen_move, position_of, standing};
use crate::erased::AnyPosition;
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
    seen: Option<GameHistory<G>>,
    /// The game that led to the next question.
    followed_game: Option<GameHistory<G>>,
}

/// A game so far.
struct GameHistory<G: Game> {
    start: G::State,
    moves: Vec<G::Move>,
    end: G::State,
}

impl<G: Playable> GameHistory<G> {
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
        Self { settings, instance, bot: None, seen: None, followed_game: None }
    }
}

impl<G: Playable> AnyAgent for AskedBot<G> {
    fn follow(&mut self, start: &dyn AnyPosition, moves: &[String]) -> Result<(), ParseError> {
        let game = &*self.instance.game;
        let mut history = GameHistory::begin(&position_of(game, start)?.state);
        for text in moves {
            let m = game.parse_move(&history.end, text)?;
            history.add(game, m);
        }
        self.followed_game = Some(history);
        Ok(())
    }

    fn choose(
        &mut self,
        position: &dyn AnyPosition,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, NoMove> {
        let game = Arc::clone(&self.instance.game);
        let (standing, seat) = standing(&*game, position)?;
        let followed = self.followed_game.take().filter(|history| history.end == standing.state);
        let is_followed = followed.is_some();
        let mut history = followed.unwrap_or_else(|| GameHistory::begin(&standing.state));
        // A program may remember what it has seen: of a game that was taken back it must know nothing.
        let goes_on = self.seen.take().is_some_and(|seen| !is_followed || history.continues(&seen));
        let mut bot = match self.bot.take().filter(|_| goes_on) {
            Some(bot) => bot,
            None => {
                let mut bot = bot(self.settings.clone(), &self.instance);
                Player::<G>::get_ready(&mut bot, stop).map_err(NoMove::Fault)?;
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
        let choice = bot.choose(&turn).map_err(NoMove::Fault)?;
        history.add(&game, choice.chosen);
        (self.bot, self.seen) = (Some(bot), Some(history));
        Ok(chosen_move(&*game, &standing.state, choice, asked.elapsed()))
    }
}
