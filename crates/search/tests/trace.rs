//! A trace has the agent's own choice, nodes and visits, and its events replay to the same tree.

mod common;

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use bellwether_core::{Eval, Game, Seat};
use bellwether_games::{battle_sheep, breakthrough, wolf_and_sheep};
use bellwether_search::trace::{self, Bound, DepthTrace, TraceEvent, TraceLimits};
use bellwether_search::{Agent, Budget, FixedDepth, Limits, Rewards, Ties, Uct};

static NEVER: AtomicBool = AtomicBool::new(false);
const WIDE: TraceLimits = TraceLimits { nodes: 1 << 20, visits: 1 << 20 };

/// Replays the events: every node is entered below the current one and left after its children, and its
/// value is the best of theirs for its mover.
fn check_playback<G: Game>(game: &G, root: &G::State, trace: &DepthTrace<G>) {
    let mut open: Vec<(u32, G::State)> = Vec::new();
    let mut best: Vec<Option<i32>> = vec![None; trace.nodes.len()];
    for &event in &trace.events {
        match event {
            TraceEvent::Enter(at) => {
                let node = &trace.nodes[at as usize];
                assert_eq!(node.parent, open.last().map(|(node, _)| *node));
                let mut state =
                    open.last().map_or_else(|| root.clone(), |(_, state)| state.clone());
                if let Some(m) = node.m {
                    assert!(game.try_play(&mut state, m), "an illegal move in the trace");
                }
                assert_eq!(node.mover, game.status(&state).mover());
                open.push((at, state));
            }
            TraceEvent::Leave(at) => {
                let (node, state) = open.pop().expect("what is left was entered");
                assert_eq!(node, at);
                let node = trace.nodes[at as usize];
                let value = node.value.expect("what is left has a value");
                assert_eq!(node.leaf.is_none(), best[at as usize].is_some());
                if let Some(best) = best[at as usize] {
                    assert_eq!(value, best);
                    let children =
                        trace.nodes.iter().filter(|child| child.parent == Some(at)).count();
                    assert_eq!(children + node.pruned as usize, game.count_moves(&state));
                }
                // Moves are pruned only where the value is outside the window.
                assert!(node.pruned == 0 || node.bound() != Some(Bound::Exact));
                if let Some((parent, _)) = open.last() {
                    let is_own = trace.nodes[*parent as usize].mover == Some(trace.pov);
                    let best = &mut best[*parent as usize];
                    *best = Some(match *best {
                        None => value,
                        Some(best) if is_own => best.max(value),
                        Some(best) => best.min(value),
                    });
                }
            }
        }
    }
    assert!(open.is_empty());
}

fn check_depth<G: Game + PartialEq + Debug, E: Eval<G>>(
    game: &G,
    eval: &E,
    depth: u32,
    is_for_two: bool,
) {
    let budget = Budget::untimed(Limits::default());
    for (seed, state) in common::positions(game, 1, 60, 40).iter().enumerate() {
        let ties = if seed % 2 == 0 { Ties::Random } else { Ties::Shallow };
        let settings = || FixedDepth::new(eval.clone(), depth, seed as u64).with_ties(ties);
        let mut pairs = vec![(
            settings().paranoid().choose(game, state, &budget),
            trace::minimax(settings().paranoid(), game, state, WIDE, &NEVER),
        )];
        if is_for_two {
            pairs.push((
                settings().minimax().choose(game, state, &budget),
                trace::minimax(settings().minimax(), game, state, WIDE, &NEVER),
            ));
            pairs.push((
                settings().alpha_beta().choose(game, state, &budget),
                trace::minimax(settings().alpha_beta(), game, state, WIDE, &NEVER),
            ));
        }
        for (choice, trace) in &pairs {
            assert!(trace.is_complete());
            assert_eq!(trace.nodes.len() as u64, choice.nodes);
            assert_eq!(trace.nodes[0].score, choice.alternatives.first().map(|best| best.score));
            assert_eq!(trace.choice.as_ref(), Some(choice));
            check_playback(game, state, trace);
        }
        if is_for_two {
            let full = trace::full_tree(game, state, depth, u64::MAX, &NEVER);
            assert_eq!(full, Some(pairs[1].0.nodes));
        }
    }
}

