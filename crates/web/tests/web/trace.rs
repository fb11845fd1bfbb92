//! Traces of searches over a real socket: what is answered, what is refused, and that it is right about the table.

use crate::common::Host;
use serde_json::{Value, json};

async fn trace(host: &Host, asked: Value) -> (u16, Value) {
    let reply = host.post("/api/trace", &asked).await;
    (reply.status, reply.json())
}

#[tokio::test]
async fn a_search_is_traced() {
    let host = Host::start().await;
    let asked = json!({ "game": "breakthrough:rows=5,columns=4", "agent": "alphabeta:depth=3" });
    let (status, told) = trace(&host, asked).await;
    assert_eq!(status, 200, "{told}");
    assert!(told["whole"] == true && told["seat"] == 0 && told["source"].is_null(), "{told}");
    let (nodes, depth) = (told["nodes"].as_array().unwrap(), &told["depth"]);
    assert_eq!(json!(nodes.len()), depth["visits"]);
    assert_eq!(nodes.len(), depth["visited"].as_array().unwrap().len());
    assert!(depth["full"].as_u64().unwrap() > nodes.len() as u64, "nothing was cut off");
    // Every node is entered and left once, the root first and last.
    let events: Vec<i64> =
        depth["events"].as_array().unwrap().iter().map(|event| event.as_i64().unwrap()).collect();
    assert_eq!((events.len(), events[0], events[events.len() - 1]), (2 * nodes.len(), 1, -1));

    let asked = json!({ "game": "battle-sheep:hidden", "agent": "uct:simulations=20" });
    let (status, told) = trace(&host, asked).await;
    assert!(status == 200 && told["hidden"] == true, "{told}");
    let simulated = &told["simulated"];
    assert_eq!((simulated["games"].as_array().unwrap().len(), &simulated["all"]), (20, &json!(20)));
    host.stop().await;
}

#[tokio::test]
async fn where_it_errs_the_table_says_so() {
    let host = Host::start().await;
    let (mut errors, mut agreed) = (0, 0);
    let mut moves = Vec::new();
    loop {
        let asked = json!({
            "game": "wolf-and-sheep:size=4", "moves": moves.join(" "), "agent": "alphabeta:depth=2",
        });
        let (status, told) = trace(&host, asked).await;
        if status != 200 {
            assert!(told["error"].as_str().unwrap().contains("over"), "{told}");
            break;
        }
        assert_eq!(told["source"], "here");
        let truth = |node: &Value| node[5].as_str().unwrap()[..1].to_owned();
        let nodes = told["nodes"].as_array().unwrap();
        let chosen = &told["chosen"]["text"];
        let child = nodes.iter().find(|node| node[0] == 0 && node[1] == *chosen).unwrap();
        let is_error = truth(child) != truth(&nodes[0]);
        assert_eq!(nodes[0][6], is_error, "after {moves:?}");
        *(if is_error { &mut errors } else { &mut agreed }) += 1;
        moves.push(chosen.as_str().unwrap().to_owned());
    }
    assert!(errors > 0 && agreed > 0, "{errors} errors, {agreed} agreements");
    host.stop().await;
}

#[tokio::test]
async fn what_is_wrong_or_too_much_is_said_in_a_sentence() {
    let host = Host::start().await;
    for (asked, part) in [
        (json!({ "game": "brekthrough", "agent": "uct" }), "did you mean"),
        (json!({ "game": "breakthrough", "agent": "pvs" }), "cannot be watched"),
        (json!({ "game": "breakthrough", "agent": "alphabeta:depth=99" }), "depth"),
        (json!({ "game": "breakthrough", "agent": "alphabeta:time=5" }), "time"),
        (json!({ "game": "breakthrough", "agent": "uct:simulations=99999999" }), "simulations"),
        (json!({ "game": "breakthrough", "agent": "uct", "position": "nonsense" }), ""),
        (json!({ "game": "breakthrough", "agent": "uct", "moves": "a2a3 z9z8" }), "move 2"),
        (json!({ "game": "battle-sheep:field=/etc/passwd", "agent": "uct" }), "reads a file"),
    ] {
        let (status, told) = trace(&host, asked.clone()).await;
        let error = told["error"].as_str().unwrap_or_default();
        assert!(status == 400 && !error.is_empty() && error.contains(part), "{asked}: {told}");
    }
    for asked in [
        json!({ "game": "breakthrough" }),
        json!({ "agent": 3 }),
        json!([]),
        json!({ "game": "breakthrough", "agent": "uct", "file": "x" }),
    ] {
        let (status, told) = trace(&host, asked.clone()).await;
        assert!((400..500).contains(&status) && told["error"].is_string(), "{asked}: {status}");
    }
    let long = json!({ "game": "breakthrough", "agent": "uct", "moves": "x".repeat(100_000) });
    assert_eq!(trace(&host, long).await.0, 413);
    host.stop().await;
}

#[tokio::test]
async fn a_long_search_is_written_down_in_part_and_says_so() {
    let host = Host::start().await;
    let asked = json!({ "game": "breakthrough", "agent": "minimax:depth=4" });
    let (status, told) = trace(&host, asked).await;
    assert!(status == 200 && told["whole"] == false, "{}", told["error"]);
    assert_eq!(told["nodes"].as_array().unwrap().len(), 20_000);
    assert!(told["depth"]["visits"].as_u64().unwrap() > 100_000);
    assert!(told["chosen"]["text"].is_string());
    host.stop().await;
}
