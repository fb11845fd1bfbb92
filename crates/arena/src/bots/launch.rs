//! How a bot's program is started: command line, folder, environment.
//!
//! A bot gets none of our environment but the path, so that what it does depends on its folder alone and no secret
//! of ours reaches it. [`CommandWrapper`] is where a cage comes in.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::Arc;

use bellwether_core::notation::excerpt;
use bellwether_core::{Error, bail};

/// A program that can be started, again for every game.
#[derive(Clone, Debug)]
pub struct Launch {
    words: Vec<String>,
    folder: PathBuf,
    wrap: Option<Arc<dyn CommandWrapper>>,
}

/// Wraps a program's command line in another command, such as a cage's.
pub trait CommandWrapper: fmt::Debug + Send + Sync {
    /// The command to start instead. What it starts is ended by SIGTERM, and must then
    /// take everything with it that the program has started.
    fn command(&self, words: &[OsString]) -> Command;

    /// Explains an exit status, if the wrapper caused it.
    fn explain_exit(&self, _status: ExitStatus) -> Option<String> {
        None
    }

    /// Explains a program's last words, if the wrapper may have caused them.
    fn explain_words(&self, _words: &str) -> Option<String> {
        None
    }
}

/// Placeholder for the game with its options in a bot's command line.
const GAME: &str = "{game}";

impl Launch {
    /// The program that `words` start, in `folder`, or else in the folder of the first word that names a file.
    ///
    /// # Errors
    /// If there is no such program or folder. Nothing is started.
    pub fn new(words: &[String], folder: Option<&Path>) -> Result<Self, Error> {
        let mut words = words.to_vec();
        let file = words.iter().position(|word| Path::new(word).is_file());
        if let Some(at) = file
            && let Some(path) = absolute(Path::new(&words[at])).to_str()
        {
            words[at] = path.to_owned();
        }
        let folder = match (folder, file) {
            (Some(folder), _) => absolute(folder),
            (None, Some(at)) => Path::new(&words[at]).parent().unwrap_or(Path::new("/")).to_owned(),
            (None, None) => absolute(Path::new(".")),
        };
        if !folder.is_dir() {
            let folder = folder.display();
            return Err(Error::not_found(format!("there is no folder '{folder}'")));
        }
        let Some(program) = words.first_mut() else {
            bail!("the command is empty: cmd=python3 bot.py starts a bot");
        };
        *program = found(program, &folder)?;
        Ok(Self { words, folder, wrap: None })
    }

    /// The same, in this wrapper.
    #[must_use]
    pub fn wrapped(self, wrap: Arc<dyn CommandWrapper>) -> Self {
        Self { wrap: Some(wrap), ..self }
    }

    /// The folder it works in.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The command for a game, which replaces `{game}` in the command line.
    #[must_use]
    pub fn command(&self, game: &str) -> Command {
        let words: Vec<OsString> =
            self.words.iter().map(|word| word.replace(GAME, game).into()).collect();
        let mut command = match &self.wrap {
            Some(wrap) => wrap.command(&words),
            None => {
                let mut command = Command::new(&words[0]);
                command.args(&words[1..]);
                command
            }
        };
        command.env_clear();
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command.env("HOME", &self.folder).env("LANG", "C.UTF-8").current_dir(&self.folder);
        command
    }

    /// Explains an exit status, if the wrapper caused it.
    #[must_use]
    pub fn explain_exit(&self, status: ExitStatus) -> Option<String> {
        self.wrap.as_ref().and_then(|wrap| wrap.explain_exit(status))
    }

    /// Explains a program's last words, if the wrapper may have caused them.
    #[must_use]
    pub fn explain_words(&self, words: &str) -> Option<String> {
        self.wrap.as_ref().and_then(|wrap| wrap.explain_words(words))
    }
}

/// The default name of a bot with this command line: the first file in it, or its folder if the file has a generic
/// name, else the program.
#[must_use]
pub fn name(words: &[String]) -> Option<String> {
    let file = words.iter().find(|word| Path::new(word).is_file()).or(words.first())?;
    let file = absolute(Path::new(file));
    let is_anybodys = file.file_stem().is_some_and(|stem| stem == "bot" || stem == "main");
    let folder = file.parent().and_then(Path::file_name).filter(|_| is_anybodys);
    folder.or(file.file_name()).map(|name| name.to_string_lossy().into_owned())
}

/// A word quoted for a shell.
#[must_use]
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Where the program of this name is.
fn found(program: &str, folder: &Path) -> Result<String, Error> {
    let path = if program.contains('/') {
        let path = folder.join(program);
        if !path.is_file() {
            let quoted = excerpt(program);
            return Err(Error::not_found(format!("there is no program '{quoted}'")));
        }
        path
    } else {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let candidates = std::env::split_paths(&folders).map(|folder| folder.join(program));
        { candidates }.find(|path| path.is_file() && is_executable(path)).ok_or_else(|| {
            let quoted = excerpt(program);
            Error::not_found(format!(
                "there is no program '{quoted}', neither here nor on the path"
            ))
        })?
    };
    if !is_executable(&path) {
        let path = path.display();
        bail!(
            "'{path}' is not executable: `chmod +x` makes it so, or name its interpreter, as in cmd=python3 bot.py"
        );
    }
    path.to_str()
        .map(str::to_owned)
        .ok_or_else(|| Error::invalid(format!("the path '{}' is not Unicode text", path.display())))
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_folder_is_where_the_script_is() {
        // Tests run in the crate's folder.
        let launch = Launch::new(&words("sh src/lib.rs {game}"), None).unwrap();
        assert!(launch.folder().is_absolute() && launch.folder().ends_with("src"));
        let command = launch.command("breakthrough:rows=5");
        let arguments: Vec<&str> = command.get_args().filter_map(|word| word.to_str()).collect();
        assert!(arguments[0].starts_with('/') && arguments[0].ends_with("/src/lib.rs"));
        assert_eq!(arguments[1], "breakthrough:rows=5");
        assert_eq!(command.get_current_dir(), Some(launch.folder()));
        assert_eq!(name(&words("sh src/lib.rs")).as_deref(), Some("lib.rs"));
        assert_eq!(name(&words("/nowhere/engine go")).as_deref(), Some("engine"));
        assert_eq!(name(&words("node /nowhere/mine/bot.js")).as_deref(), Some("node"));
        assert_eq!(name(&words("/nowhere/mine/bot")).as_deref(), Some("mine"));
    }

    #[test]
    fn missing_programs_are_reported_before_the_start() {
        let why = |text: &str| Launch::new(&words(text), None).unwrap_err().to_string();
        assert_eq!(why("./no-such-bot"), "there is no program './no-such-bot'");
        assert!(why("no-such-bot x").ends_with("neither here nor on the path"));
        assert!(why("src/lib.rs").contains("is not executable"));
        let nowhere = Launch::new(&words("sh"), Some(Path::new("/no/such/folder")));
        assert_eq!(nowhere.unwrap_err().to_string(), "there is no folder '/no/such/folder'");
    }
}
