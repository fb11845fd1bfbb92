//! What is decided within two plies, by the rules alone: who can win at once, and which moves stop it.

use bellwether_core::{Seat, Status};

use crate::AnyPosition;

/// The most moves that are tried. A game with more has no threats that people could see, either.
const MOST: usize = 20_000;

/// The moves of a position by what happens at once. Games end by them, or by the reply of whoever moves next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Threats {
    /// Those that win.
    pub wins: Vec<String>,
    /// Those after which the next seat can win, with its reply.
    pub exposed: Vec<(String, String)>,
    /// Those after which it cannot.
    pub safe: Vec<String>,
}

impl Threats {
    /// What can happen at once in a position; none if the game is over, or there are too many moves to try.
    #[must_use]
    pub fn of(position: &dyn AnyPosition) -> Option<Self> {
        let mover = position.status().mover()?;
        let mut threats = Self::default();
        let mut tried = 0;
        for (text, action) in position.moves().into_iter().zip(position.actions()) {
            let mut next = position.duplicate();
            next.play_action(action);
            tried += 1;
            let replier = match next.status() {
                Status::ToMove(seat) => seat,
                Status::Over(payoffs) => {
                    if wins(next.as_ref(), mover) {
                        threats.wins.push(text);
                    } else if payoffs.leaders(next.seats()).contains(&mover) {
                        // A draw.
                        threats.safe.push(text);
                    }
                    continue;
                }
            };
            let replies = if replier == mover { Vec::new() } else { next.actions() };
            tried += replies.len();
            if tried > MOST {
                return None;
            }
            let punishes = |reply: &usize| {
                let mut after = next.duplicate();
                after.play_action(*reply);
                wins(after.as_ref(), replier) && !wins(after.as_ref(), mover)
            };
            match replies.into_iter().find(punishes).and_then(|reply| next.action_text(reply, None))
            {
                Some(reply) => threats.exposed.push((text, reply)),
                None => threats.safe.push(text),
            }
        }
        Some(threats)
    }

    /// Whether one can win at once, and not with every move.
    #[must_use]
    pub fn can_win(&self) -> bool {
        !self.wins.is_empty() && self.exposed.len() + self.safe.len() > 0
    }

    /// Whether the next seat can win at once after some moves, but not after all.
    #[must_use]
    pub fn can_stop(&self) -> bool {
        !self.exposed.is_empty() && !self.safe.is_empty()
    }

    /// A move that wins at once, if there is one and this is none.
    #[must_use]
    pub fn missed_by(&self, text: &str) -> Option<&str> {
        let first = self.wins.first()?;
        (!self.wins.iter().any(|win| win == text)).then_some(first)
    }

    /// The reply that wins at once after this move, if another move would have stopped it.
    #[must_use]
    pub fn let_through_by(&self, text: &str) -> Option<&str> {
        let is_avoidable = !self.safe.is_empty() || !self.wins.is_empty();
        let (_, reply) = self.exposed.iter().find(|(exposed, _)| exposed == text)?;
        is_avoidable.then_some(reply)
    }
}

/// Whether it is over, and a seat is among those who have won.
fn wins(position: &dyn AnyPosition, seat: Seat) -> bool {
    let Status::Over(payoffs) = position.status() else { return false };
    let leaders = payoffs.leaders(position.seats());
    leaders.len() < position.seats() && leaders.contains(&seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalog;
    use bellwether_games::breakthrough::Breakthrough;
    use bellwether_games::connect_four::ConnectFour;

    fn threats(game: &str, moves: &[&str]) -> Threats {
        let catalog = Catalog::new().with::<Breakthrough<u64>>().with::<ConnectFour>();
        let mut position = catalog.game(game).unwrap().start();
        for text in moves {
            position.play(text).unwrap();
        }
        Threats::of(position.as_ref()).unwrap()
    }

    #[test]
    fn three_in_a_column_can_be_won_or_stopped() {
        let own = threats("connect-four", &["a", "b", "a", "b", "a", "c"]);
        assert_eq!(own.wins, ["a"]);
        assert_eq!(own.missed_by("b"), Some("a"));
        assert_eq!(own.missed_by("a"), None);
        let other = threats("connect-four", &["a", "b", "a", "b", "a"]);
        assert_eq!((other.can_win(), other.can_stop()), (false, true));
        assert_eq!(other.safe, ["a"]);
        assert_eq!(other.let_through_by("c"), Some("a"));
        assert_eq!(other.let_through_by("a"), None);
    }

    #[test]
    fn what_cannot_be_stopped_is_nobodys_mistake() {
        // Three in a row, open on both sides.
        let lost = threats("connect-four", &["c", "c", "d", "d", "e"]);
        assert!(lost.safe.is_empty() && !lost.can_stop());
        assert_eq!(lost.let_through_by("a"), None);
    }

    #[test]
    fn nothing_happens_at_once_at_the_start() {
        let quiet = threats("breakthrough", &[]);
        assert_eq!((quiet.wins.len(), quiet.exposed.len()), (0, 0));
    }
}
