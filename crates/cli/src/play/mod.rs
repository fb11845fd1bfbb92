//! `play`: people and agents at one table, on the terminal.

mod session;

use std::io::{BufRead, IsTerminal, Write};

use bellwether_catalog::Catalog;
use bellwether_core::{Error, Seat};

use crate::args::PositionArgs;
use session::PlaySession;

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
    writeln!(out, "{}", table.heading())?;
    let mut facing: Option<Seat> = None;
    while let Some(seat) = table.session.mover() {
        if !table.session.is_person(seat) {
            writeln!(out, "{}", table.let_agent_move(seat)?)?;
            continue;
        }
        if facing != Some(seat) && table.session.is_shared_in_secret() {
            hand_over(&mut out, &mut lines, &table, seat, on_screen)?;
        }
        if facing != Some(seat) || table.is_changed {
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
        match handle(line.trim(), &mut table, seat) {
            Ok(Some(text)) => write!(out, "{text}")?,
            Ok(None) => {
                writeln!(out, "You leave the game.{}", table.how_to_go_on())?;
                return Ok(());
            }
            Err(error) => writeln!(out, "{error} — `moves` lists what is legal, `help` the rest.")?,
        }
    }
    writeln!(out, "\n{}", table.ending())?;
    Ok(())
}

/// Does what a person has typed and says what to print; none if the person leaves.
fn handle(typed: &str, table: &mut PlaySession, seat: Seat) -> Result<Option<String>, Error> {
    Ok(Some(match typed.to_ascii_lowercase().as_str() {
        "" => String::new(),
        "help" | "h" | "?" => HELP.to_owned(),
        "moves" | "m" => table.list_moves(),
        "board" | "show" => table.board(),
        "position" | "fen" => format!("{}\n", table.position_text(seat)),
        "undo" | "u" | "back" => table.undo(seat)?,
        "resign" => table.resign(seat)?,
        "quit" | "q" | "exit" => return Ok(None),
        _ => table.play(typed)?,
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
