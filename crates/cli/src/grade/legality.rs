//! Legality: the bot is asked in many positions, strange and late ones among them: it takes over at a random point of
//! random games, in every seat, and plays a few moves against a random player.

use std::time::{Duration, Instant};

use bellwether_arena::record::GameRecord;
use bellwether_arena::run::{RunDecision, Tournament};
use bellwether_arena::settings::{Openings, RefereeRules, TournamentSettings};

use super::bot_games::{self, FoundFault};
use super::contest::GradeRunner;
use super::graded_bot::GradedBot;

/// What was found.
#[derive(serde::Serialize)]
pub(super) struct Legality {
    /// How often it was asked.
    pub(super) asked: u64,
    /// How often it should have been asked.
    #[serde(rename = "wanted")]
    pub(super) planned: u64,
    pub(super) offences: Vec<FoundFault>,
    /// Why it was asked less often, if so.
    pub(super) cut: Option<&'static str>,
}

/// The default number of positions.
pub(super) const POSITIONS: u32 = 200;

/// The time limit, unless the number of positions was given.
const LONGEST: Duration = Duration::from_secs(20);

/// So many offences show well enough what is wrong.
const ENOUGH: usize = 10;

/// The bot's turns in each game: a few, so that it meets what its own moves lead to.
const TURNS: u32 = 4;

/// Asks the bot in about as many positions as planned, or fewer if no number was given and it takes long.
pub(super) fn examine(
    bot: &GradedBot,
    arena: &GradeRunner,
    requested: Option<u32>,
) -> anyhow::Result<Legality> {
    let planned = requested.unwrap_or(POSITIONS);
    let seats = bot.game.seats() as u32;
    let settings = TournamentSettings {
        // Near the end of a game it is asked once at least, or the next game makes up for it.
        games: planned.max(1).next_multiple_of(seats) * 2,
        swap: true,
        openings: Openings::Anywhere,
        rules: RefereeRules {
            max_moves: Some(TURNS * seats),
            truth: false,
            ..RefereeRules::default()
        },
        ..TournamentSettings::default()
    };
    let header = bot.header(&["random".to_owned()], settings)?;
    let mut found = Legality { asked: 0, planned: planned.into(), offences: Vec::new(), cut: None };
    let began = Instant::now();
    let bar = arena.bar("legality: positions", planned.into());
    arena.play(bot, Tournament::new(header.clone()), &mut |record: &GameRecord| {
        found.asked += bot_games::asked(record);
        bar.set_position(found.asked.min(found.planned));
        found.offences.extend(FoundFault::of(bot.game.catalog(), &header, record));
        if found.asked >= found.planned {
            RunDecision::Enough
        } else if found.offences.len() >= ENOUGH {
            found.cut = Some("stopped after so many offences");
            RunDecision::Enough
        } else if requested.is_none() && began.elapsed() > LONGEST {
            found.cut = Some("the limit of 20 seconds; --positions N tries more");
            RunDecision::Enough
        } else {
            RunDecision::On
        }
    })?;
    bar.finish_and_clear();
    Ok(found)
}
