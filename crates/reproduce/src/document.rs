//! The report: who ran what where, all verdicts, then a section for each experiment.

use bellwether_core::Error;
use bellwether_report::{Report, ReportBlock, Section, TableCell, TextTable, text};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::claim::{self, Claim, ClaimVerdict, Figure};
use super::experiment::{self, Corrections, Done, ExperimentTexts, Findings};

/// What is known of the run itself.
#[derive(Serialize)]
pub(super) struct Circumstances {
    /// The command as it was typed.
    pub(super) command: String,
    pub(super) date: String,
    pub(super) version: &'static str,
    pub(super) commit: Option<String>,
    pub(super) cores: usize,
    pub(super) quick: bool,
    /// Experiments that were asked for and are not here.
    pub(super) missing: Vec<String>,
}

/// The texts of the report that belong to no experiment.
#[derive(Deserialize)]
struct DocumentTexts {
    title: String,
    lead: String,
    /// What is said of a quick run.
    quick: String,
    /// What is said above the reports' errors.
    corrections: String,
    /// What each verdict means.
    verdicts: Vec<String>,
}

/// The whole report.
///
/// # Errors
/// If a file of `data/` cannot be read.
pub(super) fn report(done: &[Done], about: &Circumstances) -> Result<Report, Error> {
    let texts: DocumentTexts = experiment::read(include_str!("../data/document.json"))?;
    let mut sections = vec![summary(done, about, texts.quick)];
    sections.extend(done.iter().map(section));
    let mut errors = vec![ReportBlock::Text(texts.corrections)];
    for Corrections { game, errors: list } in experiment::corrections()? {
        errors.extend([ReportBlock::Heading(game), ReportBlock::List(list)]);
    }
    sections.push(Section::new("Errors in the course reports, corrected", errors));
    let intro = ReportBlock::Text("Verdicts are computed from the figures:".to_owned());
    let verdicts = vec![intro, ReportBlock::List(texts.verdicts)];
    sections.push(Section::new("What the verdicts mean", verdicts));
    Ok(Report { title: texts.title, lead: texts.lead, sections })
}

fn headlines(done: &[Done]) -> impl Iterator<Item = (&Done, &Claim)> {
    done.iter().flat_map(|one| {
        let claims = one.findings.claims.iter().filter(|claim| claim.headline);
        claims.map(move |claim| (one, claim))
    })
}

/// `17 agree, 3 point the same way, …`: in one sentence.
fn counts(done: &[Done]) -> String {
    let parts = ClaimVerdict::ALL.into_iter().filter_map(|verdict| {
        let count = headlines(done).filter(|(_, claim)| claim.verdict == verdict).count();
        let words = match verdict {
            ClaimVerdict::Agrees => "agree",
            ClaimVerdict::OtherSize => "point the same way with another size",
            ClaimVerdict::Disagrees => "disagree",
            ClaimVerdict::NotComparable => "cannot be compared",
        };
        (count > 0).then(|| format!("{count} {words}"))
    });
    let all = headlines(done).count();
    if all == 0 {
        return "No experiment is finished.".to_owned();
    }
    format!("Of {all} figures, {}.", parts.collect::<Vec<String>>().join(", "))
}

fn summary(done: &[Done], about: &Circumstances, quick: String) -> Section {
    let commit =
        about.commit.as_ref().map_or_else(String::new, |commit| format!(", commit {commit}"));
    let mut blocks = vec![
        ReportBlock::Text(format!(
            "{}, Bellwether {}{commit}, {} cores.",
            about.date, about.version, about.cores
        )),
        ReportBlock::Command(about.command.clone()),
        ReportBlock::Finding(counts(done)),
    ];
    if about.quick {
        blocks.push(ReportBlock::Text(quick));
    }
    if !about.missing.is_empty() {
        blocks.push(ReportBlock::Text(format!(
            "The run was interrupted: {} are not here. The same command goes on.",
            about.missing.join(", ")
        )));
    }
    blocks.push(ReportBlock::Table(summary_table(done)));
    Section::new("All verdicts", blocks)
}

fn summary_table(done: &[Done]) -> TextTable {
    let rows = headlines(done).map(|(one, claim)| claim.summary(&one.texts.id)).collect();
    TextTable::new(&["", "figure", "verdict", "reported", "ours (95 % interval)"], rows)
}

fn section(done: &Done) -> Section {
    let Done { texts, commands, findings: Findings { claims, reasons, blocks }, .. } = done;
    let ExperimentTexts { id, title, reported, ours, .. } = texts;
    let mut all = vec![
        ReportBlock::Text(format!("The course report. {reported}")),
        ReportBlock::Text(format!("Here. {ours}")),
    ];
    if commands.len() > 3 {
        let commands = vec![ReportBlock::Command(commands.join("\n"))];
        all.push(ReportBlock::Details { summary: "The commands".to_owned(), blocks: commands });
    } else if !commands.is_empty() {
        all.push(ReportBlock::Command(commands.join("\n")));
    }
    if !claims.is_empty() {
        all.push(ReportBlock::Table(claim::table(claims)));
    }
    if !reasons.is_empty() {
        all.push(ReportBlock::List(reasons.clone()));
    }
    all.extend(blocks.iter().cloned());
    Section::new(&format!("{id}. {title}"), all)
}

/// The summary for a terminal.
pub(super) fn summary_text(done: &[Done]) -> String {
    let cell = |figure: &Option<Figure>| {
        figure.as_ref().map_or(TableCell::Empty, |figure| TableCell::text(&figure.text))
    };
    let row = |(one, claim): (&Done, &Claim)| {
        let name = TableCell::Text(format!("{:<8}{}", one.texts.id, claim.what));
        vec![name, cell(&claim.reported), cell(&claim.ours), claim.verdict.cell()]
    };
    let head = ["figure", "reported", "ours (95 % interval)", "verdict"];
    let table = TextTable::new(&head, headlines(done).map(row).collect());
    let table = if done.is_empty() { String::new() } else { text::aligned(&table, &[]) + "\n" };
    format!("{table}{}\n", counts(done))
}

/// The same for machines.
pub(super) fn json(done: &[Done], about: &Circumstances) -> Json {
    let experiments = done.iter().map(|one| {
        json!({
            "id": one.texts.id,
            "title": one.texts.title,
            "seconds": one.seconds,
            "commands": one.commands,
            "claims": one.findings.claims,
        })
    });
    let mut value = json!(about);
    value["experiments"] = experiments.collect();
    value
}
