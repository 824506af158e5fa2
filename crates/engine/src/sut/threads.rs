//! The threads that compute.

use std::marker::PhantomData;

use rayon::{ThreadPool, ThreadPoolBuilder};
use ringassay_ring::Threads;

use crate::Error;

/// The threads of a client or server.
#[derive(Debug)]
pub enum Workers {
    /// The one that serves. To hand work to another and to wait for it takes about 30 µs of CPU time, as much as
    /// an addition of ciphertexts takes, and would be counted to the gates of a small circuit. A thread does not
    /// leave a pool that it is in, so this value is not sent to another thread.
    Serving(ThreadPool, PhantomData<*const ()>),
    /// Others.
    Started(Threads),
}

impl Workers {
    /// So many threads, at least one.
    ///
    /// # Errors
    /// If the system refuses them.
    pub fn new(threads: usize) -> Result<Self, Error> {
        if threads <= 1 {
            let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
            // Else this thread is in a pool already, of another client or server.
            if let Ok(pool) = pool {
                return Ok(Self::Serving(pool, PhantomData));
            }
        }
        Ok(Self::Started(Threads::new(threads)?))
    }

    /// Computes `work` on these threads and returns when it is done.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match self {
            Self::Serving(pool, _) => pool.install(work),
            Self::Started(threads) => threads.run(work),
        }
    }
}
