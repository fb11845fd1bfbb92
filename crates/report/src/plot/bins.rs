//! Histograms.

use std::fmt::Write;

use super::scale::AxisScale;
use super::{WIDTH, grid, label, nice, open};
use crate::figure::{Format, Histogram};
use crate::html::escape;
use crate::words::grouped;

const LEFT: f64 = 44.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 150.0;

/// A bar for each bin.
#[must_use]
pub fn histogram(histogram: &Histogram) -> String {
    let counts = &histogram.counts;
    let numbers = counts.iter().map(|count| *count as f64).chain([0.0]);
    let y = AxisScale::new(numbers, Format::Number, (BOTTOM, TOP));
    let mut svg = open(&histogram.title, &histogram.axis.title, 190);
    // Counts are integers.
    grid(&mut svg, LEFT, y.ticks().into_iter().filter(|(text, _)| !text.contains('.')));
    let step = (WIDTH as f64 - LEFT) / counts.len().max(1) as f64;
    let wide = step.min(60.0);
    let every = if counts.len() <= 7 { 1 } else { nice(counts.len().div_ceil(7)) };
    for (bin, count) in counts.iter().enumerate() {
        let x = LEFT + step * bin as f64 + (step - wide) / 2.0;
        let top = y.place(*count as f64);
        let name = histogram.bin(bin);
        let _ = writeln!(
            svg,
            "<rect class=\"bar\" x=\"{:.2}\" y=\"{top:.1}\" width=\"{:.2}\" height=\"{:.1}\"><title>{}: {}</title></rect>",
            x + 0.5,
            (wide - 1.0).max(0.5),
            BOTTOM - top,
            escape(&name),
            grouped(*count)
        );
        if bin % every == 0 {
            // A single bin is labelled with its range, several with their first number.
            let from = histogram.axis.format.text(histogram.first + histogram.width * bin as f64);
            let (text, place, anchor) =
                if every == 1 { (name, x + wide / 2.0, "middle") } else { (from, x, "start") };
            label(&mut svg, (place, BOTTOM + 15.0), anchor, &text);
        }
    }
    label(&mut svg, (WIDTH as f64, BOTTOM + 34.0), "end", &histogram.axis.title);
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Axis;

    #[test]
    fn no_bins_and_full_bins_are_drawn() {
        for numbers in [&[][..], &[5], &[0, u64::MAX], &[1, 2, 3, 4, 50, 60, 70, 80, 90]] {
            let svg =
                histogram(&Histogram::of_whole("<x>", Axis::number("plies & co"), numbers, 30));
            assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("<x>"), "{svg}");
            assert!(svg.contains("plies &amp; co"));
        }
        let broken = Histogram {
            title: String::new(),
            axis: Axis::percent(""),
            first: f64::NAN,
            width: f64::INFINITY,
            counts: vec![0, u64::MAX],
        };
        let svg = histogram(&broken);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
