//! Small instances of BFV, each different in as many ways as possible, with keys.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
#![allow(dead_code)]

use ringassay_ring::{
    RnsRing,
    index::Index,
    primes::search,
    sample::{Distribution, Seed},
};
use ringassay_scheme::bfv::{
    Ciphertext, Context, EvaluationKeys, Parameters, PublicKey, SecretKey,
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

/// m, t, the bits of primes, how many are of Q, P and B, primes to a digit, the distribution of secrets.
type Shape = (u64, u64, u32, [usize; 3], usize, Distribution);

const SHAPES: [Shape; 4] = [
    (5, 2, 40, [2, 1, 3], 1, Distribution::Ternary),
    (16, 9, 45, [3, 2, 4], 2, Distribution::BoundedTernary),
    (31, 6, 50, [2, 1, 3], 1, Distribution::SparseTernary { weight: 7 }),
    (64, 1 << 59, 55, [4, 2, 6], 2, Distribution::CenteredBinomial { eta: 3 }),
];

/// The number of instances.
pub(crate) const COUNT: usize = SHAPES.len();

/// The parameters of instance number `i`.
pub(crate) fn parameters(i: usize) -> Parameters {
    let (m, t, bits, [of_q, of_p, of_b], digit_limbs, secret) = SHAPES[i];
    let index = Index::new(m).unwrap();
    let all = search(&index, bits, of_q + of_p + of_b, &[]).unwrap();
    Parameters {
        index,
        t,
        primes: all[..of_q].to_vec(),
        special: all[of_q..of_q + of_p].to_vec(),
        auxiliary: all[of_q + of_p..].to_vec(),
        digit_limbs,
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
    pub(crate) fn message(&self, number: u64) -> Vec<u64> {
        let Parameters { t, index, .. } = self.context.parameters();
        (0..index.totient() as u64).map(|i| (i * i * 31 + i * number + number) % t).collect()
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
