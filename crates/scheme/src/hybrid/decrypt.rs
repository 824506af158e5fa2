//! Phases.

use ringassay_ring::{Crt, Powerful};

use super::{Ciphertext, Context, HybridScheme, SecretKey};
use crate::{Error, Fused, Ring};

/// Coefficients are looked at for damage where they exceed their bound and are at most so many bits below the
/// limit: the comparison is off by up to L·2^-50 of the modulus, 2^-5 of what is so far below it, and would not tell
/// smaller ones.
const DETECTED_BITS: f64 = 40.0;

impl<P: HybridScheme, R: Ring> Context<P, R> {
    /// Σ c_j·s^j modulo Q of the ciphertext's level: secret.
    ///
    /// # Errors
    /// Returns an error if the ciphertext is of other parameters.
    pub fn phase(
        &self,
        key: &SecretKey<P, R>,
        a: &Ciphertext<P, R>,
    ) -> Result<R::Element<Crt>, Error> {
        self.phase_at(key, a, a.level)
    }

    /// Σ c_j·s^j modulo Q of a level whose primes the ciphertext has: secret.
    pub(crate) fn phase_at(
        &self,
        key: &SecretKey<P, R>,
        a: &Ciphertext<P, R>,
        level: usize,
    ) -> Result<R::Element<Crt>, Error> {
        if a.parts.is_empty() {
            let remedy = "take one that was encrypted";
            return Err(Error::Components { found: 0, needed: 1, remedy });
        }
        let (own, tables) = (self.limbs_at(a.level)?, self.tables_at(level)?);
        let places = tables.own().iter().map(|limb| own.iter().position(|other| other == limb));
        let places = places.collect::<Option<Vec<_>>>().ok_or(Error::Modulus {
            what: "a ciphertext",
            found: a.level,
            wanted: level,
            reason: "it lacks primes of that level",
        })?;
        R::Fused::evaluate(&a.parts, &key.element, &tables.ring, [&places, tables.own()])
    }

    /// The phase modulo a level that holds it, with log2 of the bound of its coefficients and of what they have to stay
    /// below, if the ciphertext is guaranteed to decrypt and shows no damage: secret.
    ///
    /// # Errors
    /// Returns [`Error::Undecryptable`] and [`Error::DecryptionFailure`], neither if the context
    /// [insists](Context::insisting); another error if the ciphertext is of other parameters.
    pub fn sound_phase(
        &self,
        key: &SecretKey<P, R>,
        a: &Ciphertext<P, R>,
    ) -> Result<(R::Element<Powerful>, [f64; 2]), Error> {
        let bound_bits = P::bound_bits(self.model(), &a.estimate);
        let modulus_bits = self.limit_bits_at(a.level)?;
        if bound_bits >= modulus_bits && !self.insists() {
            return Err(Error::Undecryptable { noise_bits: bound_bits, modulus_bits });
        }
        let level = self.decryption_level(a, bound_bits)?;
        let limit_bits = self.limit_bits_at(level)?;
        let phase = R::into_powerful(self.phase_at(key, a, level)?);
        if self.is_damaged(&phase, bound_bits, limit_bits) {
            return Err(Error::DecryptionFailure { bound_bits });
        }
        Ok((phase, [bound_bits, limit_bits]))
    }

    /// Whether coefficients that have to stay below 2^`limit_bits`, and of an honest ciphertext below 2^`bound_bits`,
    /// show that it is none of this key, or damaged: one is certainly larger. Never if the context
    /// [insists](Context::insisting).
    ///
    /// An honest one is never taken for damaged, also where a coefficient is its bound to the last bit: the comparison
    /// errs to the other side only. The phase of another key is random: with b bits between bound and limit, at most
    /// [`DETECTED_BITS`], one coefficient passes with a probability of 2^-b, and all n with 2^(-n·b). From 64/n bits on
    /// (1/16 bit at n = 1024) it is certain to be seen, as far as anything is.
    pub(crate) fn is_damaged(
        &self,
        coefficients: &R::Element<Powerful>,
        bound_bits: f64,
        limit_bits: f64,
    ) -> bool {
        !self.insists() && R::is_larger(coefficients, bound_bits.max(limit_bits - DETECTED_BITS))
    }

    /// The lowest level below a ciphertext's, all of whose primes that has, and whose modulus holds a phase of at most
    /// so many bits with room to see damage; its own if there is none. The phase is the same integer modulo fewer
    /// primes, and takes less work there.
    pub(crate) fn decryption_level(
        &self,
        a: &Ciphertext<P, R>,
        bound_bits: f64,
    ) -> Result<usize, Error> {
        if self.insists() {
            return Ok(a.level);
        }
        let own = self.limbs_at(a.level)?;
        let enough = bound_bits + 1.0 + DETECTED_BITS;
        for level in 0..a.level {
            let limbs = self.limbs_at(level)?;
            if self.log2_q_at(level)? >= enough && limbs.iter().all(|limb| own.contains(limb)) {
                return Ok(level);
            }
        }
        Ok(a.level)
    }

    /// s modulo the primes of a level.
    pub(super) fn secret_at(
        &self,
        key: &SecretKey<P, R>,
        level: usize,
    ) -> Result<R::Element<Crt>, Error> {
        self.modulo_level(&key.element, level)
    }
}
