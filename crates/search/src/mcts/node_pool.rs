//! The tree's memory: nodes in large chunks, addressed by index, shared between threads.
//!
//! A node does not hold its move: child k belongs to the k-th legal move. So a node is only a few atomic
//! numbers, and the tree needs no lock and no `unsafe`.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::proof::Proof;

/// Nodes in a chunk. Siblings lie in one chunk, so no position may have more moves.
const CHUNK: usize = 1 << 14;

/// The statistics of a node.
///
/// `Relaxed` suffices for counts: none is used to publish other memory.
#[derive(Debug, Default)]
pub(crate) struct TreeNodeStats {
    visits: AtomicU32,
    proof: AtomicU32,
    /// The sum of shares of the seat that moved here.
    total: AtomicU64,
    /// From the low end: the index of the first child (32 bits), their number (16), and this node's prior
    /// probability (16).
    children: AtomicU64,
}

/// No children. Index 0 is the root, which is nobody's child.
const LEAF: u64 = 0;
/// A thread is expanding the node.
const EXPANDING: u64 = 1 << 32;
/// The bits of a node's last word that are about its children.
const CHILDREN_MASK: u64 = (1 << 48) - 1;

impl TreeNodeStats {
    #[inline]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn proof(&self) -> Option<Proof> {
        Proof::unpack(self.proof.load(Ordering::Relaxed))
    }

    #[inline]
    pub(crate) fn set_proof(&self, proof: Proof) {
        self.proof.store(proof.pack(), Ordering::Relaxed);
    }

    /// Counts a visit before its result is known: until then it is a virtual loss, which diverts other
    /// threads.
    #[inline]
    pub(crate) fn enter(&self, shared: bool) {
        if shared {
            self.visits.fetch_add(1, Ordering::Relaxed);
        } else {
            self.visits.store(self.visits().wrapping_add(1), Ordering::Relaxed);
        }
    }

    /// Adds the result of a visit.
    #[inline]
    pub(crate) fn add(&self, share: u32, shared: bool) {
        if shared {
            self.total.fetch_add(u64::from(share), Ordering::Relaxed);
        } else {
            self.total.store(self.total() + u64::from(share), Ordering::Relaxed);
        }
    }

    /// Sets virtual visits with this mean share.
    #[inline]
    pub(crate) fn set_virtual_visits(&self, visits: u32, share: u32) {
        self.visits.store(visits, Ordering::Relaxed);
        self.total.store(u64::from(visits) * u64::from(share), Ordering::Relaxed);
    }

    /// The prior probability, from 0 to 1.
    #[inline]
    pub(crate) fn prior(&self) -> f32 {
        (self.children.load(Ordering::Relaxed) >> 48) as f32 / f32::from(u16::MAX)
    }

    /// Sets the prior probability, before other threads see the node.
    #[inline]
    pub(crate) fn set_prior(&self, prior: f32) {
        // The cast saturates.
        let prior = (prior * f32::from(u16::MAX)) as u16;
        self.children.store(u64::from(prior) << 48, Ordering::Relaxed);
    }

    /// The children's indices, if the node is expanded.
    #[inline]
    pub(crate) fn children(&self) -> Option<Range<u32>> {
        // Acquire: a thread that sees the children also sees their initial values.
        let packed = self.children.load(Ordering::Acquire);
        let (first, count) = (packed as u32, u32::from((packed >> 32) as u16));
        (first != 0).then(|| first..first + count)
    }

    /// Claims the expansion for the calling thread.
    #[inline]
    pub(crate) fn claim(&self) -> bool {
        let before = self.children.load(Ordering::Relaxed);
        before & CHILDREN_MASK == LEAF
            && self
                .children
                .compare_exchange(before, before | EXPANDING, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }

    /// Publishes the children to all threads; or releases the claim, if there is no memory.
    #[inline]
    pub(crate) fn publish(&self, children: Option<Range<u32>>) {
        let packed = children
            .map_or(LEAF, |children| u64::from(children.start) | (children.len() as u64) << 32);
        let prior = self.children.load(Ordering::Relaxed) & !CHILDREN_MASK;
        self.children.store(prior | packed, Ordering::Release);
    }

    fn reset(&self) {
        self.copy(&Self::default());
    }

    /// Copies the statistics of `other`, except its children.
    pub(crate) fn copy(&self, other: &Self) {
        self.visits.store(other.visits(), Ordering::Relaxed);
        self.proof.store(other.proof.load(Ordering::Relaxed), Ordering::Relaxed);
        self.total.store(other.total(), Ordering::Relaxed);
        let prior = other.children.load(Ordering::Relaxed) & !CHILDREN_MASK;
        self.children.store(prior | LEAF, Ordering::Relaxed);
    }
}

