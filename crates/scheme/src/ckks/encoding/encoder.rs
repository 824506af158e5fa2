//! Encoding and decoding.

use std::cmp::Ordering;

use ringassay_kernels::{fork::OnceLock, secrecy, to_nearest};
use zeroize::Zeroizing;

use super::{
    Complex, Complex64, DoubleDouble, Generator,
    real::Real,
    slots::{Position, positions},
    transform::Transform,
};
use crate::{
    ckks::{Phase, RingType, Scale},
    encoding::EncodingError,
};

/// Encoding computes in doubles while Δ·|z| is at most 2 to this power: by Higham's bound for the transform
/// (Accuracy and Stability, theorem 24.2) its error in the norm of coefficients is then below
/// 7·2^-53·log2 n·2^50, less than that of rounding them to integers from N = 2^11 on, and at random far less.
pub const DOUBLE_BITS: i32 = 50;

/// Coefficients of plaintexts lie below 2 to this power.
pub const MAX_BITS: i32 = 100;

/// log2 of the largest and smallest scale.
const MAX_LOG2_SCALE: f64 = 400.0;

/// What the transform computes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// Doubles: relative errors of 2^-50 of the largest slot.
    Double,
    /// Double-doubles: 2^-98 of the largest slot, at some thirty times the cost.
    DoubleDouble,
}

impl Arithmetic {
    /// What messages of a scale are decoded in.
    pub fn of_decoding(scale: &Scale) -> Self {
        if scale.log2() > f64::from(DOUBLE_BITS) { Self::DoubleDouble } else { Self::Double }
    }

    /// What no slot of the values that are decoded differs by from those of the coefficients, over the largest:
    /// what the transform of `slots` slots loses, by the bound above, and the rounding to doubles.
    pub fn decoding_error(self, slots: usize) -> f64 {
        let unit = f64::EPSILON / 2.0;
        match self {
            Self::Double => (7.0 * (2.0 * slots as f64).log2() + 1.0) * unit,
            Self::DoubleDouble => 2.0 * unit,
        }
    }
}

/// Where values are encoded.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// n, the number of slots: a power of two up to N/2, or N for real numbers in the conjugate-invariant ring.
    /// Values beyond those given are 0.
    pub slots: usize,
    /// Δ.
    pub scale: &'a Scale,
    /// log2 of the modulus that holds the coefficients: they have to lie below half of it.
    pub log2_modulus: f64,
}

/// Encodes vectors of up to N/2 complex numbers in polynomials of degree below N, or of up to N real numbers in
/// elements of the conjugate-invariant ring, and decodes.
#[derive(Debug)]
pub struct Encoder {
    degree: usize,
    ring: RingType,
    generator: Generator,
    positions: Vec<Position>,
    double: Transform<f64>,
    extended: OnceLock<Transform<DoubleDouble>>,
}

impl Encoder {
    /// For the ring Z\[X\]/(X^N + 1) and an order of slots.
    ///
    /// # Errors
    /// Unless `degree`, N, is a power of two from 2 to 2^17.
    pub fn new(degree: usize, generator: Generator) -> Result<Self, EncodingError> {
        Self::in_ring(RingType::Standard, degree, generator)
    }

    /// For the ring of this type and an order of slots.
    ///
    /// # Errors
    /// Unless `degree`, N, is a power of two from 2 to 2^17, or 2^16 in the conjugate-invariant ring.
    pub fn in_ring(
        ring: RingType,
        degree: usize,
        generator: Generator,
    ) -> Result<Self, EncodingError> {
        let most = 1 << ring.max_log2_degree();
        if !degree.is_power_of_two() || !(2..=most).contains(&degree) {
            return Err(EncodingError::Degrees { degree, most });
        }
        let slots = ring.slots(degree);
        Ok(Self {
            degree,
            ring,
            generator,
            positions: positions(slots, generator),
            double: Transform::new(slots),
            extended: OnceLock::new(),
        })
    }

    /// N.
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// The ring.
    pub fn ring_type(&self) -> RingType {
        self.ring
    }

    /// The most slots: N/2, or N in the conjugate-invariant ring.
    pub fn slots(&self) -> usize {
        self.positions.len()
    }

    /// The order of slots.
    pub fn generator(&self) -> Generator {
        self.generator
    }

    /// The N coefficients that hold these values: those of the definition (see the [module](super)), each
    /// rounded once, halves away from zero. Which [`Arithmetic`] is used depends on the largest value.
    ///
    /// # Errors
    /// If there are more values than slots, no such number of slots or no such scale, a value is not finite, or
    /// not real in the conjugate-invariant ring, or coefficients do not fit below 2^[`MAX_BITS`] and half the
    /// modulus.
    pub fn encode(
        &self,
        values: &[Complex64],
        target: &Target<'_>,
    ) -> Result<Vec<i128>, EncodingError> {
        self.check(values, target)?;
        let largest = values.iter().fold(0.0_f64, |most, z| most.max(z.re.abs().max(z.im.abs())));
        // |z| is at most √2 times its larger part.
        let bits = largest.log2() + 0.5 + target.scale.log2();
        if bits >= f64::from(MAX_BITS) {
            return Err(too_large(bits, f64::from(MAX_BITS)));
        }
        let found = to_nearest(|| {
            if bits <= f64::from(DOUBLE_BITS) {
                self.encode_in::<f64>(values, target)
            } else {
                self.encode_in::<DoubleDouble>(values, target)
            }
        });
        let most = found.iter().map(|c| c.unsigned_abs()).max().unwrap_or_default() as f64;
        if most >= (target.log2_modulus - 1.0).exp2() {
            return Err(too_large(most.log2(), target.log2_modulus - 1.0));
        }
        Ok(found)
    }

