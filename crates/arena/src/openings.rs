//! Where games begin: at the start, after random moves, at listed positions, or at a draw
//! by the solved table.

use bellwether_core::random::{Random, below, mix, seeded, shuffle};
use bellwether_core::{Error, ErrorKind, Refereed, Value, bail};
use bellwether_solve::TruthSource;

use crate::record::Moves;
use crate::settings::Openings;

/// A position that a game begins from, and how it is written down.
pub(crate) struct OpeningPosition<G: Refereed> {
    /// Where the moves below begin.
    pub(crate) start: G::State,
    /// Where they lead.
    pub(crate) state: G::State,
    /// The start's text, unless it is the game's own.
    pub(crate) position: Option<String>,
    pub(crate) moves: Moves,
    pub(crate) history: Vec<G::Move>,
}

impl<G: Refereed> OpeningPosition<G> {
    fn start(game: &G) -> Self {
        Self::at(game.start())
    }

    fn at(start: G::State) -> Self {
        let state = start.clone();
        Self { start, state, position: None, moves: Moves::default(), history: Vec::new() }
    }

    fn make(&mut self, game: &G, m: G::Move) {
        self.moves.push(&game.move_text(&self.state, m));
        self.history.push(m);
        game.play(&mut self.state, m);
    }
}

/// Openings tried before giving up: there may be none that fits.
const MOST_TRIES: u64 = 100_000;

/// The opening with this number.
///
/// # Errors
/// If there is none such.
pub(crate) fn open<G: Refereed>(
    game: &G,
    openings: &Openings,
    truth_source: Option<&dyn TruthSource<G>>,
    seed: u64,
    number: u64,
) -> Result<OpeningPosition<G>, Error> {
    let drawn = |plies: u32, accept: &dyn Fn(&G::State) -> bool| {
        draw(game, plies, mix(mix(seed, OPENING), number), accept)
    };
    let required = |what: &str| {
        truth_source.ok_or_else(|| {
            Error::invalid(format!(
                "{what} openings need the solved table: make it with `bellwether solve` first"
            ))
        })
    };
    match openings {
        Openings::Start => Ok(OpeningPosition::start(game)),
        Openings::Random { plies } => drawn(*plies, &|_| true),
        Openings::Anywhere => Ok(anywhere(game, mix(mix(seed, OPENING), number))),
        Openings::Balanced { plies } => {
            let truth_source = required("balanced")?;
            drawn(*plies, &|state| truth_source.value(state) == Some(Value::Draw))
        }
        Openings::OnlyMove { plies } => {
            let truth_source = required("only-move")?;
            drawn(*plies, &|state| {
                let wins = |evaluated: &bellwether_solve::EvaluatedMove<G::Move>| {
                    matches!(evaluated.value, Value::Win(_))
                };
                truth_source.moves(state).iter().filter(|evaluated| wins(evaluated)).count() == 1
            })
        }
        Openings::Listed { openings, start, shuffled } => {
            let mut order: Vec<usize> = (0..openings.len()).collect();
            if *shuffled {
                shuffle(&mut seeded(mix(seed, OPENING)), &mut order);
            }
            if order.is_empty() {
                bail!("the list of openings is empty");
            }
            let at = (start.saturating_sub(1) as u64 + number) % order.len() as u64;
            read(game, &openings[order[at as usize]])
        }
    }
}

/// Separates the random seeds of openings from the players'.
const OPENING: u64 = 0x6f70_656e;

/// Random moves until a position is accepted.
fn draw<G: Refereed>(
    game: &G,
    plies: u32,
    seed: u64,
    accept: &dyn Fn(&G::State) -> bool,
) -> Result<OpeningPosition<G>, Error> {
    for attempt in 0..MOST_TRIES {
        let mut rng: Random = seeded(mix(seed, attempt));
        let mut opened = OpeningPosition::start(game);
        // A few moves more or less, so that a fixed parity of turns does not rule everything out.
        let extra = if attempt < 100 { 0 } else { below(&mut rng, 4) as u32 };
        for _ in 0..plies.saturating_add(extra) {
            if game.status(&opened.state).is_over() {
                break;
            }
            let m = game.random_move(&opened.state, &mut rng);
            opened.make(game, m);
        }
        if !game.status(&opened.state).is_over() && accept(&opened.state) {
            return Ok(opened);
        }
    }
    Err(Error::invalid(format!(
        "no opening of this kind was found in {MOST_TRIES} random games of {plies} moves: try another --opening-plies"
    )))
}

/// The longest random game, where positions can repeat.
const LONGEST_RANDOM_GAME: usize = 400;

/// Random moves to the end of the game, then back to some point before it.
fn anywhere<G: Refereed>(game: &G, seed: u64) -> OpeningPosition<G> {
    let rng: &mut Random = &mut seeded(seed);
    let mut whole = OpeningPosition::start(game);
    while !game.status(&whole.state).is_over() && whole.history.len() < LONGEST_RANDOM_GAME {
        let m = game.random_move(&whole.state, rng);
        whole.make(game, m);
    }
    let plies = below(rng, whole.history.len().max(1));
    let mut opened = OpeningPosition::start(game);
    for &m in &whole.history[..plies] {
        opened.make(game, m);
    }
    opened
}

/// Reads `[POSITION] [moves M1 M2 …]`; `startpos` is the game's start.
fn read<G: Refereed>(game: &G, text: &str) -> Result<OpeningPosition<G>, Error> {
    let text = text.trim();
    let (position, moves) = match text.split_once("moves ") {
        Some((position, moves)) if position.is_empty() || position.ends_with(' ') => {
            (position.trim(), moves)
        }
        _ => (text, ""),
    };
    let mut opened = OpeningPosition::start(game);
    if !position.is_empty() && position != "startpos" {
        opened = OpeningPosition::at(game.parse_position(position)?);
        opened.position = Some(game.position_text(&opened.state));
    }
    for (at, text) in moves.split_whitespace().enumerate() {
        let m = game
            .parse_move(&opened.state, text)
            .map_err(|error| Error::invalid(format!("move {}: {error}", at + 1)))?;
        opened.make(game, m);
    }
    if game.status(&opened.state).is_over() {
        return Err(Error::new(ErrorKind::IllegalMove, "the game is over there already"));
    }
    Ok(opened)
}

/// Checks a list of openings, each on its own.
///
/// # Errors
/// If one cannot be read; it is named by its number.
pub(crate) fn check<G: Refereed>(game: &G, openings: &Openings) -> Result<(), Error> {
    let Openings::Listed { openings, .. } = openings else { return Ok(()) };
    for (at, text) in openings.iter().enumerate() {
        read(game, text).map_err(|error| Error::invalid(format!("opening {}: {error}", at + 1)))?;
    }
    Ok(())
}
