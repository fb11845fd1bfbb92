//! Feeds every parser with mutated text for a bounded time: nothing from outside may panic.
//!
//! `bellwether-fuzz SECONDS [TARGET]`. Inputs start from valid texts and are cut, spliced and
//! sprinkled with tokens of the parsers' own languages, so that most get past the first check. What
//! is accepted must also hold together: it prints, reads back the same, and can be played on.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a task talks to its terminal")]

mod mutate;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bellwether_core::random::{mix, seeded};
use mutate::mutate;
use targets::FuzzTarget;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let seconds: Option<u64> = arguments.next().and_then(|text| text.parse().ok());
    let Some(seconds) = seconds else {
        eprintln!("usage: bellwether-fuzz SECONDS [TARGET]");
        return ExitCode::from(2);
    };
    let wanted = arguments.next();
    let targets: Vec<FuzzTarget> = targets::all()
        .into_iter()
        .filter(|target| wanted.as_ref().is_none_or(|name| *name == target.name))
        .collect();
    if targets.is_empty() {
        eprintln!("there is no such target");
        return ExitCode::from(2);
    }
    // A caught panic is reported below with its input; the default report would repeat it.
    std::panic::set_hook(Box::new(|_| {}));
    let time = Duration::from_secs(seconds);
    let failures: usize = targets.iter().map(|target| usize::from(!survives(target, time))).sum();
    println!("{} passed, {failures} failed", targets.len() - failures);
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Fuzzes one target on all cores; says how much was tried and what made it panic, if anything did.
fn survives(target: &FuzzTarget, time: Duration) -> bool {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let outcomes: Vec<FuzzOutcome> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|worker| scope.spawn(move || fuzz(target, worker, time))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    let tried: u64 = outcomes.iter().map(|outcome| outcome.tried).sum();
    let taken: u64 = outcomes.iter().map(|outcome| outcome.taken).sum();
    println!("{:<28} {tried:>10} texts, {taken:>9} accepted", target.name);
    let culprit = outcomes.into_iter().find_map(|outcome| outcome.culprit);
    if let Some((text, reason)) = &culprit {
        println!("  PANIC on {text:?}\n  {reason}");
    }
    // A target that accepts nothing tests only its first check.
    if taken == 0 {
        println!("  nothing was accepted: the corpus is wrong");
    }
    culprit.is_none() && taken > 0
}

#[derive(Default)]
struct FuzzOutcome {
    tried: u64,
    taken: u64,
    culprit: Option<(String, String)>,
}

fn fuzz(target: &FuzzTarget, worker: usize, time: Duration) -> FuzzOutcome {
    let mut rng = seeded(mix(0xf022, worker as u64));
    let mut outcome = FuzzOutcome::default();
    let began = Instant::now();
    while outcome.tried.is_multiple_of(64) && began.elapsed() < time
        || !outcome.tried.is_multiple_of(64)
    {
        let text = mutate(&target.corpus, &mut rng);
        outcome.tried += 1;
        match catch_unwind(AssertUnwindSafe(|| (target.feed)(&text))) {
            Ok(accepted) => outcome.taken += u64::from(accepted),
            Err(panic) => {
                let said = panic.downcast_ref::<String>().cloned();
                let said = said.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
                outcome.culprit = Some((text, said.unwrap_or_default()));
                return outcome;
            }
        }
    }
    outcome
}
