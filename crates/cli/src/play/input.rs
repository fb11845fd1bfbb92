//! What a person types: with line editing at a terminal, plain lines elsewhere; and Ctrl-C.

use std::io::{self, BufReader, IsTerminal, Stdin, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::interrupt::on_signal;
use crate::lines::next_line;

/// Nobody types a longer line.
const LONGEST_LINE: usize = 10_000;

/// The keyboard, or whatever standard input is.
pub(super) enum PlayInput {
    Editor(Box<DefaultEditor>),
    Lines(BufReader<Stdin>),
}

/// What came of a question.
pub(super) enum Typed {
    Line(String),
    /// The input is over.
    End,
    /// Ctrl-C.
    Interrupted,
}

impl PlayInput {
    pub(super) fn open() -> anyhow::Result<Self> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            return Ok(Self::Editor(Box::new(DefaultEditor::new()?)));
        }
        Ok(Self::Lines(BufReader::new(io::stdin())))
    }

    /// Asks for a line.
    pub(super) fn ask(&mut self, prompt: &str, leaving: &Leaving) -> anyhow::Result<Typed> {
        match self {
            Self::Editor(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    editor.add_history_entry(&line)?;
                    Ok(Typed::Line(line))
                }
                Err(ReadlineError::Eof) => Ok(Typed::End),
                Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
                Err(error) => Err(error).context("the keyboard cannot be read"),
            },
            Self::Lines(input) => {
                let mut out = anstream::stdout();
                write!(out, "{prompt}")?;
                out.flush()?;
                leaving.is_waiting.store(true, Ordering::SeqCst);
                // A Ctrl-C before that found nobody waiting.
                if leaving.is_wanted() && leaving.ends_waiting() {
                    return Ok(Typed::Interrupted);
                }
                let line = next_line(input, LONGEST_LINE);
                leaving.is_waiting.store(false, Ordering::SeqCst);
                if !io::stdout().is_terminal() {
                    writeln!(out)?;
                }
                Ok(line?.map_or(Typed::End, Typed::Line))
            }
        }
    }
}

/// Ctrl-C, and what is said then.
#[derive(Debug, Default)]
pub(super) struct Leaving {
    /// Whether somebody wants to leave: searches look at it.
    pub(super) stop: AtomicBool,
    /// Whether we wait for a line, which Ctrl-C does not end.
    is_waiting: AtomicBool,
    /// The last words: how to go on.
    words: Mutex<String>,
}

impl Leaving {
    /// Listens for Ctrl-C from now on.
    pub(super) fn listen() -> anyhow::Result<Arc<Self>> {
        let leaving = Arc::new(Self::default());
        let heard = Arc::clone(&leaving);
        on_signal(move || {
            // A second Ctrl-C does not wait for an agent either.
            let is_second = heard.stop.swap(true, Ordering::SeqCst);
            if is_second || heard.ends_waiting() {
                let _ = writeln!(anstream::stdout(), "\n{}", heard.words());
                std::process::exit(130);
            }
        })?;
        Ok(leaving)
    }

    /// Whether a line was waited for, which it is not any more: of two who see a Ctrl-C only one leaves.
    fn ends_waiting(&self) -> bool {
        self.is_waiting.swap(false, Ordering::SeqCst)
    }

    pub(super) fn is_wanted(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    pub(super) fn words(&self) -> String {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set_words(&self, words: String) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ctrl_c_just_before_a_question_is_not_lost() {
        let leaving = Leaving::default();
        leaving.stop.store(true, Ordering::SeqCst);
        let mut input = PlayInput::Lines(BufReader::new(io::stdin()));
        // Standard input may never end here: a lost Ctrl-C would wait for it.
        assert!(matches!(input.ask("", &leaving).unwrap(), Typed::Interrupted));
        assert!(!leaving.ends_waiting(), "nobody waits any more");
    }
}
