//! The naive twin of Battle Sheep: a plain grid, square by square, to test the fast rules against.

use std::ops::ControlFlow;

use bellwether_core::contract::check_twins;
use bellwether_core::perft::{perft, perft_parallel};
use bellwether_core::random::{mix, seeded};
use bellwether_core::{Game, Notation, Payoffs, Scored, Seat, Status};
use bellwether_games::battle_sheep::{BattleSheep, Field, Move, Setup};

/// The naive rules.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    /// The playing cells, row by row from the bottom.
    playing: Vec<Vec<bool>>,
    seats: usize,
    sheep: u8,
    teams: bool,
}

/// A grid of flocks, row by row from the bottom, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Grid {
    flocks: Vec<Vec<Option<(Seat, u8)>>>,
    turn: Option<Seat>,
}

impl Naive {
    /// The game with these options, its field read anew from the text.
    #[must_use]
    pub(crate) fn new(game: &BattleSheep) -> Self {
        let text = game.field().to_string();
        let playing = text.lines().rev().map(|line| line.chars().map(|c| c == '.').collect());
        Self {
            playing: playing.collect(),
            seats: game.seats(),
            sheep: game.sheep() as u8,
            teams: game.partner(Seat::FIRST).is_some(),
        }
    }

    fn squares(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.playing.len()).flat_map(|y| (0..self.playing[y].len()).map(move |x| (x, y)))
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        self.squares().filter(|&(x, y)| self.playing[y][x]).collect()
    }

    fn is_cell(&self, x: isize, y: isize) -> bool {
        let row = usize::try_from(y).ok().and_then(|y| self.playing.get(y));
        let cell = usize::try_from(x).ok().zip(row).and_then(|(x, row)| row.get(x));
        cell == Some(&true)
    }

    fn is_border(&self, x: usize, y: usize) -> bool {
        let (x, y) = (x as isize, y as isize);
        [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().any(|(dx, dy)| !self.is_cell(x + dx, y + dy))
    }

    fn moves_of(&self, grid: &Grid, seat: Seat) -> Vec<Move> {
        let cells = self.cells();
        let number = |x: usize, y: usize| {
            cells.iter().position(|&cell| cell == (x, y)).expect("a playing cell") as u8
        };
        let mine = |&(x, y): &(usize, usize)| grid.flocks[y][x].is_some_and(|f| f.0 == seat);
        if !cells.iter().any(mine) {
            let free = cells.iter().filter(|&&(x, y)| grid.flocks[y][x].is_none());
            return free
                .filter(|&&(x, y)| self.is_border(x, y))
                .map(|&(x, y)| Move::Place(number(x, y)))
                .collect();
        }
        let mut moves = Vec::new();
        for &(x, y) in &cells {
            let Some((owner, sheep)) = grid.flocks[y][x] else { continue };
            if owner != seat {
                continue;
            }
            for (dx, dy) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
                let (mut to_x, mut to_y) = (x as isize, y as isize);
                while self.is_cell(to_x + dx, to_y + dy)
                    && grid.flocks[(to_y + dy) as usize][(to_x + dx) as usize].is_none()
                {
                    to_x += dx;
                    to_y += dy;
                }
                if (to_x, to_y) == (x as isize, y as isize) {
                    continue;
                }
                for count in 1..sheep {
                    let to = number(to_x as usize, to_y as usize);
                    moves.push(Move::Slide { from: number(x, y), to, count });
                }
            }
        }
        moves
    }

    fn own_score(&self, grid: &Grid, seat: Seat) -> f64 {
        let mut seen = vec![vec![false; self.playing[0].len()]; self.playing.len()];
        let mut score = 0.0;
        for (x, y) in self.squares() {
            let size = self.fill(grid, seat, x as isize, y as isize, &mut seen);
            score += f64::from(size).powf(1.25);
        }
        score
    }

    /// The number of cells not yet seen that are connected to this one.
    fn fill(&self, grid: &Grid, seat: Seat, x: isize, y: isize, seen: &mut [Vec<bool>]) -> u32 {
        if !self.is_cell(x, y) || seen[y as usize][x as usize] {
            return 0;
        }
        if grid.flocks[y as usize][x as usize].is_none_or(|(owner, _)| owner != seat) {
            return 0;
        }
        seen[y as usize][x as usize] = true;
        let around = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        1 + around.iter().map(|(dx, dy)| self.fill(grid, seat, x + dx, y + dy, seen)).sum::<u32>()
    }
}

impl Game for Naive {
    type State = Grid;
    type Move = Move;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> Grid {
        let flocks = self.playing.iter().map(|row| vec![None; row.len()]).collect();
        Grid { flocks, turn: Some(Seat::FIRST) }
    }

