//! Long computations that can be cancelled.
//!
//! [`interruptible`] computes on a thread of its own while the caller's thread asks, twenty times a
//! second, whether to continue. Long loops call [`checkpoint`], which costs one load from memory; once
//! the answer is no, it unwinds to `interruptible`, through rayon's threads as well. Error types need
//! no variant for it, and all destructors run.
//!
//! The request applies to the whole process, because a rayon thread works for several callers; Ctrl-C
//! is meant for all of them. A child made by `fork` while others compute begins without any of them. While an `interruptible` call runs, calls outside `interruptible` must not
//! reach a checkpoint: in `crates/py` all calls that reach one are inside.
//!
//! ```
//! use ringassay_interrupt::{Stopped, checkpoint, interruptible};
//! let endless = || loop { checkpoint() };
//! let stopped: Result<(), Stopped> = interruptible(|| true, endless);
//! assert!(matches!(stopped, Err(Stopped::Interrupted)));
//! ```

mod under_way;

use std::{
    any::Any,
    io,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    process,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use self::under_way::UnderWay;

/// How often is asked whether to go on.
const PATIENCE: Duration = Duration::from_millis(50);

/// As much as a main thread has.
const STACK_BYTES: usize = 8 << 20;

/// What is thrown from a checkpoint.
struct Unwinding;

/// Why there is no result.
#[derive(Debug)]
pub enum Stopped {
    /// Somebody asked for it.
    Interrupted,
    /// The system has no thread to compute on.
    NoThread(io::Error),
}

/// A place where a long computation may end.
#[inline]
pub fn checkpoint() {
    if under_way::are_to_stop() {
        unwind();
    }
}

#[cold]
fn unwind() {
    // A destructor that computes goes on: to throw twice would end the process.
    if !thread::panicking() {
        // Not `panic!`: nothing is wrong, and nothing is to be printed.
        resume_unwind(Box::new(Unwinding));
    }
}

/// Computes `work` on a thread of its own. As soon as `wants_out` says `true`, checkpoints in it end it.
/// The process should not stay as it is where a computation is ended half way: what `work` changes
/// must make sense at each of its checkpoints.
///
/// # Errors
/// When it was ended, or never began.
///
/// # Panics
/// As `work`.
pub fn interruptible<T: Send>(
    mut wants_out: impl FnMut() -> bool,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Stopped> {
    let under_way = UnderWay::begin();
    let (tell, hear) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .name("ringassay".into())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, move || {
                let result = catch_unwind(AssertUnwindSafe(work));
                drop(tell);
                result
            })
            .map_err(Stopped::NoThread)?;
        let mut is_asked = false;
        while let Err(RecvTimeoutError::Timeout) = hear.recv_timeout(PATIENCE) {
            // Asked no more once the answer was yes: it has consequences.
            is_asked = is_asked || wants_out();
            if !under_way.is_here() {
                // `wants_out` forked and returned in the child as well, which has no thread that computes.
                eprintln!(
                    "ringassay: a process forked in the middle of its own computation cannot continue it"
                );
                process::abort();
            }
            if is_asked {
                under_way::stop();
            }
        }
        worker.join().and_then(|result| result).map_err(why)
    })
}

/// Passes on what was no interrupt.
fn why(thrown: Box<dyn Any + Send>) -> Stopped {
    if thrown.is::<Unwinding>() { Stopped::Interrupted } else { resume_unwind(thrown) }
}

#[cfg(test)]
#[expect(clippy::disallowed_types, reason = "of the tests, which do not fork")]
mod tests {
    use std::{
        sync::{
            Mutex, PoisonError,
            atomic::{AtomicBool, Ordering},
        },
        time::Instant,
    };

    use super::*;

    /// Requests are one for all: tests of them take turns.
    static TURNS: Mutex<()> = Mutex::new(());

    fn endless() {
        loop {
            checkpoint();
        }
    }

    #[test]
    fn what_nobody_interrupts_has_its_result() {
        let _turn = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = interruptible(|| false, || (0..100_u64).inspect(|_| checkpoint()).sum::<u64>());
        assert_eq!(sum.ok(), Some(4950));
    }

    #[test]
    fn endless_work_ends_and_the_next_begins_afresh() {
        let _turn = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..2 {
            let (begun, mut asked) = (Instant::now(), 0);
            let wants_out = || {
                asked += 1;
                asked == 3
            };
            assert!(matches!(interruptible(wants_out, endless), Err(Stopped::Interrupted)));
            assert!(begun.elapsed() < Duration::from_secs(1));
            assert_eq!(asked, 3);
            assert_eq!(interruptible(|| true, || 7).ok(), Some(7));
        }
    }

    #[test]
    fn destructors_run_and_may_pass_checkpoints() {
        struct Tidy<'a>(&'a AtomicBool);
        impl Drop for Tidy<'_> {
            fn drop(&mut self) {
                checkpoint();
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let _turn = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
        let is_tidy = AtomicBool::new(false);
        let stopped = interruptible(
            || true,
            || {
                let _tidy = Tidy(&is_tidy);
                endless();
            },
        );
        assert!(stopped.is_err() && is_tidy.load(Ordering::Relaxed));
    }

    #[test]
    fn one_request_ends_all() {
        let _turn = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
        let other = thread::spawn(|| interruptible(|| false, endless));
        while under_way::count() == 0 {
            thread::yield_now();
        }
        assert!(interruptible(|| true, endless).is_err());
        assert!(other.join().is_ok_and(|result| result.is_err()));
        assert!(!under_way::are_to_stop());
    }

    #[test]
    fn a_child_of_fork_begins_without_its_parents_computations() {
        let _turn = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
        under_way::inherit();
        let inner = || {
            checkpoint();
            under_way::count()
        };
        assert_eq!(interruptible(|| false, inner).ok(), Some(1));
        assert!(under_way::count() == 0 && !under_way::are_to_stop());
    }

    #[test]
    fn a_panic_stays_one() {
        let _turn = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
        let thrown = catch_unwind(|| interruptible(|| false, || resume_unwind(Box::new("ours"))));
        assert_eq!(
            thrown.err().and_then(|it| it.downcast::<&str>().ok()).as_deref(),
            Some(&"ours")
        );
    }
}
