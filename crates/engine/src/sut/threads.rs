//! The threads that compute.

use ringassay_ring::Threads;

use crate::Error;

/// So many threads.
pub(crate) fn pool(threads: usize) -> Result<Threads, Error> {
    Ok(Threads::new(threads)?)
}
