//! A bot's folder as one piece of bytes, and back.
//!
//! A line of JSON lists the files, their contents follow one after the other. Hidden files, symbolic links and what
//! interpreters leave behind stay at home.

use std::fs;
use std::path::{Component, Path, PathBuf};

use bellwether_core::{Error, bail};
use serde::{Deserialize, Serialize};

use crate::messages::damaged;

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ArchivedFile {
    path: String,
    length: u64,
    is_executable: bool,
}

/// A bot has at most so many files.
const MOST_FILES: usize = 5_000;
/// They have at most so many bytes.
const MOST_BYTES: u64 = 128 << 20;
const MOST_LEVELS: usize = 16;

/// The files of a folder.
///
/// # Errors
/// If there are too many, or one cannot be read.
pub(crate) fn archive(folder: &Path) -> Result<Vec<u8>, Error> {
    let mut paths = Vec::new();
    list(folder, Path::new(""), 0, &mut paths)?;
    let (mut files, mut contents) = (Vec::new(), Vec::new());
    for path in paths {
        let whole = folder.join(&path);
        let named = |error: std::io::Error| Error::from(error).at(whole.display());
        let about = fs::metadata(&whole).map_err(named)?;
        if contents.len() as u64 + about.len() > MOST_BYTES {
            bail!(
                "the folder {} has more than {} MiB: a bot that travels has a folder of its own",
                folder.display(),
                MOST_BYTES >> 20
            );
        }
        let bytes = fs::read(&whole).map_err(named)?;
        let Some(text) = path.to_str() else { continue };
        files.push(ArchivedFile {
            path: text.to_owned(),
            length: bytes.len() as u64,
            is_executable: is_executable(&about),
        });
        contents.extend_from_slice(&bytes);
    }
    let mut bytes = crate::messages::encode(&files);
    bytes.push(b'\n');
    bytes.append(&mut contents);
    Ok(bytes)
}

fn is_executable(about: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o111 != 0
}

fn list(root: &Path, below: &Path, level: usize, paths: &mut Vec<PathBuf>) -> Result<(), Error> {
    let folder = root.join(below);
    let entries = fs::read_dir(&folder).map_err(|error| Error::from(error).at(folder.display()))?;
    let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    for name in names {
        let shown = name.to_string_lossy();
        let is_skipped =
            shown.starts_with('.') || shown == "__pycache__" || shown == "node_modules";
        let path = below.join(&name);
        let Ok(about) = fs::symlink_metadata(root.join(&path)) else { continue };
        if is_skipped {
            continue;
        }
        if about.is_dir() && level < MOST_LEVELS {
            list(root, &path, level + 1, paths)?;
        } else if about.is_file() {
            paths.push(path);
        }
        if paths.len() > MOST_FILES {
            bail!(
                "the folder {} has more than {MOST_FILES} files: a bot that travels has a folder of its own",
                root.display()
            );
        }
    }
    Ok(())
}

/// Writes the files of an archive into a folder that is not there yet; whoever looks sees all of them or none.
///
/// # Errors
/// If the archive is damaged, or the files cannot be written.
pub(crate) fn extract(bytes: &[u8], folder: &Path) -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt;
    let broken = || damaged("the archive of a bot is damaged".to_owned());
    let end = bytes.iter().position(|byte| *byte == b'\n').ok_or_else(broken)?;
    let files: Vec<ArchivedFile> = crate::messages::decode(&bytes[..end])?;
    let mut rest = &bytes[end + 1..];
    let partial = folder.with_added_extension(crate::random_name());
    let named = |error: std::io::Error| Error::from(error).at(partial.display());
    for file in files {
        let path = Path::new(&file.path);
        let is_below = path.components().all(|part| matches!(part, Component::Normal(_)));
        let length = usize::try_from(file.length).unwrap_or(usize::MAX);
        if !is_below || file.path.is_empty() || length > rest.len() {
            let _ = fs::remove_dir_all(&partial);
            return Err(broken());
        }
        let (content, after) = rest.split_at(length);
        rest = after;
        let whole = partial.join(path);
        fs::create_dir_all(whole.parent().unwrap_or(&partial)).map_err(named)?;
        fs::write(&whole, content).map_err(named)?;
        let mode = if file.is_executable { 0o755 } else { 0o644 };
        fs::set_permissions(&whole, fs::Permissions::from_mode(mode)).map_err(named)?;
    }
    fs::create_dir_all(&partial).map_err(named)?;
    if fs::rename(&partial, folder).is_err() {
        let _ = fs::remove_dir_all(&partial);
        // Another worker of this machine was faster, or the disk is full.
        if !folder.is_dir() {
            return Err(Error::from(std::io::Error::last_os_error()).at(folder.display()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_travels_and_nothing_leaves_it() {
        let home = std::env::temp_dir().join(format!("bellwether-archive-{}", std::process::id()));
        let (from, to) = (home.join("from"), home.join("to"));
        fs::create_dir_all(from.join("part")).unwrap();
        fs::create_dir_all(from.join(".git")).unwrap();
        fs::write(from.join("bot.py"), "one").unwrap();
        fs::write(from.join("part/data.bin"), [0, 10, 255]).unwrap();
        fs::write(from.join(".git/secret"), "no").unwrap();
        std::os::unix::fs::symlink("/etc/passwd", from.join("link")).unwrap();
        let bytes = archive(&from).unwrap();
        assert_eq!(bytes, archive(&from).unwrap(), "the same folder, the same digest");
        extract(&bytes, &to).unwrap();
        assert_eq!(fs::read(to.join("part/data.bin")).unwrap(), [0, 10, 255]);
        assert!(!to.join(".git").exists() && !to.join("link").exists());
        extract(&bytes, &to).unwrap();
        for path in ["../out", "/etc/out", "a/../../out", ""] {
            let file = ArchivedFile { path: path.to_owned(), length: 0, is_executable: false };
            let mut evil = crate::messages::encode(&[file]);
            evil.push(b'\n');
            assert!(extract(&evil, &home.join("evil")).is_err(), "{path}");
        }
        assert!(extract(&bytes[..bytes.len() - 1], &home.join("short")).is_err());
        let left: Vec<_> = fs::read_dir(&home).unwrap().flatten().map(|e| e.file_name()).collect();
        assert_eq!(left.len(), 2, "{left:?}");
        fs::remove_dir_all(&home).unwrap();
    }
}
