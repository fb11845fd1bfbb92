//! Named numbers below each other: dots with whiskers, bars with marks.

use std::fmt::Write;

use super::scale::AxisScale;
use super::{LETTER, WIDTH, open, shortened};
use crate::figure::{Axis, BarPlot, DotPlot, Estimate};
use crate::html::escape;

const ROW: f64 = 26.0;
const TOP: f64 = 6.0;
/// The width of the names, and of the text behind a row.
const NAMES: f64 = 140.0;
const NUMBERS: f64 = 56.0;

/// Dots with whiskers, in the order given.
#[must_use]
pub fn ratings(ratings: &DotPlot) -> String {
    let numbers = ratings.rows.iter().flat_map(|(_, estimate)| estimate.numbers());
    let frame = RowFrame::new(ratings.rows.iter().map(|(name, _)| name), numbers, &ratings.axis);
    let mut svg = frame.open(&ratings.title, &ratings.axis);
    for (row, (name, estimate)) in ratings.rows.iter().enumerate() {
        let y = frame.middle(row);
        frame.begin_row(&mut svg, y, name, estimate, "");
        let _ =
            writeln!(svg, "<path class=\"grid\" d=\"M{:.1} {y}H{:.1}\"/>", frame.left, frame.right);
        write_whisker(&mut svg, &frame.scale, estimate, y);
        if estimate.value.is_finite() {
            let x = frame.scale.place(estimate.value);
            let _ = writeln!(svg, "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y}\" r=\"4.5\"/>");
        }
        svg.push_str("</g>\n");
    }
    svg + "</svg>\n"
}

/// Bars from zero; a mark is a notch across.
#[must_use]
pub fn bars(bars: &BarPlot) -> String {
    let numbers = bars.rows.iter().flat_map(|bar| bar.estimate.numbers().chain(bar.mark));
    let names = bars.rows.iter().map(|bar| &bar.name);
    let frame = RowFrame::new(names, numbers.chain([0.0]), &bars.axis);
    let mut svg = frame.open(&bars.title, &bars.axis);
    let zero = frame.scale.place(0.0);
    for (row, bar) in bars.rows.iter().enumerate() {
        let y = frame.middle(row);
        let mark = match (&bars.mark, bar.mark) {
            (Some(what), Some(mark)) => format!("; {what} {}", bars.axis.format.text(mark)),
            _ => String::new(),
        };
        frame.begin_row(&mut svg, y, &bar.name, &bar.estimate, &mark);
        if bar.estimate.value.is_finite() {
            let x = frame.scale.place(bar.estimate.value);
            let _ = writeln!(
                svg,
                "<rect class=\"bar\" x=\"{:.1}\" y=\"{}\" width=\"{:.1}\" height=\"14\" rx=\"2\"/>",
                x.min(zero),
                y - 7.0,
                (x - zero).abs()
            );
        }
        write_whisker(&mut svg, &frame.scale, &bar.estimate, y);
        if let Some(mark) = bar.mark.filter(|mark| mark.is_finite()) {
            let x = frame.scale.place(mark);
            let _ = writeln!(svg, "<path class=\"mark\" d=\"M{x:.1} {}v20\"/>", y - 10.0);
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    let has_marks = bars.rows.iter().any(|bar| bar.mark.is_some());
    if let Some(what) = bars.mark.as_ref().filter(|_| has_marks) {
        let _ = writeln!(
            svg,
            "<p class=\"legend\"><span><svg class=\"swatch\" width=\"10\" height=\"16\" aria-hidden=\"true\"><path class=\"mark\" \
             d=\"M5 0v16\"/></svg> {}</span></p>",
            escape(what)
        );
    }
    svg
}

fn write_whisker(svg: &mut String, scale: &AxisScale, estimate: &Estimate, y: f64) {
    let Some((low, high)) = estimate.interval.filter(|(low, high)| low <= high) else { return };
    let (low, high) = (scale.place(low), scale.place(high));
    let _ = writeln!(
        svg,
        "<path class=\"whisker\" d=\"M{low:.1} {y}H{high:.1}M{low:.1} {0}v8M{high:.1} {0}v8\"/>",
        y - 4.0
    );
}

/// Names on the left, an axis below, numbers on the right.
struct RowFrame {
    rows: usize,
    left: f64,
    right: f64,
    scale: AxisScale,
    axis: Axis,
}

impl RowFrame {
    fn new<'a>(
        names: impl Iterator<Item = &'a String>,
        numbers: impl Iterator<Item = f64>,
        axis: &Axis,
    ) -> Self {
        let lengths: Vec<usize> = names.map(|name| name.chars().count()).collect();
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let left = (LETTER * longest as f64 + 12.0).min(NAMES);
        let right = WIDTH as f64 - NUMBERS;
        let scale = AxisScale::new(numbers, axis.format, (left + 4.0, right - 4.0));
        Self { rows: lengths.len(), left, right, scale, axis: axis.clone() }
    }

    fn middle(&self, row: usize) -> f64 {
        TOP + ROW * (row as f64 + 0.5)
    }

    fn open(&self, title: &str, axis: &Axis) -> String {
        let bottom = TOP + ROW * self.rows as f64;
        let mut svg = open(title, &axis.title, bottom as usize + 40);
        for (text, place) in self.scale.ticks_apart() {
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{place:.1} {TOP}V{}\"/><text class=\"label small\" x=\"{place:.1}\" y=\"{}\" \
                 text-anchor=\"middle\">{text}</text>",
                bottom + 4.0,
                bottom + 17.0
            );
        }
        let _ = writeln!(
            svg,
            "<text class=\"label small\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            self.right,
            bottom + 34.0,
            escape(&axis.title)
        );
        svg
    }

    fn begin_row(&self, svg: &mut String, y: f64, name: &str, estimate: &Estimate, more: &str) {
        let title = format!("{name}: {}{more}", self.axis.format.estimate(estimate));
        let _ = writeln!(
            svg,
            "<g><title>{}</title><text class=\"label\" x=\"{:.1}\" y=\"{}\" text-anchor=\"end\">{}</text><text \
             class=\"label small\" x=\"{WIDTH}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            escape(&title),
            self.left - 8.0,
            y + 4.0,
            escape(&shortened(name, self.left - 8.0)),
            y + 4.0,
            self.scale.text(estimate.value)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Bar;

    #[test]
    fn empty_and_strange_rows_are_drawn() {
        let strange = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 0.0, 1.0];
        for count in 0..=strange.len() {
            let estimates =
                strange[..count].iter().map(|number| Estimate::within(*number, -*number, *number));
            let rows: Vec<_> = estimates.map(|estimate| ("<a>".to_owned(), estimate)).collect();
            let as_bar = |(name, estimate): &(String, Estimate)| Bar {
                name: name.clone(),
                estimate: *estimate,
                mark: Some(estimate.value),
            };
            let bar_rows = rows.iter().map(as_bar).collect();
            let axis = Axis::number("Elo & more");
            let svg = ratings(&DotPlot { title: String::new(), axis: axis.clone(), rows });
            assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("<a>"), "{svg}");
            let mark = Some("<seed>".to_owned());
            let svg = bars(&BarPlot { title: String::new(), axis, rows: bar_rows, mark });
            assert!(
                !svg.contains("NaN") && !svg.contains("inf") && !svg.contains("<seed>"),
                "{svg}"
            );
        }
    }
}
