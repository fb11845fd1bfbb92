//! Whether there is as much memory as an agent is set to use.
//!
//! A system may promise more than it has, and end the program when the promise falls due; so it is
//! asked beforehand, where it answers.

use bellwether_core::Error;

/// Refuses an option by which an agent would use more mebibytes than there are to spare.
///
/// # Errors
/// If there are not so many.
pub(crate) fn check(option: &str, mebibytes: usize) -> Result<(), Error> {
    match spare() {
        Some(spare) if spare < mebibytes => Err(refusal(option, mebibytes, Some(spare))),
        _ => Ok(()),
    }
}

/// The error when there is too little memory; `spare` is what there is, if that is known.
pub(crate) fn refusal(option: &str, mebibytes: usize, spare: Option<usize>) -> Error {
    let needs = format!("option '{option}={mebibytes}' needs {}", size(mebibytes));
    Error::invalid(match spare {
        Some(spare) => format!("{needs} of memory, and this machine has {} to spare", size(spare)),
        None => format!("{needs} of memory, which this machine does not give"),
    })
}

/// The default limit of bytes for solving a game: most of what is free; 4 GB if that is unknown.
#[must_use]
pub fn solving_memory() -> u64 {
    spare_memory().map_or(4_000_000_000, |free| free / 10 * 9)
}

/// The bytes that could be used now, if the system reports it.
#[must_use]
pub fn spare_memory() -> Option<u64> {
    spare().map(|mebibytes| mebibytes as u64 * 1024 * 1024)
}

/// The mebibytes that could be used now, if the system reports it.
fn spare() -> Option<usize> {
    available(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

/// The mebibytes that Linux calls available in its table of kibibytes.
fn available(table: &str) -> Option<usize> {
    let line = table.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}

fn size(mebibytes: usize) -> String {
    match mebibytes {
        0..1024 => format!("{mebibytes} MiB"),
        _ => format!("{:.1} GiB", mebibytes as f64 / 1024.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read() {
        let table = "MemTotal:       24681472 kB\nMemFree:  1 kB\nMemAvailable:   24186880 kB\nBuffers: 5 kB\n";
        assert_eq!(available(table), Some(23_620));
        for text in ["", "MemAvailable:", "MemAvailable: x kB", "MemAvailable: 5"] {
            assert_eq!(available(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_too_much_is_said_in_one_sentence() {
        let said = |spare| refusal("hash", 65_536, spare).to_string();
        assert_eq!(
            said(Some(512)),
            "option 'hash=65536' needs 64.0 GiB of memory, and this machine has 512 MiB to spare"
        );
        assert_eq!(
            said(None),
            "option 'hash=65536' needs 64.0 GiB of memory, which this machine does not give"
        );
        assert!(check("hash", 1).is_ok());
    }
}
