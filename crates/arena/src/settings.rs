//! A tournament's settings: pairings, openings, the referee's rules.
//!
//! Settings are part of a record's header, so that a tournament can go on, or be played again, from its
//! record alone.

use std::fmt;
use std::time::Duration;

use bellwether_core::notation::excerpt;
use bellwether_core::spec::{OptionInfo, Options, Spec, suggest};
use bellwether_core::{Error, ParseError};
use bellwether_search::Limits;
use serde::{Deserialize, Serialize};

use crate::clock::TimeControl;

/// Everything that decides which games are played, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentSettings {
    /// The pairing format.
    #[serde(rename = "form")]
    pub pairing: PairingFormat,
    /// Games that the same players have with each other in a round.
    pub games: u32,
    /// Rounds.
    pub rounds: u32,
    /// Whether every opening is played from every side.
    pub swap: bool,
    /// Where games begin.
    pub openings: Openings,
    /// The referee's rules.
    #[serde(rename = "house")]
    pub rules: RefereeRules,
    /// A sequential test that may end the match early, as written after `--sprt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// How much of each move is logged.
    pub log: Logging,
}

/// One game from the start, with everything logged.
impl Default for TournamentSettings {
    fn default() -> Self {
        Self {
            pairing: PairingFormat::default(),
            games: 1,
            rounds: 1,
            swap: false,
            openings: Openings::default(),
            rules: RefereeRules::default(),
            sprt: None,
            log: Logging::default(),
        }
    }
}

/// Which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairingFormat {
    /// Every player meets every other.
    #[default]
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
    /// Losers are out.
    Knockout,
    /// In every round players with similar scores meet.
    Swiss,
}

impl PairingFormat {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 4] = [
        ("round-robin", Self::RoundRobin),
        ("gauntlet", Self::Gauntlet),
        ("knockout", Self::Knockout),
        ("swiss", Self::Swiss),
    ];

    /// The format of this name.
    ///
    /// # Errors
    /// If there is none; the nearest name is suggested.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let name = if text == "roundrobin" { "round-robin" } else { text };
        let found = Self::ALL.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, pairing)| pairing).ok_or_else(|| {
            Error::invalid(format!(
                "there is no tournament format '{}': {}",
                excerpt(text),
                suggest(text, Self::ALL.map(|(name, _)| name), "")
            ))
        })
    }
}

impl fmt::Display for PairingFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Self::ALL.into_iter().find(|(_, pairing)| pairing == self);
        f.write_str(named.map_or("", |(name, _)| name))
    }
}

/// Where games begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// At the game's start.
    #[default]
    Start,
    /// After so many random moves.
    Random {
        /// How many.
        plies: u32,
    },
    /// Anywhere in a game of random moves, from its start to just before its end.
    Anywhere,
    /// After random moves, at a draw by the solved table.
    Balanced {
        /// How many moves at least.
        plies: u32,
    },
    /// After random moves, where by the solved table exactly one move wins.
    OnlyMove {
        /// How many moves at least.
        plies: u32,
    },
    /// At these positions, one after the other and round again.
    Listed {
        /// The positions, each with moves to make there: `[POSITION] [moves M1 M2 …]`.
        openings: Vec<String>,
        /// The first to use, from 1.
        start: usize,
        /// Whether they are taken in random order.
        shuffled: bool,
    },
}

impl Openings {
    /// What the kinds are called, but for listed ones.
    pub const KINDS: [&str; 5] = ["start", "random", "anywhere", "balanced", "only-move"];

    /// The most random moves of an opening.
    pub const MOST_PLIES: u32 = 1000;

    /// The openings that a text lists, one on each line, without empty lines and comments; none if there are none.
    #[must_use]
    pub fn listed(text: &str, start: usize, shuffled: bool) -> Option<Self> {
        let lines =
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let openings: Vec<String> = lines.map(str::to_owned).collect();
        (!openings.is_empty()).then_some(Self::Listed { openings, start, shuffled })
    }

    /// The kind of this name, with so many random moves where it has some.
    #[must_use]
    pub fn of_kind(name: &str, plies: u32) -> Option<Self> {
        Some(match name {
            "start" => Self::Start,
            "random" => Self::Random { plies },
            "anywhere" => Self::Anywhere,
            "balanced" => Self::Balanced { plies },
            "only-move" => Self::OnlyMove { plies },
            _ => return None,
        })
    }
}

/// How much of each move is logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Logging {
    /// The moves alone.
    None,
    /// What each search saw, and how long it took.
    #[default]
    Moves,
}

/// The referee's rules: what the game's own rules leave open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RefereeRules {
    /// What each move may take: the referee's limit, besides the agents' own.
    #[serde(default, skip_serializing_if = "MoveLimits::is_unlimited")]
    #[serde(rename = "spend")]
    pub move_limits: MoveLimits,
    /// A clock for the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Seconds beyond a time limit that are forgiven.
    pub margin: f64,
    /// Seconds after which a player without a time limit loses on time.
    pub patience: f64,
    /// After so many moves of the players the game is a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// After so many repetitions of a position the game is a draw, in games where positions can repeat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<u32>,
    /// After so many moves of the players the game is adjudicated by the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_after: Option<u32>,
    /// When a game counts as drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// When a player resigns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// Whether moves are compared with the solved table, where there is one.
    pub truth: bool,
}

impl Default for RefereeRules {
    fn default() -> Self {
        Self {
            move_limits: MoveLimits::default(),
            clock: None,
            margin: 0.1,
            patience: 600.0,
            max_moves: None,
            repetition: Some(3),
            table_after: None,
            draw: None,
            resign: None,
            truth: true,
        }
    }
}

