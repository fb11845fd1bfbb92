//! The list of experiments, and how some of them are asked for.

use bellwether_core::ParseError;
use bellwether_core::notation::excerpt;
use bellwether_core::spec::suggest;
use bellwether_report::ReportBlock;

use super::claim::Claim;
use super::match_plan::MatchPlan;
use super::runner::{ExperimentRunner, ExperimentScale};
use super::{battle_sheep, breakthrough, flow_free, nodes, wolf_and_sheep, wolves_eat_sheep};

/// Something that a course report measured, and that can be measured again.
pub(super) trait Experiment {
    /// What it is asked for by.
    fn id(&self) -> &'static str;
    /// What it is called in the report.
    fn title(&self) -> String;
    /// What it is about, in one line.
    fn summary(&self) -> String;
    /// The matches it is made of.
    fn contests(&self, effort: ExperimentScale) -> Vec<MatchPlan>;
    /// Runs it, or reads what was run before.
    ///
    /// # Errors
    /// If it was interrupted, or cannot be run.
    fn run(&self, runner: &ExperimentRunner) -> anyhow::Result<Findings>;
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    /// What the course report did.
    pub(super) reported: String,
    /// What we run.
    pub(super) ours: String,
    /// The same as commands.
    pub(super) commands: Vec<String>,
    /// The course report's figures beside ours.
    pub(super) claims: Vec<Claim>,
    /// Why figures differ, where we know.
    pub(super) reasons: Vec<String>,
    /// What else there is to see.
    pub(super) blocks: Vec<ReportBlock>,
}

/// Every experiment, in the order of the report.
pub(super) fn all() -> Vec<Box<dyn Experiment>> {
    let mut all: Vec<Box<dyn Experiment>> = Vec::new();
    all.push(Box::new(nodes::Nodes));
    all.extend(breakthrough::all().map(|one| Box::new(one) as Box<dyn Experiment>));
    all.push(Box::new(wolf_and_sheep::ErringSheep));
    all.push(Box::new(wolves_eat_sheep::Wolves));
    all.extend(battle_sheep::all().map(|one| Box::new(one) as Box<dyn Experiment>));
    all.push(Box::new(flow_free::Puzzles));
    all
}

/// Those that were asked for: by id, or by the letter of a group; all if nothing was.
///
/// # Errors
/// If there is no such experiment; the nearest is suggested.
pub(super) fn chosen(ids: &[String]) -> Result<Vec<Box<dyn Experiment>>, ParseError> {
    let all = all();
    let is_meant = |id_text: &str, id: &str| {
        let is_group =
            id_text.len() == 1 && id.get(..1).is_some_and(|l| l.eq_ignore_ascii_case(id_text));
        is_group || id.eq_ignore_ascii_case(id_text)
    };
    for id_text in ids {
        if !all.iter().any(|one| is_meant(id_text, one.id())) {
            let known = all.iter().map(|one| one.id());
            return Err(ParseError::new(format!(
                "there is no experiment '{}': {} (`bellwether reproduce --list` tells about them)",
                excerpt(id_text),
                suggest(id_text, known, "")
            )));
        }
    }
    let is_chosen = |id: &str| ids.is_empty() || ids.iter().any(|id_text| is_meant(id_text, id));
    Ok(all.into_iter().filter(|one| is_chosen(one.id())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(id_text: &[&str]) -> Vec<&'static str> {
        let id_text: Vec<String> = id_text.iter().map(|id| (*id).to_owned()).collect();
        chosen(&id_text).unwrap().iter().map(|one| one.id()).collect()
    }

    #[test]
    fn experiments_are_chosen_by_id_or_letter() {
        assert_eq!(ids(&["a3", "E"]), ["A3", "E"]);
        assert_eq!(ids(&["D"]), ["D1", "D2", "D3"]);
        assert_eq!(ids(&["a-nodes"]), ["A-nodes"]);
        assert_eq!(ids(&["a"]).len(), 15);
        assert_eq!(ids(&[]).len(), 21);
    }

    #[test]
    fn an_unknown_one_is_refused() {
        let error = |id: &str| chosen(&[id.to_owned()]).err().unwrap().to_string();
        assert!(error("D9").starts_with("there is no experiment 'D9': it is one of A-nodes, A1"));
        assert!(error("A-node").contains("did you mean 'A-nodes'?"), "{}", error("A-node"));
    }

    /// Every plan can be begun: its games exist, its agents can be seated.
    #[test]
    fn every_plan_is_of_existing_games_and_agents() {
        let tables = std::path::Path::new("/nowhere");
        for one in all() {
            for effort in [ExperimentScale::Quick, ExperimentScale::Full] {
                let mut names = std::collections::HashSet::new();
                for contest in one.contests(effort) {
                    let header = contest.header(1).unwrap();
                    let game = bellwether_standard::game(&header.game).unwrap();
                    let name = &contest.name;
                    game.runner(&header, tables, bellwether_catalog::BotPermission::Refused)
                        .map(drop)
                        .unwrap_or_else(|e| panic!("{name}: {e}"));
                    assert!(names.insert(contest.name), "{}: a name twice", one.id());
                }
            }
        }
    }
}
