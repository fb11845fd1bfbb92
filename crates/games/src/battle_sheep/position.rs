//! Positions on one line: `##a16./..b9b7/c16..# 3 -`.
//!
//! The ranks come from the top with `/` between. On each square stands `#` for a wall, `.` for an
//! empty cell, or a flock: `a` to `d` for seats 1 to 4 and the number of sheep (`?` where the viewer cannot
//! see it: that is a view, not a position). Then comes the seat to move, or `-` when the game is over, and then
//! the seats that were skipped, or `-`. The last part may be left out: nobody was skipped, or everybody
//! when the game is over.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

use bellwether_core::bits::Bits;
use bellwether_core::notation::excerpt;
use bellwether_core::square::Square;
use bellwether_core::{Game, Hidden, ParseError, Seat, bail};

use super::{BattleSheep, SeatView, State, Stuck};

pub(super) const LETTERS: [char; 4] = ['a', 'b', 'c', 'd'];

impl BattleSheep {
    /// The position's text; `sees` says whose flock sizes are written.
    pub(super) fn write_position(&self, state: &State, sees: impl Fn(Seat) -> bool) -> String {
        let field = self.field();
        let mut text = String::new();
        for rank in (0..field.rows()).rev() {
            for file in 0..field.columns() {
                let Some(cell) = field.number(Square::new(file, rank)) else {
                    text.push('#');
                    continue;
                };
                let Some(owner) = state.owner(cell) else {
                    text.push('.');
                    continue;
                };
                text.push(LETTERS[owner.index()]);
                if sees(owner) {
                    let _ = write!(text, "{}", state.sheep[cell]);
                } else {
                    text.push('?');
                }
            }
            if rank > 0 {
                text.push('/');
            }
        }
        match state.mover {
            Some(mover) => {
                let _ = write!(text, " {mover} ");
            }
            None => text.push_str(" - "),
        }
        let skipped = Seat::all(self.seats()).filter(|&seat| state.stuck.has(seat));
        let start = text.len();
        text.extend(skipped.map(|seat| seat.to_string()));
        if text.len() == start {
            text.push('-');
        }
        text
    }

    /// Reads a position of this game.
    pub(super) fn read_position(&self, text: &str) -> Result<State, ParseError> {
        let state = self.read(text, |_| true)?;
        self.check_flocks(&state)?;
        self.check_turn(&state)?;
        Ok(state)
    }

    /// Reads a position as `seat` sees it, without the sheep of unseen flocks.
    ///
    /// There is a position with this view: the even guess is one.
    pub(super) fn read_view(&self, text: &str, seat: Seat) -> Result<SeatView, ParseError> {
        let seen = self.read(text, |owner| self.sees(seat, owner))?;
        for owner in Seat::all(self.seats()) {
            let cells = seen.cells[owner.index()].count();
            if cells > self.sheep() {
                bail!("seat {owner} has {cells} flocks, but {} sheep", self.sheep());
            }
        }
        let view = SeatView { seat, seen };
        let guess = self.even_guess(&view);
        self.check_flocks(&guess)?;
        self.check_turn(&guess)?;
        Ok(view)
    }

    /// Reads a text without checking its consistency; `sees` says whose flock sizes it has to give.
    fn read(&self, text: &str, sees: impl Fn(Seat) -> bool) -> Result<State, ParseError> {
        let mut parts = text.split_whitespace();
        let Some(board) = parts.next() else { bail!("the position is empty") };
        let Some(mover) = parts.next() else {
            bail!(
                "the position '{}' does not say whose turn it is (a seat's number, or '-' when it is over)",
                excerpt(text)
            );
        };
        let skipped = parts.next();
        if let Some(extra) = parts.next() {
            let extra = excerpt(extra);
            bail!("'{extra}' after the position is not understood");
        }
        let mut state = State { mover: self.read_mover(mover)?, ..self.start() };
        self.read_board(board, &mut state, &sees)?;
        state.stuck = match (skipped, state.mover) {
            (Some(seats), _) => self.read_stuck(seats)?,
            (None, Some(_)) => Stuck::default(),
            (None, None) => Stuck::all(self.seats()),
        };
        Ok(state)
    }

