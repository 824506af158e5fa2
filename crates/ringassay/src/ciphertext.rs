//! Encrypted vectors.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::Arc,
};

use ringassay_scheme::{
    serial::{Saved as _, SavedCiphertext as _},
    slot_scheme::{ComputingScheme, Role},
};

use crate::{Error, EvaluationKeys, Session, owner::Owner};

/// An encrypted vector of ℓ integers modulo t. Operators act entry by entry and return a [`Result`]: whatever
/// would not be certain to decrypt is refused. A handle: clones share the ciphertext, and a product of two
/// handles of one ciphertext is known as its square.
pub struct Ciphertext<S: ComputingScheme> {
    session: Session<S>,
    inner: Arc<S::Ciphertext>,
    /// For products and rotations; results inherit them.
    evaluation: Option<EvaluationKeys<S>>,
    owner: Owner,
    insists: bool,
}

impl<S: ComputingScheme> Clone for Ciphertext<S> {
    fn clone(&self) -> Self {
        Self {
            session: self.session.clone(),
            inner: Arc::clone(&self.inner),
            evaluation: self.evaluation.clone(),
            owner: self.owner,
            insists: self.insists,
        }
    }
}

impl<S: ComputingScheme> fmt::Debug for Ciphertext<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let budget = self.session.scheme().noise_budget_bits(&self.inner);
        write!(f, "Ciphertext({} entries, {budget:.1} bits of noise budget)", self.session.length())
    }
}

impl<S: ComputingScheme> Session<S> {
    /// A saved ciphertext; [`Ciphertext::using`] gives it keys to be multiplied and rotated with.
    ///
    /// # Errors
    /// As [`Session::load_secret_key`].
    pub fn load_ciphertext(&self, bytes: &[u8]) -> Result<Ciphertext<S>, Error> {
        Ok(Ciphertext::new(self, S::Ciphertext::load(self.scheme(), bytes)?, Owner::UNKNOWN))
    }
}

impl<S: ComputingScheme> Ciphertext<S> {
    pub(crate) fn new(session: &Session<S>, inner: S::Ciphertext, owner: Owner) -> Self {
        let (session, inner) = (session.clone(), Arc::new(inner));
        Self { session, inner, evaluation: None, owner, insists: false }
    }

    /// The ciphertext of the scheme.
    pub fn inner(&self) -> &S::Ciphertext {
        &self.inner
    }

    /// Of which parameters it is.
    pub fn session(&self) -> &Session<S> {
        &self.session
    }

    /// The keys for products and rotations, if it carries them.
    pub fn evaluation(&self) -> Option<&EvaluationKeys<S>> {
        self.evaluation.as_ref()
    }

    pub(crate) fn owner(&self) -> Owner {
        self.owner
    }

    /// Whether nothing is refused for its noise.
    pub fn insists(&self) -> bool {
        self.insists
    }

    /// The same ciphertext with keys for products and rotations, which results inherit.
    ///
    /// # Errors
    /// If the keys are of other parameters, or of another user as far as that is known.
    pub fn using(mut self, keys: &EvaluationKeys<S>) -> Result<Self, Error> {
        self.session.check(keys.session(), "the evaluation keys")?;
        self.owner = self.owner.joined(keys.owner(), "the ciphertext")?;
        self.evaluation = Some(keys.clone());
        Ok(self)
    }

    /// The same ciphertext, computed with and decrypted whatever its noise, like its results.
    #[must_use]
    pub fn insisting(mut self) -> Self {
        self.insists = true;
        self
    }

    /// The noise budget in bits: what is left between the bound of the noise and what decrypts. Positive
    /// where decryption is guaranteed; every operation uses some of it up, products most.
    ///
    /// # Errors
    /// None for a ciphertext of this session.
    pub fn noise_budget_bits(&self) -> Result<f64, Error> {
        Ok(self.session.scheme().noise_budget_bits(&self.inner))
    }

    /// The sum with a vector.
    ///
    /// # Errors
    /// If the vector has another length or entries beyond t, or the result would not be certain to decrypt;
    /// likewise below.
    pub fn add_plain(&self, vector: &[u64]) -> Result<Self, Error> {
        let prepared = self.prepared(vector, Role::Addend)?;
        self.made(None, |scheme| {
            let mut sum = S::Ciphertext::clone(&self.inner);
            scheme.add_prepared_assign(&mut sum, &prepared)?;
            Ok(sum)
        })
    }

    /// The difference to a vector.
    ///
    /// # Errors
    /// As [`Ciphertext::add_plain`].
    pub fn sub_plain(&self, vector: &[u64]) -> Result<Self, Error> {
        let t = self.session.vectors().encoder().ring().modulus();
        // Entries beyond t stay beyond t, and are refused.
        let negative = |&x: &u64| if x == 0 || x >= t { x } else { t - x };
        self.add_plain(&vector.iter().map(negative).collect::<Vec<_>>())
    }

    /// The product with a vector.
    ///
    /// # Errors
    /// As [`Ciphertext::add_plain`].
    pub fn multiply_plain(&self, vector: &[u64]) -> Result<Self, Error> {
        let prepared = self.prepared(vector, Role::Factor)?;
        self.made(None, |scheme| scheme.multiply_prepared(&self.inner, &prepared))
    }

    /// Its entries where the mask is 1, those of `other` where it is 0.
    ///
    /// # Errors
    /// If the mask has entries other than 0 and 1; as [`Ciphertext::add_plain`].
    pub fn select(&self, other: &Self, mask: &[u64]) -> Result<Self, Error> {
        if mask.iter().any(|&bit| bit > 1) {
            return Err(Error::Mask);
        }
        let mask = self.session.plaintext(mask)?;
        self.made(Some(other), |scheme| scheme.select(&self.inner, &other.inner, &mask))
    }

