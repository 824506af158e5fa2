//! Each verb, through the program that ships: those that start the program again find themselves.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn runtime(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ringassay-runtime"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn execute_starts_itself_again_and_counts() {
    let order = serde_json::json!({
        "points": [{ "scheme": "fv", "n": 1024, "log2_q": 60, "log2_w": 20, "t": 2 }],
        "rounds": 1, "repeats": 1, "kernel_rounds": 0,
    });
    let output = runtime(&["execute"], &format!("{order}\n"));
    assert!(output.status.success(), "{}", said(&output));
    let lines: Vec<serde_json::Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let peak = lines.iter().find_map(|line| line["peak_bytes"].as_i64()).unwrap();
    // At least a ciphertext: two polynomials of 1024 words.
    assert!(peak > 2 * 1024 * 8, "{lines:?}");
    assert!(lines.iter().any(|line| line["cpu_ns"].is_array()), "{lines:?}");
}

#[test]
fn a_guard_is_not_started_by_hand() {
    let output = runtime(&["guard"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("started by the harness"), "{}", said(&output));
}

#[test]
fn mistakes_are_refused() {
    for arguments in [&[] as &[&str], &["nothing"], &["bgv", "nothing"], &["sut", "echo"]] {
        let output = runtime(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said(&output).contains("ringassay-runtime"), "{}", said(&output));
    }
    for instrument in ["faulty", "attack", "helper"] {
        let output = runtime(&["sut", instrument], "");
        assert_eq!(output.status.code(), Some(2), "{instrument}: an instrument of tests ships");
    }
    let output = runtime(&["execute"], "no JSON\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).starts_with("ringassay-runtime execute: "), "{}", said(&output));
}