#[test]
fn traces_of_fixed_depth_searches_match_them() {
    use breakthrough::{Breakthrough, Formula, Heuristic, Setup};
    let game = Breakthrough::<u64>::new(Setup::new(5, 4, 1).unwrap());
    check_depth(&game, &Heuristic { kind: Formula::Offensive2, seed: 3 }, 3, true);
    let game = wolf_and_sheep::WolfAndSheep::<u64>::new(wolf_and_sheep::Setup::default());
    check_depth(&game, &wolf_and_sheep::Heuristic, 4, true);
}

fn four_sheep() -> battle_sheep::BattleSheep {
    battle_sheep::BattleSheep::new(battle_sheep::Setup::default())
}

#[test]
fn traces_of_four_seats_match_the_search() {
    check_depth(&four_sheep(), &battle_sheep::Heuristic::Lead, 1, false);
}

fn check_games<G: Game + PartialEq + Debug>(game: &G, rewards: Rewards) {
    for (seed, state) in common::positions(game, 2, 12, 30).iter().enumerate() {
        let limits = Limits { simulations: Some(300), ..Limits::default() };
        let agent = || Uct::new(rewards, seed as u64);
        let choice = agent().choose(game, state, &Budget::untimed(limits));
        let trace = trace::uct(agent(), game, state, 300, WIDE, &NEVER);
        assert!(trace.is_complete());
        assert_eq!(trace.choice.as_ref(), Some(&choice));
        assert_eq!(trace.nodes.len() as u64, choice.nodes);
        let sums = trace.after(300);
        for other in &choice.alternatives {
            let is_it = |node: &trace::SimulationNode<G::Move>| {
                node.parent == Some(0) && node.m == Some(other.m)
            };
            let at = trace.nodes.iter().position(is_it).unwrap();
            assert_eq!(u64::from(sums[at].visits), other.effort);
            assert_eq!(other.score, bellwether_search::Score::Average(sums[at].average()));
        }
        // A path goes from parent to child, and the tree grows at its end only.
        for simulation in &trace.simulations {
            let mut above = 0;
            for &node in &simulation.path {
                assert_eq!(trace.nodes[node as usize].parent, Some(above));
                above = node;
            }
            let grown = simulation.grown.clone();
            assert!(grown.is_empty() || simulation.path.last().is_some_and(|n| grown.contains(n)));
        }
        // A search that exceeds the limits of its trace has a prefix recorded.
        let short =
            trace::uct(agent(), game, state, 300, TraceLimits { nodes: 200, ..WIDE }, &NEVER);
        assert!(!short.is_complete() && short.nodes.len() <= 200);
        assert_eq!(short.choice.as_ref(), Some(&choice));
        assert_eq!(short.nodes, trace.nodes[..short.nodes.len()]);
        assert_eq!(short.simulations, trace.simulations[..short.simulations.len()]);
    }
}

#[test]
fn traces_of_simulations_match_them() {
    let game = wolf_and_sheep::WolfAndSheep::<u64>::new(wolf_and_sheep::Setup::default());
    check_games(&game, Rewards::for_seats(2));
    check_games(&four_sheep(), Rewards::for_seats(4));
}

#[test]
fn a_stopped_search_is_reported_as_such() {
    let game = four_sheep();
    let trace = trace::uct(
        Uct::new(Rewards::for_seats(4), 1),
        &game,
        &game.start(),
        u64::MAX,
        WIDE,
        &AtomicBool::new(true),
    );
    assert_eq!((trace.choice.is_none(), trace.is_complete()), (true, false));
    assert_eq!(trace.nodes[1].chooser, Some(Seat::FIRST));
}
