//! The threads that compute.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::Error;

/// A pool of so many threads.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, Error> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    pool.map_err(|error| Error::Threads { threads, reason: error.to_string() })
}
