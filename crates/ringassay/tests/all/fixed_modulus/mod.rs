//! A packed scheme of another crate, written against what `ringassay_scheme` makes public: BGV modulo one Q, without
//! changes of the modulus. For tests only: a chain of moduli is smaller and faster.
//!
//! The tests of `operations` run with it, beside BGV and BFV.

mod choice;
mod integers;
mod saved;
mod scheme;

use ringassay::{
    ring::{index::Index, sample::Distribution},
    scheme::{Error, bgv::PlaintextModulus, hybrid::HybridScheme as _},
    vectors::IntegerVectors,
};

/// A parameter set.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Parameters {
    /// The index m.
    pub index: Index,
    /// t, a power of a prime that does not divide m.
    pub t: u64,
    /// The primes of Q. A digit of key switching is one of them.
    pub primes: Vec<u64>,
    /// The primes of P.
    pub special: Vec<u64>,
}

/// The distribution of secrets.
const SECRET: Distribution = Distribution::Ternary;

/// The width of errors.
const SIGMA: f64 = 3.2;

impl Parameters {
    fn all_primes(&self) -> Vec<u64> {
        [&self.primes[..], &self.special].concat()
    }

    fn verify(&self) -> Result<(), Error> {
        let PlaintextModulus { prime, .. } = PlaintextModulus::try_from(self.t)?;
        let divides = |x: u64| x.is_multiple_of(prime);
        if self.primes.is_empty()
            || self.special.is_empty()
            || divides(self.index.m())
            || self.all_primes().into_iter().any(divides)
        {
            return Err(Error::Parameters("there is no such instance".to_owned()));
        }
        Ok(())
    }
}

impl ringassay::Scheme for Parameters {
    type Vectors = IntegerVectors;
}

#[test]
fn it_is_none_of_the_catalogue() {
    assert!(!ringassay::scheme::Scheme::ALL.contains(&Parameters::SCHEME));
}
