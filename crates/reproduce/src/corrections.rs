//! What is wrong in the course reports' own programs and papers, and was corrected here: a report section names it.

use bellwether_report::{ReportBlock, Section};

/// What was corrected, by course report.
const ERRORS: [(&str, &[&str]); 5] = [
    (
        "Breakthrough",
        &[
            "The search stops at depth zero only: a finished game is searched on as if nothing had happened. Ours ends there.",
            "Its alpha-beta, by its counts, keeps nearly every inner node and prunes leaves alone; ours hands the window down to every level.",
            "A worker on an edge file is never “almost winning”, because both diagonals must exist. Kept, as it is part of the formula.",
            "On the board of five rows the code still asks for rows 6 and 7, so White's win bonus can never apply. Ours follows the \
             prose: the last row, whichever it is.",
            "Nodes a level for depth 4 make 229,374 in all, though 271,410 are stated; several sample games print more or \
             fewer moves than their nodes allow.",
            "Minimax to depth 3 and alpha-beta to depth 4 are compared as being of “the same depth”.",
        ],
    ),
    (
        "Wolf and Sheep",
        &[
            "The boards printed as starting positions have nine rows; the game is played on eight.",
            "Who wins if the sheep must move and cannot is not said. Decided: they lose.",
        ],
    ),
    (
        "Wolves Eat Sheep",
        &[
            "After any move it is the wolves' turn: the next player is 2 whoever moved, so the search never lets the sheep answer.",
            "Edible sheep are looked for two squares from a sheep, where a wolf is meant.",
            "The blocked ways of both wolves go into one counter, and four of them count as one trapped wolf, whoever they \
             belong to.",
            "A wolf that can eat loses the step between from its list of moves, though eating is not compulsory.",
            "The course's engine lets some diagonal captures through by rounding; the rules have none.",
            "What happens when the sheep cannot move is not said. Decided: the wolves win.",
            "“The wolves can eat several sheep in one move”, says the text on fairness; the rules let them eat one.",
        ],
    ),
    (
        "Battle Sheep",
        &[
            "The tree stops growing below a seat that cannot move (the report says so itself). Here a stuck seat is skipped.",
            "The mean score of the search to depth 4 is given as 20.6865; the ten scores of its table make 20.1686, which is \
             what we compare with.",
            "Hidden flocks are spread evenly over their cells. That stays as a baseline (`mcts:guess=even`); the default draws \
             them anew for every simulation.",
        ],
    ),
    (
        "Flow Free",
        &[
            "The test of a finished board is local: it would let a closed loop beside the paths pass. Ours checks that each \
             colour is one path.",
            "The 6×6 input is printed with a row of five; it was recovered from its solution.",
        ],
    ),
];

/// The section that names them.
pub(super) fn section() -> Section {
    let mut blocks = vec![ReportBlock::Text(
        "What the reports' own programs and texts get wrong or leave open, and what was done about it here. Wherever prose and \
         code of a report differ, its prose is followed."
            .to_owned(),
    )];
    for (game, errors) in ERRORS {
        blocks.push(ReportBlock::Heading(game.to_owned()));
        blocks.push(ReportBlock::List(
            errors.iter().map(|inconsistency| (*inconsistency).to_owned()).collect(),
        ));
    }
    Section::new("Errors in the course reports, corrected", blocks)
}
