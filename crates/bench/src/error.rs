//! What can be wrong with a benchmark that is asked for.

use ringassay_kernels::{BackendError, ZqError};
use ringassay_ring::{ElementError, RingError, index::IndexError, primes::PrimeError};
use thiserror::Error;

/// Why a row cannot be measured.
#[derive(Debug, Error)]
pub enum BenchError {
    /// The words do not name an operation in a basis.
    #[error("{what}: {name:?} is none of {known}")]
    Unknown {
        /// What kind of name.
        what: &'static str,
        /// The name.
        name: String,
        /// Those there are.
        known: String,
    },
    /// The combination does not exist.
    #[error("{operation} in the {basis} basis is not an operation of the library {library}")]
    NoSuchOperation {
        /// Its name.
        operation: &'static str,
        /// The basis.
        basis: &'static str,
        /// Whose.
        library: &'static str,
    },
    /// `twace` and `embed` need two indices, the others one.
    #[error("{operation} takes {expected}")]
    Indices {
        /// Its name.
        operation: &'static str,
        /// What it takes.
        expected: &'static str,
    },
    /// There are no parameters for the instance.
    #[error(transparent)]
    Parameters(#[from] ringassay_params::Error),
    /// The index is none.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// There are no such primes.
    #[error(transparent)]
    Primes(#[from] PrimeError),
    /// There is no such ring.
    #[error(transparent)]
    Ring(#[from] RingError),
    /// The elements do not fit together.
    #[error(transparent)]
    Element(#[from] ElementError),
    /// There is no such Z_q.
    #[error(transparent)]
    Zq(#[from] ZqError),
    /// The backend cannot be had.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The scheme refuses: parameters, keys, operands.
    #[error(transparent)]
    Scheme(#[from] ringassay_scheme::Error),
    /// An object cannot be saved.
    #[error(transparent)]
    Serial(#[from] ringassay_scheme::serial::SerialError),
    /// Numbers cannot be encoded.
    #[error(transparent)]
    Encoding(#[from] ringassay_scheme::encoding::EncodingError),
    /// A shape that is none, with what it has to be.
    #[error("{0}")]
    Shape(String),
    /// A result differs from what was computed in the clear.
    #[error("{operation} at N = {n} is wrong: slot {slot} is {found} instead of {expected}")]
    Wrong {
        /// Its name.
        operation: &'static str,
        /// N.
        n: usize,
        /// Which slot.
        slot: usize,
        /// What it holds.
        found: String,
        /// What it should.
        expected: String,
    },
    /// The system gives no randomness.
    #[error(transparent)]
    Seed(#[from] ringassay_ring::sample::SeedError),
    /// The threads cannot be started.
    #[error("{threads} threads cannot be started: {reason}")]
    Threads {
        /// How many.
        threads: usize,
        /// What the system said.
        reason: String,
    },
}