    fn read_mover(&self, text: &str) -> Result<Option<Seat>, ParseError> {
        if text == "-" {
            return Ok(None);
        }
        match Seat::all(self.seats()).find(|seat| seat.to_string() == text) {
            Some(seat) => Ok(Some(seat)),
            None => bail!(
                "'{}' is not a seat to move: use 1 to {}, or '-' when the game is over",
                excerpt(text),
                self.seats()
            ),
        }
    }

    fn read_stuck(&self, text: &str) -> Result<Stuck, ParseError> {
        let mut stuck = Stuck::default();
        if text == "-" {
            return Ok(stuck);
        }
        for digit in text.chars() {
            let named = |seat: &Seat| seat.to_string().chars().eq([digit]);
            match Seat::all(self.seats()).find(named) {
                Some(seat) if !stuck.has(seat) => stuck.insert(seat),
                _ => {
                    bail!(
                        "'{}' does not say who was skipped: it is seats from 1 to {}, each once, or '-'",
                        excerpt(text),
                        self.seats()
                    );
                }
            }
        }
        Ok(stuck)
    }

    fn read_board(
        &self,
        board: &str,
        state: &mut State,
        sees: &dyn Fn(Seat) -> bool,
    ) -> Result<(), ParseError> {
        let (columns, rows) = (self.field().columns(), self.field().rows());
        let given = board.split('/').count();
        if given != rows {
            bail!("the board '{}' has {given} ranks, not {rows}", excerpt(board));
        }
        for (line, rank) in board.split('/').zip((0..rows).rev()) {
            let mut rest = line.chars().peekable();
            let mut file = 0;
            while rest.peek().is_some() && file < columns {
                self.read_square(&mut rest, Square::new(file, rank), state, sees)?;
                file += 1;
            }
            if file < columns || rest.peek().is_some() {
                let how = if file < columns { "fewer" } else { "more" };
                bail!("rank {} '{}' has {how} than {columns} squares", rank + 1, excerpt(line));
            }
        }
        Ok(())
    }

    /// Reads what stands on one square.
    fn read_square(
        &self,
        rest: &mut Peekable<Chars<'_>>,
        square: Square,
        state: &mut State,
        sees: &dyn Fn(Seat) -> bool,
    ) -> Result<(), ParseError> {
        let Some(first) = rest.next() else { return Ok(()) };
        let cell = match (first, self.field().number(square)) {
            ('#', None) => return Ok(()),
            ('#', Some(_)) => {
                bail!("{square} is a playing cell of this field, not a wall");
            }
            (_, None) => {
                bail!(
                    "{square} is a wall of this field, so '{}' cannot be there",
                    first.escape_debug()
                );
            }
            ('.', Some(_)) => return Ok(()),
            (_, Some(cell)) => cell,
        };
        let Some(seat) = LETTERS.iter().position(|&letter| letter == first) else {
            bail!("{square}: '{}' is neither '.', '#' nor a flock like a16", first.escape_debug());
        };
        if seat >= self.seats() {
            bail!("{square}: '{first}' is no seat of a game of {}", self.seats());
        }
        let seat = Seat::new(seat);
        let mut digits = String::new();
        while let Some(digit) = rest.next_if(|next| next.is_ascii_digit() || *next == '?') {
            digits.push(digit);
        }
        let most = self.sheep();
        if !sees(seat) {
            if digits != "?" {
                bail!("{square}: the viewer cannot tell how many sheep '{first}' has: '{first}?'");
            }
            state.put(seat, cell, 0);
            return Ok(());
        }
        match digits.parse::<usize>() {
            Ok(count) if (1..=most).contains(&count) && !digits.starts_with('0') => {
                state.put(seat, cell, count as u8);
                Ok(())
            }
            _ if digits == "?" => bail!(
                "{square}: '{first}?' leaves the number of sheep open, but a position needs it"
            ),
            _ => bail!("{square}: '{first}{}' is no flock of 1 to {most} sheep", excerpt(&digits)),
        }
    }

    /// A seat on the field has all its sheep there.
    fn check_flocks(&self, state: &State) -> Result<(), ParseError> {
        for seat in Seat::all(self.seats()).filter(|&seat| state.has_placed(seat)) {
            let cells = state.cells[seat.index()].iter();
            let total: usize = cells.map(|cell| usize::from(state.sheep[cell])).sum();
            if total != self.sheep() {
                bail!("seat {seat} has {total} sheep, not {}", self.sheep());
            }
        }
        Ok(())
    }

