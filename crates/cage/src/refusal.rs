//! What the cage refused, told by the bot's own last words: its author takes it for a fault of the bot's.

use super::Cage;

/// What programs say in various languages, and which of the cage's limits that may be, with the option that widens it.
const REFUSALS: [(&[&str], &str); 9] = [
    (
        &["sqlite3.OperationalError", "SQLITE_PERM", "access permission denied"],
        "the cage has no locks on files: SQLite does without by file:NAME?immutable=1, or ?nolock=1 to write",
    ),
    (
        &["Permission denied", "PermissionDenied", "EACCES", "AccessDenied", "permission denied"],
        "the cage shows a bot its own folder and the system's programs: read=PATH adds to that",
    ),
    (
        &["Read-only file system", "EROFS", "read-only file system"],
        "in the cage nothing may be written: write=on lets it write in its own folder",
    ),
    (
        &[
            "MemoryError",
            "Cannot allocate memory",
            "ENOMEM",
            "bad_alloc",
            "OutOfMemoryError",
            "out of memory",
        ],
        "the cage bounds its memory: memory=MIB gives it more",
    ),
    (
        &[
            "Resource temporarily unavailable",
            "EAGAIN",
            "can't start new thread",
            "unable to create native thread",
        ],
        "the cage bounds its processes and threads: processes=N gives it more",
    ),
    (
        &["Too many open files", "EMFILE"],
        "the cage bounds its open files: open-files=N gives it more",
    ),
    (
        &["File too large", "EFBIG", "No space left on device", "ENOSPC"],
        "the cage bounds the files it writes: file-size=MIB gives it more",
    ),
    (
        &["Operation not permitted", "EPERM", "operation not permitted"],
        "the cage has no network, no locks and no other processes: docs/cage.md lists what it refuses, cage=off lifts it all",
    ),
    (
        &["Function not implemented", "ENOSYS", "function not implemented"],
        "the cage has only the usual system calls: docs/cage.md lists what it refuses, cage=off lifts it all",
    ),
];

impl Cage {
    /// What in the cage a bot's error message may come from, and how to allow it; none if it speaks of nothing
    /// that the cage refuses.
    #[must_use]
    pub fn refusal(&self, message: &str) -> Option<&'static str> {
        // What may be written there is refused for another reason.
        let is_so = |sentence: &str| !(self.writable && sentence.contains("write=on"));
        REFUSALS
            .iter()
            .find(|(words, _)| words.iter().any(|word| message.contains(word)))
            .map(|(_, sentence)| *sentence)
            .filter(|sentence| is_so(sentence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_words_name_the_limit() {
        let cage = Cage::new("/srv/bot");
        for (words, option) in [
            ("PermissionError: [Errno 13] Permission denied: '/home/ann/book.bin'", "read="),
            ("OSError: [Errno 30] Read-only file system: 'log'", "write=on"),
            ("sqlite3.OperationalError: access permission denied", "immutable=1"),
            ("MemoryError", "memory="),
            ("RuntimeError: can't start new thread", "processes="),
            ("Error: EMFILE: too many open files", "open-files="),
            ("PermissionError: [Errno 1] Operation not permitted", "cage=off"),
        ] {
            assert!(cage.refusal(words).unwrap_or_default().contains(option), "{words}");
        }
        assert_eq!(cage.refusal("IndexError: list index out of range"), None);
    }
}
