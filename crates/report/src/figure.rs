//! The data of plots: series, dots and bars with confidence intervals.
//!
//! Numbers that are not finite are left out of a plot, and an unbounded interval is drawn to the edge.

/// An axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The quantity.
    pub title: String,
    /// How its numbers are printed.
    pub format: Format,
}

impl Axis {
    /// An axis of plain numbers.
    #[must_use]
    pub fn number(title: &str) -> Self {
        Self { title: title.to_owned(), format: Format::Number }
    }

    /// An axis of shares of one.
    #[must_use]
    pub fn percent(title: &str) -> Self {
        Self { title: title.to_owned(), format: Format::Percent }
    }
}

/// How numbers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Plain, with as many decimals as needed and at most four significant digits.
    Number,
    /// 0.5 as `50 %`.
    Percent,
}

impl Format {
    /// The number in print; a dash if there is none.
    #[must_use]
    pub fn text(self, number: f64) -> String {
        match self {
            _ if number.is_nan() => "–".to_owned(),
            _ if number.is_infinite() => if number > 0.0 { "∞" } else { "−∞" }.to_owned(),
            Self::Number => plain(number),
            Self::Percent if number.abs() < 1e12 => format!("{} %", fixed(100.0 * number, 1)),
            // Not a finite share.
            Self::Percent => plain(number),
        }
    }

    /// The number with the interval it lies in: `62.1 % (58.0–66.2)`.
    #[must_use]
    pub fn estimate(self, estimate: &Estimate) -> String {
        let value = self.text(estimate.value);
        match estimate.interval {
            Some(_) => format!("{value} ({})", self.interval(estimate)),
            None => value,
        }
    }

    /// The interval alone: `58 to 66.2 %`.
    #[must_use]
    pub fn interval(self, estimate: &Estimate) -> String {
        match estimate.interval {
            Some((low, high)) => {
                let low = self.text(low);
                format!("{} to {}", low.trim_end_matches(" %"), self.text(high))
            }
            None => "–".to_owned(),
        }
    }
}

fn plain(number: f64) -> String {
    let size = number.abs();
    if size >= 1e15 || (size > 0.0 && size < 1e-6) {
        return format!("{number:.2e}");
    }
    let places = match size {
        1000.0.. => 0,
        100.0.. => 1,
        10.0.. => 2,
        1.0.. => 3,
        0.01.. => 4,
        _ => 7,
    };
    fixed(number, places)
}

/// A fixed number of decimals, without trailing zeros.
fn fixed(number: f64, places: usize) -> String {
    let text = format!("{number:.places$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    match text.strip_prefix('-') {
        Some("0") => "0".to_owned(),
        Some(digits) => format!("−{digits}"),
        None => text.to_owned(),
    }
}

/// A measured number with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Its interval, if one is known.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// A number that is exact, or whose interval is not known.
    #[must_use]
    pub const fn exact(value: f64) -> Self {
        Self { value, interval: None }
    }

    /// A number within an interval.
    #[must_use]
    pub const fn within(value: f64, low: f64, high: f64) -> Self {
        Self { value, interval: Some((low, high)) }
    }

    /// All its numbers.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f64> {
        let (low, high) = self.interval.unwrap_or((self.value, self.value));
        [self.value, low, high].into_iter()
    }
}

/// One or more lines over the same axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// What is shown.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
    /// How intervals are drawn.
    pub spread: Spread,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// One point of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// How far to the right.
    pub x: f64,
    /// How far up.
    pub y: Estimate,
}

/// How intervals are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spread {
    /// A stroke at every point.
    #[default]
    Whiskers,
    /// A band along the line.
    Band,
}

