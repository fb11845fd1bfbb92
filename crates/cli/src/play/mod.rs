//! `play`: people and agents at one table, on the terminal.

mod input;
mod session;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use bellwether_catalog::Catalog;
use bellwether_core::outside::printable;
use bellwether_core::{Error, Seat};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::PositionArgs;
use input::{Leaving, PlayInput, Typed};
use session::PlaySession;

/// The text of `help`.
const HELP: &str = "\
type a move as `moves` lists it, or
  moves        list the legal moves
  board        draw the board again
  hint         what a strong agent would play
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
    bot_time: f64,
) -> anyhow::Result<ExitCode> {
    let bot_time = Duration::from_secs_f64(bot_time);
    let mut table = PlaySession::new(at.find(catalog)?, agents, seed, bot_time)?;
    let mut out = anstream::stdout();
    let mut input = PlayInput::open()?;
    let leaving = Leaving::listen()?;
    writeln!(out, "{}", table.heading())?;
    let mut facing: Option<Seat> = None;
    while let Some(seat) = table.session.mover() {
        leaving.set_words(format!("You leave the game.{}", table.how_to_go_on()));
        if !table.session.is_person(seat) {
            match let_agent_move(&mut table, seat, &leaving) {
                Ok(_) if leaving.is_wanted() => return leave(&mut out, &leaving),
                Ok(text) => writeln!(out, "{text}")?,
                // A program that fails costs its move, not the game.
                Err(error) => {
                    let name = table.name(seat);
                    let how = table.how_to_go_on();
                    writeln!(out, "{name} makes no move; the game is left here.{how}")?;
                    return Err(error.at(name).into());
                }
            }
            continue;
        }
        if facing != Some(seat) && table.session.is_shared_in_secret() {
            hand_over(&mut out, &mut input, &table, seat, &leaving)?;
        }
        if facing != Some(seat) || table.is_changed {
            writeln!(out, "\n{}", table.board())?;
        }
        facing = Some(seat);
        let line = match input.ask(&format!("{}> ", table.name(seat)), &leaving)? {
            Typed::Line(line) => line,
            Typed::End => {
                let how = table.how_to_go_on();
                writeln!(out, "\nThe input ended; the game is left unfinished.{how}")?;
                return Ok(ExitCode::SUCCESS);
            }
            Typed::Interrupted => return leave(&mut out, &leaving),
        };
        match handle(line.trim(), &mut table, seat, &leaving) {
            Ok(Some(text)) => write!(out, "{text}")?,
            Ok(None) => {
                writeln!(out, "{}", leaving.words())?;
                return Ok(ExitCode::SUCCESS);
            }
            Err(error) => writeln!(
                out,
                "{} — `moves` lists what is legal, `help` the rest.",
                printable(&error.to_string())
            )?,
        }
        if leaving.is_wanted() {
            return leave(&mut out, &leaving);
        }
    }
    writeln!(out, "\n{}", table.ending())?;
    Ok(ExitCode::SUCCESS)
}

/// After Ctrl-C.
fn leave(out: &mut impl Write, leaving: &Leaving) -> anyhow::Result<ExitCode> {
    writeln!(out, "{}", leaving.words())?;
    // Interrupted, as shells know it.
    Ok(ExitCode::from(130))
}

/// An agent moves, or is stopped by Ctrl-C; a terminal shows that it thinks.
fn let_agent_move(table: &mut PlaySession, seat: Seat, leaving: &Leaving) -> Result<String, Error> {
    let thinking = thinking(&format!("{} is thinking", table.name(seat)));
    let moved = table.let_agent_move(seat, &leaving.stop);
    thinking.finish_and_clear();
    moved
}

/// A message with the time that has gone by, at a terminal.
fn thinking(message: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message(message.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} … {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Does what a person has typed and says what to print; none if the person leaves.
fn handle(
    typed: &str,
    table: &mut PlaySession,
    seat: Seat,
    leaving: &Leaving,
) -> Result<Option<String>, Error> {
    Ok(Some(match typed.to_ascii_lowercase().as_str() {
        "" => String::new(),
        "help" | "h" | "?" => HELP.to_owned(),
        "moves" | "m" => table.list_moves(),
        "board" | "show" => table.board(),
        "hint" => {
            let thinking = thinking("looking for a move");
            let hint = table.hint(seat, &leaving.stop);
            thinking.finish_and_clear();
            hint?
        }
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
    input: &mut PlayInput,
    table: &PlaySession,
    seat: Seat,
    leaving: &Leaving,
) -> anyhow::Result<()> {
    if std::io::stdout().is_terminal() {
        // Clear the screen and what can be scrolled back to, then go to the top left corner.
        write!(out, "\x1b[2J\x1b[3J\x1b[H")?;
        out.flush()?;
    }
    let prompt = format!("{} is next: hand over the screen, then press Enter. ", table.name(seat));
    input.ask(&prompt, leaving)?;
    Ok(())
}
