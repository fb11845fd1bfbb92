//! `solve --report`: the fairness report of a solved game, as a Markdown file and as a page with plots.
//!
//! `bellwether_fairness` makes the content from the tables; `bellwether_report` renders it.

use std::path::{Path, PathBuf};

use anyhow::Context;
use bellwether_core::outside::replace_file;
use bellwether_core::{Error, bail};
use bellwether_fairness::ReportSource;
use bellwether_report::{html, text};

/// The two files of a report, Markdown and HTML, for a name given on the command line; it may end in `.md` or `.html`.
///
/// # Errors
/// If there is no such folder: better said before hours of solving than after.
pub(super) fn files(file: &Path) -> Result<[PathBuf; 2], Error> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let stem = match ending.as_deref() {
        Some("md" | "html") => file.with_extension(""),
        _ => file.to_owned(),
    };
    let shown = file.display();
    let ends_in_slash = file.as_os_str().as_encoded_bytes().ends_with(b"/");
    if stem.file_name().is_none() || ends_in_slash {
        bail!("--report '{shown}' is not the name of a file");
    }
    match stem.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            let folder = folder.display();
            Err(Error::not_found(format!("--report: there is no folder '{folder}'")))
        }
        _ => Ok(["md", "html"].map(|ending| stem.with_added_extension(ending))),
    }
}

/// Makes the report and writes both files.
pub(super) fn write(files: &[PathBuf; 2], source: &ReportSource<'_>) -> anyhow::Result<()> {
    let report = source.report()?;
    for (file, text) in files.iter().zip([text::markdown(&report), html::render(&report)]) {
        replace_file(file, text.as_bytes())
            .with_context(|| format!("cannot write the report {}", file.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_ending_or_none_makes_the_same_two_files() {
        for name in ["fair", "fair.md", "fair.html", "fair.HTML"] {
            let target = files(Path::new(name)).unwrap();
            assert_eq!(target, [Path::new("fair.md"), Path::new("fair.html")]);
        }
        let target = files(Path::new("a.table")).unwrap();
        assert_eq!(target, [Path::new("a.table.md"), Path::new("a.table.html")]);
        for name in ["", "/", "..", "nowhere/at/all.md", "src/"] {
            assert!(files(Path::new(name)).is_err(), "{name}");
        }
    }
}
