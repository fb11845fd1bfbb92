//! A bot's faults: a reason for the tables, and one sentence that helps its author.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use bellwether_core::ParseError;
use bellwether_core::notation::excerpt;

use super::super::launch::Launch;
use super::super::process::{Process, ReadError};
use crate::player::Fault;
use crate::record::Reason;

/// The fault for a failure to read from a program.
#[must_use]
pub fn of(failure: ReadError, process: &Process, launch: &Launch) -> Fault {
    match failure {
        ReadError::Late => Fault::new(Reason::Timeout, "no answer in time"),
        ReadError::Stopped => Fault::new(Reason::Timeout, "the game was stopped"),
        ReadError::Ended(status) => {
            let explained = status.and_then(|status| launch.explain_exit(status));
            let how = explained.unwrap_or_else(|| ended(status));
            crash(&how, process, launch)
        }
        ReadError::Deaf => crash("it closed its standard input", process, launch),
        ReadError::LongLine(longest) => {
            protocol(&format!("it wrote a line of more than {} KiB", longest >> 10))
        }
        ReadError::Flood(most) => {
            protocol(&format!("it wrote more than {} MiB in one turn", most >> 20))
        }
        ReadError::NotText => protocol("it wrote a line that is not UTF-8 text"),
    }
}

/// No answer came, though it had so much time for the move; on a clock it had what was left.
pub(super) fn late(waited: Duration, limit: Option<Duration>) -> Fault {
    let waited = waited.as_secs_f64();
    let detail = match limit.map(|limit| limit.as_secs_f64()) {
        Some(limit) => format!("no answer for {waited:.3} s, and its limit is {limit:.3} s"),
        None => format!("no answer for {waited:.3} s"),
    };
    Fault::new(Reason::Timeout, detail)
}

pub(super) fn unready(limit: Duration, waiting_for: &str) -> Fault {
    let seconds = limit.as_secs_f64();
    let detail = format!("it did not say {waiting_for} within {seconds:.1} s of its start");
    Fault::new(Reason::Timeout, detail)
}

pub(super) fn protocol(detail: &str) -> Fault {
    Fault::new(Reason::Protocol, detail)
}

pub(super) fn unasked(bytes: &[u8]) -> Fault {
    let text = String::from_utf8_lossy(bytes);
    let line = excerpt(text.trim().lines().next().unwrap_or_default());
    protocol(&format!(
        "it wrote '{line}' without being asked: one line for each question, and the rest to standard error"
    ))
}

pub(super) fn resignation() -> Fault {
    Fault::new(Reason::Resignation, "")
}

pub(super) fn illegal(text: &str, error: &ParseError) -> Fault {
    let (why, quoted) = (error.to_string(), excerpt(text));
    let detail = if why.contains(&quoted) { why } else { format!("it answered '{quoted}': {why}") };
    Fault { reason: Reason::Illegal, detail }
}

fn crash(how: &str, process: &Process, launch: &Launch) -> Fault {
    let detail = match process.last_words() {
        Some(words) => {
            let cause =
                launch.explain_words(&words).map_or_else(String::new, |why| format!(" ({why})"));
            format!("{how}; the last line of its log: {words}{cause}")
        }
        None => how.to_owned(),
    };
    Fault { reason: Reason::Crash, detail }
}

fn ended(status: Option<ExitStatus>) -> String {
    let Some(status) = status else { return "it closed its standard output".to_owned() };
    match (status.code(), status.signal()) {
        (Some(0), _) => "it ended, with exit status 0, before its game was over".to_owned(),
        (Some(code), _) => format!("it ended with exit status {code}"),
        (None, Some(signal)) => match name(signal) {
            Some(name) => format!("it was killed by signal {signal} ({name})"),
            None => format!("it was killed by signal {signal}"),
        },
        (None, None) => "it ended".to_owned(),
    }
}

/// The names of signals that bots die of, where they have the same number everywhere.
fn name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        4 => "illegal instruction",
        6 => "abort",
        8 => "arithmetic error",
        9 => "kill",
        11 => "segmentation fault",
        13 => "broken pipe",
        15 => "terminate",
        _ => return None,
    })
}
