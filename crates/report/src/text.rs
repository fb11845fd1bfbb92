//! A report as Markdown or as plain text: plots become rows of characters or tables.

use std::fmt::Write;

use bellwether_core::outside::is_hidden;

use crate::figure::{BarPlot, Curves, Histogram};
use crate::model::{
    Lengths, RESULTS, Report, ReportBlock, ResultShares, Section, TableCell, TextTable,
};
use crate::words::{grouped, printable, sign};

/// Signs in a bar.
const BAR: u64 = 40;
/// Bins of a histogram.
const BINS: usize = 24;

/// The report as Markdown.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let mut text = format!("# {}\n\n{}\n", escape(&report.title), escape(&report.lead));
    for section in &report.sections {
        let _ = writeln!(text, "\n## {}", escape(&section.title));
        write_blocks(&mut text, &section.blocks);
    }
    text
}

/// Parts of a report as plain text for a terminal: what stands below a title is indented. Details are left out.
#[must_use]
pub fn plain(sections: &[Section]) -> String {
    let mut text = String::new();
    for section in sections {
        let _ = writeln!(text, "\n{}", printable(&section.title));
        let blocks: String = section.blocks.iter().map(plain_block).collect();
        for line in blocks.lines() {
            let indent = if line.is_empty() { "" } else { "  " };
            let _ = writeln!(text, "{indent}{line}");
        }
    }
    text
}

fn plain_block(block: &ReportBlock) -> String {
    match block {
        ReportBlock::Text(words) | ReportBlock::Finding(words) => printable(words) + "\n",
        ReportBlock::Verdict { value, text } => format!("{} {}\n", sign(*value), printable(text)),
        ReportBlock::Heading(words) => format!("\n{}\n", printable(words)),
        ReportBlock::Command(command) => {
            command.lines().map(|line| format!("  {line}\n")).collect()
        }
        ReportBlock::Table(table) => aligned(table, &[]),
        ReportBlock::Board { drawn, caption, .. } => format!("{}\n{drawn}", printable(caption)),
        ReportBlock::Line { moves, open } => line_text(&moves.join(" "), *open),
        ReportBlock::List(items) => {
            items.iter().map(|item| format!("- {}\n", printable(item))).collect()
        }
        ReportBlock::Details { .. } => String::new(),
        figure => match figure_table(figure) {
            Some((title, table)) => format!("\n{title}\n{}", aligned(&table, &[])),
            None => format!("\n{}\n", drawn_figure(figure)),
        },
    }
}

/// A table in columns: words to the left, numbers to the right. `least` are the columns' least widths.
#[must_use]
pub fn aligned(table: &TextTable, least: &[usize]) -> String {
    let plain = |cell: &TableCell| printable(&cell.plain());
    let cells = table.rows.iter().map(|row| row.iter().map(plain).collect());
    let heads = || table.head.iter().map(|head| printable(head)).collect();
    let heads = table.head.iter().any(|head| !head.is_empty()).then(heads);
    let lines: Vec<Vec<String>> = heads.into_iter().chain(cells).collect();
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        let widths = cells.map(|cell| cell.chars().count()).chain(least.get(column).copied());
        (table.is_number(column), widths.max().unwrap_or(0))
    };
    let columns: Vec<(bool, usize)> = (0..table.head.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().zip(&columns).map(|(cell, &(is_number, width))| {
            let room = padding(cell, width);
            if is_number { room + cell } else { format!("{cell}{room}") }
        });
        let line = cells.collect::<Vec<String>>().join("  ");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The spaces that a text lacks: text from outside may be wider than [`format!`] can pad.
fn padding(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.chars().count()))
}

fn write_blocks(text: &mut String, blocks: &[ReportBlock]) {
    for block in blocks {
        text.push('\n');
        write_block(text, block);
    }
}

