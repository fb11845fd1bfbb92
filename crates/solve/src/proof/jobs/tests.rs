//! Proofs by jobs, compared with those of one prover and checked by the naive rules.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use bellwether_core::Game;
use bellwether_core::random::{Random, below, seeded};
use bellwether_games::breakthrough::naive::Naive;
use bellwether_games::breakthrough::{Breakthrough, Races, Setup};

use super::*;
use crate::proof::{ProofMemory, ProofSettings, Prover, check};

const SMALL: ProofSettings = ProofSettings { mebibytes: 16, threads: 1 };
const TAIL: u32 = 3;

/// Workers of this thread that answer in any order, some of them twice; some forget a job, and another gets it.
struct Wayward<'a> {
    provers: Vec<JobProver<'a, Breakthrough<u64>, Races>>,
    jobs: VecDeque<ProofJob>,
    old: Vec<ProofAnswer>,
    rng: Random,
    /// Jobs until the proof is stopped.
    left: Option<(u32, &'a AtomicBool)>,
}

impl ProofWorkers for Wayward<'_> {
    fn room(&mut self) -> usize {
        self.provers.len() + 1
    }

    fn start(&mut self, job: ProofJob) -> Result<(), Error> {
        self.jobs.push_back(job);
        Ok(())
    }

    fn collect(&mut self) -> Result<Vec<ProofAnswer>, Error> {
        if let Some((left, stop)) = &mut self.left {
            *left = left.saturating_sub(1);
            stop.store(*left == 0, Ordering::Relaxed);
        }
        let mut answers: Vec<ProofAnswer> = self.old.last().cloned().into_iter().collect();
        if self.jobs.is_empty() {
            return Ok(answers);
        }
        let job = self.jobs.remove(below(&mut self.rng, self.jobs.len())).unwrap();
        if below(&mut self.rng, 5) == 0 {
            self.jobs.push_back(job);
        } else {
            let prover = below(&mut self.rng, self.provers.len());
            answers.extend(self.provers[prover].run(&job));
            self.old.extend(answers.last().cloned());
        }
        Ok(answers)
    }
}

/// Keeps the last tree, as text.
#[derive(Default)]
struct LastTree(Option<String>);

impl TreeKeeper for LastTree {
    fn is_due(&self) -> bool {
        true
    }

    fn keep(&mut self, tree: &SavedTree) -> Result<(), Error> {
        self.0 = Some(serde_json::to_string(tree).unwrap());
        Ok(())
    }
}

#[test]
fn jobs_prove_what_one_prover_proves_however_answers_come() {
    let boards = [(4, 2, 1), (4, 4, 1), (5, 3, 1), (4, 3, 3), (6, 3, 1), (5, 4, 1)];
    let parts = AtomicU32::new(0);
    for (seed, (rows, columns, workers)) in boards.into_iter().enumerate() {
        let setup = Setup::new(rows, columns, workers).unwrap();
        let game = Breakthrough::<u64>::new(setup);
        let hints = Races::new(&game);
        let winner = Prover::new(&game, &hints, SMALL, ProofControl::none()).winner(&game.start());
        let name = format!("breakthrough:rows={rows},columns={columns},workers={workers}");
        let stop = AtomicBool::new(false);
        let count = |progress: ProofProgress| {
            parts.fetch_max(progress.proof.min(100), Ordering::Relaxed);
        };
        let control = ProofControl { stop: &stop, progress: &count };
        let proof = JobProof { game: &game, hints: &hints, name: &name, tail: TAIL, control };
        let worker = || {
            let memory = ProofMemory::default();
            JobProver::new(&game, &hints, SMALL, ProofControl::none(), TAIL, memory)
        };
        let mut kept = LastTree::default();
        // Stopped again and again, with new workers each time, until it is done.
        let mut left = 2;
        let strategy = loop {
            let mut workers = Wayward {
                provers: (0..3).map(|_| worker()).collect(),
                jobs: VecDeque::new(),
                old: Vec::new(),
                rng: seeded(seed as u64 + u64::from(left)),
                left: (left < 200).then_some((left, &stop)),
            };
            let saved = kept.0.as_ref().map(|text| serde_json::from_str(text).unwrap());
            stop.store(false, Ordering::Relaxed);
            match prove(&proof, &mut workers, &mut kept, saved.as_ref()).unwrap() {
                Some((strategy, _)) => break strategy,
                None => left *= 3,
            }
        };
        assert_eq!(Some(strategy.winner), winner, "{name}");
        let checked = check(&Naive(setup), &strategy, ProofControl::none()).unwrap();
        assert!(checked.positions > 0 || strategy.positions.is_empty(), "{name}");
    }
    assert!(parts.into_inner() > 1, "no proof had a tree");
}

#[test]
fn trees_of_other_games_and_damaged_ones_are_refused() {
    let game = Breakthrough::<u64>::new(Setup::new(6, 3, 2).unwrap());
    let mut tree = ProofTree::new(&game);
    let count = game.moves(&game.start()).len();
    tree.expand(0, &vec![(3, 4); count]).unwrap();
    let saved = tree.save("a game");
    let same = ProofTree::restore(&game, "a game", &saved).unwrap();
    assert_eq!((same.numbers(), same.select()), (tree.numbers(), tree.select()));
    assert!(ProofTree::restore(&game, "another", &saved).is_err());
    let text = serde_json::to_string(&saved).unwrap();
    for (wrong, right) in
        [("[0,0,3,4]", "[9,0,3,4]"), ("[0,1,3,4]", "[0,2,3,4]"), (",[0,2,3,4]", "")]
    {
        let damaged = text.replacen(wrong, right, 1);
        assert_ne!(damaged, text);
        let damaged: SavedTree = serde_json::from_str(&damaged).unwrap();
        assert!(ProofTree::restore(&game, "a game", &damaged).is_err(), "{right}");
    }
    assert!(tree.expand(1, &[(1, 1)]).is_err());
}

#[test]
fn what_a_worker_cannot_do_ends_the_proof_with_its_reason() {
    struct Failing(Option<u64>);
    impl ProofWorkers for Failing {
        fn room(&mut self) -> usize {
            1
        }
        fn start(&mut self, job: ProofJob) -> Result<(), Error> {
            self.0 = Some(job.number);
            Ok(())
        }
        fn collect(&mut self) -> Result<Vec<ProofAnswer>, Error> {
            let found = ProofFinding::Failed { reason: "no memory".to_owned() };
            let answer = |number| ProofAnswer { number, nodes: 0, found, proven: Vec::new() };
            Ok(self.0.take().map(answer).into_iter().collect())
        }
    }
    let game = Breakthrough::<u64>::new(Setup::new(5, 3, 1).unwrap());
    let (hints, control) = (Races::new(&game), ProofControl::none());
    let proof = JobProof { game: &game, hints: &hints, name: "x", tail: TAIL, control };
    let error = prove(&proof, &mut Failing(None), &mut LastTree::default(), None).unwrap_err();
    assert!(error.to_string().contains("no memory"), "{error}");
}
