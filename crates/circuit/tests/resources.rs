//! Memory and time follow the bytes read, whatever the numbers in them say. One test in a process
//! of its own, because it watches the memory of the whole process.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::fmt::Write as _;
use std::time::Duration;

use ringassay_circuit::text::{circuit_text, read_circuit, read_inputs};
use ringassay_circuit::{Evaluator, Program};
use rustix::time::{ClockId, clock_gettime};

/// Largest resident size of this process so far, in KiB.
fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// A circuit of one gate kind: a chain, each gate taking the one before.
fn chain(gates: usize) -> String {
    let mut text = String::from("W=1,D=1.0,L=1\nG1:LADD(W0,W0)");
    for gate in 2..=gates {
        let _ = write!(text, "\nG{gate}:LADDconst(G{},[1])", gate - 1);
    }
    text
}

/// CPU time of this thread, which other load on the machine does not lengthen much.
fn now() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap()
}

fn time(text: &str) -> Duration {
    let times = (0..5).map(|_| {
        let start = now();
        read_circuit(text.as_bytes()).unwrap();
        now() - start
    });
    times.min().unwrap()
}

#[test]
fn memory_and_time_follow_the_bytes_read() {
    // Declared sizes and ids at their bounds.
    let before = peak_kib();
    for text in [
        "W=1000000,D=1.0,L=131072\nG4294967294:LADD(W0,W999999)",
        "W=1000000,D=1.0,L=131072,T=4611686018427387903\nG4294967294:LMUL(W0,W999999)",
        "W=1000000,G=18446744073709551615,X=18446744073709551615,F=2\nL\noutput_gate:AND(W0,W1)",
        "W=1000000,D=18446744073709551615,F=3\nL\nG4294967294:OR(W0,W9)\nL\noutput_gate:AND(W0,W1)",
    ] {
        let circuit = read_circuit(text.as_bytes()).unwrap();
        assert_eq!(circuit_text(&circuit), text.as_bytes());
        assert!(read_inputs(b"[0", &circuit).is_err());
    }
    let grown_kib = peak_kib() - before;
    assert!(grown_kib < 4096, "{grown_kib} KiB for a few hundred bytes");

    // A chain a million gates deep: no recursion anywhere, memory within a few times the text.
    let text = chain(1_000_000);
    let before = peak_kib();
    let circuit = read_circuit(text.as_bytes()).unwrap();
    let grown_kib = peak_kib() - before;
    assert_eq!(circuit.summary().levels, 1_000_000);
    assert!(grown_kib < 4 * text.len() as u64 / 1024, "{grown_kib} KiB for {} bytes", text.len());
    let input = read_inputs(b"[1]", &circuit).unwrap();
    let output = Evaluator::new(Program::compile(&circuit)).evaluate(&input).unwrap();
    assert_eq!(output.slot(0, 0), 999_999 % 2);

    // Ten times the text takes about ten times as long: quadratic work would take a hundred.
    let (short, long) = (time(&chain(10_000)), time(&chain(100_000)));
    assert!(long < 40 * short, "{short:?} for 10,000 gates, {long:?} for 100,000");

    // Ids far apart go through a hash map: slower, still linear.
    let scattered = |gates: u32| {
        let mut text = String::from("W=1,D=1.0,L=1");
        for gate in 0..gates {
            let _ = write!(text, "\nG{}:LADD(W0,W0)", gate.wrapping_mul(2_654_435_761) % u32::MAX);
        }
        text
    };
    let (short, long) = (time(&scattered(5_000)), time(&scattered(50_000)));
    assert!(long < 40 * short, "{short:?} for 5,000 scattered ids, {long:?} for 50,000");
}