fn write_block(text: &mut String, block: &ReportBlock) {
    let _ = match block {
        ReportBlock::Text(words) => writeln!(text, "{}", escape(words)),
        ReportBlock::Verdict { value, text: words } => {
            writeln!(text, "**{} {}**", sign(*value), escape(words))
        }
        ReportBlock::Finding(words) => writeln!(text, "**{}**", escape(words)),
        ReportBlock::Heading(words) => writeln!(text, "### {}", escape(words)),
        ReportBlock::Command(command) => writeln!(text, "{}", fenced("sh", command)),
        ReportBlock::Table(table) => return write_table(text, table),
        ReportBlock::Board { drawn, caption, .. } => {
            writeln!(text, "{}\n\n{}", fenced("text", drawn.trim_end()), escape(caption))
        }
        ReportBlock::Line { moves, open } => {
            text.write_str(&line_text(&code(&moves.join(" ")), *open))
        }
        ReportBlock::List(items) => {
            items.iter().try_for_each(|item| writeln!(text, "- {}", escape(item)))
        }
        ReportBlock::Details { summary, blocks } => {
            let _ = writeln!(text, "**{}**", escape(summary));
            return write_blocks(text, blocks);
        }
        figure => match figure_table(figure) {
            Some((title, table)) => {
                let _ = writeln!(text, "{}:\n", escape(title));
                return write_table(text, &table);
            }
            None => writeln!(text, "{}", fenced("text", &drawn_figure(figure))),
        },
    };
}

fn line_text(moves: &str, open: bool) -> String {
    format!("Line: {moves}{}\n", if open { " …" } else { "" })
}

/// A plot as a table with its title, if it has one.
fn figure_table(block: &ReportBlock) -> Option<(&str, TextTable)> {
    match block {
        ReportBlock::Curves(curves) => Some((&curves.title, curves_table(curves))),
        ReportBlock::Ratings(bars) | ReportBlock::Bars(bars) => {
            Some((&bars.title, bars_table(bars)))
        }
        _ => None,
    }
}

/// A plot of characters, if it is one.
fn drawn_figure(block: &ReportBlock) -> String {
    match block {
        ReportBlock::Shares(panels) => all(panels, shares),
        ReportBlock::Lengths(panels) => all(panels, lengths),
        ReportBlock::Histogram(histogram) => histogram_rows(histogram),
        _ => String::new(),
    }
}

fn all<T>(panels: &[T], draw: impl Fn(&T) -> String) -> String {
    panels.iter().map(draw).collect::<Vec<String>>().join("\n\n")
}

fn write_table(text: &mut String, table: &TextTable) {
    let heads: Vec<String> = table.head.iter().map(|head| escape(head)).collect();
    let _ = writeln!(text, "| {} |", heads.join(" | "));
    let rule = |column| if table.is_number(column) { "---:" } else { "---" };
    let rules: Vec<&str> = (0..table.head.len()).map(rule).collect();
    let _ = writeln!(text, "|{}|", rules.join("|"));
    let cell = |cell: &TableCell| match cell {
        TableCell::Code(words) => code(words).replace('|', "\\|"),
        other => escape(&other.plain()),
    };
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(cell).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
}

/// A row for every x value at which some line has a point.
fn curves_table(curves: &Curves) -> TextTable {
    let points = curves.series.iter().flat_map(|series| &series.points);
    let mut places: Vec<f64> = points.map(|point| point.x).filter(|x| !x.is_nan()).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let names = curves.series.iter().map(|series| series.name.clone());
    let head = std::iter::once(curves.x.title.clone()).chain(names).collect();
    let rows = places.into_iter().map(|place| {
        let cells = curves.series.iter().map(|series| {
            let point = series.points.iter().find(|point| point.x == place);
            point.map_or(TableCell::Empty, |point| {
                TableCell::measure(curves.y.format.estimate(&point.y))
            })
        });
        std::iter::once(TableCell::measure(curves.x.format.text(place))).chain(cells).collect()
    });
    TextTable { head, rows: rows.collect() }
}

fn bars_table(bars: &BarPlot) -> TextTable {
    let format = bars.axis.format;
    let rows = bars.rows.iter().map(|bar| {
        let mut row =
            vec![TableCell::text(&bar.name), TableCell::measure(format.estimate(&bar.estimate))];
        if bars.mark.is_some() {
            row.push(
                bar.mark.map_or(TableCell::Empty, |mark| TableCell::measure(format.text(mark))),
            );
        }
        row
    });
    let mut head = vec!["", &bars.axis.title];
    head.extend(bars.mark.as_deref());
    TextTable::new(&head, rows.collect())
}

