//! Randomness for one use.

use ringassay_ring::sample::{Label, Seed, SeedError};

/// A seed that is used once: it cannot be copied, and whatever draws from it consumes it. Two ciphertexts
/// from one seed would tell the difference of their messages; with this type that does not compile:
///
/// ```compile_fail
/// use ringassay_scheme::FreshSeed;
/// let fresh = FreshSeed::from_os().unwrap();
/// let (first, second) = (fresh.into_seed(), fresh.into_seed());
/// ```
#[derive(Debug)]
pub struct FreshSeed(Seed);

const CHILD: Label = Label::new("fresh");

impl FreshSeed {
    /// Fresh randomness from the operating system.
    ///
    /// # Errors
    /// If the operating system has no randomness to give.
    pub fn from_os() -> Result<Self, SeedError> {
        Ok(Self(Seed::from_os()?))
    }

    /// The same randomness in every run: for tests and measurements. Whoever knows `seed` reads what is
    /// encrypted with it; giving one seed to two encryptions is the caller's fault.
    pub fn repeatable(seed: Seed) -> Self {
        Self(seed)
    }

    /// Several, of which none tells anything about another.
    pub fn split<const COUNT: usize>(self) -> [Self; COUNT] {
        std::array::from_fn(|i| Self(self.0.derive(CHILD, i as u64)))
    }

    /// The seed, for the one function that draws from it.
    pub fn into_seed(self) -> Seed {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_split_differs_and_is_repeatable() {
        let split = || FreshSeed::repeatable(Seed::from_bytes([3; 32])).split::<3>();
        let [a, b, c] = split().map(FreshSeed::into_seed);
        assert!(a != b && b != c && a != c && a != Seed::from_bytes([3; 32]));
        assert_eq!([a, b, c], split().map(FreshSeed::into_seed));
        let [d, e] = [(); 2].map(|()| FreshSeed::from_os().unwrap().into_seed());
        assert_ne!(d, e);
    }
}
