//! Nothing is left, whoever is killed and however often a pair is started. One test, because it
//! counts what belongs to the whole process.
#![allow(clippy::unwrap_used, clippy::panic)]

#[allow(dead_code, reason = "this program uses a part")]
#[path = "all/common/mod.rs"]
mod common;

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{CLIENT, SERVER, STEPS, assert_gone, bounds, living, options, processes, shell, take};
use ringassay_harness::{Bounds, Class, Failure, Handshake, Pair, Stage, Step, SutSpec};

/// Set in a copy of this program that is to be killed: the mark of its programs, and its parent.
const VICTIM: &str = "HARNESS_VICTIM";
const VICTIM_OF: &str = "HARNESS_VICTIM_OF";

#[test]
fn nothing_is_left() {
    if let Ok(mark) = std::env::var(VICTIM) {
        victim(&mark);
    }
    std::fs::create_dir_all(scratch()).unwrap();
    sessions_leave_nothing(120);
    a_killed_harness_takes_its_programs_along();
    a_harness_killed_at_any_moment_leaves_nothing(1);
    a_killed_guard_is_swept_behind();
    floods_do_not_make_the_harness_grow();
    std::fs::remove_dir(scratch()).unwrap();
}

#[test]
#[ignore = "takes minutes: cargo test --package ringassay-harness --test cleanup -- --ignored"]
fn nothing_is_left_of_a_thousand_sessions() {
    std::fs::create_dir_all(scratch()).unwrap();
    sessions_leave_nothing(1000);
    a_harness_killed_at_any_moment_leaves_nothing(4);
    std::fs::remove_dir(scratch()).unwrap();
}

fn fds() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

fn children() -> Vec<String> {
    std::fs::read_dir("/proc/self/task")
        .unwrap()
        .flatten()
        .map(|task| std::fs::read_to_string(task.path().join("children")).unwrap_or_default())
        .filter(|list| !list.is_empty())
        .collect()
}

/// Where this program and the copies of it that are killed let their pairs work.
fn scratch() -> PathBuf {
    let owner = std::env::var(VICTIM_OF).unwrap_or_else(|_| std::process::id().to_string());
    std::env::temp_dir().join(format!("ringassay-cleanup-{owner}"))
}

/// What sessions could leave in the rest of the system: mounts of this process's view, shared memory,
/// temporary files.
fn elsewhere() -> (usize, usize, usize) {
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap().lines().count();
    let ours = |folder: &str| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&left())).count()
    };
    (mounts, ours("/dev/shm"), ours("/tmp") + ours("/var/tmp"))
}

/// How names of what sessions here leave behind begin.
fn left() -> String {
    format!("ringassay-many-{}", std::process::id())
}

fn scratch_directories() -> usize {
    std::fs::read_dir(scratch()).unwrap().count()
}

fn start(spec: &SutSpec, bounds: &Bounds) -> Result<Pair, Failure> {
    let mut options = options();
    options.scratch = scratch();
    Pair::start(spec, bounds, &options)
}

/// Runs all steps, or to the first failure.
fn run(spec: &SutSpec) -> Result<Vec<Step>, Failure> {
    let mut pair = start(spec, &bounds(10.0))?;
    STEPS.into_iter().map(|stage| take(&mut pair, stage)).collect()
}

fn sessions_leave_nothing(count: usize) {
    let mark = format!("many-{}", std::process::id());
    let good = shell(&format!(": {mark}; {CLIENT}"), &format!(": {mark}; {SERVER}"));
    // Leaves files and a process behind and ends in the middle.
    let files =
        format!("for d in $TMPDIR /tmp /var/tmp /dev/shm; do mkdir $d/{}-$$; done;", left());
    let stay = format!("(setsid env -i sh -c ': {mark}; sleep 600' &);");
    let crash = CLIENT.replace("ENDPDATA)", &format!("ENDPDATA) {files} {stay} exit 1;"));
    let bad = shell(&format!(": {mark}; {crash}"), &format!(": {mark}; {SERVER}"));
    run(&good).unwrap();
    let before = (fds(), threads(), scratch_directories(), elsewhere());
    for round in 0..count {
        match round % 4 {
            0 => assert_eq!(run(&bad).unwrap_err().class, Class::Crash),
            1 => drop(start(&good, &bounds(10.0)).unwrap()),
            2 => {
                let closed = start(&good, &bounds(10.0)).unwrap().close();
                assert_eq!(closed.server.exit_code, Some(0));
            }
            _ => assert_eq!(run(&good).unwrap().len(), STEPS.len()),
        }
    }
    assert_eq!((fds(), threads(), scratch_directories(), elsewhere()), before);
    assert_eq!(children(), Vec::<String>::new());
    assert_eq!(living(&mark), Vec::<String>::new());
}

/// Largest resident size of this process since it was last forgotten, in bytes.
fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap() * 1024
}

