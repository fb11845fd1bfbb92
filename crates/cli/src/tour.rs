//! What `bellwether` says when asked for nothing: a short tour.

pub(crate) fn text() -> String {
    "\
Bellwether plays, measures and proves board games. The page to play on is coming;
this is what the terminal can do already:

  bellwether games                              every game, its options and variants
  bellwether show wolves-eat-sheep              a board and whose turn it is
  bellwether moves wolf-and-sheep               the legal moves
  bellwether play breakthrough                  play White against a greedy agent
  bellwether play battle-sheep --agent person --agent person --agent greedy --agent random
  bellwether agents breakthrough                who can sit at the table
  bellwether best breakthrough --agent pvs:time=1        ask for a move and see why
  bellwether perft breakthrough --depth 5       count 6182818 ways to play five moves
  bellwether host --help                        a Battle Sheep server for the course's clients
  bellwether flow generate --size 8x8           a puzzle with exactly one solution
  bellwether flow play                          play one

Every command has --help, and all but play have --json.
"
    .to_owned()
}
