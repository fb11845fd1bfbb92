//! Which files a program is made of: itself, its interpreter, and what either was installed with.
//!
//! What lies in the system's folders may be read anyway. An interpreter elsewhere, as installed by pyenv, nvm or conda in
//! a home folder, brings its *installation* along: the folder above the `bin` or `shims` it was found in, if it has
//! libraries (`lib`, `lib64`, `libexec`) and is no home folder. So for `~/.pyenv/versions/3.11.7/bin/python3` that is
//! `~/.pyenv/versions/3.11.7`, and for `~/bin/tool` it is the one file.
//!
//! What the bot's own files name, by a link or a first line `#!…`, is *untrusted*: a bot might name another bot's. It is
//! accepted only for programs within an installation that our own `PATH` leads to.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::homes::HomeFolders;

/// How many symbolic links, or interpreters of interpreters, are followed: as many as the kernel does.
const MOST_LINKS: usize = 40;

/// A program, and what it has to be able to read.
#[derive(Debug)]
pub(super) struct ProgramFiles {
    /// The file to run, by the name it was found under: some programs find their libraries from that.
    pub(super) path: PathBuf,
    /// Files and folders it has to read.
    pub(super) reads: Vec<PathBuf>,
}

impl ProgramFiles {
    /// For a cage that is only tried.
    pub(super) fn none() -> Self {
        Self { path: PathBuf::new(), reads: Vec::new() }
    }

    /// Finds a program as a shell would.
    pub(super) fn find(word: &OsStr, folder: &Path, homes: &HomeFolders) -> Option<Self> {
        let path = find(word)?;
        let (named, folder) = (folder.to_path_buf(), real(folder));
        let mut search = ProgramFileSearch { named, folder, homes, reads: Vec::new() };
        search.visit(&std::path::absolute(&path).ok()?, false, MOST_LINKS);
        Some(Self { path, reads: search.reads })
    }
}

fn find(word: &OsStr) -> Option<PathBuf> {
    if word.as_bytes().contains(&b'/') {
        return Some(PathBuf::from(word)).filter(|path| path.exists());
    }
    search_path().map(|folder| folder.join(word)).find(|file| is_program(file))
}

/// The folders in which programs are looked for.
fn search_path() -> impl Iterator<Item = PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).filter(|folder| folder.is_absolute()).collect::<Vec<_>>().into_iter()
}

fn is_program(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// A walk along links and first lines, from a program to all it is made of.
struct ProgramFileSearch<'a> {
    /// The bot's own folder, as it was named.
    named: PathBuf,
    /// The same, free of links.
    folder: PathBuf,
    homes: &'a HomeFolders,
    reads: Vec<PathBuf>,
}

impl ProgramFileSearch<'_> {
    fn visit(&mut self, program: &Path, is_untrusted: bool, links_left: usize) {
        let (Some(links_left), Some(folder), Some(name)) =
            (links_left.checked_sub(1), program.parent(), program.file_name())
        else {
            return;
        };
        let named_inside = program.starts_with(&self.named) || program.starts_with(&self.folder);
        let program = real(folder).join(name);
        let is_inside = program.starts_with(&self.folder);
        let is_untrusted = is_untrusted || (named_inside && !is_inside);
        if !is_program(&program) || (is_untrusted && !is_inside && !self.is_known(&program)) {
            return;
        }
        if !is_inside {
            self.reads.extend(self.installation(&program));
            self.reads.push(program.clone());
        }
        let from_here = is_untrusted || is_inside;
        if let Ok(target) = fs::read_link(&program) {
            self.visit(&real(folder).join(target), from_here, links_left);
        } else {
            match interpreter(&program) {
                Some(Interpreter::Named(file)) => self.visit(&file, from_here, links_left),
                Some(Interpreter::Found(file)) => self.visit(&file, false, links_left),
                None => {}
            }
        }
    }

    /// Whether our own `PATH` leads to the installation that holds this program.
    fn is_known(&self, program: &Path) -> bool {
        search_path().any(|folder| {
            let root = self.installation(&real(&folder).join("program"));
            program.parent() == Some(&real(&folder))
                || root.is_some_and(|root| program.starts_with(root))
        })
    }

    /// The folder that a program was installed into with its libraries.
    fn installation(&self, program: &Path) -> Option<PathBuf> {
        let folder = program.parent()?;
        let root = folder.parent()?;
        let is_program_folder = ["bin", "sbin", "shims"].iter().any(|name| folder.ends_with(name));
        let has_libraries = ["lib", "lib64", "libexec"].iter().any(|name| root.join(name).is_dir());
        let is_home = self.homes.are_in(root) || holds_more(root, &self.folder);
        (is_program_folder && has_libraries && !is_home).then(|| root.to_path_buf())
    }
}

/// What runs a script.
enum Interpreter {
    /// This file, as the script says.
    Named(PathBuf),
    /// What `env` finds.
    Found(PathBuf),
}

fn interpreter(script: &Path) -> Option<Interpreter> {
    let mut start = Vec::new();
    File::open(script).ok()?.take(256).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let mut words = words.map(OsStr::from_bytes);
    let first = words.next()?;
    if Path::new(first).file_name() != Some(OsStr::new("env")) {
        return Some(Interpreter::Named(PathBuf::from(first)));
    }
    let is_name = |word: &&OsStr| {
        let bytes = word.as_bytes();
        !bytes.starts_with(b"-") && !bytes.iter().any(|byte| b"=/".contains(byte))
    };
    words.find(is_name).and_then(find).map(Interpreter::Found)
}

/// Whether a folder holds more than programs: one of the system's first, a `.local`, or one that contains the bot.
fn holds_more(folder: &Path, bot: &Path) -> bool {
    let is_first = folder.parent().is_none_or(|parent| parent == Path::new("/"));
    let is_system = folder == Path::new("/usr") || folder == Path::new("/opt");
    (is_first && !is_system) || folder.ends_with(".local") || bot.starts_with(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_are_no_installations() {
        let bot = Path::new("/srv/course/bots/ann");
        let homes = HomeFolders::known(Some(Path::new("/home/students/eve")), bot);
        let is_home =
            |folder| homes.are_in(Path::new(folder)) || holds_more(Path::new(folder), bot);
        for home in ["/", "/root", "/home/ann", "/home/ann/.local", "/srv/course", "/srv"] {
            assert!(is_home(home), "{home}");
        }
        for home in ["/home/students", "/home/students/eve", "/home/students/eve/.local"] {
            assert!(is_home(home), "{home}");
        }
        for other in ["/usr", "/opt/node", "/root/.pyenv", "/home/ann/.nvm/versions/node/v20"] {
            assert!(!is_home(other), "{other}");
        }
    }
}
