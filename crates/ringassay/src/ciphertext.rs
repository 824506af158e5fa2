//! Encrypted vectors.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::Arc,
};

use ringassay_scheme::{
    hybrid,
    serial::{Saved as _, SavedCiphertext as _},
};

use crate::{
    Error, EvaluationKeys, Session,
    keys::Entry,
    owner::Owner,
    vectors::{Inner, Instance, Scheme, Vectors},
};

/// An encrypted vector of ℓ entries. Operators act entry by entry and return a [`Result`]: whatever
/// would not be certain to decrypt is refused. A handle: clones share the ciphertext, and a product of two
/// handles of one ciphertext is known as its square.
pub struct Ciphertext<P: Scheme> {
    session: Session<P>,
    inner: Arc<Inner<P>>,
    /// For products and rotations; results inherit them.
    evaluation: Option<EvaluationKeys<P>>,
    owner: Owner,
    insists: bool,
}

impl<P: Scheme> Clone for Ciphertext<P> {
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

impl<P: Scheme> fmt::Debug for Ciphertext<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (session, length) = (&self.session, self.session.length());
        let known = session.vectors().describe(session.scheme(), &self.inner);
        write!(f, "Ciphertext({length} entries, {known})")
    }
}

impl<P: Scheme> Session<P> {
    /// A saved ciphertext; [`Ciphertext::using`] gives it keys to be multiplied and rotated with.
    ///
    /// # Errors
    /// Returns an error as [`Session::load_secret_key`].
    pub fn load_ciphertext(&self, bytes: &[u8]) -> Result<Ciphertext<P>, Error> {
        let inner = hybrid::Ciphertext::load(self.scheme(), bytes)?;
        Ok(Ciphertext::new(self, inner, Owner::UNKNOWN))
    }
}

impl<P: Scheme> Ciphertext<P> {
    pub(crate) fn new(session: &Session<P>, inner: Inner<P>, owner: Owner) -> Self {
        let (session, inner) = (session.clone(), Arc::new(inner));
        Self { session, inner, evaluation: None, owner, insists: false }
    }

    /// The ciphertext of the scheme.
    pub fn inner(&self) -> &Inner<P> {
        &self.inner
    }

    /// Of which parameters it is.
    pub fn session(&self) -> &Session<P> {
        &self.session
    }

    /// The scheme as it computes with this ciphertext.
    pub(crate) fn scheme(&self) -> &Instance<P> {
        self.session.scheme_for(self.insists)
    }

