//! A folder with the bots of `tests/bots`, in which everything that still runs is found again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A folder with the bots in it; whatever runs there has it as its home, by which it is found again.
pub(crate) struct BotFolder {
    pub(crate) path: PathBuf,
}

impl BotFolder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bots-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots")).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), folder.join(file.file_name())).unwrap();
        }
        Self { path: folder }
    }

    /// The words that start one of the bots.
    pub(crate) fn python(&self, script: &str) -> String {
        format!("cmd=python3 {}/{script}", self.path.display())
    }

    /// Whatever of ours still runs. What was killed may need a moment on a busy machine.
    pub(crate) fn left(&self) -> Vec<String> {
        let began = Instant::now();
        loop {
            let left = self.running();
            if left.is_empty() || began.elapsed() > Duration::from_secs(60) {
                return left;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn running(&self) -> Vec<String> {
        let home = format!("HOME={}", self.path.display());
        let mut left = Vec::new();
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let Ok(surroundings) = fs::read(entry.path().join("environ")) else { continue };
            if surroundings.split(|byte| *byte == 0).any(|pair| pair == home.as_bytes()) {
                left.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        left
    }

    pub(crate) fn close(self) {
        assert_eq!(self.left(), Vec::<String>::new(), "processes are left");
        fs::remove_dir_all(&self.path).unwrap();
    }
}
