//! Hints for a player: whether a drawing can be completed, and the next stroke.
//!
//! Neighbours of one colour are always joined in a solution, so a drawing is a set of cells with given colours. If the
//! puzzle's only solution is known, it is compared. For a puzzle with several solutions the SAT solver decides whether
//! one of them has the given colours.

use crate::drawn::Drawing;
use crate::method::Method;
use crate::puzzle::{Color, Solution};
use crate::report::{GaveUp, SolveReport, SolverLimits, Verdict};
use crate::sat::Completer;

/// Whether a drawing can be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawingStatus {
    /// It can be completed to this solution.
    Open(Solution),
    /// It cannot be completed. Cutting these paths, at least one, leaves a drawing that can.
    Wrong(Vec<Cut>),
    /// The puzzle has no solution at all.
    Unsolvable,
    /// A limit was reached before it was known.
    Unknown(GaveUp),
}

/// A path that has to be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Cut {
    /// The path's colour.
    pub color: Color,
    /// The number of cells that can stay: at least the source.
    pub keep: usize,
}

/// The next stroke to draw.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Stroke {
    /// The colour.
    pub color: Color,
    /// Its path with the stroke.
    pub path: Vec<usize>,
    /// The number of new cells at its end: at least one.
    pub fresh: usize,
}

/// Decides whether a drawing can be completed.
pub fn drawing_status(drawn: &Drawing<'_>, limits: &SolverLimits<'_>) -> DrawingStatus {
    let report = Method::Sweep.solve(drawn.puzzle(), 2, limits);
    match report.verdict() {
        Verdict::Unsolvable => DrawingStatus::Unsolvable,
        Verdict::Unknown => match report.end {
            crate::SearchEnd::GaveUp(gave_up) => DrawingStatus::Unknown(gave_up),
            _ => DrawingStatus::Unsolvable,
        },
        verdict => among(drawn, report, verdict == Verdict::Unique, limits),
    }
}

/// The status when some solutions are known, perhaps all.
fn among(
    drawn: &Drawing<'_>,
    report: SolveReport,
    all: bool,
    limits: &SolverLimits<'_>,
) -> DrawingStatus {
    let mut solutions = report.solutions;
    if let Some(index) = solutions.iter().position(|solution| drawn.agrees_with(solution)) {
        return DrawingStatus::Open(solutions.swap_remove(index));
    }
    if all {
        return DrawingStatus::Wrong(departures(drawn, &solutions[0]));
    }
    search(drawn, limits).unwrap_or_else(DrawingStatus::Unknown)
}

/// Where the paths depart from a solution.
fn departures(drawn: &Drawing<'_>, solution: &Solution) -> Vec<Cut> {
    let cuts = drawn.paths().iter().enumerate().filter_map(|(index, path)| {
        let color = Color(index as u16);
        let keep = drawn.agreed(solution, color);
        (keep < path.len()).then_some(Cut { color, keep })
    });
    cuts.collect()
}

/// Searches for a solution with everything drawn; if there is none, takes as much of each path as is compatible with
/// the paths before it, the longest path first.
fn search(drawn: &Drawing<'_>, limits: &SolverLimits<'_>) -> Result<DrawingStatus, GaveUp> {
    let mut completer = Completer::new(drawn.puzzle(), limits)?;
    let given = |color: Color, keep: usize| {
        drawn.paths()[color.index()][..keep].iter().map(move |&cell| (cell, color))
    };
    let mut order: Vec<Color> = drawn.puzzle().each_color().collect();
    let length = |color: Color| drawn.paths()[color.index()].len();
    let whole: Vec<(usize, Color)> =
        order.iter().flat_map(|&color| given(color, length(color))).collect();
    if let Some(solution) = completer.complete(&whole)? {
        return Ok(DrawingStatus::Open(solution));
    }
    order.sort_by_key(|&color| std::cmp::Reverse(length(color)));
    let mut taken: Vec<(usize, Color)> = Vec::new();
    let mut cuts = Vec::new();
    for color in order.into_iter().filter(|&color| length(color) > 0) {
        // As many cells as can stay: between one, the source, and all of them.
        let (mut keep, mut too_many) = (1, length(color) + 1);
        while keep + 1 < too_many {
            // All of them first, as most paths are right.
            let tried =
                if too_many > length(color) { length(color) } else { keep.midpoint(too_many) };
            let asked: Vec<(usize, Color)> =
                taken.iter().copied().chain(given(color, tried)).collect();
            match completer.complete(&asked)? {
                // What the solution has of the path can stay, too.
                Some(solution) => keep = drawn.agreed(&solution, color).max(tried),
                None => too_many = tried,
            }
        }
        taken.extend(given(color, keep));
        if keep < length(color) {
            cuts.push(Cut { color, keep });
        }
    }
    cuts.sort_by_key(|cut| cut.color);
    Ok(DrawingStatus::Wrong(cuts))
}

