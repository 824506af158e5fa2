//! Constants: one number for all slots. They need no transform and no encoder.

use ringassay_ring::Crt;

use super::{Ciphertext, Context, Estimate, Magnitude, RingType, Scale, rotate::real_only};
use crate::{Error, Ring, ckks::context::UnitsOfLevel, noise::Noise};

/// A real or complex number x + i·y.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Constant {
    /// x.
    pub re: f64,
    /// y.
    pub im: f64,
}

impl From<f64> for Constant {
    fn from(re: f64) -> Self {
        Self { re, im: 0.0 }
    }
}

impl Constant {
    /// i.
    pub const I: Self = Self { re: 0.0, im: 1.0 };

    fn absolute(self) -> f64 {
        libm::hypot(self.re, self.im)
    }
}

/// A constant as integers (x, y) that are Δ times it, rounded, and what that differs from it by.
struct Scaled {
    re: i128,
    im: i128,
    /// log2 of |(x + i·y) - Δ·constant|.
    log2_error: f64,
}

impl<R: Ring> Context<R> {
    /// a + c.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] when the sum might exceed the modulus, [`Error::Parameters`] for a constant
    /// that is not finite, or has more than 120 bits at the scale of a, [`Error::Unsupported`] for one that is
    /// not real in the conjugate-invariant ring.
    pub fn add_constant(
        &self,
        a: &Ciphertext<R>,
        c: impl Into<Constant>,
    ) -> Result<Ciphertext<R>, Error> {
        let mut sum = a.clone();
        self.add_constant_assign(&mut sum, c)?;
        Ok(sum)
    }

    /// a += c.
    ///
    /// # Errors
    /// As [`Context::add_constant`].
    pub fn add_constant_assign(
        &self,
        a: &mut Ciphertext<R>,
        c: impl Into<Constant>,
    ) -> Result<(), Error> {
        let c = c.into();
        let scaled = scaled(c, &a.scale)?;
        let exact = Estimate::exact(&a.scale, &Magnitude::constant(c.absolute()));
        let rounded = self.estimate_approximated(&exact, scaled.log2_error);
        let estimate = self.estimate_sum(&a.estimate, &rounded);
        self.check_budget("a sum with a constant", a.level, &estimate)?;
        R::add_assign(&mut a.parts[0], &self.element(&scaled, a.level)?)?;
        (a.estimate, a.seed) = (estimate, None);
        Ok(())
    }

    /// a·c with c rounded at the scale `scale`; the product has that of a times it: rescale it. Where both
    /// parts of `scale`·c are integers the product is exact: 1 for integers and ±i, which costs no level.
    ///
    /// # Errors
    /// As [`Context::add_constant`].
    pub fn multiply_constant(
        &self,
        a: &Ciphertext<R>,
        c: impl Into<Constant>,
        scale: &Scale,
    ) -> Result<Ciphertext<R>, Error> {
        let mut product = a.clone();
        self.multiply_constant_assign(&mut product, c, scale)?;
        Ok(product)
    }

    /// a *= c, likewise.
    ///
    /// # Errors
    /// As [`Context::add_constant`].
    pub fn multiply_constant_assign(
        &self,
        a: &mut Ciphertext<R>,
        c: impl Into<Constant>,
        scale: &Scale,
    ) -> Result<(), Error> {
        let c = c.into();
        let scaled = scaled(c, scale)?;
        let estimate = self.estimate_constant(&a.estimate, c, scale, &scaled);
        self.check_budget("a product with a constant", a.level, &estimate)?;
        if scaled.im == 0 {
            let factors = residues(scaled.re, self.ring_at(a.level)?.moduli());
            a.parts.iter_mut().try_for_each(|part| R::scale_assign(part, &factors))?;
        } else {
            let factor = self.element(&scaled, a.level)?;
            a.parts.iter_mut().try_for_each(|part| R::mul_assign(part, &factor))?;
        }
        (a.scale, a.estimate, a.seed) = (a.scale.multiplied(scale), estimate, None);
        Ok(())
    }

    /// a/2^k, exactly and without computing: the scale is 2^k times as large.
    #[must_use]
    pub fn divided_by_power_of_two(&self, a: Ciphertext<R>, k: u32) -> Ciphertext<R> {
        let scale = a.scale.multiplied(&Scale::power_of_two(i64::from(k)));
        Ciphertext { scale, ..a }
    }

    /// i·a: exact, at the same level and scale.
    ///
    /// # Errors
    /// When a is of other parameters, [`Error::Unsupported`] in the conjugate-invariant ring.
    pub fn multiply_by_i(&self, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.multiply_constant(a, Constant::I, &Scale::ONE)
    }

    /// X^`exponent`·a: slot j is multiplied by ζ^(`exponent`·g^j), exactly.
    ///
    /// # Errors
    /// When a is of other parameters, [`Error::Unsupported`] in the conjugate-invariant ring.
    pub fn multiply_by_monomial(
        &self,
        a: &Ciphertext<R>,
        exponent: usize,
    ) -> Result<Ciphertext<R>, Error> {
        if self.parameters().ring_type() == RingType::ConjugateInvariant {
            return Err(real_only("a product with a power of X"));
        }
        let ring = self.ring_at(a.level)?;
        let degree = ring.index().degree();
        let exponent = exponent % (2 * degree);
        let mut coefficients = vec![0; degree];
        coefficients[exponent % degree] = if exponent < degree { 1 } else { -1 };
        let factor = R::into_crt(ring.integers(&coefficients, 2)?);
        let mut product = Ciphertext { seed: None, ..a.clone() };
        product.parts.iter_mut().try_for_each(|part| R::mul_assign(part, &factor))?;
        Ok(product)
    }

