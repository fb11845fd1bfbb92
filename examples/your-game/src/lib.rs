//! Domineering: two players fill a board with dominoes, one upright, the other lying; who cannot move loses.
//!
//! An example of a game from outside: it uses `bellwether-core` alone. `docs/adding-a-game.md` walks through it.
//! `agent.rs` is an example of an agent from outside, which plays every game: `docs/adding-an-agent.md`.
//!
//! | file | holds |
//! |---|---|
//! | `lib.rs` | the rules: [`Game`] |
//! | `notation.rs` | text and pictures: `Notation`, `Render` |
//! | `card.rs` | what people are told of it, and what it can do: `Card`, `Playable`, `GameFamily` |
//! | `solved.rs` | numbered positions, for solved tables: `Indexed`, `Solvable` |
//! | `naive.rs` | the rules a second time, plainly: `Twin` |
//! | `agent.rs` | an agent: `Agent`, `AgentEntry`, `AgentFamily` |

pub mod agent;
mod card;
mod naive;
mod notation;
mod solved;

use std::ops::ControlFlow;

use bellwether_catalog::Catalog;
use bellwether_core::bits::Bits;
use bellwether_core::random;
use bellwether_core::{Actions, Eval, Game, Payoffs, SearchHints, Seat, Status, ZeroSum2};

/// The standard games and this one, and everywhere one agent more.
#[must_use]
pub fn catalog() -> Catalog {
    bellwether_standard::standard()
        .with_agents::<Domineering, agent::YourAgents>()
        .with_agent(agent::flat_for_every_game())
}

/// The rules on a board of at most 36 squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domineering {
    columns: usize,
    rows: usize,
}

/// A position: the squares that each seat's dominoes cover, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    tiles: [u64; 2],
    mover: Seat,
}

/// A domino: its lower or left square, and the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Domineering {
    /// The rules on a board of this size.
    #[must_use]
    pub const fn new(columns: usize, rows: usize) -> Self {
        Self { columns, rows }
    }

    /// How far apart the two squares of a seat's dominoes are: the first seat's stand upright.
    const fn step(&self, seat: Seat) -> usize {
        if seat.index() == 0 { self.columns } else { 1 }
    }

    /// The squares on which a domino of `seat` can begin.
    fn openings(&self, state: &State, seat: Seat) -> u64 {
        let board = u64::first(self.columns * self.rows);
        let free = board & !(state.tiles[0] | state.tiles[1]);
        let last_file =
            (0..self.rows).fold(0, |set, rank| set | 1 << ((rank + 1) * self.columns - 1));
        let begin = if seat == Seat::FIRST { free } else { free & !last_file };
        begin & free >> self.step(seat)
    }
}

impl Game for Domineering {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        State { tiles: [0; 2], mover: Seat::FIRST }
    }

    fn status(&self, state: &State) -> Status {
        if self.openings(state, state.mover) == 0 {
            Status::Over(Payoffs::win(state.mover.other()))
        } else {
            Status::ToMove(state.mover)
        }
    }

    fn try_each_move<B>(
        &self,
        state: &State,
        mut f: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let step = self.step(state.mover);
        for square in self.openings(state, state.mover).iter() {
            f(Move { from: square as u8, to: (square + step) as u8 })?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, state: &mut State, m: Move) {
        state.tiles[state.mover.index()] |= 1 << m.from | 1 << m.to;
        state.mover = state.mover.other();
    }
}

impl ZeroSum2 for Domineering {}

impl Actions for Domineering {
    fn action_count(&self) -> usize {
        self.columns * self.rows
    }

    fn action(&self, m: Move) -> usize {
        usize::from(m.from)
    }
}

impl SearchHints for Domineering {
    const CAN_REPEAT: bool = false;

    fn key(&self, state: &State) -> u64 {
        random::key(state.tiles[0], state.tiles[1]) ^ random::mix(0, state.mover.index() as u64)
    }
}

/// Counts the dominoes that each side could place next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl Eval<Domineering> for Mobility {
    fn eval(&self, game: &Domineering, state: &State, pov: Seat) -> i32 {
        let count = |seat| game.openings(state, seat).count_ones() as i32;
        10 * (count(pov) - count(pov.other()))
    }

    fn swing(&self) -> i32 {
        30
    }
}
