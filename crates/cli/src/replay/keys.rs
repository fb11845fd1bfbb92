//! Stepping through games with keys.

use std::io;

use bellwether_arena::record::RecordHeader;
use bellwether_catalog::Replay;
use bellwether_core::Seat;
use bellwether_report::printable;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, read};
use crossterm::terminal;

use super::{RecordedGames, view};
use crate::screen::Screen;

const HELP: &str =
    "→ or space next   ← back   Home End   g ply   n p next or previous game   q quit";

/// Where we are in a game.
#[derive(Debug, PartialEq, Eq)]
struct Cursor {
    ply: usize,
    plies: usize,
    /// The ply's number as far as it is typed.
    typed: Option<String>,
    message: String,
}

/// What is to be done after a key.
#[derive(Debug, PartialEq, Eq)]
enum ReplayKey {
    Stay,
    NextGame,
    PreviousGame,
    Quit,
}

impl Cursor {
    fn new(ply: usize, plies: usize) -> Self {
        Self { ply: ply.min(plies), plies, typed: None, message: String::new() }
    }

    fn press(&mut self, key: KeyEvent) -> ReplayKey {
        if key.kind == KeyEventKind::Release {
            return ReplayKey::Stay;
        }
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return ReplayKey::Quit;
        }
        self.message.clear();
        if let Some(typed) = self.typed.take() {
            self.type_on(typed, key.code);
            return ReplayKey::Stay;
        }
        match key.code {
            KeyCode::Right | KeyCode::Char(' ' | 'l') | KeyCode::Enter => {
                self.ply = (self.ply + 1).min(self.plies);
            }
            KeyCode::Left | KeyCode::Backspace | KeyCode::Char('h') => {
                self.ply = self.ply.saturating_sub(1);
            }
            KeyCode::Home => self.ply = 0,
            KeyCode::End => self.ply = self.plies,
            KeyCode::Char('g') => self.typed = Some(String::new()),
            KeyCode::Char('n') | KeyCode::PageDown => return ReplayKey::NextGame,
            KeyCode::Char('p') | KeyCode::PageUp => return ReplayKey::PreviousGame,
            KeyCode::Char('q') | KeyCode::Esc => return ReplayKey::Quit,
            _ => {}
        }
        ReplayKey::Stay
    }

    fn type_on(&mut self, mut typed: String, key: KeyCode) {
        match key {
            KeyCode::Char(digit) if digit.is_ascii_digit() && typed.len() < 9 => typed.push(digit),
            KeyCode::Backspace => {
                typed.pop();
            }
            KeyCode::Enter => {
                match typed.parse::<usize>() {
                    Ok(ply) if ply <= self.plies => self.ply = ply,
                    Ok(ply) => self.message = format!("there is no ply {ply}"),
                    Err(_) => {}
                }
                return;
            }
            KeyCode::Esc => return,
            _ => {}
        }
        self.typed = Some(typed);
    }
}

/// Steps through games until the user quits.
pub(super) fn run(
    recorded: &RecordedGames,
    first: Replay,
    ply: Option<usize>,
    viewer: Option<Seat>,
) -> anyhow::Result<()> {
    let mut line = first;
    let mut cursor = Cursor::new(ply.unwrap_or(0), line.ply());
    let screen = Screen::enter()?;
    loop {
        let size = terminal::size().unwrap_or((80, 24));
        Screen::show(&frame(recorded.header(), &line, &cursor, viewer, size))?;
        let wish = match read() {
            Ok(Event::Key(key)) => cursor.press(key),
            Ok(_) => ReplayKey::Stay,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => ReplayKey::Stay,
            Err(error) => return Err(error.into()),
        };
        let other = match wish {
            ReplayKey::Stay => continue,
            ReplayKey::Quit => break,
            ReplayKey::NextGame => recorded.after(line.record.number),
            ReplayKey::PreviousGame => recorded.before(line.record.number),
        };
        match other.map(|number| recorded.line(number)) {
            None => cursor.message = "there is no further game".to_owned(),
            Some(Ok(other)) => {
                line = other;
                cursor = Cursor::new(0, line.ply());
            }
            // A game that cannot be shown is no reason to leave the one that can.
            Some(Err(error)) => cursor.message = printable(&error.to_string()),
        }
    }
    drop(screen);
    Ok(())
}

