//! What the cage costs. Not a test of anything: run it by name, see docs/notes/cage.md.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::caged_folder::{CagedFolder, Setting, finish, start};

#[test]
#[ignore = "a measurement"]
#[expect(clippy::print_stdout, reason = "what it measures is for whoever runs it")]
fn cost() {
    for setting in [Setting::PLAIN, Setting::NOBODY] {
        if !setting.is_possible() {
            continue;
        }
        let caged = CagedFolder::new(setting);
        println!("{setting:?}");
        let outside = times(200, || drop(finish(&mut Command::new("true"))));
        let inside = times(200, || drop(finish(&mut caged.command(&["true"]))));
        println!("  to start and end `true`: {outside} outside, {inside} inside");
        let outside = round_trips(&mut Command::new("cat"));
        let inside = round_trips(&mut caged.command(&["cat"]));
        println!("  a line there and back: {outside} outside, {inside} inside");
    }
}

/// The least and the middle of many times.
fn times(count: usize, mut act: impl FnMut()) -> String {
    let mut times: Vec<Duration> = Vec::with_capacity(count);
    for _ in 0..count {
        let began = Instant::now();
        act();
        times.push(began.elapsed());
    }
    times.sort_unstable();
    format!("{:.1?} (median {:.1?})", times[0], times[count / 2])
}

/// A program that sends every line back, asked many times.
fn round_trips(command: &mut Command) -> String {
    let mut child = start(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut answer = [0; 5];
    let mut ask = || {
        to.write_all(b"e2e4\n").unwrap();
        from.read_exact(&mut answer).unwrap();
    };
    // The first answer waits for the start.
    ask();
    let told = times(5000, ask);
    drop(to);
    assert!(child.wait().unwrap().success());
    told
}
