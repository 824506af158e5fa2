//! What can go wrong.

use ringassay_bigring::MultiprecisionError;
use thiserror::Error;

/// Why nothing can be predicted or executed.
#[derive(Debug, Error)]
pub enum PredictError {
    /// There is no such ring with coefficients of several words.
    #[error(transparent)]
    BigRing(#[from] MultiprecisionError),
    /// There is no such instance of a paper's scheme, or a function failed.
    #[error(transparent)]
    Papers(#[from] ringassay_papers::Error),
    /// There is no such instance, or a function failed.
    #[error(transparent)]
    Scheme(#[from] ringassay_scheme::Error),
    /// q has no such size.
    #[error("q has 3 to 511 bits, not {bits}")]
    Modulus {
        /// Its bits.
        bits: u32,
    },
    /// The circuit cannot be executed.
    #[error("{0}")]
    Circuit(String),
    /// No thread to execute on.
    #[error("a thread to execute on cannot be started: {0}")]
    Thread(#[from] rayon::ThreadPoolBuildError),
    /// There is no instance of the scheme.
    #[error("{0}")]
    Instance(String),
    /// The circuit cannot be planned.
    #[error(transparent)]
    Plan(#[from] ringassay_engine::Error),
    /// There is no pipe.
    #[error("there is no pipe: {0}")]
    Pipe(#[from] std::io::Error),
    /// What came through a pipe cannot be read.
    #[error(transparent)]
    Requests(#[from] ringassay_sut::kit::ServeError),
    /// A kernel cannot be measured.
    #[error(transparent)]
    Calibrate(#[from] ringassay_calibrate::CalibrateError),
    /// The system gives no randomness.
    #[error(transparent)]
    Seed(#[from] ringassay_ring::sample::SeedError),
    /// A ciphertext cannot be saved.
    #[error(transparent)]
    Serial(#[from] ringassay_scheme::serial::SerialError),
}
