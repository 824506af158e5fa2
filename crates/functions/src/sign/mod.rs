//! The sign of slots, and what follows from it: step, maximum, minimum.
//!
//! Idea: a composition of odd polynomials, each of which brings all values nearer to ±1 than the one before (E.
//! Lee, J.-W. Lee, J.-S. No, Y.-S. Kim, 2020/834). A last polynomial that is flat at ±1 multiplies the bits that
//! are right (2019/1234).

mod minimax;
mod solve;

use ringassay_kernels::fork::OnceLock;
use ringassay_scheme::{
    Error,
    ckks::{
        Scale,
        encoding::{Complex, DoubleDouble},
    },
};

pub use minimax::{MinimaxError, OddMinimax, odd_minimax};

use crate::{
    ApproximateArithmetic,
    arithmetic::{check_levels, constant},
    polynomial::{Basis, Plan, Polynomial, SlotPolynomials, evaluate},
};

/// A composite polynomial near the sign on \[-1, -2^-α\] and \[2^-α, 1\].
#[derive(Debug, Clone)]
pub struct CompositeSign {
    polynomials: Vec<Polynomial>,
    log2_gap: f64,
    error: f64,
}

/// 35/16·x - 35/16·x³ + 21/16·x⁵ - 5/16·x⁷: four times as many bits are right (2019/1234, f_3).
const FOUR_TIMES: [f64; 8] = [0.0, 2.1875, 0.0, -2.1875, 0.0, 1.3125, 0.0, -0.3125];

/// The degrees of [`CompositeSign::standard`], before the last polynomial.
const DEGREES: [usize; 8] = [15, 15, 15, 17, 31, 31, 31, 31];

impl CompositeSign {
    /// Minimax polynomials of these degrees for inputs of at least 2^-`log2_gap`, each of which bears errors
    /// of 2^-`log2_error` in its inputs, and the polynomial of degree 7 above so many times.
    ///
    /// # Errors
    /// When there are no degrees, one is even or above 63, or values do not come nearer to ±1.
    pub fn new(
        log2_gap: f64,
        log2_error: f64,
        degrees: &[usize],
        refinements: usize,
    ) -> Result<Self, Error> {
        let of_scheme = (-log2_error).exp2();
        let (mut from, mut to) = ((-log2_gap).exp2() - of_scheme, 1.0 + of_scheme);
        let mut polynomials = Vec::new();
        let mut error = 1.0;
        for (place, &degree) in degrees.iter().enumerate() {
            let found = odd_minimax(from, to, degree)?;
            let is_last = place + 1 == degrees.len();
            // The largest value, with the scheme's error, becomes 1 for the next polynomial.
            let largest = 1.0 + found.error.largest + of_scheme;
            let least = found.error.least - of_scheme;
            if least <= 0.0 {
                return Err(Error::Parameters(format!(
                    "polynomial {place} of degree {degree} leaves values below the scheme's error of \
                     2^-{log2_error}: take larger degrees or a smaller gap"
                )));
            }
            error = found.error.largest;
            let divisor = if is_last { 1.0 } else { largest };
            polynomials.push(times(&found.polynomial, DoubleDouble::ONE / divisor.into())?);
            (from, to) = (least / largest, 1.0);
        }
        if polynomials.is_empty() {
            return Err(Error::Parameters("a sign needs at least one polynomial".to_owned()));
        }
        for _ in 0..refinements {
            polynomials.push(Polynomial::of_reals(Basis::Power, &FOUR_TIMES)?);
            // 1 - f_3(1 + e) = 35/8·e⁴ + higher terms.
            error = 4.375 * (error * (1.0 + error)).powi(4);
        }
        Ok(Self { polynomials, log2_gap, error })
    }

    /// Degrees 15, 15, 15, 17, 31, 31, 31, 31 and 7: 40 levels; |x| of 2^-30 to 1 becomes ±1 to within
    /// 2^-80, if the scheme's errors are below 2^-35. Computed when it is first asked for.
    ///
    /// # Errors
    /// None in practice: the polynomials exist.
    pub fn standard() -> Result<&'static Self, Error> {
        static STANDARD: OnceLock<Result<CompositeSign, Error>> = OnceLock::new();
        let made = STANDARD.get_or_init(|| Self::new(30.0, 35.0, &DEGREES, 1));
        made.as_ref().map_err(Clone::clone)
    }

    /// The polynomials, the first applied first.
    pub fn polynomials(&self) -> &[Polynomial] {
        &self.polynomials
    }

    /// α: |x| is 2^-α at least.
    pub fn log2_gap(&self) -> f64 {
        self.log2_gap
    }

    /// |sign(x) - result| does not exceed it, apart from the scheme's errors.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// The levels that it takes.
    pub fn depth(&self) -> usize {
        self.polynomials.iter().map(Polynomial::depth).sum()
    }

    /// The value at a real point.
    #[must_use]
    pub fn at(&self, x: DoubleDouble) -> DoubleDouble {
        let x = Complex::new(x, DoubleDouble::ZERO);
        self.polynomials.iter().fold(x, |x, p| p.at(x)).re
    }

    /// factor·sign(x), at the scale `target`. Imaginary parts are removed after each polynomial: errors
    /// there would grow without bound.
    fn times_sign<A: ApproximateArithmetic>(
        &self,
        arithmetic: &A,
        x: &A::Ciphertext,
        factor: f64,
        target: &Scale,
    ) -> Result<A::Ciphertext, Error> {
        check_levels("the sign", self.depth(), arithmetic.level(x))?;
        arithmetic.check_range(x, 1.0)?;
        let mut value = x.clone();
        let (scale, half) = (arithmetic.scale(x), Scale::power_of_two(-1));
        for (place, polynomial) in self.polynomials.iter().enumerate() {
            let is_last = place + 1 == self.polynomials.len();
            let polynomial =
                if is_last { times(polynomial, factor.into())? } else { polynomial.clone() };
            let polynomials = SlotPolynomials::from(polynomial);
            let plan = Plan::new(&polynomials);
            let target = if is_last { target } else { &scale };
            let found =
                evaluate(arithmetic, &polynomials, &plan, &value, &target.multiplied(&half))?;
            // By the choice of the polynomials; sums of their terms alone say less.
            let largest = if is_last { factor.abs() } else { 1.0 };
            let found = arithmetic.bounded(found, largest);
            value = arithmetic.bounded(arithmetic.real_part(&found)?, largest);
        }
        Ok(arithmetic.approximated(value, factor.abs() * self.error))
    }
}