/// A row of signs for each bin; the fullest has [`BAR`] of them.
fn histogram_rows(histogram: &Histogram) -> String {
    let names: Vec<String> = (0..histogram.counts.len()).map(|bin| histogram.bin(bin)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let most = histogram.counts.iter().copied().max().unwrap_or(0).max(1);
    let rows = names.iter().zip(&histogram.counts).map(|(name, count)| {
        let signs = (u128::from(*count) * u128::from(BAR)).div_ceil(u128::from(most)) as usize;
        let room = padding(name, width);
        format!("{room}{name}  {} {}", "▪".repeat(signs), grouped(*count))
    });
    let title = format!("{} ({})", histogram.title, histogram.axis.title);
    std::iter::once(title).chain(rows).collect::<Vec<String>>().join("\n")
}

/// Bars in which every character is a fortieth of the tier.
fn shares(panel: &ResultShares) -> String {
    let width = panel.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let rows = panel.rows.iter().map(|(name, counts)| {
        let bar: String = RESULTS
            .iter()
            .zip(parts(*counts))
            .map(|((_, sign, _), part)| sign.to_string().repeat(part))
            .collect();
        format!("{}{name}  {bar}", padding(name, width))
    });
    std::iter::once(panel.title.clone()).chain(rows).collect::<Vec<String>>().join("\n")
}

/// The number of the [`BAR`] characters for each count, by the largest remainder method.
fn parts(counts: [u64; 3]) -> [usize; 3] {
    let whole: u64 = counts.iter().sum();
    if whole == 0 {
        return [0; 3];
    }
    let exact = counts.map(|count| u128::from(count) * u128::from(BAR));
    let whole = u128::from(whole);
    let mut parts = exact.map(|exact| (exact / whole) as usize);
    let mut order = [0, 1, 2];
    order.sort_by_key(|index| std::cmp::Reverse(exact[*index] % whole));
    let left = BAR as usize - parts.iter().sum::<usize>();
    for index in order.into_iter().take(left) {
        parts[index] += 1;
    }
    parts
}

/// A row for each bin with its counts.
fn lengths(panel: &Lengths) -> String {
    let bins = panel.bins(BINS);
    let mut text = format!("{}\n{:>11}  {:>14}  {:>14}", panel.title, "plies", "▲ win", "▼ lose");
    for (bin, [wins, losses]) in bins.counts.iter().enumerate() {
        let plies = format!("{}–{}", bin * bins.width, (bin + 1) * bins.width - 1);
        let _ = write!(text, "\n{plies:>11}  {:>14}  {:>14}", grouped(*wins), grouped(*losses));
    }
    text
}

/// A block of code whose fence is longer than any inside it.
fn fenced(language: &str, code: &str) -> String {
    let fence = "`".repeat(longest_run(code).max(2) + 1);
    format!("{fence}{language}\n{code}\n{fence}")
}

fn code(words: &str) -> String {
    let fence = "`".repeat(longest_run(words) + 1);
    let pad = if fence.len() > 1 { " " } else { "" };
    format!("{fence}{pad}{words}{pad}{fence}")
}

fn longest_run(words: &str) -> usize {
    words.split(|letter| letter != '`').map(str::len).max().unwrap_or(0)
}

/// Escapes text for Markdown.
fn escape(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for letter in words.chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '&') {
            text.push('\\');
        }
        text.push(if is_hidden(letter) { ' ' } else { letter });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(escape("a|b <i>*x*\n"), "a\\|b \\<i\\>\\*x\\* ");
        assert_eq!(code("a`b"), "`` a`b ``");
        assert_eq!(fenced("sh", "```"), "````sh\n```\n````");
    }

    #[test]
    fn every_bar_is_as_long_as_the_others() {
        assert_eq!(parts([1, 1, 1]).iter().sum::<usize>(), 40);
        assert_eq!(parts([0, 0, 5]), [0, 0, 40]);
        assert_eq!(parts([0, 0, 0]), [0, 0, 0]);
    }
}
