//! No name of a type, module or function is one of the private images that the code once used, neither in Rust nor in the
//! page's scripts and stylesheets.
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
    "Kit",
    "KitParts",
    "Lab",
    "Leash",
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
    "TableState",
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
    "keep", "keeper", "kennel", "kit", "lab", "learnt", "listed", "lobby", "sheet", "shelf",
    "slips", "stage", "staged", "stand", "tactics", "traced", "wanted",
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

/// Words that are images wherever they stand in a name, alone or in a compound one, as one or as many: `desk`,
/// `PuzzleDesk`, `open_desks`, `.desk-top`.
const IMAGES: &[&str] = &[
    "bell",
    "chair",
    "company",
    "crew",
    "curtain",
    "desk",
    "film",
    "furniture",
    "ghost",
    "hall",
    "house",
    "inmate",
    "keepsake",
    "kennel",
    "leash",
    "lobby",
    "microscope",
    "outlook",
    "pasture",
    "sheet",
    "shelf",
    "sketch",
    "stage",
    "storm",
    "terrain",
    "theatre",
    "tray",
    "wish",
];

/// Names with such a word that stay, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "curtain",
        "covers the board of a hidden game while the screen is passed on; the page's messages have the key",
    ),
    ("stage", "the part of a page that holds the board, in three pages' styles"),
    ("stage-foot", "what is below the stage"),
];

/// Words of old files that stay.
const KEYS: &[&str] = &["form", "house", "slips", "spend", "truth", "wanted"];

/// The files below these folders of the project that end like this, tests and what was installed left out.
fn sources(folders: &[&str], endings: &[&str]) -> Vec<PathBuf> {
    fn walk(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            if path.is_dir() {
                if !["target", "tests", "node_modules"].iter().any(|skip| name == *skip) {
                    walk(&path, endings, found);
                }
            } else if endings.iter().any(|ending| path.extension().is_some_and(|e| e == *ending)) {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in folders {
        walk(&root.join(folder), endings, &mut found);
    }
    found
}

/// Whether a word of this name is an image.
fn is_image(name: &str) -> bool {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && was_small) {
            words.push(String::new());
        }
        if c.is_alphanumeric() {
            words.last_mut().unwrap().extend(c.to_lowercase());
        }
        was_small = !c.is_uppercase();
    }
    let is_listed = |word: &str| IMAGES.contains(&word);
    words.iter().any(|word| is_listed(word) || word.strip_suffix('s').is_some_and(is_listed))
        && !EXCEPTIONS.iter().any(|(stays, _)| *stays == name)
}

/// The name that a text begins with.
fn leading_name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
    &text[..end.unwrap_or(text.len())]
}

/// What a line of a script defines: classes, functions, types in comments, and all that is exported.
fn script_names(line: &str) -> Vec<&str> {
    let mut words = line.split_whitespace().peekable();
    let is_exported = words.next_if_eq(&"export").is_some();
    while words.next_if(|word| ["default", "async"].contains(word)).is_some() {}
    let defines = match words.next() {
        Some("class" | "function") => true,
        Some("const" | "let" | "var") => is_exported,
        _ => false,
    };
    let defined = words.next().filter(|_| defines);
    let described = line.split_once("@typedef").and_then(|(_, rest)| rest.rsplit_once('}'));
    defined.into_iter().chain(described.map(|(_, name)| name.trim())).map(leading_name).collect()
}

/// The classes and identifiers that a line of a stylesheet styles.
fn style_names(line: &str) -> Vec<&str> {
    let selectors = line.split('{').next().unwrap_or_default();
    selectors.split(['.', '#']).skip(1).map(leading_name).collect()
}

/// What a line defines: the keyword, and the name behind it.
fn definition(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace().filter(|word| {
        !word.starts_with("pub") && !["const", "async", "unsafe", "static"].contains(word)
    });
    let keyword = words.next()?;
    let name = words.next()?;
    Some((keyword, leading_name(name)))
}

#[test]
fn no_name_is_an_old_image() {
    let files = sources(&["crates", "examples", "fuzz", "xtask"], &["rs"]);
    assert!(files.len() > 300, "only {} files were found", files.len());
    let mut old = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            let is_old = match definition(line) {
                Some(("struct" | "enum" | "trait" | "type" | "union", name)) => {
                    TYPES.contains(&name) || is_image(name)
                }
                Some(("mod", name)) => MODULES.contains(&name) || is_image(name),
                Some(("fn", name)) => FUNCTIONS.contains(&name) || is_image(name),
                _ => false,
            };
            let key = line.trim().strip_prefix("#[serde(rename = \"");
            let key = key.and_then(|rest| rest.split('"').next());
            let is_unknown = key.is_some_and(|key| {
                let is_old =
                    MODULES.contains(&key) || ["patience", "house", "spend"].contains(&key);
                is_old && !KEYS.contains(&key)
            });
            if is_old || is_unknown {
                old.push(format!("{}:{}: {}", file.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(old.is_empty(), "docs/glossary.md says which words to use:\n{}", old.join("\n"));
}

#[test]
fn no_name_of_the_page_is_an_image() {
    let files = sources(&["crates/web/assets", "crates/web/tests/browser"], &["js", "css"]);
    assert!(files.len() > 60, "only {} files were found", files.len());
    let mut images = Vec::new();
    for file in &files {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if is_image(name) {
            images.push(file.display().to_string());
        }
        let is_style = name.ends_with(".css");
        let text = std::fs::read_to_string(file).unwrap();
        for (number, line) in text.lines().enumerate() {
            let names = if is_style { style_names(line) } else { script_names(line) };
            let is_old = |name: &&str| is_image(name) || TYPES.contains(name);
            for name in names.into_iter().filter(is_old) {
                images.push(format!("{}:{}: {name}", file.display(), number + 1));
            }
        }
    }
    assert!(images.is_empty(), "docs/glossary.md says which words to use:\n{}", images.join("\n"));
}

#[test]
fn images_are_found_inside_names() {
    for name in ["Desk", "PuzzleDesk", "open_desks", "desk-top", "keepsakes.js", "filmPlayer"] {
        assert!(is_image(name), "{name}");
    }
    for name in ["stylesheet.js", "loadStylesheet", "shallow", "stage", "PuzzleView"] {
        assert!(!is_image(name), "{name}");
    }
    assert_eq!(script_names("export async function openDesk(a) {"), ["openDesk"]);
    assert_eq!(script_names("class Desk {"), ["Desk"]);
    assert_eq!(script_names("export const FILMS = [];"), ["FILMS"]);
    assert_eq!(script_names("const FILMS = [];"), [""; 0]);
    assert_eq!(script_names("/** @typedef {{cut: boolean}} Film */"), ["Film"]);
    assert_eq!(
        style_names(".puzzles .film-line:hover, #desk { margin: .5em; }"),
        ["puzzles", "film-line", "desk"]
    );
}
