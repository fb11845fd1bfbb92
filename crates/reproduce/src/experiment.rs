//! The list of experiments, their texts and how they are run. What the course reports say is in `data/`, a file each.

use std::time::Instant;

use bellwether_arena::record::GameRecord;
use bellwether_core::Error;
use bellwether_core::notation::excerpt;
use bellwether_core::spec::suggest;
use bellwether_report::ReportBlock;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::claim::{Claim, ClaimVerdict};
use super::match_plan::MatchPlan;
use super::runner::{ExperimentRunner, ExperimentScale};
use super::{battle_sheep, breakthrough, flow_free, wolf_and_sheep, wolves_eat_sheep};

/// Something that a course report measured, and that can be measured again.
pub(super) trait Experiment {
    /// What the report says about it.
    fn texts(&self, scale: ExperimentScale) -> ExperimentTexts;
    /// The matches it is made of.
    fn matches(&self, scale: ExperimentScale) -> Vec<MatchPlan>;
    /// Those whose commands the report shows.
    fn shown(&self, scale: ExperimentScale) -> Vec<MatchPlan> {
        self.matches(scale)
    }
    /// Reads the results off the games of its matches.
    ///
    /// # Errors
    /// If it was interrupted, or cannot be run.
    fn measure(
        &self,
        runner: &ExperimentRunner,
        played: &[Vec<GameRecord>],
    ) -> anyhow::Result<Findings>;
}

/// What is written about an experiment; names in braces are filled in.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExperimentTexts {
    /// What it is asked for by.
    pub(super) id: String,
    /// What it is called in the report.
    pub(super) title: String,
    /// What it is about, in one line.
    pub(super) summary: String,
    /// What the course report did.
    pub(super) reported: String,
    /// What we run.
    pub(super) ours: String,
    /// Commands besides those of the matches.
    #[serde(default)]
    pub(super) commands: Vec<String>,
    /// Why figures differ, if they do.
    #[serde(default)]
    if_different: Vec<String>,
    /// What else there is to say about the figures.
    #[serde(default)]
    reasons: Vec<String>,
}

impl ExperimentTexts {
    /// The same with values in place of names in braces.
    pub(super) fn filled(mut self, values: &[(&str, &str)]) -> Self {
        let Self { id, title, summary, reported, ours, commands, if_different, reasons } =
            &mut self;
        let lists = [commands, if_different, reasons].into_iter().flatten();
        for text in [id, title, summary, reported, ours].into_iter().chain(lists) {
            *text = filled(text, values);
        }
        self
    }
}

/// A text with values in place of names in braces.
pub(super) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let fill =
        |text: String, (name, value): &(&str, &str)| text.replace(&format!("{{{name}}}"), value);
    values.iter().fold(text.to_owned(), fill)
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    /// The course report's figures beside ours.
    pub(super) claims: Vec<Claim>,
    /// Why figures differ, where the games show it.
    pub(super) reasons: Vec<String>,
    /// What else there is to see.
    pub(super) blocks: Vec<ReportBlock>,
}

/// An experiment that was run.
pub(super) struct Done {
    pub(super) texts: ExperimentTexts,
    /// The commands that play the same games.
    pub(super) commands: Vec<String>,
    pub(super) findings: Findings,
    pub(super) seconds: f64,
}

impl Done {
    /// Plays the matches of an experiment, or reads what was played before, and measures.
    ///
    /// # Errors
    /// If it was interrupted, or cannot be run.
    pub(super) fn run(one: &dyn Experiment, runner: &ExperimentRunner) -> anyhow::Result<Self> {
        let began = Instant::now();
        let texts = one.texts(runner.scale);
        let matches = one.matches(runner.scale);
        let played: Vec<_> =
            matches.iter().map(|plan| runner.play(plan)).collect::<Result<_, _>>()?;
        let mut findings = one.measure(runner, &played)?;
        let differs = |claim: &Claim| {
            matches!(claim.verdict, ClaimVerdict::Disagrees | ClaimVerdict::OtherSize)
        };
        if findings.claims.iter().any(differs) {
            findings.reasons.splice(0..0, texts.if_different.iter().cloned());
        }
        findings.reasons.extend(texts.reasons.iter().cloned());
        let mut commands = texts.commands.clone();
        commands.extend(one.shown(runner.scale).iter().map(|plan| plan.command(runner.seed)));
        Ok(Self { texts, commands, findings, seconds: began.elapsed().as_secs_f64() })
    }
}

/// What a course report's own program or text gets wrong or leaves open.
#[derive(Debug, Deserialize)]
pub(super) struct Corrections {
    pub(super) game: String,
    pub(super) errors: Vec<String>,
}

