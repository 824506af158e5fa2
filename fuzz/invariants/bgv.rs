//! Small instances of BGV, and what must hold of its saved objects: see `objects.rs`.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
// The tests use more than the target.
#![allow(dead_code)]

use ringassay_ring::{RnsRing, index::Index, sample::Distribution};
use ringassay_scheme::{
    Error,
    bgv::{Ciphertext, Context, Parameters, Plaintext, PlaintextModulus, PublicKey, SecretKey},
    serial::{Kind, Saved as _, SerialError},
};

use crate::{
    envelope::accepted,
    objects::{self, Encrypt, Multiply, Tried, results, same, seed},
};

/// An instance with all its keys.
pub(crate) type Instance = objects::Instance<Parameters>;

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
        let (t, n) = (context.t().q(), context.parameters().index.degree() as u64);
        let coefficient = |i: u64| (i * i * 31 + i * number + number) % t;
        context.plaintext((0..n).map(coefficient).collect()).unwrap()
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
        let (context, keys) = (&instance.context, &instance.evaluation);
        let (fresh, message) = (instance.encrypted(1), instance.message(2));
        // Its noise may be said to be anything: too much is refused, except by who insists.
        let mut all = vec![context.negate(x)];
        for context in [context, &context.insisting()] {
            all.extend(context.add(x, &fresh));
            all.extend(context.sub(&fresh, x));
            all.extend(context.add_plain(x, &message));
            all.extend(context.multiply_plain(x, &message));
            all.extend(context.relinearise(x, keys));
            all.extend(context.switch_to(x, 0));
        }
        all.extend(context.multiply(x, &fresh, keys));
        all.extend(context.square(x, keys));
        all.extend(context.tensor_square(x));
        all.extend(context.automorphism(x, instance.exponents[0], keys));
        context.budget_bits(x);
        context.measure(&instance.secret, x).unwrap();
        let _ = context.decrypt(&instance.secret, x);
        all
    }

    const HAS_PLAINTEXTS: bool = true;

    fn load_plaintext(context: &Context<RnsRing>, bytes: &[u8]) -> Result<(), SerialError> {
        Plaintext::load(context, bytes).map(drop)
    }

    fn plaintext(instance: &Instance, bytes: &[u8]) -> bool {
        let context = &instance.context;
        accepted(Plaintext::load(context, bytes), |plaintext| {
            same(context, &plaintext, bytes);
            let ciphertext = context.encrypt(&instance.public, &plaintext, &seed(2)).unwrap();
            instance.decrypts(&ciphertext, &plaintext);
            results(instance, &[context.multiply_plain(&ciphertext, &plaintext).unwrap()]);
        })
    }

    fn further_objects(instance: &Instance) -> [Vec<(Kind, Vec<u8>)>; 2] {
        let context = &instance.context;
        let switched = context.switch_to(&instance.encrypted(3), 0).unwrap();
        [
            vec![(Kind::Plaintext, instance.message(2).save(context).unwrap())],
            vec![(Kind::Ciphertext, switched.save(context).unwrap())],
        ]
    }
}
