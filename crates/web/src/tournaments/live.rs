//! The games of a running tournament on small boards, for pages that look.
//!
//! A board stays with its game until that has ended, and a moment longer with the result: quick games would flicker
//! otherwise. So not every game is shown, and the pages are told how many there are. In a hidden game a board shows what
//! everybody at the table may know, until the game is over.

use std::time::{Duration, Instant};

use bellwether_arena::live_game::{LiveGames, LiveSnapshot};
use bellwether_arena::page::Interned;
use bellwether_arena::record::GameRecord;
use bellwether_arena::stats::text;
use bellwether_catalog::{Catalog, GameHistory};
use bellwether_core::square::Square;
use bellwether_core::{Error, Seat};

use super::message::{LiveBoardJson, LiveEnding, LiveUpdate};
use crate::board_json::BoardJson;
use crate::permissions;

/// The most boards that are shown at once.
pub(super) const MOST_BOARDS: usize = 6;
/// How long a game that has ended stays on its board.
const LINGER: Duration = Duration::from_millis(1500);

/// Some of the games that are being played.
#[derive(Debug)]
pub(super) struct LiveBoards {
    catalog: Catalog,
    seats: Vec<String>,
    boards: Vec<Option<LiveBoard>>,
}

/// A board and its game.
#[derive(Debug)]
struct LiveBoard {
    game: LiveSnapshot,
    history: GameHistory,
    /// Since when the game is not in progress any more.
    over: Option<Instant>,
    ended: Option<LiveEnding>,
}

impl LiveBoards {
    /// No games yet, on as many boards as games are played at once.
    pub(super) fn new(catalog: Catalog, seats: Vec<String>, concurrency: usize) -> Self {
        let boards = (0..concurrency.min(MOST_BOARDS)).map(|_| None).collect();
        Self { catalog, seats, boards }
    }

    /// Nobody looks: nothing is remembered.
    pub(super) fn clear(&mut self) {
        self.boards.fill_with(|| None);
    }

    /// A game has ended. Its board shows how.
    pub(super) fn end(&mut self, record: &GameRecord) {
        let mut boards = self.boards.iter_mut().flatten();
        let is_its = |board: &&mut LiveBoard| board.game.setup.fixture.number == record.number;
        if let Some(board) = boards.find(is_its) {
            board.over.get_or_insert_with(Instant::now);
            // A game that was given up and played anew may have other moves: then the board stays as it is.
            let _ = board.follow(record.moves.iter());
            board.game.last_seconds = record.log.last().map(|log| log.seconds);
            board.ended = Some(LiveEnding {
                result: record.result(),
                winner: record.winner(),
                detail: text::ending(record, &self.seats),
            });
        }
    }

    /// Looks at the games as they are now.
    pub(super) fn look(&mut self, live: &LiveGames) -> LiveUpdate {
        let running = live.numbers();
        for board in self.boards.iter_mut().flatten() {
            board.look(live);
        }
        let is_free = |board: &Option<LiveBoard>| {
            board.as_ref().is_none_or(|board| board.over.is_some_and(|at| at.elapsed() >= LINGER))
        };
        for number in &running {
            let mut shown = self.boards.iter().flatten();
            if shown.any(|board| board.game.setup.fixture.number == *number) {
                continue;
            }
            let Some(place) = self.boards.iter_mut().find(|board| is_free(board)) else { break };
            if let Some(game) = live.snapshot(*number) {
                *place = LiveBoard::new(&self.catalog, game).ok();
            }
        }
        let mut cells = Interned::default();
        let boards =
            self.boards.iter().map(|board| board.as_ref().map(|board| board.to_json(&mut cells)));
        let boards = boards.collect();
        LiveUpdate { running: running.len(), cells: cells.things, boards }
    }
}

impl LiveBoard {
    fn new(catalog: &Catalog, game: LiveSnapshot) -> Result<Self, Error> {
        let setup = &game.setup;
        let any = permissions::game(catalog, &setup.game)?;
        let moves = setup.opening.iter().chain(game.moves.iter());
        let history = GameHistory::new(any, setup.position.as_deref(), moves)?;
        Ok(Self { game, history, over: None, ended: None })
    }

    /// Follows the game as far as it is.
    fn look(&mut self, live: &LiveGames) {
        if self.over.is_some() {
            return;
        }
        match live.snapshot(self.game.setup.fixture.number) {
            Some(game) if self.follow(game.moves.iter()).is_ok() => self.game = game,
            // It has ended, and will be recorded in a moment; or it is played anew.
            _ => self.over = Some(Instant::now()),
        }
    }

