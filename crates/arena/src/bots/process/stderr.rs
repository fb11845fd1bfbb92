//! [`StderrLog`]: what a program wrote to its standard error: all of it, or its beginning and its end.

use std::collections::VecDeque;

use bellwether_core::notation::excerpt;

/// A log of bounded size, however much was written.
#[derive(Debug, Default)]
pub(super) struct StderrLog {
    head: Vec<u8>,
    /// What came after the head.
    tail: VecDeque<u8>,
    /// Bytes between head and tail that are gone.
    gone: usize,
}

/// Bytes of the beginning that are stored.
const HEAD_BYTES: usize = 8 << 10;

/// Bytes of the end that are stored: where a traceback is.
const TAIL_BYTES: usize = 24 << 10;

impl StderrLog {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let (first, rest) = bytes.split_at(bytes.len().min(HEAD_BYTES - self.head.len()));
        self.head.extend_from_slice(first);
        self.tail.extend(rest);
        let over = self.tail.len().saturating_sub(TAIL_BYTES);
        self.tail.drain(..over);
        self.gone += over;
    }

    /// How many bytes were written, stored or not.
    pub(super) fn written(&self) -> usize {
        self.head.len() + self.gone + self.tail.len()
    }

    /// The text, with a line that says how much is missing.
    pub(super) fn text(&self) -> String {
        self.text_of_first(usize::MAX)
    }

    /// The part of the text that stands for the first bytes that were written.
    pub(super) fn text_of_first(&self, written: usize) -> String {
        let mut bytes = self.head[..written.min(self.head.len())].to_vec();
        let rest = written.saturating_sub(self.head.len());
        if self.gone > 0 && rest > 0 {
            bytes.extend(format!("\n[{} bytes are not stored]\n", self.gone).into_bytes());
        }
        bytes.extend(self.tail.iter().take(rest.saturating_sub(self.gone)));
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The last non-empty line.
    pub(super) fn last_line(&self) -> Option<String> {
        let text = self.text();
        let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty())?;
        Some(excerpt(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_stored_and_the_last_line_found() {
        let mut log = StderrLog::default();
        assert_eq!((log.last_line(), log.text()), (None, String::new()));
        log.add(b"Traceback:\n  x\n");
        assert_eq!(log.text(), "Traceback:\n  x\n");
        let mut written = 15;
        for number in 0..20_000 {
            let line = format!("line {number}\n");
            written += line.len();
            log.add(line.as_bytes());
            assert!(log.head.len() + log.tail.len() <= HEAD_BYTES + TAIL_BYTES);
        }
        assert_eq!(log.last_line().as_deref(), Some("line 19999"));
        let (text, gone) = (log.text(), written - HEAD_BYTES - TAIL_BYTES);
        assert!(text.starts_with("Traceback:\n  x\nline 0\n"));
        assert!(text.contains(&format!("\n[{gone} bytes are not stored]\n")));
        assert_eq!(
            (log.written(), log.text_of_first(15)),
            (written, "Traceback:\n  x\n".to_owned())
        );
        assert_eq!(log.text_of_first(written), text);
        assert!(
            text.starts_with(&log.text_of_first(HEAD_BYTES + 1)),
            "what is not stored is one line"
        );
        assert!(text.starts_with(&log.text_of_first(written - 10)));
        log.add(b"ValueError: \xff\x07 no\n  \n\n");
        assert_eq!(log.last_line().as_deref(), Some("ValueError: \u{fffd}\u{fffd} no"));
    }
}
