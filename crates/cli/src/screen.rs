//! The terminal as a screen of its own, for what is steered with keys.

use std::io::{self, IsTerminal, Write};

use crossterm::{cursor, execute, queue, terminal};

/// The terminal in raw mode on its other screen, until dropped.
#[derive(Debug)]
pub(crate) struct Screen;

impl Screen {
    /// Whether it is interactive.
    pub(crate) fn is_there() -> bool {
        io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    pub(crate) fn enter() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        let screen = Self;
        execute!(io::stdout(), terminal::EnterAlternateScreen)?;
        Ok(screen)
    }

    /// Shows this text instead of whatever was there; what is too wide is cut off.
    pub(crate) fn show(text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let choice = anstream::AutoStream::choice(&out);
        queue!(
            out,
            terminal::DisableLineWrap,
            cursor::Hide,
            cursor::MoveTo(0, 0),
            terminal::Clear(terminal::ClearType::All)
        )?;
        // In raw mode a line end only goes down.
        let text = text.replace('\n', "\r\n");
        if choice == anstream::ColorChoice::Never {
            write!(out, "{}", anstream::adapter::strip_str(&text))?;
        } else {
            out.write_all(text.as_bytes())?;
        }
        out.flush()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nothing better can be done when the terminal is gone.
        let _ = execute!(
            io::stdout(),
            terminal::EnableLineWrap,
            terminal::LeaveAlternateScreen,
            cursor::Show
        );
        let _ = terminal::disable_raw_mode();
    }
}
