//! How long computations are called: without the interpreter's lock, and so that Ctrl-C ends them.

#![expect(clippy::disallowed_methods, reason = "here it is where `detached` comes from")]

use std::sync::Arc;

use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;
use ringassay::Threads;
use ringassay_interrupt::Stopped;
use ringassay_kernels::fork::{self, Mutex, OnceLock};

use crate::machine;

/// The threads that Python asked for; without, the processors that there are.
static THREADS: Mutex<Option<Arc<Threads>>> = Mutex::new(None);

/// The processors that there are, in a child of `fork`: rayon's own threads are its parent's, and cannot be started anew.
static OF_CHILD: OnceLock<Threads> = OnceLock::new();

/// Has everything that is called from now on computed on so many threads; `None`: on all processors. Returns how many
/// it was before.
#[pyfunction]
pub(crate) fn set_threads(py: Python<'_>, count: Option<usize>) -> PyResult<Option<usize>> {
    let threads = match count {
        None => None,
        Some(0) => return Err(PyValueError::new_err("at least one thread computes, not 0")),
        Some(count) => {
            let started = py.detach(|| Threads::new(count));
            Some(Arc::new(started.map_err(|error| PyOSError::new_err(error.to_string()))?))
        }
    };
    let before = std::mem::replace(&mut *THREADS.lock(), threads);
    Ok(before.map(|before| before.count()))
}

/// Computes `work` without the interpreter's lock on the threads that were asked for.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    py.detach(|| on_threads(work))
}

fn on_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let threads = THREADS.lock().clone();
    if let Some(threads) = threads {
        return threads.run(work);
    }
    if fork::generation() == 0 {
        return work();
    }
    OF_CHILD.get_or_init(|| Threads::later(machine::threads())).run(work)
}

/// Computes `work` without the interpreter's lock, while this thread hears signals. A handler that raises,
/// as that for Ctrl-C does, ends the work at its next checkpoint, and its exception is passed on.
///
/// To start the thread takes some 30 µs: not for what is done ten thousand times a second.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let mut raised = None;
        let wants_out = || {
            // Handlers run in Python's main thread alone; elsewhere nothing is heard here.
            raised = Python::attach(|py| py.check_signals()).err();
            raised.is_some()
        };
        let done = ringassay_interrupt::interruptible(wants_out, || on_threads(work));
        match (raised, done) {
            // Also where the work was done at the same moment: a signal must not be lost.
            (Some(raised), _) => Err(raised),
            (None, Ok(done)) => Ok(done),
            (None, Err(Stopped::Interrupted)) => Err(PyKeyboardInterrupt::new_err(())),
            (None, Err(Stopped::NoThread(error))) => Err(PyOSError::new_err(error.to_string())),
        }
    })
}
