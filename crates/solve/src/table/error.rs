//! [`TableError`], with messages for the user.

use std::io;
use std::path::{Path, PathBuf};

use bellwether_core::{Error, ErrorKind};

/// Something is wrong with a table file.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// An I/O error.
    #[error("{}: {}", path.display(), io_reason(source))]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The disk is full.
    #[error(
        "{}: the disk is full; what was finished is kept: make room and run the same command again",
        path.display()
    )]
    Full {
        /// Which file.
        path: PathBuf,
    },
    /// It is not a table.
    #[error("{}: not a table: {what}", path.display())]
    Foreign {
        /// Which file.
        path: PathBuf,
        /// Why not.
        what: String,
    },
    /// The table is damaged.
    #[error("{}: the table is damaged: {what}; delete it and solve again", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is damaged.
        what: String,
    },
    /// It is a table of another game or other options.
    #[error("{}: this is a table of {found}, not of {wanted}", path.display())]
    Other {
        /// Which file.
        path: PathBuf,
        /// What it is a table of.
        found: String,
        /// What was wanted.
        wanted: String,
    },
    /// Another process is writing it.
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

    pub(crate) fn foreign(path: &Path, what: impl Into<String>) -> Self {
        Self::Foreign { path: path.to_owned(), what: what.into() }
    }

    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), what: what.into() }
    }
}

impl From<TableError> for Error {
    fn from(error: TableError) -> Self {
        let kind = match &error {
            TableError::Io { source, .. } => source.kind().into(),
            TableError::Full { .. } => ErrorKind::Io,
            TableError::Foreign { .. } | TableError::Other { .. } => ErrorKind::Invalid,
            TableError::Damaged { .. } => ErrorKind::Damaged,
            TableError::Busy { .. } => ErrorKind::Busy,
        };
        Self::new(kind, error)
    }
}

fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission".to_owned(),
        _ => error.to_string(),
    }
}
