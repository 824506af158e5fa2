//! Values in slots as coefficients, and back.

use std::{fmt, sync::Arc};

use ringassay_kernels::secrecy;
use ringassay_ring::index::Index;

use super::binary::BinaryCodec;
use super::codec::{Codec, MatrixCodec, Visibility};
use super::error::check_length;
use super::factor::MAX_DEGREE;
use super::transform::TransformCodec;
use super::words::{Word, WordCodec};
use super::{EncodingError, PlaintextRing};

/// Encodes one element of Z_t for each slot as a plaintext, and decodes it.
///
/// A plaintext is its n coefficients in the powerful basis, in `[0, t)`. Slot s holds its value at
/// ζ ↦ η^{t_s} (N. Smart and F. Vercauteren, ePrint 2011/133 §2; S. Halevi and V. Shoup, ePrint
/// 2014/106 §2.4), η being a root of [`Encoder::factor`]. Equal parameters give equal encodings in
/// every process.
///
/// For a prime t ≡ 1 mod m this is the transform of the ring modulo t. Otherwise it is the product of
/// a matrix with the vector, for t = 2 on 64 bits at a time. The matrices of both directions take
/// (m + n)·ℓ' bits for t = 2, and as many words of 1 to 8 bytes for others.
///
/// Cloning shares the tables. Values may be secret: buffers that held them are cleared. But encoding
/// with matrices passes over zeros, so that its time tells how many there are.
#[derive(Clone)]
pub struct Encoder {
    inner: Arc<Inner>,
}

struct Inner {
    ring: PlaintextRing,
    factor: Vec<u64>,
    codec: Box<dyn Codec>,
}

/// How values become coefficients.
enum Form {
    /// By the transform of the ring modulo t.
    Transform,
    /// By matrices of bits.
    Bits,
    /// By matrices of words of so many bytes.
    Words(usize),
}

impl Form {
    /// For slots of degree d modulo t = p^`exponent`.
    const fn of(t: u64, exponent: u32, d: usize) -> Self {
        match t {
            2 => Self::Bits,
            _ if d == 1 && exponent == 1 => Self::Transform,
            t if t <= 1 << u8::MAX_BITS => Self::Words(1),
            t if t <= 1 << u16::MAX_BITS => Self::Words(2),
            t if t <= 1 << u32::MAX_BITS => Self::Words(4),
            _ => Self::Words(8),
        }
    }
}

impl Encoder {
    /// The largest tables that an encoder makes: 1 GiB.
    pub const MAX_BYTES: u128 = 1 << 30;

    /// Bytes of the tables for the ring of an index modulo t = p^`exponent`, where the slots have degree
    /// d: none where encoding is a transform.
    pub fn bytes_for(index: &Index, t: u64, exponent: u32, d: usize) -> u128 {
        let (m, n) = (index.m(), index.degree() as u64);
        let slots = (index.degree() / d) as u128;
        match Form::of(t, exponent, d) {
            Form::Transform => 0,
            Form::Bits => u128::from(m.div_ceil(64) + n.div_ceil(64)) * 8 * slots,
            Form::Words(bytes) => u128::from(m + n) * slots * bytes as u128,
        }
    }

    /// Fails unless there is an encoder for an index modulo p^r = t, where the slots have degree d, as far as its
    /// size and the degree decide.
    ///
    /// # Errors
    ///
    /// As [`Encoder::new`].
    pub fn check_ring(
        index: &Index,
        (prime, exponent, t): (u64, u32, u64),
        degree: usize,
    ) -> Result<(), EncodingError> {
        if !matches!(Form::of(t, exponent, degree), Form::Transform) && degree > MAX_DEGREE {
            return Err(EncodingError::Degree { prime, degree, max: MAX_DEGREE });
        }
        let (bytes, max) = (Self::bytes_for(index, t, exponent, degree), Self::MAX_BYTES);
        if bytes > max {
            return Err(EncodingError::Memory { bytes, max });
        }
        Ok(())
    }

    /// The encoder for a plaintext ring.
    ///
    /// # Errors
    ///
    /// If t is no prime ≡ 1 mod m, and it exceeds 2^60, the slots have a degree above 400, or the
    /// tables would take more than [`Encoder::MAX_BYTES`].
    pub fn new(ring: &PlaintextRing) -> Result<Self, EncodingError> {
        let (t, exponent, degree) = (ring.modulus(), ring.exponent(), ring.slots().degree());
        Self::check_ring(ring.index(), (ring.prime(), exponent, t), degree)?;
        let (factor, codec) = match Form::of(t, exponent, degree) {
            Form::Transform => TransformCodec::build(ring),
            Form::Bits => BinaryCodec::build(ring),
            Form::Words(1) => WordCodec::<u8>::build(ring),
            Form::Words(2) => WordCodec::<u16>::build(ring),
            Form::Words(4) => WordCodec::<u32>::build(ring),
            Form::Words(_) => WordCodec::<u64>::build(ring),
        }?;
        let factor = factor.into_iter().chain([1]).collect();
        Ok(Self { inner: Arc::new(Inner { ring: ring.clone(), factor, codec }) })
    }

