//! Encrypted vectors.

use std::{fmt, sync::Arc};

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    ckks,
    serial::{Saved as _, SavedCiphertext as _},
};

use super::{EvaluationKeys, Session};
use crate::{Error, owner::Owner};

/// An encrypted vector of ℓ real or complex numbers. Operators act entry by entry and return a [`Result`]. A
/// handle: clones share the ciphertext, and a product of two handles of one ciphertext is its square.
#[derive(Clone)]
pub struct Ciphertext {
    session: Session,
    inner: Arc<ckks::Ciphertext<RnsRing>>,
    /// For products and rotations; results inherit them.
    evaluation: Option<EvaluationKeys>,
    owner: Owner,
}

impl fmt::Debug for Ciphertext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (length, level) = (self.session.length(), self.level());
        write!(f, "Ciphertext({length} entries, level {level}, {:.1} bits)", self.precision_bits())
    }
}

impl Session {
    /// A saved ciphertext; [`Ciphertext::using`] gives it keys to be multiplied and rotated with.
    ///
    /// # Errors
    /// As [`Session::load_secret_key`].
    pub fn load_ciphertext(&self, bytes: &[u8]) -> Result<Ciphertext, Error> {
        let inner = ckks::Ciphertext::load(self.scheme(), bytes)?;
        Ok(Ciphertext::new(self, inner, Owner::UNKNOWN))
    }
}

impl Ciphertext {
    pub(super) fn new(session: &Session, inner: ckks::Ciphertext<RnsRing>, owner: Owner) -> Self {
        Self { session: session.clone(), inner: Arc::new(inner), evaluation: None, owner }
    }

    /// What an operation makes of it.
    pub(super) fn with(&self, inner: ckks::Ciphertext<RnsRing>) -> Self {
        Self { inner: Arc::new(inner), ..self.clone() }
    }

    /// As it is, with the keys of `other` if it has none: for what is computed from both.
    ///
    /// # Errors
    /// If both are under the keys of different users, or of other parameters.
    pub(super) fn beside(&self, other: &Self) -> Result<Self, Error> {
        self.session.check(&other.session, "an operand")?;
        let owner = self.owner.joined(other.owner, "an operand")?;
        let evaluation = self.evaluation.as_ref().or(other.evaluation.as_ref()).cloned();
        Ok(Self { evaluation, owner, ..self.clone() })
    }

    /// The ciphertext of the scheme.
    pub fn inner(&self) -> &ckks::Ciphertext<RnsRing> {
        &self.inner
    }

    /// Of which parameters it is.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether both are handles of one ciphertext.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// The keys for products and rotations, if it carries them.
    pub fn evaluation(&self) -> Option<&EvaluationKeys> {
        self.evaluation.as_ref()
    }

    /// The same ciphertext with keys for products and rotations.
    ///
    /// # Errors
    /// If they are of other parameters, or of another user as far as that is known.
    pub fn using(&self, keys: &EvaluationKeys) -> Result<Self, Error> {
        self.session.check(keys.session(), "the evaluation keys")?;
        let owner = self.owner.joined(keys.owner(), "the ciphertext")?;
        Ok(Self { evaluation: Some(keys.clone()), owner, ..self.clone() })
    }

    /// How many more products can follow one another.
    pub fn level(&self) -> usize {
        self.inner.level().saturating_sub(usize::from(self.is_unscaled()))
    }

    /// Whether it is a product that was not yet rescaled.
    pub(super) fn is_unscaled(&self) -> bool {
        let single = f64::from(self.session.parameters().log2_scale);
        self.inner.scale().log2() > 1.5 * single
    }

    /// What no entry's error exceeds when it is decrypted, but for a probability of about 2^-64 over keys and
    /// encryptions: the ciphertext's own, and what decoding and the doubles that it returns add.
    pub fn worst_error(&self) -> f64 {
        let own = self.session.scheme().log2_worst_error(&self.inner);
        self.session.delivered_error(own, self.largest(), self.inner.scale())
    }

    /// What no entry exceeds, by what is known of the operands.
    pub fn largest(&self) -> f64 {
        self.inner.estimate().log2_message(self.inner.scale()).exp2()
    }

    /// The root mean square of the error of an entry, a complex number, in the average case.
    pub fn average_error(&self) -> f64 {
        self.session.scheme().log2_average_error(&self.inner).exp2()
    }

    /// The bits after the point that are right in every entry: -log2 of the worst error.
    pub fn precision_bits(&self) -> f64 {
        -self.worst_error().log2()
    }

    /// The ciphertext as bytes.
    ///
    /// # Errors
    /// If its estimate is out of range; [`Error::HidesNothing`] if everybody could read it.
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        if self.inner.is_transparent() {
            return Err(Error::HidesNothing);
        }
        Ok(self.inner.save(self.session.scheme())?)
    }
}
