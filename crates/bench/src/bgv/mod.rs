//! Operations of BGV.
//!
//! An [`Instance`] is a parameter set with keys and fresh ciphertexts of random vectors at the top
//! level; [`suite`] prepares operations on them. Messages and masks are random, randomness comes from
//! the operating system as in earnest.

use std::sync::Arc;

mod facts;
mod instance;
mod operations;

pub use facts::{Bytes, Facts};
pub use instance::Instance;
pub use operations::Operation;

use crate::{BenchError, Clock, Suite, case::Prepared};

/// Operations of an instance, ready to be measured on each of these numbers of threads; a sample of each will last
/// about `sample_ns`. One number alone is measured by the clock that suits it, several by the monotonic one, so that
/// they compare.
///
/// # Errors
/// When the parameters do not allow an operation.
pub fn suite(
    instance: &Arc<Instance>,
    operations: &[Operation],
    threads: &[usize],
    sample_ns: u64,
) -> Result<Suite, BenchError> {
    let mut suite = Suite::new(sample_ns);
    let clock = match threads {
        [one] => Clock::for_threads(*one),
        _ => Clock::Wall,
    };
    let rows =
        operations.iter().flat_map(|&operation| threads.iter().map(move |&n| (operation, n)));
    for (operation, threads) in rows {
        let prepared = Prepared {
            work: operations::prepare(instance, operation)?,
            operations: 1,
            n: instance.context().ring().degree(),
            backend: instance.context().ring().zq(0).backend().to_string(),
            method: String::new(),
        };
        suite.add(prepared, threads, clock)?;
    }
    Ok(suite)
}
