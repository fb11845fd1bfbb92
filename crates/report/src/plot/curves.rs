//! Lines over the same axes, distinct by dash and marker as well as by colour.

use std::fmt::Write;

use super::scale::AxisScale;
use super::{WIDTH, grid, label, open};
use crate::figure::{Curves, Point, Spread};
use crate::html::escape;

const HEIGHT: usize = 280;
const LEFT: f64 = 48.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 236.0;
/// How many colours the page has for lines.
const COLOURS: usize = 8;
const DASHES: [&str; 5] = ["", "7 3", "2 3", "9 3 2 3", "12 4"];
/// Shapes about the origin, of the same weight to the eye.
const MARKERS: [&str; 7] = [
    "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0Z",
    "M-3.3-3.3H3.3V3.3H-3.3Z",
    "M0-4.4L4.2 3.2H-4.2Z",
    "M0-4.8L4.8 0L0 4.8L-4.8 0Z",
    "M0 4.4L4.2-3.2H-4.2Z",
    "M-1.5-4.4H1.5V-1.5H4.4V1.5H1.5V4.4H-1.5V1.5H-4.4V-1.5H-1.5Z",
    "M0-4.6L4.4-1.4L2.7 3.8H-2.7L-4.4-1.4Z",
];

/// The lines with their key.
#[must_use]
pub fn curves(curves: &Curves) -> String {
    let points = || curves.series.iter().flat_map(|series| &series.points);
    let x = AxisScale::new(
        points().map(|point| point.x),
        curves.x.format,
        (LEFT + 12.0, WIDTH as f64 - 20.0),
    );
    let y = AxisScale::new(
        points().flat_map(|point| point.y.numbers()),
        curves.y.format,
        (BOTTOM, TOP),
    );
    let what = format!("{} by {}", curves.y.title, curves.x.title);
    let mut svg = open(&curves.title, &what, HEIGHT);
    write_axes(&mut svg, curves, &x, &y);
    for (number, series) in curves.series.iter().enumerate() {
        let is_drawn = |point: &&Point| point.x.is_finite() && point.y.value.is_finite();
        let points: Vec<&Point> = series.points.iter().filter(is_drawn).collect();
        let colour = number % COLOURS;
        let shift = match curves.spread {
            Spread::Whiskers => aside(number, curves.series.len()),
            Spread::Band => 0.0,
        };
        let _ =
            writeln!(svg, "<g class=\"series s{colour}\" transform=\"translate({shift:.1} 0)\">");
        write_spread(&mut svg, &points, curves.spread, &x, &y);
        let places = points.iter().enumerate().map(|(index, point)| {
            let letter = if index == 0 { 'M' } else { 'L' };
            format!("{letter}{:.1} {:.1}", x.place(point.x), y.place(point.y.value))
        });
        let path: String = places.collect();
        if !path.is_empty() {
            let _ = writeln!(svg, "<path class=\"curve\"{} d=\"{path}\"/>", dash(number));
        }
        for point in points {
            let title = format!(
                "{}, {} {}: {}",
                series.name,
                curves.x.title,
                curves.x.format.text(point.x),
                curves.y.format.estimate(&point.y)
            );
            let _ = writeln!(
                svg,
                "<path class=\"marker\" transform=\"translate({:.1} {:.1})\" d=\"{}\"><title>{}</title></path>",
                x.place(point.x),
                y.place(point.y.value),
                MARKERS[number % MARKERS.len()],
                escape(&title)
            );
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg + &key(curves)
}

/// The horizontal offset of a line, so that whiskers do not overlap.
fn aside(number: usize, all: usize) -> f64 {
    let step = (14.0 / all.max(1) as f64).min(3.0);
    step * (number as f64 - (all.max(1) - 1) as f64 / 2.0)
}

fn write_axes(svg: &mut String, curves: &Curves, x: &AxisScale, y: &AxisScale) {
    grid(svg, LEFT, y.ticks());
    for (text, place) in x.ticks_apart() {
        let _ = write!(svg, "<path class=\"grid\" d=\"M{place:.1} {BOTTOM}v5\"/>");
        label(svg, (place, BOTTOM + 19.0), "middle", &text);
    }
    label(svg, (0.0, 10.0), "start", &curves.y.title);
    label(svg, (WIDTH as f64, HEIGHT as f64 - 6.0), "end", &curves.x.title);
}

fn write_spread(svg: &mut String, points: &[&Point], spread: Spread, x: &AxisScale, y: &AxisScale) {
    let ends = points.iter().filter_map(|point| {
        let (low, high) = point.y.interval.filter(|(low, high)| low <= high)?;
        Some((x.place(point.x), y.place(low), y.place(high)))
    });
    match spread {
        Spread::Whiskers => {
            for (x, low, high) in ends {
                let _ = writeln!(
                    svg,
                    "<path class=\"whisker\" d=\"M{x:.1} {low:.1}V{high:.1}M{0:.1} {low:.1}h6M{0:.1} {high:.1}h6\"/>",
                    x - 3.0
                );
            }
        }
        Spread::Band => {
            let ends: Vec<_> = ends.collect();
            let above = ends.iter().map(|(x, _, high)| format!("{x:.1} {high:.1}"));
            let below = ends.iter().rev().map(|(x, low, _)| format!("{x:.1} {low:.1}"));
            let outline: Vec<String> = above.chain(below).collect();
            if !outline.is_empty() {
                let _ = writeln!(svg, "<path class=\"band\" d=\"M{}Z\"/>", outline.join("L"));
            }
        }
    }
}

fn dash(number: usize) -> String {
    match DASHES[number % DASHES.len()] {
        "" => String::new(),
        dashes => format!(" stroke-dasharray=\"{dashes}\""),
    }
}

/// The legend.
fn key(curves: &Curves) -> String {
    let parts = curves.series.iter().enumerate().map(|(number, series)| {
        format!(
            "<span><svg class=\"swatch series s{}\" width=\"34\" height=\"12\" aria-hidden=\"true\"><path class=\"curve\"{} \
             d=\"M0 6H34\"/><path class=\"marker\" transform=\"translate(17 6)\" d=\"{}\"/></svg> {}</span>\n",
            number % COLOURS,
            dash(number),
            MARKERS[number % MARKERS.len()],
            escape(&series.name)
        )
    });
    format!("<p class=\"legend\">{}</p>\n", parts.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Axis, Estimate, Series};

    fn drawn(points: Vec<Point>, spread: Spread) -> String {
        let series = vec![
            Series { name: "<2>".to_owned(), points },
            Series { name: "empty".to_owned(), points: Vec::new() },
        ];
        let (x, y) = (Axis::percent("error & more"), Axis::percent("win rate"));
        curves(&Curves { title: "\"wolf\"".to_owned(), x, y, series, spread })
    }

    #[test]
    fn strange_numbers_are_left_out() {
        let strange = [f64::NAN, f64::INFINITY, f64::MAX, f64::MIN, 0.5, 0.0];
        for spread in [Spread::Whiskers, Spread::Band] {
            for count in 0..=strange.len() {
                let points = strange[..count].iter().flat_map(|x| {
                    let ys = strange.iter().map(|y| Estimate::within(*y, f64::NEG_INFINITY, *y));
                    ys.map(|y| Point { x: *x, y })
                });
                let svg = drawn(points.collect(), spread);
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
                assert!(svg.contains("&lt;2&gt;") && svg.contains("error &amp; more"), "{svg}");
            }
        }
    }

    #[test]
    fn lines_differ_without_their_colours() {
        let looks = |number: usize| (number % DASHES.len(), number % MARKERS.len());
        for first in 0..COLOURS {
            for second in 0..first {
                assert_ne!(looks(first), looks(second));
            }
        }
        let point = |x: f64| Point { x, y: Estimate::within(x, x - 0.1, x + 0.1) };
        let svg = drawn(vec![point(0.1), point(0.2)], Spread::Whiskers);
        assert_eq!(svg.matches("class=\"whisker\"").count(), 2);
        assert!(svg.contains("error &amp; more 10 %: 10 % (0 to 20 %)"), "{svg}");
    }
}
