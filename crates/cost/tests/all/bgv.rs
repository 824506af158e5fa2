//! Whole operations of BGV on both rings.

use ringassay_ring::sample::Seed;
use ringassay_scheme::{
    Error, Ring,
    bgv::{Context, Parameters},
};

use crate::common::{Program, agree, bgv_parameters, bgv_parameters_with_factors, bgv_ring};

/// Every function of the scheme, once, each a phase.
struct EveryFunction(Parameters);

const PHASES: [&str; 10] = [
    "keys",
    "encrypt",
    "encrypt with the secret key",
    "add",
    "multiply",
    "square",
    "automorphism",
    "subtract",
    "multiply with a plaintext",
    "decrypt",
];

impl Program for EveryFunction {
    fn run<R: Ring>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error> {
        let Self(parameters) = self;
        let context = Context::new(parameters, &rings[0])?;
        let seed = Seed::from_bytes([4; 32]);
        let conjugation = parameters.index.m() as u32 - 1;
        let mut names = PHASES.into_iter();
        let mut next = || phase(names.next().unwrap());
        next();
        let secret = context.generate_secret_key(&seed)?;
        let public = context.generate_public_key(&secret, &seed)?;
        let keys = context.generate_evaluation_keys(&secret, true, &[conjugation], &seed)?;
        next();
        let plaintext = context.plaintext(vec![1; parameters.index.degree()])?;
        let a = context.encrypt(&public, &plaintext, &seed)?;
        next();
        let b = context.encrypt_secret(&secret, &plaintext, &seed)?;
        next();
        let sum = context.add(&a, &b)?;
        next();
        let product = context.multiply(&sum, &b, &keys)?;
        next();
        let square = context.square(&product, &keys)?;
        next();
        let image = context.automorphism(&square, conjugation, &keys)?;
        next();
        let difference = context.sub(&image, &a)?;
        next();
        let scaled = context.multiply_plain(&difference, &plaintext)?;
        let scaled = context.add_plain(&scaled, &plaintext)?;
        next();
        context.decrypt(&secret, &scaled)?;
        Ok(())
    }
}

#[test]
fn every_function_of_bgv() {
    let small = [(1024, 4), (91, 4), (127, 5), (1728, 6)];
    let all = small.map(|(m, large)| bgv_parameters(m, large)).into_iter();
    for parameters in
        all.chain([(1024, 9), (91, 8)].map(|(m, large)| bgv_parameters_with_factors(m, large)))
    {
        let seen = agree(&[bgv_ring(&parameters)], &EveryFunction(parameters));
        for phase in PHASES {
            assert!(!seen.phase(phase).unwrap().counts.is_empty(), "{phase}");
        }
    }
}