fn times(polynomial: &Polynomial, factor: DoubleDouble) -> Result<Polynomial, Error> {
    let coefficients = polynomial.coefficients().iter().map(|c| c.scale(factor)).collect();
    Polynomial::new(polynomial.basis(), coefficients)
}

/// The sign of real slots with 2^-α ≤ |x| ≤ 1, at the scale `target`, [`CompositeSign::depth`] levels lower.
/// Between -2^-α and 2^-α: something between -1 and 1. Beyond 1: anything.
///
/// # Errors
/// When the ciphertext has too few levels, a key is missing, or noise becomes too large; likewise below.
pub fn sign<A: ApproximateArithmetic>(
    arithmetic: &A,
    composite: &CompositeSign,
    x: &A::Ciphertext,
    target: &Scale,
) -> Result<A::Ciphertext, Error> {
    composite.times_sign(arithmetic, x, 1.0, target)
}

/// 1 where x > 0 and 0 where x < 0, for x as in [`sign`].
///
/// # Errors
/// As [`sign`].
pub fn step<A: ApproximateArithmetic>(
    arithmetic: &A,
    composite: &CompositeSign,
    x: &A::Ciphertext,
    target: &Scale,
) -> Result<A::Ciphertext, Error> {
    let half = composite.times_sign(arithmetic, x, 0.5, target)?;
    arithmetic.add_to(half, &constant(0.5))
}

/// The larger of two numbers with |a - b| ≤ 1, such as those of \[0, 1\], one level lower than [`sign`]. Where
/// |a - b| < 2^-α, off by at most as much.
///
/// # Errors
/// As [`sign`].
pub fn maximum<A: ApproximateArithmetic>(
    arithmetic: &A,
    composite: &CompositeSign,
    operands: [&A::Ciphertext; 2],
    target: &Scale,
) -> Result<A::Ciphertext, Error> {
    extremum(arithmetic, composite, operands, 0.5, target)
}

/// The smaller of two numbers, as [`maximum`].
///
/// # Errors
/// As [`sign`].
pub fn minimum<A: ApproximateArithmetic>(
    arithmetic: &A,
    composite: &CompositeSign,
    operands: [&A::Ciphertext; 2],
    target: &Scale,
) -> Result<A::Ciphertext, Error> {
    extremum(arithmetic, composite, operands, -0.5, target)
}

/// (a + b)/2 + factor·(a - b)·sign(a - b).
fn extremum<A: ApproximateArithmetic>(
    arithmetic: &A,
    composite: &CompositeSign,
    [a, b]: [&A::Ciphertext; 2],
    factor: f64,
    target: &Scale,
) -> Result<A::Ciphertext, Error> {
    // Of a number with itself: twice the error, also on average.
    let is_same = std::ptr::eq(a, b);
    let sum = if is_same { arithmetic.double(a)? } else { arithmetic.add(a.clone(), b)? };
    let difference = arithmetic.sub(a.clone(), b)?;
    let top = arithmetic.level(&difference);
    check_levels("the extremum", composite.depth() + 1, top)?;
    let level = top - composite.depth();
    let whole = arithmetic.before_rescaling(target, level)?;
    let of_sign = arithmetic.cofactor(&whole, &difference);
    let sign = composite.times_sign(arithmetic, &difference, factor, &of_sign)?;
    let product = arithmetic.multiply(&arithmetic.drop_to(&difference, level)?, &sign)?;
    let half = arithmetic.multiply_to(arithmetic.drop_to(&sum, level)?, &constant(0.5), &whole)?;
    let both = arithmetic.relinearise(arithmetic.add(product, &half)?)?;
    // |a - b|·|1 - sign|/2: below the gap the sign is between -1 and 1.
    let error = (-composite.log2_gap()).exp2().max(composite.error());
    Ok(arithmetic.approximated(arithmetic.rescale(&both)?, error))
}
