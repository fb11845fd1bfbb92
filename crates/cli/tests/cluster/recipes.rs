//! The recipes of docs/cluster.md, as they stand there.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::processes::{Running, bellwether, folder, free_port, in_network, until};

const DOCUMENT: &str = include_str!("../../../../docs/cluster.md");

/// What stands between two lines of the document.
fn between(first: &str, last: &str) -> String {
    let (_, rest) = DOCUMENT.split_once(first).unwrap_or_else(|| panic!("no {first}"));
    rest.split_once(last).unwrap_or_else(|| panic!("no {last}")).0.to_owned()
}

#[test]
fn the_server_of_three_machines_takes_its_token_and_plays() {
    let folder = folder("recipe");
    let port = free_port().to_string();
    let config = between("cat > nats.conf <<END\n", "END\n");
    let store = folder.join("store").display().to_string();
    let here = config.replace("0.0.0.0:4222", &format!("127.0.0.1:{port}"));
    let here = here.replace("/var/lib/bellwether", &store);
    assert!(here.contains(&port) && here.contains(&store), "{here}");
    let file = folder.join("nats.conf");
    fs::write(&file, here).unwrap();
    let mut server = in_network(None, "nats-server");
    let _server = Running::start(server.arg("-c").arg(&file), &folder.join("server.txt"));
    let address = format!("nats://127.0.0.1:{port}");
    let token = between("export BELLWETHER_CLUSTER_TOKEN=", " ");
    let with = |arguments: &[&str], token: &str| {
        let mut command = bellwether(arguments);
        command.args(["--cluster", &address]).env("BELLWETHER_CLUSTER_TOKEN", token);
        command
    };
    until("the server", || {
        std::net::TcpStream::connect(("127.0.0.1", port.parse().unwrap())).is_ok()
    });
    let words =
        ["match", "breakthrough:rows=5,columns=5", "--agent", "greedy", "--agent", "random"];
    let refused = with(&words, "wr0ng").arg("--no-records").output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("refuses the token"));
    let mut worker = with(&["worker", "--slots", "1"], &token);
    let _worker = Running::start(&mut worker, &folder.join("worker.txt"));
    let played = with(&words, &token).args(["--games", "4", "--no-records", "--quiet"]).output();
    let played = played.unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
}

#[test]
fn the_script_for_slurm_is_one_and_its_command_can_be_given() {
    let script = between("#!/bin/sh\n", "```");
    let mut shell = Command::new("sh").arg("-n").stdin(Stdio::piped()).spawn().unwrap();
    shell.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    assert!(shell.wait().unwrap().success());
    let command = script.lines().last().unwrap().strip_prefix("exec bellwether ").unwrap();
    // It gets as far as the server's name, which only an example has.
    let output = bellwether(&command.split(' ').collect::<Vec<_>>()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot reach a server at nats://big:4222"), "{said}");
}
