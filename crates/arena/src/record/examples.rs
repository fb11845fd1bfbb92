//! Made-up records that the tests of exports share.

use super::{
    Entrant, FORMAT, FaultRecord, Header, Known, MoveLog, Reason, Record, SeenScore, Truth,
};
use crate::settings::{Form, House, Logging, Openings, Settings};

/// A match of two.
pub(crate) fn header() -> Header {
    let player =
        |name: &str, agent: &str| Entrant { name: name.to_owned(), agent: agent.to_owned() };
    Header {
        format: FORMAT.to_owned(),
        version: "0.1.0".to_owned(),
        game: "breakthrough:rows=4,columns=2".to_owned(),
        seats: vec!["White".to_owned(), "Black".to_owned()],
        players: vec![player("Anna", "greedy"), player("Ben \"B\"", "uct:simulations=100")],
        entries: vec![0, 1],
        seed: u64::MAX,
        settings: Settings {
            form: Form::RoundRobin,
            games: 2,
            rounds: 1,
            swap: true,
            openings: Openings::Random { plies: 1 },
            house: House::default(),
            sprt: None,
            log: Logging::Moves,
        },
        began: "2026-03-01T12:30:05Z".to_owned(),
    }
}

/// A game with an opening, all kinds of logged moves and a fault.
pub(crate) fn game(number: u64) -> Record {
    let log = |seat, depth, score, seconds| MoveLog {
        seat,
        depth,
        nodes: 26,
        score: Some(score),
        seconds,
        ..MoveLog::default()
    };
    Record {
        number,
        round: 1,
        group: number.div_ceil(2),
        game: "breakthrough:rows=4,columns=2".to_owned(),
        players: vec![0, 1],
        seeds: vec![1, u64::MAX],
        position: None,
        opening: ["a2a3"].iter().collect(),
        moves: ["b4b3", "a3a4", "b3b2"].iter().collect(),
        payoffs: vec![1.0, 0.0],
        scores: Some(vec![3.5, 1.0]),
        reason: Reason::Win,
        detail: "White reached the last rank".to_owned(),
        faults: vec![FaultRecord {
            seat: 2,
            ply: 2,
            reason: Reason::Timeout,
            detail: "0.2 s late".to_owned(),
        }],
        log: vec![
            MoveLog {
                levels: vec![1, 5, 20],
                truth: Some(Truth { best: Known::Win(7), made: Known::Lose(4) }),
                ..log(2, 4, SeenScore::Points(-12), 0.012)
            },
            MoveLog { simulations: 100, ..log(1, 0, SeenScore::Average(0.31), 0.5) },
            MoveLog {
                truth: Some(Truth { best: Known::Lose(4), made: Known::Lose(2) }),
                ..log(2, 12, SeenScore::Lose(4), 1.321)
            },
        ],
        seconds: 1.9,
    }
}
