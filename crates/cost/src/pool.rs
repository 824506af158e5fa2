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
            resting.sizes.remove(at);
            resting.bytes -= bytes;
            return false;
        }
        recording.heap(bytes as i64);
        true
    }

    /// A buffer comes back. Those that have rested longest go to the system if there is no room.
    pub(crate) fn give(&self, recording: &mut Recording, bytes: usize) {
        recording.give(bytes);
        if bytes > POOL_BYTES {
            recording.heap(-(bytes as i64));
        }
        if bytes == 0 || bytes > POOL_BYTES {
            return;
        }
        let mut resting = self.lock();
        resting.bytes += bytes;
        resting.sizes.push(bytes);
        while resting.bytes > POOL_BYTES || resting.sizes.len() > POOL_BUFFERS {
            let leaving = resting.sizes.remove(0);
            resting.bytes -= leaving;
            recording.heap(-(leaving as i64));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Resting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
