//! The page's part about all games together: sentences, tables and plots.

use bellwether_report::{
    Estimate, Format, Report, ReportBlock, Section, TableCell, TextTable, counted, grouped,
};

use super::PageOptions;
use super::settings::words;
use crate::record::RecordHeader;
use crate::stats::standings::{Mean, Standings};
use crate::stats::text;
use crate::tournament_stats::{DuelSummary, TournamentStats};

/// Players that a title names.
const NAMED: usize = 4;

pub(super) fn build(
    header: &RecordHeader,
    options: &PageOptions,
    stats: &TournamentStats,
) -> Report {
    let view = PageData { header, stats, standings: stats.standings(), names: header.names() };
    let mut sections = vec![
        Section::new("Standings", view.result()),
        Section::new("Against each other", view.against()),
    ];
    sections.extend(stats.truth_table().map(truth));
    sections.push(Section::new("In pictures", view.plots()));
    sections.push(Section::new("How games ended", view.endings()));
    sections.push(Section::new("How it was played", view.played()));
    Report {
        title: format!("{}: {}", options.title, title_names(&view.names)),
        lead: view.lead(),
        sections,
    }
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
    pub(super) stats: &'a TournamentStats,
    pub(super) standings: Standings,
    pub(super) names: Vec<String>,
}

impl PageData<'_> {
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
                 games together; after few games they lie closer together than the Elo difference of a score, \
                 because every player begins with half a win and half a loss against an average one."
                    .to_owned(),
            ));
            blocks.extend(self.stats.repetition().map(ReportBlock::Text));
            if !self.standings.ratings.connected {
                blocks.push(ReportBlock::Text(text::UNCONNECTED.to_owned()));
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
        let DuelSummary { tally, elo, superiority, interval, .. } = self.stats.duel(best, other);
        let score =
            Format::Percent.estimate(&Estimate::within(tally.score(), interval.low, interval.high));
        format!(
            "{} scores {score} against {}: {} won, {} drawn, {} lost. Elo {} ± {:.0}, likelihood of superiority {}.",
            self.names[best],
            self.names[other],
            grouped(tally.wins),
            grouped(tally.draws),
            grouped(tally.losses),
            Format::Number.text(elo.value.round()),
            elo.margin,
            Format::Percent.text(superiority)
        )
    }

    fn mean(&self, mean: Mean) -> String {
        let interval = mean.interval.map(|interval| (interval.low, interval.high));
        self.format().estimate(&Estimate { value: mean.value, interval })
    }

    /// The standings, at tables of two with the interval of the score.
    fn table(&self) -> TextTable {
        let mut table = text::standings(&self.standings, &self.names);
        if self.is_duel() {
            table.head.push("95 % interval".to_owned());
            for (row, one) in table.rows.iter_mut().zip(&self.standings.players) {
                let interval = one.mean_points.and_then(|mean| mean.interval);
                row.push(interval.map_or(TableCell::Empty, |interval| {
                    let estimate = Estimate::within(0.0, interval.low, interval.high);
                    TableCell::measure(Format::Percent.interval(&estimate))
                }));
            }
        }
        table
    }

    fn against(&self) -> Vec<ReportBlock> {
        let (caption, table) = text::crosstable(&self.standings, &self.names);
        let mut seats = text::by_seat(&self.standings, &self.names);
        for (head, seat) in seats.head.iter_mut().skip(2).step_by(2).zip(&self.header.seats) {
            head.clone_from(seat);
        }
        vec![
            ReportBlock::Text(caption.to_owned()),
            ReportBlock::Table(table),
            ReportBlock::Text(text::BY_SEAT.to_owned()),
            ReportBlock::Table(seats),
        ]
    }

    fn endings(&self) -> Vec<ReportBlock> {
        let all = self.standings.games;
        let reasons = self.stats.reasons.iter().map(|(reason, count)| {
            vec![TableCell::text(reason.name()), TableCell::Share(*count, all)]
        });
        let mut blocks =
            vec![ReportBlock::Table(TextTable::new(&["reason", "games"], reasons.collect()))];
        if self.stats.faults.is_empty() {
            blocks.push(ReportBlock::Text("No player made a fault.".to_owned()));
            return blocks;
        }
        blocks.push(ReportBlock::Heading("Faults".to_owned()));
        let rows = self.stats.faults.iter().map(|((player, reason), faults)| {
            vec![
                TableCell::text(&self.names[*player]),
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
        settings.push(format!("{:.1} s of play, all games added up", self.stats.seconds));
        let players = TextTable::new(&["player", "agent", "entered"], rows.collect());
        let mut blocks = vec![ReportBlock::List(settings), ReportBlock::Table(players)];
        blocks.extend(self.stats.effort_table().map(ReportBlock::Table));
        blocks
    }
}

fn truth(table: TextTable) -> Section {
    let words = "A move keeps the result if the mover can still get with it what it could before. Thrown away are \
         wins and draws that the mover had: so many of its moves in such positions. The first blunder's ply is a mean \
         over the games in which there was one. Plies are lost when a win takes longer, or a loss comes sooner, than \
         it has to.";
    let blocks = vec![ReportBlock::Table(table), ReportBlock::Text(words.to_owned())];
    Section::new("Compared with the solved table", blocks)
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
