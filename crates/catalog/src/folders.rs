//! The default folders of tables, records and saved games.

use std::path::PathBuf;

/// The default folder of tables: `BELLWETHER_TABLES`, or the user's data folder.
#[must_use]
pub fn tables_folder() -> PathBuf {
    data_folder("BELLWETHER_TABLES", "tables")
}

/// The default folder of matches' records: `BELLWETHER_MATCHES`, or the user's data folder.
#[must_use]
pub fn matches_folder() -> PathBuf {
    data_folder("BELLWETHER_MATCHES", "matches")
}

/// The default file of the page's games: `BELLWETHER_STORE`, or one in the user's data
/// folder.
#[must_use]
pub fn store_file() -> PathBuf {
    data_folder("BELLWETHER_STORE", "games.db")
}

/// The default folder of a cluster's files, bots that came from elsewhere among them: `BELLWETHER_CLUSTER_FILES`, or one
/// in the user's data folder.
#[must_use]
pub fn cluster_folder() -> PathBuf {
    data_folder("BELLWETHER_CLUSTER_FILES", "cluster")
}

fn data_folder(variable: &str, name: &str) -> PathBuf {
    if let Some(folder) = std::env::var_os(variable).filter(|folder| !folder.is_empty()) {
        return folder.into();
    }
    let folders = directories::ProjectDirs::from("", "", "bellwether");
    folders.map_or_else(|| PathBuf::from(name), |folders| folders.data_dir().join(name))
}
