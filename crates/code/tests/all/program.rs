//! `ringassay-count`: requests in, answers out, whatever the requests are.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// The answers to `input`.
fn answers(input: &[u8]) -> Vec<Value> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ringassay-count"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = program.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let done = program.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(done.status.success(), "{}", done.status);
    let out = String::from_utf8(done.stdout).unwrap();
    assert!(out.is_empty() || out.ends_with('\n'));
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn answer(request: &Value) -> Value {
    let mut found = answers(request.to_string().as_bytes());
    assert_eq!(found.len(), 1);
    found.remove(0)
}

/// One character for each byte.
fn encoded(path: &Path) -> String {
    path.as_os_str().as_bytes().iter().copied().map(char::from).collect()
}

fn survey(root: &str, exclude: &[&str]) -> Value {
    json!({"survey": {
        "root": root, "exclude": exclude, "hidden": false, "ignore_files": true,
        "inline_tests": true, "max_bytes": 99,
    }})
}

#[test]
fn a_survey_tells_files_functions_and_what_is_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let odd = folder.path().join(OsStr::from_bytes(b"\xc3\xa9 \xff\n.rs"));
    fs::write(&odd, "// é\nfn a() { if b {} }\n\n").unwrap();
    fs::write(folder.path().join("b.c"), "int b;\n").unwrap();
    fs::write(folder.path().join("c.c"), vec![b'\n'; 100]).unwrap();
    fs::write(folder.path().join("d.c"), "int d;\n").unwrap();
    let found = answer(&survey(&encoded(folder.path()), &["d.*"]));
    let expected = json!({"survey": {
        "files": [
            {
                "path": encoded(&folder.path().join("b.c")), "language": "C", "lines": [1, 0, 0],
                "functions": null, "remark": null,
            },
            {
                "path": encoded(&odd), "language": "Rust", "lines": [1, 1, 1],
                "functions": [["a", 2, 2, 2]], "remark": null,
            },
        ],
        "skipped": [[encoded(&folder.path().join("c.c")), "larger than 99 bytes"]],
    }});
    assert_eq!(found, expected);
}

#[test]
fn lines_of_a_text() {
    let text = "int a; /* b\n\nc */\n\n// é\n";
    assert_eq!(
        answer(&json!({"lines": {"language": "C", "text": text}})),
        json!({"lines": [1, 3, 1]})
    );
}

#[test]
fn errors_say_what_they_are_about() {
    let folder = tempfile::tempdir().unwrap();
    let root = encoded(folder.path());
    for (request, kind, errno, said) in [
        (survey(&format!("{root}/none"), &[]), "root", json!(2), "No such file"),
        (survey(&root, &["a{"]), "pattern", Value::Null, "a{"),
        (json!({"lines": {"language": "No", "text": ""}}), "language", Value::Null, "\"No\""),
        (survey("\u{100}", &[]), "request", Value::Null, "out of range"),
        (json!({"lines": {"language": "C"}}), "request", Value::Null, "text"),
        (json!({"lines": {"language": "C", "text": "", "x": 1}}), "request", Value::Null, "x"),
        (json!({"leave": {}}), "request", Value::Null, "leave"),
    ] {
        let found = answer(&request);
        let error = &found["error"];
        assert_eq!((error["kind"].as_str(), &error["errno"]), (Some(kind), &errno), "{request}");
        assert!(error["message"].as_str().unwrap().contains(said), "{found}");
    }
}

#[test]
fn no_line_stops_the_program() {
    let deep = "[".repeat(100_000);
    let lines: [&[u8]; 7] = [
        b"",
        b"\0",
        b"{\"lines\":",
        b"{\"lines\": {\"language\": \"C\", \"text\": \"\\udc80\"}}",
        b"{\"lines\": {\"language\": \"C\", \"text\": \"\xff\"}}",
        deep.as_bytes(),
        b"{\"lines\": {\"language\": \"C\", \"text\": \"x\"}}",
    ];
    let found = answers(&lines.join(&b'\n'));
    let (last, bad) = found.split_last().unwrap();
    assert_eq!((bad.len(), last), (6, &json!({"lines": [1, 0, 0]})));
    assert!(bad.iter().all(|one| one["error"]["kind"] == "request"), "{bad:?}");
    assert!(answers(b"").is_empty());
}

#[test]
fn no_text_stops_the_program() {
    for language in ["Rust", "C", "Haskell", "Python", "HTML", "Markdown"] {
        for text in [
            "(".repeat(100_000) + &")".repeat(100_000),
            "/*".repeat(100_000),
            "\"".repeat(99_999),
            "```rust\n".repeat(1_000),
            "\u{feff}\r\n\u{2028}\0".to_owned(),
        ] {
            let found = answer(&json!({"lines": {"language": language, "text": text}}));
            assert!(found["lines"].is_array(), "{language}: {found}");
        }
    }
}
