//! `data`: positions of self-play as arrays, each once, with labels that mean what they say.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::Value;

fn data(arguments: &[&str], out: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    command.args(["--json", "data"]).args(arguments).arg("--out").arg(out);
    command.env("NO_COLOR", "1").output().unwrap()
}

fn about(arguments: &[&str], out: &Path) -> Value {
    let output = data(arguments, out);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let about: Value = serde_json::from_slice(&output.stdout).unwrap();
    let written: Value =
        serde_json::from_slice(&fs::read(out.join("about.json")).unwrap()).unwrap();
    assert_eq!(about, written);
    about
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("data-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The rows of an array, as bytes, and its kind and shape as numpy writes them.
fn rows(folder: &Path, name: &str) -> (String, Vec<Vec<u8>>) {
    let bytes = fs::read(folder.join(format!("{name}.npy"))).unwrap();
    let (header, rest) = bytes.split_at(128);
    let header = String::from_utf8_lossy(&header[10..]).trim_end().to_owned();
    let shape = header.split(['(', ')']).nth(1).unwrap();
    let count: usize = shape.split(',').next().unwrap().parse().unwrap();
    assert_eq!(rest.len() % count.max(1), 0, "{header}");
    let width = rest.len() / count.max(1);
    (header, rest.chunks(width.max(1)).map(<[u8]>::to_vec).collect())
}

fn floats(folder: &Path, name: &str) -> Vec<f32> {
    let (header, rows) = rows(folder, name);
    assert!(header.contains("'<f4'"), "{header}");
    rows.iter().map(|row| f32::from_le_bytes(row[..].try_into().unwrap())).collect()
}

/// All arrays and what describes them.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| !name.ends_with(".jsonl")).collect();
    names.sort();
    assert_eq!(names.len(), 10, "{names:?}");
    names.into_iter().map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect()
}

const SMALL: [&str; 7] = [
    "breakthrough:rows=5,columns=5",
    "--agent",
    "pvs:nodes=300",
    "--games",
    "120",
    "--opening-plies",
    "3",
];

#[test]
fn positions_are_there_once_and_labels_agree_with_results_for_both_sides() {
    let folder = folder("labels");
    let about = about(&SMALL, &folder);
    let count = about["positions"].as_u64().unwrap() as usize;
    let asked = about["asked"].as_u64().unwrap() as usize;
    assert!(count > 500 && count < asked, "{about}");
    assert_eq!((&about["games"], &about["leftOut"]), (&120.into(), &0.into()));
    assert_eq!(about["shape"], serde_json::json!([3, 5, 5]));
    let (header, planes) = rows(&folder, "observations");
    assert!(
        header.contains(&format!("'<i2', 'fortran_order': False, 'shape': ({count}, 3, 5, 5,)"))
    );
    let (_, movers) = rows(&folder, "mover");
    let different: HashSet<(&Vec<u8>, &Vec<u8>)> = planes.iter().zip(&movers).collect();
    assert_eq!(different.len(), count, "no position is there twice");
    let (_, counts) = rows(&folder, "count");
    let all: u32 = counts.iter().map(|row| u32::from_le_bytes(row[..].try_into().unwrap())).sum();
    assert_eq!(all as usize, asked);
    let (_, actions) = rows(&folder, "action");
    let most = about["actions"].as_u64().unwrap() as u32;
    assert!(actions.iter().all(|row| u32::from_le_bytes(row[..].try_into().unwrap()) < most));
    // Both label and outcome belong to the mover, whoever that is: nothing is negated for one side.
    let (chances, results, scores) =
        (floats(&folder, "chance"), floats(&folder, "result"), floats(&folder, "score"));
    assert!(chances.iter().chain(&results).all(|number| (0.0..=1.0).contains(number)));
    for seat in 0..2_u8 {
        let of_seat = |at: &usize| movers[*at] == [seat];
        let mean = |is_right: &dyn Fn(f32) -> bool| {
            let all: Vec<f32> = (0..count)
                .filter(of_seat)
                .filter(|at| is_right(chances[*at]))
                .map(|at| results[at])
                .collect();
            assert!(all.len() > 50, "seat {seat}: {}", all.len());
            all.iter().sum::<f32>() / all.len() as f32
        };
        let (good, bad) = (mean(&|chance| chance > 0.7), mean(&|chance| chance < 0.3));
        assert!(good > bad + 0.4, "seat {seat}: {good} and {bad}");
        let correlation = about["correlation"][usize::from(seat)].as_f64().unwrap();
        assert!(correlation > 0.4, "seat {seat}: {correlation}");
        // What is proven is so.
        let proven = (0..count).filter(of_seat).filter(|at| scores[*at].is_infinite());
        let kept = proven.filter(|at| (results[*at] > 0.5) == (scores[*at] > 0.0)).count();
        assert!(kept > 20, "seat {seat}: {kept}");
    }
}

#[test]
fn the_same_games_give_the_same_bytes_also_after_ctrl_c() {
    let folder = folder("again");
    let [first, second, third] = ["first", "second", "third"].map(|name| folder.join(name));
    about(&[&SMALL[..], &["--concurrency", "1"]].concat(), &first);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    command.arg("data").args(SMALL).arg("--out").arg(&second);
    let mut child = command.spawn().unwrap();
    let record = second.join("games.jsonl");
    let began = Instant::now();
    let games = || fs::read_to_string(&record).unwrap_or_default().lines().count();
    while games() < 3 {
        assert!(began.elapsed() < Duration::from_secs(60), "no games");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    let code = child.wait().unwrap().code();
    // A quick machine may have been done before.
    assert!(code == Some(130) && !second.join("about.json").exists() || code == Some(0));
    about(&SMALL, &second);
    assert!(files(&first) == files(&second), "the arrays differ");
    // The same from the record alone, but for what is said of where they are from.
    about(&["--from", record.to_str().unwrap()], &third);
    let arrays = |folder: &Path| files(folder).split_off(1);
    assert_eq!(files(&third)[0].0, "about.json");
    assert!(arrays(&first) == arrays(&third), "the arrays differ");
    // Another plan does not go on in this folder.
    let other = data(&["breakthrough:rows=5,columns=5", "--games", "2"], &first);
    let said = String::from_utf8_lossy(&other.stderr);
    assert_eq!(other.status.code(), Some(2), "{said}");
    assert!(said.contains("holds games of another plan"), "{said}");
}

#[test]
fn hidden_games_of_four_seats_show_what_the_mover_sees() {
    let folder = folder("hidden");
    let game = "battle-sheep:hidden";
    let arguments = [game, "--agent", "mcts:simulations=10", "--games", "3"];
    let about = about(&arguments, &folder);
    assert_eq!(about["correlation"].as_array().unwrap().len(), 4, "{about}");
    let (_, movers) = rows(&folder, "mover");
    assert_eq!(movers.iter().collect::<HashSet<_>>().len(), 4);
    // Some stack is of a size that the mover cannot tell.
    let (_, planes) = rows(&folder, "observations");
    let unknown = (-1_i16).to_le_bytes();
    assert!(planes.iter().any(|row| row.chunks(2).any(|number| number == unknown)));
}

#[test]
fn what_is_no_game_agent_or_record_is_said() {
    let folder = folder("wrong");
    let missing = folder.join("missing.jsonl");
    for (arguments, words) in [
        (vec!["chess"], "there is no game 'chess'"),
        (vec!["breakthrough", "--agent", "shepherd"], "shepherd"),
        (vec!["--from", missing.to_str().unwrap()], "missing.jsonl"),
        (vec![], "required"),
    ] {
        let output = data(&arguments, &folder.join("out"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(words), "{arguments:?}: {said}");
    }
}
