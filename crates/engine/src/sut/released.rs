//! Memory that a server gives back to the system.

use ringassay_kernels::memory::release_freed;
use ringassay_ring::RnsRing;

/// When freed memory is given back: once a circuit is there, and once its first input is.
#[derive(Debug, Default)]
pub(crate) struct Released {
    /// Whether the present circuit has not been evaluated yet.
    is_first_input: bool,
}

impl Released {
    /// A circuit is planned: what planning took, and the circuit before, is free, with the buffers that
    /// rest in the ring. So what a circuit takes does not depend on what came before it.
    pub(crate) fn of_circuit(&mut self, ring: &RnsRing) {
        self.is_first_input = true;
        ring.release_memory();
        release_freed();
    }

    /// An input has come. The buffer of requests grew to its size in steps, and left its former places.
    pub(crate) fn of_input(&mut self) {
        if std::mem::take(&mut self.is_first_input) {
            release_freed();
        }
    }
}
