//! What a person can type at the table.

/// A line that was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
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

impl<'a> Command<'a> {
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
        assert_eq!(Command::read("  UNDO "), Command::Undo);
        assert_eq!(Command::read(""), Command::Nothing);
        assert_eq!(Command::read(" a2a3 "), Command::Move("a2a3"));
        assert_eq!(Command::read("qu"), Command::Move("qu"));
    }
}
