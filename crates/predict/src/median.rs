//! Short measurements.

use std::hint::black_box;

use ringassay_bench::Clock;
use ringassay_calibrate::pin_to_one_processor;
use ringassay_interrupt::checkpoint;

use crate::PredictError;

/// How often something is measured.
const SAMPLES: usize = 9;

/// Words of other memory, 32 MiB: what a processor has of its own in caches, several times.
const OTHER_WORDS: usize = 4 << 20;

/// The median of the processor time over [`SAMPLES`] runs on one processor, after one that is not
/// counted. Before each, other memory is gone through, as other processes do between two requests.
pub(crate) fn median_ns<S: Send, E: Send>(
    mut state: S,
    run: impl Fn(&mut S) -> Result<(), E> + Send + Sync,
) -> Result<f64, PredictError>
where
    PredictError: From<E>,
{
    let threads = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    threads.install(move || {
        pin_to_one_processor();
        run(&mut state)?;
        let mut samples = Vec::with_capacity(SAMPLES);
        let mut other = vec![0_u64; OTHER_WORDS];
        for _ in 0..SAMPLES {
            checkpoint();
            other.iter_mut().for_each(|word| *word += 1);
            black_box(&other);
            let begun = Clock::Cpu.now_ns();
            run(&mut state)?;
            samples.push(Clock::Cpu.now_ns() - begun);
        }
        samples.sort_unstable();
        Ok(samples[SAMPLES / 2] as f64)
    })
}
