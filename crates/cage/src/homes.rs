//! Home folders, which no bot may see: [`Cage::check_folder`], and what an installation is not.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Cage;

/// Where systems keep the homes of people.
const HOMES: [&str; 3] = ["/home", "/var/home", "/Users"];
/// What belongs to the system: a bot's folder is none of these.
const SYSTEM: [&str; 8] = ["/etc", "/proc", "/sys", "/dev", "/run", "/var", "/boot", "/tmp"];
/// What only a home holds.
const PRIVATE: [&str; 2] = [".ssh", ".gnupg"];
/// The first user who is a person.
const FIRST_PERSON: u32 = if cfg!(target_os = "macos") { 500 } else { 1000 };

impl Cage {
    /// Refuses a folder by which a bot would see somebody's home, or the system's files.
    ///
    /// # Errors
    /// The sentence that says so, and what to do.
    pub fn check_folder(&self) -> Result<(), String> {
        let home = std::env::var_os("HOME").map(PathBuf::from);
        HomeFolders::known(home.as_deref(), &self.folder).check(&self.folder)
    }
}

/// The home folders of this machine, as far as they can be found out.
#[derive(Debug)]
pub(super) struct HomeFolders(Vec<PathBuf>);

impl HomeFolders {
    /// `home` is the caller's; of users who are in no file, as in a university's network, the owner of the bot's folder
    /// is asked for.
    pub(super) fn known(home: Option<&Path>, bot: &Path) -> Self {
        let users = fs::read(PASSWD).unwrap_or_default();
        let users = String::from_utf8_lossy(&users);
        let own = fs::metadata("/proc/self").map_or(0, |own| own.uid());
        let owner = fs::metadata(bot).map_or(own, |folder| folder.uid());
        let is_home = |&(user, _): &(u32, PathBuf)| {
            user == 0 || user == own || user == owner || user >= FIRST_PERSON
        };
        let mut homes: Vec<(u32, PathBuf)> = users.lines().filter_map(entry).collect();
        for user in [own, owner] {
            if !homes.iter().any(|(known, _)| *known == user) {
                homes.extend(looked_up(user));
            }
        }
        let listed = homes.into_iter().filter(is_home).map(|(_, home)| home);
        let all = listed.chain(home.map(Path::to_owned));
        // A service's home is nothing, or the root; the root is refused anyway.
        let is_place = |home: &PathBuf| home.is_absolute() && home != Path::new("/");
        Self(all.filter(is_place).map(|home| real(&home)).collect())
    }

    /// Whether a folder is a home or holds one.
    pub(super) fn are_in(&self, folder: &Path) -> bool {
        let folder = real(folder);
        let is_among_homes = folder
            .parent()
            .is_none_or(|parent| HOMES.iter().any(|homes| parent == Path::new(homes)));
        is_among_homes
            || self.0.iter().any(|home| home.starts_with(&folder))
            || PRIVATE.iter().any(|name| folder.join(name).exists())
    }

    /// Whether a bot may have this folder.
    pub(super) fn check(&self, folder: &Path) -> Result<(), String> {
        let real = real(folder);
        let is_system = SYSTEM.iter().any(|system| real == Path::new(system))
            || ["/proc", "/sys"].iter().any(|system| real.starts_with(system));
        let what = if self.0.contains(&real) {
            "is a home folder"
        } else if is_system {
            "belongs to the system"
        } else if self.are_in(&real) {
            "is a home folder or holds one"
        } else {
            return Ok(());
        };
        Err(format!(
            "a bot sees all of its folder, and {} {what}: move the bot to a folder of its own",
            real.display()
        ))
    }
}

const PASSWD: &str = "/etc/passwd";

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// The user and the home in a line of `passwd`.
fn entry(line: &str) -> Option<(u32, PathBuf)> {
    let mut fields = line.split(':');
    let user = fields.nth(2)?.parse().ok()?;
    Some((user, fields.nth(2)?.into()))
}

/// A user whom no file lists, as the system's directory services know them.
fn looked_up(user: u32) -> Option<(u32, PathBuf)> {
    let mut command = Command::new("getent");
    command.args(["passwd", &user.to_string()]).stdin(Stdio::null()).stderr(Stdio::null());
    entry(&String::from_utf8_lossy(&command.output().ok()?.stdout))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_are_found_wherever_they_are() {
        let line = "ann:x:1017:100:Ann,,,:/home/students/ann:/bin/bash";
        assert_eq!(entry(line), Some((1017, "/home/students/ann".into())));
        let homes = HomeFolders(vec!["/home/students/ann".into(), "/srv/people/bob".into()]);
        for folder in ["/", "/home", "/home/students", "/home/students/ann", "/srv", "/srv/people"]
        {
            let why = homes.check(Path::new(folder)).unwrap_err();
            assert!(why.ends_with("move the bot to a folder of its own"), "{why}");
        }
        for folder in ["/etc", "/proc/1", "/tmp"] {
            assert!(homes.check(Path::new(folder)).is_err(), "{folder}");
        }
        for folder in ["/home/students/ann/bot", "/srv/people/bob/x/y", "/opt/bots", "/bots"] {
            assert_eq!(homes.check(Path::new(folder)), Ok(()), "{folder}");
        }
    }

    #[test]
    fn the_callers_home_is_one() {
        let homes = HomeFolders::known(Some(Path::new("/no/such/home")), Path::new("/opt"));
        assert!(homes.are_in(Path::new("/no/such/home")) && homes.are_in(Path::new("/no/such")));
        assert!(!homes.are_in(Path::new("/no/such/home/bot")));
    }
}
