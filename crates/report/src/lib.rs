//! Reports: a content model, rendered as Markdown, as plain text and as a self-contained HTML page.
//!
//! | module | what it does |
//! |---|---|
//! | [`model`] | the content, independent of the output format |
//! | [`figure`] | the data of plots |
//! | [`text`], [`html`] | the renderers: Markdown and plain text, HTML |
//! | [`plot`], [`pieces`] | drawings in the page |
//! | [`words`] | numbers, shares and values in print |
//!
//! The output depends on the content only: nothing here reads a date, a time or a path.

pub mod figure;
pub mod html;
pub mod model;
pub mod pieces;
pub mod plot;
pub mod text;
pub mod words;

pub use figure::{Axis, Bar, BarPlot, Curves, Estimate, Format, Histogram, Point, Series, Spread};
pub use model::{
    Agreement, Lengths, Report, ReportBlock, ResultShares, Section, TableCell, TextTable,
};
pub use words::{counted, grouped, percent, printable, score_text, sign, value_text};
