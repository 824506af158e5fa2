//! Ciphertexts of learning with errors over a ring, of rank k.

use ringassay_ring::Powerful;

use super::RlweSecret;
use crate::{
    Error, Fused,
    ring::{Exponent, LweRing},
};

/// (A_1, …, A_k, B): see the [module](super).
#[derive(Debug, Clone)]
pub struct Rlwe<R: LweRing> {
    /// A_1, …, A_k, B: at least one.
    components: Vec<R::Element<Powerful>>,
}

impl<R: LweRing> Rlwe<R> {
    /// The ciphertext of these components, the body last.
    ///
    /// # Errors
    /// Returns an error if there are none, or they lie in different rings.
    pub fn new(components: Vec<R::Element<Powerful>>) -> Result<Self, Error> {
        let Some(last) = components.last() else { return Err(no_components()) };
        match components.iter().find(|x| R::ring(x) != R::ring(last)) {
            None => Ok(Self { components }),
            Some(other) => Err(Error::OtherRing(format!(
                "components in {:?} and in {:?}",
                R::ring(other),
                R::ring(last)
            ))),
        }
    }

    /// (0, …, 0, x), whose phase is x under all secrets of rank k.
    pub fn trivial(rank: usize, x: R::Element<Powerful>) -> Self {
        let mut components: Vec<_> = (0..rank).map(|_| R::ring(&x).zero()).collect();
        components.push(x);
        Self { components }
    }

    /// k.
    pub fn rank(&self) -> usize {
        self.components.len() - 1
    }

    /// A_1, …, A_k, B.
    pub fn components(&self) -> &[R::Element<Powerful>] {
        &self.components
    }

    /// self += other.
    ///
    /// # Errors
    /// Returns an error if the ranks or the rings differ.
    pub fn add_assign(&mut self, other: &Self) -> Result<(), Error> {
        self.same_rank(other.rank())?;
        let pairs = self.components.iter_mut().zip(&other.components);
        pairs.into_iter().try_for_each(|(x, y)| R::add_assign(x, y))
    }

    /// self -= other.
    ///
    /// # Errors
    /// Returns an error if the ranks or the rings differ.
    pub fn sub_assign(&mut self, other: &Self) -> Result<(), Error> {
        self.same_rank(other.rank())?;
        let pairs = self.components.iter_mut().zip(&other.components);
        pairs.into_iter().try_for_each(|(x, y)| R::sub_assign(x, y))
    }

    /// X^a times the ciphertext: its phase is multiplied likewise.
    ///
    /// # Errors
    /// Returns an error if the exponent's sample is not one modulo 2N, or has no such word.
    pub fn rotated(&self, exponent: Exponent<'_, R>) -> Result<Self, Error> {
        let components = self.components.iter().map(|x| R::rotated(x, exponent));
        Ok(Self { components: components.collect::<Result<_, _>>()? })
    }

    /// The sample whose phase is one coefficient of the phase, under the coefficients of all secrets.
    ///
    /// # Errors
    /// Returns an error if there is no such coefficient.
    pub fn extract(&self, coefficient: usize) -> Result<R::Sample, Error> {
        let Some((body, mask)) = self.components.split_last() else { return Err(no_components()) };
        R::extract(mask, body, coefficient)
    }

    /// B - Σ A_j·S_j, secret.
    ///
    /// # Errors
    /// Returns an error if the secrets are of another rank or ring.
    pub fn phase(&self, secret: &RlweSecret<R>) -> Result<R::Element<Powerful>, Error> {
        self.same_rank(secret.rank())?;
        let Some((body, mask)) = self.components.split_last() else { return Err(no_components()) };
        let mut phase = R::into_crt(body.clone());
        for (a, minus_s) in mask.iter().zip(secret.negated()) {
            R::Fused::mul_add_assign(&mut phase, &R::into_crt(a.clone()), minus_s)?;
        }
        Ok(R::into_powerful(phase))
    }

    fn same_rank(&self, other: usize) -> Result<(), Error> {
        same_rank(self.rank(), other)
    }
}

/// Fails unless ranks are equal.
pub(super) fn same_rank(given: usize, expected: usize) -> Result<(), Error> {
    if given == expected {
        return Ok(());
    }
    Err(Error::Parameters(format!("a ciphertext of rank {given} where {expected} is needed")))
}

fn no_components() -> Error {
    Error::Parameters("a ciphertext needs a component".into())
}
