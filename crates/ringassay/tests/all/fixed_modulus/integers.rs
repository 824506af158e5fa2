//! What programs ask of a scheme of integers.

use ringassay::{
    ring::{RnsRing, index::Index, sample::Distribution},
    scheme::{
        Error, IntegerScheme, Ring,
        hybrid::{Ciphertext, Context, SecretKey},
        noise::{Measured, Noise},
    },
};

use super::{Parameters, SECRET, SIGMA};

impl IntegerScheme for Parameters {
    fn index(&self) -> &Index {
        &self.index
    }

    fn t(&self) -> u64 {
        self.t
    }

    fn ciphertext_primes(&self) -> Vec<u64> {
        self.primes.clone()
    }

    fn special_primes(&self) -> &[u64] {
        &self.special
    }

    fn secret(&self) -> Distribution {
        SECRET
    }

    fn sigma(&self) -> f64 {
        SIGMA
    }

    fn named_primes(&self) -> Vec<(&'static str, &[u64])> {
        vec![("primes", &self.primes), ("special", &self.special)]
    }

    fn facts(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    fn decrypt<R: Ring>(
        on: &Context<Self, R>,
        key: &SecretKey<Self, R>,
        a: &Ciphertext<Self, R>,
    ) -> Result<R::Message, Error> {
        let (phase, _) = on.sound_phase(key, a)?;
        R::residues(&phase, on.own(), 1)
    }

    fn product_level<R: Ring>(
        _: &Context<Self, R>,
        [(a, ..), (b, ..)]: [(usize, &Noise, usize); 2],
    ) -> usize {
        a.min(b)
    }

    fn measure(
        on: &Context<Self, RnsRing>,
        key: &SecretKey<Self, RnsRing>,
        a: &Ciphertext<Self, RnsRing>,
    ) -> Result<Measured, Error> {
        Measured::of(&RnsRing::into_powerful(on.phase(key, a)?))
    }
}
