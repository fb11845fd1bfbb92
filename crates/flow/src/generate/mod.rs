//! Generating puzzles: path covers are drawn at random, their path ends become the sources, and the solver must prove
//! that the cover is the only solution.
//!
//! The same request with the same seed gives the same puzzles on every machine and in every version: there is no clock
//! here, the generator is fixed ([`Random`]), and work is limited by counting. A golden test checks that.

mod cover;

use cover::Cover;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::puzzle::{MAX_SIDE, Puzzle, Solution};
use crate::report::{SolveReport, SolverLimits, Verdict};
use crate::sweep;
use bellwether_core::random::{Random, below, seeded};

/// How hard a puzzle is for the solver, measured by [`effort`]. Of the boards drawn at random, about a quarter are easy,
/// a third medium, a quarter hard, and the rest expert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// An effort below 0.5: nearly every step is forced.
    Easy,
    /// Below 1.25: average for the size.
    Medium,
    /// Below 2.5.
    Hard,
    /// All above.
    Expert,
}

impl Difficulty {
    /// All, from easy to expert.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];

    /// The class that an effort belongs to.
    pub fn of(effort: f64) -> Self {
        match effort {
            ..0.5 => Self::Easy,
            ..1.25 => Self::Medium,
            ..2.5 => Self::Hard,
            _ => Self::Expert,
        }
    }

    /// The class of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }

    /// The class's name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }
}

/// The measure of difficulty: the attempts of the default solver to find the solution and prove it unique, relative to
/// the average for the size.
///
/// A board on which every step is forced takes one attempt per cell. The attempts beyond that, divided by the average
/// of boards of its area, are the effort: 0 without any guess, 1 on average. The average was measured once, over random
/// boards of 5×5 to 40×40: 0.07 attempts per cell, growing by 21.3 % with every cell of side.
pub fn effort(puzzle: &Puzzle, report: &SolveReport) -> f64 {
    let beyond = report.attempts as f64 / puzzle.area() as f64 - 1.0;
    // By repeated multiplication: it rounds identically on every machine, which library powers need not.
    let usual = (0..puzzle.area().isqrt()).fold(0.07, |usual, _| usual * 1.213);
    beyond.max(0.0) / usual
}

/// A request to the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GenerateRequest {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Colours; [`usual_colors`] if `None`.
    pub colors: Option<usize>,
    /// The difficulty; any if `None`.
    pub difficulty: Option<Difficulty>,
    /// Whether two sources of a colour may be neighbours.
    #[serde(default)]
    pub allow_trivial: bool,
    /// The random seed.
    pub seed: u64,
}

/// A new puzzle with its unique solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Solution,
    /// The difficulty of the proof, see [`effort`].
    pub effort: f64,
}

/// Why no puzzle was generated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// The board is too small or too large.
    #[error(
        "puzzles of {0}x{1} cannot be generated; sides go from 1 to {MAX_SIDE}, with at least three cells"
    )]
    Size(usize, usize),
    /// There are too many colours for the board.
    #[error("{colors} colours do not fit on {width}x{height}; at most {most} do")]
    Colors {
        /// Colours asked for.
        colors: usize,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
        /// The most that fit.
        most: usize,
    },
    /// Many boards were drawn, and none met the request.
    #[error(
        "no such puzzle among {tries} drawn boards; ask for other colours, another difficulty or another seed"
    )]
    NotFound {
        /// Boards drawn.
        tries: u32,
    },
    /// Stopped by the caller.
    #[error("stopped")]
    Stopped,
}

/// The default number of colours: about the length of a side.
pub fn usual_colors(width: usize, height: usize) -> usize {
    let side = (width * height).isqrt();
    side + side / 20
}

/// Boards tried for one puzzle.
const TRIES: u32 = 20_000;

/// Boards drawn from one cover before another is made.
const RESTART: u32 = 64;

/// Attempts per cell after which a board is discarded as too hard.
const PROOF: u64 = 2_000;

