//! [`ProofTree`]: the master's positions with their proof and disproof numbers.

use std::ops::Range;

use bellwether_core::{CanonicalKey, Determined, Error, ErrorKind, Seat, Status};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::super::table::INFINITE;

const ROOT: u32 = 0;

/// A position, reached by one path.
#[derive(Debug)]
struct ProofNode<S> {
    state: S,
    /// The mover; none if the game is over.
    mover: Option<Seat>,
    parent: u32,
    /// Which of the parent's legal moves leads here.
    m: u16,
    /// All positions one move on, once it is expanded.
    children: Range<u32>,
    proof: u32,
    disproof: u32,
    /// Jobs at it and below.
    jobs: u32,
    /// Leaves at it or below that are not decided, by themselves or by a node on the way, and have no job.
    open: u32,
}

impl<S> ProofNode<S> {
    fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A tree as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedTree {
    /// The game with its options.
    pub game: String,
    /// The nodes that its workers have searched.
    pub nodes: u64,
    /// Its nodes, the root first: parent, move, proof and disproof number. Children of one node follow each other.
    tree: Vec<(u32, u16, u32, u32)>,
}

pub(super) struct ProofTree<'a, G: CanonicalKey + Determined> {
    game: &'a G,
    tree: Vec<ProofNode<G::State>>,
    /// The nodes of the same position, or one that is the same by symmetry.
    by_key: FxHashMap<u128, Vec<u32>>,
    /// Nodes that workers have searched.
    pub(super) nodes: u64,
}

/// A decided node, and whether its mover wins.
type Decision = (u32, bool);

impl<'a, G: CanonicalKey + Determined> ProofTree<'a, G> {
    pub(super) fn new(game: &'a G) -> Self {
        let mut tree = Self { game, tree: Vec::new(), by_key: FxHashMap::default(), nodes: 0 };
        tree.add(game.start(), ROOT, 0, (1, 1));
        tree
    }

    /// Adds a node that has no children yet.
    fn add(&mut self, state: G::State, parent: u32, m: u16, (proof, disproof): (u32, u32)) {
        let mover = self.game.status(&state).mover();
        if mover.is_some() {
            let same = self.by_key.entry(self.game.canonical_key(&state)).or_default();
            same.push(self.tree.len() as u32);
        }
        let open = u32::from(proof != 0 && disproof != 0);
        let (children, jobs) = (0..0, 0);
        self.tree.push(ProofNode {
            state,
            mover,
            parent,
            m,
            children,
            proof,
            disproof,
            jobs,
            open,
        });
    }

    fn node(&self, node: u32) -> &ProofNode<G::State> {
        &self.tree[node as usize]
    }

    /// The nodes with the same position as this one.
    fn same(&self, node: u32) -> &[u32] {
        let ProofNode { state, mover, .. } = self.node(node);
        let same = mover.and_then(|_| self.by_key.get(&self.game.canonical_key(state)));
        same.map_or(&[], Vec::as_slice)
    }

    /// Proof and disproof number of the root.
    pub(super) fn numbers(&self) -> (u32, u32) {
        (self.node(ROOT).proof, self.node(ROOT).disproof)
    }

    /// Who wins from the start, once that is proven.
    pub(super) fn winner(&self) -> Option<Seat> {
        let root = self.node(ROOT);
        match self.game.status(&root.state) {
            Status::Over(payoffs) => payoffs.winner(2),
            Status::ToMove(mover) if root.proof == 0 => Some(mover),
            Status::ToMove(mover) if root.disproof == 0 => Some(mover.other()),
            Status::ToMove(_) => None,
        }
    }

    /// The moves from the start to a node.
    pub(super) fn path(&self, mut node: u32) -> Vec<u16> {
        let mut path = Vec::new();
        while node != ROOT {
            path.push(self.node(node).m);
            node = self.node(node).parent;
        }
        path.reverse();
        path
    }

