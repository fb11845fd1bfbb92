//! A course report's figure beside ours, and whether they agree: decided by the numbers alone.
//!
//! | verdict | when |
//! |---|---|
//! | agrees | the two 95 % intervals have a number in common (a figure without one is a point) |
//! | same direction, other size | they have not, but both lie on the same side of the point where nobody is better; of two amounts, the larger is at most √10 times the smaller |
//! | disagrees | neither |
//! | not comparable | one of the figures is missing, or was measured on something else |

use bellwether_arena::record::GameRecord;
use bellwether_arena::stats::interval::{Cluster, Interval, of_clustered_mean, of_mean, wilson};
use bellwether_report::{Agreement, Estimate, Format, TableCell, TextTable};
use serde::{Serialize, Serializer};
use serde_json::json;

/// Amounts that differ by less than this factor, half an order of magnitude, are of the same order.
const SAME_ORDER: f64 = 3.162_277_660_168_379_5;

/// A number with the interval it lies in, and how it is printed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    pub(super) value: f64,
    pub(super) interval: Option<Interval>,
    pub(super) text: String,
    /// The same where room is scarce; a share in percent, `16 % (11.6 to 21.7)`.
    pub(super) brief: String,
    /// The number without its interval.
    pub(super) short: String,
}

impl Figure {
    /// A share of games, with Wilson's interval. A draw is half a success.
    pub(super) fn share(successes: f64, trials: u64) -> Self {
        let interval = wilson(successes, trials as f64);
        let value = successes / (trials as f64).max(1.0);
        let percent = |share| Format::Percent.text(share).trim_end_matches(" %").to_owned();
        let ends = format!("{} to {}", percent(interval.low), percent(interval.high));
        let short = format!("{} of {trials}", Format::Number.text(successes));
        let brief = format!("{} % ({ends})", percent(value));
        Self { value, interval: Some(interval), text: format!("{short} ({ends} %)"), brief, short }
    }

    /// The share of games that a seat won; without a seat, of those that nobody won alone.
    pub(super) fn won(records: &[GameRecord], winner: Option<usize>) -> Self {
        let won = records.iter().filter(|record| record.winner() == winner).count();
        Self::share(won as f64, records.len() as u64)
    }

    /// The mean of a sample, with Student's interval.
    pub(super) fn mean(values: &[f64]) -> Self {
        let mean = values.iter().sum::<f64>() / (values.len() as f64).max(1.0);
        Self::within(mean, of_mean(values))
    }

    /// The mean of values of which those of one cluster belong together.
    pub(super) fn clustered(clusters: &[Cluster]) -> Self {
        let sum: f64 = clusters.iter().map(|cluster| cluster.sum).sum();
        let count: u64 = clusters.iter().map(|cluster| cluster.count).sum();
        Self::within(sum / (count as f64).max(1.0), of_clustered_mean(clusters))
    }

    /// A number in the middle of an interval that is already known.
    pub(super) fn within(value: f64, interval: Option<Interval>) -> Self {
        let text = match interval {
            Some(interval) => format!("{} ± {}", amount(value), amount(interval.margin())),
            None => amount(value),
        };
        Self { value, interval, brief: text.clone(), text, short: amount(value) }
    }

    /// A number that a report states without saying how sure it is.
    pub(super) fn stated(value: f64) -> Self {
        Self::within(value, None)
    }

    /// What a report claims in words: that the number lies somewhere in here.
    pub(super) fn claimed(low: f64, high: f64, words: &str) -> Self {
        let interval = Some(Interval { low, high });
        Self { value: 0.5 * (low + high), interval, ..Self::stated(0.0) }.said(words)
    }

    /// The same, printed in other words.
    pub(super) fn said(self, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { short: text.clone(), brief: text.clone(), text, ..self }
    }

    /// The share for a plot.
    pub(super) fn estimate(&self) -> Estimate {
        let (low, high) = self.interval.map_or((0.0, 1.0), |i| (i.low, i.high));
        Estimate::within(self.value, low, high)
    }

    fn range(&self) -> Interval {
        self.interval.unwrap_or(Interval { low: self.value, high: self.value })
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (low, high) = (self.interval.map(|i| i.low), self.interval.map(|i| i.high));
        json!({ "text": self.text, "value": self.value, "low": low, "high": high })
            .serialize(serializer)
    }
}

