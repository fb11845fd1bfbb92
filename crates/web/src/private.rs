//! Where the server's files are: the terminal is told, a page is not.

use std::path::{MAIN_SEPARATOR, Path};

use bellwether_core::Error;

use crate::message::ServerMessage;

/// The folders around the server's files.
#[derive(Clone, Debug)]
pub(crate) struct PrivateFolders(Vec<String>);

impl PrivateFolders {
    pub(crate) fn new(paths: &[&Path]) -> Self {
        let parents =
            paths.iter().filter(|path| path.is_absolute()).filter_map(|path| path.parent());
        let named = parents.filter(|parent| parent.parent().is_some());
        let mut all: Vec<String> =
            named.map(|parent| format!("{}{MAIN_SEPARATOR}", parent.display())).collect();
        // One may be inside another.
        all.sort_by_key(|folder| std::cmp::Reverse(folder.len()));
        Self(all)
    }

    /// A sentence without them.
    pub(crate) fn conceal(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, folder| text.replace(folder, ""))
    }

    /// What a page is told of an error.
    pub(crate) fn tell(&self, error: &Error) -> ServerMessage {
        ServerMessage::Error { text: self.conceal(&error.to_string()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_names_are_left() {
        let folders =
            [Path::new("/home/me/tables"), Path::new("/home/me/b/games.db"), Path::new("t")];
        let folders = PrivateFolders::new(&folders);
        let text = "/home/me/tables/x.table.partial: the disk is full; /home/me/b/games.db, t/x";
        assert_eq!(
            folders.conceal(text),
            "tables/x.table.partial: the disk is full; games.db, t/x"
        );
    }
}
