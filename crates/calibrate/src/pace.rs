//! How fast the machine is at this moment: one fixed computation, timed.

use std::cell::RefCell;

use ringassay_bench::Clock;
use ringassay_ring::{Crt, Element};

use crate::{CalibrateError, bench::Bench};

/// The ring of the computation: transforms and products of 4096 words, a few hundred microseconds.
const INDEX: u64 = 1 << 13;
const LIMBS: usize = 3;
const PRODUCTS: usize = 12;

/// The computation is timed so often, after once that is not.
const SAMPLES: usize = 3;

thread_local! {
    static READY: RefCell<Option<[Element<Crt>; 2]>> = const { RefCell::new(None) };
}

/// Nanoseconds of processor time that the computation takes now: the median of three. Others who keep
/// caches, memory or the other half of a core busy lengthen it as they lengthen evaluations.
///
/// # Errors
/// When there is no such ring: where the environment asks for a backend that cannot be had.
pub fn pace_ns() -> Result<f64, CalibrateError> {
    READY.with_borrow_mut(|ready| {
        let elements = match ready {
            Some(elements) => elements,
            None => ready.insert(prepare()?),
        };
        compute(elements);
        let mut samples = [0.0; SAMPLES];
        for sample in &mut samples {
            let begun = Clock::Cpu.now_ns();
            compute(elements);
            *sample = (Clock::Cpu.now_ns() - begun) as f64;
        }
        samples.sort_by(f64::total_cmp);
        Ok(samples[SAMPLES / 2])
    })
}

fn prepare() -> Result<[Element<Crt>; 2], CalibrateError> {
    let bench = Bench::default();
    let ring = bench.ring(INDEX, false, LIMBS)?;
    let elements = bench.crt(&ring, 2);
    let elements = elements.borrow();
    Ok([elements[0].clone(), elements[1].clone()])
}

fn compute([x, y]: &mut [Element<Crt>; 2]) {
    for _ in 0..PRODUCTS {
        drop(x.try_mul_assign(y));
        *x = x.clone().into_powerful().into_crt();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pace_is_that_of_the_processor() -> Result<(), CalibrateError> {
        let mut samples = Vec::new();
        for _ in 0..5 {
            samples.push(pace_ns()?);
        }
        samples.sort_by(f64::total_cmp);
        assert!(samples[0] > 1e3, "something was computed: {samples:?}");
        assert!(samples[2] < 1e9, "{samples:?}");
        Ok(())
    }
}
