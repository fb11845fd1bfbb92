//! The statistics as text: lines and tables for people, and lines that scripts parse.
//!
//! The lines are those of cutechess-cli, character for character; nothing here ever prints `nan` or
//! `inf`. Names are looked up by the players' numbers; one that is missing is `player 3`.

mod tables;

use super::GameOutcome;
use super::duel::{DuelScore, Pairs};
use super::interval::EstimateWithError;
use super::sprt::Sprt;
use super::standings::points;
use crate::record::GameRecord;
pub use tables::{BY_SEAT, UNCONNECTED, by_seat, crosstable, standings};

/// `Finished game 1 (A vs B): 1-0 {reason}`.
///
/// Seats are named in order. At a table of more than two the result is each seat's tournament
/// points: `5-1-2.5-2.5`.
#[must_use]
pub fn finished_game(number: u64, outcome: &GameOutcome, reason: &str, names: &[String]) -> String {
    let seated: Vec<String> = outcome.players.iter().map(|&player| name(names, player)).collect();
    format!("Finished game {number} ({}): {} {{{reason}}}", seated.join(" vs "), result(outcome))
}

/// Why a game ended, with the faults that did not end it: at a table of more than two the others play on.
#[must_use]
pub fn ending(record: &GameRecord, seats: &[String]) -> String {
    let mut text = record.detail.clone();
    for fault in record.faults.iter().filter(|_| record.players.len() > 2) {
        let seat = fault.seat.checked_sub(1).and_then(|seat| seats.get(seat));
        let seat = seat.map_or("somebody", String::as_str);
        text.push_str(&format!("; {seat}: {}", fault.reason));
        if !fault.detail.is_empty() {
            text.push_str(&format!(": {}", fault.detail));
        }
    }
    text
}

/// A game's result: `1-0`, `0-1` or `1/2-1/2` for two seats, tournament points for more.
#[must_use]
pub fn result(outcome: &GameOutcome) -> String {
    let points = points(outcome);
    match points[..] {
        [first, second] if first == second => "1/2-1/2".to_owned(),
        _ => {
            let texts: Vec<String> = points.iter().map(|&points| plain(points)).collect();
            texts.join("-")
        }
    }
}

/// `Score of A vs B: W - L - D  [0.550] N`: wins, losses and draws of `A`, which is player `a`.
#[must_use]
pub fn score(tally: &DuelScore, a: usize, b: usize, names: &[String]) -> String {
    let DuelScore { wins, losses, draws } = tally;
    format!(
        "Score of {} vs {}: {wins} - {losses} - {draws}  [{}] {}",
        name(names, a),
        name(names, b),
        fixed(tally.score(), 3),
        tally.games()
    )
}

/// `Elo difference: x +/- y, LOS: z %, DrawRatio: w %`: positive if the tally's own player leads.
#[must_use]
pub fn elo_difference(tally: &DuelScore) -> String {
    elo_line(tally.elo(), tally.likelihood_of_superiority(), tally.draw_ratio())
}

/// The same line with the margins of pairs; the share of draws is still that of games.
#[must_use]
pub fn elo_difference_of_pairs(pairs: &Pairs) -> String {
    elo_line(pairs.elo(), pairs.likelihood_of_superiority(), pairs.games.draw_ratio())
}

/// The line with these numbers.
pub(crate) fn elo_line(elo: EstimateWithError, superiority: f64, draws: f64) -> String {
    format!(
        "Elo difference: {} +/- {}, LOS: {} %, DrawRatio: {} %",
        fixed(elo.value, 1),
        fixed(elo.margin, 1),
        fixed(100.0 * superiority, 1),
        fixed(100.0 * draws, 1)
    )
}

/// `Ptnml(0-2): [2, 0, 9, 1, 3]`, as fastchess prints it: pairs that brought 0, ½, 1, 1½ and 2 points.
#[must_use]
pub fn pentanomial(pairs: &Pairs) -> String {
    format!("Ptnml(0-2): {:?}", pairs.cells)
}

/// `SPRT: llr 2.91 (100.8%), lbound -2.25, ubound 2.89`, as cutechess prints it.
///
/// The percentage is how far the ratio is on its way to the bound on its side.
#[must_use]
pub fn sprt(sprt: &Sprt, llr: f64) -> String {
    let bounds = sprt.bounds();
    format!(
        "SPRT: llr {} ({}%), lbound {}, ubound {}",
        fixed(llr, 2),
        fixed(100.0 * sprt.progress(llr), 1),
        fixed(bounds.low, 2),
        fixed(bounds.high, 2)
    )
}

