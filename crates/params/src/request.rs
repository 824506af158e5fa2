//! What parameters are asked for.

use ringassay_kernels::Backend;
use ringassay_ring::sample::Distribution;
use ringassay_scheme::bgv::PlaintextModulus;

use crate::Error;

/// The width σ of errors: that of the published tables.
pub const SIGMA: f64 = 3.2;

/// The distribution of secrets.
pub(crate) const SECRET: Distribution = Distribution::BoundedTernary;

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
    /// Depth beyond that which is kept in reserve, in the same units: [`Request::SLACK`] for circuits that
    /// may exceed the depth they are generated for, 0 for a computation that is known.
    pub slack: f64,
    /// The least security in bits: 40 to 512.
    pub security_bits: f64,
    /// What should be small.
    pub objective: Objective,
    /// log2 of the largest Q·P allowed, where security alone is not to decide.
    pub most_log2_qp: Option<f64>,
    /// The largest number of rotation keys: with fewer, a rotation takes more steps.
    pub rotation_keys: Option<usize>,
    /// The index, if it is not to be searched for.
    pub index: Option<u64>,
    /// Accept parameters below the asked security, as the only ones that a fixed index allows.
    pub insist: bool,
    /// By whose costs of transforms indices are ranked where one is searched for; `None`:
    /// [`Request::REFERENCE`], so that every machine comes to the same parameters.
    pub costs_of: Option<Backend>,
}

impl Request {
    /// HEtest's circuits may exceed the depth they are made for by less than this.
    pub const SLACK: f64 = 1.0;

    /// The instructions whose costs rank indices unless a request says otherwise, whatever the machine that
    /// searches has. Most machines have AVX2, and costs on ARM are taken to be the same.
    pub const REFERENCE: Backend = Backend::Avx2;

    /// Vectors of `length` bits, for circuits of this depth at 128 bits of security.
    pub fn bits(length: usize, depth: f64) -> Self {
        Self {
            plaintext: PlaintextModulus { prime: 2, exponent: 1 },
            length,
            depth,
            slack: Self::SLACK,
            security_bits: 128.0,
            objective: Objective::Speed,
            most_log2_qp: None,
            rotation_keys: None,
            index: None,
            insist: false,
            costs_of: None,
        }
    }

    /// The request with indices ranked by what transforms cost on this machine. Elsewhere it may come to other
    /// parameters.
    ///
    /// # Errors
    /// When the environment asks for a backend that cannot be had.
    pub fn for_this_machine(self) -> Result<Self, Error> {
        let here = Backend::chosen().map_err(|error| refused(error.to_string()))?;
        Ok(Self { costs_of: Some(here), ..self })
    }

    /// By whose costs indices are ranked.
    pub(crate) fn ranking(&self) -> Backend {
        self.costs_of.unwrap_or(Self::REFERENCE)
    }

    /// The depth that chains of operations are followed to.
    pub(crate) fn whole_depth(&self) -> f64 {
        self.depth.max(0.0) + self.slack
    }
}

/// A refusal with what to change.
pub(crate) fn refused(message: String) -> Error {
    ringassay_scheme::Error::Parameters(message).into()
}

/// The refusal of a plaintext modulus without a [value](PlaintextModulus::value).
pub(crate) fn too_large() -> Error {
    let most = PlaintextModulus::MAX_BITS;
    refused(format!("the plaintext modulus has to lie between 2 and 2^{most}"))
}
