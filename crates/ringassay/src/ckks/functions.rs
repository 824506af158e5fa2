//! Polynomials and functions of ciphertexts.

use ringassay_ring::RnsRing;
use ringassay_scheme::ckks::{
    self, Scale,
    polynomial::{
        CompositeSign, Evaluator, Inverse, Plan, SlotPolynomials, evaluate, inverse, maximum,
        minimum, sign, step,
    },
};

use super::Ciphertext;
use crate::Error;

type Inner = ckks::Ciphertext<RnsRing>;

/// Of two operands, with the scale of the result.
type OfTwo<'a> = fn(
    &Evaluator<'a, RnsRing>,
    &CompositeSign,
    [&Inner; 2],
    &Scale,
) -> Result<Inner, ringassay_scheme::Error>;

impl Ciphertext {
    fn evaluator(&self) -> Result<Evaluator<'_, RnsRing>, Error> {
        let (vectors, keys) = (self.session().vectors(), self.keys()?.inner());
        Ok(Evaluator::new(self.scheme(), keys, vectors.encoder(), vectors.slots())?)
    }

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
        let vectors = self.session().vectors();
        let a = vectors.rescaled(self.scheme(), self.inner())?;
        let target = vectors.scale(a.level().saturating_sub(depth))?;
        Ok(self.with(of(&self.evaluator()?, &a, target)?))
    }

    /// A polynomial of all entries, or one for each: see [`evaluate`].
    ///
    /// # Errors
    /// If the ciphertext has too few levels, entries may lie outside of the interval ([`Ciphertext::within`]
    /// says how large they are), a key is missing, or the result might exceed the modulus.
    pub fn polynomial(&self, polynomials: &SlotPolynomials) -> Result<Self, Error> {
        let plan = Plan::new(polynomials);
        let depth = plan.depth() + usize::from(polynomials.basis().has_map());
        self.function(depth, |evaluator, a, target| {
            evaluate(evaluator, polynomials, &plan, a, target)
        })
    }

    /// The signs of real entries: see [`sign`].
    ///
    /// # Errors
    /// As [`Ciphertext::polynomial`]; likewise below.
    pub fn sign(&self, composite: &CompositeSign) -> Result<Self, Error> {
        self.function(composite.depth(), |evaluator, a, target| {
            sign(evaluator, composite, a, target)
        })
    }

    /// 1 where entries are positive, 0 where they are negative: see [`step`].
    ///
    /// # Errors
    /// As [`Ciphertext::polynomial`].
    pub fn step(&self, composite: &CompositeSign) -> Result<Self, Error> {
        self.function(composite.depth(), |evaluator, a, target| {
            step(evaluator, composite, a, target)
        })
    }

    /// The larger one of each two entries: see [`maximum`].
    ///
    /// # Errors
    /// As [`Ciphertext::polynomial`].
    pub fn maximum(&self, other: &Self, composite: &CompositeSign) -> Result<Self, Error> {
        self.beside(other)?.of_two(other, composite, maximum)
    }

    /// The smaller one of each two entries: see [`minimum`].
    ///
    /// # Errors
    /// As [`Ciphertext::polynomial`].
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
        Ok(self.with(of(&self.evaluator()?, composite, [&a, &b], target)?))
    }

    /// 1/x for entries from `from` to `to`, both of one sign, with a relative error of at most 2^-`bits` besides
    /// the scheme's: see [`inverse`].
    ///
    /// # Errors
    /// As [`Ciphertext::polynomial`]; if 0 lies in the interval.
    pub fn inverse(&self, from: f64, to: f64, bits: f64) -> Result<Self, Error> {
        let how = Inverse::new(from, to, bits)?;
        self.function(how.depth(), |evaluator, a, target| inverse(evaluator, &how, a, target))
    }
}
