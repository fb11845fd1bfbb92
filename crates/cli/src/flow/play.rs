//! `flow play`: draw the paths with the arrow keys.

use std::fs;
use std::io::{self, Write};

use anyhow::Context;
use bellwether_flow::draw::Style;
use bellwether_flow::generate::generate;
use bellwether_flow::{Color, Method, Puzzle, Solution, SolverLimits, text};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, read};
use crossterm::{cursor, queue, terminal};

use super::FlowExit;
use super::editor::{CursorStep, PuzzleEditor};
use super::generate::PuzzleArguments;
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

/// What a key means.
enum Action {
    Step(CursorStep),
    Pen,
    Clear,
    Hint,
    Quit,
}

impl FlowPlayArguments {
    pub(super) fn run(&self) -> anyhow::Result<FlowExit> {
        anyhow::ensure!(
            Screen::is_there(),
            "flow play needs a terminal; use flow show to draw a puzzle"
        );
        let puzzle = match &self.file {
            Some(file) => {
                let content =
                    fs::read_to_string(file).with_context(|| format!("{file} cannot be read"))?;
                text::parse(&content).with_context(|| file.clone())?.remove(0)
            }
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
        match action(key) {
            Some(Action::Step(direction)) => editor.step(direction),
            Some(Action::Pen) => editor.toggle_pen(),
            Some(Action::Clear) => editor.clear(),
            Some(Action::Hint) => {
                if let Some(solution) = solution {
                    editor.hint(solution);
                }
            }
            Some(Action::Quit) => return Ok(editor.is_solved()),
            None => {}
        }
        if editor.is_solved() {
            return Ok(true);
        }
    }
}

fn action(key: KeyEvent) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    match key.code {
        KeyCode::Up => Some(Action::Step(CursorStep::Up)),
        KeyCode::Right => Some(Action::Step(CursorStep::Right)),
        KeyCode::Down => Some(Action::Step(CursorStep::Down)),
        KeyCode::Left => Some(Action::Step(CursorStep::Left)),
        KeyCode::Char(' ') | KeyCode::Enter => Some(Action::Pen),
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Some(Action::Quit),
        KeyCode::Char('x') | KeyCode::Delete | KeyCode::Backspace => Some(Action::Clear),
        KeyCode::Char('h') => Some(Action::Hint),
        KeyCode::Char('q') | KeyCode::Esc => Some(Action::Quit),
        _ => None,
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
    let widest =
        (0..puzzle.colors() as u16).map(|color| puzzle.label(Color(color)).chars().count()).max();
    let column = editor.cursor() % puzzle.width() * (widest.unwrap_or(1) + 1);
    let row = editor.cursor() / puzzle.width();
    queue!(out, cursor::MoveTo(column as u16, row as u16), cursor::Show)?;
    out.flush()?;
    Ok(())
}
