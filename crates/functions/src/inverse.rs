//! 1/x by Goldschmidt's method.
//!
//! Idea (J. H. Cheon et al., 2019/417 §4.1): with y = c·x near 1 and b = 1 - y, 1/x = c·(1 + b)(1 + b²)(1 + b⁴)…,
//! k factors of which leave the relative error |b|^(2^k). Cost: k - 1 squares and k - 1 products.

use ringassay_scheme::{Error, ckks::Scale};

use crate::{
    ApproximateArithmetic,
    arithmetic::{check_levels, constant},
};

/// The most factors: beyond, ranges are too wide for any scale.
const MAX_FACTORS: usize = 32;

/// How x in an interval is inverted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Inverse {
    from: f64,
    to: f64,
    factors: usize,
}

impl Inverse {
    /// For x in \[from, to\], both of one sign, with a relative error of at most 2^-`bits`, apart from the
    /// scheme's.
    ///
    /// # Errors
    /// When 0 lies in the interval or it is none; when more than 32 factors would be needed.
    pub fn new(from: f64, to: f64, bits: f64) -> Result<Self, Error> {
        let refuse = |message: String| Err(Error::Parameters(message));
        if !(from < to && from * to > 0.0 && to - from < f64::INFINITY) {
            return refuse(format!(
                "the interval [{from}, {to}] has to lie above 0 or below it, from a number to a larger one"
            ));
        }
        let mut found = Self { from, to, factors: 1 };
        while found.error_bits() < bits {
            found.factors += 1;
            if found.factors > MAX_FACTORS {
                return refuse(format!(
                    "an inverse on [{from}, {to}] with {bits} bits would need more than \
                     {MAX_FACTORS} factors: take a smaller interval"
                ));
            }
        }
        Ok(found)
    }

    /// k.
    pub fn factors(&self) -> usize {
        self.factors
    }

    /// The levels that it takes: k + 1, or 1 if k is 1.
    pub fn depth(&self) -> usize {
        if self.factors == 1 { 1 } else { self.factors + 1 }
    }

    /// -log2 of the largest relative error.
    pub fn error_bits(&self) -> f64 {
        -self.ratio().log2() * (self.factors as f64).exp2()
    }

    /// The largest |b|.
    fn ratio(&self) -> f64 {
        (self.to - self.from) / (self.to + self.from).abs()
    }
}

/// 1/x for slots in the interval, at the scale `target`, [`Inverse::depth`] levels lower. x is relinearised.
///
/// # Errors
/// When the ciphertext has too few levels, a key is missing, or noise becomes too large.
pub fn inverse<A: ApproximateArithmetic>(
    arithmetic: &A,
    how: &Inverse,
    x: &A::Ciphertext,
    target: &Scale,
) -> Result<A::Ciphertext, Error> {
    check_levels("the inverse", how.depth(), arithmetic.level(x))?;
    arithmetic.check_range(x, how.from.abs().max(how.to.abs()))?;
    let c = 2.0 / (how.from + how.to);
    let linear = |slope: f64, at_zero: f64, scale: &Scale| {
        let scale = arithmetic.before_rescaling(scale, arithmetic.level(x))?;
        let product = arithmetic.multiply_to(x.clone(), &constant(slope), &scale)?;
        arithmetic.add_to(arithmetic.rescale(&product)?, &constant(at_zero))
    };
    // b, b², b⁴, …, without the first, and the scale that c·(1 + b) needs for the last product to have `target`.
    let mut powers = Vec::new();
    let mut size = how.ratio();
    let mut power = arithmetic.bounded(linear(-c, 1.0, &arithmetic.scale(x))?, size);
    let mut scale = target.clone();
    for _ in 1..how.factors {
        let square = arithmetic.relinearise(arithmetic.square(&power)?)?;
        size *= size;
        power = arithmetic.bounded(arithmetic.rescale(&square)?, size);
        let product = arithmetic.before_rescaling(&scale, arithmetic.level(&power))?;
        scale = arithmetic.cofactor(&product, &power);
        powers.push(power.clone());
    }
    // All partial products lie between c and 1/x.
    let largest = 1.0 / how.from.abs().min(how.to.abs());
    let mut product = arithmetic.bounded(linear(-c * c, 2.0 * c, &scale)?, largest);
    for power in powers {
        let factor = arithmetic.add_to(power, &constant(1.0))?;
        let level = arithmetic.level(&factor).min(arithmetic.level(&product));
        let factor = arithmetic.drop_to(&factor, level)?;
        let both = arithmetic.multiply(&arithmetic.drop_to(&product, level)?, &factor)?;
        product = arithmetic.rescale(&arithmetic.relinearise(both)?)?;
        product = arithmetic.bounded(product, largest);
    }
    Ok(arithmetic.approximated(product, largest * (-how.error_bits()).exp2()))
}
