//! `calibrate`: figures fitted to games, the same for the same seed.

use std::process::Command;

use serde_json::Value;

fn bellwether() -> Command {
    Command::new(env!("CARGO_BIN_EXE_bellwether"))
}

#[test]
fn figures_are_fitted_to_games_and_printed_for_the_source() {
    let run = |options: &[&str]| {
        let mut words = vec!["calibrate", "breakthrough:rows=5,columns=4", "--games", "8"];
        words.extend(options);
        let done = bellwether().args(words).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    };
    let fitted: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    let fitted = fitted["fitted"].as_array().unwrap();
    let of: Vec<&str> = fitted.iter().map(|one| one["of"].as_str().unwrap()).collect();
    assert_eq!(of, ["strong", "offensive1", "defensive1", "offensive2", "defensive2", "uct"]);
    for one in fitted {
        assert!(one["unit"].as_f64() > Some(0.0) && one["positions"].as_u64() > Some(10), "{one}");
        assert!(one["error"].as_f64() < one["errorWithout"].as_f64(), "{one}");
    }
    let text = run(&[]);
    assert_eq!(text, run(&[]), "the same seed, the same figures");
    assert!(
        text.starts_with("    // bellwether calibrate breakthrough:rows=5,columns=4 --games 8")
    );
    assert_eq!(text.matches("Calibration { of: ").count(), 6, "{text}");
}

#[test]
fn variants_that_share_no_figures_are_refused() {
    let words = ["calibrate", "battle-sheep", "battle-sheep:seats=2"];
    let done = bellwether().args(words).output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.contains("only variants of one game with the same seats"), "{said}");
}
