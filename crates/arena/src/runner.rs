//! [`TypedRunner`] plays games of one type; [`GameRunner`] is the trait without the type.

use std::sync::Arc;
use std::time::Instant;

use bellwether_core::random::mix;
use bellwether_core::{Error, Refereed, Seat, bail};
use bellwether_solve::TruthSource;

use crate::ending::GameEnding;
use crate::live_game::{GameLog, LiveGame, LiveSetup, Overdue};
use crate::openings::{self, OpeningPosition};
use crate::player::{Fault, MissingPlayer, Player};
use crate::record::{FaultRecord, GameRecord, Reason};
use crate::referee::Referee;
use crate::schedule::Fixture;
use crate::settings::TournamentSettings;

/// Plays games, whatever their type.
pub trait GameRunner: Send + Sync {
    /// Plays a game from beginning to end, visible in `live`; none if it was taken away or stopped.
    ///
    /// # Errors
    /// If the game cannot be set up.
    fn play(&self, fixture: &Fixture, live: &LiveGame) -> Result<Option<GameRecord>, Error>;

    /// The record of a game that was taken away because a player did not answer.
    ///
    /// # Errors
    /// If the game cannot be set up.
    fn give_up(&self, fixture: &Fixture, overdue: Overdue) -> Result<GameRecord, Error>;

    /// Whether a game can be played anew: its players can all be made again.
    fn can_repeat(&self) -> bool {
        true
    }

    /// Whether exact values are at hand, which go into records.
    fn has_truth(&self) -> bool {
        false
    }
}

/// Makes a player for a game, with its random seed.
pub type MakePlayer<G> =
    Box<dyn Fn(&GameInstance<G>, u64) -> Result<Box<dyn Player<G>>, Error> + Send + Sync>;

/// The game that one group of a tournament plays.
#[derive(Debug)]
pub struct GameInstance<G> {
    /// The game.
    pub game: Arc<G>,
    /// Its specification as text.
    pub name: String,
}

/// Plays games of one type.
pub struct TypedRunner<G: Refereed> {
    /// The game of a group: games with random fields are drawn anew for each.
    pub instance: Box<dyn Fn(u64) -> Result<GameInstance<G>, Error> + Send + Sync>,
    /// Makes the tournament's players.
    pub players: Vec<MakePlayer<G>>,
    /// The solved table, if there is one.
    pub truth_source: Option<Arc<dyn TruthSource<G>>>,
    /// The tournament's settings.
    pub settings: TournamentSettings,
    /// The random seed of everything.
    pub seed: u64,
}

impl<G: Refereed> std::fmt::Debug for TypedRunner<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TypedRunner").field("players", &self.players.len()).finish_non_exhaustive()
    }
}

impl<G: Refereed> TypedRunner<G> {
    /// Checks what can be checked before the first game: openings, players.
    ///
    /// # Errors
    /// If something is wrong.
    pub fn checked(self) -> Result<Self, Error> {
        let instance = (self.instance)(0)?;
        let game = &*instance.game;
        openings::check(game, &self.settings.openings)?;
        openings::open(game, &self.settings.openings, self.truth_source.as_deref(), self.seed, 0)?;
        if self.settings.rules.table_after.is_some() && self.truth_source.is_none() {
            bail!("--tb needs the solved table: make it with `bellwether solve` first");
        }
        for make in &self.players {
            make(&instance, 0)?;
        }
        Ok(self)
    }

    fn set_up(&self, fixture: &Fixture) -> Result<GameSetup<G>, Error> {
        let instance = (self.instance)(fixture.opening)?;
        let (openings, truth_source) = (&self.settings.openings, self.truth_source.as_deref());
        let game = &*instance.game;
        let opened = openings::open(game, openings, truth_source, self.seed, fixture.opening)?;
        let seed = mix(self.seed, fixture.number);
        let seeds = (0..fixture.players.len()).map(|seat| mix(seed, seat as u64)).collect();
        Ok(GameSetup { instance, opened, seeds })
    }

    fn referee<'a>(&'a self, game: &'a G, fixture: &Fixture, live: &'a LiveGame) -> Referee<'a, G> {
        Referee {
            game,
            rules: &self.settings.rules,
            truth_source: self.truth_source.as_deref(),
            log: self.settings.log,
            seed: mix(self.seed, fixture.number),
            live,
        }
    }
}

/// A payoff as it is written down: a third is 3.3333333, not the binary fraction next to it.
fn written(payoff: f32) -> f64 {
    if payoff.fract() == 0.0 {
        f64::from(payoff)
    } else {
        payoff.to_string().parse().unwrap_or(f64::from(payoff))
    }
}

