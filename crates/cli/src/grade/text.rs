//! A grade as text.

use std::collections::BTreeMap;
use std::fmt::Write;

use bellwether_arena::bots::player::GRACE;
use bellwether_arena::record::Reason;
use bellwether_report::percent;

use super::accuracy::{Accuracy, Blunder, EvaluationSource, PHASES};
use super::bot_games::FoundFault;
use super::games::GauntletResult;
use super::graded_bot::BOT;
use super::legality::Legality;
use super::protocol::CheckOutcome;
use super::verdict::Grade;

/// Offences that are shown with their boards.
pub(super) const SHOWN: usize = 3;

/// Everything, the verdict first.
pub(super) fn write(grade: &Grade) -> String {
    let bot = &grade.bot;
    let mut text = format!("{} · {}\n", bot.name, bot.game.spec());
    let sign = if grade.is_passed() { '✓' } else { '✗' };
    let _ = writeln!(text, "{sign} {}\n", grade.verdict());
    let _ = writeln!(text, "Protocol ({})", bot.protocol.name());
    for check in &grade.checks {
        let line = match check.outcome {
            CheckOutcome::Passed => format!("  ✓ {}", check.name),
            CheckOutcome::Failed => format!("  ✗ {}: {}", check.name, check.detail),
            CheckOutcome::Untried => format!("  ○ {}: not tried", check.name),
        };
        let _ = writeln!(text, "{line}");
    }
    match &grade.legality {
        Some(legality) => write_legality(&mut text, legality),
        None => {
            let _ = writeln!(text, "\nNo games were played: fix the failed checks first.");
            return text;
        }
    }
    if let Some(games) = &grade.games {
        write_games(&mut text, grade, games);
    }
    match &grade.accuracy {
        Some(Ok(accuracy)) => write_accuracy(&mut text, accuracy),
        Some(Err(why)) => {
            let _ = writeln!(text, "\nAccuracy\n  {why}");
        }
        None => {}
    }
    if let Some(record) = &grade.record {
        let _ = writeln!(text, "\nRecord: {}", record.display());
    }
    if let Some(command) = grade.resume() {
        let _ = writeln!(text, "This command plays the remaining games:\n  {command}");
    }
    text
}

fn write_legality(text: &mut String, legality: &Legality) {
    let Legality { asked, planned, offences, cut } = legality;
    let _ = writeln!(text, "\nLegality");
    let found = match offences.len() {
        0 => "no offence".to_owned(),
        1 => "1 offence".to_owned(),
        count => format!("{count} offences"),
    };
    let _ = write!(text, "  asked in {asked} positions of random games: {found}");
    let _ = match cut {
        Some(why) => writeln!(text, " ({asked} of {planned}: {why})"),
        None => writeln!(text),
    };
    write_offences(text, offences);
}

fn write_offences(text: &mut String, offences: &[FoundFault]) {
    for offence in offences.iter().take(SHOWN) {
        let _ = writeln!(text, "\n  {}", offence_line(offence));
        if let Some(board) = &offence.board {
            let _ = writeln!(text, "  {} to move in {}", board.mover, board.position);
            text.push_str(&indented(&board.drawn));
        }
    }
    for line in more(offences) {
        let _ = writeln!(text, "  also {line}");
    }
}

/// The offences that are not shown with their boards, alike ones together.
pub(super) fn more(offences: &[FoundFault]) -> Vec<String> {
    let mut counts: BTreeMap<(Reason, &str), usize> = BTreeMap::new();
    for offence in offences.iter().skip(SHOWN) {
        *counts.entry((offence.reason, &offence.detail)).or_default() += 1;
    }
    let line = |((reason, detail), count): ((Reason, &str), usize)| match count {
        1 => format!("{reason}: {detail}"),
        _ => format!("{count} × {reason}: {detail}"),
    };
    counts.into_iter().map(line).collect()
}

/// What an offence was, in one line.
pub(super) fn offence_line(offence: &FoundFault) -> String {
    format!("{} at ply {}: {}", offence.reason, offence.ply, offence.detail)
}

fn indented(drawn: &str) -> String {
    drawn.lines().map(|line| format!("    {line}\n")).collect()
}

fn write_games(text: &mut String, grade: &Grade, games: &GauntletResult) {
    let _ = writeln!(text, "\nGames");
    if games.records.is_empty() {
        let _ = writeln!(text, "  none was finished");
        return;
    }
    let names = games.header.names();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(9);
    let is_duel = games.header.seats.len() == 2;
    let heads = if is_duel { ["won", "lost", "drawn"] } else { ["ahead", "behind", "level"] };
    let _ = writeln!(
        text,
        "  {:width$}  {:>6} {:>6} {:>6}  {:>8}",
        "against", heads[0], heads[1], heads[2], "score"
    );
    if let Some(standing) = games.standing() {
        for (rival, tally) in standing.against.iter().enumerate().filter(|(_, t)| t.games() > 0) {
            let _ = writeln!(
                text,
                "  {:width$}  {:>6} {:>6} {:>6}  {:>6.1} %",
                names[rival],
                tally.wins,
                tally.losses,
                tally.draws,
                100.0 * tally.score()
            );
        }
        if let Some(mean) = standing.mean_points.filter(|_| !is_duel) {
            let _ = writeln!(text, "  {:.2} points a game (5, 3, 2, 1 for the places)", mean.value);
        }
    }
    if games.resignations > 0 {
        let _ = writeln!(text, "  resigned {} times", games.resignations);
    }
    write_offences(text, &games.offences);
    let _ = writeln!(text, "\nRating (mean of these players 0, 95 % interval)");
    for standing in &games.standings.players {
        let mark = if standing.player == BOT { '→' } else { ' ' };
        let rating = standing.rating;
        let _ = writeln!(
            text,
            "{mark} {:width$}  {:>+6.0} ± {:.0}",
            names[standing.player], rating.value, rating.margin
        );
    }
    let _ = writeln!(text, "\nTiming\n  {}", timed(grade, games));
}

