//! How a tournament was played, in words that a reader can check.

use bellwether_report::counted;

use crate::record::RecordHeader;
use crate::settings::{MoveLimits, Openings, PairingFormat, RefereeRules};

/// One sentence for each thing that decides which games are played, and how.
#[must_use]
pub fn words(header: &RecordHeader) -> Vec<String> {
    let settings = &header.settings;
    let mut words = vec![match settings.pairing {
        PairingFormat::RoundRobin => "round-robin: every player meets every other".to_owned(),
        PairingFormat::Gauntlet => "gauntlet: the first meets all others".to_owned(),
        PairingFormat::Knockout => "knockout: who loses is out".to_owned(),
        PairingFormat::Swiss => "swiss: players with similar scores meet".to_owned(),
    }];
    words.push(format!(
        "{} of {}{}",
        counted(settings.rounds.into(), "round"),
        counted(settings.games.into(), "game"),
        if settings.swap { ", every opening from every side" } else { "" }
    ));
    words.push(openings(&settings.openings));
    words.extend(rules(&settings.rules));
    words.extend(settings.sprt.as_ref().map(|test| format!("sequential test: {test}")));
    words.push(format!("seed {}, bellwether {}", header.seed, header.version));
    words
}

fn openings(openings: &Openings) -> String {
    match openings {
        Openings::Start => "from the game's own start".to_owned(),
        Openings::Random { plies } => {
            format!("from positions after {} at random", counted((*plies).into(), "move"))
        }
        Openings::Anywhere => "from anywhere in a game of random moves".to_owned(),
        Openings::Balanced { plies } => {
            format!(
                "from drawn positions after at least {} at random",
                counted((*plies).into(), "move")
            )
        }
        Openings::OnlyMove { plies } => format!(
            "from positions after at least {} at random that one move alone wins",
            counted((*plies).into(), "move")
        ),
        Openings::Listed { openings, shuffled, .. } => format!(
            "from {}{}",
            counted(openings.len() as u64, "listed opening"),
            if *shuffled { " in random order" } else { "" }
        ),
    }
}

/// What the players' moves may take besides their own limits: one part for each limit.
#[must_use]
pub fn limits(rules: &RefereeRules) -> Vec<String> {
    let MoveLimits { time, nodes, depth, simulations } = rules.move_limits;
    let mut limits: Vec<String> = Vec::new();
    limits.extend(time.map(|seconds| format!("{seconds} s")));
    limits.extend(nodes.map(|nodes| counted(nodes, "node")));
    limits.extend(depth.map(|depth| format!("depth {depth}")));
    limits.extend(simulations.map(|games| counted(games, "simulation")));
    limits.extend(rules.clock.map(|clock| format!("clock {clock}")));
    limits
}

fn rules(rules: &RefereeRules) -> Vec<String> {
    let mut words = Vec::new();
    let without_clock = RefereeRules { clock: None, ..rules.clone() };
    let move_limits = limits(&without_clock);
    if !move_limits.is_empty() {
        words.push(format!("a move may take {}", move_limits.join(", ")));
    }
    words.extend(rules.clock.map(|clock| format!("clock {clock}")));
    words.extend(
        rules.max_moves.map(|moves| format!("drawn after {}", counted(moves.into(), "move"))),
    );
    words.extend(
        rules.repetition.map(|times| format!("drawn when a position comes about {times} times")),
    );
    words.extend(rules.table_after.map(|moves| {
        format!("after {} the solved table's word ends the game", counted(moves.into(), "move"))
    }));
    words.extend(rules.draw.map(|rule| {
        format!(
            "drawn from move {} on, when both think it level within {} for {}",
            rule.movenumber,
            rule.score,
            counted(rule.movecount.into(), "move")
        )
    }));
    words.extend(rules.resign.map(|rule| {
        format!(
            "lost when {} behind for {}{}",
            rule.score,
            counted(rule.movecount.into(), "move"),
            if rule.twosided { ", if the opponent agrees" } else { "" }
        )
    }));
    words
}
