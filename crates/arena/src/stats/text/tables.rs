//! Standings, crosstables and results by seat as tables, for text and for pages.

use bellwether_core::MAX_SEATS;
use bellwether_report::{TableCell, TextTable};

use super::{fixed, name};
use crate::stats::duel::DuelScore;
use crate::stats::standings::{PlayerStanding, SeatRecord, Standings};

/// What is said of ratings when some players never met.
pub const UNCONNECTED: &str =
    "Games do not connect all players: ratings compare only within groups that met.";

const PLACES: [&str; MAX_SEATS] = ["1st", "2nd", "3rd", "4th"];

/// The standings, best player first.
///
/// At tables of two: rank, name, rating and margin, games, score and share of draws. At larger ones:
/// points a game with margin, the mean score in games that have one, and how often each place was
/// taken, ties shared. What is unknown is a dash.
#[must_use]
pub fn standings(standings: &Standings, names: &[String]) -> TextTable {
    let is_duel = standings.seats == 2;
    let scored = !is_duel && standings.players.iter().any(|one| one.mean_score.is_some());
    let places = standings.players.iter().flat_map(|one| &one.places);
    let decimals = usize::from(places.into_iter().any(|count| count.fract() != 0.0));
    let rating = if is_duel { "Elo" } else { "Rating" };
    let mut heads: Vec<String> = [rating, "+/-", "Games"].map(str::to_owned).into();
    if is_duel {
        heads.extend(["Score", "Draw"].map(str::to_owned));
    } else {
        heads.extend(["Points/game", "+/-"].map(str::to_owned));
        heads.extend(scored.then(|| "Score/game".to_owned()));
        heads.extend(PLACES.into_iter().take(standings.seats).map(str::to_owned));
    }
    ranked(standings, names, heads, |one| {
        let played = (one.games > 0).then_some(one);
        let mut row = vec![
            or_dash(played.map(|one| fixed(one.rating.value, 1))),
            or_dash(played.map(|one| fixed(one.rating.margin, 1))),
            one.games.to_string(),
        ];
        if is_duel {
            row.push(or_dash(one.mean_points.map(|mean| percent(mean.value))));
            row.push(or_dash(played.map(|one| percent(one.duels.draw_ratio()))));
            return row;
        }
        let interval = one.mean_points.and_then(|mean| mean.interval);
        row.push(or_dash(one.mean_points.map(|mean| fixed(mean.value, 2))));
        row.push(or_dash(interval.map(|interval| fixed(interval.margin(), 2))));
        if scored {
            row.push(or_dash(one.mean_score.map(|mean| fixed(mean.value, 2))));
        }
        row.extend(one.places.iter().map(|&count| fixed(count, decimals)));
        row
    })
}

/// All against all, in the order of the standings, and what a cell means; a column is headed by the rank of the
/// player it stands for.
///
/// At tables of two a cell is wins-losses-draws of the row's player; at larger ones it is how often
/// that player finished ahead of, behind and level with the column's.
#[must_use]
pub fn crosstable(standings: &Standings, names: &[String]) -> (&'static str, TextTable) {
    let caption = if standings.seats == 2 {
        "Wins-losses-draws of each row's player against each column's:"
    } else {
        "Ahead-behind-level: how each row's player finished against each column's:"
    };
    let heads = (1..=standings.players.len()).map(|rank| rank.to_string()).collect();
    let table = ranked(standings, names, heads, |one| {
        let cell = |rival: &PlayerStanding| match one.against[rival.player] {
            DuelScore { wins: 0, losses: 0, draws: 0 } => "-".to_owned(),
            DuelScore { wins, losses, draws } => format!("{wins}-{losses}-{draws}"),
        };
        standings.players.iter().map(cell).collect()
    });
    (caption, table)
}

/// What [`by_seat`] shows.
pub const BY_SEAT: &str = "Points a game by seat:";

/// Points a game by seat, for each player and for all together; at tables of two as a percentage.
#[must_use]
pub fn by_seat(standings: &Standings, names: &[String]) -> TextTable {
    let seats = 1..=standings.seats;
    let heads = seats.flat_map(|seat| [format!("Seat {seat}"), "Games".to_owned()]);
    let cells = |records: &[SeatRecord]| -> Vec<String> {
        let mean = |record: &SeatRecord| {
            record.mean().map(|m| if standings.seats == 2 { percent(m) } else { fixed(m, 2) })
        };
        let both = |record: &SeatRecord| [or_dash(mean(record)), record.games.to_string()];
        records.iter().flat_map(both).collect()
    };
    let mut table = ranked(standings, names, heads.collect(), |one| cells(&one.by_seat));
    table.rows.push(row("", "all", cells(&standings.by_seat)));
    table
}

/// A row for each player, with rank and name before it.
fn ranked(
    standings: &Standings,
    names: &[String],
    heads: Vec<String>,
    cells: impl Fn(&PlayerStanding) -> Vec<String>,
) -> TextTable {
    let head = ["Rank", "Name"].map(str::to_owned).into_iter().chain(heads).collect();
    let rows =
        standings.players.iter().enumerate().map(|(index, one)| {
            row(&(index + 1).to_string(), &name(names, one.player), cells(one))
        });
    TextTable { head, rows: rows.collect() }
}

