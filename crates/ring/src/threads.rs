//! How many threads compute.

use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};
use ringassay_kernels::fork::{self, Mutex};
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
/// In a child of `fork`, which has none of its parent's threads, as many are started anew when first something is run. Outside
/// [`Threads::run`] a child may wait for ever for threads that it lacks.
///
/// ```
/// use ringassay_ring::Threads;
/// let two = Threads::new(2)?;
/// assert_eq!(two.run(|| (1..=4).sum::<u64>()), 10);
/// assert_eq!(two.count(), 2);
/// # Ok::<(), ringassay_ring::ThreadsError>(())
/// ```
#[derive(Debug)]
pub struct Threads {
    threads: usize,
    /// None: not started yet.
    pool: Mutex<Option<Arc<Pool>>>,
}

impl Threads {
    /// So many, at least one; they wait until something is run.
    ///
    /// # Errors
    /// If the system refuses them.
    pub fn new(threads: usize) -> Result<Self, ThreadsError> {
        let threads = threads.max(1);
        Ok(Self { threads, pool: Mutex::new(Some(Arc::new(Pool::new(threads)?))) })
    }

    /// So many, at least one, which are started when first something is run.
    pub fn later(threads: usize) -> Self {
        Self { threads: threads.max(1), pool: Mutex::default() }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.threads
    }

    /// Computes `work` on these threads and returns when it is done.
    ///
    /// Where they are started only now, as in a child of `fork`, and the system refuses them, the calling thread computes
    /// alone.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let started = self.pool.lock().clone().filter(|pool| pool.is_here());
        match started.map_or_else(|| self.start(), Ok) {
            Ok(pool) => pool.threads.install(work),
            // A pool of the calling thread alone starts none; without even that, it is in one already.
            Err(_) => match ThreadPoolBuilder::new().num_threads(1).use_current_thread().build() {
                Ok(own) => own.install(work),
                Err(_) => work(),
            },
        }
    }

    /// A pool of this process. Others who ask at the same time start one as well: the last is kept, and each lives until it
    /// has done its work.
    #[cold]
    fn start(&self) -> Result<Arc<Pool>, ThreadsError> {
        let new = Arc::new(Pool::new(self.threads)?);
        let old = self.pool.lock().replace(Arc::clone(&new));
        // Not under the lock.
        drop(old);
        Ok(new)
    }
}

/// Threads of one process.
#[derive(Debug)]
struct Pool {
    threads: Arc<ThreadPool>,
    generation: u64,
}

impl Pool {
    fn new(threads: usize) -> Result<Self, ThreadsError> {
        let generation = fork::generation();
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(|pool| Self { threads: Arc::new(pool), generation })
            .map_err(|error| ThreadsError { threads, reason: error.to_string() })
    }

    /// Whether the threads are those of this process.
    fn is_here(&self) -> bool {
        self.generation == fork::generation()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if !self.is_here() {
            // To end threads takes their locks, which they may have held when this process was made.
            std::mem::forget(Arc::clone(&self.threads));
        }
    }
}
