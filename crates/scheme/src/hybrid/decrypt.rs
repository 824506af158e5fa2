//! Phases.

use ringassay_ring::Crt;

use super::{Ciphertext, Context, HybridScheme, SecretKey};
use crate::{Error, Ring};

/// Coefficients are looked at for damage where they exceed their bound and are at most so many bits below the
/// limit: smaller ones would not be told from errors of the comparison. A random phase passes with the
/// probability 2^-40 for one coefficient, and there are n.
pub(crate) const DETECTED_BITS: f64 = 40.0;

impl<P: HybridScheme, R: Ring> Context<P, R> {
    /// Σ c_j·s^j modulo Q of the ciphertext's level: secret.
    pub(crate) fn phase(
        &self,
        key: &SecretKey<P, R>,
        a: &Ciphertext<P, R>,
    ) -> Result<R::Element<Crt>, Error> {
        self.phase_of(key, &a.parts, a.level)
    }

    /// Σ c_j·s^j of components modulo Q of a level: secret.
    pub(crate) fn phase_of(
        &self,
        key: &SecretKey<P, R>,
        parts: &[R::Element<Crt>],
        level: usize,
    ) -> Result<R::Element<Crt>, Error> {
        let secret = self.secret_at(key, level)?;
        let Some((last, rest)) = parts.split_last() else {
            let remedy = "take one that was encrypted";
            return Err(Error::Components { found: 0, needed: 1, remedy });
        };
        // Horner's rule.
        rest.iter().rev().try_fold(last.clone(), |mut phase, part| {
            R::mul_assign(&mut phase, &secret)?;
            R::add_assign(&mut phase, part)?;
            Ok(phase)
        })
    }

    /// s modulo the primes of a level.
    pub(super) fn secret_at(
        &self,
        key: &SecretKey<P, R>,
        level: usize,
    ) -> Result<R::Element<Crt>, Error> {
        let tables = self.tables_at(level)?;
        R::pick_limbs(&key.element, &tables.ring, tables.own())
    }
}
