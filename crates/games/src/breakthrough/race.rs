//! Who certainly wins a race: static knowledge for proving who wins Breakthrough.
//!
//! Everything is seen from the mover, who goes up ([`View`]).

use bellwether_core::{Coded, Determined, Game, Insight, Seat};

use super::{Breakthrough, Move, State, WHITE};

/// The position as its mover sees it: going up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct View {
    own: u64,
    enemy: u64,
}

/// Widest board for which the storms are tabulated: beyond it the table would be too large.
const WIDEST: usize = 8;

/// Knowledge of races.
#[derive(Clone, Debug)]
pub struct Races {
    rows: usize,
    columns: usize,
    squares: u32,
    not_left: u64,
    not_right: u64,
    board: u64,
    workers: usize,
    pub mode: usize,
    pub k: usize,
    /// Whether a storm wins, by the squares of the three last ranks.
    storms: Vec<u64>,
}

impl Races {
    /// What is to be known about races on this board.
    #[must_use]
    pub fn new(game: &Breakthrough<u64>) -> Self {
        let (rows, columns) = (game.rows(), game.columns());
        Self {
            rows,
            columns,
            squares: (rows * columns) as u32,
            not_left: game.not_left,
            not_right: game.not_right,
            board: game.board,
            workers: game.workers_to_base(),
            mode: 0,
            k: 100,
            storms: if columns <= WIDEST && game.workers_to_base() == 1 {
                storms(columns)
            } else {
                Vec::new()
            },
        }
    }

    #[inline]
    fn view(&self, state: &State<u64>) -> View {
        let [white, black] = state.workers;
        if state.mover == WHITE {
            View { own: white, enemy: black }
        } else {
            View { own: self.turned(black), enemy: self.turned(white) }
        }
    }

    #[inline]
    fn turned(&self, set: u64) -> u64 {
        set.reverse_bits() >> (64 - self.squares)
    }

    #[inline]
    fn other(&self, view: View) -> View {
        View { own: self.turned(view.enemy), enemy: self.turned(view.own) }
    }

    #[inline]
    fn rank(&self, rank: usize) -> u64 {
        ((1 << self.columns) - 1) << (rank * self.columns)
    }

    #[inline]
    fn beside(&self, set: u64) -> u64 {
        ((set & self.not_left) >> 1) | ((set & self.not_right) << 1)
    }

    /// Whether the mover certainly wins (or loses).
    fn mover_wins(&self, view: View) -> Option<bool> {
        let View { own, enemy } = view;
        let columns = self.columns;
        if own & self.rank(self.rows - 2) != 0 {
            return Some(true);
        }
        let pressing = enemy & self.rank(1);
        if pressing != 0 {
            if pressing & (pressing - 1) != 0 {
                return Some(false);
            }
            // The one worker before its goal must be captured.
            let mut takers = own & self.beside(pressing >> columns);
            let mut all_lose = true;
            while takers != 0 {
                let taker = takers & takers.wrapping_neg();
                takers ^= taker;
                if enemy == pressing {
                    return Some(true);
                }
                let after = View { own: own ^ taker ^ pressing, enemy: enemy ^ pressing };
                match self.mover_wins(self.other(after)) {
                    Some(false) => return Some(true),
                    Some(true) => {}
                    None => all_lose = false,
                }
            }
            return all_lose.then_some(false);
        }
        if !self.storms.is_empty() {
            let near = (own >> ((self.rows - 3) * columns)) & ((1 << columns) - 1);
            if near != 0 {
                let index = near | (enemy >> ((self.rows - 2) * columns)) << columns;
                if self.storms[(index >> 6) as usize] >> (index & 63) & 1 != 0 {
                    return Some(true);
                }
            }
        }
        let lead = self.rows - 1 - (63 - own.leading_zeros() as usize) / columns;
        let enemy_lead = enemy.trailing_zeros() as usize / columns;
        if lead <= enemy_lead {
            if self.runs(view, enemy_lead, 0) {
                return Some(true);
            }
        } else if self.runs(self.other(view), lead - 1, 1) {
            return Some(false);
        }
        None
    }

    /// Whether a worker of `own` at most `most` ranks from its goal gets there whatever `enemy` does,
    /// which moves `ahead` turns earlier.
    #[inline]
    fn runs(&self, view: View, most: usize, ahead: usize) -> bool {
        let View { own, enemy } = view;
        let columns = self.columns;
        let mut front = own & !((1u64 << ((self.rows - 1 - most) * columns)) - 1);
        if front == 0 {
            return false;
        }
        // Where an enemy can be (`reach`), and where it can capture, after so many of its turns.
        let mut latest = enemy;
        let mut reach = enemy;
        let mut capture = 0;
        let mut turn = |reach: &mut u64, capture: &mut u64| {
            let below = self.beside(latest) >> columns;
            // What it reaches straight ahead it attacks only if it had a step before.
            *capture |= below | if latest == enemy { 0 } else { latest >> columns };
            latest = below | latest >> columns;
            *reach |= latest;
        };
        if ahead == 1 {
            turn(&mut reach, &mut capture);
            front &= !capture;
        }
        let last = self.rank(self.rows - 2);
        for _ in 1..most {
            if front == 0 {
                return false;
            }
            let straight = (front << columns) & !reach;
            turn(&mut reach, &mut capture);
            front = (straight | (self.beside(front) << columns)) & self.board & !own & !capture;
            if front & last != 0 {
                return true;
            }
        }
        false
    }
}


