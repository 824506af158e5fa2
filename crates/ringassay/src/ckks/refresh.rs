//! Refreshing ciphertexts: as many products in a row as one likes.

use std::{fmt, sync::Arc};

use ringassay_functions::refresh::{self, Shape};
use ringassay_ring::RnsRing;
use ringassay_scheme::FreshSeed;

use super::{Ciphertext, EvaluationKeys, Keys, SecretKey, Session};
use crate::{Error, owner::Owner};

/// What refreshes ciphertexts of a session, with its matrices prepared. A handle.
#[derive(Clone)]
pub struct Refresher {
    session: Session,
    refresh: Arc<refresh::Refresh<RnsRing>>,
}

impl fmt::Debug for Refresher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let log2_qp = self.refresh.raised().parameters().log2_qp();
        f.debug_struct("Refresher").field("log2_qp", &log2_qp).finish_non_exhaustive()
    }
}

/// The keys of a refresh, which are published. A handle.
#[derive(Clone)]
pub struct RefreshKeys {
    refresher: Refresher,
    keys: Arc<refresh::RefreshKeys<RnsRing>>,
    owner: Owner,
}

impl fmt::Debug for RefreshKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RefreshKeys({:?})", self.refresher)
    }
}

impl Session {
    /// What refreshes ciphertexts of this session: its matrices take memory and, at N = 2^15 and above, some seconds.
    ///
    /// # Errors
    /// Returns an error if the parameters are none for a refresh, with what to change: see
    /// [`choose_refreshed`](super::choose_refreshed).
    pub fn refresher(&self, shape: &Shape) -> Result<Refresher, Error> {
        let refresh = refresh::Refresh::exact(self.scheme(), self.slots(), shape)?;
        Ok(Refresher { session: self.clone(), refresh: Arc::new(refresh) })
    }
}

impl Keys {
    /// The same keys, and those of a refresh of this shape: ciphertexts that carry the evaluation keys can be refreshed.
    ///
    /// # Errors
    /// Returns an error as [`Session::refresher`] and [`Refresher::keys`].
    pub fn with_refresh(self, shape: &Shape) -> Result<Self, Error> {
        let keys = self.secret.session().refresher(shape)?.keys(&self.secret)?;
        self.evaluation.attach(keys)?;
        Ok(self)
    }
}

impl EvaluationKeys {
    /// Ciphertexts that carry these keys are refreshed with `keys`, for ever.
    ///
    /// # Errors
    /// Returns an error if `keys` are of another session or user, or there are some.
    pub fn attach(&self, keys: RefreshKeys) -> Result<(), Error> {
        self.session().check(&keys.refresher.session, "the keys of the refresh")?;
        self.owner().joined(keys.owner, "the keys of the refresh")?;
        let mut is_first = false;
        self.refresh_keys().get_or_init(|| {
            is_first = true;
            keys
        });
        let others = || Error::other_parameters("the keys of the refresh");
        is_first.then_some(()).ok_or_else(others)
    }

    /// The keys of a refresh, if there are some.
    pub fn refresh(&self) -> Option<&RefreshKeys> {
        self.refresh_keys().get()
    }
}

impl Refresher {
    /// The keys for ciphertexts under a secret.
    ///
    /// # Errors
    /// Returns an error if the secret is of another session, or the operating system gives no randomness.
    pub fn keys(&self, secret: &SecretKey) -> Result<RefreshKeys, Error> {
        self.keys_with(secret, FreshSeed::from_os()?)
    }

    /// As [`Refresher::keys`], with this randomness.
    ///
    /// # Errors
    /// Returns an error as [`Refresher::keys`].
    pub fn keys_with(
        &self,
        secret: &SecretKey,
        randomness: FreshSeed,
    ) -> Result<RefreshKeys, Error> {
        self.session.check(secret.session(), "the secret key")?;
        let keys = self.refresh.generate_keys(secret.inner(), &randomness.into_seed())?;
        let (refresher, owner) = (self.clone(), secret.owner());
        Ok(RefreshKeys { refresher, keys: Arc::new(keys), owner })
    }

    /// log2 of the probability that a refresh returns a wrong vector: -109 for the usual range of 2^16 coefficients.
    pub fn log2_failure(&self) -> f64 {
        self.refresh.log2_failure()
    }

    /// log2 of Q·P of its keys, on which security depends.
    pub fn log2_qp(&self) -> f64 {
        self.refresh.raised().parameters().log2_qp()
    }
}

impl RefreshKeys {
    /// How many keys for rotations and conjugation there are.
    pub fn rotations(&self) -> usize {
        self.refresher.refresh.exponents().len()
    }

    /// What they are for.
    pub fn refresher(&self) -> &Refresher {
        &self.refresher
    }
}

impl Ciphertext {
    /// The same vector at the highest level. No entry may exceed the range of the session: of entries that could, by what is
    /// known of them, say with [`Ciphertext::within`] how large they are.
    ///
    /// # Errors
    /// Returns an error without [keys of a refresh](Keys::with_refresh), or if entries may exceed the range.
    pub fn refresh(&self) -> Result<Self, Error> {
        let keys = self.keys()?.refresh().ok_or(Error::NoRefreshKeys)?;
        self.made(|vectors, scheme| {
            let a = vectors.rescaled(scheme, self.inner())?;
            let largest = a.estimate().log2_message(a.scale()).exp2();
            if largest > vectors.range() * (1.0 + TOLERANCE) {
                let range = vectors.range();
                return Err(Error::RefreshRange { largest, range });
            }
            Ok(keys.refresher.refresh.apply(&a, vectors.range(), &keys.keys)?)
        })
    }
}

/// By how much a bound may exceed the range, relatively: bounds are sums of doubles.
const TOLERANCE: f64 = 1e-6;
