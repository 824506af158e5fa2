//! From an interval to \[-1, 1\].

use ringassay_scheme::{
    Error,
    ckks::encoding::{Complex, DoubleDouble},
};

use crate::{ApproximateArithmetic, Factor};

/// [`Arithmetic::to_unit_interval`](crate::Arithmetic::to_unit_interval) for real numbers.
pub(crate) fn to_unit_interval<A: ApproximateArithmetic>(
    arithmetic: &A,
    x: &A::Ciphertext,
    from: f64,
    to: f64,
) -> Result<A::Ciphertext, Error> {
    arithmetic.check_range(x, from.abs().max(to.abs()))?;
    let real = |x: DoubleDouble| Factor::Constant(Complex::new(x, DoubleDouble::ZERO));
    let (from, to) = (DoubleDouble::from(from), DoubleDouble::from(to));
    let scale = arithmetic.before_rescaling(&arithmetic.scale(x), arithmetic.level(x))?;
    let factor = DoubleDouble::from(2.0) / (to - from);
    let product = arithmetic.multiply_to(x.clone(), &real(factor), &scale)?;
    let rescaled = arithmetic.rescale(&product)?;
    let moved = arithmetic.add_to(rescaled, &real(-(from + to) / (to - from)))?;
    Ok(arithmetic.bounded(moved, 1.0))
}