/// How long it took, in a line or two.
fn timed(grade: &Grade, games: &GauntletResult) -> String {
    let (timing, limit) = (&games.timing, grade.bot.seconds);
    let mut text = format!(
        "{} moves: median {}, 95th percentile {}, longest {}; limit {limit} s; late {}",
        timing.moves,
        duration(timing.median),
        duration(timing.p95),
        duration(timing.longest),
        grade.count(Reason::Timeout)
    );
    if let Some(longest) = timing.longest_first {
        let limit = limit + GRACE.as_secs_f64();
        let longest = duration(longest);
        let _ = write!(text, "\n  first moves, with its start: longest {longest}; limit {limit} s");
    }
    text
}

/// A time in the unit that suits it: quick bots answer in microseconds, others think for seconds.
pub(super) fn duration(seconds: f64) -> String {
    match seconds {
        0.999_5.. => format!("{seconds:.2} s"),
        0.099_95.. => format!("{:.0} ms", seconds * 1e3),
        0.000_999_5.. => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{:.0} µs", seconds * 1e6),
    }
}

/// The source of the evaluations, in words.
pub(super) fn source_text(accuracy: &Accuracy) -> String {
    match &accuracy.source {
        EvaluationSource::Table => "by the solved table: the truth".to_owned(),
        EvaluationSource::Solved => "by the game solved now: the truth".to_owned(),
        EvaluationSource::Opinion(agent) => {
            let remark = accuracy.remark.as_deref().unwrap_or_default();
            format!("by {agent}: an opinion, not the truth ({remark})")
        }
    }
}

/// What an accurate move does.
pub(super) const fn kept_text(accuracy: &Accuracy) -> &'static str {
    if accuracy.source.is_opinion() {
        "neither let a proven win go nor walked into a proven loss"
    } else {
        "kept the result"
    }
}

/// What the phases are.
pub(super) const CUT: &str = "each game is cut into thirds by its number of moves";

fn write_accuracy(text: &mut String, accuracy: &Accuracy) {
    let _ = writeln!(text, "\nAccuracy ({})", source_text(accuracy));
    let kept = accuracy.kept();
    if kept.graded == 0 {
        let _ = writeln!(text, "  no move was evaluated");
        return;
    }
    let how = kept_text(accuracy);
    let share = percent(kept.kept, kept.graded);
    let _ = writeln!(text, "  {} of {} moves {how}: {share}", kept.kept, kept.graded);
    let phases: Vec<String> = PHASES
        .iter()
        .zip(accuracy.by_phase())
        .map(|(name, kept)| format!("{name} {}", percent(kept.kept, kept.graded)))
        .collect();
    let _ = writeln!(text, "  {} ({CUT})", phases.join(", "));
    let _ = writeln!(text, "  {}", thrown(accuracy));
    if !accuracy.blunders.is_empty() {
        let _ = writeln!(text, "\nWorst moves");
    }
    for (index, blunder) in accuracy.blunders.iter().enumerate() {
        let _ = writeln!(text, "\n  {}. {}", index + 1, blunder_line(blunder));
        let _ = writeln!(text, "  {} to move in {}", blunder.board.mover, blunder.board.position);
        text.push_str(&indented(&blunder.board.drawn));
    }
}

/// Results that were thrown away, in a sentence.
pub(super) fn thrown(accuracy: &Accuracy) -> String {
    let ((wins, had_wins), (draws, had_draws)) = (accuracy.thrown(2), accuracy.thrown(1));
    if accuracy.source.is_opinion() {
        format!(
            "thrown away: {wins} of {had_wins} proven wins; {draws} of {had_draws} open positions were lost by force"
        )
    } else {
        format!("thrown away: {wins} of {had_wins} wins, {draws} of {had_draws} draws")
    }
}

/// What was played and what was better.
pub(super) fn blunder_line(blunder: &Blunder) -> String {
    let graded = &blunder.graded;
    let better = graded.better.as_deref().unwrap_or("another move");
    format!(
        "game {}, ply {}: {} ({}), better {better} ({})",
        graded.number, graded.ply, graded.moved, graded.made, graded.best
    )
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn times_have_a_unit_that_suits_them() {
        let cases = [
            (0.0, "0 µs"),
            (0.000_012_3, "12 µs"),
            (0.000_999_9, "1.0 ms"),
            (0.012_34, "12.3 ms"),
            (0.099_99, "100 ms"),
            (0.345_6, "346 ms"),
            (0.999_9, "1.00 s"),
            (9.0, "9.00 s"),
        ];
        for (seconds, text) in cases {
            assert_eq!(duration(seconds), text);
        }
    }
}
