//! How a bot's program is started: command line, folder, environment.
//!
//! A bot gets none of our environment but the path, so that what it does depends on its folder alone and no secret
//! of ours reaches it. [`CommandWrapper`] is where a cage comes in.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::Read;
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
    /// The program that `words` start, in `folder`, or else in the folder of its own file: the first file among the
    /// words, interpreters and other installed programs aside. Relative paths begin at `base`.
    ///
    /// # Errors
    /// If there is no such program, script or folder. Nothing is started.
    pub fn new(words: &[String], folder: Option<&Path>, base: &Path) -> Result<Self, Error> {
        let (mut words, base) = (words.to_vec(), absolute(base));
        let file = own_file(&words, &base);
        for (at, word) in words.iter_mut().enumerate() {
            let is_ours = file == Some(at) || at == 0 && word.contains('/');
            let path = absolute(&base.join(&*word));
            if let Some(path) = path.to_str().filter(|_| is_ours && path.is_file()) {
                *word = path.to_owned();
            }
        }
        let folder = match (folder, file) {
            (Some(folder), _) => absolute(&base.join(folder)),
            (None, Some(at)) => Path::new(&words[at]).parent().unwrap_or(Path::new("/")).to_owned(),
            (None, None) => base.clone(),
        };
        if !folder.is_dir() {
            let folder = folder.display();
            return Err(Error::not_found(format!("there is no folder '{folder}'")));
        }
        let Some(program) = words.first_mut() else {
            bail!("the command is empty: cmd=python3 bot.py starts a bot");
        };
        *program = found(program, &folder)?;
        let is_missing = |word: &&String| !folder.join(word).exists() && !base.join(word).exists();
        if let Some(script) = scripts(&words).into_iter().find(is_missing) {
            let (quoted, base) = (excerpt(script), base.display());
            return Err(Error::not_found(format!("there is no file '{quoted}' in {base}")));
        }
        Ok(Self { words, folder, wrap: None })
    }

    /// A number that changes when the program does: of the files that its command names, installed programs aside, and
    /// of those in its folder that end like its script, which it may import.
    #[must_use]
    pub fn digest(&self) -> String {
        let paths = self.words.iter().map(|word| self.folder.join(word));
        let mut files: BTreeSet<PathBuf> =
            paths.filter(|path| path.is_file() && !is_installed(path)).collect();
        let endings: BTreeSet<OsString> = files
            .iter()
            .filter_map(|file| file.extension().filter(|ending| is_script_ending(ending)))
            .map(OsStr::to_owned)
            .collect();
        let mut left = MOST_FILES;
        add_files(&self.folder, &endings, 0, &mut left, &mut files);
        let mut digest = Digest::default();
        for file in files {
            // The folder may be moved as a whole.
            digest.add_file(file.strip_prefix(&self.folder).unwrap_or(&file), &file);
        }
        format!("{:016x}", digest.0)
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

/// The default name of a bot with this command line: its own file, or its folder if the file has a generic name, else
/// the program.
#[must_use]
pub fn name(words: &[String]) -> Option<String> {
    let file = words.get(own_file(words, Path::new("")).unwrap_or(0))?;
    let file = absolute(Path::new(file));
    let is_anybodys = file.file_stem().is_some_and(|stem| stem == "bot" || stem == "main");
    let folder = file.parent().and_then(Path::file_name).filter(|_| is_anybodys);
    folder.or(file.file_name()).map(|name| name.to_string_lossy().into_owned())
}

/// Which word names the bot's own file: the first that is a file. Of an installed program only if no other is.
fn own_file(words: &[String], base: &Path) -> Option<usize> {
    let is_file = |word: &String| base.join(word).is_file();
    let first = words.iter().position(is_file)?;
    let is_other = first == 0 && is_installed(&absolute(&base.join(&words[0])));
    let next = words.iter().skip(1).position(is_file).filter(|_| is_other);
    Some(next.map_or(first, |at| at + 1))
}

/// Programs that run scripts, without the numbers after their names.
const INTERPRETERS: [&str; 12] = [
    "bash", "dash", "julia", "lua", "node", "perl", "php", "pypy", "python", "Rscript", "ruby",
    "sh",
];

/// How scripts end.
const SCRIPT_ENDINGS: [&str; 14] =
    ["cjs", "jar", "jl", "js", "lua", "mjs", "php", "pl", "py", "pyc", "R", "rb", "sh", "ts"];

fn is_script_ending(ending: &OsStr) -> bool {
    SCRIPT_ENDINGS.iter().any(|known| ending == *known)
}

fn is_interpreter(program: &Path) -> bool {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    INTERPRETERS.contains(&name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

/// Whether a program belongs to the machine rather than to a bot: it is on the path, or runs scripts.
fn is_installed(program: &Path) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    is_interpreter(program)
        || std::env::split_paths(&folders).any(|folder| program.parent() == Some(&folder))
}

/// The words that must be files: what ends like a script, and what follows an interpreter.
fn scripts(words: &[String]) -> Vec<&String> {
    let runs = words.first().is_some_and(|program| is_interpreter(Path::new(program)));
    let is_script = |(at, word): &(usize, &String)| {
        let is_plain = !word.starts_with('-') && !word.contains([' ', '{', '\n']);
        let ends_so = Path::new(word).extension().is_some_and(is_script_ending);
        is_plain && (ends_so || runs && *at == 1)
    };
    words.iter().enumerate().skip(1).filter(is_script).map(|(_, word)| word).collect()
}

/// Files of a bot that are looked at, and how far below its folder.
const MOST_FILES: usize = 2_000;
const MOST_LEVELS: usize = 4;

/// Adds the files below a folder that have one of these endings; hidden folders and other people's code are left out.
fn add_files(
    folder: &Path,
    endings: &BTreeSet<OsString>,
    level: usize,
    left: &mut usize,
    files: &mut BTreeSet<PathBuf>,
) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if endings.is_empty() || *left == 0 {
            return;
        }
        *left -= 1;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_skipped = name.starts_with('.') || name == "__pycache__" || name == "node_modules";
        if path.is_symlink() || is_skipped {
            continue;
        }
        if path.is_dir() && level < MOST_LEVELS {
            add_files(&path, endings, level + 1, left, files);
        } else if path.is_file() && path.extension().is_some_and(|ending| endings.contains(ending))
        {
            files.insert(path);
        }
    }
}