    /// Makes the moves that are not made yet.
    fn follow<'a>(&mut self, moves: impl ExactSizeIterator<Item = &'a str>) -> Result<(), Error> {
        let made = self.history.ply() - self.game.setup.opening.len();
        if moves.len() < made {
            return Err(Error::invalid("another game"));
        }
        for text in moves.skip(made) {
            self.history.play(text)?;
        }
        Ok(())
    }

    fn to_json(&self, cells: &mut Interned<Vec<String>>) -> LiveBoardJson {
        let (game, position) = (&self.game, self.history.position());
        let is_over = self.over.is_some();
        let is_veiled = self.history.game.is_hidden() && self.ended.is_none();
        let picture = position.picture(None);
        let board = if is_veiled { BoardJson::veiled(picture) } else { BoardJson::new(&picture) };
        let seats = self.history.game.seats();
        let last = self.history.moves().last();
        let text = last.map(|played| match is_veiled {
            // What the next seat saw of it, all may know: it is no partner.
            true => played.seen[played.mover.next(seats).index()].clone(),
            false => played.text.clone(),
        });
        let turn = position.status().mover().filter(|_| !is_over);
        let thinking = turn.map_or(0.0, |_| game.waiting.as_secs_f64());
        let left = |(seat, left): (usize, &Duration)| match turn {
            Some(mover) if mover.index() == seat => (left.as_secs_f64() - thinking).max(0.0),
            _ => left.as_secs_f64(),
        };
        LiveBoardJson {
            number: game.setup.fixture.number,
            players: game.setup.fixture.players.clone(),
            columns: board.columns,
            rows: board.rows,
            squares: board.cells.iter().map(|cell| cells.number(cell)).collect(),
            last: last.map_or_else(Vec::new, |played| {
                played.squares.iter().map(Square::to_string).collect()
            }),
            text,
            ply: self.history.ply(),
            turn: turn.map(Seat::index),
            seconds: game.last_seconds.filter(|_| !game.moves.is_empty() || is_over),
            thinking,
            clocks: game.clocks.iter().enumerate().map(left).collect(),
            scores: position.scores(),
            ended: self.ended.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use bellwether_arena::workers::{FinishedGames, LocalWorkers, Workers};
    use bellwether_catalog::BotPermission;

    use super::super::request::TournamentRequest;
    use super::*;
    use crate::roster::BotRoster;

    /// With more games than boards each board has a game of its own, and what is left out is counted. Says what a look
    /// costs.
    #[test]
    #[expect(clippy::print_stdout, reason = "a measurement, read with --nocapture")]
    fn no_game_is_on_two_boards_and_the_others_are_counted() {
        let roster = BotRoster::new(&bellwether_standard::standard());
        let request: TournamentRequest = serde_json::from_str(
            r#"{"game":"battle-sheep:big","players":[{"agent":"greedy"},{"agent":"random"},{"agent":"random"},
                {"agent":"mcts:simulations=100"}],"games":400}"#,
        )
        .unwrap();
        let header = request.header(&roster).unwrap();
        let game = roster.game(&header.game).unwrap();
        let folder = std::env::temp_dir();
        let runner = game.runner(&header, &folder, BotPermission::Refused).unwrap();
        let mut workers = LocalWorkers::new(runner, MOST_BOARDS + 2);
        let live = workers.live_games();
        let mut boards = LiveBoards::new(roster.catalog().clone(), header.seats.clone(), 8);
        assert_eq!(boards.boards.len(), MOST_BOARDS);
        let mut finished = FinishedGames::default();
        workers.start(header.schedule().unwrap().batch(0, &[]).into()).unwrap();
        let (mut looks, mut most_running, mut spent) = (0, 0, Duration::ZERO);
        while looks < 50 {
            workers.collect(&mut finished).unwrap();
            for game in finished.games.drain(..) {
                boards.end(&game.record.unwrap());
            }
            let began = Instant::now();
            let update = boards.look(&live);
            spent += began.elapsed();
            looks += 1;
            most_running = most_running.max(update.running);
            let mut numbers: Vec<u64> =
                update.boards.iter().flatten().map(|board| board.number).collect();
            let shown = numbers.len();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), shown, "{numbers:?}");
            for board in update.boards.iter().flatten() {
                assert_eq!(board.squares.len(), board.columns * board.rows);
                assert_eq!(board.players.len(), 4);
            }
        }
        workers.stop(&mut finished).unwrap();
        assert_eq!(most_running, MOST_BOARDS + 2);
        assert!(live.numbers().is_empty(), "nothing is in progress any more");
        println!(
            "{MOST_BOARDS} boards: {:.3} ms a look",
            spent.as_secs_f64() * 1e3 / f64::from(looks)
        );
    }
}
