//! A sampler with a small fault, to show that a test would find it.

use crate::inputs::Stream;

/// Sets one coefficient in 500 to 0: the variance becomes 0.2 % smaller.
#[derive(Clone, Debug)]
pub struct Damped(Stream);

impl Damped {
    /// With the choice of coefficients fixed by a seed.
    pub fn new(seed: u64) -> Self {
        Self(Stream::new(seed))
    }

    /// Spoils these samples.
    pub fn apply(&mut self, samples: &mut [i64]) {
        for x in samples {
            *x *= i64::from(self.0.below(500) != 0);
        }
    }
}