/// Draws boards until one meets the request.
///
/// # Errors
/// When the request cannot be met, was not met in a fixed number of boards, or `stop` returned true.
pub fn generate(
    request: &GenerateRequest,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Generated, GenerateError> {
    let GenerateRequest { width, height, .. } = *request;
    let area = width * height;
    if width > MAX_SIDE || height > MAX_SIDE || area < 3 {
        return Err(GenerateError::Size(width, height));
    }
    let least = if request.allow_trivial { 2 } else { 3 };
    let most = (area / least).max(1);
    let colors = request.colors.unwrap_or_else(|| usual_colors(width, height).min(most));
    if !(1..=most).contains(&colors) {
        return Err(GenerateError::Colors { colors, width, height, most });
    }
    let mut random = seeded(request.seed);
    let mut cover = Cover::new(width, height, &mut random);
    for tries in 0..TRIES {
        if stop() {
            return Err(GenerateError::Stopped);
        }
        if tries % RESTART == RESTART - 1 {
            cover = Cover::new(width, height, &mut random);
        }
        if !shape(&mut cover, area, colors, least, &mut random) {
            continue;
        }
        let Ok(puzzle) = Puzzle::from_sources(width, height, &cover.ends()) else { continue };
        let limits = SolverLimits { stop, ..SolverLimits::attempts(area as u64 * PROOF) };
        let mut report = sweep::solve(&puzzle, 2, &limits);
        let effort = effort(&puzzle, &report);
        let wanted =
            request.difficulty.is_none_or(|difficulty| difficulty == Difficulty::of(effort));
        if report.verdict() == Verdict::Unique && wanted {
            let solution = report.solutions.swap_remove(0);
            return Ok(Generated { puzzle, solution, effort });
        }
        for _ in 0..area / 8 {
            cover.wander(below(&mut random, area), least, &mut random);
        }
    }
    Err(GenerateError::NotFound { tries: TRIES })
}

/// Draws one board with at least one solution; `None` if the draw did not give the number of colours.
pub fn draft(width: usize, height: usize, colors: usize, seed: u64) -> Option<Puzzle> {
    let area = width * height;
    if !(1..=MAX_SIDE).contains(&width)
        || !(1..=MAX_SIDE).contains(&height)
        || !(1..=area / 2).contains(&colors)
    {
        return None;
    }
    let mut random = seeded(seed);
    let mut cover = Cover::new(width, height, &mut random);
    shape(&mut cover, area, colors, 2, &mut random)
        .then(|| Puzzle::from_sources(width, height, &cover.ends()).ok())?
}

/// Changes the cover at random until it has the right number of paths, none too short.
fn shape(cover: &mut Cover, area: usize, colors: usize, least: usize, random: &mut Random) -> bool {
    for _ in 0..area * 40 {
        let paths = cover.paths();
        if paths == colors && cover.shortest() >= least {
            return true;
        }
        if paths < colors {
            cover.cut(below(random, area), least, random);
        } else {
            cover.wander(below(random, area), least, random);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::write_puzzle;

    fn request(width: usize, height: usize, seed: u64) -> GenerateRequest {
        GenerateRequest {
            width,
            height,
            colors: None,
            difficulty: None,
            allow_trivial: false,
            seed,
        }
    }

    #[test]
    fn a_seed_always_gives_the_same_puzzle() {
        // Printed by this program when the generator was first released; never to change.
        let easy = GenerateRequest { difficulty: Some(Difficulty::Easy), ..request(7, 6, 1) };
        let expert = GenerateRequest {
            difficulty: Some(Difficulty::Expert),
            colors: Some(9),
            ..request(9, 9, 2026)
        };
        let golden = [easy, expert]
            .map(|request| write_puzzle(&generate(&request, &|| false).unwrap().puzzle));
        assert_eq!(
            golden,
            [
                "__ABCD_\n_____C_\n_______\n___E_F_\n__FB_D_\nA_____E\n",
                "_________\n_A__A_BC_\n___D__E__\nF__G_B___\nH__I_E___\n_____G___\n____F____\n__I_D__C_\nH________\n",
            ]
        );
    }

    #[test]
    fn meets_the_request() {
        for (seed, difficulty) in Difficulty::ALL.into_iter().enumerate() {
            let request = GenerateRequest {
                colors: Some(8),
                difficulty: Some(difficulty),
                ..request(10, 9, seed as u64)
            };
            let generated = generate(&request, &|| false).unwrap();
            let puzzle = &generated.puzzle;
            assert_eq!((puzzle.width(), puzzle.height(), puzzle.colors()), (10, 9, 8));
            assert_eq!(Difficulty::of(generated.effort), difficulty);
            assert_eq!(generated.solution.check(puzzle), Ok(()));
            for &[a, b] in puzzle.sources() {
                assert!(puzzle.neighbors(a).all(|next| next != b), "trivial pair");
            }
        }
    }

    #[test]
    fn impossible_requests_are_refused() {
        let error =
            |request: &GenerateRequest| generate(request, &|| false).unwrap_err().to_string();
        assert!(error(&request(1, 2, 0)).contains("1x2 cannot be generated"));
        assert!(error(&request(65, 2, 0)).contains("65x2 cannot be generated"));
        let crowded = GenerateRequest { colors: Some(9), ..request(5, 5, 0) };
        assert_eq!(error(&crowded), "9 colours do not fit on 5x5; at most 8 do");
        let impossible = GenerateRequest { colors: Some(1), ..request(4, 4, 0) };
        assert!(error(&impossible).contains("no such puzzle among 20000 drawn boards"));
        assert_eq!(generate(&request(9, 9, 0), &|| true), Err(GenerateError::Stopped));
    }
}
