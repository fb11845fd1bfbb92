//! [`CageReport`]: what of the cage is in force on this machine, found by trying it.

use std::io;
use std::process::Stdio;

use serde::{Deserialize, Serialize};

use super::Cage;
use super::policy::HelperMode;

/// What of the cage is in force on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CageReport {
    /// The protections, one promise each.
    #[serde(rename = "bars")]
    pub protections: Vec<Protection>,
}

/// One promise of the cage, and whether it holds here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Protection {
    /// What is promised.
    pub promise: String,
    /// Whether it held when it was tried.
    pub holds: bool,
    /// By what means it holds, or why it does not.
    pub how: String,
}

impl CageReport {
    /// Builds this cage with nothing in it but a prober that tries its protections.
    ///
    /// # Errors
    ///
    /// If the helper cannot be started or does not answer.
    pub fn probe(cage: &Cage) -> io::Result<Self> {
        let mut command = cage.order(HelperMode::Probe, &[]);
        let output = command.stdin(Stdio::null()).stderr(Stdio::piped()).output()?;
        serde_json::from_slice(&output.stdout).map_err(|_| {
            let said = String::from_utf8_lossy(&output.stderr);
            io::Error::other(format!(
                "the cage was not built: {}; {}",
                cage.exit_of(output.status),
                said.trim()
            ))
        })
    }

    /// Whether every promise holds.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.protections.iter().all(|protection| protection.holds)
    }
}
