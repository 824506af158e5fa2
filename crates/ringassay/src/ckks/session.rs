//! Parameters ready to compute with vectors of one length.

use std::{fmt, sync::Arc};

use ringassay_scheme::ckks::{
    Context, Magnitude, Parameters, Phase, Plaintext, RingType, Scale,
    encoding::{Arithmetic, Encoder, Generator, Target},
};

use super::{Choice, Ckks, Complex, Request, choose};
use crate::Error;

/// An instance of CKKS for vectors of ℓ real or complex numbers, none larger than a range in absolute value:
/// makes keys, loads what was saved. A handle; all keys and ciphertexts share it.
#[derive(Clone)]
pub struct Session(Arc<Inner>);

struct Inner {
    scheme: Ckks,
    encoder: Encoder,
    length: usize,
    range: f64,
    /// The scale at each level.
    scales: Vec<Scale>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("length", &self.length()).finish_non_exhaustive()
    }
}

impl Session {
    /// The instance that serves a request best, for vectors of `length` entries;
    /// [`choose`](super::choose) gives the reasons as well.
    ///
    /// # Errors
    /// If no parameters serve it.
    pub fn choose(request: &Request, length: usize) -> Result<Self, Error> {
        let slots = request.slots.max(length.next_power_of_two());
        let request = Request { slots, ..request.clone() };
        Self::of(&choose(&request)?, length, request.range)
    }

    /// The instance of a choice.
    ///
    /// # Errors
    /// If there are fewer slots than entries.
    pub fn of(choice: &Choice, length: usize, range: f64) -> Result<Self, Error> {
        Self::new(&choice.parameters, length, range)
    }

    /// The instance with these parameters for vectors of `length` entries, none of which is larger than
    /// `range` in absolute value.
    ///
    /// # Errors
    /// If there is no such instance, it has fewer slots than entries, or the range is no positive number.
    pub fn new(parameters: &Parameters, length: usize, range: f64) -> Result<Self, Error> {
        let scheme = Context::exact(parameters)?;
        if length == 0 || length > parameters.slots() {
            return Err(Error::Length { length, most: parameters.slots() });
        }
        if !(range > 0.0 && range.is_finite()) {
            return Err(Error::Range { range });
        }
        let generator = match parameters.generator {
            3 => Generator::Three,
            _ => Generator::Five,
        };
        let encoder =
            Encoder::in_ring(parameters.ring_type(), parameters.index.degree(), generator)?;
        let scales = (0..=parameters.top()).map(|level| scheme.canonical_scale(level)).collect();
        Ok(Self(Arc::new(Inner { scheme, encoder, length, range, scales })))
    }

    /// The scheme that computes.
    pub fn scheme(&self) -> &Ckks {
        &self.0.scheme
    }

    /// Between vectors and coefficients.
    pub fn encoder(&self) -> &Encoder {
        &self.0.encoder
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        self.scheme().parameters()
    }

    /// ℓ, the number of entries of a vector.
    pub fn length(&self) -> usize {
        self.0.length
    }

    /// The slots that a vector takes, among which it is rotated: ℓ, or the next power of two; those beyond ℓ
    /// hold 0 when encrypted.
    pub fn slots(&self) -> usize {
        self.length().next_power_of_two()
    }

    /// No entry is larger in absolute value.
    pub fn range(&self) -> f64 {
        self.0.range
    }

    /// The scale at a level.
    pub(super) fn scale(&self, level: usize) -> Result<&Scale, Error> {
        self.0.scales.get(level).ok_or_else(|| Error::other_parameters("the ciphertext"))
    }

    /// The message of a vector at a scale: secret, so that nothing but the range is told of it.
    pub(super) fn secret_message(&self, vector: &[Complex]) -> Result<Plaintext, Error> {
        self.check_vector(vector)?;
        self.encoded(vector, self.scale(self.parameters().top())?, self.within(self.range()))
    }

    /// The size of numbers up to `largest`: whether all of them are real is not told where they need not be.
    pub(super) fn within(&self, largest: f64) -> Magnitude {
        match self.parameters().ring_type() {
            RingType::Standard => Magnitude::complex(largest),
            RingType::ConjugateInvariant => Magnitude::real(largest),
        }
    }

    /// The message of a public vector at a scale.
    pub(super) fn public_message(
        &self,
        vector: &[Complex],
        scale: &Scale,
    ) -> Result<Plaintext, Error> {
        if vector.len() != self.length() {
            return Err(Error::Length { length: vector.len(), most: self.length() });
        }
        let padding = std::iter::repeat_n(0.0, self.slots() - self.length());
        let magnitude = Magnitude::of(vector.iter().map(|z| z.abs()).chain(padding));
        self.encoded(vector, scale, magnitude)
    }

    fn encoded(
        &self,
        vector: &[Complex],
        scale: &Scale,
        magnitude: Magnitude,
    ) -> Result<Plaintext, Error> {
        let log2_modulus = self.parameters().log2_q(self.parameters().top());
        let target = Target { slots: self.slots(), scale, log2_modulus };
        let coefficients = self.0.encoder.encode(vector, &target)?;
        Ok(Plaintext::new(coefficients, scale.clone(), magnitude))
    }

    /// The vector that decrypted coefficients hold.
    pub(super) fn decoded(
        &self,
        phase: &Phase<Vec<i128>>,
        scale: &Scale,
    ) -> Result<Vec<Complex>, Error> {
        let mut vector = self.0.encoder.decode_phase(phase, self.slots(), scale)?;
        vector.truncate(self.length());
        Ok(vector)
    }

    /// What no entry that decryption delivers is off by, where the ciphertext's own error is at most 2^`log2_own`, entries
    /// at most `largest`, and the message has this scale.
    pub(super) fn delivered_error(&self, log2_own: f64, largest: f64, scale: &Scale) -> f64 {
        /// What logarithms may be off by.
        const ROUNDED_UP: f64 = 1.0 + 1.0 / (1_u64 << 30) as f64;
        let own = log2_own.exp2();
        let decoding = Arithmetic::of_decoding(scale).decoding_error(self.slots());
        let largest = largest + own;
        if largest == 0.0 && log2_own == f64::NEG_INFINITY {
            return 0.0;
        }
        // What is smaller than all doubles is delivered as 0 or the smallest.
        own * ROUNDED_UP + largest * decoding + f64::from_bits(1)
    }

    fn check_vector(&self, vector: &[Complex]) -> Result<(), Error> {
        if vector.len() != self.length() {
            return Err(Error::Length { length: vector.len(), most: self.length() });
        }
        // One comparison of all of them: which one is too large is not told.
        let range = self.range();
        let inside = vector.iter().fold(true, |inside, z| inside & (z.abs() <= range));
        if inside { Ok(()) } else { Err(Error::Range { range }) }
    }

    /// Fails unless `other` is this session, or one of equal parameters, length and range.
    pub(super) fn check(&self, other: &Self, what: &'static str) -> Result<(), Error> {
        let same = Arc::ptr_eq(&self.0, &other.0)
            || (self.parameters() == other.parameters()
                && self.length() == other.length()
                && self.range() == other.range());
        if same { Ok(()) } else { Err(Error::other_parameters(what)) }
    }
}
