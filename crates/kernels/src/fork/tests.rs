use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use super::*;

/// Forks, has the child say whether `is_right` within ten seconds, and passes that on.
fn in_child(is_right: impl FnOnce() -> bool) -> bool {
    // SAFETY: the child calls `is_right`, which takes locks of this module and the allocator's, and leaves without running
    // anything of the test's harness. A hang ends by a signal.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: neither has requirements.
        unsafe {
            libc::alarm(10);
            libc::_exit(i32::from(!is_right()));
        }
    }
    assert!(child > 0, "fork");
    let mut status = 0;
    // SAFETY: `status` is writable.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    status == 0
}

#[test]
fn what_other_threads_hold_is_free_and_whole_in_a_child() {
    // Both halves are equal whenever the lock is free.
    let shared: Arc<Mutex<(u64, Vec<u64>)>> = Arc::default();
    let over = Arc::new(AtomicBool::new(false));
    let workers: Vec<_> = (0..3)
        .map(|_| {
            let (shared, over) = (Arc::clone(&shared), Arc::clone(&over));
            thread::spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    let mut content = shared.lock();
                    content.0 += 1;
                    std::hint::black_box((0..200).sum::<u64>());
                    if content.1.len() > 100 {
                        content.1 = Vec::new();
                    }
                    let count = content.0;
                    content.1.push(count);
                }
            })
        })
        .collect();
    let before = generation();
    for _ in 0..300 {
        assert!(in_child(|| {
            let content = shared.lock();
            content.1.last().is_none_or(|&last| last == content.0) && generation() == before + 1
        }));
    }
    over.store(true, Ordering::Relaxed);
    workers.into_iter().for_each(|worker| worker.join().unwrap());
    assert_eq!(generation(), before, "children count for themselves");
}

#[test]
fn what_another_thread_was_making_is_made_in_the_child() {
    static CELL: OnceLock<u64> = OnceLock::new();
    let (begun, hear) = mpsc::channel();
    let (go, wait) = mpsc::channel::<()>();
    let maker = thread::spawn(move || {
        *CELL.get_or_init(|| {
            begun.send(()).unwrap();
            wait.recv().unwrap();
            1
        })
    });
    hear.recv().unwrap();
    // A second who waits, which a child must not inherit either.
    let waiter = thread::spawn(|| *CELL.get_or_init(|| 2));
    let start = Instant::now();
    assert!(in_child(|| CELL.get().is_none() && *CELL.get_or_init(|| 3) == 3));
    assert!(in_child(|| {
        // Its own threads share one value, and a grandchild has it.
        let other = thread::spawn(|| *CELL.get_or_init(|| 4));
        let own = *CELL.get_or_init(|| 4);
        other.join().is_ok_and(|other| other == own) && in_child(|| CELL.get() == Some(&4))
    }));
    assert!(start.elapsed() < Duration::from_secs(5), "fork does not wait for the maker");
    go.send(()).unwrap();
    assert_eq!((maker.join().unwrap(), waiter.join().unwrap()), (1, 1), "the parent's is its own");
}

#[test]
fn a_cell_is_written_once_by_many() {
    for _ in 0..50 {
        let (cell, made) = (OnceLock::new(), Mutex::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let value = *cell.get_or_init(|| {
                        *made.lock() += 1;
                        thread::yield_now();
                        7
                    });
                    assert_eq!(value, 7);
                });
            }
        });
        assert_eq!((made.into_inner(), cell.clone().get()), (1, Some(&7)));
    }
}

#[test]
fn after_a_panic_the_next_makes_the_value() {
    let cell = OnceLock::new();
    let thrown = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        cell.get_or_init(|| std::panic::resume_unwind(Box::new("not now")))
    }));
    assert!(thrown.is_err());
    assert_eq!(cell.get(), None);
    assert_eq!(*cell.get_or_init(|| 5), 5);
}

#[test]
fn a_thread_may_hold_several_and_fork_itself() {
    let (first, second) = (Mutex::new(1), Mutex::new(2));
    let held = (first.lock(), second.lock());
    let third = Mutex::new(3);
    assert!(in_child(|| *held.0 + *held.1 == *third.lock()));
    drop(held);
    assert_eq!(*first.lock() + *second.lock(), 3);
}

#[test]
fn forks_of_several_threads_at_once() {
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let own = Mutex::new(0);
                for _ in 0..50 {
                    *own.lock() += 1;
                    assert!(in_child(|| *own.lock() > 0));
                }
            });
        }
    });
}
