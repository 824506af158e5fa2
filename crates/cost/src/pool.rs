//! Buffers at rest.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ringassay_ring::{
    multiprecision::{POOL_BUFFERS, POOL_BYTES},
    recorder::Recording,
};

/// What rests in the pool of the computing ring, in sizes: it decides on how much memory the process
/// holds.
#[derive(Debug, Default)]
pub(crate) struct Pool(Mutex<Resting>);

#[derive(Debug, Default)]
struct Resting {
    sizes: Vec<usize>,
    bytes: usize,
}

impl Pool {
    /// A buffer that rests here, or memory from the system, which it says.
    pub(crate) fn take(&self, recording: &mut Recording, bytes: usize) -> bool {
        recording.take(bytes);
        let mut resting = self.lock();
        if let Some(at) = resting.sizes.iter().rposition(|&size| size == bytes) {
            resting.sizes.swap_remove(at);
            resting.bytes -= bytes;
            return false;
        }
        recording.heap(bytes as i64);
        true
    }

    /// A buffer comes back. If there is no room it goes to the system.
    pub(crate) fn give(&self, recording: &mut Recording, bytes: usize) {
        recording.give(bytes);
        let mut resting = self.lock();
        let fits = resting.bytes + bytes <= POOL_BYTES && resting.sizes.len() < POOL_BUFFERS;
        if fits && bytes > 0 {
            resting.bytes += bytes;
            resting.sizes.push(bytes);
        } else {
            recording.heap(-(bytes as i64));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Resting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
