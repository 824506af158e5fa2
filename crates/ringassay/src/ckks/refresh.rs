//! Refreshing ciphertexts: as many products in a row as one likes.

use std::{
    fmt,
    io::{BufRead as _, BufReader, Read, Write},
    sync::Arc,
};

use ringassay_engine::reals::Refreshing;
use ringassay_functions::refresh::{self, Shape};
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    FreshSeed,
    ckks::Parameters,
    serial::{SerialError, read_object},
};

use super::{Ciphertext, EvaluationKeys, Keys, SecretKey, Session};
use crate::{Error, owner::Owner, vectors::Inner};

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

    /// [Saved](RefreshKeys::save) keys of a refresh of these keys' ciphertexts, from here to the end of a stream: they are
    /// [attached](Self::attach).
    ///
    /// # Errors
    /// Returns an error if the stream holds something else or ends too early, or there are some already.
    pub fn load_refresh(&self, stream: &mut impl Read) -> Result<(), Error> {
        let scheme = self.session().scheme();
        let mut stream = BufReader::new(stream);
        let first = read_object(&mut stream, SHAPE_LIMIT)?;
        let (shape, slots) = Shape::load(scheme, &first)?;
        if slots != self.session().slots() {
            return Err(Error::other_parameters("the keys of the refresh"));
        }
        let refresher = self.session().refresher(&shape)?;
        let others = std::iter::from_fn(|| match stream.fill_buf() {
            Ok([]) => None,
            _ => Some(read_object(&mut stream, u64::MAX)),
        });
        let keys = refresher.refresh.load_keys(std::iter::once(Ok(first)).chain(others))?;
        self.attach(RefreshKeys { refresher, keys: Arc::new(keys), owner: Owner::UNKNOWN })
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
    /// What refreshes the numbers of circuits, none of which may be larger than `largest`.
    pub(crate) fn refreshing(&self, largest: f64) -> Refreshing<RnsRing> {
        let refresh = Arc::clone(&self.refresher.refresh);
        Refreshing { refresh, keys: Arc::clone(&self.keys), largest, is_known: false }
    }

    /// Writes the keys, one after another, so that none is twice in memory: uniform halves as seeds.
    ///
    /// # Errors
    /// Returns an error if the stream cannot be written.
    pub fn save(&self, stream: &mut impl Write) -> Result<(), Error> {
        for object in self.refresher.refresh.objects(&self.keys) {
            stream.write_all(&object?).map_err(SerialError::from)?;
        }
        Ok(())
    }

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
            check_refresh_range(&a, vectors.range())?;
            Ok(keys.refresher.refresh.apply(&a, vectors.range(), &keys.keys)?)
        })
    }
}

/// Fails unless it is known that no entry exceeds the range.
pub(crate) fn check_refresh_range(a: &Inner<Parameters>, range: f64) -> Result<(), Error> {
    refresh::excess(a, range).map_or(Ok(()), |largest| Err(Error::RefreshRange { largest, range }))
}

/// The most bytes of the object of a shape.
const SHAPE_LIMIT: u64 = 1 << 10;