    /// x + y·X^(N/2) modulo Q of a level.
    fn element(&self, c: &Scaled, level: usize) -> Result<R::Element<Crt>, Error> {
        let moduli = self.ring_at(level)?.moduli();
        let UnitsOfLevel { one, i } = self.units_at(level)?;
        let part = |unit: &R::Element<Crt>, x| {
            let mut part = unit.clone();
            R::scale_assign(&mut part, &residues(x, moduli))?;
            Ok::<_, Error>(part)
        };
        if c.im == 0 {
            return part(one, c.re);
        }
        let i = i.as_ref().ok_or_else(|| real_only("a complex constant"))?;
        let mut element = part(i, c.im)?;
        if c.re != 0 {
            R::add_assign(&mut element, &part(one, c.re)?)?;
        }
        Ok(element)
    }

    /// Errors are multiplied by what the constant was rounded to, the message by the constant itself; what
    /// lies between is an error of approximation.
    fn estimate_constant(
        &self,
        a: &Estimate,
        c: Constant,
        scale: &Scale,
        rounded: &Scaled,
    ) -> Estimate {
        let log2 = libm::hypot(rounded.re as f64, rounded.im as f64).log2();
        let model = self.model();
        let exactly = |noise: &Noise, log2: f64| {
            if log2 == f64::NEG_INFINITY { Noise::ZERO } else { model.scaled(noise, log2) }
        };
        let product = Estimate {
            message: exactly(&a.message, c.absolute().log2() + scale.log2()),
            noise: exactly(&a.noise, log2),
            approximation: exactly(&a.approximation, log2),
        };
        let log2_error = a.message.tail.log2() + rounded.log2_error;
        self.estimate_approximated(&product, log2_error)
    }
}

/// The bits of a constant at its scale, sign included.
const MAX_BITS: f64 = 120.0;

/// round(Δ·x), round(Δ·y), with Δ as 53 + 53 bits.
fn scaled(c: Constant, scale: &Scale) -> Result<Scaled, Error> {
    let log2 = c.absolute().log2() + scale.log2();
    if !c.absolute().is_finite() || log2 >= MAX_BITS {
        return Err(Error::Parameters(format!(
            "the constant {} + {}i has {log2:.0} bits at the scale 2^{:.1}: at most {MAX_BITS} are \
             possible",
            c.re,
            c.im,
            scale.log2()
        )));
    }
    let [(re, error_re), (im, error_im)] = [c.re, c.im].map(|x| rounded(x, scale));
    Ok(Scaled { re, im, log2_error: libm::hypot(error_re, error_im).log2() })
}

/// round(Δ·x) for |Δ·x| < 2^[`MAX_BITS`], and a bound of what that differs by.
fn rounded(x: f64, scale: &Scale) -> (i128, f64) {
    if x == 0.0 {
        return (0, 0.0);
    }
    // x = m·2^e and Δ = n·2^f exactly but for 2^-120 of Δ: the product of 53 and 127 bits, cut off to fit.
    let (mantissa, exponent) = libm::frexp(x.abs());
    let mantissa = (mantissa * 53_f64.exp2()) as u64;
    let exponent = i64::from(exponent) - 53;
    let (of_scale, scale_exponent) = scale.mantissa();
    let product = num_bigint::BigUint::from(mantissa) * num_bigint::BigUint::from(of_scale);
    let shift = exponent.saturating_add(scale_exponent);
    let (integer, error) = if shift >= 0 {
        (product << shift.unsigned_abs().min(256), 0.0)
    } else {
        let down = shift.unsigned_abs();
        if down > 512 {
            // Δ·|x| < 2^-300 is lost, and no more than 2 to the power of its bits.
            let lost = (product.bits() as f64 - down as f64).exp2();
            (num_bigint::BigUint::ZERO, lost.max(f64::MIN_POSITIVE))
        } else {
            let half = num_bigint::BigUint::from(1_u32) << (down - 1);
            let integer = (&product + &half) >> down;
            let back = &integer << down;
            let difference = if back > product { &back - &product } else { &product - &back };
            let difference = num_traits::ToPrimitive::to_f64(&difference).unwrap_or(f64::INFINITY);
            (integer, difference * (-(down as f64)).exp2())
        }
    };
    let integer = num_traits::ToPrimitive::to_i128(&integer).unwrap_or(i128::MAX);
    // What cutting off the scale adds.
    let error =
        error + integer as f64 * if scale.factors().is_empty() { 0.0 } else { 2_f64.powi(-119) };
    (if x < 0.0 { -integer } else { integer }, error)
}

/// x modulo each prime.
fn residues(x: i128, moduli: &[u64]) -> Vec<u64> {
    moduli.iter().map(|&q| x.rem_euclid(i128::from(q)) as u64).collect()
}
