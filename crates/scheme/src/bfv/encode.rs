//! Messages as they lie in phases, and the noise beside them.

use num_bigint::BigInt;
use num_integer::Integer as _;
use ringassay_kernels::secrecy;
use ringassay_ring::{
    Powerful, RnsRing,
    rns::{Lift, log2_big},
};

use super::{Ciphertext, Context, SecretKey};
use crate::{Error, Ring, hybrid::product_modulo, noise::Noise};

impl<R: Ring> Context<R> {
    /// round(Q·m/t) = (Q·m - r)/t with r = Q·m modulo t, centred, for Q of a level, whose
    /// ring this is: -r/t modulo Q.
    pub(super) fn scaled_message(
        &self,
        message: &[u64],
        ring: &R,
    ) -> Result<R::Element<Powerful>, Error> {
        let t = &self.own().t;
        let primes = ring.moduli();
        let q = product_modulo(primes, t.q());
        self.check_message(message)?;
        let scaled: Vec<u64> = message.iter().map(|&m| t.modulus().mul(m, q)).collect();
        let mut encoded = ring.message(&scaled, t)?;
        R::scale_assign(&mut encoded, &self.own().minus_inverse_t[..primes.len()])?;
        Ok(encoded)
    }

    /// Fails unless these are residues modulo t.
    pub(super) fn check_message(&self, message: &[u64]) -> Result<(), Error> {
        let t = self.parameters().t;
        if secrecy::all_below(message, t) {
            return Ok(());
        }
        Err(Error::Parameters(format!(
            "the coefficients of a message lie below the plaintext modulus {t}"
        )))
    }

    /// What round(Q·m/t) differs from Q·m/t by: r/t for r modulo t, centred, of which a caller who
    /// chooses m may choose the worst.
    pub(super) fn encoding_noise(&self) -> Noise {
        let log2_t = (self.parameters().t as f64).log2();
        self.model().scaled(&self.own().plaintexts.message(), -log2_t)
    }

    /// -1/Q modulo t for Q of a level, which is coprime to t.
    pub(super) fn minus_inverse_q(&self, level: usize) -> Result<u64, Error> {
        let t = self.own().t.modulus();
        let q = product_modulo(self.ring_at(level)?.moduli(), t.value());
        let inverse = t.inverse(q).ok_or_else(|| {
            Error::Parameters("Q is not invertible modulo the plaintext modulus".to_owned())
        })?;
        Ok(t.neg(inverse))
    }

    /// t·w modulo primes of Q, of a phase (Q/t)·m + w: as long as w stays below Q/(2·t), the message is not in it.
    pub(super) fn noise_times_t(
        &self,
        mut phase: R::Element<Powerful>,
    ) -> Result<R::Element<Powerful>, Error> {
        let primes = R::ring(&phase).moduli().len();
        let factors = &self.own().t_modulo_q[..primes];
        R::scale_assign(&mut phase, factors)?;
        Ok(phase)
    }
}

impl Context<RnsRing> {
    /// log2 of the largest coefficient of w, exactly, for the message that a ciphertext holds. It
    /// reveals the secret key to whoever knows the ciphertext's history.
    ///
    /// # Errors
    /// When an operand is of other parameters.
    pub fn largest_noise_bits(
        &self,
        key: &SecretKey<RnsRing>,
        a: &Ciphertext<RnsRing>,
        message: &[u64],
    ) -> Result<f64, Error> {
        let phase = RnsRing::into_powerful(self.phase(key, a)?);
        let moduli = phase.ring().rns_moduli()?;
        let (q, t) = (BigInt::from(moduli.product().clone()), self.parameters().t);
        let whole = &q * t;
        // t·w = t·phase - Q·m modulo Q·t.
        let noise = |(x, &m): (&BigInt, &u64)| {
            let x = (x * t - &q * m).mod_floor(&whole);
            x.clone().min(&whole - x)
        };
        let lifted = phase.lift_big(&Lift::new(&moduli))?;
        let largest = lifted.iter().zip(message).map(noise).max().unwrap_or_default();
        Ok(log2_big(largest.magnitude()) - (t as f64).log2())
    }
}
