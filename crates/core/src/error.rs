//! What went wrong, with its kind: each program maps the kinds once, to an exit code or to an HTTP status.

use std::fmt::Display;

use crate::ParseError;

/// What a caller can do about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request makes no sense: it must be written differently.
    Invalid,
    /// What was asked for does not exist.
    NotFound,
    /// A move that the rules do not allow, or an action that is not possible in this state of the game.
    IllegalMove,
    /// There is no room for it now, or somebody else is at it: try later.
    Busy,
    /// It was stopped before it was done.
    Stopped,
    /// A file is not what it should be.
    Damaged,
    /// The operating system refused.
    Io,
}

/// An error with a kind; the message is one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

impl Error {
    /// An error of this kind.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Display) -> Self {
        Self { kind, message: message.to_string() }
    }

    /// The request makes no sense.
    #[must_use]
    pub fn invalid(message: impl Display) -> Self {
        Self::new(ErrorKind::Invalid, message)
    }

    /// What was asked for does not exist.
    #[must_use]
    pub fn not_found(message: impl Display) -> Self {
        Self::new(ErrorKind::NotFound, message)
    }

    /// The rules do not allow it, or not now.
    #[must_use]
    pub fn illegal(message: impl Display) -> Self {
        Self::new(ErrorKind::IllegalMove, message)
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The same error, with the place where it happened before its message.
    #[must_use]
    pub fn at(self, place: impl Display) -> Self {
        Self { message: format!("{place}: {}", self.message), ..self }
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Self::invalid(error)
    }
}

impl From<std::io::ErrorKind> for ErrorKind {
    fn from(kind: std::io::ErrorKind) -> Self {
        use std::io::ErrorKind as Io;
        match kind {
            Io::NotFound => Self::NotFound,
            // Another file must be named.
            Io::InvalidInput | Io::InvalidData | Io::IsADirectory | Io::FileTooLarge => {
                Self::Invalid
            }
            _ => Self::Io,
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::new(error.kind().into(), error)
    }
}
