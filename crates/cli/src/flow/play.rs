//! `flow play`: draw the paths with the arrow keys.

use std::io::{self, Write};

use bellwether_core::Error;
use bellwether_flow::draw::Style;
use bellwether_flow::generate::generate;
use bellwether_flow::{Method, Puzzle, Solution, SolverLimits};
use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, read};
use crossterm::{cursor, queue, terminal};

use super::editor::{CursorStep, PuzzleEditor};
use super::generate::PuzzleArguments;
use super::{FlowExit, input};
use crate::screen::Screen;

/// Play a puzzle at the terminal.
#[derive(Debug, clap::Args)]
pub(crate) struct FlowPlayArguments {
    /// A puzzle file, of which the first puzzle is played; without one, a puzzle is made
    #[arg(value_name = "FILE")]
    file: Option<String>,
    #[command(flatten)]
    arguments: PuzzleArguments,
}

impl FlowPlayArguments {
    pub(super) fn run(&self) -> anyhow::Result<FlowExit> {
        anyhow::ensure!(
            Screen::is_there(),
            Error::invalid("flow play needs a terminal; use flow show to draw a puzzle")
        );
        let puzzle = match &self.file {
            Some(file) => input::read_puzzles(file).remove(0)?.puzzle,
            None => generate(&self.arguments.request(0), &|| false)?.puzzle,
        };
        let report = Method::Sweep.solve(&puzzle, 1, &SolverLimits::attempts(5_000_000));
        let mut editor = PuzzleEditor::new(&puzzle);
        let screen = Screen::enter()?;
        let solved = play(&puzzle, &mut editor, report.solutions.first());
        drop(screen);
        let word = if solved? { "Solved." } else { "Left unsolved." };
        let drawing = editor.drawing().pipes(&puzzle, Style::Ansi);
        anstream::print!("{drawing}{word}\n");
        Ok(FlowExit::Fine)
    }
}

fn play(
    puzzle: &Puzzle,
    editor: &mut PuzzleEditor<'_>,
    solution: Option<&Solution>,
) -> anyhow::Result<bool> {
    loop {
        draw(puzzle, editor, solution.is_some())?;
        let Event::Key(key) = read()? else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        match key.code {
            KeyCode::Up => editor.step(CursorStep::Up),
            KeyCode::Right => editor.step(CursorStep::Right),
            KeyCode::Down => editor.step(CursorStep::Down),
            KeyCode::Left => editor.step(CursorStep::Left),
            KeyCode::Char(' ') | KeyCode::Enter => editor.toggle_pen(),
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Ok(editor.is_solved());
            }
            KeyCode::Char('x') | KeyCode::Delete | KeyCode::Backspace => editor.clear(),
            KeyCode::Char('h') => solution.into_iter().for_each(|solution| editor.hint(solution)),
            KeyCode::Char('q') | KeyCode::Esc => return Ok(editor.is_solved()),
            _ => {}
        }
        if editor.is_solved() {
            return Ok(true);
        }
    }
}

fn draw(puzzle: &Puzzle, editor: &PuzzleEditor<'_>, hints: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    queue!(out, cursor::Hide, cursor::MoveTo(0, 0), terminal::Clear(terminal::ClearType::All))?;
    // In raw mode a line end only goes down.
    write!(out, "{}", editor.drawing().pipes(puzzle, Style::Ansi).replace('\n', "\r\n"))?;
    let drawing = editor
        .pen()
        .map_or(String::from("pen up"), |color| format!("drawing {}", puzzle.label(color)));
    write!(out, "\r\n{drawing}, {} of {} cells covered\r\n", editor.covered(), puzzle.area())?;
    let hint = if hints { "   h hint" } else { "" };
    write!(out, "arrows move   space pen down or up   x rub out{hint}   q quit\r\n")?;
    let widest = puzzle.each_color().map(|color| puzzle.label(color).chars().count()).max();
    let column = editor.cursor() % puzzle.width() * (widest.unwrap_or(1) + 1);
    let row = editor.cursor() / puzzle.width();
    queue!(out, cursor::MoveTo(column as u16, row as u16), cursor::Show)?;
    out.flush()?;
    Ok(())
}
