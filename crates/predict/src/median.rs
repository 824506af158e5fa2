//! Short measurements.

use ringassay_bench::Clock;
use ringassay_calibrate::pin_to_one_processor;

use crate::PredictError;

/// How often something is measured.
const SAMPLES: usize = 9;

/// The median of the processor time over [`SAMPLES`] runs on one processor, after one that is not
/// counted.
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
        for _ in 0..SAMPLES {
            let begun = Clock::Cpu.now_ns();
            run(&mut state)?;
            samples.push(Clock::Cpu.now_ns() - begun);
        }
        samples.sort_unstable();
        Ok(samples[SAMPLES / 2] as f64)
    })
}
