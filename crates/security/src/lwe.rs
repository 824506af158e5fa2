use crate::{Error, Secret};

/// Smallest dimension that is estimated; below it the models say nothing.
pub const MIN_DIMENSION: usize = 32;
/// Largest dimension that is estimated.
pub const MAX_DIMENSION: usize = 1 << 20;
/// Range of log2 q that is estimated.
pub(crate) const LOG2_Q: (f64, f64) = (2.0, 32768.0);
/// Smallest deviation of errors that is estimated. Of narrower ones, rounded to integers, most
/// coefficients are 0: linear equations without an error.
pub const MIN_ERROR_STD: f64 = 0.5;

/// An instance of learning with errors: samples (a, ⟨a, s⟩ + e) modulo q.
///
/// For a ring of index m the dimension is φ(m), for a module of rank k it is k·φ(m): no attack is
/// modelled that uses the ring. `error_std` is then the standard deviation of one coefficient in
/// a basis in which the error is spherical: the power basis when m is a power of two, else the
/// decoding basis with each coefficient scaled to the canonical embedding (2013/293, section 6.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lwe {
    /// Length n of the secret.
    pub dimension: usize,
    /// Base-2 logarithm of the whole modulus, special primes included.
    pub log2_q: f64,
    /// Standard deviation of one coefficient of the error.
    pub error_std: f64,
    /// Distribution of the secret.
    pub secret: Secret,
    /// Largest number of samples the attacker sees; `None` for as many as it likes. One sample of
    /// ring learning with errors counts n times.
    pub samples: Option<usize>,
}

impl Lwe {
    /// An instance with the error of the published tables, 8/√(2π) ≈ 3.19, and any number of
    /// samples.
    #[must_use]
    pub fn with_standard_error(dimension: usize, log2_q: f64, secret: Secret) -> Self {
        Self { dimension, log2_q, error_std: crate::STANDARD_ERROR_STD, secret, samples: None }
    }

    /// Checks all ranges.
    ///
    /// # Errors
    /// The first parameter that lies outside its range.
    pub fn validate(&self) -> Result<(), Error> {
        if !(MIN_DIMENSION..=MAX_DIMENSION).contains(&self.dimension) {
            return Err(Error::Dimension(self.dimension));
        }
        if !(LOG2_Q.0..=LOG2_Q.1).contains(&self.log2_q) {
            return Err(Error::Modulus(self.log2_q));
        }
        // Also false for NaN.
        if !(self.error_std > 0.0 && self.error_std.log2() < self.log2_q - 2.0) {
            return Err(Error::ErrorStd { error_std: self.error_std, log2_q: self.log2_q });
        }
        match self.secret {
            Secret::SparseTernary { weight } if !(1..=self.dimension).contains(&weight) => {
                Err(Error::Weight { weight, dimension: self.dimension })
            }
            Secret::Gaussian { std } if !(std > 0.0 && std.is_finite()) => {
                Err(Error::SecretStd(std))
            }
            Secret::BiasedTernary { zero } if !(0.0..1.0).contains(&zero) => {
                Err(Error::SecretZeros(zero))
            }
            Secret::CentredBinomial { eta: 0 } => Err(Error::SecretStd(0.0)),
            _ => Ok(()),
        }
    }

    /// The same, and that errors are no narrower than 1/2. Quotients of NTRU need no errors and are exempt.
    pub(crate) fn validate_error(&self) -> Result<(), Error> {
        self.validate()?;
        if self.error_std < MIN_ERROR_STD {
            return Err(Error::NarrowError(self.error_std));
        }
        Ok(())
    }
}

/// What the attacks see: logarithms, and a secret that is no wider than the error if the samples
/// allow that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instance {
    /// Length of the secret.
    pub(crate) n: f64,
    /// Natural logarithm of q.
    pub(crate) ln_q: f64,
    /// Standard deviation of the error.
    pub(crate) sigma: f64,
    /// Natural logarithm of the secret's standard deviation.
    pub(crate) ln_secret: f64,
    /// Distribution of the secret.
    pub(crate) secret: Secret,
    /// Entropy of one coefficient of the secret, where these are independent.
    pub(crate) entropy_bits: Option<f64>,
    /// Number of samples, maybe infinite.
    pub(crate) samples: f64,
}

impl Instance {
    /// A secret wider than the error is exchanged for an error, at the price of n samples (Applebaum,
    /// Cash, Peikert and Sahai, Crypto 2009, lemma 2).
    pub(crate) fn new(lwe: &Lwe) -> Result<Self, Error> {
        lwe.validate()?;
        let n = lwe.dimension as f64;
        let ln_q = lwe.log2_q * std::f64::consts::LN_2;
        let sigma = lwe.error_std;
        let mut samples = lwe.samples.map_or(f64::INFINITY, |samples| samples as f64);
        let mut secret = lwe.secret.as_attacked(lwe.dimension);
        let mut ln_secret = secret.std(lwe.dimension).ln().min(ln_q - 12f64.ln() / 2.0);
        let mut entropy_bits = lwe.secret.entropy_bits();
        if ln_secret > sigma.ln() && samples >= 2.0 * n {
            samples -= n;
            secret = Secret::Gaussian { std: sigma }.as_attacked(lwe.dimension);
            ln_secret = secret.std(lwe.dimension).ln();
            entropy_bits = Secret::Gaussian { std: sigma }.entropy_bits();
        }
        Ok(Self { n, ln_q, sigma, ln_secret, secret, entropy_bits, samples })
    }

    /// ln ξ, by which the secret's coordinates are multiplied to be as long as the error's (Bai
    /// and Galbraith, 2013/839).
    pub(crate) fn ln_scale(&self) -> f64 {
        self.sigma.ln() - self.ln_secret
    }
}
