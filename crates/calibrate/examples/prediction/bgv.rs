//! BGV: bits at general indices, residues modulo 65537 at powers of two.
use std::hint::black_box;

use ringassay_params::bgv::{Request, choose};
use ringassay_ring::{index::Index, sample::Seed};
use ringassay_scheme::{
    Error, Ring,
    bgv::{
        Ciphertext, Context, EvaluationKeys, Parameters, Plaintext, PlaintextModulus, PublicKey,
        SecretKey,
    },
};

use crate::Functions;

/// m, t, length of vectors, depth, log2 of the largest QP.
const SETS: [(u64, u64, usize, f64, f64); 9] = [
    (4096, 65_537, 16, 1.0, 250.0),
    (8192, 65_537, 16, 2.0, 300.0),
    (16_384, 65_537, 16, 4.0, 500.0),
    (32_768, 65_537, 16, 8.0, 900.0),
    (4095, 2, 100, 3.0, 250.0),
    (5461, 2, 378, 7.0, 300.0),
    (8191, 2, 630, 12.0, 400.0),
    (13_981, 2, 600, 16.0, 600.0),
    (21_845, 2, 1024, 12.0, 500.0),
];

pub(crate) fn sets() -> Vec<Parameters> {
    let parameters = |&(m, t, length, depth, log2_qp): &_| {
        let request = Request {
            plaintext: PlaintextModulus { prime: t, exponent: 1 },
            index: Some(m),
            most_log2_qp: Some(log2_qp),
            insist: true,
            ..Request::bits(length, depth)
        };
        choose(&request).unwrap().parameters
    };
    SETS.iter().map(parameters).collect()
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
    k: u32,
}

impl<R: Ring> Functions<R> for Instance<R> {
    type Parameters = Parameters;

    const NAMES: &[&str] = &["keys", "encrypt", "add", "multiply", "rotate", "decrypt"];

    fn shape(parameters: &Parameters) -> (Index, Vec<u64>) {
        (parameters.index.clone(), parameters.primes().collect())
    }

    fn new(parameters: &Parameters, ring: &R) -> Result<Self, Error> {
        let context = Context::new(parameters, ring)?;
        let seed = Seed::from_bytes([7; 32]);
        let k = parameters.index.m() as u32 - 1;
        let secret = context.generate_secret_key(&seed)?;
        let public = context.generate_public_key(&secret, &seed)?;
        let keys = context.generate_evaluation_keys(&secret, true, &[k], &seed)?;
        let plaintext = context.plaintext(vec![1; parameters.index.degree()])?;
        let a = context.encrypt(&public, &plaintext, &seed)?;
        let b = context.encrypt(&public, &plaintext, &seed)?;
        Ok(Self { context, secret, public, keys, plaintext, a, b, k })
    }

    fn run(&self, name: &str) -> Result<(), Error> {
        let Self { context, secret, public, keys, plaintext, a, b, k } = self;
        let seed = Seed::from_bytes([8; 32]);
        match name {
            "keys" => {
                let secret = context.generate_secret_key(&seed)?;
                let public = context.generate_public_key(&secret, &seed)?;
                let switching_key = context.generate_relinearisation_key(&secret, &seed)?;
                drop(black_box((secret, public, switching_key)));
            }
            "encrypt" => drop(black_box(context.encrypt(public, plaintext, &seed)?)),
            "add" => drop(black_box(context.add(a, b)?)),
            "multiply" => drop(black_box(context.multiply(a, b, keys)?)),
            "rotate" => drop(black_box(context.automorphism(a, *k, keys)?)),
            "decrypt" => drop(black_box(context.decrypt(secret, a)?)),
            _ => unreachable!("not in NAMES"),
        }
        Ok(())
    }
}
