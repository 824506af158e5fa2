//! Operations of rings.

mod operations;
mod plain;
mod row;

use ringassay_kernels::Backend;

pub use row::{Basis, Library, Operation, Row};

use crate::{BenchError, Clock, Suite};

/// Rows of rings, ready to be measured, on a backend, the machine's best where none is named; a
/// sample of each will last about `sample_ns`.
///
/// # Errors
/// When a row asks for what does not exist.
pub fn suite(rows: &[Row], backend: Option<Backend>, sample_ns: u64) -> Result<Suite, BenchError> {
    let backend = match backend {
        Some(backend) => backend,
        None => Backend::chosen()?,
    };
    let mut rings = operations::Rings::new(backend);
    let mut suite = Suite::new(sample_ns);
    for row in rows {
        let clock = Clock::for_threads(row.threads);
        suite.add(operations::prepare(row, &mut rings)?, row.threads, clock)?;
    }
    Ok(suite)
}
