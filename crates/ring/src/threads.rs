//! How many threads compute.

use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

/// The system refuses threads.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("cannot start {threads} threads: {reason}")]
pub struct ThreadsError {
    /// How many.
    pub threads: usize,
    /// What the system said.
    pub reason: String,
}

/// Threads that compute together. Operations share out the limbs of an element, or the axes and halves of one, where
/// that pays, on the threads of the [`Threads::run`] that they are called in; elsewhere on all processors. Results are
/// the same for any number.
///
/// ```
/// use ringassay_ring::Threads;
/// let two = Threads::new(2)?;
/// assert_eq!(two.run(|| (1..=4).sum::<u64>()), 10);
/// assert_eq!(two.count(), 2);
/// # Ok::<(), ringassay_ring::ThreadsError>(())
/// ```
#[derive(Debug)]
pub struct Threads(ThreadPool);

impl Threads {
    /// So many, at least one; they wait until something is run.
    ///
    /// # Errors
    /// If the system refuses them.
    pub fn new(threads: usize) -> Result<Self, ThreadsError> {
        let threads = threads.max(1);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(Self).map_err(|error| ThreadsError { threads, reason: error.to_string() })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Computes `work` on these threads and returns when it is done.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.0.install(work)
    }
}