/// The next stroke towards a solution that contains the drawing: straight on to the next turn, and through it. Of the
/// wished colour if it is unfinished, else of the one that lacks the fewest cells; none if nothing is missing.
pub fn next_stroke(
    drawn: &Drawing<'_>,
    solution: &Solution,
    wish: Option<Color>,
) -> Option<Stroke> {
    let missing = |color: Color| {
        let path = drawn.solved_path(solution, color);
        path.len() - drawn.paths()[color.index()].len().min(path.len())
    };
    let wished = wish.filter(|&color| color.index() < drawn.paths().len() && missing(color) > 0);
    let color = wished.or_else(|| {
        let colors = drawn.puzzle().each_color().filter(|&color| missing(color) > 0);
        colors.min_by_key(|&color| missing(color))
    })?;
    let mut path = drawn.solved_path(solution, color);
    let before = drawn.paths()[color.index()].len();
    // The source alone is no help.
    let mut end = before.max(1) + 1;
    while end < path.len() && path[end] + path[end - 2] == 2 * path[end - 1] {
        end += 1;
    }
    path.truncate(end);
    let fresh = path.len() - before;
    Some(Stroke { color, path, fresh })
}

#[cfg(test)]
mod tests {
    use bellwether_core::random::{Random, below, seeded};

    use super::*;
    use crate::generate::{GenerateRequest, generate};
    use crate::puzzle::Puzzle;
    use crate::samples;
    use crate::text::{parse, write_puzzle};

    /// Paths that begin at a random source and go along a solution for a while.
    fn beginnings(puzzle: &Puzzle, solution: &Solution, random: &mut Random) -> Vec<Vec<usize>> {
        let colors = (0..puzzle.colors()).map(|color| Color(color as u16));
        let part = colors.map(|color| {
            let mut path = solution.path(puzzle, color);
            if below(random, 2) == 0 {
                path.reverse();
            }
            path.truncate(below(random, path.len() + 1));
            path
        });
        part.collect()
    }

    /// Random walks: mostly wrong.
    fn wanderings(puzzle: &Puzzle, random: &mut Random) -> Vec<Vec<usize>> {
        let mut taken: Vec<bool> = puzzle.cells().iter().map(Option::is_some).collect();
        let mut paths = Vec::new();
        for &[start, goal] in puzzle.sources() {
            let mut path = vec![start];
            for _ in 0..below(random, 5) {
                let here = path[path.len() - 1];
                let free: Vec<usize> = puzzle
                    .neighbors(here)
                    .filter(|&next| here != goal && (next == goal || !taken[next]))
                    .collect();
                if free.is_empty() {
                    break;
                }
                let next = free[below(random, free.len())];
                taken[next] = true;
                path.push(next);
            }
            paths.push(path);
        }
        paths
    }

    /// Takes every hint until the board is solved.
    fn follow_hints(puzzle: &Puzzle, mut paths: Vec<Vec<usize>>) {
        for _ in 0..=puzzle.area() + 1 {
            let drawn = Drawing::new(puzzle, paths.clone()).unwrap();
            match drawing_status(&drawn, &SolverLimits::NONE) {
                DrawingStatus::Open(solution) => {
                    assert_eq!(solution.check(puzzle), Ok(()));
                    assert!(drawn.agrees_with(&solution));
                    let Some(stroke) = next_stroke(&drawn, &solution, None) else {
                        assert_eq!(drawn.faults(), []);
                        return;
                    };
                    assert!(stroke.fresh > 0);
                    paths[stroke.color.index()] = stroke.path;
                }
                DrawingStatus::Wrong(cuts) => {
                    assert!(!cuts.is_empty());
                    for cut in cuts {
                        assert!((1..paths[cut.color.index()].len()).contains(&cut.keep));
                        paths[cut.color.index()].truncate(cut.keep);
                    }
                    let cut = Drawing::new(puzzle, paths.clone()).unwrap();
                    let after = drawing_status(&cut, &SolverLimits::NONE);
                    assert!(matches!(after, DrawingStatus::Open(_)), "still wrong after the cuts");
                }
                other => panic!("{other:?} on\n{}", write_puzzle(puzzle)),
            }
        }
        panic!("hints lead nowhere on\n{}", write_puzzle(puzzle));
    }

