//! Small instances of BGV, each different in as many ways as possible, with keys.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
#![allow(dead_code)]

use ringassay_ring::{
    RnsRing,
    index::Index,
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

/// m, t = p^r, large, small and special primes, primes to a digit, log2 of the fresh modulus, the
/// distribution of secrets. Primes are stated, because a search prefers those that suit today's
/// transforms, and objects that were saved earlier have others.
type Shape = (u64, (u64, u32), [&'static [u64]; 3], usize, f64, Distribution);

const SHAPES: [Shape; 5] = [
    (
        5,
        (2, 1),
        [&[1_099_511_627_581, 1_099_511_627_491, 1_099_511_627_321], &[], &[2_199_023_255_531]],
        1,
        f64::INFINITY,
        Distribution::Ternary,
    ),
    (
        16,
        (3, 2),
        [
            &[35_184_372_088_321, 35_184_372_083_281],
            &[1_047_313, 1_073_741_329],
            &[70_368_744_174_769, 70_368_744_174_481],
        ],
        2,
        130.0,
        Distribution::BoundedTernary,
    ),
    (
        31,
        (2, 3),
        [
            &[1_125_899_906_840_609, 1_125_899_906_837_633, 1_125_899_906_837_137],
            &[33_553_657],
            &[1_125_899_906_835_401],
        ],
        1,
        f64::INFINITY,
        Distribution::SparseTernary { weight: 7 },
    ),
    (
        45,
        (7, 1),
        [
            &[4_611_686_018_427_387_271, 2_305_843_009_213_693_951],
            &[8_589_932_191],
            &[4_611_686_018_427_379_081],
        ],
        1,
        f64::INFINITY,
        Distribution::CenteredBinomial { eta: 3 },
    ),
    (
        64,
        (257, 1),
        [&[36_028_797_017_220_353, 36_028_797_017_088_769, 36_028_797_016_825_601], &[], &[]],
        1,
        f64::INFINITY,
        Distribution::BiasedTernary { zeros: 1, of: 2 },
    ),
];

/// The number of instances.
pub(crate) const COUNT: usize = SHAPES.len();

/// The parameters of instance number `i`.
pub(crate) fn parameters(i: usize) -> Parameters {
    let (m, (prime, exponent), primes, digit_limbs, fresh_log2_q, secret) = SHAPES[i];
    let [large, small, special] = primes.map(<[u64]>::to_vec);
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
