//! No name of a type, module or function is one of the private images that the code once used.
//!
//! docs/glossary.md lists the few words that are ours. Keys of files that were written before keep their old words: they
//! stand in `#[serde(rename = …)]`, and [`KEYS`] lists them.

use std::path::{Path, PathBuf};

/// Names that types had.
const TYPES: &[&str] = &[
    "Asked",
    "Away",
    "Book",
    "Chair",
    "Coded",
    "Company",
    "Course",
    "Crew",
    "Deal",
    "Desk",
    "Drawn",
    "Eyes",
    "Fallen",
    "Fence",
    "Foreseen",
    "Furniture",
    "Grazed",
    "Grazing",
    "Guard",
    "Guests",
    "Hall",
    "Hopes",
    "Hosted",
    "House",
    "Inmate",
    "Insight",
    "Judged",
    "Keep",
    "Kept",
    "Lab",
    "Leash",
    "Lesson",
    "Letter",
    "Listed",
    "Lobby",
    "Look",
    "News",
    "Opinions",
    "Pasture",
    "Recipe",
    "Rooms",
    "Scene",
    "Seated",
    "Sheet",
    "Shelf",
    "Sight",
    "Silence",
    "Sketch",
    "Slip",
    "Spot",
    "Stage",
    "Stand",
    "Standing",
    "Story",
    "Subject",
    "Tactics",
    "Teller",
    "Told",
    "Tray",
    "Trouble",
    "Unwatched",
    "WaitingStage",
    "Wanted",
    "Watch",
    "Wish",
    "Worth",
];

/// Names that modules had.
const MODULES: &[&str] = &[
    "book", "chart", "company", "flock", "grazing", "ground", "guard", "habits", "hall", "inmate",
    "keep", "keeper", "kennel", "lab", "learnt", "listed", "lobby", "sheet", "shelf", "slips",
    "stage", "staged", "stand", "tactics", "traced", "wanted",
];

/// Names that functions had.
const FUNCTIONS: &[&str] = &[
    "arranged",
    "dealt",
    "foreseen",
    "graze",
    "hopes",
    "hurry",
    "imagine",
    "imagine_from",
    "is_pressed",
    "obey",
    "stir",
    "urgency",
];

/// Words of old files that stay.
const KEYS: &[&str] = &["form", "house", "slips", "spend", "truth", "wanted"];

/// The source files, tests left out.
fn sources() -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            if path.is_dir()
                && !["target", "tests", "node_modules"].iter().any(|skip| name == *skip)
            {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for top in ["crates", "examples", "fuzz", "xtask"] {
        walk(&root.join(top), &mut found);
    }
    found
}

/// What a line defines: the keyword, and the name behind it.
fn definition(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace().filter(|word| {
        !word.starts_with("pub") && !["const", "async", "unsafe", "static"].contains(word)
    });
    let keyword = words.next()?;
    let name = words.next()?;
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
    Some((keyword, &name[..end]))
}

#[test]
fn no_name_is_an_old_image() {
    let files = sources();
    assert!(files.len() > 300, "only {} files were found", files.len());
    let mut old = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            let is_old = match definition(line) {
                Some(("struct" | "enum" | "trait" | "type" | "union", name)) => {
                    TYPES.contains(&name)
                }
                Some(("mod", name)) => MODULES.contains(&name),
                Some(("fn", name)) => FUNCTIONS.contains(&name),
                _ => false,
            };
            let key = line.trim().strip_prefix("#[serde(rename = \"");
            let key = key.and_then(|rest| rest.split('"').next());
            let is_unknown = key.is_some_and(|key| {
                let is_image =
                    MODULES.contains(&key) || ["patience", "house", "spend"].contains(&key);
                is_image && !KEYS.contains(&key)
            });
            if is_old || is_unknown {
                old.push(format!("{}:{}: {}", file.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(old.is_empty(), "docs/glossary.md says which words to use:\n{}", old.join("\n"));
}
