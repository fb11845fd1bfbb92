//! What is too large for a message: stored in parts, and found again by its digest.

use async_nats::jetstream::Context;
use bellwether_core::{Error, ErrorKind};

use crate::connection::{ClusterConnection, store};
use crate::digest::sha256;
use crate::messages::{damaged, pack, unpack};
use crate::names;

/// Headers and bots that are larger than this do not travel.
pub(crate) const LARGEST: usize = 256 << 20;

/// Parts that a message takes are made so small at most that the server stays quick.
const PART: usize = 512 << 10;

/// The header that says how many parts there are.
const PARTS: &str = "Bellwether-Parts";

/// Stores these bytes for a run, in messages of at most `longest` bytes; the digest to ask for.
///
/// # Errors
/// If they are too many, or the server cannot store them.
pub(crate) async fn put(
    jetstream: &Context,
    longest: usize,
    run: &str,
    bytes: &[u8],
) -> Result<String, Error> {
    if bytes.len() > LARGEST {
        return Err(Error::invalid(format!(
            "{} MiB are too many to send to workers: at most {} go",
            bytes.len() >> 20,
            LARGEST >> 20
        )));
    }
    let digest = sha256(bytes);
    let packed = pack(bytes)?;
    let parts: Vec<&[u8]> = packed.chunks(PART.min(longest)).collect();
    let count = parts.len().to_string();
    // The first part last: whoever finds it finds the others.
    for (part, bytes) in parts.iter().enumerate().rev() {
        let subject = names::blob(run, &digest, part);
        let headers = [(PARTS, count.clone())];
        // Another id each time: what was purged must be stored again.
        let id = format!("{subject}.{}", crate::random_name());
        store(jetstream, &subject, &id, &headers, bytes.to_vec()).await?;
    }
    Ok(digest)
}

/// Fetches what was stored for a run.
///
/// # Errors
/// [`ErrorKind::Busy`] if it is not there, another if it is something else.
pub(crate) fn get(
    connection: &ClusterConnection,
    run: &str,
    digest: &str,
) -> Result<Vec<u8>, Error> {
    let missing = |error: &dyn std::fmt::Display| {
        Error::new(
            ErrorKind::Busy,
            format!("the server does not have what the run needs ({error})"),
        )
    };
    let packed = connection.wait(async {
        let stream = connection.jetstream.get_stream(names::BLOBS).await;
        let stream = stream.map_err(|error| missing(&error))?;
        let mut packed = Vec::new();
        let (mut part, mut count) = (0, 1);
        while part < count {
            let subject = names::blob(run, digest, part);
            let message = stream.get_last_raw_message_by_subject(&subject).await;
            let message = message.map_err(|error| missing(&error))?;
            let parts = message.headers.get(PARTS).and_then(|value| value.as_str().parse().ok());
            count = parts.unwrap_or(1);
            packed.extend_from_slice(&message.payload);
            if packed.len() > LARGEST {
                return Err(damaged("a file on the server is too large".to_owned()));
            }
            part += 1;
        }
        Ok(packed)
    })?;
    let bytes = unpack(&packed, LARGEST)?;
    if sha256(&bytes) == digest {
        Ok(bytes)
    } else {
        Err(damaged("a file on the server is damaged: its digest is another".to_owned()))
    }
}
