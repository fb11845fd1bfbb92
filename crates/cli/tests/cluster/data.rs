//! What is made for learning: the same bytes from workers.

use std::fs;
use std::path::Path;

use crate::processes::{Running, Server, bellwether, folder, until, worker};

/// What is in a folder but for records, which hold times.
fn arrays(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut all: Vec<_> = files
        .filter(|path| !name(path).ends_with(".jsonl"))
        .map(|path| (name(&path), fs::read(&path).unwrap()))
        .collect();
    all.sort();
    all
}

#[test]
fn self_play_by_workers_gives_the_bytes_of_self_play_here() {
    let folder = folder("data");
    let server = Server::start(&folder);
    let address = server.address();
    let command = |out: &Path| {
        let mut command = bellwether(&["data", "breakthrough:rows=5,columns=5", "--games", "80"]);
        command.args(["--agent", "pvs:nodes=1000", "--out"]).arg(out);
        command
    };
    let (here, there) = (folder.join("here"), folder.join("there"));
    assert!(command(&here).output().unwrap().status.success());
    // Who plays only tournaments does not play for data.
    let players = worker(&folder, "games", &address, &["--lanes", "games"]);
    let mut master =
        Running::start(command(&there).args(["--cluster", &address]), &folder.join("master.txt"));
    until("a word of the worker's", || master.said().contains("is there, 1 at once"));
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert!(!players.said().contains("run ") && !master.is_over(), "{}", master.said());
    let _worker = worker(&folder, "data", &address, &["--lanes", "data"]);
    assert_eq!(master.end(), Some(0), "{}", master.said());
    assert!(master.said().contains("positions of 80 games"), "{}", master.said());
    let (here, there) = (arrays(&here), arrays(&there));
    assert_eq!(here.len(), 10);
    assert!(here == there, "the arrays differ");
}