/// A limited number of nodes, allocated chunk by chunk when needed.
#[derive(Debug)]
pub(crate) struct NodePool {
    chunks: Vec<OnceLock<Box<[TreeNodeStats]>>>,
    used: AtomicU32,
}

/// The index of the root.
pub(crate) const ROOT: u32 = 0;

impl NodePool {
    /// A pool whose nodes never take more than `bytes`, though at least one chunk.
    pub(crate) fn new(bytes: usize) -> Self {
        // Indices have 32 bits.
        let chunks =
            (bytes / (CHUNK * size_of::<TreeNodeStats>())).clamp(1, (u32::MAX as usize) / CHUNK);
        let pool = Self {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(0),
        };
        pool.clear();
        pool
    }

    /// Drops all nodes but keeps their memory; an unvisited root remains.
    pub(crate) fn clear(&self) {
        self.used.store(0, Ordering::Relaxed);
        self.take(1);
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.used.load(Ordering::Relaxed) as usize
    }

    /// The memory allocated for nodes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        let taken = self.chunks.iter().filter(|chunk| chunk.get().is_some()).count();
        taken * CHUNK * size_of::<TreeNodeStats>()
    }

    /// Allocates `count` fresh siblings, unless the pool is full.
    #[inline]
    pub(crate) fn take(&self, count: usize) -> Option<Range<u32>> {
        let capacity = self.chunks.len() * CHUNK;
        let start_after = |used: u32| {
            let used = used as usize;
            // Siblings do not straddle chunks.
            let start =
                if used % CHUNK + count > CHUNK { used.next_multiple_of(CHUNK) } else { used };
            (count <= CHUNK && start + count <= capacity).then_some(start as u32)
        };
        let advance = |used: u32| start_after(used).map(|start| start + count as u32);
        let used = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, advance).ok()?;
        let start = start_after(used)?;
        let children = start..start + count as u32;
        self.chunks[start as usize / CHUNK]
            .get_or_init(|| (0..CHUNK).map(|_| TreeNodeStats::default()).collect());
        for node in self.siblings(children.clone()) {
            node.reset();
        }
        Some(children)
    }

    /// The nodes with these indices, which are siblings.
    #[inline]
    pub(crate) fn siblings(&self, numbers: Range<u32>) -> &[TreeNodeStats] {
        let (chunk, first) = (numbers.start as usize / CHUNK, numbers.start as usize % CHUNK);
        match self.chunks[chunk].get() {
            Some(nodes) => &nodes[first..first + numbers.len()],
            None => &[],
        }
    }

    /// The node with this index.
    #[inline]
    pub(crate) fn node(&self, number: u32) -> &TreeNodeStats {
        &self.siblings(number..number + 1)[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_stay_small() {
        assert_eq!(size_of::<TreeNodeStats>(), 24);
    }

    #[test]
    fn siblings_lie_together_and_the_limit_holds() {
        let bytes = 2 * CHUNK * size_of::<TreeNodeStats>();
        let pool = NodePool::new(bytes);
        let mut ends = vec![1];
        while let Some(children) = pool.take(1000) {
            assert!(children.start >= ends[ends.len() - 1]);
            assert_eq!(pool.siblings(children.clone()).len(), 1000);
            ends.push(children.end);
        }
        // Sixteen thousands fit a chunk of 16,384.
        assert_eq!(ends.len(), 1 + 2 * 16);
        assert!(pool.take(CHUNK + 1).is_none());
        assert_eq!(pool.bytes(), bytes);
        pool.clear();
        assert_eq!(pool.len(), 1);
    }

    #[test]
    fn only_one_thread_makes_the_children() {
        let node = TreeNodeStats::default();
        assert!(node.claim() && !node.claim());
        assert_eq!(node.children(), None);
        node.publish(None);
        assert!(node.claim());
        node.publish(Some(7..9));
        assert_eq!(node.children(), Some(7..9));
        assert!(!node.claim());
        assert_eq!(node.prior(), 0.0);
    }

    #[test]
    fn expansion_does_not_change_the_prior() {
        let node = TreeNodeStats::default();
        node.set_prior(0.25);
        let prior = node.prior();
        assert!((prior - 0.25).abs() < 1e-4);
        assert!(node.claim() && !node.claim());
        node.publish(Some(7..7 + CHUNK as u32));
        assert_eq!(node.children(), Some(7..7 + CHUNK as u32));
        let other = TreeNodeStats::default();
        other.copy(&node);
        assert_eq!((other.prior(), other.children()), (prior, None));
    }
}
