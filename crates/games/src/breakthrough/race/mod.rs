//! Races to the far rank that are decided without search: proof hints.
//!
//! Everything is from the point of view of the mover, who goes up, and holds where one worker decides the game.
//! `d` is a worker's distance from its goal in ranks.
//!
//! 1. **Arrival.** A worker of the mover with `d = 1` wins: one of its diagonals is on the board, and free or
//!    capturable.
//! 2. **Threat.** An enemy with `d = 1` must be captured now. If there are two, or none of the mover's workers
//!    can do it, the mover loses; else only the captures count, and each is examined in turn.
//! 3. **Sacrifice chain.** If no enemy threatens, the mover may step from `d = 2` to `d = 1`: the enemy has to capture
//!    that worker at once, from its own base rank, and does not come nearer to its own goal by it (there are
//!    four ranks or more). So a chain of such steps is a game of its own on three ranks: the mover's workers
//!    with `d = 2`, and the enemies on the two last ranks. It is solved once for all of its positions, in a
//!    table; the mover wins if it wins there.
//! 4. **Runner.** A worker runs along a path on which no enemy can be in time. After the enemy's `t` turns, an
//!    enemy can stand at most `t` ranks down and as many files aside as it went ranks; it can capture where it
//!    could stand after its next step, except straight ahead with its first. A runner that moves first has made
//!    `k` steps when the enemy takes its `k`-th turn, one that moves second when it takes turn `k + 1`. So a square
//!    is safe after step `k` if no enemy can capture there by that turn, and a step straight ahead is free if
//!    no enemy can stand there by the turn before. Diagonal steps capture whoever stands there. Who stands in
//!    whose way among the enemies is not considered, which only makes them faster than they are. Friends do not move
//!    meanwhile. A runner that moves first arrives with ply `2d − 1`, the enemy with its foremost at `e`
//!    ranks not before ply `2e`; so it wins if `d ≤ e`, and if it moves second, if `d < e`. The enemy
//!    cannot win by captures, since it never takes the runner.
//!
//! Rule 4 generalises the straight runner of [`search_hints`](super::search_hints), rule 3 the worker that steps
//! before its goal unattacked. They follow the idea of Saffidine, Jouandeau and Cazenave ("Solving
//! Breakthrough with Race Patterns and Job-Level Proof Number Search", 2011): decide races by counting.

use bellwether_core::{ProofHints, Seat};

use super::{Breakthrough, Move, State, WHITE};

/// Widest board on which sacrifice chains are tabulated; beyond it the table would be too large.
const WIDEST_CHAIN: usize = 8;

/// Knowledge of races on a board of up to 64 squares.
#[derive(Clone, Debug)]
pub struct Races {
    /// Whether the mover wins a sacrifice chain, a bit for each of its positions (see [`SacrificeChain::index`]); empty
    /// on boards that are too wide.
    chains: Vec<u64>,
}

/// The position as its mover sees it: going up.
#[derive(Clone, Copy, Debug)]
struct MoverView {
    own: u64,
    enemy: u64,
}

impl Races {
    /// The race rules for this board.
    #[must_use]
    pub fn new(game: &Breakthrough<u64>) -> Self {
        let is_tabulated = game.workers() == 1 && game.columns() <= WIDEST_CHAIN;
        Self { chains: if is_tabulated { won_chains(game.columns()) } else { Vec::new() } }
    }

    /// Whether the mover is proven to win or to lose.
    fn mover_wins(&self, game: &Breakthrough<u64>, view: MoverView) -> Option<bool> {
        let MoverView { own, enemy } = view;
        let (rows, columns) = (game.rows(), game.columns());
        if own & game.rank(rows - 2) != 0 {
            return Some(true);
        }
        let pressing = enemy & game.rank(1);
        if pressing != 0 {
            return self.pressed(game, view, pressing);
        }
        if !self.chains.is_empty() {
            let near = (own >> ((rows - 3) * columns)) & game.rank(0);
            let index = near | (enemy >> ((rows - 2) * columns)) << columns;
            if self.chains[(index >> 6) as usize] >> (index & 63) & 1 != 0 {
                return Some(true);
            }
        }
        let lead = rows - 1 - own.ilog2() as usize / columns;
        let enemy_lead = enemy.trailing_zeros() as usize / columns;
        if lead <= enemy_lead {
            game.runs(view, enemy_lead, true).then_some(true)
        } else {
            game.runs(game.reversed(view), lead - 1, false).then_some(false)
        }
    }

    /// Whether the mover, who has no worker with `d = 1`, wins against enemies with `d = 1`.
    fn pressed(&self, game: &Breakthrough<u64>, view: MoverView, pressing: u64) -> Option<bool> {
        let MoverView { own, enemy } = view;
        if !pressing.is_power_of_two() {
            return Some(false);
        }
        let mut takers = own & game.beside(pressing >> game.columns());
        if takers != 0 && enemy == pressing {
            return Some(true);
        }
        let mut outcome = Some(false);
        while takers != 0 {
            let taker = takers & takers.wrapping_neg();
            takers ^= taker;
            let after = MoverView { own: own ^ taker ^ pressing, enemy: enemy ^ pressing };
            match self.mover_wins(game, game.reversed(after)) {
                Some(false) => return Some(true),
                Some(true) => {}
                None => outcome = None,
            }
        }
        outcome
    }
}

impl Breakthrough<u64> {
    #[inline]
    fn reversed(&self, view: MoverView) -> MoverView {
        MoverView { own: self.turn(view.enemy), enemy: self.turn(view.own) }
    }

    #[inline]
    fn rank(&self, rank: usize) -> u64 {
        self.goal[1] << (rank * self.columns())
    }

