//! The page's plots: ratings, seats, lengths of games, times.

use bellwether_report::{Axis, Bar, BarPlot, Estimate, Histogram, ReportBlock};

use super::content::PageData;
use crate::stats::interval::{self, Interval};

/// Bins of the histogram of lengths.
const BINS: usize = 30;

impl PageData<'_> {
    pub(super) fn plots(&self) -> Vec<ReportBlock> {
        let mut blocks = Vec::new();
        let played = || self.standings.players.iter().filter(|one| one.games > 0);
        if self.names.len() > 1 && played().next().is_some() {
            let rows = played().map(|one| {
                let Interval { low, high } = one.rating.interval();
                let estimate = Estimate::within(one.rating.value, low, high);
                Bar::new(&self.names[one.player], estimate)
            });
            blocks.push(ReportBlock::Ratings(BarPlot {
                title: "Rating with its interval".to_owned(),
                axis: Axis::number("Elo"),
                rows: rows.collect(),
                mark: None,
            }));
        }
        blocks.push(ReportBlock::Bars(self.seat_bars()));
        blocks.push(ReportBlock::Histogram(Histogram::of_whole(
            "Length of games",
            Axis::number("plies, the opening's included"),
            &self.stats.plies,
            BINS,
        )));
        blocks.extend(self.time_bars().map(ReportBlock::Bars));
        blocks
    }

    /// What a move took, in a unit that leaves something before the point.
    fn time_bars(&self) -> Option<BarPlot> {
        let players = self.standings.players.iter().map(|one| one.player);
        let means: Vec<(usize, f64)> = players
            .filter_map(|player| Some((player, self.stats.efforts[player].mean_seconds()?)))
            .collect();
        let longest = means.iter().map(|(_, mean)| *mean).fold(0.0, f64::max);
        let (unit, scale) = match longest {
            0.0 => return None,
            1.0.. => ("seconds", 1.0),
            0.001.. => ("milliseconds", 1e3),
            _ => ("microseconds", 1e6),
        };
        let bar = |(player, mean): (usize, f64)| {
            Bar::new(&self.names[player], Estimate::exact(mean * scale))
        };
        let rows = means.into_iter().map(bar);
        Some(BarPlot {
            title: "Time a move, on average".to_owned(),
            axis: Axis::number(unit),
            rows: rows.collect(),
            mark: None,
        })
    }

    fn seat_bars(&self) -> BarPlot {
        let rows = self.header.seats.iter().zip(&self.standings.by_seat).map(|(name, record)| {
            let share = || interval::wilson(record.points, record.games as f64);
            let interval = (self.is_duel() && record.games > 0).then(share);
            Bar {
                name: name.clone(),
                estimate: Estimate {
                    value: record.mean().unwrap_or(f64::NAN),
                    interval: interval.map(|interval| (interval.low, interval.high)),
                },
                mark: self.is_duel().then_some(0.5),
            }
        });
        BarPlot {
            title: "Points a game by seat".to_owned(),
            axis: Axis { title: "points a game".to_owned(), format: self.format() },
            rows: rows.collect(),
            mark: self.is_duel().then(|| "no seat is better than the other".to_owned()),
        }
    }
}
