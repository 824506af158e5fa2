//! Small instances of BFV, and what must hold of its saved objects: see `objects.rs`.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
// The tests use more than the target.
#![allow(dead_code)]

use ringassay_ring::{RnsRing, index::Index, sample::Distribution};
use ringassay_scheme::{
    Error, Plaintext,
    bfv::{Ciphertext, Context, Parameters, PublicKey, SecretKey},
    serial::{Kind, Saved as _},
};

use crate::objects::{self, Encrypt, Multiply, Tried};

/// An instance with all its keys.
pub(crate) type Instance = objects::Instance<Parameters>;

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

impl Tried for Parameters {
    const COUNT: usize = COUNT;
    const ENCRYPT: Encrypt<Self, PublicKey<RnsRing>> = Context::encrypt;
    const ENCRYPT_SECRET: Encrypt<Self, SecretKey<RnsRing>> = Context::encrypt_secret;
    const MULTIPLY: Multiply<Self> = Context::multiply;

    type Message = Plaintext;

    fn numbered(i: usize) -> Self {
        parameters(i)
    }

    fn exponents(&self) -> [u32; 2] {
        let units: Vec<u32> = self.index.units().collect();
        [units[1.min(units.len() - 1)], units[units.len() - 1]]
    }

    fn message(context: &Context<RnsRing>, number: u64) -> Plaintext {
        let Parameters { t, index, .. } = context.parameters();
        let n = index.degree() as u64;
        let coefficients = (0..n).map(|i| (i * i * 31 + i * number + number) % t).collect();
        context.plaintext(coefficients).unwrap()
    }

    fn decrypt(
        context: &Context<RnsRing>,
        key: &SecretKey<RnsRing>,
        a: &Ciphertext<RnsRing>,
        expected: Option<&Plaintext>,
    ) -> Result<(), Error> {
        let found = context.decrypt(key, a)?;
        assert!(expected.is_none_or(|expected| expected.coefficients() == found));
        Ok(())
    }

    fn operations(instance: &Instance, x: &Ciphertext<RnsRing>) -> Vec<Ciphertext<RnsRing>> {
        let keys = &instance.evaluation;
        let mut found = Vec::new();
        let (fresh, message) = (instance.encrypted(1), instance.message(2));
        // Its noise may be said to be anything: what is not refused is computed.
        for context in [&instance.context, &instance.context.insisting()] {
            let mut all = vec![context.negate(x)];
            all.extend(context.add(x, &fresh));
            all.extend(context.sub(&fresh, x));
            all.extend(context.add_plain(x, &message));
            all.extend(context.multiply_plain(x, &message));
            all.extend(context.select_plain(x, &fresh, &message));
            all.extend(context.multiply(x, &fresh, keys));
            all.extend(context.multiply(x, x, keys));
            all.extend(context.automorphism(x, instance.exponents[0], keys));
            all.extend(context.switch_to(x, 0));
            let _ = context.decrypt(&instance.secret, x);
            found.append(&mut all);
        }
        let coefficients = message.coefficients();
        instance.context.largest_noise_bits(&instance.secret, x, coefficients).unwrap();
        found
    }

    fn further_objects(instance: &Instance) -> [Vec<(Kind, Vec<u8>)>; 2] {
        let context = &instance.context;
        let fresh = instance.encrypted(3);
        let lower = |level| context.switch_to(&fresh, level).unwrap().save(context).unwrap();
        let computed = (0..fresh.level()).map(|level| (Kind::Ciphertext, lower(level)));
        [Vec::new(), computed.collect()]
    }
}