impl Races {
    fn guess(&self, game: &Breakthrough<u64>, state: &State<u64>) -> (u32, u32) {
        let n = game.count_moves(state) as u32;
        if self.mode == 0 {
            return (1, n);
        }
        let e = super::strong::for_white(game, state);
        let e = if state.mover == WHITE { e } else { -e };
        let k = self.k as i32;
        match self.mode {
            0 => (1, n),
            1 => (1, 1),
            2 => (1 + ((-e).max(0) / k) as u32, n + (e.max(0) / k) as u32),
            3 => (1 + ((-e).max(0) / k) as u32, 1 + (e.max(0) / k) as u32),
            4 => {
                let x = (e.clamp(-600, 600) as f64 / k as f64).exp();
                (1 + (4.0 / x) as u32, n + (4.0 * x) as u32)
            }
            5 => {
                let x = (e.clamp(-600, 600) as f64 / k as f64).exp();
                (1 + (4.0 / x) as u32, 1 + (4.0 * x) as u32)
            }
            _ => {
                let opp = State { workers: state.workers, mover: state.mover.other() };
                (game.count_moves(&opp) as u32, n)
            }
        }
    }
}

/// Which storms win.
fn storms(columns: usize) -> Vec<u64> {
    let mut wins = vec![0u64; (1usize << (3 * columns)).div_ceil(64)];
    let file = |index: usize| if index < columns { 1usize << index } else { 0 };
    for near in 1usize..1 << columns {
        for enemy in 0usize..1 << (2 * columns) {
            let (front, rear) = (enemy & ((1 << columns) - 1), enemy >> columns);
            let won = (0..columns).filter(|&from| near >> from & 1 != 0).any(|from| {
                (from.saturating_sub(1)..=(from + 1).min(columns - 1)).any(|to| {
                    if to == from && front >> to & 1 != 0 {
                        return false;
                    }
                    let takers = rear & (file(to + 1) | if to > 0 { file(to - 1) } else { 0 });
                    [file(to + 1), if to > 0 { file(to - 1) } else { 0 }].into_iter().all(|taker| {
                        if takers & taker == 0 {
                            return true;
                        }
                        let left = near & !(1 << from);
                        let enemy = (front | 1 << to) | (rear & !taker) << columns;
                        let index = left | enemy << columns;
                        wins[index >> 6] >> (index & 63) & 1 != 0
                    })
                })
            });
            if won {
                let index = near | enemy << columns;
                wins[index >> 6] |= 1 << (index & 63);
            }
        }
    }
    wins
}

impl Insight<Breakthrough<u64>> for Races {
    fn certain(&self, _game: &Breakthrough<u64>, state: &State<u64>) -> Option<Seat> {
        if self.workers > 1 {
            return None;
        }
        let wins = self.mover_wins(self.view(state))?;
        Some(if wins { state.mover } else { state.mover.other() })
    }

    /// An enemy before its goal must be captured.
    fn each_candidate(
        &self,
        game: &Breakthrough<u64>,
        state: &State<u64>,
        mut f: impl FnMut(Move),
    ) {
        let enemy = state.mover.other();
        let pressing = if self.workers == 1 {
            state.workers[enemy.index()] & if enemy == WHITE { self.rank(self.rows - 2) } else { self.rank(1) }
        } else {
            0
        };
        game.each_move(state, |m| {
            if pressing == 0 || pressing >> m.to & 1 != 0 {
                f(m);
            }
        });
    }

    fn difficulty(&self, game: &Breakthrough<u64>, state: &State<u64>) -> (u32, u32) {
        self.guess(game, state)
    }
}

impl Determined for Breakthrough<u64> {}

impl Coded for Breakthrough<u64> {
    /// The mover's workers, seen going up, and above them the enemy's; the smaller of this and its
    /// mirror image.
    #[inline]
    fn code(&self, state: &State<u64>) -> u128 {
        let [mut own, mut enemy] = state.workers;
        if state.mover != WHITE {
            let unused = 64 - (self.rows() * self.columns()) as u32;
            (own, enemy) = (enemy.reverse_bits() >> unused, own.reverse_bits() >> unused);
        }
        let squares = self.rows() * self.columns();
        let join = |own: u64, enemy: u64| u128::from(own) | u128::from(enemy) << squares;
        join(own, enemy).min(join(self.mirror(own), self.mirror(enemy)))
    }
}

impl Breakthrough<u64> {
    /// The set mirrored left to right.
    #[inline]
    fn mirror(&self, set: u64) -> u64 {
        let columns = self.columns();
        let mut file = self.board & !self.not_left;
        let mut mirrored = 0;
        let mut shift = columns as i32 - 1;
        for _ in 0..columns {
            let squares = set & file;
            mirrored |= if shift >= 0 { squares << shift } else { squares >> -shift };
            file <<= 1;
            shift -= 2;
        }
        mirrored
    }
}