    /// The keys for products and rotations, if it carries them.
    pub fn evaluation(&self) -> Option<&EvaluationKeys<P>> {
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
    /// Returns an error if the keys are of other parameters, or of another user as far as that is known.
    pub fn using(mut self, keys: &EvaluationKeys<P>) -> Result<Self, Error> {
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

    /// What is known of it without its key.
    pub fn noise(&self) -> <P::Vectors as Vectors<P>>::Noise {
        self.session.vectors().noise(self.session.scheme(), &self.inner)
    }

    /// The noise budget in bits: what is left between the bound of the noise, in CKKS of message and errors, and what
    /// decrypts. Positive where decryption is guaranteed; every operation uses some of it up, products most.
    pub fn noise_budget_bits(&self) -> f64 {
        self.session.scheme().budget_bits(&self.inner)
    }

    /// The sum with a vector.
    ///
    /// # Errors
    /// Returns an error if the vector has another length or an entry that no vector has, or the result would not be
    /// certain to decrypt.
    pub fn add_plain(&self, vector: &[Entry<P>]) -> Result<Self, Error> {
        self.made(|vectors, scheme| vectors.add_plain(scheme, &self.inner, vector))
    }

    /// The difference to a vector.
    ///
    /// # Errors
    /// Returns an error as [`Ciphertext::add_plain`].
    pub fn sub_plain(&self, vector: &[Entry<P>]) -> Result<Self, Error> {
        let vectors = self.session.vectors();
        self.add_plain(&vector.iter().map(|&x| vectors.negated(x)).collect::<Vec<_>>())
    }

    /// The product with a vector; in CKKS one level.
    ///
    /// # Errors
    /// Returns an error as [`Ciphertext::add_plain`].
    pub fn multiply_plain(&self, vector: &[Entry<P>]) -> Result<Self, Error> {
        self.made(|vectors, scheme| vectors.multiply_plain(scheme, &self.inner, vector))
    }

    /// Its entries where the mask is true, those of `other` where it is false.
    ///
    /// # Errors
    /// Returns an error if the mask has another length, or as [`Ciphertext::add_plain`].
    pub fn select(&self, other: &Self, mask: &[bool]) -> Result<Self, Error> {
        let both = self.beside(other)?;
        both.made(|vectors, scheme| vectors.select(scheme, &self.inner, &other.inner, mask))
    }

    /// The vector rotated to the left: entry i becomes what entry i + `steps` was, modulo ℓ; in CKKS modulo the
    /// [slots](crate::vectors::Numbers::slots). `steps` may be negative.
    ///
    /// # Errors
    /// Returns an error without evaluation keys that compose the rotation, or as [`Ciphertext::add_plain`].
    pub fn rotate(&self, steps: i64) -> Result<Self, Error> {
        let keys = self.keys()?;
        self.made(|vectors, scheme| {
            vectors.rotate(scheme, &self.inner, steps, (keys.set(), keys.inner()))
        })
    }

    /// The square, entry by entry.
    ///
    /// # Errors
    /// Returns an error without evaluation keys, or as [`Ciphertext::add_plain`].
    pub fn square(&self) -> Result<Self, Error> {
        self.product(self)
    }

    /// The power of each entry, in the least depth: ⌈log2 `exponent`⌉ products one after the other.
    ///
    /// # Errors
    /// Returns an error if the exponent is 0, or as [`Ciphertext::square`].
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
    /// Returns an error if it exceeds 4 GiB; [`Error::HidesNothing`] if everybody could read it.
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        if self.inner.is_transparent() {
            return Err(Error::HidesNothing);
        }
        Ok(self.inner.save(self.session.scheme())?)
    }

    pub(crate) fn sum(&self, other: &Self) -> Result<Self, Error> {
        let both = self.beside(other)?;
        both.made(|vectors, scheme| vectors.add(scheme, &self.inner, &other.inner))
    }

    /// The sum, in the memory of this operand if no other handle shares it.
    pub(crate) fn sum_into(self, other: &Self) -> Result<Self, Error> {
        if Arc::strong_count(&self.inner) > 1 {
            return self.sum(other);
        }
        let Self { evaluation, owner, insists, .. } = self.beside(other)?;
        let Self { session, inner, .. } = self;
        let (inner, scheme) = (Arc::unwrap_or_clone(inner), session.scheme_for(insists));
        let inner = Arc::new(session.vectors().add_into(scheme, inner, &other.inner)?);
        Ok(Self { session, inner, evaluation, owner, insists })
    }

    pub(crate) fn difference(&self, other: &Self) -> Result<Self, Error> {
        let both = self.beside(other)?;
        both.made(|vectors, scheme| vectors.sub(scheme, &self.inner, &other.inner))
    }

    pub(crate) fn product(&self, other: &Self) -> Result<Self, Error> {
        let both = self.beside(other)?;
        let keys = both.keys()?;
        let keys = (keys.set(), keys.inner());
        both.made(|vectors, scheme| vectors.multiply(scheme, &self.inner, &other.inner, keys))
    }

    pub(crate) fn negative(&self) -> Self {
        self.with(self.session.scheme().negate(&self.inner))
    }

    pub(crate) fn keys(&self) -> Result<&EvaluationKeys<P>, Error> {
        self.evaluation.as_ref().ok_or(Error::NoEvaluationKeys)
    }

    /// What an operation makes of it.
    pub(crate) fn with(&self, inner: Inner<P>) -> Self {
        Self { inner: Arc::new(inner), ..self.clone() }
    }

    /// As it is, with the keys of `other` if it has none, insisting if either does: for what is computed from both.
    ///
    /// # Errors
    /// Returns an error if both are under the keys of different users, or of other parameters.
    pub(crate) fn beside(&self, other: &Self) -> Result<Self, Error> {
        self.session.check(&other.session, "an operand")?;
        let owner = self.owner.joined(other.owner, "an operand")?;
        let evaluation = self.evaluation.as_ref().or(other.evaluation.as_ref()).cloned();
        Ok(Self { evaluation, owner, insists: self.insists || other.insists, ..self.clone() })
    }

    /// What an operation of its vectors makes of it.
    pub(crate) fn made(
        &self,
        operation: impl FnOnce(&P::Vectors, &Instance<P>) -> Result<Inner<P>, Error>,
    ) -> Result<Self, Error> {
        Ok(self.with(operation(self.session.vectors(), self.scheme())?))
    }
}
