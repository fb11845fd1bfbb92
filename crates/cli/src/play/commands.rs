//! What a person can type at the table.

/// A line that was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand<'a> {
    Nothing,
    Help,
    Moves,
    Board,
    Position,
    Undo,
    Resign,
    Quit,
    Move(&'a str),
}

impl<'a> PlayCommand<'a> {
    pub(super) fn read(line: &'a str) -> Self {
        let line = line.trim();
        match line.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "help" | "h" | "?" => Self::Help,
            "moves" | "m" => Self::Moves,
            "board" | "show" => Self::Board,
            "position" | "fen" => Self::Position,
            "undo" | "u" | "back" => Self::Undo,
            "resign" => Self::Resign,
            "quit" | "q" | "exit" => Self::Quit,
            _ => Self::Move(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_commands_and_all_else_is_a_move() {
        assert_eq!(PlayCommand::read("  UNDO "), PlayCommand::Undo);
        assert_eq!(PlayCommand::read(""), PlayCommand::Nothing);
        assert_eq!(PlayCommand::read(" a2a3 "), PlayCommand::Move("a2a3"));
        assert_eq!(PlayCommand::read("qu"), PlayCommand::Move("qu"));
    }
}