/// A number as a reader wants it: thousands parted, no more places than mean something.
pub(super) fn amount(number: f64) -> String {
    if number.abs() >= 1000.0 {
        let sign = if number < 0.0 { "−" } else { "" };
        return format!("{sign}{}", bellwether_report::grouped(number.abs().round() as u64));
    }
    let places = match number.abs() {
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        _ => 3,
    };
    Format::Number.text(format!("{number:.places$}").parse().unwrap_or(number))
}

/// What a figure measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FigureScale {
    /// Who is better: at this number neither side.
    Around(f64),
    /// How much of something there is.
    Amount,
}

/// Whether two figures agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "&'static str")]
pub(super) enum ClaimVerdict {
    Agrees,
    OtherSize,
    Disagrees,
    NotComparable,
}

impl From<ClaimVerdict> for &'static str {
    fn from(verdict: ClaimVerdict) -> Self {
        verdict.words()
    }
}

impl ClaimVerdict {
    pub(super) const ALL: [Self; 4] =
        [Self::Agrees, Self::OtherSize, Self::Disagrees, Self::NotComparable];

    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::OtherSize => "same direction",
            Self::Disagrees => "disagrees",
            Self::NotComparable => "not comparable",
        }
    }

    pub(super) fn cell(self) -> TableCell {
        let agreement = match self {
            Self::Agrees => Agreement::Agrees,
            Self::OtherSize => Agreement::Partly,
            Self::Disagrees => Agreement::Differs,
            Self::NotComparable => Agreement::NotComparable,
        };
        TableCell::Verdict(agreement, self.words().to_owned())
    }
}

/// Holds our figure against a course report's.
pub(super) fn verdict(
    reported: Option<&Figure>,
    ours: Option<&Figure>,
    scale: FigureScale,
) -> ClaimVerdict {
    let (Some(reported), Some(ours)) = (reported, ours) else { return ClaimVerdict::NotComparable };
    if !reported.value.is_finite() || !ours.value.is_finite() {
        return ClaimVerdict::NotComparable;
    }
    let (a, b) = (reported.range(), ours.range());
    // A figure in print is rounded.
    let slack = 1e-9 * reported.value.abs();
    if a.low <= b.high + slack && b.low <= a.high + slack {
        return ClaimVerdict::Agrees;
    }
    let is_alike = match scale {
        FigureScale::Around(neutral) => {
            let side = |range: Interval| (range.low > neutral, range.high < neutral);
            side(a) == side(b) && side(a) != (false, false)
        }
        FigureScale::Amount => {
            let ratio = reported.value / ours.value;
            (1.0 / SAME_ORDER..=SAME_ORDER).contains(&ratio)
        }
    };
    if is_alike { ClaimVerdict::OtherSize } else { ClaimVerdict::Disagrees }
}

/// One figure of a course report, measured again.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Claim {
    /// What is measured.
    pub(super) what: String,
    #[serde(rename = "seed")]
    pub(super) reported: Option<Figure>,
    pub(super) ours: Option<Figure>,
    pub(super) verdict: ClaimVerdict,
    /// Whether it stands in the summary.
    pub(super) headline: bool,
}

impl Claim {
    /// A claim that stands in the summary, judged on this scale.
    pub(super) fn new(
        what: impl Into<String>,
        reported: impl Into<Option<Figure>>,
        ours: impl Into<Option<Figure>>,
        scale: FigureScale,
    ) -> Self {
        let (reported, ours) = (reported.into(), ours.into());
        let verdict = verdict(reported.as_ref(), ours.as_ref(), scale);
        Self { what: what.into(), reported, ours, verdict, headline: true }
    }

    /// The same as something that cannot be compared, though both figures can be shown.
    pub(super) fn not_comparable(self) -> Self {
        Self { verdict: ClaimVerdict::NotComparable, ..self }
    }

    /// A row of the summary, which has little room.
    pub(super) fn summary(&self, id: &str) -> Vec<TableCell> {
        let (reported, ours) =
            (shown(&self.reported, |f| &f.short), shown(&self.ours, |f| &f.brief));
        vec![TableCell::text(id), TableCell::text(&self.what), self.verdict.cell(), reported, ours]
    }

    fn row(&self) -> Vec<TableCell> {
        let (reported, ours) = (shown(&self.reported, |f| &f.text), shown(&self.ours, |f| &f.text));
        vec![TableCell::text(&self.what), self.verdict.cell(), reported, ours]
    }
}

