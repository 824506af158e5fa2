//! What can go wrong in a calibration.

use ringassay_kernels::{BackendError, ZqError};
use ringassay_ring::{
    ElementError, RingError, gadget::LeadingError, index::IndexError, lwe::LweError,
    primes::PrimeError, rns::RnsError, sample::SampleError,
};
use thiserror::Error;

/// What comes of something that can go wrong like that.
pub(crate) type Result<T, E = CalibrateError> = std::result::Result<T, E>;

/// Why a machine, or a kernel, cannot be measured.
#[derive(Debug, Error)]
pub enum CalibrateError {
    /// The index is none.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// There are no such primes.
    #[error(transparent)]
    Primes(#[from] PrimeError),
    /// There is no such ring.
    #[error(transparent)]
    Ring(#[from] RingError),
    /// Elements do not fit together.
    #[error(transparent)]
    Element(#[from] ElementError),
    /// No such ring with coefficients of several words, or operation.
    #[error(transparent)]
    BigRing(#[from] ringassay_bigring::MultiprecisionError),
    /// The tally of such a ring refuses an operation.
    #[error(transparent)]
    Papers(#[from] ringassay_papers::Error),
    /// Moduli do not.
    #[error(transparent)]
    Rns(#[from] RnsError),
    /// There are no such digits.
    #[error(transparent)]
    Leading(#[from] LeadingError),
    /// Samples do not fit together.
    #[error(transparent)]
    Lwe(#[from] LweError),
    /// There is no such Z_q.
    #[error(transparent)]
    Zq(#[from] ZqError),
    /// There is no such distribution.
    #[error(transparent)]
    Sample(#[from] SampleError),
    /// An operation of the schemes' vocabulary is refused.
    #[error(transparent)]
    Scheme(#[from] ringassay_scheme::Error),
    /// The backend cannot be had.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The thread cannot be started.
    #[error("a thread to measure on cannot be started: {0}")]
    Thread(#[from] rayon::ThreadPoolBuildError),
}