    /// Everyone places in order before anyone slides; then who was skipped is stuck and who is to
    /// move is not.
    fn check_turn(&self, state: &State) -> Result<(), ParseError> {
        if let Some(next) = Seat::all(self.seats()).find(|&seat| !state.has_placed(seat)) {
            return self.check_placing(state, next);
        }
        let able = |seat: &Seat| self.can_slide(state, *seat);
        if let Some(seat) =
            Seat::all(self.seats()).find(|seat| state.stuck.has(*seat) && able(seat))
        {
            bail!(
                "seat {seat} cannot have been skipped: its flock on {} can move",
                self.square_that_can_slide(state, seat)
            );
        }
        match state.mover {
            Some(mover) if able(&mover) => Ok(()),
            Some(mover) => match Seat::all(self.seats()).find(able) {
                Some(other) => bail!(
                    "it cannot be seat {mover}'s turn: seat {mover} cannot move, but seat {other} can"
                ),
                None => bail!(
                    "it cannot be seat {mover}'s turn: nobody can move, so the game is over ('-')"
                ),
            },
            None => match Seat::all(self.seats()).find(able) {
                Some(seat) => bail!(
                    "the game is not over: seat {seat} can move from {}",
                    self.square_that_can_slide(state, seat)
                ),
                None => match Seat::all(self.seats()).find(|&seat| !state.stuck.has(seat)) {
                    None => Ok(()),
                    Some(seat) => bail!(
                        "when the game is over everybody was skipped, and seat {seat} is missing"
                    ),
                },
            },
        }
    }

    /// While `next` has not placed its sheep, the seats before it have done nothing else.
    fn check_placing(&self, state: &State, next: Seat) -> Result<(), ParseError> {
        if state.mover != Some(next) {
            bail!("seat {next} has no sheep on the field, so it must be its turn to place them");
        }
        if let Some(seat) = Seat::all(self.seats()).find(|&seat| state.stuck.has(seat)) {
            bail!("seat {seat} cannot have been skipped before all have placed");
        }
        for seat in Seat::all(self.seats()).filter(|&seat| state.has_placed(seat)) {
            if seat > next {
                bail!("seat {seat} cannot have placed its sheep before seat {next}");
            }
            let cells = state.cells[seat.index()];
            let at = self.field().square(cells.lowest());
            if cells.count() > 1 {
                bail!("seat {seat} cannot have split its sheep before seat {next} has placed");
            }
            if !self.field().is_border(at) {
                bail!("seat {seat} cannot have placed on {at}: {NO_BORDER}");
            }
        }
        Ok(())
    }

    fn square_that_can_slide(&self, state: &State, seat: Seat) -> Square {
        let free = self.free(state);
        let flocks = state.cells[seat.index()] & state.flocks;
        let lively = flocks.iter().find(|&cell| (self.field().around(cell) & free).any());
        self.field().square(lively.unwrap_or_default())
    }
}

/// Why sheep cannot start somewhere.
pub(super) const NO_BORDER: &str =
    "it is no border cell, at the edge of the board or edge-adjacent to a wall";

#[cfg(test)]
mod tests {
    use super::super::{Field, Setup};
    use super::*;
    use bellwether_core::contract::for_each_position;
    use bellwether_core::random::{below, playout, seeded};
    use bellwether_core::{Hidden, Notation};

    fn game() -> BattleSheep {
        let field = Field::parse("....\n.#..\n....\n....").unwrap();
        BattleSheep::new(Setup::new(field, 3, 4).unwrap())
    }

    #[test]
    fn positions_are_written_from_the_top() {
        let game = game();
        assert_eq!(game.position_text(&game.start()), "..../.#../..../.... 1 -");
        let text = "a1.../.#../..a3./b4..c4 3 -";
        let state = game.parse_position(text).unwrap();
        assert_eq!(game.position_text(&state), text);
        assert_eq!(game.flock(&state, Square::new(2, 1)), Some((Seat::FIRST, 3)));
        // The skipped may be left out.
        assert_eq!(game.parse_position("a1.../.#../..a3./b4..c4 3"), Ok(state));
    }

