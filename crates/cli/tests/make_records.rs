//! Makes the records under `records/`, which other tests and the documents read:
//! `cargo test -p bellwether-cli --test make_records -- --ignored`.
//!
//! They are kept as files, not made by every test: a record must stay readable when agents change.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use bellwether_arena::record::journal::Journal;
use bellwether_arena::record::{
    Entrant, FORMAT, Header, Known, MoveLog, Reason, Record, SeenScore, Truth,
};
use bellwether_arena::settings::{Form, House, Logging, Openings, Settings};
use bellwether_catalog::{AnyGame, AnyOracle, AnyPosition, Limits, SMALL};
use bellwether_core::random::mix;
use bellwether_core::{Seat, Status};

static NEVER: AtomicBool = AtomicBool::new(false);

/// A tournament that is played here.
struct Plan {
    file: &'static str,
    game: &'static str,
    players: &'static [(&'static str, &'static str)],
    /// Who sits where in each game.
    tables: &'static [&'static [usize]],
    /// Random moves before each game.
    opening: usize,
    /// After so many moves a game is a draw.
    cap: usize,
}

const PLANS: [Plan; 3] = [
    Plan {
        file: "breakthrough.jsonl",
        game: "breakthrough:rows=5,columns=5",
        players: &[
            ("deep", "alphabeta:depth=4"),
            ("shallow", "alphabeta:depth=2"),
            ("lamb", "random"),
        ],
        tables: &[&[0, 1], &[1, 0], &[0, 2], &[2, 0], &[1, 2], &[2, 1]],
        opening: 2,
        cap: 200,
    },
    Plan {
        file: "wolves.jsonl",
        game: "wolves-eat-sheep:layout=SSSS/S2S/4/W2W",
        players: &[("deep", "alphabeta:depth=4"), ("eager", "greedy"), ("lamb", "random")],
        tables: &[&[0, 1], &[1, 0], &[0, 2], &[2, 0], &[1, 2], &[2, 1]],
        opening: 2,
        cap: 60,
    },
    Plan {
        file: "battle.jsonl",
        game: "battle-sheep:hidden",
        players: &[("ewe", "greedy"), ("lamb", "random")],
        tables: &[&[0, 1, 1, 1], &[1, 0, 1, 1]],
        opening: 0,
        cap: 200,
    },
];

#[test]
#[ignore = "writes files that are kept"]
fn make_the_records() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    for plan in &PLANS {
        let path = folder.join(plan.file);
        let _ = std::fs::remove_file(&path);
        let header = header(plan);
        let mut journal = Journal::create(&path, &header).unwrap();
        for (index, table) in plan.tables.iter().enumerate() {
            let mut line = serde_json::to_vec(&play(plan, index, table)).unwrap();
            line.push(b'\n');
            journal.append(&line).unwrap();
        }
        journal.finish().unwrap();
    }
}

fn header(plan: &Plan) -> Header {
    let game = bellwether_catalog::game(plan.game).unwrap();
    let entrant = |(name, agent): &(&str, &str)| Entrant {
        name: (*name).to_owned(),
        agent: (*agent).to_owned(),
    };
    Header {
        format: FORMAT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: plan.game.to_owned(),
        seats: Seat::all(game.seats()).map(|seat| game.seat_name(seat)).collect(),
        players: plan.players.iter().map(entrant).collect(),
        entries: (0..plan.players.len()).collect(),
        seed: 1,
        settings: Settings {
            form: Form::RoundRobin,
            games: 2,
            rounds: 1,
            swap: true,
            openings: match plan.opening {
                0 => Openings::Start,
                plies => Openings::Random { plies: plies as u32 },
            },
            house: House { max_moves: Some(plan.cap as u32), repetition: None, ..House::default() },
            sprt: None,
            log: Logging::Moves,
        },
        began: "2026-03-01T12:30:05Z".to_owned(),
    }
}

fn play(plan: &Plan, index: usize, table: &[usize]) -> Record {
    let game = bellwether_catalog::game(plan.game).unwrap();
    let oracle = game.solvable().and_then(|solver| solver.solve_here(SMALL, &NEVER).ok().flatten());
    let group = index as u64 / 2 + 1;
    let seeds: Vec<u64> = (0..table.len()).map(|seat| mix(index as u64, seat as u64)).collect();
    let mut position = game.start();
    let opening = random_moves(game.as_ref(), position.as_mut(), plan.opening, group);
    let agent =
        |(player, seed): (&usize, &u64)| game.agent(plan.players[*player].1, *seed).unwrap();
    let mut agents: Vec<_> = table.iter().zip(&seeds).map(agent).collect();
    let (mut moves, mut log) = (Vec::new(), Vec::new());
    while let Some(seat) = position.status().mover().filter(|_| moves.len() < plan.cap) {
        let agent = &mut agents[seat.index()];
        let choice = agent.choose(position.as_ref(), Limits::default(), &NEVER).unwrap();
        log.push(MoveLog {
            seat: seat.number(),
            depth: choice.depth,
            nodes: choice.nodes,
            levels: Vec::new(),
            simulations: choice.simulations,
            score: choice.score.map(SeenScore::from),
            truth: truth(oracle.as_deref(), position.as_ref(), &choice.text),
            // What a clock says would be different each time.
            seconds: (1 + choice.nodes) as f64 / 1e4,
        });
        position.play(&choice.text).unwrap();
        moves.push(choice.text);
    }
    let (payoffs, reason, detail) = match position.status() {
        Status::Over(payoffs) => {
            let winner = payoffs.winner(table.len()).map(|seat| game.seat_name(seat));
            let detail =
                winner.map_or_else(|| "nobody wins".to_owned(), |name| format!("{name} wins"));
            let payoffs = payoffs.as_slice(table.len()).iter().copied().map(f64::from).collect();
            (payoffs, Reason::Win, detail)
        }
        Status::ToMove(_) => {
            let detail = format!("{} moves are made", plan.cap);
            (vec![0.0; table.len()], Reason::MoveCap, detail)
        }
    };
    Record {
        number: index as u64 + 1,
        round: 1,
        group,
        game: plan.game.to_owned(),
        players: table.to_vec(),
        seeds,
        position: None,
        opening,
        payoffs,
        scores: position.scores(),
        reason,
        detail,
        faults: Vec::new(),
        seconds: log.iter().map(|log| log.seconds).sum(),
        moves,
        log,
    }
}

fn random_moves(
    game: &dyn AnyGame,
    position: &mut dyn AnyPosition,
    count: usize,
    seed: u64,
) -> Vec<String> {
    let mut chance = game.agent("random", seed).unwrap();
    let mut moves = Vec::new();
    for _ in 0..count {
        let choice = chance.choose(position, Limits::default(), &NEVER).unwrap();
        position.play(&choice.text).unwrap();
        moves.push(choice.text);
    }
    moves
}

fn truth(oracle: Option<&dyn AnyOracle>, position: &dyn AnyPosition, made: &str) -> Option<Truth> {
    let answer = oracle?.answer(position).unwrap()?;
    let made = answer.moves.iter().find(|answered| answered.text == made)?;
    Some(Truth { best: Known::from(answer.moves[0].value), made: Known::from(made.value) })
}
