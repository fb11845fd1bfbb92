//! `solve --report`: the fairness report of a solved game, as a Markdown file and as a page with plots.
//!
//! `bellwether_fairness` makes the content from the tables; `bellwether_report` renders it.

use std::path::{Path, PathBuf};

use anyhow::Context;
use bellwether_core::ParseError;
use bellwether_fairness::{FairnessError, ReportSource};
use bellwether_report::{html, markdown};

/// Where a report goes: two files that differ in their ending.
pub(super) struct ReportFiles {
    markdown: PathBuf,
    html: PathBuf,
}

impl ReportFiles {
    /// The files for a name given on the command line; it may end in `.md` or `.html`.
    ///
    /// # Errors
    /// If there is no such folder: better said before hours of solving than after.
    pub(super) fn parse(file: &Path) -> Result<Self, ParseError> {
        let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let stem = match ending.as_deref() {
            Some("md" | "html") => file.with_extension(""),
            _ => file.to_owned(),
        };
        let shown = file.display();
        let ends_in_slash = file.as_os_str().as_encoded_bytes().ends_with(b"/");
        if stem.file_name().is_none() || ends_in_slash {
            return Err(ParseError::new(format!("--report '{shown}' is not the name of a file")));
        }
        let folder = stem.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(ParseError::new(format!(
                "--report: there is no folder '{}'",
                folder.display()
            )));
        }
        Ok(Self {
            markdown: stem.with_added_extension("md"),
            html: stem.with_added_extension("html"),
        })
    }

    /// The files.
    pub(super) fn files(&self) -> [&Path; 2] {
        [&self.markdown, &self.html]
    }

    /// Makes the report and writes both files.
    pub(super) fn write(&self, source: &ReportSource<'_>) -> anyhow::Result<()> {
        let report = source.report().map_err(plain)?;
        for (file, text) in
            self.files().into_iter().zip([markdown::render(&report), html::render(&report)])
        {
            std::fs::write(file, text)
                .with_context(|| format!("cannot write the report {}", file.display()))?;
        }
        Ok(())
    }
}

/// What is wrong itself: bad input stays bad input.
fn plain(error: FairnessError) -> anyhow::Error {
    match error {
        FairnessError::Game(error) => error.into(),
        FairnessError::Table(error) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_ending_or_none_makes_the_same_two_files() {
        for name in ["fair", "fair.md", "fair.html", "fair.HTML"] {
            let target = ReportFiles::parse(Path::new(name)).unwrap();
            assert_eq!(target.files(), [Path::new("fair.md"), Path::new("fair.html")]);
        }
        let target = ReportFiles::parse(Path::new("a.table")).unwrap();
        assert_eq!(target.files(), [Path::new("a.table.md"), Path::new("a.table.html")]);
        for name in ["", "/", "..", "nowhere/at/all.md", "src/"] {
            assert!(ReportFiles::parse(Path::new(name)).is_err(), "{name}");
        }
    }
}
