//! [`TruthCount`]: a player's moves compared with a solved table over all games: how often they kept the result.

use bellwether_core::Value;

use crate::record::GameRecord;

/// One player's moves compared with a table. Moves without a known value are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TruthCount {
    /// Moves that a table knows.
    pub evaluated: u64,
    /// Moves that kept the result the mover had; in a lost position every move does.
    pub kept: u64,
    /// Moves of a mover that could win.
    pub wins: u64,
    /// Of these, the moves after which it could not.
    pub wins_thrown: u64,
    /// Moves of a mover that could draw, but not win.
    pub draws: u64,
    /// Of these, the moves after which it was lost.
    pub draws_thrown: u64,
    /// Plies by which won games grew longer and lost ones shorter, the result kept.
    pub remoteness_lost: u64,
    /// Games with an evaluated move, counted once for every seat the player took.
    pub games: u64,
    /// Of these, the games in which a result was thrown away.
    pub blundered: u64,
    /// The plies at which that first happened, added up: from 1, the opening's moves included.
    pub first_blunders: u64,
}

impl TruthCount {
    /// The counts of each player in these games.
    ///
    /// # Panics
    /// If a game names a player beyond `players`.
    #[must_use]
    pub fn of<'a>(players: usize, records: impl IntoIterator<Item = &'a GameRecord>) -> Vec<Self> {
        let mut counts = vec![Self::default(); players];
        for record in records {
            Self::add(&mut counts, record);
        }
        counts
    }

    /// Adds a game to the counts of its players.
    ///
    /// # Panics
    /// If the game names a player beyond those.
    pub fn add(counts: &mut [Self], record: &GameRecord) {
        // Of each seat whether a move was evaluated, and whether one threw something away.
        let mut seats = vec![(false, false); record.players.len()];
        for (index, log) in record.log.iter().enumerate() {
            let Some(truth) = log.truth else { continue };
            let seat = log.seat.wrapping_sub(1);
            let Some((is_seen, has_blundered)) = seats.get_mut(seat) else { continue };
            let count = &mut counts[record.players[seat]];
            count.games += u64::from(!std::mem::replace(is_seen, true));
            count.evaluated += 1;
            count.kept += u64::from(truth.is_kept());
            match truth.best {
                Value::Win(_) => count.wins += 1,
                Value::Draw => count.draws += 1,
                Value::Lose(_) => {}
            }
            let lengths = truth.best.remoteness().zip(truth.made.remoteness());
            let (best, made) = lengths.unwrap_or_default();
            match (truth.best, truth.made) {
                (Value::Win(_), Value::Win(_)) => {
                    count.remoteness_lost += u64::from(made.saturating_sub(best));
                }
                (Value::Lose(_), Value::Lose(_)) => {
                    count.remoteness_lost += u64::from(best.saturating_sub(made));
                }
                (Value::Win(_), _) => count.wins_thrown += 1,
                (Value::Draw, Value::Lose(_)) => count.draws_thrown += 1,
                // A table's best is never worse than what was made.
                (Value::Draw, _) | (Value::Lose(_), _) => {}
            }
            if !truth.is_kept() && !std::mem::replace(has_blundered, true) {
                count.blundered += 1;
                count.first_blunders += (record.opening.len() + index + 1) as u64;
            }
        }
    }

    /// The ply at which a result was first thrown away, on average over the games in which one was.
    #[must_use]
    pub fn first_blunder(&self) -> Option<f64> {
        (self.blundered > 0).then(|| self.first_blunders as f64 / self.blundered as f64)
    }

    /// Plies lost for each move that kept a win or a loss.
    #[must_use]
    pub fn remoteness_a_move(&self) -> Option<f64> {
        (self.evaluated > 0).then(|| self.remoteness_lost as f64 / self.evaluated as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{MoveLog, MoveTruth, Reason};

    fn record(players: [usize; 2], truths: &[Option<(Value, Value)>]) -> GameRecord {
        let log = truths.iter().enumerate().map(|(ply, truth)| MoveLog {
            seat: ply % 2 + 1,
            truth: truth.map(|(best, made)| MoveTruth { best, made }),
            ..MoveLog::default()
        });
        GameRecord {
            number: 1,
            round: 1,
            group: 1,
            game: "g".to_owned(),
            players: players.into(),
            seeds: vec![0, 0],
            position: None,
            opening: ["a"].iter().collect(),
            moves: truths.iter().map(|_| "b").collect(),
            payoffs: vec![1.0, -1.0],
            scores: None,
            reason: Reason::Win,
            detail: String::new(),
            faults: Vec::new(),
            stderr: Vec::new(),
            log: log.collect(),
            seconds: 0.0,
        }
    }

    #[test]
    fn lost_results_count_for_the_player_in_the_seat() {
        let game = record(
            [1, 0],
            &[
                Some((Value::Win(5), Value::Win(9))),
                Some((Value::Lose(8), Value::Lose(2))),
                Some((Value::Win(1), Value::Draw)),
                Some((Value::Draw, Value::Lose(4))),
                Some((Value::Win(3), Value::Lose(2))),
                None,
            ],
        );
        let [second, first] = TruthCount::of(2, [&game])[..] else { panic!("two players") };
        let expected = TruthCount {
            evaluated: 3,
            kept: 1,
            wins: 3,
            wins_thrown: 2,
            remoteness_lost: 4,
            games: 1,
            blundered: 1,
            // The opening's move, then the players' third.
            first_blunders: 4,
            ..TruthCount::default()
        };
        assert_eq!(first, expected);
        assert_eq!((second.kept, second.draws, second.draws_thrown), (1, 1, 1));
        assert_eq!((second.remoteness_lost, second.first_blunder()), (6, Some(5.0)));
        assert_eq!(second.remoteness_a_move(), Some(3.0));
    }

    #[test]
    fn a_player_against_itself_and_games_without_truth_are_fine() {
        let kept = Some((Value::Draw, Value::Draw));
        let both = TruthCount::of(1, [&record([0, 0], &[kept, kept]), &record([0, 0], &[None])]);
        assert_eq!((both[0].evaluated, both[0].kept, both[0].games), (2, 2, 2));
        assert_eq!((both[0].first_blunder(), both[0].blundered), (None, 0));
        let nothing = TruthCount::of(2, []);
        assert!(nothing.iter().all(|count| count.remoteness_a_move().is_none()));
    }
}
