//! A game given as a literal tree, for testing searches on trees that can be checked by hand.
//!
//! ```
//! use bellwether_core::{Game, tree::LiteralTree};
//! // Seat 1 chooses a branch, seat 2 then a leaf; leaves are payoffs of seat 1.
//! let tree = LiteralTree::parse("[[3 12 8] [2 4 6] [14 5 2]]").unwrap();
//! assert_eq!(tree.moves(&tree.start()).len(), 3);
//! ```

use std::ops::ControlFlow;

use crate::random::mix;
use crate::{
    Actions, Eval, Game, Notation, ParseError, Payoffs, SearchHints, Seat, Status, ZeroSum2, bail,
};

/// A literal game tree; see [`LiteralTree::parse`] for the format.
#[derive(Clone, Debug, PartialEq)]
pub struct LiteralTree {
    seats: usize,
    nodes: Vec<TreeNode>,
}

#[derive(Clone, Debug, PartialEq)]
struct TreeNode {
    value: f32,
    kind: NodeKind,
}

#[derive(Clone, Debug, PartialEq)]
enum NodeKind {
    Leaf(Payoffs),
    Choice(Seat, Vec<usize>),
}

impl LiteralTree {
    /// Reads a tree: `[…]` is a choice, a number is a leaf's payoff to seat 1 (seat 2 gets its
    /// negative), `(a,b,c)` a leaf with a payoff for each of several seats.
    ///
    /// Seats take turns from seat 1 at the root; `2[…]` gives a choice to seat 2 instead, so the
    /// same seat can move twice. `=5[…]` sets the node's heuristic value for seat 1.
    ///
    /// # Errors
    /// If brackets don't match, a choice is empty, or a number is missing.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let seats = text.find('(').map_or(2, |at| {
            let leaf = &text[at..];
            leaf[..leaf.find(')').unwrap_or(leaf.len())].matches(',').count() + 1
        });
        if !(2..=crate::MAX_SEATS).contains(&seats) {
            bail!("a tree has 2 to 4 seats");
        }
        let mut tree = Self { seats, nodes: Vec::new() };
        let mut rest = text.trim();
        tree.node(&mut rest, Seat::FIRST, 0)?;
        match rest.trim() {
            "" => Ok(tree),
            more => bail!("'{more}' follows the tree"),
        }
    }

    fn node(&mut self, rest: &mut &str, turn: Seat, nesting: usize) -> Result<usize, ParseError> {
        if nesting > 100 {
            bail!("a tree this deep is no literal");
        }
        let index = self.nodes.len();
        self.nodes.push(TreeNode { value: 0.0, kind: NodeKind::Leaf(Payoffs::ZERO) });
        *rest = rest.trim_start();
        let value = if takes(rest, '=') { number(rest)? } else { 0.0 };
        let mut mover = turn;
        if let Some(digit) = rest.chars().next().filter(char::is_ascii_digit)
            && rest[1..].starts_with('[')
        {
            let seat = digit as usize - '0' as usize;
            if !(1..=self.seats).contains(&seat) {
                bail!("there is no seat {seat}");
            }
            mover = Seat::new(seat - 1);
            *rest = &rest[1..];
        }
        let kind = if takes(rest, '[') {
            let mut children = Vec::new();
            while !takes(rest, ']') {
                children.push(self.node(rest, mover.next(self.seats), nesting + 1)?);
            }
            if children.is_empty() {
                bail!("a choice needs a branch");
            }
            NodeKind::Choice(mover, children)
        } else if takes(rest, '(') {
            let mut payoffs = vec![number(rest)?];
            while !takes(rest, ')') {
                if !takes(rest, ',') {
                    bail!("payoffs are (a,b,…)");
                }
                payoffs.push(number(rest)?);
            }
            if payoffs.len() != self.seats {
                bail!("every leaf pays every seat");
            }
            NodeKind::Leaf(Payoffs::new(&payoffs))
        } else {
            let payoff = number(rest)?;
            NodeKind::Leaf(Payoffs::new(&[payoff, -payoff]))
        };
        self.nodes[index] = TreeNode { value, kind };
        Ok(index)
    }
}

