//! `play`: people and agents at one table, on the terminal.

mod commands;
mod session;

use std::io::{BufRead, IsTerminal, Write};

use bellwether_catalog::Catalog;
use bellwether_core::{ParseError, Seat};

use crate::args::PositionArgs;
use commands::PlayCommand;
use session::{PlaySession, SeatPlayer};

/// The text of `help`.
const HELP: &str = "\
type a move as `moves` lists it, or
  moves        list the legal moves
  board        draw the board again
  undo         take back to your previous turn
  position     print the position's text
  resign       give up
  quit         leave the game
  help         this list
";

pub(crate) fn run(
    catalog: &Catalog,
    at: &PositionArgs,
    agents: &[String],
    seed: u64,
) -> anyhow::Result<()> {
    let mut table = PlaySession::new(at.find(catalog)?, agents, seed)?;
    let mut out = anstream::stdout();
    let on_screen = std::io::stdout().is_terminal();
    let mut lines = std::io::stdin().lock().lines();
    writeln!(out, "{} · {}", table.title(), table.line_up())?;
    let mut facing: Option<Seat> = None;
    while let Some(seat) = table.mover() {
        if let SeatPlayer::Agent(_) = table.player(seat) {
            let report = table.let_agent_move()?;
            writeln!(out, "{report}")?;
            continue;
        }
        if facing != Some(seat) && table.must_hand_over() {
            hand_over(&mut out, &mut lines, &table, seat, on_screen)?;
        }
        if facing != Some(seat) || table.is_changed() {
            writeln!(out, "\n{}", table.board())?;
        }
        facing = Some(seat);
        write!(out, "{}> ", table.name(seat))?;
        out.flush()?;
        let Some(line) = lines.next().transpose()? else {
            writeln!(
                out,
                "\nThe input ended; the game is left unfinished.{}",
                table.how_to_go_on()
            )?;
            return Ok(());
        };
        if !on_screen {
            writeln!(out)?;
        }
        match handle(PlayCommand::read(&line), &mut table, seat) {
            Ok(PlayReply::Say(text)) => write!(out, "{text}")?,
            Ok(PlayReply::Leave) => {
                writeln!(out, "You leave the game.{}", table.how_to_go_on())?;
                return Ok(());
            }
            Err(error) => writeln!(out, "{error} — `moves` lists what is legal, `help` the rest.")?,
        }
    }
    writeln!(out, "\n{}", table.ending())?;
    Ok(())
}

enum PlayReply {
    Say(String),
    Leave,
}

fn handle(
    command: PlayCommand<'_>,
    table: &mut PlaySession,
    seat: Seat,
) -> Result<PlayReply, ParseError> {
    Ok(PlayReply::Say(match command {
        PlayCommand::Nothing => String::new(),
        PlayCommand::Help => HELP.to_owned(),
        PlayCommand::Moves => table.list_moves(),
        PlayCommand::Board => table.board(),
        PlayCommand::Position => format!("{}\n", table.position_text(seat)),
        PlayCommand::Undo => table.undo(seat)?,
        PlayCommand::Resign => table.resign(seat)?,
        PlayCommand::Quit => return Ok(PlayReply::Leave),
        PlayCommand::Move(text) => table.play(text)?,
    }))
}

/// Between two people of a hidden game, the screen must show neither's secrets.
fn hand_over(
    out: &mut impl Write,
    lines: &mut impl Iterator<Item = std::io::Result<String>>,
    table: &PlaySession,
    seat: Seat,
    on_screen: bool,
) -> std::io::Result<()> {
    if on_screen {
        // Clear the screen and what can be scrolled back to, then go to the top left corner.
        write!(out, "\x1b[2J\x1b[3J\x1b[H")?;
    }
    write!(out, "{} is next: hand over the screen, then press Enter. ", table.name(seat))?;
    out.flush()?;
    if let Some(line) = lines.next() {
        line?;
    }
    if !on_screen {
        writeln!(out)?;
    }
    Ok(())
}