    /// As [`Encoder::encode`], for real numbers.
    ///
    /// # Errors
    /// As [`Encoder::encode`].
    pub fn encode_real(
        &self,
        values: &[f64],
        target: &Target<'_>,
    ) -> Result<Vec<i128>, EncodingError> {
        let values: Vec<Complex64> = values.iter().map(|&x| x.into()).collect();
        self.encode(&values, target)
    }

    /// The values in `slots` slots of the polynomial with these integer coefficients at a scale. Computed in
    /// double-double if the scale exceeds 2^[`DOUBLE_BITS`], so that time depends on nothing secret.
    ///
    /// # Errors
    /// Unless there are N coefficients, and such numbers of slots and such scales.
    pub fn decode(
        &self,
        coefficients: &[i128],
        slots: usize,
        scale: &Scale,
    ) -> Result<Vec<Complex64>, EncodingError> {
        self.decode_with(coefficients, slots, scale, Arithmetic::of_decoding(scale))
    }

    /// As [`Encoder::decode`], of what decryption made of a ciphertext of this scale.
    ///
    /// # Errors
    /// As [`Encoder::decode`], and if values are beyond those of doubles.
    pub fn decode_phase(
        &self,
        phase: &Phase<Vec<i128>>,
        slots: usize,
        scale: &Scale,
    ) -> Result<Vec<Complex64>, EncodingError> {
        let Phase { coefficients, dropped_bits } = phase;
        self.check_decoding(coefficients.len(), slots, scale)?;
        let exponent = i32::try_from(*dropped_bits).unwrap_or(i32::MAX);
        let factor = (DoubleDouble::ONE / number(scale)).times_power_of_two(exponent);
        let values =
            self.decode_integers(coefficients, slots, factor, Arithmetic::of_decoding(scale));
        // Of more than 2^1000: whether there are any is told.
        if secrecy::all(values.iter().map(|z| z.re.is_finite() & z.im.is_finite())) {
            return Ok(values);
        }
        Err(EncodingError::Infinite)
    }

    /// As [`Encoder::decode`], with a given arithmetic.
    ///
    /// # Errors
    /// As [`Encoder::decode`].
    pub fn decode_with(
        &self,
        coefficients: &[i128],
        slots: usize,
        scale: &Scale,
        arithmetic: Arithmetic,
    ) -> Result<Vec<Complex64>, EncodingError> {
        self.check_decoding(coefficients.len(), slots, scale)?;
        let factor = DoubleDouble::ONE / number(scale);
        Ok(self.decode_integers(coefficients, slots, factor, arithmetic))
    }

    /// The values of these coefficients, times a factor.
    fn decode_integers(
        &self,
        coefficients: &[i128],
        slots: usize,
        factor: DoubleDouble,
        arithmetic: Arithmetic,
    ) -> Vec<Complex64> {
        match arithmetic {
            Arithmetic::Double => {
                self.decode_in(|k| f64::of_integer(coefficients[k]), slots, factor)
            }
            Arithmetic::DoubleDouble => {
                let integer = |k: usize| DoubleDouble::of_integer(coefficients[k]);
                self.decode_in(integer, slots, factor).into_iter().map(Complex::rounded).collect()
            }
        }
    }

    /// The values of the polynomial with these coefficients, which need not be integers, in double-double.
    ///
    /// # Errors
    /// As [`Encoder::decode`].
    pub fn decode_extended(
        &self,
        coefficients: &[DoubleDouble],
        slots: usize,
        scale: &Scale,
    ) -> Result<Vec<Complex<DoubleDouble>>, EncodingError> {
        self.check_decoding(coefficients.len(), slots, scale)?;
        Ok(self.decode_in(|k| coefficients[k], slots, DoubleDouble::ONE / number(scale)))
    }

