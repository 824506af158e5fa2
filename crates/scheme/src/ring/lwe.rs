//! The vocabulary of schemes that compute on samples of learning with errors.

use ringassay_ring::{
    Crt, Powerful,
    lwe::{LweDistribution, LweEncryption, SecretMean, SwitchShape},
    sample::{Seed, Stream},
};

use super::Ring;
use crate::Error;

/// A ring of one prime q and an index 2N, a power of two, with samples (a_1, …, a_n, b) modulo q and other numbers, and
/// what leads from the one to the others ([`ringassay_ring::lwe`]).
///
/// All fail when operands have other dimensions or moduli than each other, or the ring is not such.
pub trait LweRing: Ring {
    /// A sample.
    type Sample: Clone + std::fmt::Debug + Send + Sync;
    /// A secret of samples.
    type SampleSecret: Clone + std::fmt::Debug + Send + Sync;
    /// A key from one secret to another, its masks as a seed.
    type SwitchKey: Clone + std::fmt::Debug + Send + Sync;
    /// Such a key, ready for use.
    type SwitchTable: Clone + std::fmt::Debug + Send + Sync;
    /// How elements are decomposed into leading digits.
    type LeadingGadget: Clone + std::fmt::Debug + Send + Sync;

    // ---- Samples --------------------------------------------------------------------------------

    /// n and q.
    fn shape(sample: &Self::Sample) -> (usize, u64);

    /// A sample of 0 without an error.
    ///
    /// # Errors
    /// Returns an error if the modulus is out of range.
    fn zero_sample(&self, dimension: usize, q: u64) -> Result<Self::Sample, Error>;

    /// Σ c_j·x_j, and a constant on the body.
    ///
    /// # Errors
    /// Returns an error if there are no terms, Σ |c_j| exceeds 1024, or the constant is not below q.
    fn combine(terms: &[(i64, &Self::Sample)], constant: u64) -> Result<Self::Sample, Error>;

    /// round(q'/q·x) modulo q', less what rounding the mask adds on average.
    ///
    /// # Errors
    /// Returns an error if q' is out of range.
    fn switch_modulus(
        sample: &Self::Sample,
        to: u64,
        mean: SecretMean,
    ) -> Result<Self::Sample, Error>;

    // ---- Secrets --------------------------------------------------------------------------------

    /// A secret of a distribution.
    ///
    /// # Errors
    /// Returns an error if the dimension or a deviation is out of range.
    fn sample_secret(
        &self,
        dimension: usize,
        distribution: LweDistribution,
        stream: &mut Stream,
    ) -> Result<Self::SampleSecret, Error>;

    /// The coefficients of secrets of the ring, one after the other.
    fn flattened(&self, secrets: &[Self::Integer]) -> Self::SampleSecret;

    /// Samples of messages; mask number i is expanded from `masks` and i.
    ///
    /// # Errors
    /// Returns an error if modulus or deviation are out of range.
    fn encrypt_samples(
        encryption: &LweEncryption,
        messages: &[u64],
        secret: &Self::SampleSecret,
        masks: &Seed,
        stream: &mut Stream,
    ) -> Result<Vec<Self::Sample>, Error>;

    /// b - Σ a_i·s_i modulo q, secret; 0 where nothing is computed.
    ///
    /// # Errors
    /// Returns an error if the dimension is another.
    fn phase(sample: &Self::Sample, secret: &Self::SampleSecret) -> Result<u64, Error>;

    /// Leaves x as it is where coefficient `place` of the secret is `value`, and makes it 0 where it is not.
    ///
    /// # Errors
    /// Returns an error if there is no such coefficient.
    fn keep_where(
        secret: &Self::SampleSecret,
        place: usize,
        value: i64,
        x: &mut Self::Element<Crt>,
    ) -> Result<(), Error>;

    // ---- Other secrets --------------------------------------------------------------------------

    /// The key from the first secret to the second.
    ///
    /// # Errors
    /// Returns an error if there is no key of this shape, or the deviation of errors is out of range.
    fn switch_key(
        shape: SwitchShape,
        secrets: [&Self::SampleSecret; 2],
        sigma: f64,
        masks: &Seed,
        stream: &mut Stream,
    ) -> Result<Self::SwitchKey, Error>;

    /// The key with its masks.
    fn switch_table(key: &Self::SwitchKey) -> Self::SwitchTable;

    /// Samples under the second secret of nearly the same phases; the key is read once for all.
    ///
    /// # Errors
    /// Returns an error if a sample does not fit the key.
    fn switch_samples(
        samples: &[Self::Sample],
        table: &Self::SwitchTable,
    ) -> Result<Vec<Self::Sample>, Error>;

    // ---- Elements -------------------------------------------------------------------------------

    /// The `count` highest digits of `width` bits of elements of this ring.
    ///
    /// # Errors
    /// Returns an error if q has not so many bits.
    fn leading_gadget(&self, width: u32, count: u32) -> Result<Self::LeadingGadget, Error>;

    /// g_j: x is about Σ digit_j·g_j.
    fn gadget_elements(gadget: &Self::LeadingGadget) -> Vec<u64>;

    /// The digits of elements of this ring: those of the first, then those of the next.
    ///
    /// # Errors
    /// Returns an error if an element lies in another ring.
    fn leading_digits(
        &self,
        elements: &[Self::Element<Powerful>],
        gadget: &Self::LeadingGadget,
    ) -> Result<Self::Digits, Error>;

    /// ζ^a·x, ±a a word of a sample modulo 2N: number n is the body.
    ///
    /// # Errors
    /// Returns an error if the sample has another modulus or no such word.
    fn rotated(
        x: &Self::Element<Powerful>,
        exponent: Exponent<'_, Self>,
    ) -> Result<Self::Element<Powerful>, Error>;

    /// A sample whose phase under the coefficients of S_1, …, S_k is a coefficient of B - Σ A_j·S_j.
    ///
    /// # Errors
    /// Returns an error if there is no such coefficient.
    fn extract(
        mask: &[Self::Element<Powerful>],
        body: &Self::Element<Powerful>,
        coefficient: usize,
    ) -> Result<Self::Sample, Error>;
}

/// A power of ζ: a word of a sample modulo 2N, or the negative of it.
#[derive(Debug)]
pub struct Exponent<'a, R: LweRing> {
    /// The sample.
    pub sample: &'a R::Sample,
    /// Which word; number n is the body.
    pub place: usize,
    /// Whether it counts as negative.
    pub negated: bool,
}

impl<R: LweRing> Clone for Exponent<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: LweRing> Copy for Exponent<'_, R> {}
