//! Solving by SAT: independent of the other methods, sharing only the rules.
//!
//! One variable says that a cell has a colour: each cell has exactly one, and among its neighbours exactly one (for a
//! source) or two have the same. These clauses admit detached loops. They are excluded lazily: when an assignment has
//! one, a clause is added that at least one of its cells has another colour, and the solver runs again. A found
//! solution is excluded in the same way to find the next.

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use crate::puzzle::{Color, Puzzle, RuleBroken, Solution};
use crate::report::{AttemptBudget, GaveUp, SearchEnd, SolveReport, SolverLimits};

/// An upper estimate of the bytes of the clauses about one cell and one colour.
const BYTES_PER_VARIABLE: usize = 600;

/// Finds up to `most` solutions; one attempt is one run of the SAT solver.
pub fn solve(puzzle: &Puzzle, most: usize, limits: &SolverLimits<'_>) -> SolveReport {
    let mut solutions = Vec::new();
    let mut budget = AttemptBudget::new(*limits);
    let end = search(puzzle, most, limits, &mut budget, &mut solutions);
    SolveReport { solutions, end: end.unwrap_or_else(SearchEnd::GaveUp), attempts: budget.spent }
}

fn search(
    puzzle: &Puzzle,
    most: usize,
    limits: &SolverLimits<'_>,
    budget: &mut AttemptBudget<'_>,
    solutions: &mut Vec<Solution>,
) -> Result<SearchEnd, GaveUp> {
    let mut question = SatQuestion::new(puzzle, limits)?;
    while solutions.len() < most {
        // A found solution is stored twice: in the report, and as a clause.
        budget.check_memory(3 * solutions.len(), puzzle.area())?;
        budget.spend()?;
        let Some(coloring) = question.answer(&[])? else { return Ok(SearchEnd::Exhausted) };
        if !question.forbid_loop(puzzle, &coloring) {
            question.forbid(&coloring, &(0..puzzle.area()).collect::<Vec<_>>());
            solutions.push(coloring);
        }
    }
    Ok(SearchEnd::Enough)
}

/// Completes partly coloured boards of one puzzle, incrementally.
pub struct Completer<'a> {
    puzzle: &'a Puzzle,
    question: SatQuestion<'a>,
    budget: AttemptBudget<'a>,
}

bellwether_core::debug_fields!(Completer<'_>, [], puzzle);

impl<'a> Completer<'a> {
    /// A completer for this puzzle.
    ///
    /// # Errors
    /// When the puzzle needs more memory than the limits allow.
    pub fn new(puzzle: &'a Puzzle, limits: &SolverLimits<'a>) -> Result<Self, GaveUp> {
        let question = SatQuestion::new(puzzle, limits)?;
        Ok(Self { puzzle, question, budget: AttemptBudget::new(*limits) })
    }

    /// Finds a solution in which the given cells have the given colours, if there is one.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn complete(&mut self, given: &[(usize, Color)]) -> Result<Option<Solution>, GaveUp> {
        loop {
            self.budget.spend()?;
            let Some(coloring) = self.question.answer(given)? else { return Ok(None) };
            if !self.question.forbid_loop(self.puzzle, &coloring) {
                return Ok(Some(coloring));
            }
        }
    }
}

/// The cells of the loop that passes through `start`.
fn loop_through(puzzle: &Puzzle, coloring: &Solution, start: usize) -> Vec<usize> {
    let mut cells = vec![start];
    let mut here = start;
    while let Some(next) = puzzle
        .neighbors(here)
        .find(|next| coloring.0[*next] == coloring.0[start] && !cells.contains(next))
    {
        cells.push(next);
        here = next;
    }
    cells
}

/// Passes the stop signal on to the SAT solver.
struct SatInterrupt<'a>(&'a (dyn Fn() -> bool + Sync));

impl Callbacks for SatInterrupt<'_> {
    fn stop(&self) -> bool {
        (self.0)()
    }
}