/// FNV-1a, 64 bits: it finds changes, not forgeries.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Adds a file's name and what is in it.
    fn add_file(&mut self, name: &Path, path: &Path) {
        self.add(name.as_os_str().as_encoded_bytes());
        self.add(&[0]);
        let Ok(mut file) = std::fs::File::open(path) else { return };
        let mut chunk = vec![0; 64 << 10];
        while let Ok(count @ 1..) = file.read(&mut chunk) {
            self.add(&chunk[..count]);
        }
        self.add(&[0]);
    }
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
        let here = Path::new(".");
        let launch = Launch::new(&words("sh src/lib.rs {game}"), None, here).unwrap();
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
        // An interpreter is not the bot, wherever it is.
        for shell in ["/bin/sh", "/usr/bin/env sh"] {
            let words = words(&format!("{shell} src/lib.rs"));
            let launch = Launch::new(&words, None, here).unwrap();
            assert!(launch.folder().ends_with("src"), "{shell}: {:?}", launch.folder());
            assert_eq!(name(&words).as_deref(), Some("lib.rs"));
        }
        let elsewhere = Launch::new(&words("sh lib.rs"), None, Path::new("src")).unwrap();
        assert_eq!(elsewhere.folder(), launch.folder());
    }

    #[test]
    fn the_digest_is_of_what_the_bot_is_made_of() {
        let folder = std::env::temp_dir().join(format!("bellwether-digest-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("part")).unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        let digest = || Launch::new(&words("sh bot.py"), None, &folder).unwrap().digest();
        write("bot.py", "one");
        write("part/helper.py", "two");
        let first = digest();
        write("games.jsonl", "a record");
        assert_eq!(digest(), first, "what it does not import is not a part of it");
        write("part/helper.py", "2");
        assert_ne!(digest(), first);
        write("part/helper.py", "two");
        assert_eq!(digest(), first);
        write("bot.py", "1");
        assert_ne!(digest(), first);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn missing_programs_are_reported_before_the_start() {
        let here = Path::new(".");
        let why = |text: &str| Launch::new(&words(text), None, here).unwrap_err().to_string();
        assert_eq!(why("./no-such-bot"), "there is no program './no-such-bot'");
        assert!(why("no-such-bot x").ends_with("neither here nor on the path"));
        assert!(why("src/lib.rs").contains("is not executable"));
        for text in ["sh nosuch.py", "python3 nosuch", "env python3 nosuch.py", "sh -x nosuch.sh"] {
            let error = why(text);
            assert!(error.starts_with("there is no file 'nosuch"), "{text}: {error}");
        }
        for text in ["sh -c true", "sh", "env python3 -m thing", "sh src/lib.rs out.txt", "sh src"]
        {
            Launch::new(&words(text), None, here).unwrap();
        }
        let nowhere = Launch::new(&words("sh"), Some(Path::new("/no/such/folder")), here);
        assert_eq!(nowhere.unwrap_err().to_string(), "there is no folder '/no/such/folder'");
    }
}
