//! A1 to A14: one heuristic of Breakthrough against another, White first and sides fixed.

mod match_ups;

use bellwether_arena::record::GameRecord;
use bellwether_arena::stats::interval::{Cluster, of_clustered_mean};
use bellwether_core::ParseError;
use bellwether_report::{ReportBlock, TableCell, TextTable};

use super::claim::{Claim, ClaimVerdict, Figure, FigureScale, amount};
use super::experiment::{Experiment, Findings};
use super::match_plan::{MatchPlan, Notes};
use super::runner::{ExperimentRunner, ExperimentScale};
pub(super) use match_ups::MatchUp;
use match_ups::{MATCH_UPS, ReportedSide};

/// All of them.
pub(super) fn all() -> impl Iterator<Item = MatchUp> {
    MATCH_UPS.into_iter()
}

impl MatchUp {
    fn contest(&self) -> MatchPlan {
        MatchPlan {
            name: self.id.to_owned(),
            game: self.board.game().to_owned(),
            agents: self.agents.map(str::to_owned).to_vec(),
            games: self.wins.iter().sum(),
            swap: false,
            notes: Notes::Search,
        }
    }
}

impl Experiment for MatchUp {
    fn id(&self) -> &'static str {
        self.id
    }

    fn title(&self) -> String {
        let [white, black] = self.agents.map(short);
        format!("Breakthrough, {}: {white} against {black}", self.board.words())
    }

    fn summary(&self) -> String {
        let [white, black] = self.agents.map(short);
        let [wins, losses] = self.wins;
        format!("{white} against {black}, {} (reported: {wins}–{losses})", self.board.words())
    }

    fn contests(&self, _: ExperimentScale) -> Vec<MatchPlan> {
        vec![self.contest()]
    }

    fn run(&self, runner: &ExperimentRunner) -> anyhow::Result<Findings> {
        let contest = self.contest();
        let records = runner.play(&contest)?;
        let [wins, losses] = self.wins;
        let reported = Figure::share(f64::from(wins), u64::from(wins + losses));
        let won = records.iter().filter(|record| record.winner() == Some(0)).count();
        let ours = Figure::share(won as f64, records.len() as u64);
        let claim =
            Claim::new("White's wins", Some(reported), Some(ours), FigureScale::Around(0.5));
        let [white, black] = self.agents.map(short);
        let mut reasons = Vec::new();
        if matches!(claim.verdict, ClaimVerdict::Disagrees | ClaimVerdict::OtherSize) {
            reasons.push(self.reason.to_owned());
        }
        reasons.extend(self.inconsistency());
        Ok(Findings {
            reported: format!(
                "{} games on {} between {white} (White, first to move) and {black}; White won {wins}, Black {losses}. \
                 Figures of one game are printed.",
                wins + losses,
                self.board.words()
            ),
            ours: format!("The same agents, depths and sides, {} games.", contest.games),
            commands: vec![contest.command(runner.seed)],
            claims: vec![claim],
            reasons,
            blocks: vec![
                ReportBlock::Table(self.sides(&records)?),
                ReportBlock::Text(
                    "Means over our games with 95 % intervals, beside the one game of which the course report prints figures. Its \
                     “expanded” nodes leave the deepest level out (one a move for a search of one ply); we print both \
                     counts. Times are of different machines and languages."
                        .to_owned(),
                ),
            ],
        })
    }
}

/// An agent as people say it.
fn short(agent: &str) -> String {
    let (name, options) = agent.split_once(':').unwrap_or((agent, ""));
    let option = |key: &str| {
        let mut pairs = options.split(',').filter_map(|option| option.split_once('='));
        pairs.find(|(name, _)| *name == key).map(|(_, value)| value)
    };
    let heuristic = option("heuristic").unwrap_or("?");
    let (kind, number) = heuristic.split_at(heuristic.len().saturating_sub(1));
    let depth = option("depth").map_or_else(String::new, |depth| format!(" to depth {depth}"));
    let name = if name == "alphabeta" { "alpha-beta" } else { name };
    format!("{name} {kind} {number}{depth}")
}

impl MatchUp {
    /// What does not fit together in the course report's own figures of its sample game.
    fn inconsistency(&self) -> Option<String> {
        let sides = &self.sample.sides;
        let searches: f64 = sides.iter().map(|side| (side.0 / side.1).round()).sum();
        if (searches - f64::from(self.sample.moves)).abs() <= 1.0 {
            return None;
        }
        Some(format!(
            "The course report's sample does not fit together: nodes in all divided by nodes a move make {searches} moves, but it \
             prints {}.",
            self.sample.moves
        ))
    }

