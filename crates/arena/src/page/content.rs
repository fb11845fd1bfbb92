//! The page's part about all games together: sentences, tables and plots.

use bellwether_report::{
    Estimate, Format, Report, ReportBlock, Section, TableCell, TextTable, grouped, percent,
};

use super::PageOptions;
use super::gather::Gathered;
use super::settings::{counted, words};
use crate::record::{Reason, RecordHeader};
use crate::stats::duel::{DuelScore, Pairs};
use crate::stats::interval::{self, Interval};
use crate::stats::ratings::{GameRanking, Ratings as Rated};
use crate::stats::standings::{Mean, PlayerStanding, SeatRecord, Standings};

/// Players that a title names.
const NAMED: usize = 4;

pub(super) fn build(header: &RecordHeader, options: &PageOptions, gathered: &Gathered) -> Report {
    let standings = standings_of(header, options, gathered);
    let view = PageData { header, gathered, standings, names: header.names() };
    let mut sections = vec![
        Section::new("Standings", view.result()),
        Section::new("Against each other", view.against()),
    ];
    if gathered.truth.iter().any(|count| count.evaluated > 0) {
        sections.push(Section::new("Compared with the solved table", view.truth()));
    }
    sections.push(Section::new("In pictures", view.plots()));
    sections.push(Section::new("How games ended", view.endings()));
    sections.push(Section::new("How it was played", view.played()));
    Report {
        title: format!("{}: {}", options.title, title_names(&view.names)),
        lead: view.lead(),
        sections,
    }
}

fn standings_of(header: &RecordHeader, options: &PageOptions, gathered: &Gathered) -> Standings {
    let players = header.players.len();
    let outcomes = &gathered.outcomes;
    if options.teams.len() != header.seats.len() {
        return Standings::of(players, outcomes);
    }
    let rankings: Vec<GameRanking> =
        outcomes.iter().map(|outcome| GameRanking::in_teams(outcome, &options.teams)).collect();
    Standings::with_ratings(outcomes, Rated::fit(players, &rankings))
}

fn title_names(names: &[String]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [only] => format!("{only} against itself"),
        [one, other] => format!("{one} against {other}"),
        many if many.len() <= NAMED => {
            format!("{} and {}", many[..many.len() - 1].join(", "), many[many.len() - 1])
        }
        many => format!("{} and {} more", many[..NAMED - 1].join(", "), many.len() - (NAMED - 1)),
    }
}

/// The data of the page.
pub(super) struct PageData<'a> {
    pub(super) header: &'a RecordHeader,
    pub(super) gathered: &'a Gathered,
    pub(super) standings: Standings,
    pub(super) names: Vec<String>,
}

