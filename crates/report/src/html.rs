//! A report as a self-contained HTML page: no script, no font, no request.

use std::fmt::Write;

use bellwether_core::outside::is_hidden;
use bellwether_core::picture::PieceStyle;

use crate::model::{RESULTS, Report, ReportBlock, ResultShares, TableCell, TextTable};
use crate::pieces::{board, definitions};
use crate::plot;
use crate::words::{grouped, percent, sign};

/// The page's style sheet.
pub const STYLE: &str = include_str!("style.css");

/// Additional content of a page. It is not escaped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras<'a> {
    /// Tags in the head.
    pub head: &'a str,
    /// More style.
    pub style: &'a str,
    /// Behind the last section.
    pub end: &'a str,
    /// Pieces that are drawn there.
    pub pieces: &'static [PieceStyle],
}

/// The report as a page.
#[must_use]
pub fn render(report: &Report) -> String {
    render_with(report, &Extras::default())
}

/// The report as a page with additional content.
#[must_use]
pub fn render_with(report: &Report, extras: &Extras<'_>) -> String {
    let title = escape(&report.title);
    let Extras { head, style, end, pieces } = extras;
    let mut styles: Vec<&PieceStyle> = pieces.iter().collect();
    report.sections.iter().for_each(|section| collect_pieces(&section.blocks, &mut styles));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n{head}\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n{}{}<main>\n<header>\n\
         <h1>{title}</h1>\n<p class=\"lead\">{}</p>\n</header>\n",
        plot::PATTERNS,
        definitions(styles),
        escape(&report.lead)
    );
    for (number, section) in report.sections.iter().enumerate() {
        let number = number + 1;
        let _ = writeln!(
            page,
            "<section aria-labelledby=\"section-{number}\">\n<h2 id=\"section-{number}\">{}</h2>",
            escape(&section.title)
        );
        write_blocks(&mut page, &section.blocks);
        page.push_str("</section>\n");
    }
    page.push_str(end);
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// Finds the pieces on the boards of a report.
fn collect_pieces(blocks: &[ReportBlock], styles: &mut Vec<&'static PieceStyle>) {
    for block in blocks {
        match block {
            ReportBlock::Board { picture, .. } => {
                styles.extend(picture.cells.iter().filter_map(|cell| Some(cell.piece?.style)));
            }
            ReportBlock::Details { blocks, .. } => collect_pieces(blocks, styles),
            _ => {}
        }
    }
}

/// Parts of a report alone, for a page that has its own head and style.
#[must_use]
pub fn blocks(blocks: &[ReportBlock]) -> String {
    let mut page = String::new();
    write_blocks(&mut page, blocks);
    page
}

/// A board and its line of moves are placed side by side if the screen is wide enough, and so are plots.
fn write_blocks(page: &mut String, blocks: &[ReportBlock]) {
    let mut rest = blocks;
    while let [block, after @ ..] = rest {
        let plots = rest.iter().take_while(|block| is_plot(block)).count();
        if plots > 1 {
            page.push_str("<div class=\"panels\">\n");
            rest[..plots].iter().for_each(|block| write_block(page, block));
            page.push_str("</div>\n");
            rest = &rest[plots..];
            continue;
        }
        rest = after;
        if let (ReportBlock::Board { .. }, [line @ ReportBlock::Line { .. }, after @ ..]) =
            (block, after)
        {
            rest = after;
            page.push_str("<div class=\"pair\">\n");
            write_block(page, block);
            write_block(page, line);
            page.push_str("</div>\n");
        } else {
            write_block(page, block);
        }
    }
}

fn is_plot(block: &ReportBlock) -> bool {
    matches!(
        block,
        ReportBlock::Curves(_)
            | ReportBlock::Ratings(_)
            | ReportBlock::Histogram(_)
            | ReportBlock::Bars(_)
    )
}

