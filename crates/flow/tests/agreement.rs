//! Five independent ways to the same answer: the sweep, the frontier count, `scan`, SAT, and plain enumeration.

use std::collections::BTreeMap;

use bellwether_core::Rng;
use bellwether_core::random::{Random, below, seeded, shuffle};
use bellwether_flow::count::count;
use bellwether_flow::generate::draft;
use bellwether_flow::{Color, GaveUp, Method, Puzzle, SearchEnd, Solution, SolverLimits, text};

/// More than any board here has.
const ALL: usize = 100_000;

/// A board with sources anywhere: mostly unsolvable.
fn scattered(random: &mut Random, longest: usize) -> Puzzle {
    loop {
        let (width, height) = (1 + below(random, longest), 1 + below(random, longest));
        let mut cells: Vec<usize> = (0..width * height).collect();
        shuffle(random, &mut cells);
        let colors = (1 + below(random, 4)).min(cells.len() / 2);
        let sources: Vec<[usize; 2]> =
            cells.chunks_exact(2).take(colors).map(|pair| [pair[0], pair[1]]).collect();
        if let Ok(puzzle) = Puzzle::from_sources(width, height, &sources) {
            return puzzle;
        }
    }
}

/// A board drawn from a solution, with few colours: solvable, and often in several ways.
fn solvable(random: &mut Random) -> Puzzle {
    loop {
        let (width, height) = (5 + below(random, 4), 5 + below(random, 4));
        let drafted = draft(width, height, 2 + below(random, 4), random.next_u64());
        if let Some(puzzle) = drafted {
            return puzzle;
        }
    }
}

/// One to three blocks with two solutions each, turned about and piled up: their product is a lower bound.
fn ambiguous(random: &mut Random) -> Puzzle {
    const BLOCKS: [&str; 3] =
        ["A____BC__AC_B___", "___A_BC______CB_A___", "___A_BC__BA_____D_D_C___"];
    let mut grid = Vec::new();
    for floor in 0..1 + below(random, 3) {
        let mut block: Vec<char> = BLOCKS[below(random, 3)].chars().collect();
        if below(random, 2) == 0 {
            block.reverse();
        }
        if below(random, 2) == 0 {
            block.chunks_mut(4).for_each(<[char]>::reverse);
        }
        grid.extend(block.iter().map(|&cell| (cell != '_').then(|| format!("{cell}{floor}"))));
    }
    Puzzle::new(4, grid.len() / 4, &grid).expect("blocks of four columns")
}

/// Finds all solutions by every method and checks that they agree; returns their number.
fn agreed(puzzle: &Puzzle) -> usize {
    let solutions = |method: Method| {
        let report = method.solve(puzzle, ALL, &SolverLimits::NONE);
        assert_eq!(report.end, SearchEnd::Exhausted);
        let mut solutions = report.solutions;
        solutions.sort();
        solutions
    };
    let expected = solutions(Method::Scan);
    for solution in &expected {
        assert_eq!(solution.check(puzzle), Ok(()));
    }
    for method in [Method::Sweep, Method::Sat] {
        assert_eq!(solutions(method), expected, "{method:?} on\n{}", text::write_puzzle(puzzle));
    }
    let counted = count(puzzle, &SolverLimits::NONE).solutions;
    assert_eq!(counted, Ok(expected.len().into()), "counting\n{}", text::write_puzzle(puzzle));
    expected.len()
}

#[test]
fn all_methods_agree_on_ten_thousand_boards() {
    let mut random = seeded(5);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for index in 0..10_000 {
        let puzzle = match index % 10 {
            0 => ambiguous(&mut random),
            1..6 => scattered(&mut random, 5),
            _ => solvable(&mut random),
        };
        let kind = match agreed(&puzzle) {
            0 => "unsolvable",
            1 => "unique",
            _ => "several",
        };
        *counts.entry(kind).or_default() += 1;
    }
    // Every kind must occur often enough, or the test shows nothing.
    assert!(counts.len() == 3 && counts.values().all(|&boards| boards >= 100), "{counts:?}");
}

#[test]
fn the_textbook_methods_agree_on_small_boards() {
    let mut random = seeded(6);
    for seed in 0..500 {
        let puzzle = scattered(&mut random, 4);
        let expected = Method::Sweep.solve(&puzzle, ALL, &SolverLimits::NONE).solutions.len();
        for method in [Method::Dumb(seed), Method::Smart, Method::Forward] {
            let report = method.solve(&puzzle, ALL, &SolverLimits::NONE);
            assert_eq!(report.end, SearchEnd::Exhausted);
            assert_eq!(
                report.solutions.len(),
                expected,
                "{method:?} on\n{}",
                text::write_puzzle(&puzzle)
            );
        }
    }
}

#[test]
fn too_many_solutions_to_keep_are_given_up() {
    // Sixteen blocks with two solutions each: 65,536 of 256 cells.
    let grid: Vec<Option<String>> = (0..16)
        .flat_map(|floor| {
            let cells = "A____BC__AC_B___".chars();
            cells.map(move |cell| (cell != '_').then(|| format!("{cell}{floor}")))
        })
        .collect();
    let puzzle = Puzzle::new(4, 64, &grid).expect("blocks of four columns");
    assert_eq!(count(&puzzle, &SolverLimits::NONE).solutions, Ok(65_536_u32.into()));
    let tight = SolverLimits { memory: 5_000_000, ..SolverLimits::NONE };
    for method in [Method::Sweep, Method::Scan, Method::Sat] {
        let report = method.solve(&puzzle, 100_000, &tight);
        assert_eq!(report.end, SearchEnd::GaveUp(GaveUp::Memory), "{method:?}");
    }
}

/// Every colouring, checked one by one.
fn brute_force(puzzle: &Puzzle) -> usize {
    let empty: Vec<usize> =
        (0..puzzle.area()).filter(|&cell| puzzle.cells()[cell].is_none()).collect();
    let mut coloring =
        Solution(puzzle.cells().iter().map(|source| source.unwrap_or(Color(0))).collect());
    let mut found = 0;
    'colorings: loop {
        found += usize::from(coloring.check(puzzle).is_ok());
        for &cell in &empty {
            coloring.0[cell].0 += 1;
            if coloring.0[cell].index() < puzzle.colors() {
                continue 'colorings;
            }
            coloring.0[cell].0 = 0;
        }
        return found;
    }
}

#[test]
fn counts_agree_with_brute_force() {
    let mut random = seeded(7);
    let mut solvable = 0;
    let mut boards = 0;
    while boards < 400 {
        let puzzle = scattered(&mut random, 5);
        let empty = puzzle.area() - 2 * puzzle.colors();
        let colorings = (puzzle.colors() as u64).checked_pow(empty as u32);
        if colorings.is_none_or(|colorings| colorings > 20_000) {
            continue;
        }
        boards += 1;
        let expected = brute_force(&puzzle);
        solvable += usize::from(expected > 0);
        assert_eq!(
            count(&puzzle, &SolverLimits::NONE).solutions,
            Ok(expected.into()),
            "{}",
            text::write_puzzle(&puzzle)
        );
    }
    assert!(solvable > 50, "{solvable}");
}
