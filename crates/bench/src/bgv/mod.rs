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

use crate::{BenchError, Suite, case::Prepared};

/// Operations of an instance, ready to be measured on each of these numbers of threads; a sample of each will last
/// about `sample_ns`.
///
/// # Errors
/// When the parameters do not allow an operation.
pub fn suite(
    instance: &Arc<Instance>,
    operations: &[Operation],
    threads: &[usize],
    sample_ns: u64,
) -> Result<Suite, BenchError> {
    let (suite, _) = Suite::of(operations, threads, sample_ns, |operation| {
        Ok(Some(Prepared {
            work: operations::prepare(instance, operation)?,
            operations: 1,
            n: instance.context().ring().degree(),
            backend: instance.context().ring().zq(0).backend().to_string(),
            method: String::new(),
        }))
    })?;
    Ok(suite)
}
