//! What a level does, in one sentence for people who know no agents.

use bellwether_catalog::AgentInfo;
use bellwether_core::spec::Spec;

/// What the agent of a level does. Where nothing simpler is known, what the agent says of itself.
pub(crate) fn level_words(agent: &str, agents: &[AgentInfo]) -> String {
    let Ok(spec) = Spec::parse(agent) else { return String::new() };
    let option = |wanted: &str| {
        spec.options().find(|(name, _)| *name == wanted).and_then(|(_, value)| value)
    };
    let own =
        || agents.iter().find(|known| known.name == spec.name()).map_or("", |known| known.summary);
    let mut words = match (spec.name(), option("time"), option("simulations"), option("depth")) {
        ("random", ..) => "Plays any legal move, by chance".to_owned(),
        ("greedy", ..) => {
            "Takes the move that looks best at once, and does not think about replies".to_owned()
        }
        (_, Some(seconds), ..) => {
            format!("Thinks for up to {seconds} seconds a move, as far ahead as it gets")
        }
        (_, _, Some(games), _) => format!("Tries {games} games in its head before every move"),
        (_, _, _, Some("1")) => "Looks at its own next move only".to_owned(),
        (_, _, _, Some("2")) => "Looks at its move and your reply".to_owned(),
        (_, _, _, Some(plies)) => format!("Looks {plies} single moves ahead, yours and its own"),
        _ => own().to_owned(),
    };
    if let Some(share) = option("error").and_then(|text| text.parse::<f64>().ok()) {
        words.push_str(", and ");
        words.push_str(&by_chance(share));
    }
    words.push('.');
    words
}

/// How often it plays by chance, as people say it.
fn by_chance(share: f64) -> String {
    format!("plays {} moves in a hundred by chance", (share * 100.0).round())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_told_in_words() {
        let told = |agent| level_words(agent, &[]);
        assert_eq!(
            told("alphabeta:depth=1,heuristic=defensive2,error=0.3"),
            "Looks at its own next move only, and plays 30 moves in a hundred by chance."
        );
        assert_eq!(told("alphabeta:depth=4"), "Looks 4 single moves ahead, yours and its own.");
        assert_eq!(
            told("pvs:time=0.2"),
            "Thinks for up to 0.2 seconds a move, as far ahead as it gets."
        );
        assert_eq!(told("mcts:simulations=300"), "Tries 300 games in its head before every move.");
        assert_eq!(told("random"), "Plays any legal move, by chance.");
    }

    #[test]
    fn an_agent_of_others_speaks_for_itself() {
        let own = AgentInfo { name: "mine", summary: "Does as I do", options: Vec::new() };
        assert_eq!(level_words("mine:care=2", &[own]), "Does as I do.");
    }
}