    /// The leaf to search next: below the child with the least disproof number, where jobs count against it; none if all
    /// have jobs.
    pub(super) fn select(&self) -> Option<u32> {
        let mut at = ROOT;
        loop {
            let node = self.node(at);
            if node.open == 0 {
                return None;
            }
            if node.children.is_empty() {
                return Some(at);
            }
            let open = node.children.clone().filter(|&child| self.node(child).open > 0);
            at = open.min_by_key(|&child| {
                let ProofNode { disproof, jobs, .. } = self.node(child);
                u64::from(*disproof) * (1 + u64::from(*jobs)) + u64::from(*jobs)
            })?;
        }
    }

    /// A job begins at a leaf.
    pub(super) fn begin(&mut self, leaf: u32) {
        self.count_jobs(leaf, |jobs| *jobs += 1);
    }

    /// A job has ended at a leaf.
    pub(super) fn end(&mut self, leaf: u32) {
        self.count_jobs(leaf, |jobs| *jobs -= 1);
    }

    fn count_jobs(&mut self, leaf: u32, change: impl Fn(&mut u32)) {
        let mut at = leaf;
        loop {
            change(&mut self.tree[at as usize].jobs);
            if at == ROOT {
                break;
            }
            at = self.node(at).parent;
        }
        // Nothing is decided by that.
        let _ = self.update(leaf);
    }

    /// The mover of this node wins, or loses. That decides the same position elsewhere, and perhaps parents.
    pub(super) fn decide(&mut self, node: u32, is_won: bool) {
        let mut decided: Vec<Decision> = vec![(node, is_won)];
        while let Some((node, is_won)) = decided.pop() {
            if self.node(node).is_decided() {
                continue;
            }
            let it = &mut self.tree[node as usize];
            (it.proof, it.disproof) = if is_won { (0, INFINITE) } else { (INFINITE, 0) };
            decided.extend(self.same(node).iter().map(|&same| (same, is_won)));
            decided.extend(self.update(node));
        }
    }

    /// Computes a node and those above it from their children; the first that is decided by that, if one is, and then
    /// those above are not computed.
    fn update(&mut self, node: u32) -> Option<Decision> {
        let mut at = node;
        loop {
            let it = self.node(at);
            let (mut proof, mut disproof) = (it.proof, it.disproof);
            let mut open = 0;
            if it.is_decided() {
                // Whatever is below.
            } else if it.children.is_empty() {
                open = u32::from(it.jobs == 0);
            } else {
                (proof, disproof) = (INFINITE - 1, 0);
                for child in it.children.clone() {
                    let child = self.node(child);
                    if child.disproof == 0 {
                        return Some((at, true));
                    }
                    proof = proof.min(child.disproof);
                    disproof = (disproof + child.proof).min(INFINITE - 1);
                    open += child.open;
                }
                if disproof == 0 {
                    return Some((at, false));
                }
            }
            let it = &mut self.tree[at as usize];
            (it.proof, it.disproof, it.open) = (proof, disproof, open);
            if at == ROOT {
                return None;
            }
            at = it.parent;
        }
    }

    /// Makes leaves of the positions one move on, with these numbers.
    ///
    /// # Errors
    /// If there are not so many.
    pub(super) fn expand(&mut self, leaf: u32, numbers: &[(u32, u32)]) -> Result<(), Error> {
        let node = self.node(leaf);
        if node.is_decided() || !node.children.is_empty() {
            return Ok(());
        }
        let state = node.state.clone();
        let moves = self.game.moves(&state);
        if moves.len() != numbers.len() || moves.is_empty() {
            let there = moves.len();
            let message = format!("a worker knows {} moves where there are {there}", numbers.len());
            return Err(Error::new(ErrorKind::Damaged, message));
        }
        let first = self.tree.len() as u32;
        for ((m, at), &numbers) in moves.into_iter().zip(0..).zip(numbers) {
            self.add(self.game.after(&state, m), leaf, at, tidy(numbers));
        }
        let children = first..self.tree.len() as u32;
        self.tree[leaf as usize].children = children.clone();
        let mut decided: Vec<Decision> = self.update(leaf).into_iter().collect();
        // What is known of one node is known of all with its position.
        for child in children {
            let same = self.same(child).iter().map(|&same| (same, self.node(same)));
            let known = same.filter(|(_, node)| node.is_decided()).map(|(_, node)| node.proof == 0);
            if let Some(is_won) = known.into_iter().next() {
                decided.extend(self.same(child).iter().map(|&same| (same, is_won)));
            }
        }
        for (node, is_won) in decided {
            self.decide(node, is_won);
        }
        Ok(())
    }

