//! Standings, crosstables and results by seat as aligned plain text.

use super::{fixed, name};
use crate::stats::duel::DuelScore;
use crate::stats::standings::{PlayerStanding, SeatRecord, Standings};

/// The standings, best player first.
///
/// At tables of two: rank, name, rating and margin, games, score and share of draws. At larger ones:
/// points a game with margin, the mean score in games that have one, and how often each place was
/// taken, ties shared. What is unknown is a dash.
#[must_use]
pub fn standings(standings: &Standings, names: &[String]) -> String {
    let mut table = if standings.seats == 2 {
        standings_of_two(standings, names)
    } else {
        standings_of_more(standings, names)
    };
    if standings.players.len() > 1 && !standings.ratings.connected {
        table.push_str(
            "Games do not connect all players: ratings compare only within groups that met.\n",
        );
    }
    table
}

fn standings_of_two(standings: &Standings, names: &[String]) -> String {
    let mut grid = AlignedTable::new(["Rank", "Name", "Elo", "+/-", "Games", "Score", "Draw"]);
    for (index, standing) in standings.players.iter().enumerate() {
        let played = (standing.games > 0).then_some(standing);
        grid.row([
            (index + 1).to_string(),
            name(names, standing.player),
            or_dash(played.map(|standing| fixed(standing.rating.value, 1))),
            or_dash(played.map(|standing| fixed(standing.rating.margin, 1))),
            standing.games.to_string(),
            or_dash(standing.mean_points.map(|mean| percent(mean.value))),
            or_dash(played.map(|standing| percent(standing.duels.draw_ratio()))),
        ]);
    }
    grid.text()
}

fn standings_of_more(standings: &Standings, names: &[String]) -> String {
    let scored = standings.players.iter().any(|standing| standing.mean_score.is_some());
    let mut titles: Vec<String> =
        ["Rank", "Name", "Rating", "+/-", "Games", "Points/game", "+/-"].map(str::to_owned).into();
    if scored {
        titles.push("Score/game".to_owned());
    }
    titles.extend((1..=standings.seats).map(ordinal));
    let whole =
        standings.players.iter().flat_map(|standing| &standing.places).all(|n| n.fract() == 0.0);
    let mut grid = AlignedTable::new(titles);
    for (index, standing) in standings.players.iter().enumerate() {
        grid.row(row_of_more(index + 1, standing, names, scored, usize::from(!whole)));
    }
    grid.text()
}

fn row_of_more(
    rank: usize,
    standing: &PlayerStanding,
    names: &[String],
    scored: bool,
    decimals: usize,
) -> Vec<String> {
    let played = (standing.games > 0).then_some(standing);
    let interval = standing.mean_points.and_then(|mean| mean.interval);
    let mut row = vec![
        rank.to_string(),
        name(names, standing.player),
        or_dash(played.map(|standing| fixed(standing.rating.value, 1))),
        or_dash(played.map(|standing| fixed(standing.rating.margin, 1))),
        standing.games.to_string(),
        or_dash(standing.mean_points.map(|mean| fixed(mean.value, 2))),
        or_dash(interval.map(|interval| fixed(interval.margin(), 2))),
    ];
    if scored {
        row.push(or_dash(standing.mean_score.map(|mean| fixed(mean.value, 2))));
    }
    row.extend(standing.places.iter().map(|&count| fixed(count, decimals)));
    row
}

/// All against all, in the order of the standings; a column is headed by the rank of the
/// player it stands for.
///
/// At tables of two a cell is wins-losses-draws of the row's player; at larger ones it is how often
/// that player finished ahead of, behind and level with the column's.
#[must_use]
pub fn crosstable(standings: &Standings, names: &[String]) -> String {
    let caption = if standings.seats == 2 {
        "Wins-losses-draws of each row's player against each column's:"
    } else {
        "Ahead-behind-level: how each row's player finished against each column's:"
    };
    let ranks = 1..=standings.players.len();
    let titles = ["Rank".to_owned(), "Name".to_owned()];
    let mut grid = AlignedTable::new(titles.into_iter().chain(ranks.map(|rank| rank.to_string())));
    for (index, standing) in standings.players.iter().enumerate() {
        let cell = |rival: &PlayerStanding| match standing.against[rival.player] {
            DuelScore { wins: 0, losses: 0, draws: 0 } => "-".to_owned(),
            DuelScore { wins, losses, draws } => format!("{wins}-{losses}-{draws}"),
        };
        let own = [(index + 1).to_string(), name(names, standing.player)];
        grid.row(own.into_iter().chain(standings.players.iter().map(cell)));
    }
    format!("{caption}\n{}", grid.text())
}

