//! Feeds every parser with mutated text for a bounded time: nothing from outside may panic.
//!
//! `bellwether-fuzz SECONDS [TARGET] [--seed N]`. Without a seed, one is taken from the clock, and printed: every run
//! tries other texts, and a failure says which command repeats it. Inputs start from valid texts and are cut, spliced and
//! sprinkled with tokens of the parsers' own languages, so that most get past the first check. What
//! is accepted must also hold together: it prints, reads back the same, and can be played on.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a task talks to its terminal")]

mod mutate;
mod proof_tree;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use bellwether_core::random::{mix, seeded};
use mutate::mutate;
use targets::FuzzTarget;

const USAGE: &str = "usage: bellwether-fuzz SECONDS [TARGET] [--seed N]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(arguments) = FuzzArguments::parse(&arguments) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let targets: Vec<FuzzTarget> = targets::all()
        .into_iter()
        .filter(|target| arguments.target.as_ref().is_none_or(|name| *name == target.name))
        .collect();
    if targets.is_empty() {
        eprintln!("there is no such target");
        return ExitCode::from(2);
    }
    let seed = arguments.seed.unwrap_or_else(clock_seed);
    println!("seed {seed}");
    // A caught panic is reported below with its input; the default report would repeat it.
    std::panic::set_hook(Box::new(|_| {}));
    let failures =
        targets.iter().filter(|target| !survives(target, arguments.seconds, seed)).count();
    println!("{} passed, {failures} failed", targets.len() - failures);
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[derive(Debug, PartialEq, Eq)]
struct FuzzArguments {
    seconds: u64,
    target: Option<String>,
    seed: Option<u64>,
}

impl FuzzArguments {
    fn parse(words: &[String]) -> Option<Self> {
        let (words, seed) = match words {
            [words @ .., flag, seed] if flag == "--seed" => (words, Some(seed.parse().ok()?)),
            words => (words, None),
        };
        let (seconds, target) = match words {
            [seconds] => (seconds, None),
            [seconds, target] => (seconds, Some(target.clone())),
            _ => return None,
        };
        Some(Self { seconds: seconds.parse().ok()?, target, seed })
    }
}

/// A seed that differs from run to run.
fn clock_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    // Seconds alone would be the same for two runs at once.
    mix(now.as_secs(), u64::from(now.subsec_nanos())) >> 32
}

/// Fuzzes one target on all cores; says how much was tried and what made it panic, if anything did.
fn survives(target: &FuzzTarget, seconds: u64, seed: u64) -> bool {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let time = Duration::from_secs(seconds);
    let outcomes: Vec<FuzzOutcome> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| scope.spawn(move || fuzz(target, seed.wrapping_add(worker), time)))
            .collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    let tried: u64 = outcomes.iter().map(|outcome| outcome.tried).sum();
    let taken: u64 = outcomes.iter().map(|outcome| outcome.taken).sum();
    println!("{:<28} {tried:>10} texts, {taken:>9} accepted", target.name);
    let failed = outcomes.iter().find(|outcome| outcome.culprit.is_some());
    if let Some(FuzzOutcome { culprit: Some((text, reason)), seed, .. }) = failed {
        println!("  PANIC on {text:?}\n  {reason}");
        println!("  again: {}", repeating_command(&target.name, seconds, *seed));
    }
    // A target that accepts nothing tests only its first check.
    if taken == 0 {
        println!("  nothing was accepted: the corpus is wrong");
    }
    failed.is_none() && taken > 0
}

/// The command that tries the same texts again. It gets more time, for a machine that is busier then.
fn repeating_command(target: &str, seconds: u64, seed: u64) -> String {
    let release = if cfg!(debug_assertions) { "" } else { "--release " };
    let seconds = seconds.saturating_mul(4);
    format!("cargo run {release}--package bellwether-fuzz -- {seconds} {target} --seed {seed}")
}

/// What one thread found.
#[derive(Default)]
struct FuzzOutcome {
    seed: u64,
    tried: u64,
    taken: u64,
    culprit: Option<(String, String)>,
}

/// Tries the texts that follow from `seed`. Threads have successive seeds, so that any of them can be repeated alone.
fn fuzz(target: &FuzzTarget, seed: u64, time: Duration) -> FuzzOutcome {
    let mut rng = seeded(mix(0xf022, seed));
    let mut outcome = FuzzOutcome { seed, ..FuzzOutcome::default() };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<FuzzArguments> {
        FuzzArguments::parse(&text.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    /// Panics on a text that only some mutations make.
    fn fragile() -> FuzzTarget {
        FuzzTarget {
            name: "fragile".to_owned(),
            corpus: vec!["one two three".to_owned(), "four five".to_owned()],
            feed: Box::new(|text| {
                assert!(text.len() % 7 != 3, "a length it cannot stand");
                true
            }),
        }
    }

    #[test]
    fn a_failure_is_repeated_by_the_command_it_prints() {
        let minute = Duration::from_secs(60);
        let first = fuzz(&fragile(), clock_seed(), minute);
        assert!(first.culprit.is_some(), "{} texts", first.tried);
        let command = repeating_command("fragile", 5, first.seed);
        let (_, words) = command.split_once(" -- ").unwrap();
        let again = parse(words).unwrap();
        assert_eq!((again.seconds, again.target.as_deref()), (20, Some("fragile")));
        assert_eq!(fuzz(&fragile(), again.seed.unwrap(), minute).culprit, first.culprit);
    }

    #[test]
    fn runs_without_a_seed_differ() {
        assert_eq!(parse("5"), Some(FuzzArguments { seconds: 5, target: None, seed: None }));
        assert_ne!(clock_seed(), clock_seed());
        for wrong in ["", "x", "5 spec more", "5 --seed x", "--seed 1"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
