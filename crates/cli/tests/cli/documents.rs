//! Every example in the documents is run: blocks marked `console` in README and docs. The files under
//! `cmd/` hold output that no document shows.

#[test]
fn the_examples_in_the_documents_hold() {
    // Tables that the examples make; those of whoever runs this stay out of it.
    let tables = concat!(env!("CARGO_TARGET_TMPDIR"), "/document-tables");
    let _ = std::fs::remove_dir_all(tables);
    trycmd::TestCases::new()
        .default_bin_name("bellwether")
        .env("NO_COLOR", "1")
        .env("BELLWETHER_TABLES", tables)
        .case("../../README.md")
        .case("../../docs/*.md")
        // Its examples need a shell and files; tests/flow.rs runs them.
        .skip("../../docs/puzzles.md")
        // Its examples need records and share a folder; tests/tournaments.rs runs them.
        .skip("../../docs/tournaments.md")
        // Its examples make a bot and share a folder; tests/grade.rs runs them.
        .skip("../../docs/bots.md")
        .case("tests/cmd/*.trycmd");
}