/// What is on the screen: never more lines than it has, the keys last.
fn frame(
    header: &RecordHeader,
    line: &Replay,
    cursor: &Cursor,
    viewer: Option<Seat>,
    (columns, rows): (u16, u16),
) -> String {
    let width = usize::from(columns).max(20);
    let mut text = view::heading(header, line);
    text.push('\n');
    text.push_str(&view::ply(header, line, cursor.ply, viewer));
    text.push('\n');
    text.push_str(&view::moves_around(line, cursor.ply, viewer, width));
    let last = match &cursor.typed {
        Some(typed) => format!("ply (0 to {}): {typed}_", cursor.plies),
        None if cursor.message.is_empty() => HELP.to_owned(),
        None => format!("{} — {HELP}", cursor.message),
    };
    let room = usize::from(rows).max(2) - 1;
    // Too small a screen loses its head, not the board.
    let lines: Vec<&str> = text.lines().collect();
    let kept = &lines[lines.len().saturating_sub(room)..];
    let last: String = last.chars().take(width).collect();
    format!("{}\n{last}", kept.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(cursor: &mut Cursor, codes: &[KeyCode]) -> ReplayKey {
        codes
            .iter()
            .fold(ReplayKey::Stay, |_, code| cursor.press(KeyEvent::new(*code, KeyModifiers::NONE)))
    }

    #[test]
    fn keys_step_and_stop_at_the_ends() {
        let mut cursor = Cursor::new(0, 3);
        press(&mut cursor, &[KeyCode::Left]);
        assert_eq!(cursor.ply, 0);
        press(&mut cursor, &[KeyCode::Right, KeyCode::Char(' ')]);
        assert_eq!(cursor.ply, 2);
        press(&mut cursor, &[KeyCode::End, KeyCode::Right]);
        assert_eq!(cursor.ply, 3);
        press(&mut cursor, &[KeyCode::Home]);
        assert_eq!(cursor.ply, 0);
        assert_eq!(press(&mut cursor, &[KeyCode::Char('n')]), ReplayKey::NextGame);
        assert_eq!(press(&mut cursor, &[KeyCode::Char('p')]), ReplayKey::PreviousGame);
        assert_eq!(press(&mut cursor, &[KeyCode::Char('q')]), ReplayKey::Quit);
    }

    #[test]
    fn a_ply_can_be_typed() {
        let mut cursor = Cursor::new(0, 30);
        let go = KeyCode::Char('g');
        press(&mut cursor, &[go, KeyCode::Char('1'), KeyCode::Char('9')]);
        assert_eq!((cursor.ply, cursor.typed.as_deref()), (0, Some("19")));
        press(&mut cursor, &[KeyCode::Backspace, KeyCode::Char('2'), KeyCode::Enter]);
        assert_eq!((cursor.ply, cursor.typed.as_deref()), (12, None));
        press(&mut cursor, &[go, KeyCode::Char('9'), KeyCode::Char('9'), KeyCode::Enter]);
        assert_eq!((cursor.ply, cursor.message.as_str()), (12, "there is no ply 99"));
        press(&mut cursor, &[go, KeyCode::Enter]);
        press(&mut cursor, &[go, KeyCode::Char('q'), KeyCode::Esc]);
        assert_eq!((cursor.ply, cursor.typed.as_deref()), (12, None));
    }

    #[test]
    fn frames_fit_the_screen() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records/breakthrough.jsonl");
        let recorded =
            RecordedGames::open(&bellwether_standard::standard(), file.as_ref()).unwrap();
        let line = recorded.line(1).unwrap();
        for ply in 0..=line.ply() {
            for size in [(80, 24), (30, 5), (0, 0)] {
                let cursor = Cursor::new(ply, line.ply());
                let text = frame(recorded.header(), &line, &cursor, None, size);
                assert!(text.lines().count() <= usize::from(size.1).max(2), "{text}");
                let last = text.lines().last().unwrap();
                assert!(last.chars().count() <= usize::from(size.0).max(20));
            }
        }
        let text = frame(recorded.header(), &line, &Cursor::new(3, line.ply()), None, (80, 30));
        let text = anstream::adapter::strip_str(&text).to_string();
        snapbox::assert_data_eq!(text, snapbox::file!["../../tests/records/frame.txt"]);
    }
}