impl RefereeRules {
    /// Checks that its times are valid.
    ///
    /// # Errors
    /// If one is negative, or longer than a day.
    pub fn check(&self) -> Result<(), Error> {
        let times = [Some(self.margin), Some(self.patience), self.move_limits.time];
        let is_time = |seconds: &f64| (0.0..=86_400.0).contains(seconds);
        match times.iter().flatten().find(|seconds| !is_time(seconds)) {
            None => Ok(()),
            Some(seconds) => Err(Error::invalid(format!("{seconds} s is not a time within a day"))),
        }
    }
}

/// What each move may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveLimits {
    /// Seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Games simulated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulations: Option<u64>,
}

impl MoveLimits {
    /// The same for a search.
    #[must_use]
    pub fn limits(self) -> Limits {
        let Self { time, nodes, depth, simulations } = self;
        Limits { time: time.map(Duration::from_secs_f64), nodes, depth, simulations }
    }

    fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }
}

/// After `movenumber` moves of each seat a game is a draw when both have thought it level within `score`
/// points for `movecount` moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Moves of each seat before it is looked at.
    pub movenumber: u32,
    /// Moves in a row.
    pub movecount: u32,
    /// How far from level, in the agents' own points.
    pub score: i32,
}

/// A player is beaten when it has thought itself `score` points behind for `movecount` of its moves in a
/// row; if `twosided`, its opponent must have thought itself as far ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Moves in a row.
    pub movecount: u32,
    /// How far behind, in the agents' own points.
    pub score: i32,
    /// Whether both must see it.
    #[serde(default)]
    pub twosided: bool,
}

/// What the rules of draw and resignation say.
const RULE_OPTIONS: [OptionInfo; 4] = [
    OptionInfo::number("movenumber", "a number", "0", "moves of each seat before it is looked at"),
    OptionInfo::number("movecount", "a number", "", "moves in a row"),
    OptionInfo::number("score", "points", "", "how far from level"),
    OptionInfo::flag("twosided", "off", "both must see it"),
];

/// A rule as it is written: options with commas or spaces between them.
fn rule(name: &str, text: &str) -> Result<Spec, ParseError> {
    let words: Vec<&str> = text.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    Spec::parse(&format!("--{name}:{}", words.join(",")))
}

/// The moves in a row and the score, which every rule needs.
fn row_and_score(spec: &Spec, options: &Options<'_>) -> Result<(u32, i32), Error> {
    let missing = |name| Error::invalid(format!("{} needs {name}=…", spec.name()));
    let movecount = options.number("movecount", 0..=u32::MAX)?;
    let score = options.number("score", 0..=i32::MAX)?;
    Ok((movecount.ok_or_else(|| missing("movecount"))?, score.ok_or_else(|| missing("score"))?))
}

impl DrawRule {
    /// Reads `movenumber=40,movecount=8,score=10`.
    ///
    /// # Errors
    /// If something is missing or strange.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let spec = rule("draw", text)?;
        let options = Options::new(&spec, &RULE_OPTIONS[..3])?;
        let (movecount, score) = row_and_score(&spec, &options)?;
        let movenumber = options.number("movenumber", 0..=u32::MAX)?.unwrap_or(0);
        Ok(Self { movenumber, movecount, score })
    }
}

impl ResignRule {
    /// Reads `movecount=3,score=900[,twosided]`.
    ///
    /// # Errors
    /// If something is missing or strange.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let spec = rule("resign", text)?;
        let options = Options::new(&spec, &RULE_OPTIONS[1..])?;
        let (movecount, score) = row_and_score(&spec, &options)?;
        Ok(Self { movecount, score, twosided: options.flag("twosided")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_have_the_usual_names() {
        for (name, pairing) in PairingFormat::ALL {
            assert_eq!(PairingFormat::parse(name).unwrap(), pairing);
            assert_eq!(pairing.to_string(), name);
            assert_eq!(serde_json::to_value(pairing).unwrap(), name);
        }
        assert_eq!(PairingFormat::parse("roundrobin").unwrap(), PairingFormat::RoundRobin);
        let error = PairingFormat::parse("swis").unwrap_err().to_string();
        assert_eq!(error, "there is no tournament format 'swis': did you mean 'swiss'?");
    }

    #[test]
    fn rules_of_draw_and_resignation_are_read() {
        let draw = DrawRule::parse("movenumber=40 movecount=8 score=10").unwrap();
        assert_eq!(draw, DrawRule { movenumber: 40, movecount: 8, score: 10 });
        let resign = ResignRule::parse("movecount=3,score=900,twosided").unwrap();
        assert_eq!(resign, ResignRule { movecount: 3, score: 900, twosided: true });
        for text in ["", "movecount=3", "movecount=x,score=1", "movecount=1,score=-5", "zzz"] {
            assert!(ResignRule::parse(text).is_err(), "{text}");
        }
        let error = ResignRule::parse("movecount=3,score=900,both").unwrap_err().to_string();
        assert_eq!(error, "--resign has no option 'both': it is one of movecount, score, twosided");
    }

    #[test]
    fn settings_survive_being_written_down() {
        let settings = TournamentSettings {
            pairing: PairingFormat::Gauntlet,
            games: 2,
            rounds: 5,
            swap: true,
            openings: Openings::Balanced { plies: 4 },
            rules: RefereeRules {
                clock: Some(TimeControl::parse("10+0.1").unwrap()),
                ..RefereeRules::default()
            },
            sprt: Some("elo0=0,elo1=5".to_owned()),
            log: Logging::None,
        };
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<TournamentSettings>(&text).unwrap(), settings);
    }
}
