//! Results on their way: the lines of games, packed, and cut into parts where a message would be too long.

use std::collections::HashMap;

use async_nats::HeaderMap;
use bellwether_core::Error;

use crate::messages::{damaged, pack, unpack};

/// The header that says what a result is.
const KIND: &str = "Bellwether-Kind";
/// The headers of a result in parts: which result, which part, how many.
const SET: &str = "Bellwether-Set";
const PART: &str = "Bellwether-Part";
const PARTS: &str = "Bellwether-Parts";

/// The kind of a result: lines of a record, [`FailedGames`](crate::messages::FailedGames), or a
/// [`ProofMessage`](crate::messages::ProofMessage) with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultKind {
    Lines,
    Failed,
    Answer,
}

impl ResultKind {
    fn name(self) -> &'static str {
        match self {
            Self::Lines => "lines",
            Self::Failed => "failed",
            Self::Answer => "answer",
        }
    }
}

/// What a result may hold: a line has at most 64 MiB, and many are sent together.
pub(crate) const MOST_BYTES: usize = 1 << 27;

/// A message to send.
#[derive(Debug)]
pub(crate) struct ResultPart {
    pub(crate) id: String,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) payload: Vec<u8>,
}

/// A result as messages of at most `longest` bytes.
///
/// # Errors
/// If it is too large altogether.
pub(crate) fn parts(
    kind: ResultKind,
    bytes: &[u8],
    longest: usize,
) -> Result<Vec<ResultPart>, Error> {
    if bytes.len() > MOST_BYTES {
        return Err(Error::invalid(format!(
            "a result has {} MiB, and at most {} can be sent",
            bytes.len() >> 20,
            MOST_BYTES >> 20
        )));
    }
    let packed = pack(bytes)?;
    let set = crate::random_name();
    let chunks: Vec<&[u8]> = packed.chunks(longest.max(1)).collect();
    let count = chunks.len();
    let part = |(at, chunk): (usize, &&[u8])| ResultPart {
        id: format!("{set}.{at}"),
        headers: vec![
            (KIND, kind.name().to_owned()),
            (SET, set.clone()),
            (PART, at.to_string()),
            (PARTS, count.to_string()),
        ],
        payload: chunk.to_vec(),
    };
    Ok(chunks.iter().enumerate().map(part).collect())
}

/// Puts parts together again; the same part may come more than once.
#[derive(Debug, Default)]
pub(crate) struct PartialResults {
    sets: HashMap<String, Vec<Option<Vec<u8>>>>,
}

/// A result has at most so many parts.
const MOST_PARTS: usize = 1 << 20;

impl PartialResults {
    /// Takes in a message; the result, if it is whole now.
    ///
    /// # Errors
    /// If it is no result.
    pub(crate) fn add(
        &mut self,
        headers: &HeaderMap,
        payload: &[u8],
    ) -> Result<Option<(ResultKind, Vec<u8>)>, Error> {
        let text = |name: &str| headers.get(name).map(|value| value.as_str().to_owned());
        let number = |name: &str| text(name).and_then(|text| text.parse::<usize>().ok());
        let kinds = [ResultKind::Lines, ResultKind::Failed, ResultKind::Answer];
        let kind = kinds.into_iter().find(|kind| text(KIND).as_deref() == Some(kind.name()));
        let (Some(kind), Some(set), Some(part), Some(parts)) =
            (kind, text(SET), number(PART), number(PARTS))
        else {
            return Err(damaged("a result on the server is damaged".to_owned()));
        };
        if parts > MOST_PARTS || part >= parts {
            return Err(damaged("a result on the server is damaged".to_owned()));
        }
        if parts == 1 {
            return Ok(Some((kind, unpack(payload, MOST_BYTES)?)));
        }
        let pieces = self.sets.entry(set.clone()).or_insert_with(|| vec![None; parts]);
        if let Some(piece) = pieces.get_mut(part) {
            *piece = Some(payload.to_vec());
        }
        if pieces.iter().any(Option::is_none) {
            return Ok(None);
        }
        let pieces = self.sets.remove(&set).unwrap_or_default();
        let packed: Vec<u8> = pieces.into_iter().flatten().flatten().collect();
        Ok(Some((kind, unpack(&packed, MOST_BYTES)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(part: &ResultPart) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in &part.headers {
            headers.insert(*name, value.as_str());
        }
        headers
    }

    #[test]
    fn long_results_come_together_in_any_order() {
        // Noise, so that packing does not make it short.
        let bytes: Vec<u8> =
            (0..5000_u64).map(|at| bellwether_core::random::mix(7, at) as u8).collect();
        let mut sent = parts(ResultKind::Lines, &bytes, 1000).unwrap();
        assert!(sent.len() > 4);
        sent.reverse();
        sent.insert(1, parts(ResultKind::Failed, b"x", 1000).unwrap().remove(0));
        let mut results = PartialResults::default();
        let mut whole = Vec::new();
        for part in sent.iter().chain(&sent[..1]) {
            whole.extend(results.add(&headers(part), &part.payload).unwrap());
        }
        let failed = (ResultKind::Failed, b"x".to_vec());
        assert_eq!(whole, [failed, (ResultKind::Lines, bytes)]);
        assert!(results.add(&HeaderMap::new(), b"").is_err());
    }
}