/// A player's name.
fn name(names: &[String], player: usize) -> String {
    names.get(player).cloned().unwrap_or_else(|| format!("player {}", player + 1))
}

/// A number with so many decimals, and no sign on a zero.
pub(crate) fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| byte == b'0' || byte == b'.') => rest.to_owned(),
        _ => text,
    }
}

/// A number with as many decimals as it needs, two at most: `5`, `2.5`, `3.33`.
fn plain(value: f64) -> String {
    let text = fixed(value, 2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::sprt::EloModel;

    fn names() -> Vec<String> {
        ["A", "B"].map(str::to_owned).to_vec()
    }

    #[test]
    fn finished_games() {
        let duel = |payoffs: [f64; 2]| GameOutcome {
            players: vec![0, 1],
            payoffs: payoffs.to_vec(),
            scores: None,
            group: 0,
        };
        let line = finished_game(1, &duel([1.0, -1.0]), "White reaches rank 8", &names());
        assert_eq!(line, "Finished game 1 (A vs B): 1-0 {White reaches rank 8}");
        assert_eq!(result(&duel([-1.0, 1.0])), "0-1");
        assert_eq!(result(&duel([0.0, 0.0])), "1/2-1/2");
        let four = GameOutcome {
            players: vec![0, 1, 1, 2],
            payoffs: vec![9.0, 3.0, 7.0, 7.0],
            scores: None,
            group: 0,
        };
        let line = finished_game(12, &four, "nobody can move", &names());
        assert_eq!(
            line,
            "Finished game 12 (A vs B vs B vs player 3): 5-1-2.5-2.5 {nobody can move}"
        );
    }

    #[test]
    fn a_match_in_two_lines() {
        let tally = DuelScore { wins: 55, losses: 45, draws: 10 };
        assert_eq!(score(&tally, 0, 1, &names()), "Score of A vs B: 55 - 45 - 10  [0.545] 110");
        // These very counts are in tests/independent/statistics.json: 31.67, 62.83 and 0.8413.
        assert_eq!(
            elo_difference(&tally),
            "Elo difference: 31.7 +/- 62.8, LOS: 84.1 %, DrawRatio: 9.1 %"
        );
    }

    #[test]
    fn a_match_of_pairs() {
        let games = DuelScore { wins: 16, losses: 13, draws: 1 };
        let pairs = Pairs { cells: [2, 0, 9, 1, 3], games, unpaired: 0 };
        assert_eq!(pentanomial(&pairs), "Ptnml(0-2): [2, 0, 9, 1, 3]");
        // The definitions worked out with numpy and scipy.stats on the fifteen pairs' scores.
        let line = elo_difference_of_pairs(&pairs);
        assert_eq!(line, "Elo difference: 34.9 +/- 106.9, LOS: 74.4 %, DrawRatio: 3.3 %");
        let empty = elo_difference_of_pairs(&Pairs::default());
        assert_eq!(empty, "Elo difference: 0.0 +/- 681.0, LOS: 50.0 %, DrawRatio: 0.0 %");
    }

    #[test]
    fn a_test_in_one_line() {
        let test = Sprt { elo0: 0.0, elo1: 3.0, alpha: 0.05, beta: 0.1, model: EloModel::Logistic };
        assert_eq!(sprt(&test, 2.913), "SPRT: llr 2.91 (100.8%), lbound -2.25, ubound 2.89");
        assert_eq!(sprt(&test, -0.001), "SPRT: llr 0.00 (0.0%), lbound -2.25, ubound 2.89");
    }

    #[test]
    fn no_small_match_prints_what_is_no_number() {
        let models = [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian];
        for code in 0..7u64.pow(3) {
            let tally = DuelScore { wins: code % 7, losses: code / 7 % 7, draws: code / 49 };
            if tally.games() > 6 {
                continue;
            }
            let mut lines = vec![score(&tally, 0, 1, &names()), elo_difference(&tally)];
            for model in models {
                let test = Sprt { elo0: -5.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model };
                let ratio = test.llr(&tally);
                lines.push(sprt(&test, ratio));
            }
            for line in lines {
                let lower = line.to_lowercase();
                assert!(!lower.contains("nan") && !lower.contains("inf"), "{line}");
                assert!(!lower.contains("-0.0 ") && !lower.contains("-0.00 "), "{line}");
            }
        }
    }
}
