//! Games in and out: a finished game as a record or as PGN, one that goes on as PGN, and either back as a
//! game to look at.

use std::io::Cursor;
use std::path::Path;

use bellwether_arena::ending::GameEnding;
use bellwether_arena::pgn;
use bellwether_arena::record::journal::RecordReader;
use bellwether_arena::record::{Entrant, GameRecord, Moves, Reason, RecordHeader, SeatOutput};
use bellwether_arena::settings::{Logging, TournamentSettings};
use bellwether_catalog::{AnyGame, PERSON};
use bellwether_core::{Error, Payoffs, Seat};

use crate::message::{CreateRequest, VariationMove};
use crate::pgn_tree;
use crate::room::clock::GameTime;
use crate::room::room_game::{RoomGame, SavedGame};
use crate::roster::BotRoster;

/// A finished game as two lines of JSON, as `bellwether match` writes them.
///
/// # Errors
/// If the game is not over.
pub(crate) fn lines(table: &RoomGame) -> Result<String, Error> {
    // A record without a result would not be one.
    let ending = table.ending().ok_or_else(|| {
        Error::illegal("the game is not over yet: its link holds it as it stands")
    })?;
    let (header, record) = written(table, &ending);
    let line =
        |text: serde_json::Result<String>| text.map(|text| text + "\n").map_err(Error::invalid);
    Ok(line(serde_json::to_string(&header))? + &line(serde_json::to_string(&record))?)
}

/// A game of two as PGN, as far as it has come.
///
/// # Errors
/// If there are more seats, or the game is hidden and not over.
pub(crate) fn pgn(table: &RoomGame) -> Result<String, Error> {
    let first = table.at(0).status().mover().map(Seat::index);
    if let Some(ending) = table.ending() {
        let (header, record) = written(table, &ending);
        return pgn::game(&header, &record, first);
    }
    if table.game.is_hidden() {
        return Err(Error::illegal("a hidden game can be had when it is over"));
    }
    let nothing =
        GameEnding { payoffs: Payoffs::ZERO, reason: Reason::Draw, detail: String::new() };
    let (header, record) = written(table, &nothing);
    pgn::unfinished(&header, &record, first)
}

fn written(table: &RoomGame, ending: &GameEnding) -> (RecordHeader, GameRecord) {
    let seats = table.game.seats();
    let SavedGame { session: saved, seed, clock, .. } = table.saved();
    let players = Seat::all(seats).map(|seat| Entrant {
        name: format!("{} ({})", table.game.seat_name(seat), saved.seats[seat.index()]),
        agent: saved.seats[seat.index()].clone(),
    });
    let mut settings = TournamentSettings { log: Logging::None, ..TournamentSettings::default() };
    match clock.map(|clock| clock.time) {
        Some(GameTime::Clock(control)) => settings.rules.clock = Some(control),
        Some(GameTime::Move(time)) => settings.rules.move_limits.time = Some(time.as_secs_f64()),
        None => {}
    }
    let header = table.game.header(players.collect(), (0..seats).collect(), seed, settings);
    // Records that the page has written say it in these words.
    let name = |seat: usize| table.game.seat_name(Seat::new(seat));
    let winners = ending.payoffs.leaders(seats);
    let (reason, detail) = match (saved.faults.last().filter(|_| seats == 2), saved.resigned) {
        (Some(fault), _) => {
            let (loser, why) = (name(fault.seat), fault.reason);
            let detail = Some(&fault.detail).filter(|detail| !detail.is_empty());
            let detail = detail.map(|detail| format!(": {detail}")).unwrap_or_default();
            (why, format!("{loser} lost by {why}{detail}"))
        }
        (None, Some(seat)) => (Reason::Resignation, format!("{} resigned", name(seat))),
        (None, None) if winners.len() == 1 => {
            (Reason::Win, format!("{} won", name(winners[0].index())))
        }
        (None, None) => (Reason::Draw, "nobody won alone".to_owned()),
    };
    let record = GameRecord {
        number: 1,
        round: 1,
        group: 1,
        game: saved.game,
        players: (0..seats).collect(),
        seeds: vec![seed; seats],
        position: saved.position,
        opening: Moves::default(),
        moves: saved.moves.iter().collect(),
        payoffs: ending.payoffs.as_slice(seats).iter().copied().map(f64::from).collect(),
        scores: table.position().scores(),
        reason,
        detail,
        faults: Vec::new(),
        stderr: { table.stderr() }
            .map(|(seat, text)| SeatOutput {
                seat: seat.number(),
                text: text.to_owned(),
                marks: Vec::new(),
            })
            .collect(),
        log: Vec::new(),
        seconds: 0.0,
    };
    (header, record)
}

