//! A running program: lines to it and from it, each with a deadline.
//!
//! Everything is done on the thread that plays, with pipes that never block: whatever waits here also listens to the
//! program's three streams, so that a bot that does not read, or writes too much, blocks only itself.

mod ending;
mod stderr;

use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::fair_deadline::FairDeadline;
use stderr::StderrLog;

/// A program under way, with its standard streams in our hands.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    /// What is still to be written.
    outgoing: Vec<u8>,
    /// What was read; the lines before `taken` were handed on.
    incoming: Vec<u8>,
    taken: usize,
    /// How far `incoming` was looked through for the end of a line.
    searched: usize,
    /// Bytes read since it was last spoken to.
    heard: usize,
    longest_line: usize,
    log: StderrLog,
    /// Bytes of ours that it had not read when its standard input was closed.
    unread: Option<u64>,
    status: Option<ExitStatus>,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It is too late.
    Late,
    /// The game was stopped.
    Stopped,
    /// The program has ended; the status is not known if it only closed its output.
    Ended(Option<ExitStatus>),
    /// It has closed its standard input.
    Deaf,
    /// A line is longer than this.
    LongLine(usize),
    /// It has written more than this between two questions.
    Flood(usize),
    /// A line is not UTF-8 text.
    NotText,
}

/// What a program may write in one turn.
pub const MOST_OUTPUT: usize = 8 << 20;

