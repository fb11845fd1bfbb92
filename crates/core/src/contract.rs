//! Checks of the contract that every game must keep, to be called from its tests.
//!
//! [`check`] plays random games and tests at every position that the parts of [`Game`] and
//! [`Notation`] agree with one another. The other functions do the same for the capabilities.
//! All of them panic with the position's text when something is wrong.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use crate::random::{Random, below, playout, seeded};
use crate::{
    Actions, Game, Hidden, Indexed, Notation, Numbering, Playable, Render, SearchHints, Seat,
    Status, Symmetric, TableIndex, ZeroSum2, planes,
};

/// Random games are cut off here: some games can go on for ever.
const LONGEST: usize = 400;

/// Checks rules and notation along `games` random games.
pub fn check<G: Notation>(game: &G, seed: u64, games: usize) {
    assert!((2..=crate::MAX_SEATS).contains(&game.seats()), "2 to 4 seats");
    let mut rng = seeded(seed);
    let mut earlier: Option<(G::State, String)> = None;
    for_each_position(game, seed, games, |state| {
        let text = game.position_text(state);
        check_position(game, state, &text, &mut rng);
        // Different positions never share a text, and equality is not decided by it.
        if let Some((other, other_text)) = &earlier {
            assert_eq!(other == state, *other_text == text, "text and equality differ: {text}");
        }
        earlier = Some((state.clone(), text));
    });
}