/// A figure in a table.
fn shown(figure: &Option<Figure>, text: fn(&Figure) -> &String) -> TableCell {
    figure.as_ref().map_or(TableCell::Empty, |figure| TableCell::measure(text(figure)))
}

/// All claims of an experiment.
pub(super) fn table(claims: &[Claim]) -> TextTable {
    let rows = claims.iter().map(Claim::row).collect();
    TextTable::new(&["", "verdict", "reported", "ours (95 % interval)"], rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(reported: (f64, u64), ours: (f64, u64)) -> ClaimVerdict {
        let [reported, ours] = [reported, ours].map(|(wins, games)| Figure::share(wins, games));
        verdict(Some(&reported), Some(&ours), FigureScale::Around(0.5))
    }

    #[test]
    fn shares_agree_when_their_intervals_meet() {
        assert_eq!(shares((96.0, 100), (91.0, 100)), ClaimVerdict::Agrees);
        assert_eq!(shares((50.0, 50), (47.0, 50)), ClaimVerdict::Agrees);
        // Few games say little: 9 of 20 and 15 of 20 may well be the same.
        assert_eq!(shares((9.0, 20), (15.0, 20)), ClaimVerdict::Agrees);
    }

    #[test]
    fn a_clear_win_may_be_of_another_size() {
        assert_eq!(shares((100.0, 100), (70.0, 100)), ClaimVerdict::OtherSize);
        assert_eq!(shares((0.0, 100), (25.0, 100)), ClaimVerdict::OtherSize);
    }

    #[test]
    fn the_other_side_winning_disagrees_and_so_does_winning_where_nobody_did() {
        assert_eq!(shares((96.0, 100), (10.0, 100)), ClaimVerdict::Disagrees);
        assert_eq!(shares((51.0, 100), (95.0, 100)), ClaimVerdict::Disagrees);
        assert_eq!(shares((96.0, 100), (50.0, 100)), ClaimVerdict::Disagrees);
    }

    #[test]
    fn amounts_are_compared_by_their_order() {
        let ours = Figure::within(100.0, Some(Interval { low: 90.0, high: 110.0 }));
        let against =
            |reported| verdict(Some(&Figure::stated(reported)), Some(&ours), FigureScale::Amount);
        assert_eq!(against(109.0), ClaimVerdict::Agrees);
        assert_eq!([against(300.0), against(32.0)], [ClaimVerdict::OtherSize; 2]);
        assert_eq!([against(320.0), against(30.0)], [ClaimVerdict::Disagrees; 2]);
        let exact = verdict(
            Some(&Figure::stated(18_387.0)),
            Some(&Figure::stated(18_387.0)),
            FigureScale::Amount,
        );
        assert_eq!(exact, ClaimVerdict::Agrees);
    }

    #[test]
    fn what_is_missing_cannot_be_compared() {
        let one = Figure::stated(1.0);
        assert_eq!(verdict(None, Some(&one), FigureScale::Amount), ClaimVerdict::NotComparable);
        assert_eq!(verdict(Some(&one), None, FigureScale::Amount), ClaimVerdict::NotComparable);
        let nothing = Figure::stated(f64::NAN);
        assert_eq!(
            verdict(Some(&nothing), Some(&one), FigureScale::Amount),
            ClaimVerdict::NotComparable
        );
    }

    #[test]
    fn words_are_claims_about_a_side() {
        let wolves_win = Figure::claimed(0.5, 1.0, "the wolves win more");
        let verdict_of = |wins, games| {
            let ours = Figure::share(wins, games);
            verdict(Some(&wolves_win), Some(&ours), FigureScale::Around(0.5))
        };
        assert_eq!(verdict_of(80.0, 100), ClaimVerdict::Agrees);
        assert_eq!(verdict_of(20.0, 100), ClaimVerdict::Disagrees);
    }

    #[test]
    fn figures_are_printed_with_the_places_that_mean_something() {
        assert_eq!(Figure::share(96.0, 100).text, "96 of 100 (90.2 to 98.4 %)");
        let texts = [21_174.26, 399.2, 12.34, 0.123_45, -2300.0].map(amount);
        assert_eq!(texts, ["21,174", "399", "12.3", "0.123", "−2,300"]);
    }
}