/// A histogram with bins of equal width.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// What is shown.
    pub title: String,
    /// What is counted.
    pub axis: Axis,
    /// Where the first bin begins.
    pub first: f64,
    /// How wide a bin is.
    pub width: f64,
    /// How many fall into each.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// Whole numbers in at most `most` bins of a round width.
    #[must_use]
    pub fn of_whole(title: &str, axis: Axis, numbers: &[u64], most: usize) -> Self {
        let least = numbers.iter().copied().min().unwrap_or(0);
        let greatest = numbers.iter().copied().max().unwrap_or(0);
        let span = u128::from(greatest - least) + 1;
        let mut width = 1_u128;
        while span.div_ceil(width) >= most.max(2) as u128 {
            // 1, 2, 5, 10, 20, …
            let is_two = width / 10_u128.pow(width.ilog10()) == 2;
            width = width * if is_two { 5 } else { 4 } / 2;
        }
        let first = u128::from(least) / width * width;
        let bin = |number: u64| ((u128::from(number) - first) / width) as usize;
        let mut counts = if numbers.is_empty() { Vec::new() } else { vec![0; bin(greatest) + 1] };
        for number in numbers {
            counts[bin(*number)] += 1;
        }
        Self { title: title.to_owned(), axis, first: first as f64, width: width as f64, counts }
    }

    /// A bin's label: `20–29` for integers, `7` for a bin of one.
    #[must_use]
    pub fn bin(&self, index: usize) -> String {
        let from = self.first + self.width * index as f64;
        let is_whole = self.width.fract() == 0.0 && self.first.fract() == 0.0;
        let to = from + self.width - if is_whole { 1.0 } else { 0.0 };
        let text = |number| self.axis.format.text(number);
        if is_whole && self.width == 1.0 {
            text(from)
        } else {
            format!("{}–{}", text(from), text(to))
        }
    }
}

/// Named numbers, each with an optional interval and an optional reference mark: drawn as bars from zero, or as dots.
#[derive(Clone, Debug, PartialEq)]
pub struct BarPlot {
    /// What is shown.
    pub title: String,
    /// What the numbers are.
    pub axis: Axis,
    /// From the top.
    pub rows: Vec<Bar>,
    /// What the marks are, if there are any: "the report of 2022".
    pub mark: Option<String>,
}

/// One bar or dot.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// How long it is.
    pub estimate: Estimate,
    /// Where its mark is.
    pub mark: Option<f64>,
}

impl Bar {
    /// A bar without a mark.
    #[must_use]
    pub fn new(name: &str, estimate: Estimate) -> Self {
        Self { name: name.to_owned(), estimate, mark: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_as_many_places_as_they_need() {
        let texts = [0.0, -0.0, 1.0, 0.25, 1234.5, -17.0, 0.000_05].map(|n| Format::Number.text(n));
        assert_eq!(texts, ["0", "0", "1", "0.25", "1234", "−17", "0.00005"]);
        let texts = [0.5, 0.123_45, 1.0, -0.1].map(|n| Format::Percent.text(n));
        assert_eq!(texts, ["50 %", "12.3 %", "100 %", "−10 %"]);
        assert_eq!(Format::Number.text(f64::NAN), "–");
        assert_eq!(Format::Percent.text(f64::INFINITY), "∞");
        let estimate = Estimate::within(0.5, 0.25, 0.75);
        assert_eq!(Format::Percent.estimate(&estimate), "50 % (25 to 75 %)");
    }

    #[test]
    fn every_number_falls_into_a_bin_of_a_round_width() {
        let histogram = Histogram::of_whole("", Axis::number(""), &[3, 3, 4, 97, 112], 12);
        assert_eq!((histogram.first, histogram.width), (0.0, 10.0));
        assert_eq!(histogram.counts.iter().sum::<u64>(), 5);
        assert_eq!(histogram.bin(9), "90–99");
        let single = Histogram::of_whole("", Axis::number(""), &[7, 7], 12);
        assert_eq!((single.bin(0).as_str(), &*single.counts), ("7", &[2_u64][..]));
        assert!(Histogram::of_whole("", Axis::number(""), &[], 12).counts.is_empty());
        let wide = Histogram::of_whole("", Axis::number(""), &[0, u64::MAX], 12);
        assert_eq!(wide.counts.iter().sum::<u64>(), 2);
    }
}
