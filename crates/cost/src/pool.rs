//! Buffers at rest.

use ringassay_kernels::fork::{Guard, Mutex};
use ringassay_ring::{pool, recorder::Recording};

/// What rests in the pool of the computing ring, in sizes: it decides on how much memory the process
/// holds.
#[derive(Debug)]
pub struct Pool {
    resting: Mutex<Resting>,
    max_bytes: usize,
}

/// Buffers that wait to be used again, by their sizes: the longest at rest first.
#[derive(Debug, Clone, Default)]
pub struct Resting {
    sizes: Vec<usize>,
    bytes: usize,
}

impl Pool {
    /// A pool in which at most `max_bytes` bytes rest.
    pub fn new(max_bytes: usize) -> Self {
        Self { resting: Mutex::default(), max_bytes }
    }

    /// A buffer that rests here, or memory from the system, which it says.
    pub fn take(&self, recording: &mut Recording, bytes: usize) -> bool {
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
    pub fn give(&self, recording: &mut Recording, bytes: usize) {
        recording.give(bytes);
        let largest = self.max_bytes.min(8 * pool::Pool::MAX_WORDS);
        if bytes > largest {
            recording.heap(-(bytes as i64));
        }
        if bytes == 0 || bytes > largest {
            return;
        }
        let mut resting = self.lock();
        resting.bytes += bytes;
        resting.sizes.push(bytes);
        while resting.bytes > self.max_bytes || resting.sizes.len() > pool::Pool::MAX_BUFFERS {
            let leaving = resting.sizes.remove(0);
            resting.bytes -= leaving;
            recording.heap(-(leaving as i64));
        }
    }

    /// What rests, to be put back later.
    pub fn resting(&self) -> Resting {
        self.lock().clone()
    }

    /// What rests goes to the system, and this rests instead.
    pub fn replace(&self, recording: &mut Recording, by: Resting) {
        let mut resting = self.lock();
        recording.heap(by.bytes as i64 - resting.bytes as i64);
        *resting = by;
    }

    fn lock(&self) -> Guard<'_, Resting> {
        self.resting.lock()
    }
}