    /// Bytes of its tables.
    pub fn table_bytes(&self) -> usize {
        self.inner.codec.table_bytes()
    }

    /// The plaintext ring.
    pub fn ring(&self) -> &PlaintextRing {
        &self.inner.ring
    }

    /// F_0, the monic factor of Φ_m modulo t whose root η names the slots: d + 1 coefficients in
    /// `[0, t)`, the constant one first.
    pub fn factor(&self) -> &[u64] {
        &self.inner.factor
    }

    /// The plaintext that holds `values`, at most one for each slot, in `[0, t)`; the slots after the
    /// last hold 0. Returns n coefficients in `[0, t)`.
    ///
    /// # Errors
    ///
    /// If there are more values than slots, or one is not below t.
    pub fn encode(&self, values: &[u64]) -> Result<Vec<u64>, EncodingError> {
        let mut coefficients = vec![0; self.degree()];
        self.encode_into(values, &mut coefficients)?;
        Ok(coefficients)
    }

    /// Writes what [`Encoder::encode`] returns.
    ///
    /// # Errors
    ///
    /// As [`Encoder::encode`], and if `coefficients` has not length n.
    pub fn encode_into(
        &self,
        values: &[u64],
        coefficients: &mut [u64],
    ) -> Result<(), EncodingError> {
        self.check(values, coefficients)?;
        self.inner.codec.encode_into(values, Visibility::Secret, coefficients);
        Ok(())
    }

    /// What [`Encoder::encode`] returns, in less time where values are 0: not in constant time, for
    /// constants and masks.
    ///
    /// # Errors
    ///
    /// As [`Encoder::encode`].
    pub fn encode_public(&self, values: &[u64]) -> Result<Vec<u64>, EncodingError> {
        let mut coefficients = vec![0; self.degree()];
        self.check(values, &coefficients)?;
        self.inner.codec.encode_into(values, Visibility::Public, &mut coefficients);
        Ok(coefficients)
    }

    /// The plaintext with 1 in the slots where `mask` is true and 0 in the others. The mask is public.
    ///
    /// # Errors
    ///
    /// If the mask is longer than there are slots.
    pub fn encode_mask(&self, mask: &[bool]) -> Result<Vec<u64>, EncodingError> {
        self.encode_public(&mask.iter().map(|&one| u64::from(one)).collect::<Vec<_>>())
    }

    /// The value in each slot of the plaintext with these n coefficients in `[0, t)`.
    ///
    /// # Errors
    ///
    /// If there are not n coefficients, one is not below t, or a slot holds something else than an
    /// element of Z_t.
    pub fn decode(&self, coefficients: &[u64]) -> Result<Vec<u64>, EncodingError> {
        let mut values = vec![0; self.slots()];
        self.decode_into(coefficients, &mut values)?;
        Ok(values)
    }

    /// Writes what [`Encoder::decode`] returns.
    ///
    /// # Errors
    ///
    /// As [`Encoder::decode`], and if there is not one place for each slot.
    pub fn decode_into(
        &self,
        coefficients: &[u64],
        values: &mut [u64],
    ) -> Result<(), EncodingError> {
        check_length("coefficients", coefficients.len(), self.degree())?;
        check_length("values", values.len(), self.slots())?;
        self.check_reduced(coefficients)?;
        self.inner.codec.decode_into(coefficients, values)
    }

    fn slots(&self) -> usize {
        self.ring().slots().count()
    }

    fn degree(&self) -> usize {
        self.ring().index().degree()
    }

    /// Whether these values can be encoded there.
    fn check(&self, values: &[u64], coefficients: &[u64]) -> Result<(), EncodingError> {
        let slots = self.slots();
        if values.len() > slots {
            return Err(EncodingError::TooMany { given: values.len(), slots });
        }
        self.check_reduced(values)?;
        check_length("coefficients", coefficients.len(), self.degree())
    }

    fn check_reduced(&self, values: &[u64]) -> Result<(), EncodingError> {
        let modulus = self.ring().modulus();
        if secrecy::all_below(values, modulus) {
            return Ok(());
        }
        let found = (0..).zip(values).find(|(_, value)| **value >= modulus);
        found.map_or(Ok(()), |(position, &value)| {
            Err(EncodingError::NotReduced { position, value, modulus })
        })
    }
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ring = self.ring();
        write!(f, "Encoder(Z_{}[ζ_{}], {} slots)", ring.modulus(), ring.index().m(), self.slots())
    }
}
