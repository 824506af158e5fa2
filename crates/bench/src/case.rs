//! A row made ready to be measured.

use std::hint::black_box;

use ringassay_interrupt::checkpoint;

use crate::{BenchError, Clock};

/// Work that can be done again and again.
pub(crate) type Work = Box<dyn FnMut() + Send>;

/// Work whose result is computed and dropped; done once here, so that errors are found.
pub(crate) fn work<T>(
    mut f: impl FnMut() -> Result<T, BenchError> + Send + 'static,
) -> Result<Work, BenchError> {
    f()?;
    Ok(Box::new(move || {
        // It succeeded once, on the same operands.
        let _ = black_box(f());
    }))
}

/// Work with what a reader wants to know of it.
pub(crate) struct Prepared {
    pub(crate) work: Work,
    /// Operations in one call of the work.
    pub(crate) operations: u64,
    pub(crate) n: usize,
    pub(crate) backend: String,
    pub(crate) method: String,
}

/// A piece of work and how often it has to be repeated to fill a sample.
pub(crate) struct Case {
    work: Work,
    clock: Clock,
    /// What one call of `work` counts as: 1, or the number of butterflies.
    operations: u64,
    repetitions: u64,
}

impl Case {
    /// Prepares `work`: repeats it until a sample lasts `sample_ns`, which also warms it up.
    pub(crate) fn new(mut work: Work, operations: u64, clock: Clock, sample_ns: u64) -> Self {
        let mut repetitions = 1;
        loop {
            let start = clock.now_ns();
            for _ in 0..repetitions {
                checkpoint();
                work();
            }
            let elapsed = clock.now_ns() - start;
            if elapsed >= sample_ns {
                return Self { work, clock, operations, repetitions };
            }
            // At most tenfold: the first repetitions run cold and say little.
            let wanted = repetitions * sample_ns / elapsed.max(1) + 1;
            repetitions = wanted.clamp(repetitions + 1, repetitions * 10);
        }
    }

    /// One sample: nanoseconds for one operation.
    pub(crate) fn sample(&mut self) -> f64 {
        checkpoint();
        let start = self.clock.now_ns();
        for _ in 0..self.repetitions {
            (self.work)();
        }
        let elapsed = self.clock.now_ns() - start;
        black_box(elapsed) as f64 / (self.repetitions * self.operations) as f64
    }
}