/// Whatever a program writes, and wherever: more of it than the harness may keep.
fn floods_do_not_make_the_harness_grow() {
    const MOST: u64 = 64 << 20;
    let much = "head -c 400000000 /dev/zero";
    let text = format!("{much} | tr '\\0' a");
    let tiny = "yes '1\na' | tr -d '\\\\' | head -c 400000000";
    let floods = [
        // Standard error, garbage, a text without end in one line and in many, a HELLO without end.
        ("ENDKEY)", format!("{much} >&2; {much} >&2;"), None),
        ("ENDKEY)", format!("{much};"), Some(Class::Protocol)),
        ("ENDKEY)", format!("printf 'KEY\\n'; {text};"), Some(Class::Resource)),
        ("ENDKEY)", "printf 'KEY\\n'; yes | head -c 400000000;".to_owned(), Some(Class::Resource)),
        ("*ENDEDATA)", format!("printf 'PDATA\\n'; {text};"), Some(Class::Resource)),
        ("ENDKEY)", format!("printf 'HELLO\\n'; {text};"), Some(Class::Protocol)),
        // Chunks that do not end, within the bound that is set for them.
        ("ENDPDATA)", format!("printf 'EDATA\\n'; {tiny};"), Some(Class::Protocol)),
        ("ENDPDATA)", "printf 'EDATA\\n'; while :; do printf '1\\na'; done;".to_owned(), None),
    ];
    for (at, flood, class) in floods {
        let spec = shell(&CLIENT.replacen(at, &format!("{at} {flood}"), 1), SERVER);
        let (grown, result) = growth(&spec, 16 << 20);
        assert!(grown <= MOST, "{flood}: {grown} bytes more");
        if let Some(class) = class {
            let failure = result.unwrap_err();
            let right = failure.class == class || failure.class == Class::Resource;
            assert!(right, "{flood}: {failure:?}");
        }
    }
    // A key in chunks without end is kept up to its bound, as a ciphertext is.
    const BOUND: u64 = 192 << 20;
    let hello = r#"HELLO\n{"protocol":2,"role":"client","name":"shell","version":"1"}\nENDHELLO\n"#;
    let chunks = "while :; do printf '4194304\n'; head -c 4194304 /dev/zero; done;";
    let flood = format!("ENDKEY) printf '{hello}KEY\n'; {chunks}");
    let mut spec = shell(&CLIENT.replacen("ENDKEY)", &flood, 1), SERVER);
    spec.handshake = Handshake::Auto;
    let (grown, result) = growth(&spec, BOUND);
    assert!((BOUND / 2..=BOUND + MOST).contains(&grown), "{grown} bytes more");
    assert_eq!(result.unwrap_err().class, Class::Resource);
}

/// By how much this process grows in the steps of a pair, and how they end.
fn growth(spec: &SutSpec, packet_bytes: u64) -> (u64, Result<(), Failure>) {
    let bounds = Bounds { packet_bytes, text_bytes: 48 << 20, ..bounds(20.0) };
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let before = peak_bytes();
    let begun = start(spec, &bounds);
    let result = begun.and_then(|mut pair| {
        STEPS.into_iter().try_for_each(|stage| take(&mut pair, stage).map(drop))
    });
    (peak_bytes().saturating_sub(before), result)
}

/// Starts a pair that does not end, says so, and waits to be killed.
fn victim(mark: &str) -> ! {
    let stubborn = format!(": {mark}; trap '' TERM HUP; (setsid sh -c ': {mark}; sleep 600' &);");
    let hang = CLIENT.replace("ENDKEY)", &format!("ENDKEY) {stubborn} echo >&2; sleep 600;"));
    let mut pair = start(&shell(&hang, &format!("{stubborn} {SERVER}")), &bounds(600.0)).unwrap();
    println!("victim ready");
    let _ = take(&mut pair, Stage::Keygen);
    panic!("not killed");
}

/// This program once more, to be killed.
fn victim_process(mark: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "nothing_is_left", "--nocapture"])
        .env(VICTIM, mark)
        .env(VICTIM_OF, std::process::id().to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until the guards of a killed harness have removed what they made.
fn assert_no_scratch() {
    let give_up = Instant::now() + Duration::from_secs(5);
    while scratch_directories() != 0 {
        assert!(Instant::now() < give_up, "scratch directories are left");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn a_killed_harness_takes_its_programs_along() {
    for round in 0..5 {
        let mark = format!("orphan-{}-{round}", std::process::id());
        let mut harness = victim_process(&mark);
        let give_up = Instant::now() + Duration::from_secs(20);
        // Client, server, and what each has put into a session of its own.
        while living(&mark).len() < 4 {
            assert!(Instant::now() < give_up, "only {:?}", living(&mark));
            std::thread::sleep(Duration::from_millis(10));
        }
        harness.kill().unwrap();
        harness.wait().unwrap();
        assert_gone(&mark);
    }
    assert_no_scratch();
}

fn a_harness_killed_at_any_moment_leaves_nothing(times: u64) {
    // While it starts guards and programs, or later.
    for delay_ms in (0..30 * times).map(|round| round / times) {
        let mark = format!("moment-{}-{delay_ms}", std::process::id());
        let mut harness = victim_process(&mark);
        std::thread::sleep(Duration::from_millis(delay_ms));
        harness.kill().unwrap();
        harness.wait().unwrap();
        assert_gone(&mark);
    }
    assert_no_scratch();
}

fn a_killed_guard_is_swept_behind() {
    let name = format!("guarded-{}", std::process::id());
    let mark = format!("swept-{}", std::process::id());
    let daemon = format!("ENDKEY) (setsid sh -c ': {mark}; sleep 600' &); : {mark}; sleep 600;");
    let mut spec = shell(&CLIENT.replace("ENDKEY)", &daemon), SERVER);
    spec.name.clone_from(&name);
    let mut pair = start(&spec, &bounds(30.0)).unwrap();
    let killer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        let guard = processes(&format!("{name} client"));
        assert_eq!(guard.len(), 1, "{guard:?}");
        let guard = rustix::process::Pid::from_raw(guard[0].0).unwrap();
        rustix::process::kill_process(guard, rustix::process::Signal::KILL).unwrap();
    });
    let failure = take(&mut pair, Stage::Keygen).unwrap_err();
    killer.join().unwrap();
    assert_eq!(failure.class, Class::HarnessError, "{failure:?}");
    assert!(failure.message.contains("guard"), "{failure}");
    assert_eq!(failure.detail.survivors, 0);
    drop(pair);
    assert_gone(&mark);
    assert_eq!(scratch_directories(), 0);
}
