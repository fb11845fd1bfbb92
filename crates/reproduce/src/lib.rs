//! The experiments of five course reports, run again, with their figures beside ours: the command `reproduce`.
//!
//! | module | what it holds |
//! |---|---|
//! | `experiment` | the list, and what an experiment is |
//! | `nodes`, `breakthrough` | A: Breakthrough |
//! | `wolf_and_sheep` | B |
//! | `wolves_eat_sheep` | C |
//! | `battle_sheep`, `comparison`, `placing` | D |
//! | `flow_free` | E: puzzles |
//! | `claim` | a report's figure beside ours, and the verdict |
//! | `match_plan`, `runner` | matches, and where they are played |
//! | `document` | the report |
//!
//! What the course reports say is data: a file for each in `data/`.

mod battle_sheep;
mod breakthrough;
mod claim;
mod comparison;
mod document;
mod experiment;
mod flow_free;
mod match_plan;
mod nodes;
mod placing;
mod runner;
mod wolf_and_sheep;
mod wolves_eat_sheep;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use anyhow::Context;
use bellwether_arena::bots::launch::shell_word;
use bellwether_catalog::AnyGame;
use bellwether_cluster::{ClusterAddress, ClusterConnection};
use bellwether_core::outside::replace_file;
use bellwether_core::picture::Picture;
use bellwether_core::square::Square;
use bellwether_core::{Error, bail};
use bellwether_report::{html, text};
use clap::Args;
use indicatif::ProgressBar;
use serde_json::{Value as Json, json};

use document::Circumstances;
use experiment::{Done, Experiment, ExperimentTexts};
use runner::{ExperimentRunner, ExperimentScale, Interrupted};

/// Arguments of `reproduce`.
#[derive(Args, Debug)]
pub struct ReproduceArguments {
    /// Which experiments: A1, B, …, or a letter for its whole group; by default all.
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Say what there is, and run nothing.
    #[arg(long)]
    list: bool,
    /// Take a look in a few minutes: fewer games or smaller budgets.
    #[arg(long)]
    quick: bool,
    /// The report's name: STEM.md and STEM.html are written, and journals go to STEM.d.
    #[arg(long, value_name = "STEM", default_value = "reproduction")]
    out: PathBuf,
    /// Games that run at once; by default the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Let the workers of this server play the matches: nats://[TOKEN@]HOST:PORT.
    #[arg(long, value_name = "SERVER", conflicts_with = "concurrency")]
    cluster: Option<String>,
    /// What all chance depends on.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The folder of solved tables.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

/// Draws a board as plain text, with these squares marked.
pub type DrawBoard = fn(&dyn AnyGame, &Picture, &[Square]) -> String;

/// Runs experiments and writes the report; what is to be printed, and whether all of them were run. Setting
/// `stop` ends the run early: what is finished is kept.
///
/// # Errors
/// If there is no such experiment, or one cannot be run, or the report cannot be written.
pub fn run(
    arguments: &ReproduceArguments,
    json: bool,
    stop: &Arc<AtomicBool>,
    draw: DrawBoard,
) -> anyhow::Result<(String, bool)> {
    let experiments = experiment::chosen(&arguments.ids)?;
    if arguments.list {
        return Ok((arguments.list(&experiments, json), true));
    }
    let stem = Stem::parse(&arguments.out)?;
    let runner = arguments.runner(stem.folder(), stop, draw)?;
    let mut done = Vec::new();
    let mut missing = Vec::new();
    for (index, one) in experiments.iter().enumerate() {
        runner.bar.set_prefix(format!("[{}/{}]", index + 1, experiments.len()));
        let id = |one: &dyn Experiment| one.texts(runner.scale).id;
        match Done::run(one.as_ref(), &runner) {
            Ok(one) => {
                let Done { texts, seconds, .. } = &one;
                runner.say(&format!("{:<8} {seconds:>6.1} s  {}", texts.id, texts.title));
                done.push(one);
            }
            Err(error) if error.is::<Interrupted>() => {
                missing = experiments[index..].iter().map(|one| id(one.as_ref())).collect();
                break;
            }
            Err(error) => return Err(error.context(format!("{} cannot be run", id(one.as_ref())))),
        }
    }
    runner.bar.finish_and_clear();
    let is_whole = missing.is_empty();
    let about = arguments.circumstances(missing);
    let report = document::report(&done, &about)?;
    stem.write("md", &text::markdown(&report))?;
    stem.write("html", &html::render(&report))?;
    if json {
        return Ok((format!("{}\n", document::json(&done, &about)), is_whole));
    }
    let [md, html] = ["md", "html"].map(|ending| stem.file(ending));
    let mut text = document::summary_text(&done);
    let _ = writeln!(text, "wrote {} and {}", md.display(), html.display());
    if let Some(first) = about.missing.first() {
        let _ = writeln!(text, "Stopped before {first}. Go on with:\n  {}", about.command);
    }
    Ok((text, is_whole))
}

impl ReproduceArguments {
    /// What there is, a line each; for machines with all its matches.
    fn list(&self, experiments: &[Box<dyn Experiment>], json: bool) -> String {
        let scale = self.scale();
        if !json {
            let lines = experiments.iter().map(|one| one.texts(scale));
            return lines.map(|one| format!("{:<8} {}\n", one.id, one.summary)).collect();
        }
        let list = experiments.iter().map(|one| {
            let ExperimentTexts { id, summary, .. } = one.texts(scale);
            let plans = one.matches(scale);
            let commands: Vec<String> = plans.iter().map(|plan| plan.command(self.seed)).collect();
            json!({ "id": id, "summary": summary, "commands": commands })
        });
        format!("{}\n", Json::from(list.collect::<Vec<Json>>()))
    }

