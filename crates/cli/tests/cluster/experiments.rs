//! `reproduce` by workers: the figures of a run here.

use serde_json::Value;

use crate::processes::{Server, bellwether, folder, worker};
use crate::timeless::timeless;

#[test]
fn an_experiment_by_workers_has_the_figures_of_one_here() {
    let folder = folder("reproduce");
    let server = Server::start(&folder);
    let address = server.address();
    let _workers: Vec<_> =
        (0..2).map(|at| worker(&folder, &at.to_string(), &address, &[])).collect();
    let run = |name: &str, more: &[&str]| -> Value {
        let mut command = bellwether(&["--json", "reproduce", "A13", "--quick", "--seed", "5"]);
        command.arg("--out").arg(folder.join(name)).args(more);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (here, there) = (run("here", &[]), run("there", &["--cluster", &address]));
    let journal = |name: &str| timeless(&folder.join(format!("{name}.d/A13.quick.jsonl")));
    assert!(journal("here") == journal("there"), "the records differ");
    assert!(journal("here").len() > 10);
    let figures = |report: &Value| {
        let mut experiments = report["experiments"].clone();
        for one in experiments.as_array_mut().expect("experiments") {
            one.as_object_mut().unwrap().remove("seconds");
        }
        experiments
    };
    assert_eq!(figures(&here), figures(&there));
    let command = there["command"].as_str().unwrap_or_default().to_owned();
    assert!(command.contains(&format!("--cluster {address}")), "{command}");
    // A server that is not there, and a token in the address, which no report shows.
    let output =
        bellwether(&["reproduce", "A13", "--quick", "--cluster", "nats://s3cret@127.0.0.1:1"])
            .arg("--out")
            .arg(folder.join("nobody"))
            .output()
            .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("cannot reach a server"), "{said}");
    assert!(!said.contains("s3cret"), "{said}");
}
