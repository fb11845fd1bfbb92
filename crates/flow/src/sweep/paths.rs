//! The half-built paths of a sweep: which cells are joined, and which paths have touched.
//!
//! Two neighbouring cells that are *not* joined must never end up in one path, nor in two paths of one colour, which is
//! the same thing. Paths are disjoint sets (union-find). A set that contains a source has its colour, and comparing two
//! colours decides a touch at once; a set without a colour keeps a list of the cells it has touched, which is searched
//! when the set is joined to another. All changes are logged and can be undone.

/// No cell, no colour, no list entry.
pub(super) const NONE: u16 = u16::MAX;

/// Upwards, to the right, downwards and to the left, as bits of the set of a cell's joined neighbours.
pub(super) const UP: u8 = 1;
pub(super) const RIGHT: u8 = 2;
pub(super) const DOWN: u8 = 4;
pub(super) const LEFT: u8 = 8;

/// The state of one cell.
#[derive(Clone, Copy)]
struct PathCell {
    /// Directions in which the cell is joined.
    joined: u8,
    /// The next cell towards the set's root, which is its own parent.
    parent: u16,
    /// For a root: cells in the set.
    size: u16,
    /// For a root: the colour, once known.
    color: u16,
    /// For a root without colour: the list of touched cells, as touch numbers.
    first_touch: u16,
    last_touch: u16,
}

enum Undo {
    Node(u16, PathCell),
    NextTouch(u16),
}

/// The paths on a board whose cells are numbered row by row with the given stride.
pub(super) struct Paths {
    nodes: Vec<PathCell>,
    /// Touch number `4 * cell + k` says that the cell is not joined to its neighbour in direction `k`.
    next_touch: Vec<u16>,
    steps: [isize; 4],
    log: Vec<Undo>,
}

impl Paths {
    pub(super) fn new(stride: usize, sources: &[u16]) -> Self {
        let nodes = sources.iter().enumerate().map(|(cell, &color)| PathCell {
            joined: 0,
            parent: cell as u16,
            size: 1,
            color,
            first_touch: NONE,
            last_touch: NONE,
        });
        let stride = stride as isize;
        Self {
            nodes: nodes.collect(),
            next_touch: vec![NONE; sources.len() * 4],
            steps: [-stride, 1, stride, -1],
            log: Vec::new(),
        }
    }

    /// The directions in which a cell is joined.
    #[inline]
    pub(super) fn joined(&self, cell: usize) -> u8 {
        self.nodes[cell].joined
    }

    /// The colour of the path through a cell, or [`NONE`].
    #[inline]
    pub(super) fn color(&self, cell: usize) -> u16 {
        self.nodes[self.root(cell)].color
    }

    /// The position in the log to return to with [`undo_to`](Self::undo_to).
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Undoes every change since the mark.
    pub(super) fn undo_to(&mut self, mark: usize) {
        while self.log.len() > mark {
            match self.log.pop() {
                Some(Undo::Node(cell, node)) => self.nodes[usize::from(cell)] = node,
                Some(Undo::NextTouch(touch)) => self.next_touch[usize::from(touch)] = NONE,
                None => return,
            }
        }
    }

    /// Joins a cell to its neighbour to the right or below; `false` if that breaks a rule (then undo).
    #[inline]
    pub(super) fn join(&mut self, cell: usize, next: usize, direction: u8, back: u8) -> bool {
        let (root, next_root) = (self.root(cell), self.root(next));
        if root == next_root {
            return false; // a loop
        }
        let (color, next_color) = (self.nodes[root].color, self.nodes[next_root].color);
        let allowed = match (color == NONE, next_color == NONE) {
            (false, false) => color == next_color,
            (true, false) => self.may_become(root, next_root, next_color),
            (false, true) => self.may_become(next_root, root, color),
            (true, true) => self.have_not_touched(root, next_root),
        };
        if !allowed {
            return false;
        }
        self.change(cell).joined |= direction;
        self.change(next).joined |= back;
        self.unite(root, next_root);
        true
    }

    /// Records that a cell is not joined to its neighbour; `false` if they are of one path or colour already.
    #[inline]
    pub(super) fn part(&mut self, cell: usize, direction: usize) -> bool {
        let next = self.neighbor(cell, direction);
        let (root, next_root) = (self.root(cell), self.root(next));
        let (color, next_color) = (self.nodes[root].color, self.nodes[next_root].color);
        if root == next_root || (color == next_color && color != NONE) {
            return false;
        }
        if color == NONE {
            self.note_touch(root, cell * 4 + direction);
        }
        if next_color == NONE {
            self.note_touch(next_root, next * 4 + (direction ^ 2));
        }
        true
    }

    fn neighbor(&self, cell: usize, direction: usize) -> usize {
        cell.wrapping_add_signed(self.steps[direction])
    }

    #[inline]
    fn root(&self, cell: usize) -> usize {
        let mut here = cell;
        loop {
            let parent = usize::from(self.nodes[here].parent);
            if parent == here {
                return here;
            }
            here = parent;
        }
    }

    #[inline]
    fn change(&mut self, cell: usize) -> &mut PathCell {
        let node = &mut self.nodes[cell];
        self.log.push(Undo::Node(cell as u16, *node));
        node
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (large, small) = if self.nodes[a].size >= self.nodes[b].size { (a, b) } else { (b, a) };
        let below = self.nodes[small];
        self.change(small).parent = large as u16;
        let above = self.change(large);
        above.size += below.size;
        if above.color == NONE {
            above.color = below.color;
        }
        // A set with a colour needs no list.
        if above.color == NONE && below.first_touch != NONE {
            let last = above.last_touch;
            if last == NONE {
                above.first_touch = below.first_touch;
            } else {
                self.next_touch[usize::from(last)] = below.first_touch;
                self.log.push(Undo::NextTouch(last));
            }
            self.nodes[large].last_touch = below.last_touch;
        }
    }

    fn note_touch(&mut self, root: usize, touch: usize) {
        let node = self.change(root);
        let last = node.last_touch;
        node.last_touch = touch as u16;
        if last == NONE {
            node.first_touch = touch as u16;
        } else {
            self.next_touch[usize::from(last)] = touch as u16;
            self.log.push(Undo::NextTouch(last));
        }
    }

    /// The cells that the set without a colour has touched.
    fn touched(&self, root: usize) -> impl Iterator<Item = usize> + '_ {
        let mut touch = self.nodes[root].first_touch;
        std::iter::from_fn(move || {
            (touch != NONE).then(|| {
                let here = usize::from(touch);
                touch = self.next_touch[here];
                self.neighbor(here / 4, here % 4)
            })
        })
    }

    /// Whether the set without colour may be joined to another of the given colour.
    fn may_become(&self, root: usize, other: usize, color: u16) -> bool {
        self.touched(root).all(|cell| {
            let touched = self.root(cell);
            touched != other && self.nodes[touched].color != color
        })
    }

    /// Whether two sets without colour may be joined.
    fn have_not_touched(&self, a: usize, b: usize) -> bool {
        let (small, large) = if self.nodes[a].size <= self.nodes[b].size { (a, b) } else { (b, a) };
        self.touched(small).all(|cell| self.root(cell) != large)
    }
}
