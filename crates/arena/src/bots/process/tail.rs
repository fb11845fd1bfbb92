//! [`Tail`]: the last of what a program wrote to its standard error.

use bellwether_core::notation::excerpt;

/// The end of a log, however long the log was.
#[derive(Debug, Default)]
pub(super) struct StderrTail {
    bytes: Vec<u8>,
}

/// Bytes of the tail.
const TAIL_BYTES: usize = 16 << 10;

impl StderrTail {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        // Now and then, rather than for every few bytes.
        if self.bytes.len() > 2 * TAIL_BYTES {
            self.bytes.drain(..self.bytes.len() - TAIL_BYTES);
        }
    }

    /// The last non-empty line.
    pub(super) fn last_line(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.bytes);
        let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty())?;
        Some(excerpt(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_is_stored_and_its_last_line_found() {
        let mut tail = StderrTail::default();
        assert_eq!(tail.last_line(), None);
        for number in 0..20_000 {
            tail.add(format!("line {number}\n").as_bytes());
            assert!(tail.bytes.len() <= 2 * TAIL_BYTES + 16);
        }
        assert_eq!(tail.last_line().as_deref(), Some("line 19999"));
        tail.add(b"ValueError: \xff\x07 no\n  \n\n");
        assert_eq!(tail.last_line().as_deref(), Some("ValueError: �� no"));
    }
}