    #[test]
    fn unseen_flocks_are_written_open_and_cannot_be_read() {
        let game = BattleSheep::new(game().setup.hidden());
        let state = game.parse_position("a1.../.#../..a3./b4..c4 3").unwrap();
        let seen = game.position_as_seen(&state, Seat::SECOND);
        assert_eq!(seen, "a?.../.#../..a?./b4..c? 3 -");
        assert_eq!(
            game.parse_position(&seen).unwrap_err().to_string(),
            "a4: 'a?' leaves the number of sheep open, but a position needs it"
        );
    }

    #[test]
    fn views_are_read_as_they_are_written() {
        let mut rng = seeded(4);
        for (seats, teams) in [(2, false), (3, false), (4, false), (4, true)] {
            let setup = Setup::new(Field::generate(40, 8, 2).unwrap(), seats, 9).unwrap().hidden();
            let game = BattleSheep::new(if teams { setup.teams().unwrap() } else { setup });
            for_each_position(&game, 3, 60, |state| {
                for seat in Seat::all(seats) {
                    let view = game.view(state, seat);
                    let text = game.position_as_seen(state, seat);
                    assert_eq!(game.parse_view(&text, seat), Ok(view), "{text}");
                    let drawn = game.resample(&view, &mut rng);
                    assert_eq!(game.position_as_seen(&drawn, seat), text);
                }
            });
        }
        let open = game();
        let state = open.parse_position("a1.../.#../..a3./b4..c4 3").unwrap();
        let text = open.position_text(&state);
        assert_eq!(open.parse_view(&text, Seat::FIRST), Ok(open.view(&state, Seat::FIRST)));
    }

    #[test]
    fn impossible_views_are_refused() {
        let game = BattleSheep::new(game().setup.hidden());
        let error = |text: &str| game.parse_view(text, Seat::SECOND).unwrap_err().to_string();
        assert_eq!(
            error("a1.../.#../..a3./b4..c4 3"),
            "a4: the viewer cannot tell how many sheep 'a' has: 'a?'"
        );
        assert_eq!(
            error("a?.../.#../..a?./b?..c? 3"),
            "a1: 'b?' leaves the number of sheep open, but a position needs it"
        );
        assert_eq!(error("a?.../.#../..a?./b3..c? 3"), "seat 2 has 3 sheep, not 4");
        assert_eq!(error("a?a?a?a?/a?#../..../b4..c? 3"), "seat 1 has 5 flocks, but 4 sheep");
        // Seat 1 has a flock of four somewhere beside free cells, so it cannot have been skipped.
        assert!(error("a?.../.#../..../b4..c? 3 1").contains("seat 1"));
    }

    #[test]
    fn a_finished_position_has_nobody_to_move() {
        let field = Field::parse("...").unwrap();
        let game = BattleSheep::new(Setup::new(field, 2, 3).unwrap());
        let over = game.parse_position("a3b1b2 -").unwrap();
        assert_eq!(game.position_text(&over), "a3b1b2 - 12");
        assert_eq!(game.parse_position("a3b1b2 - 12"), Ok(over));
        let error = |text: &str| game.parse_position(text).unwrap_err().to_string();
        assert_eq!(
            error("a3b1b2 - 1"),
            "when the game is over everybody was skipped, and seat 2 is missing"
        );
        assert_eq!(
            error("a3b1b2 1"),
            "it cannot be seat 1's turn: nobody can move, so the game is over ('-')"
        );
        assert_eq!(error("a3b3. - -"), "the game is not over: seat 2 can move from b1");
        assert_eq!(error("a3b3. -"), "seat 2 cannot have been skipped: its flock on b1 can move");
    }

