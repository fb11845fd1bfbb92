//! Bellwether for Python: the module `bellwether._native`, which the package `bellwether` is made of.
//!
//! [`fill`] puts everything into a module, with the games of some catalogue. The crate in `module` calls it with the
//! standard ones; a crate from outside with its own.
//!
//! | module | what Python sees |
//! |---|---|
//! | `game`, `state` | `Game` and `State`, with OpenSpiel's names and meanings |
//! | `agent`, `choice` | `Agent` and what it chose |
//! | `python_agent` | functions and classes of Python as agents |
//! | `python_game` | games that are written in Python |
//! | `tournament` | `match` |
//! | `table` | `solve`, and `Table`: exact values |
//! | `batch` | `BatchEnv`: many games at once |
//! | `puzzle` | `Puzzle`: Flow Free |
//! | `errors`, `interrupt` | exceptions, and Ctrl-C |
//!
//! Nothing here knows a game: it asks the catalogue. What takes long runs without the interpreter's lock.

#![expect(
    clippy::needless_pass_by_value,
    reason = "what Python hands over is made for the call, and has no other owner"
)]

mod agent;
mod batch;
mod choice;
mod errors;
mod game;
mod interrupt;
mod pool;
mod puzzle;
mod python_agent;
mod python_game;
mod state;
mod table;
mod tournament;
mod whole;

use bellwether_catalog::Catalog;
use pyo3::prelude::*;

/// Puts the native part of the package `bellwether` into its module, with the games and agents of this catalogue, which is
/// made when it is first asked for.
///
/// # Errors
/// If Python raises an exception.
pub fn fill(module: &Bound<'_, PyModule>, catalog: fn() -> Catalog) -> PyResult<()> {
    game::set_catalog(catalog);
    pool::begin();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("IllegalMove", module.py().get_type::<errors::IllegalMove>())?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<state::PyState>()?;
    module.add_class::<agent::PyAgent>()?;
    module.add_class::<choice::PyChoice>()?;
    module.add_class::<choice::PyAlternative>()?;
    module.add_class::<choice::PyScore>()?;
    module.add_class::<batch::PyBatchEnv>()?;
    module.add_class::<table::PyTable>()?;
    module.add_class::<puzzle::PyPuzzle>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::load_game, module)?)?;
    module.add_function(wrap_pyfunction!(game::restore_game, module)?)?;
    module.add_function(wrap_pyfunction!(state::restore_state, module)?)?;
    module.add_function(wrap_pyfunction!(state::observed_state, module)?)?;
    module.add_function(wrap_pyfunction!(agent::agent, module)?)?;
    module.add_function(wrap_pyfunction!(agent::restore_agent, module)?)?;
    module.add_function(wrap_pyfunction!(choice::restore_score, module)?)?;
    module.add_function(wrap_pyfunction!(choice::restore_alternative, module)?)?;
    module.add_function(wrap_pyfunction!(choice::restore_choice, module)?)?;
    module.add_function(wrap_pyfunction!(python_game::register_game, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle::generate_puzzle, module)?)?;
    module.add_function(wrap_pyfunction!(table::solve, module)?)?;
    module.add_function(wrap_pyfunction!(table::open_table, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::run_match, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::resume_match, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::read_record, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::set_cage_helper, module)?)?;
    Ok(())
}