fn row(rank: &str, name: &str, cells: Vec<String>) -> Vec<TableCell> {
    let own = [TableCell::measure(rank), TableCell::text(name)];
    own.into_iter().chain(cells.into_iter().map(TableCell::measure)).collect()
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

fn percent(share: f64) -> String {
    format!("{}%", fixed(100.0 * share, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::GameOutcome;
    use bellwether_report::text::aligned;

    fn text(table: &TextTable) -> String {
        aligned(table, &[])
    }

    fn names() -> Vec<String> {
        ["alpha-beta", "mcts", "random", "Schäfer"].map(str::to_owned).to_vec()
    }

    fn duels() -> Standings {
        let results = [[0.0, 1.0], [0.0, 1.0], [1.0, 2.0], [0.0, 2.0], [2.0, 1.0], [2.0, 0.0]];
        let outcome = |(index, &[first, second]): (usize, &[f64; 2])| GameOutcome {
            players: vec![first as usize, second as usize],
            payoffs: if index == 1 { vec![0.0, 0.0] } else { vec![1.0, -1.0] },
            scores: None,
            group: 0,
        };
        Standings::of(4, &results.iter().enumerate().map(outcome).collect::<Vec<_>>())
    }

    fn tables() -> Standings {
        let outcome = |scores: [f64; 4]| GameOutcome {
            players: vec![0, 1, 2, 3],
            payoffs: scores.to_vec(),
            scores: Some(scores.to_vec()),
            group: 0,
        };
        let scores = [[30.0, 20.0, 10.0, 12.0], [25.0, 25.0, 8.0, 9.0], [11.0, 29.0, 5.0, 13.0]];
        Standings::of(4, &scores.map(outcome))
    }

    #[test]
    fn tables_of_two() {
        let s = duels();
        let expected = "\
Rank  Name          Elo    +/-  Games  Score   Draw
   1  alpha-beta   62.3  310.6      4  62.5%  25.0%
   2  random        0.0  306.6      4  50.0%   0.0%
   3  mcts        -62.3  310.6      4  37.5%  25.0%
   4  Schäfer         -      -      0      -      -
";
        assert_eq!(text(&standings(&s, &names())), expected);
        let expected = "\
Wins-losses-draws of each row's player against each column's:
Rank  Name            1      2      3  4
   1  alpha-beta      -  1-1-0  1-0-1  -
   2  random      1-1-0      -  1-1-0  -
   3  mcts        0-1-1  1-1-0      -  -
   4  Schäfer         -      -      -  -
";
        let (caption, table) = crosstable(&s, &names());
        assert_eq!(format!("{caption}\n{}", text(&table)), expected);
        let expected = "\
Rank  Name        Seat 1  Games  Seat 2  Games
   1  alpha-beta   83.3%      3    0.0%      1
   2  random      100.0%      2    0.0%      2
   3  mcts        100.0%      1   16.7%      3
   4  Schäfer          -      0       -      0
      all          91.7%      6    8.3%      6
";
        assert_eq!(text(&by_seat(&s, &names())), expected);
    }

    #[test]
    fn tables_of_four() {
        let s = tables();
        let expected = "\
Rank  Name        Rating    +/-  Games  Points/game   +/-  Score/game  1st  2nd  3rd  4th
   1  mcts         254.6  300.5      3         4.00  2.48       24.67  1.5  1.5  0.0  0.0
   2  alpha-beta   132.3  289.9      3         3.67  3.79       22.00  1.5  0.5  1.0  0.0
   3  Schäfer       40.2  264.6      3         2.33  1.43       11.33  0.0  1.0  2.0  0.0
   4  random      -427.1  452.9      3         1.00  0.00        7.67  0.0  0.0  0.0  3.0
";
        assert_eq!(text(&standings(&s, &names())), expected);
        let expected = "\
Ahead-behind-level: how each row's player finished against each column's:
Rank  Name            1      2      3      4
   1  mcts            -  1-1-1  3-0-0  3-0-0
   2  alpha-beta  1-1-1      -  2-1-0  3-0-0
   3  Schäfer     0-3-0  1-2-0      -  3-0-0
   4  random      0-3-0  0-3-0  0-3-0      -
";
        let (caption, table) = crosstable(&s, &names());
        assert_eq!(format!("{caption}\n{}", text(&table)), expected);
        let all = "      all           3.67      3    4.00      3    1.00      3    2.33      3\n";
        let printed = text(&by_seat(&s, &names()));
        assert!(printed.ends_with(all), "{printed}");
    }

    #[test]
    fn nothing_printed_is_infinite_or_no_number() {
        let idle = Standings::of(3, &[]);
        let alone = Standings::of(1, &[]);
        for s in [idle, alone, duels(), tables(), Standings::of(0, &[])] {
            let tables = [standings(&s, &[]), crosstable(&s, &[]).1, by_seat(&s, &[])];
            let printed: String = tables.iter().map(text).collect();
            assert!(!printed.contains("NaN") && !printed.contains("inf"), "{printed}");
        }
    }
}