impl PageData<'_> {
    fn name(&self, player: usize) -> TableCell {
        TableCell::text(&self.names[player])
    }

    pub(super) fn is_duel(&self) -> bool {
        self.standings.seats == 2
    }

    /// Points a game as they are printed: a share at tables of two, a number otherwise.
    pub(super) fn format(&self) -> Format {
        if self.is_duel() { Format::Percent } else { Format::Number }
    }

    fn lead(&self) -> String {
        format!(
            "{} of {}, begun {}: {}.",
            counted(self.standings.games, "game"),
            self.header.game,
            self.header.began,
            words(self.header).join("; ")
        )
    }

    fn result(&self) -> Vec<ReportBlock> {
        let mut blocks =
            vec![ReportBlock::Finding(self.finding()), ReportBlock::Table(self.table())];
        if self.names.len() > 1 && self.standings.games > 0 {
            blocks.push(ReportBlock::Text(
                "Intervals hold with 95 % confidence. Ratings are on the scale of Elo, with mean zero, from all \
                 games together."
                    .to_owned(),
            ));
            if !self.standings.ratings.connected {
                blocks.push(ReportBlock::Text(
                    "Games do not connect all players: ratings compare only within groups that met."
                        .to_owned(),
                ));
            }
        }
        blocks
    }

    /// The result in one sentence.
    fn finding(&self) -> String {
        let games = counted(self.standings.games, "game");
        match &self.standings.players[..] {
            _ if self.standings.games == 0 => "No game is finished yet.".to_owned(),
            [best, other] if self.is_duel() => self.duel(best.player, other.player),
            [best, ..] => {
                let points = best.mean_points.map(|mean| self.mean(mean)).unwrap_or_default();
                let what = if self.is_duel() { "of the points" } else { "points a game" };
                format!(
                    "{} comes first with {points} {what} after {games}.",
                    self.names[best.player]
                )
            }
            [] => format!("{games} without players."),
        }
    }

    fn duel(&self, best: usize, other: usize) -> String {
        let tally = DuelScore::of(&self.gathered.outcomes, best, other);
        let pairs = Pairs::of(&self.gathered.outcomes, best, other);
        let is_paired = pairs.pairs() > 0 && pairs.unpaired == 0;
        let (elo, likelihood) = if is_paired {
            (pairs.elo(), pairs.likelihood_of_superiority())
        } else {
            (tally.elo(), tally.likelihood_of_superiority())
        };
        let Interval { low, high } = interval::wilson(tally.points(), tally.games() as f64);
        let score = Format::Percent.estimate(&Estimate::within(tally.score(), low, high));
        format!(
            "{} scores {score} against {}: {} won, {} drawn, {} lost. Elo {} ± {:.0}, likelihood of superiority {}.",
            self.names[best],
            self.names[other],
            grouped(tally.wins),
            grouped(tally.draws),
            grouped(tally.losses),
            Format::Number.text(elo.value.round()),
            elo.margin,
            Format::Percent.text(likelihood)
        )
    }

    fn mean(&self, mean: Mean) -> String {
        let interval =
            mean.interval.map(|interval| (round(interval.low, 4), round(interval.high, 4)));
        let estimate = Estimate { value: round(mean.value, 4), interval };
        match self.format() {
            Format::Percent => Format::Percent.estimate(&estimate),
            Format::Number => Format::Number.estimate(&Estimate {
                value: round(estimate.value, 2),
                interval: interval.map(|(low, high)| (round(low, 2), round(high, 2))),
            }),
        }
    }

    fn table(&self) -> TextTable {
        let is_duel = self.is_duel();
        let has_scores = self.standings.players.iter().any(|one| one.mean_score.is_some());
        let mut head = vec!["", "player", "rating", "games"];
        head.extend(if is_duel {
            &["won", "drawn", "lost", "score"][..]
        } else {
            &["points a game"]
        });
        if has_scores {
            head.push("score a game");
        }
        let places = ["1st", "2nd", "3rd", "4th"];
        if !is_duel {
            head.extend(places.iter().take(self.standings.seats));
        }
        let rows = self.standings.players.iter().enumerate().map(|(rank, one)| {
            let rating = match one.games {
                0 => TableCell::Empty,
                _ => TableCell::measure(format!(
                    "{} ± {:.0}",
                    Format::Number.text(one.rating.value.round()),
                    one.rating.margin
                )),
            };
            let mut row = vec![
                TableCell::measure((rank + 1).to_string()),
                self.name(one.player),
                rating,
                TableCell::Number(one.games),
            ];
            if is_duel {
                row.extend(
                    [one.duels.wins, one.duels.draws, one.duels.losses].map(TableCell::Number),
                );
            }
            row.push(
                one.mean_points
                    .map_or(TableCell::Empty, |mean| TableCell::measure(self.mean(mean))),
            );
            if has_scores {
                let score =
                    |mean: Mean| TableCell::measure(Format::Number.text(round(mean.value, 2)));
                row.push(one.mean_score.map_or(TableCell::Empty, score));
            }
            if !is_duel {
                row.extend(
                    one.places
                        .iter()
                        .map(|count| TableCell::measure(Format::Number.text(round(*count, 2)))),
                );
            }
            row
        });
        TextTable::new(&head, rows.collect())
    }

    fn against(&self) -> Vec<ReportBlock> {
        let players = &self.standings.players;
        let heads = players.iter().map(|one| self.names[one.player].clone());
        let head: Vec<String> = std::iter::once(String::new()).chain(heads).collect();
        let cell = |one: &PlayerStanding, rival: &PlayerStanding| match one.against[rival.player] {
            _ if one.player == rival.player => TableCell::measure("·"),
            DuelScore { wins: 0, draws: 0, losses: 0 } => TableCell::Empty,
            DuelScore { wins, losses, draws } => {
                TableCell::measure(format!("{wins}–{draws}–{losses}"))
            }
        };
        let rows = players.iter().map(|one| {
            let cells = players.iter().map(|rival| cell(one, rival));
            std::iter::once(self.name(one.player)).chain(cells).collect()
        });
        let words = if self.is_duel() {
            "Won, drawn and lost by each row's player against each column's."
        } else {
            "How often each row's player finished ahead of, level with and behind each column's."
        };
        vec![
            ReportBlock::Text(words.to_owned()),
            ReportBlock::Table(TextTable { head, rows: rows.collect() }),
            ReportBlock::Heading("By seat".to_owned()),
            ReportBlock::Text("Points a game, and in how many games.".to_owned()),
            ReportBlock::Table(self.seats()),
        ]
    }

    fn seats(&self) -> TextTable {
        let text = |record: &SeatRecord| match record.mean() {
            Some(mean) => TableCell::measure(format!(
                "{} in {}",
                self.format().text(round(mean, 4)),
                grouped(record.games)
            )),
            None => TableCell::Empty,
        };
        let head: Vec<String> =
            std::iter::once(String::new()).chain(self.header.seats.iter().cloned()).collect();
        let players = self.standings.players.iter();
        let mut rows: Vec<Vec<TableCell>> = players
            .map(|one| {
                std::iter::once(self.name(one.player)).chain(one.by_seat.iter().map(text)).collect()
            })
            .collect();
        if self.names.len() > 1 {
            let all = self.standings.by_seat.iter().map(text);
            rows.push(std::iter::once(TableCell::text("everybody")).chain(all).collect());
        }
        TextTable { head, rows }
    }

    fn truth(&self) -> Vec<ReportBlock> {
        let rows = self.standings.players.iter().map(|one| {
            let count = &self.gathered.truth[one.player];
            let number = |number: Option<f64>, places: i32| match number {
                Some(number) => TableCell::measure(Format::Number.text(round(number, places))),
                None => TableCell::Empty,
            };
            vec![
                self.name(one.player),
                TableCell::Number(count.evaluated),
                TableCell::measure(percent(count.kept, count.evaluated)),
                thrown(count.wins_thrown, count.wins),
                thrown(count.draws_thrown, count.draws),
                number(count.first_blunder(), 1),
                number(count.remoteness_a_move(), 2),
            ]
        });
        let head = [
            "player",
            "judged",
            "kept",
            "▲ wins thrown",
            "◆ draws thrown",
            "first at ply",
            "plies lost",
        ];
        vec![
            ReportBlock::Table(TextTable::new(&head, rows.collect())),
            ReportBlock::Text(
                "A move keeps the result if the mover can still get with it what it could before. Thrown away are \
                 wins and draws that the mover had: so many of its moves in such positions. The first time is a \
                 mean over the games in which it happened. Plies are lost when a win takes longer, or a loss comes \
                 sooner, than it has to."
                    .to_owned(),
            ),
        ]
    }

    fn endings(&self) -> Vec<ReportBlock> {
        let all = self.standings.games;
        let reasons = Reason::ALL.iter().filter_map(|reason| {
            let count = *self.gathered.reasons.get(reason)?;
            Some(vec![TableCell::text(reason.name()), TableCell::Share(count, all)])
        });
        let mut blocks =
            vec![ReportBlock::Table(TextTable::new(&["reason", "games"], reasons.collect()))];
        if self.gathered.faults.is_empty() {
            blocks.push(ReportBlock::Text("No player made a fault.".to_owned()));
            return blocks;
        }
        blocks.push(ReportBlock::Heading("Faults".to_owned()));
        let rows = self.gathered.faults.iter().map(|((player, reason), faults)| {
            vec![
                self.name(*player),
                TableCell::text(reason.name()),
                TableCell::Number(faults.count),
                TableCell::Text(format!("game {}: {}", faults.first_game, faults.first.detail)),
            ]
        });
        let head = ["player", "fault", "how often", "the first time"];
        blocks.push(ReportBlock::Table(TextTable::new(&head, rows.collect())));
        blocks
    }

    fn played(&self) -> Vec<ReportBlock> {
        let rows = self.header.players.iter().enumerate().map(|(player, entrant)| {
            let entered = self.header.entries.iter().filter(|entry| **entry == player).count();
            vec![
                TableCell::text(&entrant.name),
                TableCell::Code(entrant.agent.clone()),
                TableCell::Number(entered as u64),
            ]
        });
        let mut settings = words(self.header);
        settings.push(format!("{:.1} s of play, all games added up", self.gathered.seconds));
        vec![
            ReportBlock::List(settings),
            ReportBlock::Table(TextTable::new(&["player", "agent", "entered"], rows.collect())),
        ]
    }
}

/// Decimal places: more would suggest more precision than there is.
fn round(number: f64, places: i32) -> f64 {
    let unit = 10_f64.powi(places);
    (number * unit).round() / unit
}

fn thrown(thrown: u64, had: u64) -> TableCell {
    if had == 0 { TableCell::Empty } else { TableCell::Share(thrown, had) }
}

#[cfg(test)]
mod tests {
    use super::title_names;

    #[test]
    fn a_title_names_a_few() {
        let names =
            |count: usize| -> Vec<String> { (1..=count).map(|n| format!("p{n}")).collect() };
        assert_eq!(title_names(&names(1)), "p1 against itself");
        assert_eq!(title_names(&names(2)), "p1 against p2");
        assert_eq!(title_names(&names(4)), "p1, p2, p3 and p4");
        assert_eq!(title_names(&names(9)), "p1, p2, p3 and 6 more");
    }
}
