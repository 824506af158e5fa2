//! Faults after which the program behaves: that they really happen.

use std::collections::HashSet;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ringassay_sut::hello::{Hello, Report};
use ringassay_sut::packet::{Decoder, Form, Kind, Limits, Packet};

use crate::program::{PATIENCE, Program};

const KEY: &[u8] = b"KEY\nL=5,D=4.0,K=80\nENDKEY\n";

fn start(fault: &[&str]) -> Program {
    let arguments = [&["faulty", "client", "--at", "spawn", "--do"], fault].concat();
    Program::start(&arguments, true)
}

fn packets(program: &mut Program, count: usize) -> Vec<Packet> {
    let mut decoder = Decoder::new(Limits::default(), Form::Chunks);
    let mut found = Vec::new();
    while found.len() < count {
        let bytes = program.receive(PATIENCE).expect("in time").expect("no end");
        decoder.buffer().extend_from_slice(&bytes);
        while let Some(packet) = decoder.advance().unwrap() {
            found.push(packet);
        }
    }
    found
}

/// The processes other than `program` that hold its standard output open.
fn holders(program: &Program) -> Vec<u32> {
    let own = program.child.id();
    let pipe = |pid: u32| fs::read_link(format!("/proc/{pid}/fd/1")).ok();
    let Some(output) = pipe(own) else {
        return Vec::new();
    };
    let pids = fs::read_dir("/proc").unwrap().flatten();
    pids.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|&pid| pid != own && pipe(pid).as_ref() == Some(&output))
        .collect()
}

/// A field of `/proc/PID/stat`, counted as in proc(5).
fn stat(pid: u32, field: usize) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let rest = stat.rsplit_once(") ")?.1;
    rest.split(' ').nth(field - 3)?.parse().ok()
}

#[test]
fn memory_is_eaten() {
    let mut program = start(&["eat-memory", "--bytes", "150000000"]);
    packets(&mut program, 1);
    assert!(program.send(KEY));
    let report = Report::parse(packets(&mut program, 2)[0].text()).unwrap();
    assert!(report.peak_bytes.unwrap() > 148_000_000, "{report:?}");
}

#[test]
fn descriptors_are_leaked() {
    let mut program = start(&["leak-fds"]);
    packets(&mut program, 1);
    let open = fs::read_dir(format!("/proc/{}/fd", program.child.id())).unwrap().count();
    assert!(open > 500, "{open}");
}

#[test]
fn a_file_is_filled_until_a_limit_and_nothing_stays() {
    let directory: PathBuf = env!("CARGO_TARGET_TMPDIR").into();
    let left = || fs::read_dir(&directory).unwrap().count();
    let before = left();
    for (limit, signal) in [("100", Some(25)), ("unlimited", None)] {
        let script = format!("ulimit -f {limit}; exec \"$0\" \"$@\"");
        let status = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_ringassay-sut")])
            .args(["faulty", "client", "--at", "spawn", "--do", "fill-file"])
            .args(["--bytes", "5000000"])
            .env("TMPDIR", &directory)
            .stdin(Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.signal(), signal, "{limit}");
        assert_eq!(left(), before);
    }
}

#[test]
fn a_daemon_outlives_its_program_in_its_own_session_with_the_pipe() {
    for fault in ["orphan", "daemon"] {
        let mut program = start(&[fault, "--seconds", "3"]);
        if fault == "orphan" {
            packets(&mut program, 1);
            let [daemon] = holders(&program)[..] else {
                panic!("{:?}", holders(&program));
            };
            let own = stat(program.child.id(), 6);
            assert!(stat(daemon, 6).is_some_and(|session| Some(session) != own));
            assert_ne!(stat(daemon, 4), Some(program.child.id()), "its parent");
        } else {
            assert!(program.status(PATIENCE).expect("it ends").success());
        }
        // Nothing more is written, and the pipe is not at its end before the daemon is.
        assert_eq!(program.receive(Duration::from_millis(500)), Err(()));
        drop(program.child.kill());
        assert_eq!(program.receive(PATIENCE), Ok(None));
    }
}

#[test]
fn the_line_of_successors_goes_on_for_its_time() {
    let mut program = start(&["respawn", "--seconds", "2"]);
    packets(&mut program, 1);
    let mut seen = HashSet::new();
    let deadline = Instant::now() + PATIENCE;
    while seen.len() < 5 && Instant::now() < deadline {
        seen.extend(holders(&program));
    }
    assert!(seen.len() >= 5, "{seen:?}");
    drop(program.child.kill());
    while program.receive(PATIENCE).expect("the line ends").is_some() {}
}

#[test]
fn a_fork_bomb_has_as_many_processes_as_allowed() {
    for (count, processes) in [("14", 14), ("13", 6), ("0", 0)] {
        let program = start(&["fork-bomb", "--count", count, "--seconds", "4"]);
        let deadline = Instant::now() + Duration::from_millis(3500);
        let mut most = 0;
        while most < processes && Instant::now() < deadline {
            most = holders(&program).len();
        }
        std::thread::sleep(Duration::from_millis(200));
        most = most.max(holders(&program).len());
        assert_eq!(most, processes, "--count {count}");
    }
}

#[test]
fn standard_error_is_flooded() {
    let run = |fault: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_ringassay-sut"))
            .args(["faulty", "server", "--at", "spawn", "--do"])
            .args(fault)
            .stdin(Stdio::null())
            .output()
            .unwrap()
    };
    let output = run(&["flood-stderr", "--bytes", "3000000"]);
    assert_eq!((output.stderr.len(), output.status.code()), (3_000_000, Some(0)));
    let output = run(&["hostile-stderr"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(String::from_utf8(output.stderr.clone()).is_err());
    for danger in ["\u{1b}[", "<script>", "\\write18", "=cmd", "\u{202e}", "\0"] {
        assert!(text.contains(danger), "{danger:?}");
    }
}

#[test]
fn a_hostile_hello_is_valid() {
    let arguments = ["faulty", "server", "--at", "ready", "--do", "hostile-hello"];
    let mut program = Program::start(&arguments, true);
    let packet = &packets(&mut program, 1)[0];
    assert_eq!(packet.kind, Kind::Hello);
    let hello = Hello::parse(packet.text()).unwrap();
    assert!(hello.name.contains('\u{1b}') && hello.name.contains("<script>"));
    assert!(hello.other.len() == 1 && hello.version.contains("DROP TABLE"));
}

/// Whatever goes wrong in a descendant is said on the standard error that all share.
#[test]
fn helpers_start_themselves_again() {
    for helper in [&["bomb", "2", "20"] as &[&str], &["detach", "20"], &["respawn", "20"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_ringassay-sut"))
            .arg("helper")
            .args(helper)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{helper:?}: {said}");
        assert_eq!(said, "", "{helper:?}");
    }
}