/// Whether the next sign, after blanks, is this one; it is taken then.
fn takes(rest: &mut &str, sign: char) -> bool {
    let after = rest.trim_start().strip_prefix(sign);
    *rest = after.unwrap_or(rest);
    after.is_some()
}

fn number(rest: &mut &str) -> Result<f32, ParseError> {
    let text = rest.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit() && !"+-.".contains(c)).unwrap_or(text.len());
    let (digits, after) = text.split_at(end);
    *rest = after;
    digits.parse().map_err(|_| ParseError::new(format!("expected a number before '{after}'")))
}

impl Game for LiteralTree {
    type State = usize;
    type Move = usize;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> usize {
        0
    }

    fn status(&self, state: &usize) -> Status {
        match &self.nodes[*state].kind {
            NodeKind::Leaf(payoffs) => Status::Over(*payoffs),
            NodeKind::Choice(seat, _) => Status::ToMove(*seat),
        }
    }

    fn try_each_move<B>(
        &self,
        state: &usize,
        mut f: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if let NodeKind::Choice(_, children) = &self.nodes[*state].kind {
            for child in 0..children.len() {
                f(child)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, state: &mut usize, m: usize) {
        if let NodeKind::Choice(_, children) = &self.nodes[*state].kind {
            *state = children[m];
        }
    }
}

/// Zero-sum if its leaves are: those written as a single number are.
impl ZeroSum2 for LiteralTree {}

impl Actions for LiteralTree {
    fn action_count(&self) -> usize {
        self.nodes.len()
    }

    fn action(&self, m: usize) -> usize {
        m
    }
}

impl SearchHints for LiteralTree {
    const CAN_REPEAT: bool = false;

    fn key(&self, state: &usize) -> u64 {
        mix(*state as u64, 0)
    }
}

impl Notation for LiteralTree {
    fn move_text(&self, _: &usize, m: usize) -> String {
        (m + 1).to_string()
    }

    fn parse_move(&self, state: &usize, text: &str) -> Result<usize, ParseError> {
        crate::notation::parse_by_listing(self, state, text, "branches are numbered from 1")
    }

    fn position_text(&self, state: &usize) -> String {
        state.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<usize, ParseError> {
        let node = text.trim().parse().ok().filter(|&node: &usize| node < self.nodes.len());
        node.ok_or_else(|| ParseError::new(format!("'{text}' is not a node of the tree")))
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("seat {seat}")
    }
}

/// The heuristic value written before a node (`=5[…]`), zero if none.
#[derive(Clone, Copy, Debug)]
pub struct LiteralEval;

impl Eval<LiteralTree> for LiteralEval {
    fn eval(&self, game: &LiteralTree, state: &usize, pov: Seat) -> i32 {
        let value = game.nodes[*state].value as i32;
        if pov == Seat::FIRST { value } else { -value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_alternate_unless_given() {
        let tree = LiteralTree::parse("[1[1 2] =7[3 4]]").unwrap();
        let mut state = tree.start();
        assert_eq!(tree.status(&state), Status::ToMove(Seat::FIRST));
        tree.play(&mut state, 0);
        assert_eq!(tree.status(&state), Status::ToMove(Seat::FIRST));
        let mut other = tree.start();
        tree.play(&mut other, 1);
        assert_eq!(tree.status(&other), Status::ToMove(Seat::SECOND));
        assert_eq!(LiteralEval.eval(&tree, &other, Seat::SECOND), -7);
        tree.play(&mut other, 1);
        assert_eq!(tree.status(&other), Status::Over(Payoffs::new(&[4.0, -4.0])));
    }

    #[test]
    fn leaves_can_pay_many_seats() {
        let tree = LiteralTree::parse("[(1,2,3) [(4,5,6)]]").unwrap();
        assert_eq!(tree.seats(), 3);
        crate::contract::check(&tree, 1, 10);
    }

    #[test]
    fn bad_trees_are_refused() {
        for text in ["", "[", "[]", "[1 2", "[1] 2", "[(1,2,3) (1,2)]", "9[1 2]", "x"] {
            assert!(LiteralTree::parse(text).is_err(), "{text}");
        }
    }
}
