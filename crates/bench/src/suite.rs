//! Rows together, measured in rounds.

use std::collections::{HashMap, hash_map::Entry};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::{
    BenchError, Clock,
    case::{Case, Prepared},
};

/// What a row turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
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
    sample_ns: u64,
    cases: Vec<(Case, usize)>,
    described: Vec<Described>,
    pools: HashMap<usize, ThreadPool>,
}

impl Suite {
    /// Without rows; a sample of each will last about `sample_ns`.
    pub(crate) fn new(sample_ns: u64) -> Self {
        Self { sample_ns, cases: Vec::new(), described: Vec::new(), pools: HashMap::new() }
    }

    /// Operations as `prepare` makes them, each on each of these numbers of threads, and which of them there are. One
    /// number alone is measured by the clock that suits it, several by the monotonic one, so that they compare.
    pub(crate) fn of<T: Copy>(
        operations: &[T],
        threads: &[usize],
        sample_ns: u64,
        prepare: impl Fn(T) -> Result<Option<Prepared>, BenchError>,
    ) -> Result<(Self, Vec<T>), BenchError> {
        let (mut suite, mut found) = (Self::new(sample_ns), Vec::new());
        let clock = match threads {
            [one] => Clock::for_threads(*one),
            _ => Clock::Wall,
        };
        for &operation in operations {
            for (place, &count) in threads.iter().enumerate() {
                let Some(prepared) = prepare(operation)? else { break };
                suite.add(prepared, count, clock)?;
                if place == 0 {
                    found.push(operation);
                }
            }
        }
        Ok((suite, found))
    }

    /// Another row, on so many threads, by a clock.
    pub(crate) fn add(
        &mut self,
        prepared: Prepared,
        threads: usize,
        clock: Clock,
    ) -> Result<(), BenchError> {
        let sample_ns = self.sample_ns;
        let Prepared { work, operations, n, backend, method } = prepared;
        let pool = self.pool(threads)?;
        let case = pool.install(move || Case::new(work, operations, clock, sample_ns))?;
        self.cases.push((case, threads));
        self.described.push(Described { n, backend, clock, method });
        Ok(())
    }

    /// The rows, in order.
    pub fn rows(&self) -> &[Described] {
        &self.described
    }

    /// One sample of each row, in nanoseconds for one operation.
    ///
    /// # Errors
    /// When an operation is refused that was not before: an in-place one whose operand is used up.
    pub fn round(&mut self) -> Result<Vec<f64>, BenchError> {
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
