//! Small instances of BFV, each different in as many ways as possible, with keys.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
#![allow(dead_code)]

use ringassay_ring::{
    RnsRing,
    index::Index,
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

/// m, t, the primes of Q, P and B, primes to a digit, the distribution of secrets. Primes are stated,
/// because a search prefers those that suit today's transforms, and objects that were saved earlier have
/// others.
type Shape = (u64, u64, [&'static [u64]; 3], usize, Distribution);

const SHAPES: [Shape; 4] = [
    (
        5,
        2,
        [
            &[1_099_511_627_581, 1_099_511_627_491],
            &[1_099_511_627_321],
            &[1_099_511_627_261, 1_099_511_627_191, 1_099_511_626_781],
        ],
        1,
        Distribution::Ternary,
    ),
    (
        16,
        9,
        [
            &[35_184_372_088_673, 35_184_372_088_321, 35_184_372_088_241],
            &[35_184_372_088_097, 35_184_372_088_081],
            &[35_184_372_087_937, 35_184_372_087_649, 35_184_372_087_217, 35_184_372_087_089],
        ],
        2,
        Distribution::BoundedTernary,
    ),
    (
        31,
        6,
        [
            &[1_125_899_906_842_283, 1_125_899_906_841_973],
            &[1_125_899_906_841_539],
            &[1_125_899_906_840_609, 1_125_899_906_839_493, 1_125_899_906_838_253],
        ],
        1,
        Distribution::SparseTernary { weight: 7 },
    ),
    (
        64,
        1 << 59,
        [
            &[
                36_028_797_018_963_841,
                36_028_797_018_963_457,
                36_028_797_018_963_137,
                36_028_797_018_962_753,
            ],
            &[36_028_797_018_960_961, 36_028_797_018_960_001],
            &[
                36_028_797_018_959_809,
                36_028_797_018_959_489,
                36_028_797_018_958_529,
                36_028_797_018_957_697,
                36_028_797_018_954_689,
                36_028_797_018_952_193,
            ],
        ],
        2,
        Distribution::CenteredBinomial { eta: 3 },
    ),
];

/// The number of instances.
pub(crate) const COUNT: usize = SHAPES.len();

/// The parameters of instance number `i`.
pub(crate) fn parameters(i: usize) -> Parameters {
    let (m, t, primes, digit_limbs, secret) = SHAPES[i];
    let [primes, special, auxiliary] = primes.map(<[u64]>::to_vec);
    Parameters {
        index: Index::new(m).unwrap(),
        t,
        primes,
        special,
        auxiliary,
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