    fn encode_in<T: Real + OfEncoder>(
        &self,
        values: &[Complex64],
        target: &Target<'_>,
    ) -> Vec<i128> {
        let slots = target.slots;
        let more = (self.slots() / slots).trailing_zeros();
        let factor = T::of(number(target.scale) / (slots as f64).into());
        // Messages are secret.
        let zeros = || Zeroizing::new(vec![T::default(); slots]);
        let (mut re, mut im) = (zeros(), zeros());
        for (z, position) in values.iter().zip(&self.positions) {
            let place = position.place(more);
            let imaginary = if position.is_conjugate { -z.im } else { z.im };
            re[place] = T::of(z.re.into()) * factor;
            im[place] = T::of(imaginary.into()) * factor;
        }
        T::transform(self).inverse(&mut re, &mut im);
        // Values at the roots of X^(2·slots) + 1. What is conjugate-invariant has mirrored coefficients.
        let mut all = vec![0; 2 * self.slots()];
        let (low, high) = all.split_at_mut(self.slots());
        let step = 1 << more;
        for ((low, high), (re, im)) in low
            .iter_mut()
            .step_by(step)
            .zip(high.iter_mut().step_by(step))
            .zip(re.iter().zip(im.iter()))
        {
            (*low, *high) = (re.to_integer(), im.to_integer());
        }
        all.truncate(self.degree);
        all
    }

    fn decode_in<T: Real + OfEncoder>(
        &self,
        coefficient: impl Fn(usize) -> T,
        slots: usize,
        factor: DoubleDouble,
    ) -> Vec<Complex<T>> {
        to_nearest(|| {
            let more = (self.slots() / slots).trailing_zeros();
            let at = |first: usize| (0..slots).map(move |l| first + (l << more));
            // X^-k = -X^(2N-k): c_0, …, c_(N-1), 0, -c_(N-1), …, -c_1 in the conjugate-invariant ring.
            let of_polynomial = |k: usize| match k.cmp(&self.degree) {
                Ordering::Less => coefficient(k),
                Ordering::Equal => T::default(),
                Ordering::Greater => -coefficient(2 * self.degree - k),
            };
            let part = |first: usize| -> Zeroizing<Vec<T>> {
                Zeroizing::new(at(first).map(of_polynomial).collect())
            };
            let (mut re, mut im) = (part(0), part(self.slots()));
            T::transform(self).forward(&mut re, &mut im);
            let factor = T::of(factor);
            let value = |position: &Position| {
                let place = position.place(more);
                let z = Complex::new(re[place], im[place]).scale(factor);
                match (self.ring, position.is_conjugate) {
                    // What is left of the imaginary part are errors of rounding.
                    (RingType::ConjugateInvariant, _) => Complex::new(z.re, T::default()),
                    (RingType::Standard, true) => z.conj(),
                    (RingType::Standard, false) => z,
                }
            };
            self.positions[..slots].iter().map(value).collect()
        })
    }

    fn extended(&self) -> &Transform<DoubleDouble> {
        self.extended.get_or_init(|| Transform::new(self.slots()))
    }

    fn check(&self, values: &[Complex64], target: &Target<'_>) -> Result<(), EncodingError> {
        self.check_slots(target.slots)?;
        check_scale(target.scale)?;
        if values.len() > target.slots {
            return Err(EncodingError::TooMany { given: values.len(), slots: target.slots });
        }
        if let Some(position) = values.iter().position(|z| !z.re.is_finite() || !z.im.is_finite()) {
            return Err(EncodingError::NotFinite { position });
        }
        let is_real = self.ring == RingType::ConjugateInvariant;
        match values.iter().position(|z| is_real && z.im != 0.0) {
            Some(position) => Err(EncodingError::NotReal { position }),
            None => Ok(()),
        }
    }

    fn check_decoding(
        &self,
        given: usize,
        slots: usize,
        scale: &Scale,
    ) -> Result<(), EncodingError> {
        self.check_slots(slots)?;
        check_scale(scale)?;
        let expected = self.degree;
        if given == expected {
            return Ok(());
        }
        Err(EncodingError::Length { what: "coefficients", given, expected })
    }

    fn check_slots(&self, slots: usize) -> Result<(), EncodingError> {
        if slots.is_power_of_two() && slots <= self.slots() {
            return Ok(());
        }
        Err(EncodingError::Packing { slots, most: self.slots() })
    }
}

/// The transform of an encoder by the precision of its numbers.
trait OfEncoder: Sized {
    fn transform(encoder: &Encoder) -> &Transform<Self>;
}

impl OfEncoder for f64 {
    fn transform(encoder: &Encoder) -> &Transform<Self> {
        &encoder.double
    }
}

impl OfEncoder for DoubleDouble {
    fn transform(encoder: &Encoder) -> &Transform<Self> {
        encoder.extended()
    }
}

/// The scale in double-double.
pub(super) fn number(scale: &Scale) -> DoubleDouble {
    let (hi, lo, exponent) = scale.double_double();
    let exponent = exponent.clamp(-1000, 1000) as i32;
    DoubleDouble::new(hi, lo).times_power_of_two(exponent)
}

fn check_scale(scale: &Scale) -> Result<(), EncodingError> {
    let log2 = scale.log2();
    if log2.abs() <= MAX_LOG2_SCALE {
        return Ok(());
    }
    Err(EncodingError::Scale { log2: log2 as i64, most: MAX_LOG2_SCALE as i64 })
}

fn too_large(bits: f64, most: f64) -> EncodingError {
    EncodingError::TooLarge { bits: bits.ceil() as i64, most: most.floor() as i64 }
}