/// The clauses, and the variable of every cell and colour.
struct SatQuestion<'a> {
    solver: Solver<SatInterrupt<'a>>,
    variables: Vec<Vec<Var>>,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> SatQuestion<'a> {
    fn new(puzzle: &Puzzle, limits: &SolverLimits<'a>) -> Result<Self, GaveUp> {
        if puzzle.area() * puzzle.colors() * BYTES_PER_VARIABLE > limits.memory {
            return Err(GaveUp::Memory);
        }
        let stop = limits.stop;
        let mut solver = Solver::new(SolverOpts::default(), SatInterrupt(stop));
        let variables: Vec<Vec<Var>> = (0..puzzle.area())
            .map(|_| (0..puzzle.colors()).map(|_| solver.new_var_default()).collect())
            .collect();
        let mut question = Self { solver, variables, stop };
        for (cell, source) in puzzle.cells().iter().enumerate() {
            if stop() {
                break; // the next run returns Stopped
            }
            question.one_color(cell, *source);
            let neighbors: Vec<usize> = puzzle.neighbors(cell).collect();
            for color in puzzle.each_color() {
                match source {
                    Some(source) if *source != color => {}
                    Some(_) => question.exactly(1, cell, color, &neighbors),
                    None => question.exactly(2, cell, color, &neighbors),
                }
            }
        }
        Ok(question)
    }

    /// A colouring in which the given cells have the given colours, if there is one.
    fn answer(&mut self, given: &[(usize, Color)]) -> Result<Option<Solution>, GaveUp> {
        if (self.stop)() {
            return Err(GaveUp::Stopped);
        }
        let given: Vec<Lit> = given.iter().map(|&(cell, color)| self.has(cell, color)).collect();
        let result = self.solver.solve_limited(&given);
        if result != lbool::TRUE {
            return if result == lbool::FALSE { Ok(None) } else { Err(GaveUp::Stopped) };
        }
        let color_of = |variables: &Vec<Var>| {
            let color = variables
                .iter()
                .position(|&variable| self.solver.value_var(variable) == lbool::TRUE);
            Color(color.unwrap_or(0) as u16)
        };
        Ok(Some(Solution(self.variables.iter().map(color_of).collect())))
    }

    /// Excludes a detached loop of the colouring; `false` if there is none.
    fn forbid_loop(&mut self, puzzle: &Puzzle, coloring: &Solution) -> bool {
        let Err(RuleBroken::Loop(cell)) = coloring.check(puzzle) else { return false };
        let start = cell.row * puzzle.width() + cell.column;
        self.forbid(coloring, &loop_through(puzzle, coloring, start));
        true
    }

    /// Adds the clause that not all these cells have their colours of `coloring`.
    fn forbid(&mut self, coloring: &Solution, cells: &[usize]) {
        let clause: Vec<Lit> =
            cells.iter().map(|&cell| !self.has(cell, coloring.0[cell])).collect();
        self.clause(clause);
    }

    fn has(&self, cell: usize, color: Color) -> Lit {
        Lit::new(self.variables[cell][color.index()], true)
    }

    fn clause(&mut self, mut literals: Vec<Lit>) {
        self.solver.add_clause_reuse(&mut literals);
    }

    /// A source has its own colour; any other cell has some colour, and never two: "one of the first n colours" is
    /// a variable of its own for each n, so that the clauses grow with the colours and not with their pairs.
    fn one_color(&mut self, cell: usize, source: Option<Color>) {
        let all: Vec<Lit> =
            self.variables[cell].iter().map(|&variable| Lit::new(variable, true)).collect();
        if let Some(source) = source {
            for (color, &has) in all.iter().enumerate() {
                self.clause(vec![if color == source.index() { has } else { !has }]);
            }
            return;
        }
        self.clause(all.clone());
        let mut earlier = all[0];
        for (index, &has) in all.iter().enumerate().skip(1) {
            self.clause(vec![!earlier, !has]);
            if index + 1 < all.len() {
                let so_far = Lit::new(self.solver.new_var_default(), true);
                self.clause(vec![!earlier, so_far]);
                self.clause(vec![!has, so_far]);
                earlier = so_far;
            }
        }
    }

    /// If the cell has the colour, then exactly `wanted` of its neighbours have it.
    fn exactly(&mut self, wanted: usize, cell: usize, color: Color, neighbors: &[usize]) {
        let not_here = !self.has(cell, color);
        let around: Vec<Lit> = neighbors.iter().map(|&next| self.has(next, color)).collect();
        for chosen in 0_u32..1 << around.len() {
            let members = |negated: bool| {
                let picked = (0..around.len()).filter(move |&index| chosen >> index & 1 == 1);
                picked
                    .map(|index| if negated { !around[index] } else { around[index] })
                    .collect::<Vec<Lit>>()
            };
            let size = chosen.count_ones() as usize;
            // Not one more than wanted; and among all but (wanted - 1) neighbours at least one.
            if size == wanted + 1 {
                self.clause([vec![not_here], members(true)].concat());
            }
            if size + wanted == around.len() + 1 {
                self.clause([vec![not_here], members(false)].concat());
            }
        }
        if around.len() < wanted {
            self.clause(vec![not_here]);
        }
    }
}