    fn scale(&self) -> ExperimentScale {
        if self.quick { ExperimentScale::Quick } else { ExperimentScale::Full }
    }

    fn runner(
        &self,
        folder: PathBuf,
        stop: &Arc<AtomicBool>,
        draw: DrawBoard,
    ) -> Result<ExperimentRunner, Error> {
        let address = self.cluster.as_deref().map(ClusterAddress::parse).transpose()?;
        let connect =
            |address| ClusterConnection::open(&address, "bellwether reproduce").map(Arc::new);
        Ok(ExperimentRunner {
            cluster: address.map(connect).transpose()?,
            scale: self.scale(),
            seed: self.seed,
            concurrency: self.concurrency.map_or_else(cores, usize::from),
            folder,
            tables: self.tables.clone().unwrap_or_else(bellwether_catalog::tables_folder),
            stop: Arc::clone(stop),
            draw,
            bar: ProgressBar::new(0),
        })
    }

    fn circumstances(&self, missing: Vec<String>) -> Circumstances {
        Circumstances {
            command: self.command(),
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            version: env!("CARGO_PKG_VERSION"),
            commit: commit(),
            cores: cores(),
            quick: self.quick,
            missing,
        }
    }

    /// The command that does the same again.
    fn command(&self) -> String {
        let mut words = vec!["bellwether reproduce".to_owned()];
        words.extend(self.ids.iter().map(|id| shell_word(id)));
        if self.quick {
            words.push("--quick".to_owned());
        }
        words.push(format!(
            "--out {} --seed {}",
            shell_word(&self.out.display().to_string()),
            self.seed
        ));
        words.extend(self.concurrency.map(|number| format!("--concurrency {number}")));
        let cluster = self.cluster.as_deref().and_then(|text| ClusterAddress::parse(text).ok());
        words.extend(cluster.map(|address| format!("--cluster {address}")));
        let tables = self.tables.as_ref().map(|folder| folder.display().to_string());
        words.extend(tables.map(|folder| format!("--tables {}", shell_word(&folder))));
        words.join(" ")
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The commit of the working folder, if it is in a repository of this program.
fn commit() -> Option<String> {
    let asked = ["rev-parse", "--show-toplevel", "--short=12", "HEAD"];
    let output = std::process::Command::new("git").args(asked).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    let (root, commit) = text.trim().split_once('\n')?;
    let is_ours = Path::new(root).join("crates/catalog/Cargo.toml").exists();
    is_ours.then(|| commit.to_owned())
}

/// Words as they begin a sentence.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What the report's files have in common.
struct Stem(PathBuf);

impl Stem {
    /// The stem that was given; an ending `.md` or `.html` is not part of it.
    fn parse(given: &Path) -> Result<Self, Error> {
        let ending = given.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let stem = match ending.as_deref() {
            Some("md" | "html") => given.with_extension(""),
            _ => given.to_owned(),
        };
        let shown = given.display();
        if stem.file_name().is_none() || given.as_os_str().as_encoded_bytes().ends_with(b"/") {
            bail!("--out '{shown}' is not the name of a file");
        }
        let folder = stem.parent().filter(|folder| !folder.as_os_str().is_empty());
        match folder.filter(|folder| !folder.is_dir()) {
            Some(folder) => {
                Err(Error::not_found(format!("--out: there is no folder '{}'", folder.display())))
            }
            None => Ok(Self(stem)),
        }
    }

    fn file(&self, ending: &str) -> PathBuf {
        self.0.with_added_extension(ending)
    }

    /// Where journals go.
    fn folder(&self) -> PathBuf {
        self.file("d")
    }

    fn write(&self, ending: &str, text: &str) -> anyhow::Result<()> {
        let file = self.file(ending);
        replace_file(&file, text.as_bytes())
            .with_context(|| format!("cannot write the report {}", file.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_is_not_part_of_the_stem() {
        for name in ["again", "again.md", "again.html"] {
            let stem = Stem::parse(Path::new(name)).unwrap();
            assert_eq!(stem.file("md"), Path::new("again.md"));
            assert_eq!(stem.folder(), Path::new("again.d"));
        }
        for name in ["/", "..", "nowhere/at/all", "src/"] {
            assert!(Stem::parse(Path::new(name)).is_err(), "{name}");
        }
    }
}
