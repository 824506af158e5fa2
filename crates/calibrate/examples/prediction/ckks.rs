//! CKKS: Δ = 2^40, digits of one prime, one special prime, in the standard ring.
use std::hint::black_box;

use ringassay_ring::{
    index::Index,
    primes::search_each,
    sample::{Distribution, Seed},
};
use ringassay_scheme::{
    Error, Ring, Role,
    ckks::{
        Ciphertext, Context, EvaluationKeys, Magnitude, Parameters, Plaintext, Prepared, PublicKey,
        Scale, SecretKey,
    },
};

use crate::Functions;

/// log2 of N, primes of Q.
const SETS: [(u32, usize); 4] = [(12, 2), (13, 4), (14, 8), (15, 16)];

/// Rotations that share one decomposition.
const HOISTED: std::ops::RangeInclusive<i64> = 1..=8;

pub(crate) fn sets() -> Vec<Parameters> {
    SETS.iter().map(|&(log2_n, limbs)| parameters(log2_n, limbs)).collect()
}

fn parameters(log2_n: u32, limbs: usize) -> Parameters {
    let index = Index::new(2 << log2_n).unwrap();
    let bits = [vec![50], vec![40; limbs - 1], vec![50]].concat();
    let primes = search_each(&index, &bits).unwrap();
    Parameters {
        levels: primes[..limbs].iter().map(|&q| vec![q]).collect(),
        special: primes[limbs..].to_vec(),
        index,
        digit_limbs: 1,
        log2_scale: 40,
        generator: 5,
        secret: Distribution::Ternary,
        sigma: 3.2,
    }
}

/// An instance with all that its functions need.
pub(crate) struct Instance<R: Ring> {
    context: Context<R>,
    secret: SecretKey<R>,
    public: PublicKey<R>,
    keys: EvaluationKeys<R>,
    plaintext: Plaintext,
    a: Ciphertext<R>,
    b: Ciphertext<R>,
    product: Ciphertext<R>,
    factor: Prepared<R>,
}

impl<R: Ring> Functions<R> for Instance<R> {
    type Parameters = Parameters;

    const NAMES: &[&str] = &[
        "key for a·b",
        "encrypt",
        "a + b",
        "a·b only",
        "relinearise",
        "rescale",
        "rotate by 1",
        "8 hoisted",
        "a·m",
        "decrypt",
    ];

    fn shape(parameters: &Parameters) -> (Index, Vec<u64>) {
        (parameters.index.clone(), parameters.primes().collect())
    }

    fn new(parameters: &Parameters, ring: &R) -> Result<Self, Error> {
        let context = Context::new(parameters, ring)?;
        let seed = Seed::from_bytes([7; 32]);
        let secret = context.generate_secret_key(&seed)?;
        let public = context.generate_public_key(&secret, &seed)?;
        let exponents: Vec<u32> = HOISTED.map(|steps| parameters.rotation(steps)).collect();
        let keys = context.generate_evaluation_keys(&secret, true, &exponents, &seed)?;
        let n = parameters.index.degree() as i128;
        let coefficients: Vec<i128> = (0..n).map(|i| (i * i * 7919) % (1 << 30)).collect();
        let message = |scale| Plaintext::new(coefficients.clone(), scale, Magnitude::complex(1.0));
        let plaintext = message(parameters.scale());
        let a = context.encrypt(&public, &plaintext, &seed)?;
        let b = context.encrypt(&public, &plaintext, &seed)?;
        let product = context.tensor(&a, &b)?;
        let top = parameters.top();
        let factor = message(Scale::of_primes(context.rescaling_primes(top)));
        let factor = context.prepare(&factor, top, Role::Factor)?;
        Ok(Self { context, secret, public, keys, plaintext, a, b, product, factor })
    }

    fn run(&self, name: &str) -> Result<(), Error> {
        let Self { context, secret, public, keys, plaintext, a, b, product, factor } = self;
        let seed = Seed::from_bytes([8; 32]);
        match name {
            "key for a·b" => {
                drop(black_box(context.generate_relinearisation_key(secret, &seed)?));
            }
            "encrypt" => drop(black_box(context.encrypt(public, plaintext, &seed)?)),
            "a + b" => drop(black_box(context.add(a, b)?)),
            "a·b only" => drop(black_box(context.tensor(a, b)?)),
            "relinearise" => drop(black_box(context.relinearise(product, keys)?)),
            "rescale" => drop(black_box(context.rescale(a)?)),
            "rotate by 1" => drop(black_box(context.rotate(a, 1, keys)?)),
            "8 hoisted" => {
                let hoisted = context.hoist(a)?;
                for steps in HOISTED {
                    drop(black_box(context.rotate_hoisted(&hoisted, steps, keys)?));
                }
            }
            "a·m" => drop(black_box(context.multiply_prepared(a, factor)?)),
            "decrypt" => drop(black_box(context.decrypt(secret, a)?)),
            _ => unreachable!("not in NAMES"),
        }
        Ok(())
    }
}