fn write_block(page: &mut String, block: &ReportBlock) {
    let _ = match block {
        ReportBlock::Text(words) => writeln!(page, "<p>{}</p>", escape(words)),
        ReportBlock::Verdict { value, text } => writeln!(
            page,
            "<p class=\"verdict {}\"><span aria-hidden=\"true\">{}</span> {}</p>",
            value.name(),
            sign(*value),
            escape(text)
        ),
        ReportBlock::Finding(words) => writeln!(page, "<p class=\"verdict\">{}</p>", escape(words)),
        ReportBlock::Heading(words) => writeln!(page, "<h3>{}</h3>", escape(words)),
        ReportBlock::Command(command) => {
            writeln!(page, "<pre><code>{}</code></pre>", escape(command))
        }
        ReportBlock::Table(table) => return write_table(page, table),
        ReportBlock::Board { picture, caption, .. } => writeln!(
            page,
            "<figure class=\"position\">\n{}<figcaption>{}</figcaption>\n</figure>",
            board(picture, caption),
            escape(caption)
        ),
        ReportBlock::Line { moves, open } => return write_line(page, moves, *open),
        ReportBlock::Shares(panels) => {
            page.push_str(&key(panels));
            let panels =
                panels.iter().map(|panel| figure(&panel.title, &plot::results::shares(panel)));
            writeln!(page, "<div class=\"panels\">\n{}</div>", panels.collect::<String>())
        }
        ReportBlock::Lengths(panels) => {
            let panels =
                panels.iter().map(|panel| figure(&panel.title, &plot::results::lengths(panel)));
            writeln!(page, "<div class=\"panels\">\n{}</div>", panels.collect::<String>())
        }
        ReportBlock::List(items) => {
            let items = items.iter().map(|item| format!("<li>{}</li>\n", escape(item)));
            writeln!(page, "<ul>\n{}</ul>", items.collect::<String>())
        }
        ReportBlock::Curves(curves) => {
            page.write_str(&figure(&curves.title, &plot::curves::curves(curves)))
        }
        ReportBlock::Ratings(dots) => {
            page.write_str(&figure(&dots.title, &plot::rows::rows(dots, true)))
        }
        ReportBlock::Histogram(histogram) => {
            page.write_str(&figure(&histogram.title, &plot::bins::histogram(histogram)))
        }
        ReportBlock::Bars(bars) => {
            page.write_str(&figure(&bars.title, &plot::rows::rows(bars, false)))
        }
        ReportBlock::Details { summary, blocks } => {
            let _ = writeln!(page, "<details>\n<summary>{}</summary>", escape(summary));
            write_blocks(page, blocks);
            writeln!(page, "</details>")
        }
    };
}

fn figure(title: &str, svg: &str) -> String {
    format!("<figure>\n<figcaption>{}</figcaption>\n{svg}</figure>\n", escape(title))
}

/// The key of the signs and patterns in use.
fn key(panels: &[ResultShares]) -> String {
    let occurs = |result: usize| {
        panels.iter().flat_map(|panel| &panel.rows).any(|(_, counts)| counts[result] > 0)
    };
    let results = RESULTS.iter().enumerate().filter(|(result, _)| occurs(*result));
    let parts = results.map(|(_, (class, sign, word))| {
        let over = if *class == "win" {
            String::new()
        } else {
            format!("<rect width=\"22\" height=\"14\" fill=\"url(#over-{class})\"/>")
        };
        format!(
            "<span><svg class=\"swatch\" width=\"22\" height=\"14\" aria-hidden=\"true\"><rect class=\"{class}\" \
             width=\"22\" height=\"14\"/>{over}</svg> {sign} {word}</span>\n"
        )
    });
    let parts: String = parts.collect();
    format!("<p class=\"legend\">{parts}<span>for the side to move</span></p>\n")
}

fn write_line(page: &mut String, moves: &[String], open: bool) {
    page.push_str("<p class=\"line\"><b>Line</b> ");
    for (number, pair) in moves.chunks(2).enumerate() {
        let moves: Vec<String> = pair.iter().map(|m| escape(m)).collect();
        let _ = write!(page, "<span><i>{}.</i> {}</span> ", number + 1, moves.join(" "));
    }
    page.push_str(if open { "…</p>\n" } else { "</p>\n" });
}

fn write_table(page: &mut String, table: &TextTable) {
    page.push_str("<div class=\"scroll\">\n<table>\n<thead><tr>");
    let class = |column| if table.is_number(column) { " class=\"number\"" } else { "" };
    for (column, head) in table.head.iter().enumerate() {
        let _ = write!(page, "<th scope=\"col\"{}>{}</th>", class(column), escape(head));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        page.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            page.push_str(&cell_html(cell, column == 0, class(column)));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
}

fn cell_html(cell: &TableCell, is_head: bool, class: &str) -> String {
    let plain = escape(&cell.plain());
    let inner = match cell {
        TableCell::Share(part, whole) => {
            let share = escape(&percent(*part, *whole));
            format!("{} <small>{share}</small>", grouped(*part))
        }
        TableCell::Value(value, _) => {
            format!("<span class=\"value {}\">{plain}</span>", value.name())
        }
        TableCell::Verdict(kind, _) => {
            let class = kind.name().replace(' ', "-");
            format!("<span class=\"value {class}\">{plain}</span>")
        }
        TableCell::Code(_) => format!("<code>{plain}</code>"),
        TableCell::Text(_)
        | TableCell::Number(_)
        | TableCell::Measure { .. }
        | TableCell::Empty => plain,
    };
    if is_head {
        format!("<th scope=\"row\"{class}>{inner}</th>")
    } else {
        format!("<td{class}>{inner}</td>")
    }
}

/// Escapes text for HTML, attributes included.
#[must_use]
pub fn escape(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\'' => text.push_str("&#39;"),
            '\u{2028}' | '\u{2029}' => text.push(' '),
            letter if is_hidden(letter) && letter != '\n' => text.push(' '),
            letter => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(
            escape("<b title='\"'>&\u{7}\u{2028}"),
            "&lt;b title=&#39;&quot;&#39;&gt;&amp;  "
        );
    }
}
