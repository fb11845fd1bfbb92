//! Searches written down: the same as the agent's, with boards that follow from each other, and right about
//! where they disagree with the table.

use std::sync::atomic::AtomicBool;

use bellwether_catalog::{AnyGame, AnyPosition, Limits, SearchTrace, TraceData, TraceScope};
use bellwether_core::{Seat, Value};
use bellwether_standard::game;

static NEVER: AtomicBool = AtomicBool::new(false);
const SCOPE: TraceScope = TraceScope { nodes: 20_000, visits: 1_000_000, truths: 20_000 };

fn traced(game: &dyn AnyGame, position: &dyn AnyPosition, agent: &str) -> SearchTrace {
    game.trace(position, agent, SCOPE, None, &NEVER).unwrap()
}

/// Every node's parent and move.
fn steps(trace: &SearchTrace) -> Vec<(Option<u32>, Option<String>)> {
    match &trace.data {
        TraceData::Depth { nodes, .. } => {
            nodes.iter().map(|node| (node.parent, node.m.clone())).collect()
        }
        TraceData::Games { nodes, .. } => {
            nodes.iter().map(|node| (node.parent, node.m.clone())).collect()
        }
    }
}

/// The position at every node, by the moves' texts.
fn positions(game: &dyn AnyGame, trace: &SearchTrace) -> Vec<Box<dyn AnyPosition>> {
    let mut positions: Vec<Box<dyn AnyPosition>> = Vec::new();
    for (parent, text) in steps(trace) {
        positions.push(match (parent, text) {
            (Some(parent), Some(text)) => {
                let mut position = positions[parent as usize].duplicate();
                position.play(&text).unwrap();
                position
            }
            _ => game.position(&trace.position).unwrap(),
        });
    }
    positions
}

#[test]
fn a_trace_chooses_as_its_agent_and_its_boards_are_the_positions() {
    for (spec, agent) in [
        ("breakthrough:rows=5,columns=4", "minimax:depth=2,seed=4"),
        ("breakthrough:rows=5,columns=5", "alphabeta:depth=3,heuristic=offensive2,seed=4"),
        ("wolf-and-sheep", "alphabeta:depth=4,seed=9"),
        ("wolves-eat-sheep", "uct:simulations=60,seed=2"),
        ("battle-sheep:seats=2,cells=24,size=6,sheep=8", "paranoid:depth=2,seed=3"),
        ("battle-sheep:hidden", "uct:simulations=40,seed=5"),
    ] {
        let game = game(spec).unwrap();
        let mut position = game.start();
        for _ in 0..if spec == "battle-sheep:hidden" { 8 } else { 3 } {
            let text = position.moves().swap_remove(0);
            position.play(&text).unwrap();
        }
        let trace = traced(game.as_ref(), position.as_ref(), agent);
        let choice = game.agent(agent, 1, bellwether_catalog::BotPermission::Refused).unwrap();
        let choice = { choice }.choose(position.as_ref(), Limits::default(), &NEVER).unwrap();
        let chosen = trace.chosen.clone().unwrap();
        assert_eq!(
            (&chosen.text, chosen.score, chosen.nodes),
            (&choice.text, choice.score, choice.nodes)
        );
        assert_eq!(chosen.alternatives, choice.alternatives, "{spec} {agent}");
        assert!(trace.is_whole);
        let eyes = position.status().mover();
        assert_eq!(Some(trace.seat), eyes);
        let root = game.position(&trace.position).unwrap();
        assert_eq!(root.text(eyes), position.text(eyes), "it knows what the seat knows");
        let mut boards = vec![trace.picture.clone()];
        let positions = positions(game.as_ref(), &trace);
        for (node, (parent, _)) in steps(&trace).into_iter().enumerate().skip(1) {
            let mut board = boards[parent.unwrap() as usize].clone();
            for (square, cell) in &trace.shown[node].changed {
                board.cells[*square] = *cell;
            }
            assert_eq!(board, positions[node].picture(None));
            assert_eq!(trace.shown[node].mover, positions[node].status().mover());
            boards.push(board);
        }
    }
}

