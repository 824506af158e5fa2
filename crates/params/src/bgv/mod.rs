//! Choosing BGV parameters, and saying why.
//!
//! From what is to be computed ([`Request`]) to an instance ([`Choice`]): first the index, by the
//! number of slots, security and the cost of a transform; then the primes, by following the noise
//! along the longest chains of operations that the depth allows.

mod chain;
mod explain;
mod index;
mod ladders;
mod primes;
mod search;
mod shapes;

use std::time::Duration;

use ringassay_ring::sample::Distribution;
use ringassay_security::{CostModel, Estimate, Lwe, estimate};

use ringassay_scheme::bgv::{Parameters, PlaintextModulus};

pub use search::{candidates, choose};

use crate::{Error, security::secret_of};

/// The width σ of errors: that of the published tables.
pub const SIGMA: f64 = 3.2;

/// The distribution of secrets.
const SECRET: Distribution = Distribution::BoundedTernary;

/// What should be small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// The time of a product and a rotation.
    Speed,
    /// Ciphertexts and keys.
    Size,
}

/// What is to be computed, and how safely.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// t = p^r: entries of vectors are integers modulo t.
    pub plaintext: PlaintextModulus,
    /// ℓ, the length of vectors.
    pub length: usize,
    /// The depth, in HEtest's units: 1 for a product, 0.6 for a selection, 0.5 for a product with a
    /// constant or a rotation, 0.1 for a sum.
    pub depth: f64,
    /// The least security in bits: 40 to 512.
    pub security_bits: f64,
    /// What should be small.
    pub objective: Objective,
    /// log2 of the largest Q·P allowed, where security alone is not to decide.
    pub most_log2_qp: Option<f64>,
    /// The largest number of hints for rotations: with fewer, a rotation takes more steps.
    pub rotation_keys: Option<usize>,
    /// The index, if it is not to be searched for.
    pub index: Option<u64>,
    /// Accept parameters below the asked security, as the only ones that a fixed index allows.
    pub insist: bool,
}

impl Request {
    /// Vectors of `length` bits, for circuits of this depth at 128 bits of security.
    pub fn bits(length: usize, depth: f64) -> Self {
        Self {
            plaintext: PlaintextModulus { prime: 2, exponent: 1 },
            length,
            depth,
            security_bits: 128.0,
            objective: Objective::Speed,
            most_log2_qp: None,
            rotation_keys: None,
            index: None,
            insist: false,
        }
    }
}

/// Parameters with the reasons for them.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The parameters.
    pub parameters: Parameters,
    /// How hard they are to break, at the largest modulus at which something is published.
    pub security: Estimate,
    /// Whether the security asked for is reached.
    pub is_secure: bool,
    /// The exponents of the automorphisms for which to publish hints, so that vectors can be rotated
    /// by any amount.
    pub rotations: Vec<u32>,
    /// The mean and largest number of automorphisms in a rotation.
    pub rotation_terms: (f64, usize),
    /// log2 of the predicted probability that a result at the full depth decrypts wrongly.
    pub log2_failure: f64,
    /// The reasons, in sentences.
    pub explanation: Vec<String>,
    /// How long the search took.
    pub duration: Duration,
}

/// How hard an instance is to break: learning with errors of dimension n modulo Q·P.
///
/// # Errors
/// When the estimator has no answer for such parameters.
pub fn security(parameters: &Parameters) -> Result<Estimate, Error> {
    security_of(
        parameters.index.totient(),
        parameters.log2_qp(),
        parameters.sigma,
        parameters.secret,
    )
}

fn security_of(
    dimension: usize,
    log2_q: f64,
    sigma: f64,
    secret: Distribution,
) -> Result<Estimate, Error> {
    let secret = secret_of(secret);
    let lwe = Lwe { dimension, log2_q, error_std: sigma, secret, samples: None };
    estimate(&lwe, CostModel::Matzov).map_err(|error| refused(error.to_string()))
}

/// A refusal with what to change.
fn refused(message: String) -> Error {
    ringassay_scheme::Error::Parameters(message).into()
}
