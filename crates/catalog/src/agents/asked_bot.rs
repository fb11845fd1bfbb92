//! [`AskedBot`]: a program that is asked for moves by somebody who is no referee.

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
const PATIENCE: Duration = Duration::from_secs(600);

/// A bot that is asked about positions. Who wants it to know how they came about tells it before.
pub(super) struct AskedBot<G: Playable> {
    settings: BotSettings,
    deal: GameInstance<G>,
    /// The program, once it was needed.
    bot: Option<Bot<G>>,
    /// The game that the program has seen, with its own last move.
    seen: Option<GameHistory<G>>,
    /// The game that led to the next question.
    told: Option<GameHistory<G>>,
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
    pub(super) fn new(settings: BotSettings, deal: &GameInstance<G>) -> Self {
        let deal = GameInstance { game: Arc::clone(&deal.game), name: deal.name.clone() };
        Self { settings, deal, bot: None, seen: None, told: None }
    }
}

impl<G: Playable> AnyAgent for AskedBot<G> {
    fn follow(&mut self, start: &dyn AnyPosition, moves: &[String]) -> Result<(), ParseError> {
        let game = &*self.deal.game;
        let mut story = GameHistory::begin(&position_of(game, start)?.state);
        for text in moves {
            let m = game.parse_move(&story.end, text)?;
            story.add(game, m);
        }
        self.told = Some(story);
        Ok(())
    }

    fn choose(
        &mut self,
        position: &dyn AnyPosition,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, NoMove> {
        let game = Arc::clone(&self.deal.game);
        let (standing, seat) = standing(&*game, position)?;
        let told_of = self.told.take().filter(|story| story.end == standing.state);
        let is_followed = told_of.is_some();
        let mut story = told_of.unwrap_or_else(|| GameHistory::begin(&standing.state));
        // A program may remember what it has seen: of a game that was taken back it must know nothing.
        let goes_on = self.seen.take().is_some_and(|seen| !is_followed || story.continues(&seen));
        let mut bot = match self.bot.take().filter(|_| goes_on) {
            Some(bot) => bot,
            None => {
                let mut bot = bot(self.settings.clone(), &self.deal);
                Player::<G>::get_ready(&mut bot, stop).map_err(NoMove::Fault)?;
                bot
            }
        };
        let asked = Instant::now();
        let grace = Player::<G>::grace(&bot);
        let patience = limits.time.map_or(PATIENCE, |time| time + MARGIN + grace);
        let turn = Turn {
            game: &*game,
            state: &standing.state,
            seat,
            limits,
            clocks: None,
            asked,
            deadline: asked + patience,
            margin: MARGIN,
            stop,
            start: &story.start,
            history: &story.moves,
        };
        let choice = bot.choose(&turn).map_err(NoMove::Fault)?;
        story.add(&game, choice.chosen);
        (self.bot, self.seen) = (Some(bot), Some(story));
        Ok(chosen_move(&*game, &standing.state, choice, asked.elapsed()))
    }
}
