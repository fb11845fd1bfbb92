//! A puzzle under the player's pencil: the paths drawn so far, the cursor, and the pen.

use bellwether_flow::draw::CellDrawing;
use bellwether_flow::{Color, Puzzle, Solution};

/// A step of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CursorStep {
    Up,
    Right,
    Down,
    Left,
}

/// The player's board.
pub(super) struct PuzzleEditor<'p> {
    puzzle: &'p Puzzle,
    /// For every colour the cells drawn, beginning at a source.
    paths: Vec<Vec<usize>>,
    cursor: usize,
    pen: Option<Color>,
}

impl<'p> PuzzleEditor<'p> {
    pub(super) fn new(puzzle: &'p Puzzle) -> Self {
        let cursor = puzzle.sources()[0][0];
        Self { puzzle, paths: vec![Vec::new(); puzzle.colors()], cursor, pen: None }
    }

    pub(super) fn cursor(&self) -> usize {
        self.cursor
    }

    /// The colour being drawn.
    pub(super) fn pen(&self) -> Option<Color> {
        self.pen
    }

    /// Moves the cursor; with the pen down it draws, backwards along its own path it rubs out.
    pub(super) fn step(&mut self, direction: CursorStep) {
        let Some(next) = self.beside(direction) else { return };
        match self.pen {
            None => self.cursor = next,
            Some(color) => self.draw_to(color, next),
        }
    }

    /// Puts the pen down on a source or on a path, or lifts it.
    pub(super) fn toggle_pen(&mut self) {
        if self.pen.take().is_some() {
            return;
        }
        let cursor = self.cursor;
        if let Some(color) = self.puzzle.cells()[cursor] {
            self.paths[color.index()] = vec![cursor];
            self.pen = Some(color);
        } else if let Some(color) = self.owner(cursor) {
            let path = &mut self.paths[color.index()];
            path.truncate(
                path.iter().position(|&cell| cell == cursor).map_or(0, |place| place + 1),
            );
            self.pen = Some(color);
        }
    }

    /// Rubs out the path under the cursor.
    pub(super) fn clear(&mut self) {
        if let Some(color) = self.owner(self.cursor).or(self.puzzle.cells()[self.cursor]) {
            self.paths[color.index()].clear();
        }
        self.pen = None;
    }

    /// Draws one path of the solution that is not yet right.
    pub(super) fn hint(&mut self, solution: &Solution) {
        self.pen = None;
        for color in self.puzzle.each_color() {
            let path = solution.path(self.puzzle, color);
            let drawn = &self.paths[color.index()];
            if drawn.len() == path.len() && drawn.iter().all(|cell| path.contains(cell)) {
                continue;
            }
            for &cell in &path {
                self.give_way(color, cell);
            }
            self.paths[color.index()] = path;
            return;
        }
    }

    /// Cells with a path or a source in them.
    pub(super) fn covered(&self) -> usize {
        (0..self.puzzle.area()).filter(|&cell| self.color(cell).is_some()).count()
    }

    /// Whether the board is a solution by the rules.
    pub(super) fn is_solved(&self) -> bool {
        let colors: Option<Vec<Color>> =
            (0..self.puzzle.area()).map(|cell| self.color(cell)).collect();
        let joined = self.paths.iter().zip(self.puzzle.sources());
        let mut joined =
            joined.map(|(path, sources)| sources.iter().all(|source| path.contains(source)));
        colors.is_some_and(|colors| Solution(colors).check(self.puzzle).is_ok())
            && joined.all(|joined| joined)
    }

    /// The board now.
    pub(super) fn drawing(&self) -> CellDrawing {
        let mut drawing = CellDrawing::new(self.puzzle);
        for (color, path) in self.paths.iter().enumerate() {
            path.iter().for_each(|&cell| drawing.paint(cell, Some(Color(color as u16))));
            path.windows(2).for_each(|pair| drawing.join(pair[0], pair[1]));
        }
        drawing
    }

    fn beside(&self, direction: CursorStep) -> Option<usize> {
        let width = self.puzzle.width();
        let (row, column) = (self.cursor / width, self.cursor % width);
        match direction {
            CursorStep::Up => (row > 0).then(|| self.cursor - width),
            CursorStep::Right => (column + 1 < width).then_some(self.cursor + 1),
            CursorStep::Down => (row + 1 < self.puzzle.height()).then_some(self.cursor + width),
            CursorStep::Left => (column > 0).then(|| self.cursor - 1),
        }
    }

    fn color(&self, cell: usize) -> Option<Color> {
        self.puzzle.cells()[cell].or_else(|| self.owner(cell))
    }

    fn owner(&self, cell: usize) -> Option<Color> {
        self.paths.iter().position(|path| path.contains(&cell)).map(|color| Color(color as u16))
    }

    fn draw_to(&mut self, color: Color, next: usize) {
        if self.puzzle.cells()[next].is_some_and(|source| source != color) {
            return;
        }
        self.give_way(color, next);
        let path = &mut self.paths[color.index()];
        match path.iter().position(|&cell| cell == next) {
            Some(place) => path.truncate(place + 1),
            None => {
                path.push(next);
                if self.puzzle.cells()[next].is_some() {
                    self.pen = None; // joined
                }
            }
        }
        self.cursor = next;
    }

    /// Shortens another colour's path that lies in the way.
    fn give_way(&mut self, color: Color, cell: usize) {
        for (other, path) in self.paths.iter_mut().enumerate() {
            if other != color.index()
                && let Some(place) = path.iter().position(|&there| there == cell)
            {
                path.truncate(place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CursorStep::{Down, Left, Right, Up};
    use super::*;

    fn puzzle() -> Puzzle {
        bellwether_flow::text::parse("A_B\n___\nA_B")
            .map(|mut puzzles| puzzles.remove(0))
            .expect("sound")
    }

    #[test]
    fn draws_joins_and_rubs_out() {
        let puzzle = puzzle();
        let mut editor = PuzzleEditor::new(&puzzle);
        editor.toggle_pen();
        editor.step(Down);
        editor.step(Right);
        assert_eq!(editor.paths[0], [0, 3, 4]);
        editor.step(Left);
        assert_eq!(editor.paths[0], [0, 3]);
        editor.step(Down);
        assert_eq!((editor.pen(), editor.cursor()), (None, 6));
        assert_eq!(editor.covered(), 5);
        editor.clear();
        assert!(editor.paths[0].is_empty());
    }

    #[test]
    fn paths_give_way_and_sources_do_not() {
        let puzzle = puzzle();
        let mut editor = PuzzleEditor::new(&puzzle);
        editor.toggle_pen();
        [Down, Right, Right].into_iter().for_each(|step| editor.step(step));
        editor.step(Up); // the source of B
        assert_eq!(editor.cursor(), 5);
        editor.toggle_pen();
        editor.step(Up);
        editor.toggle_pen();
        editor.step(Down);
        assert_eq!(editor.paths, [vec![0, 3, 4], vec![2, 5]]);
    }

    #[test]
    fn hints_lead_to_the_solution() {
        let puzzle = bellwether_flow::text::parse("ABC\n___\nABC").expect("sound").remove(0);
        let solution = Solution([0, 1, 2].repeat(3).into_iter().map(Color).collect());
        let mut editor = PuzzleEditor::new(&puzzle);
        for _ in 0..3 {
            assert!(!editor.is_solved());
            editor.hint(&solution);
        }
        assert!(editor.is_solved());
    }
}
