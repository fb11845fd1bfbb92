//! Reports: what one says, and its two looks, Markdown and a page that needs nothing else.
//!
//! | module | what it does |
//! |---|---|
//! | [`model`] | what is said, whatever it looks like |
//! | [`figure`] | what plots show |
//! | [`markdown`], [`html`] | the two looks |
//! | [`plot`], [`pieces`] | drawings in the page |
//! | [`words`] | numbers, shares and values in print |
//!
//! A report depends on what it is made from only: nothing here asks for a date, a time or a path.

pub mod figure;
pub mod html;
pub mod markdown;
pub mod model;
pub mod pieces;
pub mod plot;
pub mod words;

pub use figure::{
    Axis, Bar, BarPlot, Curves, DotPlot, Estimate, Format, Histogram, Point, Series, Spread,
};
pub use model::{
    Agreement, Lengths, Report, ReportBlock, ResultShares, Section, TableCell, TextTable,
};
pub use words::{grouped, percent, sign, value_text};
