//! How a game ends: payoffs, reason and sentence, by the rules or by a player's fault.

use bellwether_core::{Payoffs, Refereed, Seat};

use crate::player::Fault;
use crate::record::Reason;

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct GameEnding {
    /// What each seat gets.
    pub payoffs: Payoffs,
    /// Why it is over.
    pub reason: Reason,
    /// The same in words.
    pub detail: String,
}

impl GameEnding {
    /// The ending by the rules, if the game is over; seats that are `out` come last.
    pub fn by_rules<G: Refereed>(game: &G, state: &G::State, out: &[bool]) -> Option<Self> {
        let mut payoffs = game.status(state).payoffs()?;
        if out.contains(&true) {
            payoffs = game.forfeited(state, out);
        }
        let first = payoffs.leaders(game.seats());
        let (reason, detail) = match first.as_slice() {
            [winner] => (Reason::Win, wins(game, *winner)),
            _ if first.len() == game.seats() => (Reason::Draw, "draw".to_owned()),
            _ => {
                let names: Vec<String> = first.iter().map(|seat| game.seat_name(*seat)).collect();
                let names = names.join(" and ");
                if game.side(first[0]) == first {
                    (Reason::Win, format!("{names} win"))
                } else {
                    (Reason::Draw, format!("{names} share the first place"))
                }
            }
        };
        Some(Self { payoffs, reason, detail })
    }

    /// The ending by the fault of a seat; it is `out`, as others may be.
    pub fn by_fault<G: Refereed>(
        game: &G,
        state: &G::State,
        out: &[bool],
        seat: Seat,
        fault: &Fault,
    ) -> Self {
        let name = game.seat_name(seat);
        let what = match fault.reason {
            Reason::Resignation => format!("{name} resigns"),
            Reason::Timeout => format!("{name} loses on time"),
            Reason::Illegal => format!("{name} makes an illegal move"),
            Reason::Crash => format!("{name} crashes"),
            Reason::Protocol => format!("{name} breaks the protocol"),
            other => format!("{name}: {other}"),
        };
        let is_bare = fault.detail.is_empty();
        let detail = if is_bare { what } else { format!("{what}: {}", fault.detail) };
        Self { payoffs: game.forfeited(state, out), reason: fault.reason, detail }
    }
}

/// `White wins`, `sheep win`.
pub(crate) fn wins<G: Refereed>(game: &G, winner: Seat) -> String {
    let verb = if game.is_plural(winner) { "win" } else { "wins" };
    format!("{} {verb}", game.seat_name(winner))
}
