//! Parameters by hand: small rings of many kinds, far below any security.

use ringassay_kernels::Backend;
use ringassay_ring::{RnsRing, index::Index, sample::Distribution};
use ringassay_scheme::bgv::{Context, Parameters, PlaintextModulus};
use ringassay_testkit::reference::numbers::{gcd, primes_one_mod};

/// An instance in a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// The index.
    pub(crate) m: u64,
    /// p and r.
    pub(crate) plaintext: (u64, u32),
    /// Bits of the large, small and special primes.
    pub(crate) bits: [&'static [u32]; 3],
    pub(crate) digit_limbs: usize,
    pub(crate) secret: Distribution,
    /// ℓ of the vectors in slots.
    pub(crate) length: usize,
}

const T: Distribution = Distribution::Ternary;
const B: Distribution = Distribution::BoundedTernary;
const LARGE: [&[u32]; 3] = [&[45; 4], &[25, 35], &[45]];
const PLAIN: [&[u32]; 3] = [&[50; 4], &[], &[50]];
const PAIRS: [&[u32]; 3] = [&[45; 4], &[30], &[46, 46]];
const TRIPLES: [&[u32]; 3] = [&[36; 6], &[22], &[38, 38, 38]];
const WIDE: [&[u32]; 3] = [&[60; 4], &[], &[61]];
/// Without special primes digits have to be small.
const BARE: [&[u32]; 3] = [&[31; 8], &[], &[]];

/// Prime indices, prime powers, products of two and three primes, even ones; plaintext moduli 2,
/// powers of 2 and 3, primes that split completely or partly; digits of one to three primes; all
/// kinds of secrets.
pub(crate) const SHAPES: [Shape; 20] = [
    shape(31, (2, 1), LARGE, 1, T, 6),
    shape(45, (2, 1), PLAIN, 1, T, 2),
    shape(63, (2, 1), PAIRS, 2, T, 5),
    shape(85, (2, 1), LARGE, 1, Distribution::SparseTernary { weight: 20 }, 8),
    shape(91, (2, 1), TRIPLES, 3, T, 6),
    shape(105, (2, 1), PLAIN, 1, Distribution::CenteredBinomial { eta: 2 }, 4),
    shape(127, (2, 3), PAIRS, 2, T, 18),
    shape(255, (2, 1), LARGE, 1, B, 11),
    shape(257, (2, 1), WIDE, 1, T, 16),
    shape(341, (2, 1), BARE, 1, T, 21),
    shape(511, (2, 1), LARGE, 1, B, 42),
    shape(64, (257, 1), PAIRS, 2, T, 32),
    shape(128, (257, 1), LARGE, 1, Distribution::BiasedTernary { zeros: 1, of: 2 }, 31),
    shape(1024, (12_289, 1), WIDE, 1, T, 256),
    shape(2048, (65_537, 1), WIDE, 1, T, 512),
    shape(8, (3, 2), LARGE, 1, T, 2),
    shape(28, (3, 2), PLAIN, 1, T, 2),
    shape(27, (19, 1), PAIRS, 2, T, 5),
    shape(36, (5, 2), TRIPLES, 3, B, 2),
    shape(45, (31, 1), BARE, 1, T, 7),
];

const DEEP: [&[u32]; 3] = [&[50; 8], &[30], &[50, 50]];

/// Plaintext moduli of 31 to 60 bits, prime and not, with and without a slot for each coefficient: too large for primes
/// that are 1 modulo them.
pub(crate) const WITH_FACTORS: [Shape; 5] = [
    shape(64, (1_073_750_017, 1), LARGE, 1, T, 16),
    shape(64, (137_438_952_193, 1), WIDE, 1, B, 31),
    shape(45, (1_125_899_906_840_791, 1), DEEP, 2, T, 7),
    shape(128, (1_152_921_504_606_844_417, 1), DEEP, 2, B, 32),
    shape(8, (3, 37), DEEP, 3, T, 2),
];

const fn shape(
    m: u64,
    plaintext: (u64, u32),
    bits: [&'static [u32]; 3],
    digit_limbs: usize,
    secret: Distribution,
    length: usize,
) -> Shape {
    Shape { m, plaintext, bits, digit_limbs, secret, length }
}

impl Shape {
    pub(crate) fn parameters(&self) -> Parameters {
        let (prime, exponent) = self.plaintext;
        let t = prime.pow(exponent);
        // Above there are too few primes that are 1 modulo t.
        let step = if t < 1 << 20 { self.m / gcd(self.m, t) * t } else { self.m };
        let mut used = vec![prime];
        let mut take = |bits: &[u32]| -> Vec<u64> {
            let prime = |&bits: &u32| {
                let found = primes_one_mod(step, 1 << bits).find(|q| !used.contains(q)).unwrap();
                used.push(found);
                found
            };
            bits.iter().map(prime).collect()
        };
        let [large, small, special] = self.bits;
        Parameters {
            index: Index::new(self.m).unwrap(),
            plaintext: PlaintextModulus { prime, exponent },
            large: take(large),
            small: take(small),
            special: take(special),
            digit_limbs: self.digit_limbs,
            fresh_log2_q: f64::INFINITY,
            secret: self.secret,
            sigma: 3.2,
        }
    }
}

/// The instance on a backend.
pub(crate) fn on_backend(parameters: &Parameters, backend: Backend) -> Context<RnsRing> {
    let primes: Vec<u64> = parameters.primes().collect();
    let ring = RnsRing::with_backend(&parameters.index, &primes, backend).unwrap();
    Context::new(parameters, &ring).unwrap()
}
