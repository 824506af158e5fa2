//! Memory that a server gives back to the system.

use ringassay_kernels::memory::release_freed;

/// When freed memory is given back: once a circuit is there, and once its first input is.
#[derive(Debug, Default)]
pub(crate) struct Released {
    /// Whether the present circuit has not been evaluated yet.
    is_first_input: bool,
}

impl Released {
    /// A circuit is planned: what planning took, and the circuit before, is free.
    pub(crate) fn of_circuit(&mut self) {
        self.is_first_input = true;
        release_freed();
    }

    /// An input has come. The buffer of requests grew to its size in steps, and left its former places.
    pub(crate) fn of_input(&mut self) {
        if std::mem::take(&mut self.is_first_input) {
            release_freed();
        }
    }
}