fn check_position<G: Notation>(game: &G, state: &G::State, text: &str, rng: &mut Random) {
    assert!(!text.contains('\n'), "a position is one line: {text}");
    match game.parse_position(text) {
        Ok(read) => {
            assert!(&read == state, "position does not round-trip: {text}");
            assert_eq!(hash_of(&read), hash_of(state), "equal positions hash alike: {text}");
        }
        Err(error) => panic!("position does not parse: {text}: {error}"),
    }
    let Status::ToMove(mover) = game.status(state) else {
        assert!(game.moves(state).is_empty());
        assert!(game.parse_move(state, "a1a2").is_err(), "a move after the end: {text}");
        return;
    };
    assert!(mover.index() < game.seats(), "the mover is one of the seats: {text}");
    let moves = game.moves(state);
    assert!(!moves.is_empty(), "an unfinished game has a move: {text}");
    assert_eq!(moves, game.moves(state), "the order of moves is fixed: {text}");
    assert_eq!(moves.len(), game.count_moves(state), "count_moves: {text}");
    let distinct: HashSet<_> = moves.iter().copied().collect();
    assert_eq!(distinct.len(), moves.len(), "no move twice: {text}");

    // A break stops the enumeration at once.
    let stop = below(rng, moves.len());
    let mut seen = 0;
    let broken = game.try_each_move(state, |m| {
        seen += 1;
        if seen == stop + 1 { ControlFlow::Break(m) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(broken, ControlFlow::Break(m) if m == moves[stop]), "early exit: {text}");
    assert_eq!(seen, stop + 1, "early exit: {text}");

    let mut texts = HashSet::new();
    for &m in &moves {
        assert!(game.is_legal(state, m), "is_legal: {text} {m:?}");
        let move_text = game.move_text(state, m);
        match game.parse_move(state, &move_text) {
            Ok(read) => assert_eq!(read, m, "move does not round-trip: {text} {move_text}"),
            Err(error) => panic!("move does not parse: {text} {move_text}: {error}"),
        }
        let mut next = state.clone();
        assert!(game.try_play(&mut next, m), "try_play: {text} {move_text}");
        assert!(&next != state, "a move changes the position: {text} {move_text}");
        assert!(texts.insert(move_text), "two moves with one text: {text}");
    }
    assert!(game.parse_move(state, "").is_err() && game.parse_move(state, "?!").is_err());
    let by_rank: Vec<G::Move> = (0..moves.len()).map(|rank| game.nth_move(state, rank)).collect();
    assert_eq!(by_rank, moves, "nth_move: {text}");
    assert!(distinct.contains(&game.random_move(state, rng)), "random_move: {text}");
}

/// Checks that two-player payoffs add up to zero.
pub fn check_zero_sum<G: ZeroSum2 + Notation>(game: &G, seed: u64, games: usize) {
    assert_eq!(game.seats(), 2);
    check_payoff_sum(game, seed, games, 0.0, 0.0);
}

/// Checks that payoffs of finished games always add up to `total`.
pub fn check_constant_sum<G: Notation>(game: &G, seed: u64, games: usize, total: f32) {
    check_payoff_sum(game, seed, games, total, 1e-4);
}

/// Checks that payoffs of finished games add up to `total`, and that there are finished games.
fn check_payoff_sum<G: Notation>(game: &G, seed: u64, games: usize, total: f32, tolerance: f32) {
    let mut finished = 0;
    for_each_position(game, seed, games, |state| {
        if let Status::Over(payoffs) = game.status(state) {
            let sum: f32 = payoffs.as_slice(game.seats()).iter().sum();
            assert!((sum - total).abs() <= tolerance, "{}", game.position_text(state));
            finished += 1;
        }
    });
    assert!(finished > 0, "no game was finished");
}

/// Checks action numbers: in range, no two legal moves share one, the number leads back to the move, and the mask and the
/// set of bits have those of the legal moves.
pub fn check_actions<G: Actions + Notation>(game: &G, seed: u64, games: usize) {
    for_each_position(game, seed, games, |state| {
        let text = game.position_text(state);
        for m in game.moves(state) {
            let action = game.action(m);
            assert!(action < game.action_count(), "{text}: {m:?}");
            assert_eq!(game.move_of_action(state, action), Some(m), "{text}");
        }
        assert_eq!(game.move_of_action(state, game.action_count()), None, "{text}");
        let found =
            (0..game.action_count()).filter_map(|action| game.move_of_action(state, action));
        assert_eq!(found.count(), game.moves(state).len(), "an illegal action has a move: {text}");
        if game.status(state).is_over() {
            return;
        }
        let mut mask = vec![true; game.action_count()];
        game.write_mask(state, &mut mask);
        let listed = (0..mask.len()).filter(|action| mask[*action]);
        let legal: BTreeSet<usize> =
            game.moves(state).into_iter().map(|m| game.action(m)).collect();
        assert!(listed.eq(legal.iter().copied()), "the mask of {text}");
        let mut words = vec![0_u64; game.action_count().div_ceil(64)];
        game.add_actions(state, &mut words);
        let added =
            (0..64 * words.len()).filter(|action| words[action / 64] >> (action % 64) & 1 == 1);
        assert!(added.eq(legal), "the set of {text}");
    });
}

/// Checks what learning uses: planes are those of the picture, and no random game is longer than the longest.
pub fn check_learning<G: Playable>(game: &G, seed: u64, games: usize) {
    for_each_position(game, seed, games, |state| {
        for viewer in std::iter::once(None).chain(Seat::all(game.seats()).map(Some)) {
            let picture = game.picture(state, viewer);
            let mut expected = vec![0.0; planes::plane_count(G::CARD.pieces) * picture.cells.len()];
            let mut written = vec![f32::NAN; expected.len()];
            planes::write(&picture, G::CARD.pieces, &mut expected);
            game.write_planes(state, viewer, &mut written);
            assert_eq!(written, expected, "{}", game.position_text(state));
        }
    });
    let Some(longest) = game.longest_game() else { return };
    let mut rng = seeded(seed);
    for _ in 0..games {
        let played = playout(game, &mut game.start(), &mut rng, longest as usize);
        assert!(played.payoffs.is_some(), "a game of more than {longest} plies");
    }
}

/// Checks [`SearchHints`]: keys are distinct, forcing moves are legal, and a proven
/// result is well-formed.
///
/// That a proven result is *true* takes a full search; games test it on small boards.
pub fn check_search_hints<G: SearchHints + Notation>(game: &G, seed: u64, games: usize) {
    let mut keys: HashMap<u64, G::State> = HashMap::new();
    for_each_position(game, seed, games, |state| {
        let text = game.position_text(state);
        let first = keys.entry(game.key(state)).or_insert_with(|| state.clone());
        assert!(first == state, "{text} shares its key with {}", game.position_text(first));
        let Status::ToMove(_) = game.status(state) else { return };
        let legal: HashSet<_> = game.moves(state).into_iter().collect();
        assert!(legal.iter().all(|&m| game.order_score(state, m) >= 0), "{text}");
        game.each_forcing(state, |m| assert!(legal.contains(&m), "{text}: {m:?} is not legal"));
        if let Some(proven) = game.proven_result(state) {
            assert!(proven.plies > 0 && proven.winner.index() < 2, "{text}: {proven:?}");
        }
        if let Some(passed) = game.pass(state) {
            assert!(passed != *state, "{text}: a pass changes the mover");
        }
    });
}

/// Checks every index of a game: that its position has this index, that it is in the half of its mover, and
/// that every move leads to an index in a tier that may be needed, or ends the game. Returns the number of
/// positions.
pub fn check_numbering<G: Indexed + Notation>(game: &G) -> u64 {
    let numbering = game.numbering().expect("the game is small enough");
    let mut positions = 0;
    for tier in 0..numbering.tiers() {
        for index in 0..numbering.len(tier) {
            let place = TableIndex { tier, index };
            let Some(state) = numbering.state(place) else { continue };
            let text = game.position_text(&state);
            assert_eq!(numbering.index_of(&state), Some(place), "{text}");
            positions += 1;
            let Some(mover) = game.status(&state).mover() else { continue };
            assert_eq!(mover, numbering.mover(place), "the half of the mover: {text}");
            for m in game.moves(&state) {
                let after = game.after(&state, m);
                let is_in_order = match numbering.index_of(&after) {
                    Some(to) => (numbering.lowest_needed(tier)..=tier).contains(&to.tier),
                    None => game.status(&after).is_over(),
                };
                assert!(is_in_order, "{text} leads to {}", game.position_text(&after));
            }
        }
    }
    positions
}

/// Checks that every symmetry maps legal moves to legal moves, and results to equal results.
pub fn check_symmetric<G: Symmetric + Notation>(game: &G, seed: u64, games: usize) {
    for_each_position(game, seed, games, |state| {
        let text = game.position_text(state);
        assert!(&game.transform(state, 0) == state, "symmetry 0 changes nothing: {text}");
        for symmetry in 0..game.symmetries() {
            let image = game.transform(state, symmetry);
            assert_eq!(game.status(&image), game.status(state), "{text} under {symmetry}");
            let expected: HashSet<_> =
                game.moves(state).iter().map(|&m| game.transform_move(m, symmetry)).collect();
            let found: HashSet<_> = game.moves(&image).into_iter().collect();
            assert_eq!(found, expected, "{text} under {symmetry}");
            for m in game.moves(state) {
                let direct = game.after(state, m);
                let round = game.after(&image, game.transform_move(m, symmetry));
                assert!(round == game.transform(&direct, symmetry), "{text} under {symmetry}");
            }
        }
    });
}

/// Checks that samples have the view they were drawn from and the same legal moves for the viewer.
pub fn check_hidden<G: Hidden + Notation>(game: &G, seed: u64, games: usize) {
    let mut rng = seeded(seed);
    for_each_position(game, seed, games, |state| {
        let text = game.position_text(state);
        for seat in Seat::all(game.seats()) {
            let view = game.view(state, seat);
            let sample = game.resample(&view, &mut rng);
            assert!(
                game.view(&sample, seat) == view,
                "{text}: seat {seat} can tell the sample {}",
                game.position_text(&sample)
            );
            assert_eq!(game.status(&sample).is_over(), game.status(state).is_over(), "{text}");
            if game.status(state) == Status::ToMove(seat) {
                assert_eq!(game.moves(&sample), game.moves(state), "{text}: seat {seat}");
            }
        }
    });
}

/// Checks that every picture has all squares of the board, that every move marks squares on it, and that
/// squares and amount together identify a move.
pub fn check_render<G: Render + Notation>(game: &G, seed: u64, games: usize) {
    for_each_position(game, seed, games, |state| {
        let picture = game.picture(state, None);
        assert_eq!(picture.cells.len(), picture.columns * picture.rows);
        if let Status::ToMove(mover) = game.status(state) {
            let text = game.position_from_board(&picture, mover);
            // Skipped seats cannot always be derived from a picture, so the text may lack them.
            if let Ok(again) = game.parse_position(&text) {
                assert_eq!(game.picture(&again, None), picture, "{text}");
                assert_eq!(game.status(&again).mover(), Some(mover), "{text}");
            } else {
                assert_ne!(game.position_text(state), text, "{text} is not read back");
            }
        }
        let mut seen = HashSet::new();
        for m in game.moves(state) {
            let squares = game.squares_of(m);
            assert!(!squares.is_empty());
            let is_new = seen.insert((squares.clone(), game.amount_of(m)));
            assert!(is_new, "{}: {}", game.position_text(state), game.move_text(state, m));
            let on_board =
                |s: &crate::square::Square| s.file < picture.columns && s.rank < picture.rows;
            assert!(squares.iter().all(on_board), "{}", game.position_text(state));
        }
    });
}

/// Plays the same random games with `fast` and its naive `twin` until `positions` were compared: they must
/// agree on the legal moves, on whose turn it is and on how a game ends.
pub fn check_twins<G: Notation, T: Game<Move = G::Move>>(
    fast: &G,
    twin: &T,
    seed: u64,
    positions: usize,
) {
    let mut rng = seeded(seed);
    let mut compared = 0;
    while compared < positions {
        compared += check_twins_from(fast, twin, fast.start(), twin.start(), &mut rng, LONGEST);
    }
}

/// Does what [`check_twins`] does for one game of at most `longest` positions from the given position;
/// returns how many positions were compared.
pub fn check_twins_from<G: Notation, T: Game<Move = G::Move>>(
    fast: &G,
    twin: &T,
    mut state: G::State,
    mut twin_state: T::State,
    rng: &mut Random,
    longest: usize,
) -> usize {
    for compared in 1..=longest {
        let text = || fast.position_text(&state);
        assert_eq!(fast.status(&state), twin.status(&twin_state), "status: {}", text());
        if fast.status(&state).is_over() {
            return compared;
        }
        let moves: HashSet<_> = fast.moves(&state).into_iter().collect();
        let naive: HashSet<_> = twin.moves(&twin_state).into_iter().collect();
        assert_eq!(moves, naive, "moves: {}", text());
        let m = fast.random_move(&state, rng);
        fast.play(&mut state, m);
        twin.play(&mut twin_state, m);
    }
    longest
}

/// Visits every position of `games` random games, the start and the end among them.
pub fn for_each_position<G: Game>(
    game: &G,
    seed: u64,
    games: usize,
    mut visit: impl FnMut(&G::State),
) {
    let mut rng = seeded(seed);
    for _ in 0..games {
        let mut state = game.start();
        for _ in 0..LONGEST {
            visit(&state);
            if game.status(&state).is_over() {
                break;
            }
            let m = game.random_move(&state, &mut rng);
            game.play(&mut state, m);
        }
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use crate::tree::LiteralTree;

    #[test]
    fn a_literal_tree_keeps_the_contract() {
        let tree = LiteralTree::parse("[[3 12 8] 1[2 4 6] [[14 1] 5 2]]").unwrap();
        super::check(&tree, 1, 50);
        super::check_zero_sum(&tree, 1, 50);
    }

    #[test]
    #[should_panic(expected = "no game was finished")]
    fn a_constant_sum_without_a_finished_game_fails() {
        super::check_constant_sum(&LiteralTree::parse("[1 2]").unwrap(), 1, 0, 0.0);
    }

    #[test]
    #[should_panic(expected = "no game was finished")]
    fn a_zero_sum_without_a_finished_game_fails() {
        super::check_zero_sum(&LiteralTree::parse("[1 2]").unwrap(), 1, 0);
    }
}
