//! The five-function applications of the four multiprecision schemes.

use std::marker::PhantomData;

use ringassay_papers::{
    Error, Multiprecision, MultiprecisionScheme,
    rlwe::{Parameters, Unchecked},
    scheme::Family,
};
use ringassay_ring::sample::Seed;
use ringassay_scheme::Scheme;

/// Something that can be done in any multiprecision ring. It calls `phase` to name what follows.
pub(crate) trait Program: Sync {
    fn run<R: Multiprecision>(&self, ring: &R, phase: &dyn Fn(&str)) -> Result<(), Error>;
}

/// The paper's basic functions.
pub(crate) const PHASES: [&str; 5] = ["keys", "encrypt", "add", "multiply", "decrypt"];

/// Those functions of a scheme.
pub(crate) struct Functions<F>(Parameters, PhantomData<F>);

impl<F: Family> Functions<F> {
    pub(crate) fn new(parameters: Parameters) -> Self {
        Self(parameters, PhantomData)
    }
}

/// A message with many residues, made in less time than a tally takes.
pub(crate) fn message(parameters: &Parameters) -> Vec<u64> {
    let few: Vec<u64> = (0..64).map(|i| i * i % parameters.t).collect();
    few.iter().copied().cycle().take(parameters.degree).collect()
}

impl<F: Family> Program for Functions<F> {
    fn run<R: Multiprecision>(&self, ring: &R, phase: &dyn Fn(&str)) -> Result<(), Error> {
        functions(&F::Over::<R>::new(&self.0, ring.clone())?, &message(&self.0), phase)
    }
}

/// Keys, encryption, addition, multiplication, decryption.
pub(crate) fn functions<R: Multiprecision, S: MultiprecisionScheme<R>>(
    scheme: &S,
    message: &[u64],
    phase: &dyn Fn(&str),
) -> Result<(), Error> {
    let seed = Seed::from_bytes([1; 32]);
    phase("keys");
    let (secret, public) = scheme.generate_keys(&seed)?;
    let key = scheme.generate_evaluation_key(&secret, &public, &seed)?;
    phase("encrypt");
    let a = scheme.encrypt(&public, message, &seed)?;
    phase("add");
    let sum = scheme.add(&a, &a, &key)?;
    phase("multiply");
    let mut results = vec![scheme.multiply(&sum, &a, &key)?];
    if S::SCHEME == Scheme::Yashe {
        // Of operands that wait for a key switch.
        let fourth = scheme.multiply(&results[0], &results[0], &key)?;
        results.push(scheme.add(&fourth, &results[0], &key)?);
    }
    phase("decrypt");
    for result in &results {
        scheme.decrypt(&secret, result, Unchecked::Always)?;
    }
    Ok(())
}
