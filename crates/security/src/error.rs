use thiserror::Error;

/// Why no estimate was made.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The dimension lies outside the range the models were made for.
    #[error("dimension {0} is outside 32 ..= 2^20; use φ(m) of the ring, or rank times φ(m)")]
    Dimension(usize),
    /// The modulus lies outside the range the models were made for.
    #[error(
        "log2 q = {0} is outside 2 ..= 32768; give the logarithm of the whole modulus, special primes included"
    )]
    Modulus(f64),
    /// The error is not a standard deviation, or as wide as the modulus.
    #[error("error_std = {error_std} must be positive and below q / 4 (log2 q = {log2_q})")]
    ErrorStd {
        /// The standard deviation given.
        error_std: f64,
        /// Base-2 logarithm of the modulus given.
        log2_q: f64,
    },
    /// Errors so narrow that most of them round to 0, which leaves equations without an error.
    #[error(
        "errors of deviation {0} are below 1/2: most of them are 0, and the equations without an error \
         give the secret away; not modelled"
    )]
    NarrowError(f64),
    /// Errors so wide that no plaintext can be decrypted.
    #[error(
        "errors of deviation {error_std} with log2 q = {log2_q} in dimension {dimension} leave no \
         plaintext modulus to decrypt: the bound on a fresh encryption's error allows log2 t = \
         {most_log2_t:.1}, needed is {log2_t:.1}"
    )]
    Undecryptable {
        /// The standard deviation given.
        error_std: f64,
        /// Base-2 logarithm of the modulus given.
        log2_q: f64,
        /// The dimension given.
        dimension: usize,
        /// Base-2 logarithm of the largest plaintext modulus that decrypts.
        most_log2_t: f64,
        /// Base-2 logarithm of the plaintext modulus that is needed.
        log2_t: f64,
    },
    /// The probability of zeros in a ternary secret is none, or leaves no secret.
    #[error("the probability of 0 in a ternary secret, {0}, must be at least 0 and below 1")]
    SecretZeros(f64),
    /// The secret's standard deviation is not positive and finite.
    #[error("the secret's standard deviation {0} must be positive and finite")]
    SecretStd(f64),
    /// The weight of a sparse secret does not fit the dimension.
    #[error("a sparse secret of weight {weight} needs 1 <= weight <= dimension = {dimension}")]
    Weight {
        /// The number of nonzero coefficients given.
        weight: usize,
        /// The dimension given.
        dimension: usize,
    },
    /// The samples do not determine the secret for any attack that is modelled.
    #[error(
        "no modelled attack succeeds with {samples} samples; give at least the dimension, or None for as many as the attacker likes"
    )]
    TooFewSamples {
        /// The bound on samples given.
        samples: usize,
    },
    /// The list of attacks was empty.
    #[error("no attack was asked for; pass at least one, such as Attack::ALL")]
    NoAttack,
    /// The target of a search is not a number of bits.
    #[error("a target of {0} bits must lie in 1 ..= 4096")]
    Target(f64),
    /// The target is out of reach over the whole range of the search.
    #[error("{bits} bits cannot be reached by changing {what} alone; change the other parameters")]
    Unreachable {
        /// The target in bits.
        bits: f64,
        /// The parameter that was searched.
        what: &'static str,
    },
    /// Even the largest modulus has more than the target.
    #[error(
        "every modulus up to 2^{log2_most} has more than {bits} bits: none is the largest that has them"
    )]
    Unlimited {
        /// The target in bits.
        bits: f64,
        /// log2 of the largest modulus that is estimated.
        log2_most: f64,
    },
}