    fn sides(&self, records: &[GameRecord]) -> Result<TextTable, ParseError> {
        let games = records.iter().map(GameTally::of).collect::<Result<Vec<_>, _>>()?;
        let all = |measure: &dyn Fn(&GameTally) -> f64| {
            Figure::mean(&games.iter().map(measure).collect::<Vec<f64>>()).text
        };
        // A mean over moves: those of one game belong together.
        let each = |seat: usize, measure: &dyn Fn(&SideTally) -> f64, scale: f64| {
            let clusters: Vec<Cluster> = games
                .iter()
                .map(|game| &game.sides[seat])
                .map(|side| Cluster { sum: scale * measure(side), count: side.moves })
                .collect();
            let (sum, count) = clusters
                .iter()
                .fold((0.0, 0), |(sum, count), one| (sum + one.sum, count + one.count));
            Figure::within(sum / (count as f64).max(1.0), of_clustered_mean(&clusters)).text
        };
        let [white, black] = &self.sample.sides;
        let row =
            |name: &str, [reported_white, reported_black]: [Option<f64>; 2], ours: [String; 2]| {
                let reported = |figure: Option<f64>| {
                    figure.map_or(TableCell::Empty, |f| TableCell::measure(amount(f)))
                };
                let [ours_white, ours_black] = ours.map(TableCell::measure);
                vec![
                    TableCell::text(name),
                    reported(reported_white),
                    ours_white,
                    reported(reported_black),
                    ours_black,
                ]
            };
        let both = |measure: fn(&ReportedSide) -> f64| [Some(measure(white)), Some(measure(black))];
        let sums = |measure: fn(&SideTally) -> f64| {
            [0, 1].map(|seat: usize| all(&|game: &GameTally| measure(&game.sides[seat])))
        };
        let means = |measure: fn(&SideTally) -> f64, scale: f64| {
            [0, 1].map(|seat: usize| each(seat, &measure, scale))
        };
        let moves = Some(f64::from(self.sample.moves));
        let wins = [0, 1].map(|seat| {
            let won = records.iter().filter(|record| record.winner() == Some(seat)).count();
            Figure::share(won as f64, records.len() as u64).short
        });
        let rows = vec![
            row("wins", self.wins.map(|wins| Some(f64::from(wins))), wins),
            row("moves, both sides", [moves; 2], {
                let moves = all(&|game| game.moves);
                [moves.clone(), moves]
            }),
            row("nodes expanded", both(|side| side.0), sums(|side| side.expanded)),
            row("nodes expanded a move", both(|side| side.1), means(|side| side.expanded, 1.0)),
            row("nodes visited a move", [None; 2], means(|side| side.visited, 1.0)),
            row("milliseconds a move", both(|side| side.2), means(|side| side.seconds, 1000.0)),
            row("workers captured", both(|side| side.3), sums(|side| side.captured)),
        ];
        let head = ["", "White, reported", "White, ours", "Black, reported", "Black, ours"];
        Ok(TextTable::new(&head, rows))
    }
}

/// What is counted in a game.
struct GameTally {
    moves: f64,
    sides: [SideTally; 2],
}

#[derive(Clone, Copy, Default)]
struct SideTally {
    moves: u64,
    /// Positions visited, and those of them that are not of the deepest level.
    visited: f64,
    expanded: f64,
    seconds: f64,
    captured: f64,
}

impl GameTally {
    fn of(record: &GameRecord) -> Result<Self, ParseError> {
        let mut sides = [SideTally::default(); 2];
        for log in &record.log {
            let side = &mut sides[log.seat - 1];
            side.moves += 1;
            side.visited += log.nodes as f64;
            let inner: u64 = log.levels.iter().take(log.depth as usize).sum();
            side.expanded += inner.max(1) as f64;
            side.seconds += log.seconds;
        }
        let game = bellwether_standard::game(&record.game)?;
        let mut position = game.start();
        let count = |text: &str, worker: char| text.chars().filter(|c| *c == worker).count() as f64;
        let before = position.text(None);
        for text in record.moves.iter() {
            position.play(text)?;
        }
        let after = position.text(None);
        // Only the board: the letter after it says whose turn it is.
        let board = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
        let (before, after) = (board(&before), board(&after));
        for (side, enemy) in sides.iter_mut().zip(['p', 'P']) {
            side.captured = count(&before, enemy) - count(&after, enemy);
        }
        Ok(Self { moves: record.moves.len() as f64, sides })
    }
}

#[cfg(test)]
mod tests {
    use super::match_ups::OFFENSIVE_2;
    use super::*;

    #[test]
    fn agents_are_said_in_words() {
        assert_eq!(short(OFFENSIVE_2), "alpha-beta offensive 2 to depth 4");
        assert_eq!(short("greedy:heuristic=defensive1"), "greedy defensive 1");
    }

    #[test]
    fn samples_that_do_not_fit_together_are_noticed() {
        let odd: Vec<&str> =
            all().filter(|one| one.inconsistency().is_some()).map(|one| one.id).collect();
        // By hand: A1 has 49 + 24 searches and 85 moves, A2 24 + 23 and 73, A3 20 + 19 and 39, …
        assert!(odd.starts_with(&["A1", "A2", "A4"]), "{odd:?}");
        assert!(!odd.contains(&"A3") && !odd.contains(&"A13"));
    }
}