/// Points a game by seat, for each player and for all together; at tables of two as a percentage.
#[must_use]
pub fn by_seat(standings: &Standings, names: &[String]) -> String {
    let seats = 1..=standings.seats;
    let mut grid = AlignedTable::new(
        ["Rank".to_owned(), "Name".to_owned()]
            .into_iter()
            .chain(seats.flat_map(|seat| [format!("Seat {seat}"), "Games".to_owned()])),
    );
    let cells = |records: &[SeatRecord]| -> Vec<String> {
        let mean = |record: &SeatRecord| {
            record.mean().map(|m| if standings.seats == 2 { percent(m) } else { fixed(m, 2) })
        };
        let both = |record: &SeatRecord| [or_dash(mean(record)), record.games.to_string()];
        records.iter().flat_map(both).collect()
    };
    for (index, standing) in standings.players.iter().enumerate() {
        let own = [(index + 1).to_string(), name(names, standing.player)];
        grid.row(own.into_iter().chain(cells(&standing.by_seat)));
    }
    grid.row(["".to_owned(), "all".to_owned()].into_iter().chain(cells(&standings.by_seat)));
    format!("Points a game by seat:\n{}", grid.text())
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

fn percent(share: f64) -> String {
    format!("{}%", fixed(100.0 * share, 1))
}

fn ordinal(number: usize) -> String {
    match number {
        1 => "1st".to_owned(),
        2 => "2nd".to_owned(),
        3 => "3rd".to_owned(),
        _ => format!("{number}th"),
    }
}

/// Cells in rows under titles: all to the right of their column but names, which are the second.
struct AlignedTable {
    rows: Vec<Vec<String>>,
}

const NAMES: usize = 1;

impl AlignedTable {
    fn new(titles: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { rows: vec![titles.into_iter().map(Into::into).collect()] }
    }

    fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.rows[0].len()).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                if column == NAMES { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            let line = cells.collect::<Vec<String>>().join("  ");
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::GameOutcome;

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
Games do not connect all players: ratings compare only within groups that met.
";
        assert_eq!(standings(&s, &names()), expected);
        let expected = "\
Wins-losses-draws of each row's player against each column's:
Rank  Name            1      2      3  4
   1  alpha-beta      -  1-1-0  1-0-1  -
   2  random      1-1-0      -  1-1-0  -
   3  mcts        0-1-1  1-1-0      -  -
   4  Schäfer         -      -      -  -
";
        assert_eq!(crosstable(&s, &names()), expected);
        let expected = "\
Points a game by seat:
Rank  Name        Seat 1  Games  Seat 2  Games
   1  alpha-beta   83.3%      3    0.0%      1
   2  random      100.0%      2    0.0%      2
   3  mcts        100.0%      1   16.7%      3
   4  Schäfer          -      0       -      0
      all          91.7%      6    8.3%      6
";
        assert_eq!(by_seat(&s, &names()), expected);
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
        assert_eq!(standings(&s, &names()), expected);
        let expected = "\
Ahead-behind-level: how each row's player finished against each column's:
Rank  Name            1      2      3      4
   1  mcts            -  1-1-1  3-0-0  3-0-0
   2  alpha-beta  1-1-1      -  2-1-0  3-0-0
   3  Schäfer     0-3-0  1-2-0      -  3-0-0
   4  random      0-3-0  0-3-0  0-3-0      -
";
        assert_eq!(crosstable(&s, &names()), expected);
        let all = "      all           3.67      3    4.00      3    1.00      3    2.33      3\n";
        assert!(by_seat(&s, &names()).ends_with(all), "{}", by_seat(&s, &names()));
    }

    #[test]
    fn nothing_printed_is_infinite_or_no_number() {
        let idle = Standings::of(3, &[]);
        let alone = Standings::of(1, &[]);
        for s in [idle, alone, duels(), tables(), Standings::of(0, &[])] {
            let printed = standings(&s, &[]) + &crosstable(&s, &[]) + &by_seat(&s, &[]);
            assert!(!printed.contains("NaN") && !printed.contains("inf"), "{printed}");
        }
    }
}