/// What is known of a game before it begins.
struct GameSetup<G: Refereed> {
    instance: GameInstance<G>,
    opened: OpeningPosition<G>,
    /// The random seed of each seat.
    seeds: Vec<u64>,
}

impl<G: Refereed> GameSetup<G> {
    /// The record of the game, which ended in this state.
    fn record(
        self,
        fixture: &Fixture,
        state: &G::State,
        game_log: GameLog,
        ending: GameEnding,
        seconds: f64,
    ) -> GameRecord {
        let payoffs = ending.payoffs.as_slice(fixture.players.len());
        GameRecord {
            number: fixture.number,
            round: fixture.round,
            group: fixture.group,
            game: self.instance.name,
            players: fixture.players.clone(),
            seeds: self.seeds,
            position: self.opened.position,
            opening: self.opened.moves,
            moves: game_log.moves,
            payoffs: payoffs.iter().copied().map(written).collect(),
            scores: self.instance.game.scoreboard(state),
            reason: ending.reason,
            detail: ending.detail,
            faults: game_log.faults,
            stderr: game_log.stderr,
            log: game_log.log,
            seconds,
        }
    }
}

impl<G: Refereed> GameRunner for TypedRunner<G> {
    fn play(&self, fixture: &Fixture, live: &LiveGame) -> Result<Option<GameRecord>, Error> {
        let began = Instant::now();
        if !live.open() {
            return Ok(None);
        }
        let setup = self.set_up(fixture)?;
        live.begin(LiveSetup {
            fixture: fixture.clone(),
            game: setup.instance.name.clone(),
            position: setup.opened.position.clone(),
            opening: setup.opened.moves.clone(),
        });
        let mut players: Vec<Box<dyn Player<G>>> = { fixture.players.iter().zip(&setup.seeds) }
            .map(|(player, seed)| {
                (self.players[*player])(&setup.instance, *seed)
                    .unwrap_or_else(|error| Box::new(MissingPlayer(error.to_string())))
            })
            .collect();
        let OpeningPosition { start, state, history, .. } = &setup.opened;
        let referee = self.referee(&setup.instance.game, fixture, live);
        let played = referee.play(start.clone(), state.clone(), history.clone(), &mut players);
        if live.stop().load(std::sync::atomic::Ordering::Relaxed) {
            return Ok(None);
        }
        let Ok((state, ending)) = played else { return Ok(None) };
        let seconds = began.elapsed().as_secs_f64();
        for (seat, player) in Seat::all(players.len()).zip(&mut players) {
            live.wrote(seat, player.close());
        }
        let Some(mut game_log) = live.close() else { return Ok(None) };
        game_log.stderr.sort_by_key(|output| output.seat);
        Ok(Some(setup.record(fixture, &state, game_log, ending, seconds)))
    }

    fn has_truth(&self) -> bool {
        self.truth_source.is_some()
    }

    fn give_up(&self, fixture: &Fixture, overdue: Overdue) -> Result<GameRecord, Error> {
        let setup = self.set_up(fixture)?;
        let game = &setup.instance.game;
        let Overdue { seat, waited, mut game_log } = overdue;
        let mut state = setup.opened.state.clone();
        for text in game_log.moves.iter() {
            let m = game.parse_move(&state, text)?;
            game.play(&mut state, m);
        }
        let mut out = vec![false; game.seats()];
        for fault in game_log.faults.iter().filter(|fault| !fault.lost_turn) {
            out[fault.seat - 1] = true;
        }
        out[seat.index()] = true;
        let mut detail = format!("no answer for {:.1} s", waited.as_secs_f64());
        if let Some(limit) = self.settings.rules.move_limits.time {
            detail += &format!(", and its limit is {limit:.1} s");
        }
        let fault = Fault { reason: Reason::Timeout, detail };
        let ending = GameEnding::by_fault(&**game, &state, &out, seat, &fault);
        game_log.faults.push(FaultRecord {
            seat: seat.number(),
            ply: game_log.moves.len(),
            reason: fault.reason,
            detail: fault.detail,
            lost_turn: false,
        });
        let seconds =
            waited.as_secs_f64() + game_log.log.iter().map(|log| log.seconds).sum::<f64>();
        Ok(setup.record(fixture, &state, game_log, ending, seconds))
    }
}

/// The seats that share a side, by their first seat: one entry a side.
#[must_use]
pub fn sides<G: Refereed>(game: &G) -> Vec<Vec<usize>> {
    let mut sides: Vec<Vec<usize>> = Vec::new();
    for seat in Seat::all(game.seats()) {
        let mut side: Vec<usize> = game.side(seat).into_iter().map(Seat::index).collect();
        side.sort_unstable();
        if !sides.contains(&side) {
            sides.push(side);
        }
    }
    sides
}
