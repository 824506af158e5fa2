//! The memory that a netlist takes while it is read follows the bytes of the file, whatever they say. In a
//! process of its own, because it watches the memory of the whole process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::fmt::Write as _;

use ringassay_circuit::netlist::{Format, read};

/// Bytes of each file.
const FILE_BYTES: usize = 8 << 20;
/// Bytes of memory for each byte of a file, at most.
const FACTOR: usize = 20;
/// And for the models, of which there are at most 131,072, whatever is in them.
const MODELS_BYTES: usize = 40 << 20;
/// The variable that says which file a process measures.
const KIND: &str = "NETLIST_MEMORY_KIND";

/// A value in KiB of this process's status.
fn kib(name: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// How far the resident size rises while `work` runs, in bytes.
fn growth(work: impl FnOnce()) -> usize {
    // The peak counts from here.
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let before = kib("VmRSS:");
    work();
    (kib("VmHWM:") - before) * 1024
}

/// A file of `FILE_BYTES` from a beginning and numbered pieces.
fn file(start: &str, mut piece: impl FnMut(&mut String, usize)) -> String {
    let mut text = start.to_owned();
    for number in 0.. {
        if text.len() >= FILE_BYTES {
            break;
        }
        piece(&mut text, number);
    }
    text
}

#[test]
fn memory_follows_the_bytes_of_a_blif_file() {
    let mut files = vec![
        (
            "a chain",
            file(".inputs a0\n", |text, i| {
                let _ = write!(text, ".names a{i} a{}\n1 1\n", i + 1);
            }),
        ),
        (
            "one name",
            file(".inputs a\n", |text, i| {
                let _ = writeln!(text, ".names a a a a a a a a b{i}");
            }),
        ),
        (
            "names",
            file(".inputs a\n", |text, i| {
                let _ = writeln!(text, ".names n{i:x}");
            }),
        ),
        ("rows", file(".inputs a\n.outputs b\n.names a b\n", |text, _| text.push_str("1 1\n"))),
        ("constants", file(".names b\n", |text, _| text.push_str("1\n"))),
        ("instances", file(".model a\n", |text, _| text.push_str(".subckt b\n"))),
        (
            "connections",
            file(".model a\n.subckt b", |text, i| {
                text.push_str(if i % 100_000 == 99_999 { "\n.subckt b" } else { " a=a" });
            }),
        ),
        (
            "outputs of many models",
            file(".model a\n", |text, i| {
                let _ = writeln!(text, ".outputs a a a a a a a a a a a a a a a a");
                if i % 1000 == 999 {
                    let _ = writeln!(text, ".model b{i}");
                }
            }),
        ),
        (
            "empty models",
            file("", |text, i| {
                let _ = writeln!(text, ".model {i}");
            }),
        ),
    ];
    // Each in a process of its own: what one has freed would serve the next.
    let Ok(kind) = std::env::var(KIND) else {
        for (kind, (name, _)) in files.iter().enumerate() {
            let ended = std::process::Command::new(std::env::current_exe().unwrap())
                .arg("--nocapture")
                .env(KIND, kind.to_string())
                .status();
            assert!(ended.unwrap().success(), "{name}");
        }
        return;
    };
    let (name, text) = files.swap_remove(kind.parse().unwrap());
    drop(files);
    let grown = growth(|| drop(read(text.as_bytes(), Format::Blif)));
    println!("{name}: {:.1} bytes a byte", grown as f64 / text.len() as f64);
    assert!(grown < FACTOR * text.len() + MODELS_BYTES, "{name}: {grown} for {}", text.len());
}
