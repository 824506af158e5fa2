//! From an interval to \[-1, 1\].

use super::{ApproximateArithmetic, Basis, Factor, approximate::multiply_to};
use crate::{
    Error,
    ckks::encoding::{Complex, DoubleDouble},
};

/// (2x - a - b)/(b - a) at the scale of x, a level lower; x itself where nothing is to be done.
///
/// # Errors
/// When slots may lie outside of the interval by their size.
pub(super) fn mapped<A: ApproximateArithmetic>(
    arithmetic: &A,
    basis: Basis,
    x: &A::Ciphertext,
) -> Result<A::Ciphertext, Error> {
    let Basis::Chebyshev { from, to } = basis else { return Ok(x.clone()) };
    arithmetic.check_range(x, from.abs().max(to.abs()))?;
    if !basis.has_map() {
        return Ok(x.clone());
    }
    let real = |x: DoubleDouble| Factor::Constant(Complex::new(x, DoubleDouble::ZERO));
    let (from, to) = (DoubleDouble::from(from), DoubleDouble::from(to));
    let scale = arithmetic.scale(x).multiplied(&arithmetic.divisor(arithmetic.level(x))?);
    let factor = DoubleDouble::from(2.0) / (to - from);
    let product = multiply_to(arithmetic, x.clone(), &real(factor), &scale)?;
    let rescaled = arithmetic.rescale(&product)?;
    let moved = arithmetic.add_to(rescaled, &real(-(from + to) / (to - from)))?;
    Ok(arithmetic.bounded(moved, 1.0))
}