/// The course reports, in the order of the report.
const REPORTS: [&str; 5] = [
    breakthrough::DATA,
    wolf_and_sheep::DATA,
    wolves_eat_sheep::DATA,
    battle_sheep::DATA,
    flow_free::DATA,
];

/// The errors of every course report.
pub(super) fn corrections() -> Result<Vec<Corrections>, Error> {
    REPORTS.into_iter().map(read).collect()
}

/// Reads one of the files of `data/`.
pub(super) fn read<T: DeserializeOwned>(data: &str) -> Result<T, Error> {
    serde_json::from_str(data).map_err(|error| Error::invalid(format!("a file of data/: {error}")))
}

/// Every experiment, in the order of the report.
pub(super) fn all() -> Result<Vec<Box<dyn Experiment>>, Error> {
    let mut all = breakthrough::all()?;
    all.push(Box::new(read::<wolf_and_sheep::ErringSheep>(wolf_and_sheep::DATA)?));
    all.push(Box::new(read::<wolves_eat_sheep::Wolves>(wolves_eat_sheep::DATA)?));
    all.extend(battle_sheep::all()?);
    all.push(Box::new(read::<flow_free::Puzzles>(flow_free::DATA)?));
    Ok(all)
}

/// Those that were asked for: by id, or by the letter of a group; all if nothing was.
///
/// # Errors
/// If there is no such experiment; the nearest is suggested.
pub(super) fn chosen(ids: &[String]) -> Result<Vec<Box<dyn Experiment>>, Error> {
    let mut all = all()?;
    let known: Vec<String> = all.iter().map(|one| one.texts(ExperimentScale::Quick).id).collect();
    let is_meant = |id_text: &str, id: &str| {
        let is_group =
            id_text.len() == 1 && id.get(..1).is_some_and(|l| l.eq_ignore_ascii_case(id_text));
        is_group || id.eq_ignore_ascii_case(id_text)
    };
    for id_text in ids {
        if !known.iter().any(|id| is_meant(id_text, id)) {
            return Err(Error::not_found(format!(
                "there is no experiment '{}': {} (`bellwether reproduce --list` tells about them)",
                excerpt(id_text),
                suggest(id_text, known.iter().map(String::as_str), "")
            )));
        }
    }
    let mut is_chosen =
        known.iter().map(|id| ids.is_empty() || ids.iter().any(|id_text| is_meant(id_text, id)));
    all.retain(|_| is_chosen.next() == Some(true));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(id_text: &[&str]) -> Vec<String> {
        let id_text: Vec<String> = id_text.iter().map(|id| (*id).to_owned()).collect();
        chosen(&id_text).unwrap().iter().map(|one| one.texts(ExperimentScale::Full).id).collect()
    }

    #[test]
    fn experiments_are_chosen_by_id_or_letter() {
        assert_eq!(ids(&["a3", "E"]), ["A3", "E"]);
        assert_eq!(ids(&["D"]), ["D1", "D2", "D3", "D4", "D5", "D6", "D7"]);
        assert_eq!(ids(&["a-nodes"]), ["A-nodes"]);
        assert_eq!(ids(&["a"]).len(), 15);
        assert_eq!(ids(&[]).len(), 25);
    }

    #[test]
    fn an_unknown_one_is_refused() {
        let error = |id: &str| chosen(&[id.to_owned()]).err().unwrap().to_string();
        assert!(error("D9").starts_with("there is no experiment 'D9': it is one of A-nodes, A1"));
        assert!(error("A-node").contains("did you mean 'A-nodes'?"), "{}", error("A-node"));
    }

    #[test]
    fn every_name_in_a_text_is_filled_in() {
        for one in all().unwrap() {
            for scale in [ExperimentScale::Quick, ExperimentScale::Full] {
                let texts = format!("{:?}", one.texts(scale));
                let fields = texts.trim_start_matches("ExperimentTexts {").trim_end_matches("}");
                assert!(!fields.contains("{") && !fields.contains("}"), "{fields}");
            }
        }
        assert_eq!(corrections().unwrap().len(), 5);
    }

    /// Every plan can be begun: its games exist, its agents can be seated.
    #[test]
    fn every_plan_is_of_existing_games_and_agents() {
        let tables = std::path::Path::new("/nowhere");
        for one in all().unwrap() {
            for scale in [ExperimentScale::Quick, ExperimentScale::Full] {
                let mut names = std::collections::HashSet::new();
                for plan in one.matches(scale) {
                    let header = plan.header(1).unwrap();
                    let game = bellwether_standard::game(&header.game).unwrap();
                    let name = &plan.journal;
                    game.runner(&header, tables, bellwether_catalog::BotPermission::Refused)
                        .map(drop)
                        .unwrap_or_else(|e| panic!("{name}: {e}"));
                    assert!(names.insert(plan.journal), "a name twice");
                }
            }
        }
    }
}
