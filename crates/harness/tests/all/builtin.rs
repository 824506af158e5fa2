//! Every cell of the table of faults that the built-in system under test can commit, and its
//! honest pairs.

#![expect(clippy::disallowed_types, reason = "of the tests, which do not fork")]

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use ringassay_harness::{Bounds, Class, Failure, Handshake, Pair, Stage, SutSpec};
use serde::Deserialize;

use crate::attacks::Mode;
use crate::common::{bounds, bounds_from, options};

/// The circuit of the paper's Figure 2 (HEtest, §3.1) with two inputs and their outputs.
const CIRCUIT: &[u8] = b"W=3,D=4,L=5\nG3:LADD(W0,W1)\nG4:LMUL(G3,W2)";
const PAIRS: [(&[u8], &str); 2] =
    [(b"[01101,11010,01100]", "00100"), (b"[11111,11010,01100]", "00100")];
const ROUNDS: usize = 4;
/// Cells that sleep wait beside each other.
const WORKERS: usize = 10;
/// What one failure may take beyond its bound on a busy machine.
const SLACK: Duration = Duration::from_secs(20);

/// A line of `ringassay-sut faulty --list --json`.
#[derive(Clone, Debug, Deserialize)]
struct Cell {
    fault: String,
    point: String,
    role: String,
    step: String,
    outcomes: Vec<String>,
    protocols: Vec<u8>,
    arguments: Vec<String>,
}

/// The program, which is built beside this one when the tests of all crates are; here, when it is not
/// there or older than its sources.
pub(crate) fn program() -> PathBuf {
    let directory = std::env::current_exe().unwrap();
    let directory = directory.ancestors().nth(2).unwrap();
    let program = directory.join("ringassay-sut");
    if is_current(&program).unwrap_or(false) {
        return program;
    }
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--quiet", "--package", "ringassay-sut", "--bin", "ringassay-sut"]);
    cargo.arg("--target-dir").arg(directory.parent().unwrap());
    if directory.ends_with("release") {
        cargo.arg("--release");
    }
    assert!(cargo.status().unwrap().success(), "ringassay-sut cannot be built");
    program
}

