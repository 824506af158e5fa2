//! A row made ready to be measured.

use std::hint::black_box;

use ringassay_interrupt::checkpoint;

use crate::{BenchError, Clock};

/// Work that can be done again and again. One refusal ends the measurement: what is refused takes no time.
pub(crate) type Work = Box<dyn FnMut() -> Result<(), BenchError> + Send>;

/// Work whose result is computed and dropped; done once here, so that errors are found before all else is prepared.
pub(crate) fn work<T>(
    mut f: impl FnMut() -> Result<T, BenchError> + Send + 'static,
) -> Result<Work, BenchError> {
    f()?;
    Ok(Box::new(move || black_box(f()).map(drop)))
}

/// Work that cannot fail.
pub(crate) fn sure(mut f: impl FnMut() + Send + 'static) -> Work {
    Box::new(move || {
        f();
        Ok(())
    })
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
    ///
    /// # Errors
    /// Those of the work.
    pub(crate) fn new(
        mut work: Work,
        operations: u64,
        clock: Clock,
        sample_ns: u64,
    ) -> Result<Self, BenchError> {
        let mut repetitions = 1;
        loop {
            let start = clock.now_ns();
            for _ in 0..repetitions {
                checkpoint();
                work()?;
            }
            let elapsed = clock.now_ns() - start;
            if elapsed >= sample_ns {
                return Ok(Self { work, clock, operations, repetitions });
            }
            // At most tenfold: the first repetitions run cold and say little.
            let wanted = repetitions * sample_ns / elapsed.max(1) + 1;
            repetitions = wanted.clamp(repetitions + 1, repetitions * 10);
        }
    }

    /// One sample: nanoseconds for one operation.
    ///
    /// # Errors
    /// Those of the work.
    pub(crate) fn sample(&mut self) -> Result<f64, BenchError> {
        checkpoint();
        let start = self.clock.now_ns();
        for _ in 0..self.repetitions {
            (self.work)()?;
        }
        let elapsed = self.clock.now_ns() - start;
        Ok(black_box(elapsed) as f64 / (self.repetitions * self.operations) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A refusal after some repetitions is no fast operation.
    #[test]
    fn work_that_is_refused_later_is_not_measured() {
        let (mut left, clock) = (3, Clock::Wall);
        let exhausted = || BenchError::Shape("exhausted".to_owned());
        let tired = work(move || {
            left -= 1;
            if left < 0 { Err(exhausted()) } else { Ok(()) }
        });
        let case = tired.and_then(|work| Case::new(work, 1, clock, 1_000_000));
        assert!(case.is_err());
    }
}
