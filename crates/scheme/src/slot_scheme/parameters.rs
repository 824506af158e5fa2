//! Parameters of schemes with slots.

use std::{fmt, ops::Range};

use ringassay_ring::{index::Index, sample::Distribution};

use super::{ComputingScheme, SlotScheme};
use crate::{
    Error, Ring, Scheme, bgv::PlaintextModulus, encoding::PlaintextRing, serial::SerialError,
};

/// What defines an instance of a scheme with slots: public, and sent with every key.
pub trait SlotParameters: Clone + fmt::Debug + PartialEq + Send + Sync + Sized + 'static {
    /// Which scheme.
    const SCHEME: Scheme;

    /// The instance over a ring.
    type Over<R: Ring>: SlotScheme<Ring = R, Parameters = Self>;

    /// The instance that computes: `Over<RnsRing>`.
    type Computing: ComputingScheme<Parameters = Self>;

    /// Fails unless an instance with these parameters exists.
    ///
    /// # Errors
    /// With the reason, and what to change.
    fn check(&self) -> Result<(), Error>;

    /// The instance over `ring`, which has this index and all these primes.
    ///
    /// # Errors
    /// If there is no such instance, or the ring is another.
    fn over<R: Ring>(&self, ring: &R) -> Result<Self::Over<R>, Error>;

    /// The instance that computes.
    ///
    /// # Errors
    /// If there is no such instance.
    fn computing(&self) -> Result<Self::Computing, Error>;

    /// The index m of the ring.
    fn index(&self) -> &Index;

    /// The plaintext modulus.
    fn t(&self) -> u64;

    /// The primes of Q of fresh ciphertexts, all that there may be.
    fn ciphertext_primes(&self) -> Vec<u64>;

    /// The primes of P, the special modulus of key switching.
    fn special_primes(&self) -> &[u64];

    /// All primes, in the order of the ring's limbs.
    fn all_primes(&self) -> Vec<u64>;

    /// The most primes to a digit of key switching.
    fn digit_limbs(&self) -> usize;

    /// The digits of key switching: which primes of Q make each.
    fn digits(&self) -> Vec<Range<usize>>;

    /// The distribution of secrets.
    fn secret(&self) -> Distribution;

    /// The width σ of errors.
    fn sigma(&self) -> f64;

    /// Whether changes of the modulus multiply messages by numbers that ciphertexts carry: in BGV with primes that are
    /// not 1 modulo t.
    fn has_factors(&self) -> bool {
        false
    }

    /// All primes by what they are for, under the names of the catalogue.
    fn prime_groups(&self) -> Vec<(&'static str, &[u64])>;

    /// What only this scheme has, by name: for reports.
    fn facts(&self) -> Vec<(&'static str, u64)>;

    /// The parameters as bytes ([`serial`](crate::serial)).
    ///
    /// # Errors
    /// If they exceed what can be saved.
    fn save(&self) -> Result<Vec<u8>, SerialError>;

    /// The parameters that these bytes hold.
    ///
    /// # Errors
    /// If they hold none of this scheme.
    fn load(bytes: &[u8]) -> Result<Self, SerialError>;

    /// log2 Q of fresh ciphertexts.
    fn log2_q(&self) -> f64 {
        log2(&self.ciphertext_primes())
    }

    /// log2 P.
    fn log2_p(&self) -> f64 {
        log2(self.special_primes())
    }

    /// log2 of the largest modulus at which something is published: Q·P, of keys for key switching.
    fn log2_qp(&self) -> f64 {
        self.log2_q() + self.log2_p()
    }

    /// The slots of plaintexts.
    ///
    /// # Errors
    /// If the plaintext modulus is no power of a prime, or has no slots at this index.
    fn plaintext_ring(&self) -> Result<PlaintextRing, Error> {
        let PlaintextModulus { prime, exponent } = PlaintextModulus::try_from(self.t())?;
        Ok(PlaintextRing::new(self.index(), prime, exponent)?)
    }
}

/// log2 of a product of primes.
fn log2(primes: &[u64]) -> f64 {
    primes.iter().map(|&q| (q as f64).log2()).sum()
}
