//! A program that is asked once: its answer, or the class of what went wrong.

use std::time::{Duration, Instant};

use ringassay_harness::{Answer, Bounds, Class, Failure, Limit, SutSpec, ask};

use crate::common::{bounds, options, shell};

fn asked(script: &str, question: &[u8], bounds: &Bounds) -> Result<Answer, Failure> {
    let spec: SutSpec = shell(script, "exit 1");
    ask(&spec, question, bounds, &options())
}

#[test]
fn the_answer_is_what_it_writes_until_it_ends() {
    let question: Vec<u8> = (0..3_000_000u32).map(|i| (i % 251) as u8).collect();
    let answer = asked("cat", &question, &bounds(30.0)).unwrap();
    assert!(answer.output == question);
    assert!(asked("exit 0", &question, &bounds(30.0)).unwrap().output.is_empty());
    // What it does not read is no fault, nor what it says on standard error.
    let answer =
        asked("head -c 3; echo unasked >&2; sleep 0.2; printf x", &question, &bounds(30.0));
    assert_eq!(answer.unwrap().output, [0, 1, 2, b'x']);
}

#[test]
fn whatever_else_it_does_has_a_class() {
    let small = |change: fn(&mut Bounds)| {
        let mut bounds = bounds(30.0);
        change(&mut bounds);
        bounds
    };
    let plain = small(|_| {});
    for (script, bounds, class, limit) in [
        ("echo early; exit 3", plain, Class::Crash, None),
        ("kill -9 $$", plain, Class::Crash, None),
        (
            "sleep 60",
            small(|b| b.evaluate = Duration::from_secs(1)),
            Class::Timeout,
            Some(Limit::WallNs),
        ),
        (
            "while :; do :; done",
            small(|b| b.evaluate = Duration::from_secs(1)),
            Class::Timeout,
            Some(Limit::WallNs),
        ),
        ("exec >&-; sleep 60", plain, Class::Protocol, None),
        (
            "cat /dev/zero",
            small(|b| b.packet_bytes = 1 << 20),
            Class::Resource,
            Some(Limit::PacketBytes),
        ),
        (
            "x=$(head -c 100000000 /dev/zero | tr '\\0' x); sleep 60",
            small(|b| b.memory_bytes = Some(50 << 20)),
            Class::Resource,
            Some(Limit::MemoryBytes),
        ),
        (
            "for i in 1 2 3 4 5 6 7 8 9; do sleep 60 & done; wait",
            small(|b| b.processes = 4),
            Class::Resource,
            Some(Limit::Processes),
        ),
    ] {
        let begun = Instant::now();
        let failure = asked(script, b"question", &bounds).unwrap_err();
        assert_eq!(failure.class, class, "{script}: {failure:?}");
        assert_eq!(failure.detail.limit.map(|hit| hit.limit), limit, "{script}: {failure:?}");
        assert!(begun.elapsed() < Duration::from_secs(25), "{script}");
        assert!(failure.detail.left.is_empty(), "{script}");
    }
}

#[test]
fn what_cannot_be_started_is_said() {
    let mut spec = shell("exit 0", "exit 0");
    spec.client = vec!["/no/such/program".to_owned()];
    let failure = ask(&spec, b"", &bounds(10.0), &options()).unwrap_err();
    assert_eq!(failure.class, Class::StartFailed);
    assert!(failure.message.contains("/no/such/program"), "{failure}");
}

#[test]
fn the_host_may_give_up() {
    let mut options = options();
    options.interrupted = Some(std::sync::Arc::new(|| true));
    let begun = Instant::now();
    let failure = ask(&shell("sleep 60", ""), b"", &bounds(60.0), &options).unwrap_err();
    assert_eq!(failure.class, Class::Interrupted);
    assert!(begun.elapsed() < Duration::from_secs(20));
}