    fn status(&self, grid: &Grid) -> Status {
        if let Some(seat) = grid.turn {
            return Status::ToMove(seat);
        }
        let rounded = |seat| self.own_score(grid, seat).round() as f32;
        let mut scores: Vec<f32> = Seat::all(self.seats).map(rounded).collect();
        if self.teams {
            scores = (0..4).map(|seat| (scores[seat] + scores[(seat + 2) % 4]) / 2.0).collect();
        }
        // Everyone gets the average of the places its score could have been sorted to.
        let points = [5.0, 3.0, 2.0, 1.0];
        let shares = scores.iter().map(|score| {
            let better = scores.iter().filter(|other| *other > score).count();
            let level = scores.iter().filter(|other| *other == score).count();
            (better..better + level).map(|place| points[place]).sum::<f32>() / level as f32
        });
        Status::Over(Payoffs::new(&shares.collect::<Vec<f32>>()))
    }

    fn try_each_move<T>(
        &self,
        grid: &Grid,
        f: impl FnMut(Move) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        let turn = grid.turn.expect("the game goes on");
        self.moves_of(grid, turn).into_iter().try_for_each(f)
    }

    fn play(&self, grid: &mut Grid, m: Move) {
        let cells = self.cells();
        let turn = grid.turn.expect("the game goes on");
        match m {
            Move::Place(cell) => {
                let (x, y) = cells[usize::from(cell)];
                grid.flocks[y][x] = Some((turn, self.sheep));
            }
            Move::Slide { from, to, count } => {
                let ((x, y), (to_x, to_y)) = (cells[usize::from(from)], cells[usize::from(to)]);
                let (_, sheep) = grid.flocks[y][x].expect("sheep to slide");
                grid.flocks[y][x] = Some((turn, sheep - count));
                grid.flocks[to_y][to_x] = Some((turn, count));
            }
            Move::Pass => {}
        }
        let later = (1..=self.seats).map(|step| Seat::new((turn.index() + step) % self.seats));
        grid.turn = later.into_iter().find(|&seat| !self.moves_of(grid, seat).is_empty());
    }
}

impl Scored for Naive {
    fn scores(&self, grid: &Grid) -> Vec<f64> {
        let own: Vec<f64> = Seat::all(self.seats).map(|seat| self.own_score(grid, seat)).collect();
        let share = |seat: usize| {
            if self.teams { (own[seat] + own[(seat + 2) % 4]) / 2.0 } else { own[seat] }
        };
        (0..self.seats).map(share).collect()
    }
}

/// Cells, size, seats, sheep.
const TABLES: [(usize, usize, usize, usize); 11] = [
    (64, 12, 4, 16),
    (64, 12, 3, 16),
    (64, 12, 2, 16),
    (100, 15, 4, 32),
    (100, 15, 2, 32),
    (128, 32, 4, 64),
    (128, 12, 3, 20),
    (16, 4, 4, 16),
    (20, 6, 3, 6),
    (9, 4, 2, 5),
    (4, 2, 4, 2),
];

/// A setup for each table and seed, in teams where four play.
fn setups(seed: u64) -> impl Iterator<Item = Setup> {
    TABLES.into_iter().map(move |(cells, size, seats, sheep)| {
        let setup = Setup::new(Field::generate(cells, size, seed).unwrap(), seats, sheep);
        let setup = setup.unwrap();
        if seats == 4 && seed % 2 == 1 { setup.teams().unwrap().hidden() } else { setup }
    })
}

#[test]
fn the_fast_rules_agree_with_the_naive_ones() {
    // Eleven tables on ten fields each: 110,000 positions.
    for seed in 0..10 {
        for (index, setup) in setups(seed).enumerate() {
            let fast = BattleSheep::new(setup);
            let naive = Naive::new(&fast);
            check_twins(&fast, &naive, mix(seed, index as u64), 1000);
        }
    }
}

#[test]
fn scores_agree_at_every_position() {
    let mut rng = seeded(1);
    let mut compared = 0;
    for seed in 0..1000 {
        for setup in setups(seed) {
            let fast = BattleSheep::new(setup);
            let naive = Naive::new(&fast);
            let (mut state, mut grid) = (fast.start(), naive.start());
            loop {
                for (score, expected) in fast.scores(&state).iter().zip(naive.scores(&grid)) {
                    let text = || fast.position_text(&state);
                    assert!((score - expected).abs() < 1e-9, "scores: {}", text());
                }
                compared += 1;
                if fast.status(&state).is_over() {
                    break;
                }
                let m = fast.random_move(&state, &mut rng);
                fast.play(&mut state, m);
                naive.play(&mut grid, m);
            }
        }
        if compared > 100_000 {
            return;
        }
    }
    panic!("only {compared} positions were compared");
}

#[test]
fn perft_agrees() {
    for (cells, size, seats, sheep) in [(20, 6, 3, 6), (9, 4, 2, 5), (12, 4, 4, 3)] {
        let setup = Setup::new(Field::generate(cells, size, 3).unwrap(), seats, sheep);
        let setup = setup.unwrap();
        let fast = BattleSheep::new(setup);
        let naive = Naive::new(&fast);
        for depth in 0..=4 {
            let expected = perft(&naive, &naive.start(), depth);
            assert_eq!(perft(&fast, &fast.start(), depth), expected);
            assert_eq!(perft_parallel(&fast, &fast.start(), depth), expected);
        }
    }
}