/// What a position is worth to `seat`, from what the oracle answers of it.
fn worth(answer: Value, mover: Seat, seat: Seat) -> &'static str {
    match (answer.name(), mover == seat) {
        ("win", false) => "lose",
        ("lose", false) => "win",
        (name, _) => name,
    }
}

#[test]
fn truths_are_the_tables_and_disagreements_throw_something_away() {
    let game = game("wolf-and-sheep:size=4").unwrap();
    let oracle = bellwether_catalog::oracle(game.as_ref(), "no tables".as_ref(), &NEVER).unwrap();
    let (mut told, mut errors) = (0, 0);
    for agent in ["alphabeta:depth=1", "minimax:depth=2", "alphabeta:depth=3", "uct:simulations=20"]
    {
        let mut position = game.start();
        while !position.status().is_over() {
            let trace =
                game.trace(position.as_ref(), agent, SCOPE, Some(oracle.as_ref()), &NEVER).unwrap();
            for (node, position) in positions(game.as_ref(), &trace).iter().enumerate() {
                let truth = trace.shown[node].truth.unwrap();
                if let Some(answer) = oracle.answer(position.as_ref()).unwrap() {
                    assert_eq!(truth.name(), worth(answer.value, answer.mover, trace.seat));
                    assert_eq!(truth.remoteness(), answer.value.remoteness());
                    told += 1;
                } else {
                    let payoffs = position.status().payoffs().unwrap();
                    assert_eq!(truth == Value::Win(0), payoffs.of(trace.seat) > 0.0);
                    assert!(!trace.shown[node].disagrees);
                }
            }
            // At the root: exactly when the chosen move loses what could be had.
            let answer = oracle.answer(position.as_ref()).unwrap().unwrap();
            let chosen = trace.chosen.clone().unwrap().text;
            let value = answer.moves.iter().find(|m| m.text == chosen).unwrap().value;
            let is_error = !value.is_same_result(answer.value);
            assert_eq!(trace.shown[0].disagrees, is_error, "{agent}: {}", position.text(None));
            errors += usize::from(is_error);
            position.play(&chosen).unwrap();
        }
    }
    assert!(told > 100 && errors > 0, "{told} truths and {errors} errors are too few to tell");
}

#[test]
fn what_cannot_be_watched_is_refused_in_a_sentence() {
    let breakthrough = game("breakthrough:rows=5,columns=4").unwrap();
    let refusal = |agent: &str| {
        let start = breakthrough.start();
        breakthrough.trace(start.as_ref(), agent, SCOPE, None, &NEVER).unwrap_err().to_string()
    };
    assert_eq!(
        refusal("alphabta"),
        "the agent 'alphabta' cannot be watched in breakthrough: did you mean 'alphabeta'?"
    );
    assert!(refusal("pvs").contains("minimax, alphabeta"), "{}", refusal("pvs"));
    assert!(refusal("paranoid").contains("minimax, alphabeta"));
    assert!(refusal("alphabeta:time=3").contains("time"));
    assert!(refusal("alphabeta:depth=13").contains("depth"));
    assert!(refusal("uct:simulations=0").contains("simulations"));
    assert!(refusal("uct:depth=3").contains("depth"));
    let other = game("breakthrough").unwrap().start();
    assert!(breakthrough.trace(other.as_ref(), "minimax", SCOPE, None, &NEVER).is_err());
    let over =
        breakthrough.position("P3/4/4/4/3p w").or_else(|_| breakthrough.position("P3/4/4/4/3p b"));
    if let Ok(over) = over {
        assert!(breakthrough.trace(over.as_ref(), "minimax", SCOPE, None, &NEVER).is_err());
    }
    let stopped = AtomicBool::new(true);
    let start = breakthrough.start();
    let error = breakthrough.trace(start.as_ref(), "minimax:depth=4", SCOPE, None, &stopped);
    assert_eq!(error.unwrap_err().to_string(), "the search was stopped");
}
