//! What every catalogue promises, as checks for the tests of crates that make one.

use std::sync::atomic::AtomicBool;

use bellwether_core::Seat;
use bellwether_core::card::{Card, RulesPart, ShownMoves};

use crate::{BotPermission, Catalog, GameHistory, LEVELS, Limits};

const SMALL: Limits =
    Limits { time: None, nodes: Some(300), depth: Some(2), simulations: Some(50) };

/// Checks every card and every variant: names, seats, pieces and rules are there, every agent and level plays, and what
/// is drawn can be set up again.
///
/// # Panics
/// If something is not as it should be.
pub fn check(catalog: &Catalog) {
    for card in catalog.cards() {
        let name = card.name;
        assert!(!card.title.is_empty() && !card.summary.is_empty(), "{name}: title, summary");
        assert!(card.rules.lines().count() > 2, "{name}: rules for people");
        assert!(!card.variants.is_empty() && !card.evals.is_empty(), "{name}: variants, evals");
        for piece in card.pieces {
            let same = catalog.pieces().into_iter().find(|known| known.id == piece.id);
            assert_eq!(same.map(|known| known.svg), Some(piece.svg), "{name}: {}", piece.id);
            assert!(!piece.letter.is_empty() && !piece.sign.is_empty(), "{name}: {}", piece.id);
        }
        check_rules(catalog, card);
        for (variant, _) in card.variants {
            check_variant(catalog, variant);
        }
    }
}

/// What the rules show on a board can be played.
fn check_rules(catalog: &Catalog, card: &Card) {
    for part in card.rules_parts() {
        let RulesPart::Moves(ShownMoves { game, from, moves }) = part else { continue };
        assert!(!moves.is_empty(), "{}: rules that show no move", card.name);
        let history = catalog.game(game).and_then(|game| GameHistory::new(game, from, moves));
        history.unwrap_or_else(|error| panic!("{}, rules: {error}", card.name));
    }
}

fn check_variant(catalog: &Catalog, variant: &str) {
    let never = AtomicBool::new(false);
    let game = catalog.game(variant).unwrap_or_else(|error| panic!("{variant}: {error}"));
    for seat in Seat::all(game.seats()) {
        assert!(!game.seat_name(seat).is_empty(), "{variant}");
    }
    let levels = game.levels().into_iter().map(|(name, _)| name);
    for name in game.agents().iter().map(|agent| agent.name).chain(levels) {
        let mut agent = match game.agent(name, 1, BotPermission::Refused) {
            // Its table may not be there, or be too large to make.
            Err(error) if error.to_string().contains("solve") => continue,
            agent => agent.unwrap_or_else(|error| panic!("{variant}, {name}: {error}")),
        };
        let mut position = game.start();
        for _ in 0..12 {
            let Some(mover) = position.status().mover() else { break };
            let picture = position.picture(None);
            let styles = picture.cells.iter().filter_map(|cell| Some(cell.piece?.style));
            for style in styles {
                assert!(
                    game.card().pieces.contains(style),
                    "{variant}: {} is not listed",
                    style.id
                );
            }
            let again = game.position_from_board(&picture, mover);
            assert!(again.is_ok(), "{variant}: {} cannot be set up", position.text(None));
            let choice = agent.choose(position.as_ref(), SMALL, &never);
            let choice = choice.unwrap_or_else(|error| panic!("{variant}, {name}: {error}"));
            let played = position.play(&choice.text);
            assert!(played.is_ok(), "{variant}, {name}: {}", choice.text);
        }
    }
    assert_eq!(game.levels().len(), LEVELS.len(), "{variant}");
}
