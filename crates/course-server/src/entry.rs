//! [`ClientEntry`]: a client among a tournament's players: `client`, or `client:team=7` for that team alone.

use bellwether_arena::bots::NETWORK_CLIENT;
use bellwether_core::Error;
use bellwether_core::spec::{OptionInfo, Options, Spec};

const OPTIONS: &[OptionInfo] = &[OptionInfo::number(
    "team",
    "a number",
    "the first to come",
    "the team id that the client sends",
)];

/// A client among the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientEntry {
    /// The team it must be of; the first to come, if none.
    pub team: Option<i32>,
}

impl ClientEntry {
    /// The client that `text` specifies; none if it specifies something else.
    ///
    /// # Errors
    /// If its options are invalid.
    pub fn parse(text: &str) -> Result<Option<Self>, Error> {
        let spec = Spec::parse(text)?;
        if spec.name() != NETWORK_CLIENT {
            return Ok(None);
        }
        let team = Options::new(&spec, OPTIONS)?.number("team", i32::MIN..=i32::MAX)?;
        Ok(Some(Self { team }))
    }
}

impl std::fmt::Display for ClientEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.team {
            None => f.write_str(NETWORK_CLIENT),
            Some(team) => write!(f, "{NETWORK_CLIENT}:team={team}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_distinguished_from_agents() {
        for text in ["client", "client:team=7", "client:team=-1"] {
            assert_eq!(ClientEntry::parse(text).unwrap().unwrap().to_string(), text);
        }
        assert_eq!(ClientEntry::parse("random").unwrap(), None);
        assert_eq!(ClientEntry::parse("mcts:time=1").unwrap(), None);
        assert_eq!(
            ClientEntry::parse("client:tem=7").unwrap_err().to_string(),
            "client has no option 'tem': did you mean 'team'?"
        );
        assert!(ClientEntry::parse("client:team=x").is_err());
    }
}