    #[test]
    fn malformed_positions_say_where() {
        let game = game();
        let error = |text: &str| game.parse_position(text).unwrap_err().to_string();
        assert_eq!(error("  "), "the position is empty");
        assert_eq!(error("..../.#../.... 1"), "the board '..../.#../....' has 3 ranks, not 4");
        assert_eq!(error("..../.#../...../.... 1"), "rank 2 '.....' has more than 4 squares");
        assert_eq!(error("..../.#../a4../.... 1"), "rank 2 'a4..' has fewer than 4 squares");
        assert_eq!(
            error("..../..../..../.... 1"),
            "b3 is a wall of this field, so '.' cannot be there"
        );
        assert_eq!(
            error("..../.#../#.../.... 1"),
            "a2 is a playing cell of this field, not a wall"
        );
        assert_eq!(
            error("..../.#../..x./.... 1"),
            "c2: 'x' is neither '.', '#' nor a flock like a16"
        );
        assert_eq!(error("..../.#../..d4/.... 1"), "c2: 'd' is no seat of a game of 3");
        for flock in ["a", "a0", "a5", "a04", "a1?", "a99999999999999999999999"] {
            let text = error(&format!("..../.#../..{flock}./.... 1"));
            assert!(text.ends_with("is no flock of 1 to 4 sheep"), "{text}");
        }
        let start = "..../.#../..../....";
        assert!(error(start).contains("does not say whose turn it is"));
        assert_eq!(
            error(&format!("{start} 4")),
            "'4' is not a seat to move: use 1 to 3, or '-' when the game is over"
        );
        assert_eq!(
            error(&format!("{start} 1 11")),
            "'11' does not say who was skipped: it is seats from 1 to 3, each once, or '-'"
        );
        assert_eq!(error(&format!("{start} 1 - 0")), "'0' after the position is not understood");
    }

    #[test]
    fn impossible_positions_are_refused_with_a_reason() {
        let game = game();
        let error = |text: &str| game.parse_position(text).unwrap_err().to_string();
        assert_eq!(error("a3.../.#../..../b4..c4 1"), "seat 1 has 3 sheep, not 4");
        assert_eq!(
            error("a4.../.#../..../b4... 1"),
            "seat 3 has no sheep on the field, so it must be its turn to place them"
        );
        assert_eq!(
            error("a4.../.#../..../..c4. 2"),
            "seat 3 cannot have placed its sheep before seat 2"
        );
        assert_eq!(
            error("a3a1../.#../..../.... 2"),
            "seat 1 cannot have split its sheep before seat 2 has placed"
        );
        assert_eq!(
            error("a4.../.#../..../.... 2 1"),
            "seat 1 cannot have been skipped before all have placed"
        );
        assert_eq!(
            error("a3a1../.#../..../b4..c4 2 1"),
            "seat 1 cannot have been skipped: its flock on a4 can move"
        );
        assert_eq!(
            error("a1a1a1a1/.#../..../b4..c4 1"),
            "it cannot be seat 1's turn: seat 1 cannot move, but seat 2 can"
        );
        let inner = Field::parse("...\n...\n...").unwrap();
        let square = BattleSheep::new(Setup::new(inner, 2, 4).unwrap());
        assert_eq!(
            square.parse_position(".../.a4./... 2").unwrap_err().to_string(),
            "seat 1 cannot have placed on b2: it is no border cell, at the edge of the board or \
             edge-adjacent to a wall"
        );
    }

    #[test]
    fn skipped_seats_are_stored() {
        let game = game();
        let text = "a1a1a1a1/.#../..../b4..c4 2";
        let [unknown, known] =
            ["", " 1"].map(|stuck| game.parse_position(&format!("{text}{stuck}")).unwrap());
        assert_ne!(unknown, known);
        assert_eq!(game.position_text(&known), format!("{text} 1"));
        assert_eq!(game.position_text(&unknown), format!("{text} -"));
    }

    #[test]
    fn positions_read_can_be_played_and_garbage_is_refused_without_a_panic() {
        const LETTERS: &[u8] = b"abcd.#/?0123456789-@: ex";
        let game = game();
        let mut rng = seeded(11);
        let mut read = 0;
        for_each_position(&game, 12, 300, |state| {
            for _ in 0..10 {
                let mut text = game.position_text(state).into_bytes();
                for _ in 0..=below(&mut rng, 3) {
                    let (at, letter) =
                        (below(&mut rng, text.len()), below(&mut rng, LETTERS.len()));
                    match below(&mut rng, 3) {
                        0 => text[at] = LETTERS[letter],
                        1 => text.insert(at, LETTERS[letter]),
                        _ => drop(text.remove(at)),
                    }
                }
                let text = String::from_utf8(text).unwrap();
                let _ = (Field::parse(&text), game.parse_move(state, &text));
                if let Ok(mut state) = game.parse_position(&text) {
                    assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
                    assert!(playout(&game, &mut state, &mut rng, 100).payoffs.is_some(), "{text}");
                    read += 1;
                }
            }
        });
        assert!(read > 100, "only {read} changed texts were positions");
    }
}
