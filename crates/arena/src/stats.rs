//! What finished games say about the players.

/// One finished game, as statistics see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Who sat in each seat: indices into the list of players. A player may sit more than once.
    pub players: Vec<usize>,
    /// What each seat got; more is better, equal is a tie.
    pub payoffs: Vec<f64>,
    /// Each seat's score, in games that keep one.
    pub scores: Option<Vec<f64>>,
    /// Games of one group differ only in who sits where: a pair with sides swapped, or all rotations.
    pub group: u64,
}