    /// The squares left and right of a set.
    #[inline]
    fn beside(&self, set: u64) -> u64 {
        ((set & self.masks.not_left) >> 1) | ((set & self.masks.not_right) << 1)
    }

    /// Whether a worker of `own` at most `most` ranks from its goal runs there whatever `enemy` does, if it
    /// moves `first` or not.
    #[inline]
    fn runs(&self, view: MoverView, most: usize, first: bool) -> bool {
        let MoverView { own, enemy } = view;
        let columns = self.columns();
        let mut front = own & self.masks.within(WHITE, most.min(self.rows() - 1));
        if front == 0 {
            return false;
        }
        // Where enemies can stand after exactly so many turns, after at most so many, and what they can
        // have captured on by then.
        let mut arrived = enemy;
        let mut reached = enemy;
        let mut captured = (self.beside(enemy)) >> columns;
        let mut turn = |reached: &mut u64| {
            arrived = (arrived | self.beside(arrived)) >> columns;
            *reached |= arrived;
            (arrived | self.beside(arrived)) >> columns
        };
        if !first {
            front &= !captured;
            captured |= turn(&mut reached);
        }
        let last = self.rank(self.rows() - 2);
        for _ in 1..most {
            let straight = (front << columns) & !reached;
            let aside = self.beside(front) << columns;
            front = (straight | aside) & self.masks.board & !own & !captured;
            if front & last != 0 {
                return true;
            }
            if front == 0 {
                return false;
            }
            captured |= turn(&mut reached);
        }
        false
    }
}

/// A position of such a chain with the mover to move: its workers two ranks from the goal, and the enemies on the
/// rank between and on the last one.
#[derive(Clone, Copy)]
struct SacrificeChain {
    near: usize,
    front: usize,
    rear: usize,
}

impl SacrificeChain {
    fn index(self, columns: usize) -> usize {
        self.near | self.front << columns | self.rear << (2 * columns)
    }
}

/// Which sacrifice chains the mover wins, by index.
fn won_chains(columns: usize) -> Vec<u64> {
    let mut wins = vec![0u64; (1usize << (3 * columns)).div_ceil(64)];
    // Every step uses up one of the near workers, so what it leads to has a smaller `near` and is known.
    for near in 1..1 << columns {
        for front in 0..1 << columns {
            for rear in 0..1 << columns {
                let chain = SacrificeChain { near, front, rear };
                if wins_chain(columns, chain, &wins) {
                    let index = chain.index(columns);
                    wins[index >> 6] |= 1 << (index & 63);
                }
            }
        }
    }
    wins
}

fn wins_chain(columns: usize, chain: SacrificeChain, wins: &[u64]) -> bool {
    let SacrificeChain { near, front, rear } = chain;
    let steps = (0..columns).filter(|from| near >> from & 1 != 0).flat_map(|from| {
        let files = from.saturating_sub(1)..=(from + 1).min(columns - 1);
        files.filter(move |&to| to != from || front >> to & 1 == 0).map(move |to| (from, to))
    });
    steps.into_iter().any(|(from, to)| {
        let takers = [to.checked_sub(1), Some(to + 1).filter(|&file| file < columns)];
        takers.into_iter().flatten().filter(|file| rear >> file & 1 != 0).all(|taker| {
            let after = SacrificeChain {
                near: near & !(1 << from),
                front: front | 1 << to,
                rear: rear & !(1 << taker),
            };
            let index = after.index(columns);
            wins[index >> 6] >> (index & 63) & 1 != 0
        })
    })
}

/// The initial proof number by points that the mover is behind: a factor of e^(1/4) per point, from 12 points
/// behind to 12 ahead.
const DIFFICULTY: [u32; 25] =
    [81, 64, 50, 39, 31, 24, 19, 15, 12, 9, 8, 6, 5, 4, 3, 3, 2, 2, 2, 2, 2, 1, 1, 1, 1];

impl ProofHints<Breakthrough<u64>> for Races {
    #[inline]
    fn proven_winner(&self, game: &Breakthrough<u64>, state: &State<u64>) -> Option<Seat> {
        if game.workers() > 1 {
            return None;
        }
        let [own, enemy] = game.for_mover(state);
        let wins = self.mover_wins(game, MoverView { own, enemy })?;
        Some(if wins { state.mover } else { state.mover.other() })
    }

    /// An enemy before its goal must be captured, unless the mover arrives at once.
    #[inline]
    fn each_candidate(
        &self,
        game: &Breakthrough<u64>,
        state: &State<u64>,
        mut f: impl FnMut(Move),
    ) {
        use bellwether_core::Game;
        let enemy = state.mover.other();
        let before_goal = if enemy == WHITE { game.rank(game.rows() - 2) } else { game.rank(1) };
        let pressing = state.workers[enemy.index()] & before_goal;
        let saving = if pressing != 0 && game.workers() == 1 {
            pressing | game.goal[state.mover.index()]
        } else {
            game.masks.board
        };
        game.each_move(state, |m| {
            if saving >> m.to & 1 != 0 {
                f(m);
            }
        });
    }

    /// By who has more workers, and farther advanced: four points each, and one for every rank.
    #[inline]
    fn difficulty(&self, game: &Breakthrough<u64>, state: &State<u64>) -> (u32, u32) {
        let [own, enemy] = game.for_mover(state);
        let rows = game.rows();
        let lead: i32 = (0..rows)
            .map(|advance| {
                let own = (own & game.rank(advance)).count_ones() as i32;
                let enemy = (enemy & game.rank(rows - 1 - advance)).count_ones() as i32;
                (own - enemy) * (4 + advance as i32)
            })
            .sum();
        let lead = lead.clamp(-12, 12);
        (DIFFICULTY[(12 + lead) as usize], DIFFICULTY[(12 - lead) as usize])
    }
}

#[cfg(test)]
mod tests;
