//! A sampler with a small fault, to show that a test would find it.

use crate::inputs::Stream;

/// Sets one coefficient in so many to 0: of 500, the variance becomes 0.2 % smaller.
#[derive(Clone, Debug)]
pub struct Damped {
    one_in: u64,
    stream: Stream,
}

impl Damped {
    /// With the choice of coefficients fixed by a seed.
    pub fn new(one_in: u64, seed: u64) -> Self {
        Self { one_in, stream: Stream::new(seed) }
    }

    /// Spoils these samples.
    pub fn apply(&mut self, samples: &mut [i64]) {
        for x in samples {
            *x *= i64::from(self.stream.below(self.one_in) != 0);
        }
    }
}
