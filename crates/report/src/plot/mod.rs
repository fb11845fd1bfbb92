//! Plots as SVG inside a page: every shape has a title, and a sign or a pattern beside its colour.
//!
//! Colours are the page's, by class. A panel is 400 units wide so that its letters stay readable on a
//! phone; wide screens show two side by side.
//!
//! | module | what it draws |
//! |---|---|
//! | [`results`] | won, drawn and lost positions |
//! | [`curves`] | lines with whiskers or bands |
//! | [`rows`] | named numbers: dots with whiskers, bars with marks |
//! | [`bins`] | histograms |
//! | `scale` | scales and ticks of axes |

pub mod bins;
pub mod curves;
pub mod results;
pub mod rows;
mod scale;

use std::fmt::Write;

use crate::html::escape;

const WIDTH: usize = 400;
/// The maximal width of a letter.
const LETTER: f64 = 7.0;

/// Patterns that lie over the colours: a page has them once.
pub const PATTERNS: &str = r##"<svg class="defs" width="0" height="0" aria-hidden="true"><defs>
<pattern id="over-draw" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="over" width="2.5" height="7"/></pattern>
<pattern id="over-lose" width="7" height="7" patternUnits="userSpaceOnUse"><circle class="over" cx="2" cy="2" r="1.3"/><circle class="over" cx="5.5" cy="5.5" r="1.3"/></pattern>
</defs></svg>
"##;

fn open(title: &str, what: &str, height: usize) -> String {
    let name = escape(&format!("{title}: {what}"));
    format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{name}\"><title>{name}</title>\n"
    )
}

/// A small text; `anchor` says which part of it is at the place.
fn label(svg: &mut String, (x, y): (f64, f64), anchor: &str, text: &str) {
    let text = escape(text);
    let _ = writeln!(
        svg,
        r#"<text class="label small" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#
    );
}

/// The ticks of the axis on the left, with lines across the plot.
fn grid(svg: &mut String, left: f64, ticks: impl IntoIterator<Item = (String, f64)>) {
    for (text, place) in ticks {
        let _ = write!(svg, "<path class=\"grid\" d=\"M{left} {place:.1}H{WIDTH}\"/>");
        label(svg, (left - 6.0, place + 4.0), "end", &text);
    }
}

/// A name shortened to this width, with an ellipsis.
fn shortened(name: &str, room: f64) -> String {
    let most = (room / LETTER) as usize;
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// The least of 2, 5, 10, 20, 50, … that is no less.
fn nice(least: usize) -> usize {
    let mut unit = 1;
    loop {
        for step in [2, 5, 10] {
            if step * unit >= least {
                return step * unit;
            }
        }
        unit *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!([1, 3, 6, 11, 99].map(nice), [2, 5, 10, 20, 100]);
    }

    #[test]
    fn long_names_end_in_dots() {
        assert_eq!(shortened("alpha", 35.0), "alpha");
        assert_eq!(shortened("alphabet", 35.0), "alph…");
        assert_eq!(shortened("alphabet", 0.0), "…");
    }
}
