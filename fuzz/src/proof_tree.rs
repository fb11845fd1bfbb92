//! The stored tree of a proof by many workers: a file that may be damaged, and workers that may say anything.

use std::sync::atomic::{AtomicBool, Ordering};

use bellwether_catalog::{AnyGame, AnyJobProver};
use bellwether_core::{Error, ErrorKind};
use bellwether_solve::proof::jobs::{
    ProofAnswer, ProofFinding, ProofJob, ProofWorkers, SavedTree, TreeKeeper,
};
use bellwether_solve::proof::{ProofControl, ProofSettings};

/// The board whose trees are read.
const GAME: &str = "breakthrough:rows=5,columns=4";

const SMALL: ProofSettings = ProofSettings { mebibytes: 1, threads: 1 };

/// Keeps the last tree.
#[derive(Default)]
struct KeptTree(Option<SavedTree>);

impl TreeKeeper for KeptTree {
    fn is_due(&self) -> bool {
        false
    }

    fn keep(&mut self, tree: &SavedTree) -> Result<(), Error> {
        self.0 = Some(tree.clone());
        Ok(())
    }
}

/// A worker that searches some jobs, then stops the proof.
struct OneProver<'a> {
    prover: Box<dyn AnyJobProver>,
    jobs: Vec<ProofJob>,
    left: u32,
    stop: &'a AtomicBool,
}

impl ProofWorkers for OneProver<'_> {
    fn room(&mut self) -> usize {
        1
    }

    fn start(&mut self, job: ProofJob) -> Result<(), Error> {
        self.jobs.push(job);
        Ok(())
    }

    fn collect(&mut self) -> Result<Vec<ProofAnswer>, Error> {
        self.left = self.left.saturating_sub(1);
        self.stop.store(self.left == 0, Ordering::Relaxed);
        let answer = |job| self.prover.run(&job, ProofControl::none());
        Ok(self.jobs.drain(..).filter_map(answer).collect())
    }
}

/// A tree after some jobs, as it is stored.
pub(crate) fn sample(game: &dyn AnyGame, jobs: u32) -> String {
    let prover = game.provable().expect("a small board");
    let stop = AtomicBool::new(false);
    let mut workers =
        OneProver { prover: prover.job_prover(SMALL), jobs: Vec::new(), left: jobs, stop: &stop };
    let mut kept = KeptTree::default();
    let control = ProofControl { stop: &stop, ..ProofControl::none() };
    let proven = prover.prove_by_jobs(GAME, &mut workers, &mut kept, None, control);
    assert!(proven.expect("a sound worker").is_none(), "the proof takes more jobs than {jobs}");
    serde_json::to_string(&kept.0).expect("a tree is JSON")
}

/// A worker that answers the first jobs with the same words, then no more.
struct Parrot {
    answers: Vec<ProofFinding>,
    job: Option<u64>,
}

impl ProofWorkers for Parrot {
    fn room(&mut self) -> usize {
        1
    }

    fn start(&mut self, job: ProofJob) -> Result<(), Error> {
        self.job = Some(job.number);
        Ok(())
    }

    fn collect(&mut self) -> Result<Vec<ProofAnswer>, Error> {
        let found = self.answers.pop().ok_or_else(|| Error::new(ErrorKind::Stopped, "enough"))?;
        let answer =
            |number| ProofAnswer { number, nodes: u64::MAX / 2, found, proven: Vec::new() };
        Ok(self.job.take().map(answer).into_iter().collect())
    }
}

/// Whatever is in the file, and whatever workers say then, the proof ends with an error or goes on. Whether it is a tree.
pub(crate) fn feed(game: &dyn AnyGame, text: &str) -> bool {
    let Ok(saved) = serde_json::from_str::<SavedTree>(text) else { return false };
    let prover = game.provable().expect("a small board");
    let decided = |is_won| ProofFinding::Decided { is_won };
    let answers = vec![
        ProofFinding::Strategy { positions: vec![0, 7, u128::MAX] },
        ProofFinding::Open { children: vec![(0, 0), (u32::MAX, 1)] },
        decided(true),
        decided(false),
    ];
    let mut workers = Parrot { answers, job: None };
    let mut kept = KeptTree::default();
    let proven =
        prover.prove_by_jobs(GAME, &mut workers, &mut kept, Some(&saved), ProofControl::none());
    // A strategy that follows from lies must not pass the check that everybody can make.
    if let Ok(Some((strategy, _))) = &proven {
        let _ = prover.check(strategy, ProofControl::none());
    }
    proven.map_or_else(|error| error.kind() != ErrorKind::Damaged, |_| true)
}

pub(crate) fn game() -> Box<dyn AnyGame> {
    bellwether_standard::game(GAME).expect("a board")
}
