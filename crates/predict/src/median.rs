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

/// What is measured: something done to a state.
pub(crate) type Run<'a, S, E> = &'a (dyn Fn(&mut S) -> Result<(), E> + Send + Sync);

/// The medians of the processor time of some runs, one after the other [`SAMPLES`] times on one processor, after one time
/// that is not counted. Before each time, other memory is gone through, as other processes do between two requests.
pub(crate) fn medians_ns<S: Send, E: Send, const N: usize>(
    mut state: S,
    runs: [Run<'_, S, E>; N],
) -> Result<[f64; N], PredictError>
where
    PredictError: From<E>,
{
    let threads = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    threads.install(move || {
        pin_to_one_processor();
        runs.iter().try_for_each(|run| run(&mut state))?;
        let mut samples = [(); N].map(|()| Vec::with_capacity(SAMPLES));
        let mut other = vec![0_u64; OTHER_WORDS];
        for _ in 0..SAMPLES {
            checkpoint();
            other.iter_mut().for_each(|word| *word += 1);
            black_box(&other);
            for (run, samples) in runs.iter().zip(&mut samples) {
                let begun = Clock::Cpu.now_ns();
                run(&mut state)?;
                samples.push(Clock::Cpu.now_ns() - begun);
            }
        }
        Ok(samples.map(|mut samples| {
            samples.sort_unstable();
            samples[SAMPLES / 2] as f64
        }))
    })
}
