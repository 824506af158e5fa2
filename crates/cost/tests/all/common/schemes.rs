//! The five-function applications of the four multiprecision schemes.

use ringassay_ring::sample::Seed;
use ringassay_scheme::{
    Error, Multiprecision,
    fntru::FNtru,
    fv::Fv,
    rlwe::{Parameters, Unchecked},
    shield::Shield,
    yashe::Yashe,
};

/// Something that can be done in any multiprecision ring. It calls `phase` to name what follows.
pub(crate) trait Program: Sync {
    fn run<R: Multiprecision>(&self, ring: &R, phase: &dyn Fn(&str)) -> Result<(), Error>;
}

/// The paper's basic functions.
pub(crate) const PHASES: [&str; 5] = ["keys", "encrypt", "add", "multiply", "decrypt"];

pub(crate) struct FvApplication(pub(crate) Parameters);
pub(crate) struct YasheApplication(pub(crate) Parameters);
pub(crate) struct FNtruApplication(pub(crate) Parameters);
pub(crate) struct ShieldApplication(pub(crate) Parameters);

/// A message with many residues, made in less time than a tally takes.
pub(crate) fn message(parameters: &Parameters) -> Vec<u64> {
    let few: Vec<u64> = (0..64).map(|i| i * i % parameters.t).collect();
    few.iter().copied().cycle().take(parameters.degree).collect()
}

impl Program for FvApplication {
    fn run<R: Multiprecision>(&self, ring: &R, phase: &dyn Fn(&str)) -> Result<(), Error> {
        let scheme = Fv::new(&self.0, ring.clone())?;
        fv(&scheme, &message(&self.0), phase)
    }
}

/// Keys, encryption, addition, multiplication, decryption.
pub(crate) fn fv<R: Multiprecision>(
    scheme: &Fv<R>,
    message: &[u64],
    phase: &dyn Fn(&str),
) -> Result<(), Error> {
    let seed = Seed::from_bytes([1; 32]);
    phase("keys");
    let secret = scheme.generate_secret_key(&seed)?;
    let public = scheme.generate_public_key(&secret, &seed)?;
    let key = scheme.generate_relinearisation_key(&secret, &seed)?;
    phase("encrypt");
    let a = scheme.encrypt(&public, message, &seed)?;
    phase("add");
    let sum = scheme.add(&a, &a)?;
    phase("multiply");
    let product = scheme.multiply(&sum, &a, &key)?;
    phase("decrypt");
    scheme.decrypt(&secret, &product, Unchecked::Always)?;
    Ok(())
}

impl Program for YasheApplication {
    fn run<R: Multiprecision>(&self, ring: &R, phase: &dyn Fn(&str)) -> Result<(), Error> {
        let (seed, scheme) = (Seed::from_bytes([1; 32]), Yashe::new(&self.0, ring.clone())?);
        phase("keys");
        let (secret, public) = scheme.generate_keys(&seed)?;
        let key = scheme.generate_evaluation_key(&secret, &public, &seed)?;
        phase("encrypt");
        let a = scheme.encrypt(&public, &message(&self.0), &seed)?;
        phase("add");
        let sum = scheme.add(&a, &a, &key)?;
        phase("multiply");
        let product = scheme.multiply(&sum, &a, &key)?;
        let fourth = scheme.multiply(&product, &product, &key)?;
        let sum = scheme.add(&fourth, &product, &key)?;
        phase("decrypt");
        scheme.decrypt(&secret, &product, Unchecked::Always)?;
        scheme.decrypt(&secret, &sum, Unchecked::Always)?;
        Ok(())
    }
}

impl Program for FNtruApplication {
    fn run<R: Multiprecision>(&self, ring: &R, phase: &dyn Fn(&str)) -> Result<(), Error> {
        let (seed, scheme) = (Seed::from_bytes([1; 32]), FNtru::new(&self.0, ring.clone())?);
        phase("keys");
        let (secret, public) = scheme.generate_keys(&seed)?;
        phase("encrypt");
        let a = scheme.encrypt(&public, &message(&self.0), &seed)?;
        phase("add");
        let sum = scheme.add(&a, &a)?;
        phase("multiply");
        let product = scheme.multiply(&sum, &a)?;
        phase("decrypt");
        scheme.decrypt(&secret, &product, Unchecked::Always)?;
        Ok(())
    }
}

impl Program for ShieldApplication {
    fn run<R: Multiprecision>(&self, ring: &R, phase: &dyn Fn(&str)) -> Result<(), Error> {
        let (seed, scheme) = (Seed::from_bytes([1; 32]), Shield::new(&self.0, ring.clone())?);
        phase("keys");
        let secret = scheme.generate_secret_key(&seed)?;
        let public = scheme.generate_public_key(&secret, &seed)?;
        phase("encrypt");
        let a = scheme.encrypt(&public, &message(&self.0), &seed)?;
        phase("add");
        let sum = scheme.add(&a, &a)?;
        phase("multiply");
        let product = scheme.multiply(&sum, &a)?;
        phase("decrypt");
        scheme.decrypt(&secret, &product, Unchecked::Always)?;
        Ok(())
    }
}
