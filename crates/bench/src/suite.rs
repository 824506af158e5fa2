//! Rows together, measured in rounds.

use std::collections::{HashMap, hash_map::Entry};

use rayon::{ThreadPool, ThreadPoolBuilder};
use ringassay_kernels::Backend;

use crate::{BenchError, Clock, Row, case::Case, operations, operations::Rings};

/// What a row turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// The row.
    pub row: Row,
    /// φ(m), of the larger index where there are two.
    pub n: usize,
    /// The backend that computes it.
    pub backend: String,
    /// The clock.
    pub clock: Clock,
    /// The transforms of the axes, in words, where the operation has any.
    pub method: String,
}

/// Rows that are ready to be measured.
pub struct Suite {
    cases: Vec<(Case, usize)>,
    described: Vec<Described>,
    pools: HashMap<usize, ThreadPool>,
}

impl Suite {
    /// Prepares `rows` on a backend, the machine's best where none is named; a sample of each will
    /// last about `sample_ns`.
    ///
    /// # Errors
    /// When a row asks for what does not exist.
    pub fn new(rows: &[Row], backend: Option<Backend>, sample_ns: u64) -> Result<Self, BenchError> {
        let backend = match backend {
            Some(backend) => backend,
            None => Backend::chosen()?,
        };
        let mut rings = Rings::new(backend);
        let mut suite = Self { cases: Vec::new(), described: Vec::new(), pools: HashMap::new() };
        for row in rows {
            let prepared = operations::prepare(row, &mut rings)?;
            let clock = Clock::for_threads(row.threads);
            let pool = suite.pool(row.threads)?;
            let (work, operations) = (prepared.work, prepared.operations);
            let case = pool.install(move || Case::new(work, operations, clock, sample_ns));
            suite.cases.push((case, row.threads));
            let (n, backend, method) = (prepared.n, prepared.backend, prepared.method);
            suite.described.push(Described { row: row.clone(), n, backend, clock, method });
        }
        Ok(suite)
    }

    /// The rows, in order.
    pub fn rows(&self) -> &[Described] {
        &self.described
    }

    /// One sample of each row, in nanoseconds for one operation.
    pub fn round(&mut self) -> Vec<f64> {
        let pools = &self.pools;
        self.cases
            .iter_mut()
            .map(|(case, threads)| pools[threads].install(|| case.sample()))
            .collect()
    }

    /// The threads for a row. A single one is kept on one processor.
    fn pool(&mut self, threads: usize) -> Result<&ThreadPool, BenchError> {
        Ok(match self.pools.entry(threads) {
            Entry::Occupied(pool) => pool.into_mut(),
            Entry::Vacant(place) => place.insert(start(threads)?),
        })
    }
}

fn start(threads: usize) -> Result<ThreadPool, BenchError> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .start_handler(move |_| {
            if threads == 1 {
                crate::pin_to_one_processor();
            }
        })
        .build()
        .map_err(|error| BenchError::Threads { threads, reason: error.to_string() })
}
