//! Named numbers below each other: dots with whiskers, bars with marks.

use std::fmt::Write;

use super::scale::AxisScale;
use super::{LETTER, WIDTH, label, open, shortened};
use crate::figure::{Axis, BarPlot, Estimate};
use crate::html::escape;

const ROW: f64 = 26.0;
const TOP: f64 = 6.0;
/// The width of the names, and of the text behind a row.
const NAMES: f64 = 140.0;
const NUMBERS: f64 = 56.0;

/// Dots, or bars from zero, in the order given; a mark is a notch across.
#[must_use]
pub fn rows(plot: &BarPlot, is_dots: bool) -> String {
    let numbers = plot.rows.iter().flat_map(|bar| bar.estimate.numbers().chain(bar.mark));
    let names = plot.rows.iter().map(|bar| &bar.name);
    let frame = RowFrame::new(names, numbers.chain((!is_dots).then_some(0.0)), &plot.axis);
    let mut svg = frame.open(&plot.title, &plot.axis);
    let zero = frame.scale.place(0.0);
    for (row, bar) in plot.rows.iter().enumerate() {
        let y = frame.middle(row);
        let mark = match (&plot.mark, bar.mark) {
            (Some(what), Some(mark)) => format!("; {what} {}", plot.axis.format.text(mark)),
            _ => String::new(),
        };
        frame.begin_row(&mut svg, y, &bar.name, &bar.estimate, &mark);
        let x = frame.scale.place(bar.estimate.value);
        let shape = if is_dots {
            format!("<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y}\" r=\"4.5\"/>\n")
        } else {
            format!(
                "<rect class=\"bar\" x=\"{:.1}\" y=\"{}\" width=\"{:.1}\" height=\"14\" rx=\"2\"/>\n",
                x.min(zero),
                y - 7.0,
                (x - zero).abs()
            )
        };
        if is_dots {
            let (left, right) = (frame.left, frame.right);
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{left:.1} {y}H{right:.1}\"/>");
            write_whisker(&mut svg, &frame.scale, &bar.estimate, y);
        }
        if bar.estimate.value.is_finite() {
            svg.push_str(&shape);
        }
        if !is_dots {
            write_whisker(&mut svg, &frame.scale, &bar.estimate, y);
        }
        if let Some(mark) = bar.mark.filter(|mark| mark.is_finite()) {
            let x = frame.scale.place(mark);
            let _ = writeln!(svg, "<path class=\"mark\" d=\"M{x:.1} {}v20\"/>", y - 10.0);
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    let has_marks = plot.rows.iter().any(|bar| bar.mark.is_some());
    if let Some(what) = plot.mark.as_ref().filter(|_| has_marks) {
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
            let end = bottom + 4.0;
            let _ = write!(svg, "<path class=\"grid\" d=\"M{place:.1} {TOP}V{end}\"/>");
            label(&mut svg, (place, bottom + 17.0), "middle", &text);
        }
        label(&mut svg, (self.right, bottom + 34.0), "end", &axis.title);
        svg
    }

    fn begin_row(&self, svg: &mut String, y: f64, name: &str, estimate: &Estimate, more: &str) {
        let title = format!("{name}: {}{more}", self.axis.format.estimate(estimate));
        let _ = writeln!(
            svg,
            "<g><title>{}</title><text class=\"label\" x=\"{:.1}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            escape(&title),
            self.left - 8.0,
            y + 4.0,
            escape(&shortened(name, self.left - 8.0)),
        );
        label(svg, (WIDTH as f64, y + 4.0), "end", &self.scale.text(estimate.value));
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
            let bars = strange[..count].iter().map(|number| Bar {
                name: "<a>".to_owned(),
                estimate: Estimate::within(*number, -*number, *number),
                mark: Some(*number),
            });
            let plot = BarPlot {
                title: String::new(),
                axis: Axis::number("Elo & more"),
                rows: bars.collect(),
                mark: Some("<seed>".to_owned()),
            };
            for svg in [rows(&plot, true), rows(&plot, false)] {
                let is_clean = ["NaN", "inf", "<a>", "<seed>"].iter().all(|bad| !svg.contains(bad));
                assert!(is_clean, "{svg}");
            }
        }
    }
}
