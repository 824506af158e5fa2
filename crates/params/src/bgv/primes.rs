//! Primes for an instance: friendly to transforms, of a wanted size, 1 modulo t where there are enough of them.

use num_integer::Integer;
use ringassay_kernels::{NARROW_BITS, cyclotomic::Factor};
use ringassay_ring::{index::Index, primes::is_prime};
use ringassay_scheme::bgv::PlaintextModulus;

use crate::{Error, request::refused};

/// Primes q ≡ 1 modulo m, and modulo t, for which transforms are fast.
#[derive(Debug, Clone)]
pub(crate) struct PrimeSource {
    step: u64,
    min_bits: u32,
    is_scarce: bool,
    /// A prime that must not be taken: that of the plaintext modulus.
    avoided: Option<u64>,
}

/// Primes are looked for within this distance of the wanted size.
const TOLERANCE_BITS: f64 = 1.5;

/// How many primes of the least size there should be.
const SPARE: usize = 8;

impl PrimeSource {
    /// The largest size that arithmetic is fast for.
    pub(crate) const MAX_BITS: u32 = NARROW_BITS;

    /// # Errors
    /// When no prime of at most [`Self::MAX_BITS`] bits fits.
    pub(crate) fn new(index: &Index, t: u64) -> Result<Self, Error> {
        Self::with_spare(index, t, SPARE)
    }

    /// Primes that need not be 1 modulo t, a power of `prime`, only coprime to it.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(crate) fn coprime(index: &Index, prime: u64) -> Result<Self, Error> {
        Ok(Self { avoided: Some(prime), ..Self::new(index, 1)? })
    }

    /// Those of BGV: 1 modulo t where there are enough, elsewhere coprime to it.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(crate) fn of_plaintext(index: &Index, plaintext: PlaintextModulus) -> Result<Self, Error> {
        let t = plaintext.value().unwrap_or(0);
        Self::new(index, t).or_else(|_| Self::coprime(index, plaintext.prime))
    }

    /// Down to sizes of which there are but a few primes: for moduli so small that a few bits decide.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(crate) fn scarce(index: &Index, t: u64) -> Result<Self, Error> {
        Self::with_spare(index, t, 1)
    }

    fn with_spare(index: &Index, t: u64, spare: usize) -> Result<Self, Error> {
        let axes = index.factors().iter().map(|f| Factor::friendly(f.prime, f.exponent));
        let base = [index.m(), t].into_iter();
        // Orders of 2: a power of two wants 2^e, which m has.
        let step = base.chain(axes).try_fold(1_u64, |step, x| {
            (step / step.gcd(&x)).checked_mul(x).filter(|&step| step < 1 << Self::MAX_BITS)
        });
        let none = || {
            refused(format!(
                "there are not enough primes of {} bits that are 1 modulo the index {} and the \
                 plaintext modulus {t}: choose a smaller plaintext modulus, or another index",
                Self::MAX_BITS,
                index.m()
            ))
        };
        let step = step.ok_or_else(none)?;
        let is_scarce = spare < SPARE;
        let source = Self { step, min_bits: 0, is_scarce, avoided: None };
        let enough = |&bits: &u32| source.count(bits, spare) >= spare;
        let min_bits = (step.ilog2() + 1..=Self::MAX_BITS).find(enough).ok_or_else(none)?;
        Ok(Self { step, min_bits, is_scarce, avoided: None })
    }

    /// Whether its primes are not 1 modulo t.
    pub(crate) fn has_factors(&self) -> bool {
        self.avoided.is_some()
    }

    /// Whether there are but a few primes of the least sizes.
    pub(super) fn is_scarce(&self) -> bool {
        self.is_scarce
    }

    /// The least size of which there are several.
    pub(crate) fn min_bits(&self) -> u32 {
        self.min_bits
    }

    fn count(&self, bits: u32, most: usize) -> usize {
        let low = 1_u64 << (bits - 1);
        let first = low.div_ceil(self.step) * self.step + 1;
        let candidates = (first..2 * low).step_by(self.step as usize);
        candidates.filter(|&q| is_prime(q)).take(most).count()
    }

    /// The unused prime nearest to 2^`log2`, and not above 2^[`Self::MAX_BITS`].
    ///
    /// # Errors
    /// When there is none within a few bits.
    pub(crate) fn take(&self, log2: f64, used: &mut Vec<u64>) -> Result<u64, Error> {
        let top = 1_u64 << Self::MAX_BITS;
        let wanted = (log2.exp2() as u64).min(top - 1);
        let mut below = wanted / self.step * self.step + 1;
        let mut above = below + self.step;
        let far = |q: u64| ((q as f64).log2() - log2).abs() > TOLERANCE_BITS;
        loop {
            let take_above =
                above < top && (below < self.step || above - wanted <= wanted.abs_diff(below));
            let q = if take_above { above } else { below };
            if q <= 1 || far(q) {
                return Err(refused(format!(
                    "there are too few primes of {log2:.0} bits that are 1 modulo {}",
                    self.step
                )));
            }
            if Some(q) != self.avoided && !used.contains(&q) && is_prime(q) {
                used.push(q);
                return Ok(q);
            }
            if take_above {
                above += self.step;
            } else if below > self.step {
                below -= self.step;
            } else {
                below = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_friendly_and_near() {
        for (m, t) in [(5461, 2), (8191, 2), (32768, 65537), (45, 8), (43691, 2)] {
            let index = Index::new(m).expect("an index");
            let source = PrimeSource::new(&index, t).expect("primes");
            let mut used = Vec::new();
            for log2 in [f64::from(source.min_bits()), 45.0, 45.0, 49.9, 49.9] {
                let q = source.take(log2, &mut used).expect("a prime");
                assert!(is_prime(q) && q % m == 1 && q % t == 1 % t && q < 1 << 50);
                assert!(((q as f64).log2() - log2).abs() < TOLERANCE_BITS);
                for factor in index.factors() {
                    assert_eq!((q - 1) % Factor::friendly(factor.prime, factor.exponent), 0);
                }
            }
            used.sort_unstable();
            used.dedup();
            assert_eq!(used.len(), 5, "distinct primes");
        }
    }

    /// 97 is 1 modulo 16: a prime of the ring, but none of the ciphertext modulus.
    #[test]
    fn primes_that_need_not_be_1_modulo_t() {
        let index = Index::new(16).expect("an index");
        let large = PlaintextModulus { prime: (1 << 50) - 27, exponent: 1 };
        let source = PrimeSource::of_plaintext(&index, large).expect("primes");
        assert!(source.has_factors() && PrimeSource::new(&index, 1 << 49).is_err());
        let small = PlaintextModulus { prime: 97, exponent: 1 };
        assert!(!PrimeSource::of_plaintext(&index, small).expect("primes").has_factors());
        let (source, mut used) = (PrimeSource::coprime(&index, 97).expect("primes"), Vec::new());
        let near = |used: &mut Vec<u64>| source.take(6.6, used).ok();
        let found: Vec<u64> = std::iter::from_fn(|| near(&mut used)).collect();
        assert!(found.contains(&113) && !found.contains(&97), "{found:?}");
        let all = PrimeSource::new(&index, 1).expect("primes");
        assert_eq!(all.take(6.6, &mut Vec::new()).expect("a prime"), 97);
    }

    #[test]
    fn impossible_plaintext_moduli_are_refused() {
        let index = Index::new(32768).expect("an index");
        assert!(PrimeSource::new(&index, 1 << 47).is_err());
    }
}
