//! The report: who ran what where, all verdicts, then a section for each experiment.

use bellwether_report::{Report, ReportBlock, Section, TextTable};
use serde_json::{Value as Json, json};

use super::claim::{self, Claim, ClaimVerdict};
use super::corrections;
use super::experiment::Findings;

/// An experiment that was run.
pub(super) struct Done {
    pub(super) id: &'static str,
    pub(super) title: String,
    pub(super) findings: Findings,
    pub(super) seconds: f64,
}

/// What is known of the run itself.
pub(super) struct Circumstances {
    /// The command as it was typed.
    pub(super) command: String,
    pub(super) date: String,
    pub(super) commit: Option<String>,
    pub(super) cores: usize,
    pub(super) quick: bool,
    /// Experiments that were asked for and are not here.
    pub(super) missing: Vec<&'static str>,
}

/// The whole report.
pub(super) fn report(done: &[Done], about: &Circumstances) -> Report {
    let mut sections = vec![summary(done, about)];
    sections.extend(done.iter().map(section));
    sections.push(corrections::section());
    sections.push(method());
    Report {
        title: "Five course reports, run again".to_owned(),
        lead: "Five reports by students on four games and a puzzle give figures: who beats whom, how many nodes a search visits, \
               how long a puzzle takes. Bellwether runs their experiments again with agents that follow their texts, and \
               prints their figures (“reported”) beside its own."
            .to_owned(),
        sections,
    }
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

fn summary(done: &[Done], about: &Circumstances) -> Section {
    let commit =
        about.commit.as_ref().map_or_else(String::new, |commit| format!(", commit {commit}"));
    let mut blocks = vec![
        ReportBlock::Text(format!(
            "{}, Bellwether {}{commit}, {} cores.",
            about.date,
            env!("CARGO_PKG_VERSION"),
            about.cores
        )),
        ReportBlock::Command(about.command.clone()),
        ReportBlock::Finding(counts(done)),
    ];
    if about.quick {
        blocks.push(ReportBlock::Text(
            "This was a quick run: fewer games or smaller budgets than the course reports', as each section says. Without --quick it is \
             done in full."
                .to_owned(),
        ));
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
    let rows = headlines(done).map(|(one, claim)| claim.summary(one.id)).collect();
    TextTable::new(&["", "figure", "verdict", "reported", "ours (95 % interval)"], rows)
}

fn section(done: &Done) -> Section {
    let Findings { reported, ours, commands, claims, reasons, blocks } = &done.findings;
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
    Section::new(&format!("{}. {}", done.id, done.title), all)
}

fn method() -> Section {
    let verdicts = [
        "Agrees: the 95 % intervals of both figures have a number in common. Win rates get Wilson's interval, the course report's from its \
         own number of games; means get Student's. A figure that the course report gives without its spread is a point.",
        "Same direction, but another size: they have none in common, but both say that the same side is better; of two amounts, \
         the larger is at most √10 times the smaller.",
        "Disagrees: neither. The reason is given where we know one.",
        "Not comparable: one of the figures does not exist, or was measured on something else.",
    ];
    Section::new(
        "What the verdicts mean",
        vec![
            ReportBlock::Text("Verdicts are computed from the figures:".to_owned()),
            ReportBlock::List(verdicts.map(str::to_owned).to_vec()),
        ],
    )
}

/// The summary for a terminal.
pub(super) fn text(done: &[Done]) -> String {
    if done.is_empty() {
        return format!("{}\n", counts(done));
    }
    let rows: Vec<[String; 4]> = headlines(done)
        .map(|(one, claim)| {
            let figure = |figure: &Option<claim::Figure>| {
                figure.as_ref().map_or_else(|| "–".to_owned(), |figure| figure.text.clone())
            };
            let verdict = format!("{} {}", claim.verdict.agreement().sign(), claim.verdict.words());
            let name = format!("{:<8}{}", one.id, claim.what);
            [name, figure(&claim.reported), figure(&claim.ours), verdict]
        })
        .collect();
    let head = ["figure", "reported", "ours (95 % interval)", "verdict"].map(str::to_owned);
    let width = |column: usize| {
        let cells = rows.iter().chain([&head]).map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths = [0, 1, 2].map(width);
    let line = |[name, reported, ours, verdict]: &[String; 4]| {
        let [a, b, c] = widths;
        format!("{name:<a$}  {reported:<b$}  {ours:<c$}  {verdict}\n")
    };
    let mut text: String = [&head].into_iter().chain(&rows).map(line).collect();
    text.push_str(&format!("\n{}\n", counts(done)));
    text
}

/// The same for machines.
pub(super) fn json(done: &[Done], about: &Circumstances) -> Json {
    let experiments = done.iter().map(|one| {
        json!({
            "id": one.id,
            "title": one.title,
            "seconds": one.seconds,
            "commands": one.findings.commands,
            "claims": one.findings.claims.iter().map(Claim::json).collect::<Vec<Json>>(),
        })
    });
    json!({
        "command": about.command,
        "date": about.date,
        "version": env!("CARGO_PKG_VERSION"),
        "commit": about.commit,
        "cores": about.cores,
        "quick": about.quick,
        "missing": about.missing,
        "experiments": experiments.collect::<Vec<Json>>(),
    })
}
