//! Samples of ring learning with errors.

use ringassay_ring::{
    Crt, Powerful,
    index::Index,
    sample::{Sampler, Seed, Stream},
};

use crate::{Error, Fused, Ring, purpose::ERROR};

/// (b, a).
pub(super) type RlweSample<R> = (<R as Ring>::Element<Crt>, <R as Ring>::Element<Crt>);

/// Samples of ring learning with errors: errors of a distribution, times t.
#[derive(Debug)]
pub(super) struct RlweSampler<'a> {
    pub(super) errors: &'a Sampler,
    /// BGV: the plaintext modulus. BFV and CKKS: 1.
    pub(super) t: u64,
}

impl RlweSampler<'_> {
    /// t·g·e.
    pub(super) fn error<R: Ring>(
        &self,
        ring: &R,
        stream: &mut Stream,
    ) -> Result<R::Element<Powerful>, Error> {
        ring.error(self.errors, stream, self.t)
    }

    /// g·e, as integers.
    pub(super) fn small_error<R: Ring>(
        &self,
        ring: &R,
        stream: &mut Stream,
    ) -> Result<R::Integer, Error> {
        ring.small_error(self.errors, stream, 1)
    }

    /// b with b + a·s = t·g·e + `message` (0 if there is none), given -s.
    pub(super) fn rlwe_part<R: Ring>(
        &self,
        minus_secret: &R::Element<Crt>,
        a: &R::Element<Crt>,
        error: &Seed,
        message: Option<&R::Element<Powerful>>,
    ) -> Result<R::Element<Crt>, Error> {
        let mut error = self.error(R::ring(a), &mut error.stream(ERROR, 0))?;
        if let Some(message) = message {
            R::add_assign(&mut error, message)?;
        }
        let mut b = R::into_crt(error);
        R::Fused::mul_add_assign(&mut b, a, minus_secret)?;
        R::publish(&mut b);
        Ok(b)
    }

    /// (b, a) with b + a·s = t·g·e + `message` (0 if there is none), a from a public seed, given -s.
    pub(super) fn rlwe_sample<R: Ring>(
        &self,
        ring: &R,
        minus_secret: &R::Element<Crt>,
        uniform: &Seed,
        error: &Seed,
        message: Option<&R::Element<Powerful>>,
    ) -> Result<RlweSample<R>, Error> {
        let a = ring.uniform(uniform);
        let b = self.rlwe_part::<R>(minus_secret, &a, error, message)?;
        Ok((b, a))
    }
}

/// The k' with k·k' ≡ 1 modulo m.
///
/// # Errors
/// If k is no unit modulo m.
pub(super) fn inverse_exponent(index: &Index, k: u32) -> Result<u32, Error> {
    let m = index.m();
    let (mut old, mut new) = ((m as i64, 0_i64), (i64::from(k) % m as i64, 1_i64));
    while new.0 != 0 {
        let quotient = old.0 / new.0;
        (old, new) = (new, (old.0 - quotient * new.0, old.1 - quotient * new.1));
    }
    if old.0 != 1 {
        return Err(Error::Parameters(format!(
            "ζ ↦ ζ^{k} is no automorphism: {k} and the index {m} have a common divisor"
        )));
    }
    Ok(old.1.rem_euclid(m as i64) as u32)
}

/// The product of the primes `product` modulo q; 0 modulo its own.
pub(crate) fn product_modulo(product: &[u64], q: u64) -> u64 {
    let factors = product.iter().map(|p| p % q);
    factors.fold(1 % q, |r, p| (u128::from(r) * u128::from(p) % u128::from(q)) as u64)
}
