//! Pairs written in shell, so that what the harness meets are real foreign programs.

use std::process::Command;
use std::time::{Duration, Instant};

use ringassay_harness::{Bounds, Failure, Handshake, Options, Pair, Role, Stage, Step, SutSpec};

/// A client of the original protocol.
pub(crate) const CLIENT: &str = r"while IFS= read -r l; do case $l in
ENDKEY) printf 'KEY\npublic\nkey\nENDKEY\n';;
ENDPDATA) printf 'EDATA\n5\nfreshENDEDATA\n';;
*ENDEDATA) printf 'PDATA\n00100\nENDPDATA\n';;
esac; done";

/// A server of the original protocol.
pub(crate) const SERVER: &str = r"while IFS= read -r l; do case $l in
ENDCIRCUIT) printf 'CIRCUIT\nCIRCUIT READY\nENDCIRCUIT\n';;
*ENDEDATA) printf 'EDATA\n2\nev3\nalsENDEDATA\n';;
esac; done";

pub(crate) const CIRCUIT: &[u8] = b"W=2,D=1.0,L=5\nG2:LMUL(W0,W1)";
pub(crate) const STEPS: [Stage; 5] =
    [Stage::Keygen, Stage::Ingest, Stage::Encrypt, Stage::Evaluate, Stage::Decrypt];

pub(crate) fn shell(client: &str, server: &str) -> SutSpec {
    let argv = |script: &str| vec!["/bin/sh".to_owned(), "-c".to_owned(), script.to_owned()];
    SutSpec {
        name: "shell".to_owned(),
        client: argv(client),
        server: argv(server),
        env: std::collections::BTreeMap::default(),
        pass: Vec::new(),
        readable: Vec::new(),
        cwd: None,
        handshake: Handshake::Never,
    }
}

/// Seconds for every bound.
pub(crate) fn bounds(seconds: f64) -> Bounds {
    let bound = Duration::from_secs_f64(seconds);
    Bounds {
        start: bound,
        keygen: bound,
        ingest: bound,
        encrypt: bound,
        evaluate: bound,
        decrypt: bound,
        ..Bounds::default()
    }
}

/// Seconds for a step and those after it, and plenty for those before, so that only what is meant to
/// be late is late on a busy machine.
pub(crate) fn bounds_from(stage: Stage, seconds: f64) -> Bounds {
    let mut bounds = bounds(seconds);
    let steps = [
        (Stage::Start, &mut bounds.start),
        (Stage::Keygen, &mut bounds.keygen),
        (Stage::Ingest, &mut bounds.ingest),
        (Stage::Encrypt, &mut bounds.encrypt),
        (Stage::Evaluate, &mut bounds.evaluate),
        (Stage::Decrypt, &mut bounds.decrypt),
    ];
    for (_, bound) in steps.into_iter().take_while(|(step, _)| *step != stage) {
        *bound = Duration::from_secs(60);
    }
    bounds
}

pub(crate) fn options() -> Options {
    Options::new(env!("CARGO_BIN_EXE_ringassay-guard"))
}

pub(crate) fn start(spec: &SutSpec, bounds: &Bounds) -> Result<Pair, Failure> {
    Pair::start(spec, bounds, &options())
}

pub(crate) fn take(pair: &mut Pair, stage: Stage) -> Result<Step, Failure> {
    match stage {
        Stage::Start => panic!("a pair is started once"),
        Stage::Keygen => pair.keygen(b"L=5,D=1.0,K=80"),
        Stage::Ingest => pair.ingest(CIRCUIT),
        Stage::Encrypt => pair.encrypt(b"[11010,01011]"),
        Stage::Evaluate => pair.evaluate(),
        Stage::Decrypt => pair.decrypt(),
    }
}

/// Runs all steps; the failure that ends them, if one does.
pub(crate) fn run(spec: &SutSpec, bounds: &Bounds) -> Result<Vec<Step>, Failure> {
    let mut pair = start(spec, bounds)?;
    STEPS.into_iter().map(|stage| take(&mut pair, stage)).collect()
}

/// Which program a step is asked of.
pub(crate) fn asked(stage: Stage) -> Role {
    match stage {
        Stage::Ingest | Stage::Evaluate => Role::Server,
        _ => Role::Client,
    }
}

/// Other processes whose command line contains `mark`: number and command line.
pub(crate) fn processes(mark: &str) -> Vec<(i32, String)> {
    std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| {
            let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
            let command = std::fs::read(entry.path().join("cmdline")).ok()?;
            let command = String::from_utf8_lossy(&command).replace('\0', " ");
            let found = pid != std::process::id() && command.contains(mark);
            found.then_some((pid.try_into().ok()?, command))
        })
        .collect()
}

/// Command lines of the same.
pub(crate) fn living(mark: &str) -> Vec<String> {
    processes(mark).into_iter().map(|(_, command)| command).collect()
}

/// Waits until no process carries the mark.
pub(crate) fn assert_gone(mark: &str) {
    let give_up = Instant::now() + Duration::from_secs(5);
    loop {
        let left = living(mark);
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < give_up, "still alive: {left:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What `setpriv` needs to become a user without privileges.
pub(crate) const UNPRIVILEGED: [&str; 7] = [
    "--reuid=65534",
    "--regid=65534",
    "--clear-groups",
    "--bounding-set=-all",
    "--inh-caps=-all",
    "--no-new-privs",
    "--",
];

/// This test program, to be run by a user without privileges. `None`, with a word on why, where
/// that cannot be or is the case already.
pub(crate) fn ordinary() -> Option<Command> {
    if !rustix::process::getuid().is_root() {
        println!("skipped: this is an ordinary user already");
        return None;
    }
    let mut command = Command::new("setpriv");
    if !again(command.args(UNPRIVILEGED)) {
        println!("skipped: another user cannot run this program");
        return None;
    }
    let mut command = Command::new("setpriv");
    command.args(UNPRIVILEGED).arg(std::env::current_exe().unwrap());
    Some(command)
}

/// Whether a command can run this test program.
pub(crate) fn again(command: &mut Command) -> bool {
    let output = command.arg(std::env::current_exe().unwrap()).arg("--list").output();
    output.is_ok_and(|output| output.status.success())
}

/// Runs this test program, which must pass as many tests as it should.
pub(crate) fn passes(command: &mut Command, tests: usize) {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains(&format!("{tests} passed")), "{text}");
}
