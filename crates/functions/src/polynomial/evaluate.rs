//! Evaluation of a plan.
//!
//! Scales are followed backwards from the target (2020/1203 §5.2). A part of depth k is summed up at the
//! level k - 1 below x, before it is rescaled, at the scale S = (target of the part)·(divisor of that
//! level). In high·x^m + low, high gets the target S/scale(x^m), low the same S; a term c_i·x^i encodes c_i at
//! S/scale(x^i). So all that is added has the scale S exactly, and the result the target.

use ringassay_scheme::Error;

use super::{
    Basis, Plan, SlotPolynomials,
    plan::{Group, Part, degree, has, is_constant},
    powers::{Powers, power, powers},
};
use crate::{Arithmetic, Factor, arithmetic::check_levels};

/// The value of a polynomial, or of each slot's, at x: exactly at the scale `target`, [`Plan::depth`] levels
/// below x (one more for an interval that is not \[-1, 1\]). x is relinearised.
///
/// Coefficients are rounded at about the scale target·q/scale(x), q a prime of the modulus chain.
///
/// # Errors
/// When the ciphertext has too few levels, a key is missing, or noise becomes too large.
pub fn evaluate<A: Arithmetic>(
    arithmetic: &A,
    polynomials: &SlotPolynomials<A::Number>,
    plan: &Plan<A::Number>,
    x: &A::Ciphertext,
    target: &A::Scale,
) -> Result<A::Ciphertext, Error> {
    let needed = plan.depth() + usize::from(polynomials.basis().has_map());
    check_levels("the polynomial", needed, arithmetic.level(x))?;
    let mapped = match polynomials.basis() {
        Basis::Chebyshev { from, to } if polynomials.basis().has_map() => {
            Some(arithmetic.to_unit_interval(x, from, to)?)
        }
        Basis::Chebyshev { .. } => {
            arithmetic.check_range(x, 1.0)?;
            None
        }
        Basis::Power => None,
    };
    let x = mapped.as_ref().unwrap_or(x);
    let powers = powers(arithmetic, plan, polynomials.basis(), x)?;
    let top = arithmetic.level(x);
    Evaluation { arithmetic, polynomials, powers, top }.finish(&plan.root, plan.depth(), target)
}

struct Evaluation<'a, A: Arithmetic> {
    arithmetic: &'a A,
    polynomials: &'a SlotPolynomials<A::Number>,
    powers: Powers<A::Ciphertext>,
    /// The level of x.
    top: usize,
}

impl<A: Arithmetic> Evaluation<'_, A> {
    /// A part at its target scale, `depth` levels below x.
    fn finish(
        &self,
        part: &Part<A::Number>,
        depth: usize,
        target: &A::Scale,
    ) -> Result<A::Ciphertext, Error> {
        let level = self.top - (depth - 1);
        let scale = self.arithmetic.before_rescaling(target, level)?;
        let sum = match self.sum(part, level, depth, &scale)? {
            Some(sum) => sum,
            // A number: 0·x and the number.
            None => self.term(&vec![vec![A::Number::default()]], 0, 1, level, &scale)?,
        };
        let rescaled = self.arithmetic.relinearise_and_rescale(sum)?;
        // At the scale before, numbers could be too large.
        match constant_of(part) {
            Some(group) if has(group, 0) => {
                self.with_factor(group, 0, |term| self.arithmetic.add_to(rescaled, term))
            }
            _ => Ok(rescaled),
        }
    }

    /// A part without its constant, at a level and scale; nothing if it is a number.
    fn sum(
        &self,
        part: &Part<A::Number>,
        level: usize,
        depth: usize,
        scale: &A::Scale,
    ) -> Result<Option<A::Ciphertext>, Error> {
        match part {
            Part::Sum(group) => {
                let places = (1..=degree(group)).filter(|&i| has(group, i));
                places
                    .map(|i| self.term(group, i, i, level, scale))
                    .try_fold(None, |sum, term| self.plus(sum, Some(term?)))
            }
            Part::Split { m, high, low } => {
                let product = match &**high {
                    Part::Sum(group) if is_constant(high) => {
                        self.term(group, 0, *m, level, scale)?
                    }
                    _ => {
                        let factor = self.arithmetic.drop_to(power(&self.powers, *m)?, level)?;
                        let target = self.arithmetic.cofactor(scale, &factor);
                        let high = self.finish(high, depth - 1, &target)?;
                        self.arithmetic.multiply(&high, &factor)?
                    }
                };
                let low = self.sum(low, level, depth, scale)?;
                self.plus(Some(product), low)
            }
        }
    }

    fn plus(
        &self,
        a: Option<A::Ciphertext>,
        b: Option<A::Ciphertext>,
    ) -> Result<Option<A::Ciphertext>, Error> {
        match (a, b) {
            (Some(a), Some(b)) => self.arithmetic.add(a, &b).map(Some),
            (a, b) => Ok(a.or(b)),
        }
    }

    /// c_place·x^i at a level and scale.
    fn term(
        &self,
        group: &Group<A::Number>,
        place: usize,
        i: usize,
        level: usize,
        scale: &A::Scale,
    ) -> Result<A::Ciphertext, Error> {
        let power = self.arithmetic.drop_to(power(&self.powers, i)?, level)?;
        self.with_factor(group, place, |factor| self.arithmetic.multiply_to(power, factor, scale))
    }

    /// What `use_factor` returns for the coefficients at a place: one number for all entries, or one for each.
    fn with_factor<T>(
        &self,
        group: &Group<A::Number>,
        place: usize,
        use_factor: impl FnOnce(&Factor<'_, A::Number>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let number = |c: &Vec<A::Number>| c.get(place).copied().unwrap_or_default();
        let Some(of_slot) = self.polynomials.of_slot() else {
            let number = group.first().map(number).unwrap_or_default();
            return use_factor(&Factor::Constant(number));
        };
        let numbers: Vec<A::Number> = group.iter().map(number).collect();
        let of = |which: &Option<usize>| {
            which.and_then(|which| numbers.get(which).copied()).unwrap_or_default()
        };
        let entries: Vec<A::Number> = of_slot.iter().map(of).collect();
        use_factor(&Factor::Entries(&entries))
    }
}

/// The sum that holds the constant of a part: the lowest.
fn constant_of<N>(part: &Part<N>) -> Option<&Group<N>> {
    match part {
        Part::Sum(group) => Some(group),
        Part::Split { low, .. } => constant_of(low),
    }
}