impl Process {
    /// Starts a program in a process group of its own; lines longer than `longest_line` are refused.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(mut command: Command, longest_line: usize) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.process_group(0).spawn()?;
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Self {
            child,
            input,
            output,
            errors,
            outgoing: Vec::new(),
            incoming: Vec::new(),
            taken: 0,
            searched: 0,
            heard: 0,
            longest_line,
            log: StderrLog::default(),
            unread: None,
            status: None,
        };
        // Only our own ends: the program's are streams of their own.
        process.input.iter().try_for_each(|pipe| rustix::io::ioctl_fionbio(pipe, true))?;
        process.output.iter().try_for_each(|pipe| rustix::io::ioctl_fionbio(pipe, true))?;
        process.errors.iter().try_for_each(|pipe| rustix::io::ioctl_fionbio(pipe, true))?;
        Ok(process)
    }

    /// Queues a line. It is written while the answer is awaited.
    pub fn say(&mut self, line: &str) {
        self.heard = 0;
        self.outgoing.extend_from_slice(line.as_bytes());
        self.outgoing.push(b'\n');
    }

    /// Takes output that it has written before the question, the rest of a partial line included.
    pub fn unasked(&mut self) -> Vec<u8> {
        self.pump(Duration::ZERO);
        self.searched = 0;
        let unasked = self.incoming.split_off(self.taken);
        self.incoming.clear();
        self.taken = 0;
        unasked
    }

    /// Waits for a line. What comes before the end of the output counts as one, too.
    ///
    /// # Errors
    /// If there is none by `deadline`, or there will be none at all.
    pub fn line(
        &mut self,
        deadline: &mut FairDeadline,
        stop: &AtomicBool,
    ) -> Result<String, ReadError> {
        loop {
            if let Some(line) = self.take_line()? {
                return Ok(line);
            }
            if self.output.is_none() {
                return Err(ReadError::Ended(self.status_soon()));
            }
            if self.input.is_none() {
                // Most programs that close it have ended.
                return Err(self
                    .status_soon()
                    .map_or(ReadError::Deaf, |s| ReadError::Ended(Some(s))));
            }
            if self.heard > MOST_OUTPUT {
                return Err(ReadError::Flood(MOST_OUTPUT));
            }
            if stop.load(Ordering::Relaxed) {
                return Err(ReadError::Stopped);
            }
            let slice = deadline.slice();
            self.pump(slice);
            if slice.is_zero() {
                // What came just in time was read a moment ago.
                return self.take_line()?.ok_or(ReadError::Late);
            }
        }
    }

    /// What it wrote to its standard error; of very much the beginning and the end.
    #[must_use]
    pub fn log(&self) -> String {
        self.log.text()
    }

    /// How many bytes it has written to its standard error.
    #[must_use]
    pub fn written(&self) -> usize {
        self.log.written()
    }

    /// How much of [`log`](Self::log) stands for the first bytes that it wrote there.
    #[must_use]
    pub fn log_length(&self, written: usize) -> usize {
        self.log.text_of_first(written).len()
    }

    /// Whether it has read everything that it was told.
    #[must_use]
    pub fn has_read(&self) -> bool {
        let unread = self.input.as_ref().map(|input| rustix::io::ioctl_fionread(input).ok());
        self.outgoing.is_empty() && unread.unwrap_or(self.unread) == Some(0)
    }

    /// The last non-empty line of its log.
    #[must_use]
    pub fn last_words(&self) -> Option<String> {
        self.log.last_line()
    }

    fn take_line(&mut self) -> Result<Option<String>, ReadError> {
        let pending = &self.incoming[self.taken..];
        let newline = pending[self.searched..].iter().position(|byte| *byte == b'\n');
        let length = match newline {
            Some(at) => self.searched + at,
            // The end of the output ends a line.
            None if self.output.is_none() && !pending.is_empty() => pending.len(),
            None => {
                self.searched = pending.len();
                let is_long = pending.len() > self.longest_line;
                return if is_long {
                    Err(ReadError::LongLine(self.longest_line))
                } else {
                    Ok(None)
                };
            }
        };
        if length > self.longest_line {
            return Err(ReadError::LongLine(self.longest_line));
        }
        let line = std::str::from_utf8(&pending[..length]).map(str::to_owned);
        self.taken += (length + 1).min(pending.len());
        self.searched = 0;
        if self.taken == self.incoming.len() {
            self.incoming.clear();
            self.taken = 0;
        }
        line.map(Some).map_err(|_| ReadError::NotText)
    }

    /// Writes and reads what can be at once, after waiting at most so long for anything to happen.
    fn pump(&mut self, patience: Duration) {
        let has_ended = self.has_ended();
        let mut streams = Vec::with_capacity(3);
        if let Some(input) = &self.input {
            // Without events it still reports that the reader is gone.
            let events = if self.outgoing.is_empty() { PollFlags::empty() } else { PollFlags::OUT };
            streams.push(PollFd::new(input, events));
        }
        if let Some(output) = &self.output {
            streams.push(PollFd::new(output, PollFlags::IN));
        }
        if let Some(errors) = &self.errors {
            streams.push(PollFd::new(errors, PollFlags::IN));
        }
        // The last output of a program that has ended is in the pipes; there is nothing to wait for.
        let patience = if has_ended { Duration::ZERO } else { patience };
        let patience = Timespec::try_from(patience).ok();
        // An interrupted wait is a short one.
        let _ = poll(&mut streams, patience.as_ref());
        let is_deaf = self.input.is_some() && streams[0].revents().contains(PollFlags::ERR);
        if is_deaf {
            self.close_input();
        }
        self.write();
        self.read(has_ended);
    }

    fn write(&mut self) {
        let Some(input) = self.input.as_mut().filter(|_| !self.outgoing.is_empty()) else { return };
        match input.write(&self.outgoing) {
            Ok(count) => {
                self.outgoing.drain(..count);
            }
            Err(error) if is_temporary(&error) => {}
            Err(_) => self.close_input(),
        }
    }

    /// It does not listen any more.
    fn close_input(&mut self) {
        let is_told = self.outgoing.is_empty();
        let unread = self.input.take().map(|input| rustix::io::ioctl_fionread(&input).ok());
        self.unread = unread.flatten().filter(|_| is_told);
        self.outgoing.clear();
    }

    fn read(&mut self, has_ended: bool) {
        let mut chunk = [0; 16 << 10];
        while let Some(output) = &mut self.output {
            match output.read(&mut chunk) {
                Ok(0) => self.output = None,
                Ok(count) => {
                    self.incoming.extend_from_slice(&chunk[..count]);
                    self.heard += count;
                    if self.heard > MOST_OUTPUT {
                        break;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // Other processes that inherited its streams must not make us wait.
                Err(error) if is_temporary(&error) && !has_ended => break,
                Err(_) => self.output = None,
            }
        }
        // Much output on standard error must not hold us up; the rest is read the next time.
        for _ in 0..64 {
            let Some(errors) = &mut self.errors else { break };
            match errors.read(&mut chunk) {
                Ok(0) => self.errors = None,
                Ok(count) => self.log.add(&chunk[..count]),
                Err(error) if is_temporary(&error) => break,
                Err(_) => self.errors = None,
            }
        }
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