/// Whether no source is newer than the program; cargo lists them beside it.
fn is_current(program: &Path) -> io::Result<bool> {
    let built = program.metadata()?.modified()?;
    let listed = std::fs::read_to_string(program.with_extension("d"))?;
    let (_, sources) = listed.split_once(": ").ok_or(io::ErrorKind::InvalidData)?;
    for source in sources.split_whitespace() {
        if Path::new(source).metadata()?.modified()? > built {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(crate) fn spec(program: &Path, subcommand: [&str; 2], protocol: u8) -> SutSpec {
    let argv = |subcommand: &str, role: &str| {
        [program.to_str().unwrap(), subcommand, role].map(str::to_owned).to_vec()
    };
    SutSpec {
        name: "builtin".to_owned(),
        client: argv(subcommand[0], "client"),
        server: argv(subcommand[1], "server"),
        env: std::collections::BTreeMap::default(),
        pass: Vec::new(),
        readable: Vec::new(),
        cwd: None,
        handshake: if protocol == 2 { Handshake::Required } else { Handshake::Never },
    }
}

/// Runs inputs through a pair; the outcome, and the failure where there is one.
fn outcome(spec: &SutSpec, bounds: &Bounds) -> (&'static str, Option<Failure>) {
    match rounds(spec, bounds) {
        Ok(true) => ("ok", None),
        Ok(false) => ("wrong", None),
        Err(failure) => (failure.class.name(), Some(failure)),
    }
}

/// Whether all outputs are right.
fn rounds(spec: &SutSpec, bounds: &Bounds) -> Result<bool, Failure> {
    right(&mut Pair::start(spec, bounds, &options())?)
}

/// Whether all outputs of a pair are right.
pub(crate) fn right(pair: &mut Pair) -> Result<bool, Failure> {
    pair.keygen(b"L=5,D=4.0,K=80")?;
    pair.ingest(CIRCUIT)?;
    let mut right = true;
    for (input, output) in PAIRS.into_iter().cycle().take(ROUNDS) {
        pair.encrypt(input)?;
        pair.evaluate()?;
        pair.decrypt()?;
        right &= pair.output() == Some(output.as_bytes());
    }
    Ok(right)
}

#[test]
fn the_expected_outputs_are_right() {
    // By definition: slot by slot, (W0 + W1) · W2 mod 2.
    for (input, output) in PAIRS {
        let text = std::str::from_utf8(input).unwrap().trim_matches(['[', ']']);
        let wires: Vec<Vec<u32>> = text
            .split(',')
            .map(|wire| wire.chars().filter_map(|c| c.to_digit(2)).collect())
            .collect();
        let expected: String = (0..5)
            .map(|i| (wires[0][i] ^ wires[1][i]) & wires[2][i])
            .map(|bit| bit.to_string())
            .collect();
        assert_eq!(output, expected);
    }
}

#[test]
fn honest_pairs_are_right_in_both_protocols() {
    let program = program();
    let honest = [("plaintext", 1), ("plaintext", 2), ("original", 1), ("slots", 1), ("slots", 2)];
    for (subcommand, protocol) in honest {
        let (outcome, failure) = outcome(&spec(&program, [subcommand; 2], protocol), &bounds(30.0));
        assert_eq!(outcome, "ok", "{subcommand} in protocol {protocol}: {failure:?}");
    }
    // An original program that is offered protocol 2.
    let mut offered = spec(&program, ["original"; 2], 1);
    offered.handshake = Handshake::Auto;
    let mut quick = options();
    quick.handshake_grace = Duration::from_millis(200);
    let mut pair = Pair::start(&offered, &bounds(30.0), &quick).unwrap();
    assert!(pair.hello(ringassay_harness::Role::Client).is_none());
    pair.keygen(b"L=5,D=4.0,K=80").unwrap();
}

fn cells(program: &Path) -> Vec<Cell> {
    let list = Command::new(program).args(["faulty", "--list", "--json"]).output().unwrap();
    serde_json::from_slice(&list.stdout).unwrap()
}

#[test]
fn every_fault_is_booked_under_its_class() {
    let program = program();
    let cells = cells(&program);
    assert!(cells.len() > 300, "only {} cells", cells.len());
    commit_all(&program, cells);
}

/// One cell of each kind of fault, in whatever mode this program is run.
#[test]
fn each_kind_of_fault_is_booked_under_its_class() {
    let program = program();
    Mode::current().enter();
    let mut kinds = BTreeSet::new();
    let mut cells = cells(&program);
    cells.retain(|cell| kinds.insert(cell.fault.clone()));
    assert!(cells.len() >= 60, "only {} kinds", cells.len());
    commit_all(&program, cells);
}

/// The same where protections are refused: what is booked depends on none of them.
#[test]
fn each_kind_of_fault_is_booked_under_its_class_in_every_mode() {
    program();
    for mode in [Mode::Ordinary, Mode::NoNameSpaces, Mode::NoFilter] {
        if let Some(mut again) = mode.command() {
            again.args(["builtin::each_kind_of_fault_is_booked_under_its_class", "--exact"]);
            crate::common::passes(&mut again, 1);
        }
    }
}

/// Commits faults in the protocols that each is for, many beside each other.
fn commit_all(program: &Path, cells: Vec<Cell>) {
    let mut jobs: Vec<(Cell, u8)> = cells
        .into_iter()
        .flat_map(|cell| cell.protocols.clone().into_iter().map(move |p| (cell.clone(), p)))
        .collect();
    // A filter to look at one fault: HARNESS_FAULT=hang.
    if let Ok(only) = std::env::var("HARNESS_FAULT") {
        jobs.retain(|(cell, _)| cell.fault == only);
    }
    let jobs = Mutex::new(jobs);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let Some((cell, protocol)) = jobs.lock().unwrap().pop() else {
                        return;
                    };
                    if let Err(complaint) = commit(program, &cell, protocol) {
                        wrong.lock().unwrap().push(complaint);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} cells:\n{}", wrong.len(), wrong.join("\n"));
    crate::common::assert_gone(&format!("{} faulty", program.display()));
}

/// Commits one fault; a complaint if it is not booked as the table says.
fn commit(program: &Path, cell: &Cell, protocol: u8) -> Result<(), String> {
    let faulty = |role: &str| if cell.role == role { "faulty" } else { "plaintext" };
    let mut spec = spec(program, [faulty("client"), faulty("server")], protocol);
    let argv = if cell.role == "client" { &mut spec.client } else { &mut spec.server };
    argv.extend(["--at", &cell.point, "--do", &cell.fault].map(str::to_owned));
    argv.extend(cell.arguments.iter().cloned());
    let silent = cell.outcomes.iter().any(|outcome| outcome == "timeout");
    let stage: Stage = serde_json::from_value(cell.step.clone().into()).unwrap();
    let bounds = Bounds {
        packet_bytes: 8 << 20,
        memory_bytes: Some(256 << 20),
        processes: 40,
        file_bytes: Some(8 << 20),
        open_files: 256,
        ..if silent { bounds_from(stage, 1.0) } else { bounds(60.0) }
    };
    let begin = Instant::now();
    let (outcome, failure) = outcome(&spec, &bounds);
    let took = begin.elapsed();
    let complain = |what: &str| {
        let at = format!("{} at {} by the {}", cell.fault, cell.point, cell.role);
        Err(format!("{at}, protocol {protocol}: {outcome} in {took:?}, {what}: {failure:?}"))
    };
    if !cell.outcomes.iter().any(|expected| expected == outcome) {
        return complain(&format!("not {:?}", cell.outcomes));
    }
    let Some(failure) = &failure else {
        return Ok(());
    };
    // Wrong data that is well formed may be refused by the program that gets it next.
    let passed_on = cell.outcomes.iter().any(|expected| expected == "wrong");
    if !passed_on && failure.role.map(|role| role.name()) != Some(&cell.role) {
        return complain("the other program is blamed");
    }
    if failure.detail.survivors > 0 {
        return complain("somebody survived");
    }
    if silent && failure.class == Class::Timeout {
        let bound = Duration::from_nanos(failure.detail.limit.map_or(0, |hit| hit.bound));
        if Duration::from_nanos(failure.detail.wall_ns) > bound + SLACK {
            return complain("too late");
        }
    }
    // What comes behind an answer may be met by the step after it, and an early fault of a program
    // that is not waited for by its first.
    let behind = cell.outcomes.iter().any(|expected| expected == "ok");
    let early = stage == Stage::Start
        && matches!(failure.stage, Stage::Start | Stage::Keygen | Stage::Ingest);
    if !behind && !early && !passed_on && failure.stage != stage {
        return complain(&format!("not during {}", cell.step));
    }
    Ok(())
}

#[test]
#[ignore = "as long as the faults of a superuser's programs: cargo test --package ringassay-harness -- --ignored"]
fn every_fault_of_an_ordinary_users_program_is_booked_under_its_class() {
    program();
    let Some(mut again) = crate::common::ordinary() else { return };
    crate::common::passes(again.arg("builtin::every_fault_is_booked_under_its_class"), 1);
}
