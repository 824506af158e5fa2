//! Small instances of BGV, each different in as many ways as possible, with keys.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
#![allow(dead_code)]

use ringassay_ring::{
    RnsRing,
    index::Index,
    primes::search,
    sample::{Distribution, Seed},
};
use ringassay_scheme::bgv::{
    Ciphertext, Context, EvaluationKeys, Parameters, Plaintext, PlaintextModulus, PublicKey,
    SecretKey,
};

/// An instance with all its keys.
pub(crate) struct Instance {
    pub(crate) context: Context<RnsRing>,
    pub(crate) secret: SecretKey<RnsRing>,
    pub(crate) public: PublicKey<RnsRing>,
    pub(crate) evaluation: EvaluationKeys<RnsRing>,
    /// The exponents of the automorphisms in the evaluation keys.
    pub(crate) exponents: Vec<u32>,
}

/// m, t = p^r, the bits of large, small and special primes, primes to a digit, log2 of the fresh
/// modulus, the distribution of secrets.
type Shape = (u64, (u64, u32), [&'static [u32]; 3], usize, f64, Distribution);

const SHAPES: [Shape; 5] = [
    (5, (2, 1), [&[40, 40, 40], &[], &[41]], 1, f64::INFINITY, Distribution::Ternary),
    (16, (3, 2), [&[45, 45], &[20, 30], &[46, 46]], 2, 130.0, Distribution::BoundedTernary),
    (
        31,
        (2, 3),
        [&[50, 50, 50], &[25], &[50]],
        1,
        f64::INFINITY,
        Distribution::SparseTernary { weight: 7 },
    ),
    (
        45,
        (7, 1),
        [&[62, 61], &[33], &[62]],
        1,
        f64::INFINITY,
        Distribution::CenteredBinomial { eta: 3 },
    ),
    (
        64,
        (257, 1),
        [&[55, 55, 55], &[], &[]],
        1,
        f64::INFINITY,
        Distribution::BiasedTernary { zeros: 1, of: 2 },
    ),
];

/// The number of instances.
pub(crate) const COUNT: usize = SHAPES.len();

/// The parameters of instance number `i`.
pub(crate) fn parameters(i: usize) -> Parameters {
    let (m, (prime, exponent), bits, digit_limbs, fresh_log2_q, secret) = SHAPES[i];
    // Primes that are 1 modulo m and t. Odd numbers are 1 modulo 2.
    let step = m * prime.pow(exponent);
    let step = Index::new(if step % 4 == 2 { step / 2 } else { step }).unwrap();
    let mut all = Vec::new();
    let [large, small, special] = bits.map(|bits| {
        let mut primes = Vec::new();
        for &bits in bits {
            let found = search(&step, bits, 1, &all).unwrap()[0];
            all.push(found);
            primes.push(found);
        }
        primes
    });
    Parameters {
        index: Index::new(m).unwrap(),
        plaintext: PlaintextModulus { prime, exponent },
        large,
        small,
        special,
        digit_limbs,
        fresh_log2_q,
        secret,
        sigma: 3.2,
    }
}

pub(crate) fn seed(number: u8) -> Seed {
    Seed::from_bytes([number; Seed::BYTES])
}

impl Instance {
    pub(crate) fn new(i: usize) -> Self {
        let context = Context::exact(&parameters(i)).unwrap();
        let secret = context.generate_secret_key(&seed(1)).unwrap();
        let public = context.generate_public_key(&secret, &seed(2)).unwrap();
        let units: Vec<u32> = context.parameters().index.units().collect();
        let exponents = vec![units[1], units[units.len() - 1]];
        let evaluation =
            context.generate_evaluation_keys(&secret, true, &exponents, &seed(3)).unwrap();
        Self { context, secret, public, evaluation, exponents }
    }

    /// A message that `number` determines.
    pub(crate) fn message(&self, number: u64) -> Plaintext {
        let (t, n) = (self.context.t().q(), self.context.parameters().index.totient() as u64);
        let coefficient = |i: u64| (i * i * 31 + i * number + number) % t;
        self.context.plaintext((0..n).map(coefficient).collect()).unwrap()
    }

    /// An encryption of it under the public key.
    pub(crate) fn encrypted(&self, number: u64) -> Ciphertext<RnsRing> {
        let message = self.message(number);
        self.context.encrypt(&self.public, &message, &seed(number as u8 ^ 0x55)).unwrap()
    }

    pub(crate) fn decrypted(&self, ciphertext: &Ciphertext<RnsRing>) -> Vec<u64> {
        self.context.decrypt(&self.secret, ciphertext).unwrap()
    }
}
