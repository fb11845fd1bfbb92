//! `show`, `moves` and `perft`: a position, its legal moves and their counts.

use std::fmt::Write;
use std::time::Instant;

use bellwether_catalog::{AnyGame, AnyPosition, Catalog};
use bellwether_core::{Error, Seat, Status};
use serde_json::{Value, json};

use crate::args::PositionArgs;
use crate::board;

pub(crate) fn show(
    catalog: &Catalog,
    at: &PositionArgs,
    viewer: Option<usize>,
    as_json: bool,
) -> Result<String, Error> {
    let found = at.find(catalog)?;
    let (game, position) = (found.game.as_ref(), found.position());
    let viewer = viewer.map(|number| seat(game, number)).transpose()?;
    if as_json {
        let mut value = position_json(game, position, viewer);
        value["seats"] = game.seat_names().into();
        return Ok(format!("{value}\n"));
    }
    let mut text = board::draw(game, &position.picture(viewer), found.last_squares());
    text.push('\n');
    text.push_str(&board::score_lines(game, position));
    let _ = writeln!(text, "{}", board::status_line(game, position));
    let _ = writeln!(text, "{}", position.text(viewer));
    Ok(text)
}

pub(crate) fn moves(catalog: &Catalog, at: &PositionArgs, as_json: bool) -> Result<String, Error> {
    let found = at.find(catalog)?;
    let (game, position) = (found.game.as_ref(), found.position());
    let moves = position.moves();
    if as_json {
        let mut value = position_json(game, position, None);
        value["moves"] = moves.into();
        return Ok(format!("{value}\n"));
    }
    Ok(if moves.is_empty() {
        format!("{}\n", board::status_line(game, position))
    } else {
        format!("{}\n", moves.join("\n"))
    })
}

pub(crate) fn perft(
    catalog: &Catalog,
    at: &PositionArgs,
    depth: u32,
    divide: bool,
    threads: Option<u16>,
    as_json: bool,
) -> anyhow::Result<String> {
    let found = at.find(catalog)?;
    let (game, position) = (found.game.as_ref(), found.position());
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build()?;
    let serial = threads == Some(1);
    let began = Instant::now();
    let below = if divide { pool.install(|| position.divide(depth)) } else { Vec::new() };
    let count = if divide && depth > 0 {
        below.iter().map(|(_, count)| count).sum()
    } else {
        pool.install(|| position.perft(depth, serial))
    };
    let seconds = began.elapsed().as_secs_f64();
    if as_json {
        let mut value = position_json(game, position, None);
        value["depth"] = depth.into();
        value["count"] = count.into();
        value["seconds"] = json!(seconds);
        value["threads"] = pool.current_num_threads().into();
        if divide {
            let list = |(text, count): &(String, u64)| json!({ "move": text, "count": count });
            value["divide"] = below.iter().map(list).collect();
        }
        return Ok(format!("{value}\n"));
    }
    let mut text = String::new();
    for (name, count) in &below {
        let _ = writeln!(text, "{name}: {count}");
    }
    let _ = writeln!(text, "{count}");
    Ok(text)
}

pub(crate) fn seat(game: &dyn AnyGame, number: usize) -> Result<Seat, Error> {
    if (1..=game.seats()).contains(&number) {
        return Ok(Seat::new(number - 1));
    }
    let seats = game.seats();
    Err(Error::not_found(format!("there is no seat {number}: the table has seats 1 to {seats}")))
}

/// The JSON of a position in every command: the game, the text, whose turn or how it ended, scores.
fn position_json(game: &dyn AnyGame, position: &dyn AnyPosition, viewer: Option<Seat>) -> Value {
    let mut value = json!({ "game": game.spec().to_string(), "position": position.text(viewer) });
    match position.status() {
        Status::ToMove(seat) => {
            value["toMove"] = json!({ "seat": seat.number(), "name": game.seat_name(seat) });
        }
        Status::Over(payoffs) => {
            let winner = payoffs.winner(game.seats()).map(Seat::number);
            value["over"] = json!({ "payoffs": payoffs.as_slice(game.seats()), "winner": winner });
        }
    }
    if let Some(scores) = position.scores() {
        value["scores"] = scores.into();
    }
    value
}
