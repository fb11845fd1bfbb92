//! Made-up records that the tests of exports share.

use super::{
    Entrant, FORMAT, FaultRecord, GameRecord, MoveLog, MoveTruth, Reason, RecordHeader,
    RecordedScore, RecordedValue,
};
use crate::settings::{Logging, Openings, PairingFormat, RefereeRules, TournamentSettings};

/// A match of two.
#[must_use]
pub fn header() -> RecordHeader {
    let player =
        |name: &str, agent: &str| Entrant { name: name.to_owned(), agent: agent.to_owned() };
    RecordHeader {
        format: FORMAT.to_owned(),
        version: "0.1.0".to_owned(),
        game: "breakthrough:rows=4,columns=2".to_owned(),
        seats: vec!["White".to_owned(), "Black".to_owned()],
        players: vec![player("Anna", "greedy"), player("Ben \"B\"", "uct:simulations=100")],
        entries: vec![0, 1],
        seed: u64::MAX,
        settings: TournamentSettings {
            pairing: PairingFormat::RoundRobin,
            games: 2,
            rounds: 1,
            swap: true,
            openings: Openings::Random { plies: 1 },
            rules: RefereeRules::default(),
            sprt: None,
            log: Logging::Moves,
        },
        began: "2026-03-01T12:30:05Z".to_owned(),
    }
}

/// A game with an opening, all kinds of logged moves and a fault.
#[must_use]
pub fn game(number: u64) -> GameRecord {
    let log = |seat, depth, score, seconds| MoveLog {
        seat,
        depth,
        nodes: 26,
        score: Some(score),
        seconds,
        ..MoveLog::default()
    };
    GameRecord {
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
                truth: Some(MoveTruth {
                    best: RecordedValue::Win(7),
                    made: RecordedValue::Lose(4),
                }),
                ..log(2, 4, RecordedScore::Points(-12), 0.012)
            },
            MoveLog { simulations: 100, ..log(1, 0, RecordedScore::Average(0.31), 0.5) },
            MoveLog {
                truth: Some(MoveTruth {
                    best: RecordedValue::Lose(4),
                    made: RecordedValue::Lose(2),
                }),
                ..log(2, 12, RecordedScore::Lose(4), 1.321)
            },
        ],
        seconds: 1.9,
    }
}