/// The `number`-th game that a text holds, from 1: a record's lines, or PGN. Agents wait, so that it can be looked at.
///
/// # Errors
/// If it is neither, or has no such game.
pub(crate) fn read(text: &str, number: usize, roster: &BotRoster) -> Result<CreateRequest, Error> {
    let request = if text.trim_start().starts_with('{') {
        from_lines(text, number, roster)?
    } else {
        from_pgn(text, number, roster)?
    };
    Ok(CreateRequest { paused: true, ..request })
}

fn from_lines(text: &str, number: usize, roster: &BotRoster) -> Result<CreateRequest, Error> {
    let fail = |error: &dyn std::fmt::Display| Error::invalid(error);
    // The last line may have lost its end on the way through a clipboard.
    let text = format!("{}\n", text.trim());
    let mut reader = RecordReader::new(Path::new("the text"), Cursor::new(text))
        .map_err(|error| fail(&error))?;
    let mut left = number.max(1);
    while let Some(record) = reader.next_record().map_err(|error| fail(&error))? {
        left -= 1;
        if left > 0 {
            continue;
        }
        let players = &reader.header().players;
        let game = roster.game(&record.game)?;
        let seat = |player: &usize| playing(players[*player].agent.clone(), game.as_ref(), roster);
        return Ok(CreateRequest {
            seats: record.players.iter().map(seat).collect(),
            position: record.position,
            moves: Some(format!("{} {}", record.opening.join(" "), record.moves.join(" "))),
            ..CreateRequest::of(&record.game)
        });
    }
    Err(Error::not_found(format!("there is no game {number} in the record")))
}

fn from_pgn(text: &str, number: usize, roster: &BotRoster) -> Result<CreateRequest, Error> {
    let PgnGame { name, tags, moves } = pgn_game(text, number)?;
    let tag = |tag: &str| tags.iter().find(|(name, _)| name == tag).map(|(_, value)| value.clone());
    let game = roster.game(&name)?;
    let mut seats = vec![PERSON.to_owned(); game.seats()];
    for (seat, agent) in seats.iter_mut().zip([tag("WhiteAgent"), tag("BlackAgent")]) {
        *seat = playing(agent.unwrap_or_default(), game.as_ref(), roster);
    }
    Ok(CreateRequest {
        seats,
        position: tag("FEN"),
        moves: Some(pgn_tree::main_line(&moves)),
        ..CreateRequest::of(&name)
    })
}

/// The moves of a PGN's game with all its variations, if it has some.
///
/// # Errors
/// If there is no such game, or a move is illegal.
pub(crate) fn variations(
    text: &str,
    number: usize,
    roster: &BotRoster,
) -> Result<Vec<VariationMove>, Error> {
    if text.trim_start().starts_with('{') {
        return Ok(Vec::new());
    }
    let PgnGame { name, tags, moves } = pgn_game(text, number)?;
    let position = tags.iter().find(|(name, _)| name == "FEN").map(|(_, text)| text.as_str());
    pgn_tree::variations(&moves, roster.game(&name)?.as_ref(), position)
}

/// The `number`-th game of a PGN, from 1.
fn pgn_game(text: &str, number: usize) -> Result<PgnGame, Error> {
    let mut games = pgn_games(text);
    let count = games.len();
    if number.max(1) > count {
        return Err(Error::not_found(format!(
            "there is no game {number} in the PGN: it holds {count}"
        )));
    }
    let mut game = games.swap_remove(number.max(1) - 1);
    let variant = game.tags.iter().find(|(name, _)| name == "Variant");
    let missing = "this is neither a record nor a PGN whose Variant tag names one of our games";
    game.name = variant.map(|(_, value)| value.clone()).ok_or_else(|| Error::invalid(missing))?;
    Ok(game)
}

/// Who sits down for a recorded player. An agent that a page may not have becomes a person: the moves are what counts.
fn playing(agent: String, game: &dyn AnyGame, roster: &BotRoster) -> String {
    if roster.check(game, &agent).is_ok() { agent } else { PERSON.to_owned() }
}