    /// The part of the winner's strategy that the tree holds, and the leaves below which it goes on.
    pub(super) fn proof(&self, winner: Seat) -> (FxHashSet<u128>, Vec<u32>) {
        let (mut positions, mut leaves) = (FxHashSet::default(), Vec::new());
        let mut open = vec![ROOT];
        while let Some(at) = open.pop() {
            let node = self.node(at);
            let Some(mover) = node.mover else { continue };
            let mut children = node.children.clone();
            if mover == winner {
                match children.find(|&child| self.node(child).disproof == 0) {
                    Some(answer) => open.push(answer),
                    None => leaves.push(at),
                }
            } else if !children.is_empty()
                && children.clone().all(|child| self.node(child).proof == 0)
            {
                if positions.insert(self.game.canonical_key(&node.state)) {
                    open.extend(children);
                }
            } else {
                leaves.push(at);
            }
        }
        let mut seen = FxHashSet::default();
        leaves.retain(|&leaf| seen.insert(self.game.canonical_key(&self.node(leaf).state)));
        (positions, leaves)
    }

    /// The tree, to be stored.
    pub(super) fn save(&self, name: &str) -> SavedTree {
        let saved = |node: &ProofNode<_>| (node.parent, node.m, node.proof, node.disproof);
        let tree = self.tree.iter().map(saved).collect();
        SavedTree { game: name.to_owned(), nodes: self.nodes, tree }
    }

    /// The tree that was stored.
    ///
    /// # Errors
    /// If it is of another game, or damaged.
    pub(super) fn restore(game: &'a G, name: &str, saved: &SavedTree) -> Result<Self, Error> {
        let wrong =
            |what: &str| Error::new(ErrorKind::Damaged, format!("the tree of the proof {what}"));
        if saved.game != name {
            return Err(wrong(&format!("is one of {}", saved.game)));
        }
        let mut tree = Self::new(game);
        tree.nodes = saved.nodes;
        let mut rest = saved.tree.get(1..).unwrap_or_default();
        while let Some(&(parent, ..)) = rest.first() {
            let count = rest.iter().take_while(|child| child.0 == parent).count();
            let (children, others) = rest.split_at(count);
            rest = others;
            let is_ordered = { children.iter() }.zip(0..).all(|(child, at)| child.1 == at);
            let node = tree.tree.get(parent as usize).filter(|node| node.children.is_empty());
            let moves = node.map(|node| (node.state.clone(), game.moves(&node.state)));
            let Some((state, moves)) =
                moves.filter(|(_, moves)| moves.len() == count && is_ordered)
            else {
                return Err(wrong("is damaged"));
            };
            let first = tree.tree.len() as u32;
            for (m, &(_, at, proof, disproof)) in moves.into_iter().zip(children) {
                tree.add(game.after(&state, m), parent, at, tidy((proof, disproof)));
            }
            tree.tree[parent as usize].children = first..tree.tree.len() as u32;
        }
        if let Some(&(_, _, proof, disproof)) = saved.tree.first() {
            let root = &mut tree.tree[ROOT as usize];
            (root.proof, root.disproof) = tidy((proof, disproof));
        }
        // Children come after their parents.
        for node in (0..tree.tree.len() as u32).rev() {
            let it = tree.node(node);
            let open = if it.is_decided() {
                0
            } else if it.children.is_empty() {
                1
            } else {
                it.children.clone().map(|child| tree.node(child).open).sum()
            };
            tree.tree[node as usize].open = open;
        }
        Ok(tree)
    }
}

/// Numbers as the tree has them, from those of a table or a file.
fn tidy(numbers: (u32, u32)) -> (u32, u32) {
    match numbers {
        (0, _) => (0, INFINITE),
        (_, 0) => (INFINITE, 0),
        (proof, disproof) => (proof.min(INFINITE - 1), disproof.min(INFINITE - 1)),
    }
}
