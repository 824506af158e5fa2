//! The powers x^i, or Chebyshev polynomials T_i(x), that a plan needs.

use std::collections::BTreeMap;

use ringassay_scheme::Error;

use super::{Basis, Plan, plan::halves};
use crate::{Arithmetic, Factor};

/// Ciphertexts of powers by their exponents.
pub(super) type Powers<C> = BTreeMap<usize, C>;

/// Makes the powers of a plan: i from those that [`halves`] names, ⌈log2 i⌉ levels below x.
pub(super) fn powers<A: Arithmetic>(
    arithmetic: &A,
    plan: &Plan<A::Number>,
    basis: Basis,
    x: &A::Ciphertext,
) -> Result<Powers<A::Ciphertext>, Error> {
    let mut made = Powers::from([(1, x.clone())]);
    for (&i, how) in plan.powers.range(2..) {
        let [a, b] = halves(i);
        let mut product = product(arithmetic, &made, [a, b])?;
        if basis != Basis::Power {
            // T_{a+b} = 2·T_a·T_b - T_{a-b}.
            product = arithmetic.double(&product)?;
            if a != b {
                let level = arithmetic.level(&product);
                let other = arithmetic.drop_to(power(&made, a - b)?, level)?;
                let scale = arithmetic.scale(&product);
                let one = Factor::Constant(arithmetic.integer(1));
                let other = arithmetic.multiply_to(other, &one, &scale)?;
                product = arithmetic.sub(product, &other)?;
            }
        }
        let mut rescaled = if how.is_operand {
            arithmetic.relinearise_and_rescale(product)?
        } else {
            arithmetic.rescale(&product)?
        };
        if basis != Basis::Power {
            if a == b {
                let term = Factor::Constant(arithmetic.integer(-1));
                rescaled = arithmetic.add_to(rescaled, &term)?;
            }
            rescaled = arithmetic.bounded(rescaled, 1.0);
        }
        made.insert(i, rescaled);
    }
    Ok(made)
}

fn product<A: Arithmetic>(
    arithmetic: &A,
    made: &Powers<A::Ciphertext>,
    [a, b]: [usize; 2],
) -> Result<A::Ciphertext, Error> {
    let (first, second) = (power(made, a)?, power(made, b)?);
    if a == b {
        return arithmetic.square(first);
    }
    let level = arithmetic.level(first).min(arithmetic.level(second));
    arithmetic.multiply(&arithmetic.drop_to(first, level)?, &arithmetic.drop_to(second, level)?)
}

/// A power that was made.
pub(super) fn power<C>(made: &Powers<C>, i: usize) -> Result<&C, Error> {
    made.get(&i).ok_or_else(|| Error::Unsupported(format!("the power {i} was not planned")))
}
