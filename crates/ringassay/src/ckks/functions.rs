//! Functions of ciphertexts that only numbers have: signs, extrema, inverses.

use ringassay_functions::{
    inverse::{Inverse, inverse},
    numbers::Evaluator,
    polynomial::{Plan, SlotPolynomials, evaluate},
    sign::{CompositeSign, maximum, minimum, sign, step},
};
use ringassay_ring::RnsRing;
use ringassay_scheme::ckks::{self, Scale};

use super::{Ciphertext, Parameters};
use crate::{
    Error,
    vectors::{Instance, Numbers},
};

type Inner = ckks::Ciphertext<RnsRing>;
type Keys = ckks::EvaluationKeys<RnsRing>;

/// Of two operands, with the scale of the result.
type OfTwo<'a> = fn(
    &Evaluator<'a, RnsRing>,
    &CompositeSign,
    [&Inner; 2],
    &Scale,
) -> Result<Inner, ringassay_scheme::Error>;

impl Numbers {
    /// What `of` returns for the rescaled ciphertext and the scale that belongs `depth` levels below.
    fn function(
        &self,
        on: &Instance<Parameters>,
        (a, keys): (&Inner, &Keys),
        depth: usize,
        of: impl FnOnce(
            &Evaluator<'_, RnsRing>,
            &Inner,
            &Scale,
        ) -> Result<Inner, ringassay_scheme::Error>,
    ) -> Result<Inner, Error> {
        let a = self.rescaled(on, a)?;
        let target = self.scale(a.level().saturating_sub(depth))?;
        let evaluator = Evaluator::new(on, keys, self.encoder(), self.slots())?;
        Ok(of(&evaluator, &a, target)?)
    }

    /// A polynomial of all entries, or one for each.
    pub(crate) fn polynomial_of(
        &self,
        on: &Instance<Parameters>,
        a: &Inner,
        polynomials: &SlotPolynomials,
        keys: &Keys,
    ) -> Result<Inner, Error> {
        let plan = Plan::new(polynomials);
        let depth = plan.depth() + usize::from(polynomials.basis().has_map());
        self.function(on, (a, keys), depth, |evaluator, a, target| {
            evaluate(evaluator, polynomials, &plan, a, target)
        })
    }
}

impl Ciphertext {
    /// What `of` returns for the rescaled ciphertext and the scale that belongs `depth` levels below.
    fn function(
        &self,
        depth: usize,
        of: impl FnOnce(
            &Evaluator<'_, RnsRing>,
            &Inner,
            &Scale,
        ) -> Result<Inner, ringassay_scheme::Error>,
    ) -> Result<Self, Error> {
        let keys = self.keys()?.inner();
        self.made(|vectors, on| vectors.function(on, (self.inner(), keys), depth, of))
    }

    /// The signs of real entries: see [`sign`].
    ///
    /// # Errors
    /// As [`Ciphertext::polynomial`](crate::Ciphertext::polynomial); likewise below.
    pub fn sign(&self, composite: &CompositeSign) -> Result<Self, Error> {
        self.function(composite.depth(), |evaluator, a, target| {
            sign(evaluator, composite, a, target)
        })
    }

    /// 1 where entries are positive, 0 where they are negative: see [`step`].
    ///
    /// # Errors
    /// As [`Ciphertext::polynomial`](crate::Ciphertext::polynomial).
    pub fn step(&self, composite: &CompositeSign) -> Result<Self, Error> {
        self.function(composite.depth(), |evaluator, a, target| {
            step(evaluator, composite, a, target)
        })
    }

    /// The larger one of each two entries: see [`maximum`].
    ///
    /// # Errors
    /// As [`Ciphertext::polynomial`](crate::Ciphertext::polynomial).
    pub fn maximum(&self, other: &Self, composite: &CompositeSign) -> Result<Self, Error> {
        self.beside(other)?.of_two(other, composite, maximum)
    }

    /// The smaller one of each two entries: see [`minimum`].
    ///
    /// # Errors
    /// As [`Ciphertext::polynomial`](crate::Ciphertext::polynomial).
    pub fn minimum(&self, other: &Self, composite: &CompositeSign) -> Result<Self, Error> {
        self.beside(other)?.of_two(other, composite, minimum)
    }

    fn of_two<'a>(
        &'a self,
        other: &Self,
        composite: &CompositeSign,
        of: OfTwo<'a>,
    ) -> Result<Self, Error> {
        let vectors = self.session().vectors();
        let [a, b] = vectors.aligned(self.scheme(), [self.inner(), other.inner()])?;
        let depth = composite.depth() + 1;
        let target = vectors.scale(a.level().saturating_sub(depth))?;
        let keys = self.keys()?.inner();
        let evaluator = Evaluator::new(self.scheme(), keys, vectors.encoder(), vectors.slots())?;
        Ok(self.with(of(&evaluator, composite, [&a, &b], target)?))
    }

    /// 1/x for entries from `from` to `to`, both of one sign, with a relative error of at most 2^-`bits` besides
    /// the scheme's: see [`inverse`].
    ///
    /// # Errors
    /// As [`Ciphertext::polynomial`](crate::Ciphertext::polynomial); if 0 lies in the interval.
    pub fn inverse(&self, from: f64, to: f64, bits: f64) -> Result<Self, Error> {
        let how = Inverse::new(from, to, bits)?;
        self.function(how.depth(), |evaluator, a, target| inverse(evaluator, &how, a, target))
    }
}
