//! How long computations are called: without the interpreter's lock, and so that Ctrl-C ends them.

use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError};
use pyo3::prelude::*;
use ringassay_interrupt::Stopped;

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
        let done = ringassay_interrupt::interruptible(wants_out, work);
        match (raised, done) {
            // Also where the work was done at the same moment: a signal must not be lost.
            (Some(raised), _) => Err(raised),
            (None, Ok(done)) => Ok(done),
            (None, Err(Stopped::Interrupted)) => Err(PyKeyboardInterrupt::new_err(())),
            (None, Err(Stopped::NoThread(error))) => Err(PyOSError::new_err(error.to_string())),
        }
    })
}
