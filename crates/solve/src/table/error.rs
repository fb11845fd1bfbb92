//! What can go wrong with a table file, in sentences for the person who has it.

use std::io;
use std::path::{Path, PathBuf};

/// Something is wrong with a table file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The system refused.
    #[error("{}: {}", path.display(), io_reason(source))]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no room to write.
    #[error(
        "{}: the disk is full; what was finished is kept: make room and run the same command again",
        path.display()
    )]
    Full {
        /// Which file.
        path: PathBuf,
    },
    /// It is some other file.
    #[error("{}: not a table: {what}", path.display())]
    Foreign {
        /// Which file.
        path: PathBuf,
        /// What it lacks.
        what: String,
    },
    /// It was a table once.
    #[error("{}: the table is damaged: {what}; delete it and solve again", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// Where it is broken.
        what: String,
    },
    /// It is a table of something else.
    #[error("{}: this is a table of {found}, not of {wanted}", path.display())]
    Other {
        /// Which file.
        path: PathBuf,
        /// What it is a table of.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// Somebody else is writing it.
    #[error("{}: another process is solving this already", path.display())]
    Busy {
        /// Which file.
        path: PathBuf,
    },
}

impl TableError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full { path },
            _ => Self::Io { path, source },
        }
    }

    pub(super) fn foreign(path: &Path, what: impl Into<String>) -> Self {
        Self::Foreign { path: path.to_owned(), what: what.into() }
    }

    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), what: what.into() }
    }
}

fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission".to_owned(),
        _ => error.to_string(),
    }
}