    #[test]
    fn hints_lead_to_a_solution_from_any_beginning() {
        let mut random = seeded(21);
        for seed in 0..25 {
            let side = 5 + below(&mut random, 4);
            let request = GenerateRequest {
                width: side,
                height: side,
                colors: None,
                difficulty: None,
                allow_trivial: false,
                seed,
            };
            let made = generate(&request, &|| false).unwrap();
            follow_hints(&made.puzzle, beginnings(&made.puzzle, &made.solution, &mut random));
            follow_hints(&made.puzzle, wanderings(&made.puzzle, &mut random));
        }
    }

    #[test]
    fn boards_with_several_solutions_keep_what_one_of_them_has() {
        // Blocks with two solutions each, one on the other.
        const BLOCKS: [&str; 3] =
            ["A____BC__AC_B___", "___A_BC______CB_A___", "___A_BC__BA_____D_D_C___"];
        let mut random = seeded(22);
        for round in 0..30 {
            let cells = (0..2 + round % 2).flat_map(|floor| {
                let block = BLOCKS[below(&mut random, 3)].chars();
                block.map(move |cell| (cell != '_').then(|| format!("{cell}{floor}")))
            });
            let grid: Vec<Option<String>> = cells.collect();
            let puzzle = Puzzle::new(4, grid.len() / 4, &grid).unwrap();
            let all = Method::Sweep.solve(&puzzle, 1_000, &SolverLimits::NONE).solutions;
            assert!(all.len() >= 4);
            let solution = &all[below(&mut random, all.len())];
            for paths in
                [beginnings(&puzzle, solution, &mut random), wanderings(&puzzle, &mut random)]
            {
                // The slow twin: compare with every solution there is.
                let drawn = Drawing::new(&puzzle, paths.clone()).unwrap();
                let possible = all.iter().any(|solution| drawn.agrees_with(solution));
                let found =
                    matches!(drawing_status(&drawn, &SolverLimits::NONE), DrawingStatus::Open(_));
                assert_eq!(found, possible, "{paths:?} on\n{}", write_puzzle(&puzzle));
                follow_hints(&puzzle, paths);
            }
        }
    }

    #[test]
    fn a_stroke_is_of_the_wished_colour_and_ends_at_a_turn() {
        let puzzle = samples::puzzle("5x5").unwrap();
        let drawn = Drawing::new(&puzzle, vec![Vec::new(); 5]).unwrap();
        let DrawingStatus::Open(solution) = drawing_status(&drawn, &SolverLimits::NONE) else {
            panic!("solvable")
        };
        // Colour R goes down the whole left side and then one to the right.
        let stroke = next_stroke(&drawn, &solution, Some(Color(0))).unwrap();
        assert_eq!((stroke.path, stroke.fresh), (vec![0, 5, 10, 15, 20], 5));
        let drawn =
            Drawing::new(&puzzle, vec![vec![0, 5, 10, 15, 20], vec![], vec![], vec![], vec![]]);
        let stroke = next_stroke(&drawn.unwrap(), &solution, Some(Color(0))).unwrap();
        assert_eq!((stroke.path.last(), stroke.fresh), (Some(&21), 1));
        assert_eq!(
            next_stroke(
                &Drawing::new(&puzzle, vec![Vec::new(); 5]).unwrap(),
                &solution,
                Some(Color(99))
            )
            .unwrap()
            .color,
            Color(3)
        );
    }

    #[test]
    fn unsolvable_puzzles_and_limits_are_reported() {
        let puzzle = parse("A_B\n___\nA_B").unwrap().remove(0);
        let drawn = Drawing::new(&puzzle, vec![vec![], vec![]]).unwrap();
        assert_eq!(drawing_status(&drawn, &SolverLimits::NONE), DrawingStatus::Unsolvable);
        let puzzle = samples::puzzle("14x14").unwrap();
        let drawn = Drawing::new(&puzzle, vec![vec![]; puzzle.colors()]).unwrap();
        let stopped = SolverLimits { stop: &|| true, ..SolverLimits::NONE };
        assert_eq!(drawing_status(&drawn, &stopped), DrawingStatus::Unknown(GaveUp::Stopped));
    }
}
