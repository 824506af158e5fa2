//! Small instances of CKKS, each different in as many ways as possible, with keys.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
#![allow(dead_code)]

use ringassay_ring::{
    RnsRing,
    index::Index,
    primes::search,
    sample::{Distribution, Seed},
};
use ringassay_scheme::ckks::{
    Ciphertext, Context, EvaluationKeys, Magnitude, Parameters, Plaintext, PublicKey, Scale,
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

/// m, the primes of each level, the bits of primes, how many are of P, primes to a digit, log2 of the scale,
/// the generator, the distribution of secrets.
type Shape = (u64, &'static [usize], u32, usize, usize, u32, u32, Distribution);

const SHAPES: [Shape; 3] = [
    (8, &[1, 1], 45, 1, 1, 40, 5, Distribution::Ternary),
    (16, &[2, 1, 2], 40, 2, 2, 39, 3, Distribution::BoundedTernary),
    (64, &[1, 1, 1], 50, 2, 3, 45, 5, Distribution::SparseTernary { weight: 7 }),
];

/// The number of instances.
pub(crate) const COUNT: usize = SHAPES.len();

/// The parameters of instance number `i`.
pub(crate) fn parameters(i: usize) -> Parameters {
    let (m, levels, bits, special, digit_limbs, log2_scale, generator, secret) = SHAPES[i];
    let index = Index::new(m).unwrap();
    let mut all = search(&index, bits, levels.iter().sum::<usize>() + special, &[]).unwrap();
    let levels = levels.iter().map(|&size| all.drain(..size).collect()).collect();
    let (special, sigma) = (all, 3.2);
    Parameters { index, levels, special, digit_limbs, log2_scale, generator, secret, sigma }
}

pub(crate) fn seed(number: u8) -> Seed {
    Seed::from_bytes([number; Seed::BYTES])
}

/// A message of N coefficients that `number` determines.
pub(crate) fn message(parameters: &Parameters, scale: Scale, number: u64) -> Plaintext {
    let n = parameters.index.totient() as u64;
    let bits = scale.log2().clamp(1.0, 60.0) as u32;
    let coefficient = |i: u64| {
        let x = (i * i * 31 + i * number + number) % (1 << (bits / 2));
        if (i + number).is_multiple_of(3) { -i128::from(x) } else { i128::from(x) }
    };
    Plaintext::new((0..n).map(coefficient).collect(), scale, Magnitude::complex(1.0))
}

impl Instance {
    pub(crate) fn new(i: usize) -> Self {
        let parameters = parameters(i);
        let context = Context::exact(&parameters).unwrap();
        let secret = context.generate_secret_key(&seed(1)).unwrap();
        let public = context.generate_public_key(&secret, &seed(2)).unwrap();
        let exponents = vec![parameters.rotation(1), parameters.conjugation()];
        let evaluation =
            context.generate_evaluation_keys(&secret, true, &exponents, &seed(3)).unwrap();
        Self { context, secret, public, evaluation, exponents }
    }

    pub(crate) fn message(&self, number: u64) -> Plaintext {
        let parameters = self.context.parameters();
        message(parameters, parameters.scale(), number)
    }

    /// An encryption of it under the public key.
    pub(crate) fn encrypted(&self, number: u64) -> Ciphertext<RnsRing> {
        let message = self.message(number);
        self.context.encrypt(&self.public, &message, &seed(number as u8 ^ 0x55)).unwrap()
    }
}
