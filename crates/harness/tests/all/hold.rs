//! A pair between two uses: it takes no processor, and goes on as if nothing had been.

use std::time::Duration;

use crate::common::{
    CLIENT, SERVER, STEPS, assert_gone, bounds, options, processes, shell, start, take,
};

/// A busy loop in the background, that cannot be told from the SUT's own work, marked.
fn busy(mark: &str, script: &str) -> String {
    format!("(: {mark}; while :; do :; done) & {script}")
}

/// Ticks of CPU that the processes with a mark have used.
fn ticks(mark: &str) -> u64 {
    processes(mark)
        .into_iter()
        .filter_map(|(pid, _)| std::fs::read_to_string(format!("/proc/{pid}/stat")).ok())
        .filter_map(|stat| {
            let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
            // utime and stime: fields 14 and 15 of proc(5), of which two lie before the bracket.
            Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
        })
        .sum()
}

#[test]
fn a_busy_pair_is_still_while_held_and_busy_again_after() {
    let mark = "hold-busy-5521";
    let spec = shell(&busy(mark, CLIENT), &busy(mark, SERVER));
    let mut pair = start(&spec, &bounds(20.0)).unwrap();
    for stage in STEPS {
        take(&mut pair, stage).unwrap();
    }
    assert!(pair.resident_bytes() > 100_000);
    for _ in 0..3 {
        assert!(pair.hold());
        let before = ticks(mark);
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(ticks(mark), before, "it used the processor while held");
        assert_eq!(pair.release(), Some(0));
        std::thread::sleep(Duration::from_millis(300));
        assert!(ticks(mark) > before, "it was not released");
        for stage in STEPS {
            take(&mut pair, stage).unwrap();
        }
    }
    drop(pair);
    assert_gone(mark);
}

#[test]
fn held_twice_and_released_twice_is_held_and_released() {
    let mut pair = start(&shell(CLIENT, SERVER), &bounds(10.0)).unwrap();
    assert_eq!(pair.release(), Some(0));
    assert!(pair.hold() && pair.hold());
    let failure = pair.keygen(b"L=5,D=1.0,K=80").unwrap_err();
    assert!(failure.message.contains("held still"), "{}", failure.message);
    assert!(pair.usable());
    assert_eq!(pair.release(), Some(0));
    assert_eq!(pair.release(), Some(0));
    take(&mut pair, STEPS[0]).unwrap();
}

#[test]
fn a_program_that_wakes_itself_over_and_over_is_held_all_the_same() {
    let mark = "hold-waker-7714";
    // Wakes its whole process group, over and over.
    let waker = format!("(: {mark}; while :; do kill -CONT 0; done) & {CLIENT}");
    let spec = shell(&waker, &busy(mark, SERVER));
    let mut pair = start(&spec, &bounds(20.0)).unwrap();
    assert!(pair.hold());
    let before = ticks(mark);
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(ticks(mark), before);
    assert_eq!(pair.release(), Some(0));
}

#[test]
fn what_is_killed_while_held_is_found_gone() {
    let mark = "hold-killed-1290";
    let spec = shell(&format!(": {mark}; {CLIENT}"), SERVER);
    let mut pair = start(&spec, &bounds(10.0)).unwrap();
    assert!(pair.hold());
    let victim =
        processes(mark).into_iter().find(|(_, command)| command.starts_with("/bin/sh")).unwrap();
    let pid = rustix::process::Pid::from_raw(victim.0).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(pair.release(), None);
    assert!(!pair.usable() && !pair.hold());
    assert_gone(mark);
}

#[test]
fn a_held_pair_ends_by_itself_when_closed_and_at_once_when_dropped() {
    let mark = "hold-closed-3317";
    let spec = shell(&format!(": {mark}; {CLIENT}"), &format!(": {mark}; {SERVER}"));
    let mut pair = start(&spec, &bounds(10.0)).unwrap();
    assert!(pair.hold());
    let closed = pair.close();
    assert_eq!((closed.client.exit_code, closed.client.killed), (Some(0), false));
    assert_eq!((closed.server.exit_code, closed.server.killed), (Some(0), false));
    let mut options = options();
    options.kill_grace = Duration::from_millis(200);
    let mut pair = ringassay_harness::Pair::start(&spec, &bounds(10.0), &options).unwrap();
    assert!(pair.hold());
    drop(pair);
    assert_gone(mark);
}