/// A game of a PGN: its tags, and the text after them.
#[derive(Default)]
struct PgnGame {
    /// The game and its options.
    name: String,
    tags: Vec<(String, String)>,
    moves: String,
}

/// The games of a PGN; there is always one.
fn pgn_games(text: &str) -> Vec<PgnGame> {
    let mut games = vec![PgnGame::default()];
    for line in text.lines().map(str::trim) {
        let tag = line.strip_prefix('[').and_then(|line| line.strip_suffix("\"]"));
        let tag = tag.and_then(|tag| tag.split_once(" \""));
        // The next game begins with tags again.
        if tag.is_some() && games.last().is_some_and(|game| !game.moves.trim().is_empty()) {
            games.push(PgnGame::default());
        }
        let Some(game) = games.last_mut() else { break };
        match tag {
            Some((name, value)) => {
                let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
                game.tags.push((name.to_owned(), value));
            }
            None => game.moves.extend([line, " "]),
        }
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_catalog::move_texts;

    fn finished() -> RoomGame {
        let request = CreateRequest {
            seats: vec!["person".to_owned(), "ram".to_owned()],
            moves: Some("a2b3 c3d2 b3a4".to_owned()),
            paused: true,
            ..CreateRequest::of("breakthrough:rows=4,columns=4")
        };
        RoomGame::new(request, 1, &BotRoster::new(&bellwether_standard::standard())).unwrap()
    }

    #[test]
    fn what_goes_out_comes_back() {
        let table = finished();
        assert!(table.mover().is_none());
        for text in [lines(&table).unwrap(), pgn(&table).unwrap()] {
            let request =
                read(&text, 1, &BotRoster::new(&bellwether_standard::standard())).unwrap();
            let again =
                RoomGame::new(request, 2, &BotRoster::new(&bellwether_standard::standard()))
                    .unwrap();
            assert_eq!(again.saved().session.moves, table.saved().session.moves, "{text}");
            assert_eq!(again.position().text(None), table.position().text(None));
            assert_eq!(again.saved().session.seats, ["person", "ram"], "who played: {text}");
        }
    }

    #[test]
    fn only_a_game_that_is_there_is_opened() {
        let roster = BotRoster::new(&bellwether_standard::standard());
        let mut other = finished();
        other.take_back().unwrap();
        let both = pgn(&finished()).unwrap() + &pgn(&other).unwrap();
        let moves = |number| {
            let request = read(&both, number, &roster).unwrap();
            move_texts(&request.moves.unwrap()).count()
        };
        assert_eq!((moves(1), moves(2)), (3, other.ply()));
        for (text, count) in [(both.clone(), 2), (lines(&finished()).unwrap(), 1)] {
            for number in [count + 1, 99, usize::MAX] {
                let error = read(&text, number, &roster).unwrap_err().to_string();
                assert!(error.contains(&format!("no game {number}")), "{error}");
            }
        }
    }

    #[test]
    fn a_game_that_goes_on_is_pgn_without_a_result() {
        let mut table = finished();
        table.take_back().unwrap();
        assert!(table.mover().is_some() && lines(&table).is_err());
        let text = pgn(&table).unwrap();
        assert!(text.contains("[Result \"*\"]") && text.trim_end().ends_with('*'), "{text}");
        let again = RoomGame::new(
            read(&text, 1, &BotRoster::new(&bellwether_standard::standard())).unwrap(),
            2,
            &BotRoster::new(&bellwether_standard::standard()),
        )
        .unwrap();
        assert_eq!(again.saved().session.moves, table.saved().session.moves, "{text}");
    }

    #[test]
    fn what_is_hidden_does_not_go_out_before_the_end() {
        let request = CreateRequest {
            seats: vec!["person".to_owned(); 2],
            ..CreateRequest::of("battle-sheep:hidden,seats=2,cells=12,size=4,sheep=4")
        };
        let table =
            RoomGame::new(request, 1, &BotRoster::new(&bellwether_standard::standard())).unwrap();
        assert!(pgn(&table).is_err() && lines(&table).is_err());
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "{}",
            "1. e4 e5",
            "[Variant \"chess\"]\n\n1. e4 *",
            "[Variant \"breakthrough\"",
            "\u{0}",
        ] {
            assert!(
                read(text, 1, &BotRoster::new(&bellwether_standard::standard())).is_err(),
                "{text}"
            );
        }
    }
}
