//! Programs that fork as fast as they can, against the bound on processes: as the guard reports it,
//! and as an observer outside counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ringassay_harness::{Bounds, Class, Limit, Role};

use crate::common::{
    CLIENT, SERVER, assert_gone, bounds, living, ordinary, passes, run, shell, take,
};

/// Counts the processes that carry a mark until it is asked how many there were at most.
struct Observer {
    done: Arc<AtomicBool>,
    most: Arc<AtomicUsize>,
    thread: JoinHandle<()>,
}

impl Observer {
    fn of(mark: String) -> Self {
        let (done, most) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let (until, seen) = (Arc::clone(&done), Arc::clone(&most));
        let thread = std::thread::spawn(move || {
            while !until.load(Ordering::Relaxed) {
                // Guard and launcher name the program in their own command lines.
                let program = |line: &String| line.starts_with("/bin/sh");
                seen.fetch_max(
                    living(&mark).iter().filter(|line| program(line)).count(),
                    Ordering::Relaxed,
                );
            }
        });
        Self { done, most, thread }
    }

    fn most(self) -> usize {
        self.done.store(true, Ordering::Relaxed);
        self.thread.join().unwrap();
        self.most.load(Ordering::Relaxed)
    }
}

/// Whether the kernel counts for us: not for the superuser without a control group of tasks.
fn is_held_by_kernel() -> bool {
    let own = std::fs::read_to_string("/proc/self/cgroup").unwrap();
    let path = own.lines().find_map(|line| line.split_once(":pids:")).map(|(_, path)| path);
    let writable =
        |path: &str| std::fs::metadata(format!("/sys/fs/cgroup/pids{path}/cgroup.procs")).is_ok();
    !rustix::process::getuid().is_root() || path.is_some_and(writable)
}

#[test]
fn no_program_has_more_processes_than_its_bound() {
    if !is_held_by_kernel() {
        println!("skipped: no control group bounds the superuser's tasks here");
        return;
    }
    let bombs = [
        // Twice as many each time; all at once from one; those that end leave others behind.
        "b() { b & b; }; b; sleep 60",
        "while :; do (sleep 60; :) & done",
        "b() { (b &); (b &); sleep 60; }; b",
    ];
    for processes in [Bounds::default().processes, 40] {
        for (case, bomb) in bombs.iter().enumerate() {
            let mark = format!("fork-{}-{processes}-{case}", std::process::id());
            let observer = Observer::of(mark.clone());
            let begin = Instant::now();
            let client = CLIENT.replacen("ENDKEY)", &format!("ENDKEY) : {mark}; {bomb};"), 1);
            let result = run(&shell(&client, SERVER), &Bounds { processes, ..bounds(120.0) });
            let failure = result.unwrap_err();
            let most = observer.most();
            assert_eq!(failure.class, Class::Resource, "{bomb}: {failure:?}");
            assert_eq!((failure.role, failure.detail.survivors), (Some(Role::Client), 0));
            let hit = failure.detail.limit.unwrap();
            assert_eq!((hit.limit, hit.bound), (Limit::Processes, processes));
            // The one beyond the bound tells that it was exceeded; an ordinary user's bound is exceeded
            // by an eighth at most.
            let root = rustix::process::getuid().is_root();
            let admitted = processes + 1 + if root { 0 } else { processes / 8 };
            let reached = hit.reached.unwrap();
            assert!(reached > processes && reached <= admitted, "{bomb}: {reached}");
            assert!(most as u64 <= admitted, "{bomb}: {most} seen beyond {processes}");
            assert!(begin.elapsed() < Duration::from_secs(60), "{bomb}: {:?}", begin.elapsed());
            assert_gone(&mark);
        }
    }
}

#[test]
fn a_program_may_have_as_many_processes_as_its_bound() {
    // The shell, and 19 more with a child each, all alive at once.
    let mark = format!("forks-at-the-bound-{}", std::process::id());
    let many =
        format!(": {mark}; i=0; while [ $i -lt 19 ]; do (sleep 0.5; :) & i=$((i+1)); done; wait;");
    let busy = |script: &str, label: &str| script.replacen(label, &format!("{label} {many}"), 1);
    let spec = shell(&busy(CLIENT, "ENDKEY)"), &busy(SERVER, "ENDCIRCUIT)"));
    let observer = Observer::of(mark);
    run(&spec, &Bounds { processes: 39, ..bounds(120.0) }).unwrap();
    // Client, server, the shells of one of them, and children that are not yet `sleep`.
    let most = observer.most();
    assert!((15..=40).contains(&most), "the observer saw {most}");
    let failure = run(&spec, &Bounds { processes: 38, ..bounds(120.0) }).unwrap_err();
    assert_eq!(
        (failure.class, failure.detail.limit.unwrap().limit),
        (Class::Resource, Limit::Processes)
    );
}

#[test]
fn two_pairs_of_one_user_do_not_share_a_bound() {
    let many = "i=0; while [ $i -lt 29 ]; do sleep 60 & i=$((i+1)); done;";
    let client = CLIENT.replacen("ENDKEY)", &format!("ENDKEY) {many}"), 1);
    let spec = shell(&client, SERVER);
    let bounds = Bounds { processes: 40, ..bounds(120.0) };
    let mut pairs: Vec<_> = (0..3).map(|_| crate::common::start(&spec, &bounds).unwrap()).collect();
    for pair in &mut pairs {
        take(pair, ringassay_harness::Stage::Keygen).unwrap();
    }
    for pair in &mut pairs {
        take(pair, ringassay_harness::Stage::Ingest).unwrap();
    }
}

/// Every test here once more, as a user without privileges.
#[test]
fn the_same_for_an_ordinary_user() {
    let Some(mut again) = ordinary() else { return };
    passes(again.args(["forks::", "--test-threads=1"]), 4);
}