    /// The vector rotated: entry i becomes entry i + `steps` modulo ℓ.
    ///
    /// # Errors
    /// Without evaluation keys that compose the rotation; as [`Ciphertext::add_plain`].
    pub fn rotate(&self, steps: i64) -> Result<Self, Error> {
        let (vectors, keys) = (self.session.vectors(), self.keys(None)?);
        self.made(None, |scheme| {
            scheme.rotate(&self.inner, steps, vectors, (keys.set(), keys.inner()))
        })
    }

    /// The square, entry by entry.
    ///
    /// # Errors
    /// Without evaluation keys; as [`Ciphertext::add_plain`].
    pub fn square(&self) -> Result<Self, Error> {
        self.product(self)
    }

    /// The power of each entry, in the least depth: ⌈log2 `exponent`⌉ products one after the other.
    ///
    /// # Errors
    /// If the exponent is 0; as [`Ciphertext::square`].
    pub fn power(&self, exponent: u64) -> Result<Self, Error> {
        if exponent == 0 {
            return Err(Error::Exponent);
        }
        // The exponents that halving leads to: two neighbours of each size.
        let mut needed = BTreeSet::from([exponent]);
        let (mut low, mut high) = (exponent, exponent);
        while high > 1 {
            (low, high) = (low / 2, high - high / 2);
            needed.extend([low, high]);
        }
        let mut known = BTreeMap::from([(1, self.clone())]);
        for k in needed.into_iter().filter(|&k| k > 1) {
            if let (Some(a), Some(b)) = (known.get(&(k / 2)), known.get(&(k - k / 2))) {
                let power = a.product(b)?;
                known.insert(k, power);
            }
        }
        known.remove(&exponent).ok_or(Error::Exponent)
    }

    /// The ciphertext as bytes, without keys.
    ///
    /// # Errors
    /// If it exceeds 4 GiB; [`Error::HidesNothing`] if everybody could read it.
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        if self.inner.is_transparent() {
            return Err(Error::HidesNothing);
        }
        Ok(self.inner.save(self.session.scheme())?)
    }

    pub(crate) fn sum(&self, other: &Self) -> Result<Self, Error> {
        self.made(Some(other), |scheme| scheme.add(&self.inner, &other.inner))
    }

    /// The sum, in the memory of this operand if no other handle shares it.
    pub(crate) fn sum_into(self, other: &Self) -> Result<Self, Error> {
        if Arc::ptr_eq(&self.inner, &other.inner) {
            return self.sum(other);
        }
        let Self { session, inner, evaluation, owner, insists } = self;
        match Arc::try_unwrap(inner) {
            Err(inner) => Self { session, inner, evaluation, owner, insists }.sum(other),
            Ok(inner) => {
                session.check(&other.session, "an operand")?;
                let owner = owner.joined(other.owner, "an operand")?;
                let insists = insists || other.insists;
                let scheme = session.scheme_for(insists);
                let level = S::level(&inner).min(S::level(&other.inner));
                let mut sum = scheme.switched(inner, level)?;
                scheme.add_assign(&mut sum, &*scheme.at_level(&other.inner, level)?)?;
                let evaluation = evaluation.or_else(|| other.evaluation.clone());
                Ok(Self { session, inner: Arc::new(sum), evaluation, owner, insists })
            }
        }
    }

    pub(crate) fn difference(&self, other: &Self) -> Result<Self, Error> {
        self.made(Some(other), |scheme| scheme.sub(&self.inner, &other.inner))
    }

    pub(crate) fn product(&self, other: &Self) -> Result<Self, Error> {
        let keys = self.keys(Some(other))?;
        self.made(Some(other), |scheme| scheme.multiply(&self.inner, &other.inner, keys.inner()))
    }

    pub(crate) fn negative(&self) -> Self {
        let inner = Arc::new(self.session.scheme().negate(&self.inner));
        Self { inner, ..self.clone() }
    }

    fn keys<'a>(&'a self, other: Option<&'a Self>) -> Result<&'a EvaluationKeys<S>, Error> {
        let own = self.evaluation.as_ref();
        own.or_else(|| other?.evaluation.as_ref()).ok_or(Error::NoEvaluationKeys)
    }

    /// A vector prepared for sums or products with this ciphertext.
    fn prepared(&self, vector: &[u64], role: Role) -> Result<S::Prepared, Error> {
        let plaintext = self.session.plaintext(vector)?;
        Ok(self.session.scheme().prepare(&plaintext, S::level(&self.inner), role)?)
    }

    /// What an operation makes of it, and maybe of another.
    fn made(
        &self,
        other: Option<&Self>,
        operation: impl FnOnce(&S) -> Result<S::Ciphertext, ringassay_scheme::Error>,
    ) -> Result<Self, Error> {
        let mut owner = self.owner;
        if let Some(other) = other {
            self.session.check(&other.session, "an operand")?;
            owner = owner.joined(other.owner, "an operand")?;
        }
        let insists = self.insists || other.is_some_and(Self::insists);
        let inner = Arc::new(operation(self.session.scheme_for(insists))?);
        let evaluation = self.evaluation.clone();
        let evaluation = evaluation.or_else(|| other?.evaluation.clone());
        Ok(Self { session: self.session.clone(), inner, evaluation, owner, insists })
    }
}
