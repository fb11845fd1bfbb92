//! Who has the store: one server at a time, and the others find out where its page is.
//!
//! The lock is a file beside the store, which holds the address; the system gives the lock back when a server ends in
//! whatever way. SQLite's own locks are on the store itself and would be lost if we opened that file again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The right to change a store.
#[derive(Debug)]
pub(crate) struct StoreLock(File);

/// Why the lock was not taken.
#[derive(Debug)]
pub(crate) enum NotLocked {
    /// Another server has it, whose page is there; no address while that server begins or ends.
    Taken(Option<String>),
    Failed(io::Error),
}

impl StoreLock {
    /// Takes the lock of a store.
    ///
    /// # Errors
    /// If another server has it, or there can be no lock.
    pub(crate) fn take(store: &Path) -> Result<Self, NotLocked> {
        if let Some(folder) = store.parent() {
            std::fs::create_dir_all(folder).map_err(NotLocked::Failed)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        // The address may hold the token.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(lock_name(store)).map_err(NotLocked::Failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::Error(error)) => return Err(NotLocked::Failed(error)),
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                let _ = Read::by_ref(&mut file).take(1000).read_to_string(&mut text);
                let is_whole = text.starts_with("http://") && text.ends_with('\n');
                return Err(NotLocked::Taken(is_whole.then(|| text.trim_end().to_owned())));
            }
        }
        let lock = Self(file);
        // What is there is of a server that was killed.
        lock.tell("").map_err(NotLocked::Failed)?;
        Ok(lock)
    }

    /// Writes the page's address for others; none while the server begins or ends.
    pub(crate) fn tell(&self, url: &str) -> io::Result<()> {
        let mut file = &self.0;
        file.set_len(0)?;
        file.rewind()?;
        if !url.is_empty() {
            file.write_all(format!("{url}\n").as_bytes())?;
        }
        Ok(())
    }

    pub(crate) fn release(&self) {
        let _ = self.0.unlock();
    }

    /// Leaves nothing beside a file that is no store.
    pub(crate) fn discard(self, store: &Path) {
        let _ = std::fs::remove_file(lock_name(store));
    }
}

/// The file of the lock: the same by whatever way the store is named.
fn lock_name(store: &Path) -> PathBuf {
    let mut name =
        std::fs::canonicalize(store).unwrap_or_else(|_| store.to_owned()).into_os_string();
    name.push(".lock");
    name.into()
}
