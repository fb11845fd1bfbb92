//! [`Moves`]: a list of texts in two pieces of memory instead of one for each text.
//!
//! Quick games are recorded by the ten thousand a second, and are made on one thread and dropped on another:
//! a string for every move would take as long as the game.

use std::ops::Index;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Moves as texts, in order. In a record they are a list of strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moves {
    text: String,
    /// Where each move's text ends.
    ends: Vec<u32>,
}

impl Moves {
    /// Adds a move.
    ///
    /// # Panics
    /// If all texts together are longer than 4 GB.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(u32::try_from(self.text.len()).expect("a game's moves fit into 4 GB"));
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The move after `index` others, if there is one.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)? as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        Some(&self.text[start..end])
    }

    /// All of them in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|index| &self[index])
    }

    /// All of them with something between them.
    #[must_use]
    pub fn join(&self, separator: &str) -> String {
        self.iter().collect::<Vec<&str>>().join(separator)
    }
}

impl Index<usize> for Moves {
    type Output = str;

    fn index(&self, index: usize) -> &str {
        self.get(index).expect("there is such a move")
    }
}

impl<T: AsRef<str>> FromIterator<T> for Moves {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        let mut moves = Self::default();
        for text in texts {
            moves.push(text.as_ref());
        }
        moves
    }
}

impl<const N: usize> PartialEq<[&str; N]> for Moves {
    fn eq(&self, other: &[&str; N]) -> bool {
        self.iter().eq(other.iter().copied())
    }
}

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<String>::deserialize(deserializer)?.iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_texts_come_back_as_they_were() {
        for texts in [vec![], vec![""], vec!["a2a3", "", "é, \"x\" y\n", "b7"]] {
            let moves: Moves = texts.iter().collect();
            assert_eq!(moves.len(), texts.len());
            assert!(moves.iter().eq(texts.iter().copied()));
            let written = serde_json::to_string(&moves).unwrap();
            assert_eq!(written, serde_json::to_string(&texts).unwrap());
            assert_eq!(serde_json::from_str::<Moves>(&written).unwrap(), moves);
            assert_eq!(moves.get(texts.len()), None);
        }
    }
}
