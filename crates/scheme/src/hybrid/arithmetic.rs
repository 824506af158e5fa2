//! Sums, differences and negatives of ciphertexts.

use std::borrow::Cow;

use ringassay_ring::Crt;

use super::{Ciphertext, Context, HybridScheme, PackedScheme};
use crate::{Error, Fused, Ring};

type Part<R> = <R as Ring>::Element<Crt>;

/// x + y, or x - y.
type New<R> = fn(&Part<R>, &Part<R>) -> Result<Part<R>, Error>;
/// x += y, or x -= y.
type Assign<R> = fn(&mut Part<R>, &Part<R>) -> Result<(), Error>;

/// A sum or a difference: its name, in memory of its own, and in that of the first operand.
struct Combine<R: Ring> {
    name: &'static str,
    new: New<R>,
    assign: Assign<R>,
}

impl<R: Ring> Combine<R> {
    const SUM: Self = Self { name: "the sum", new: R::Fused::add, assign: R::add_assign };
    const DIFFERENCE: Self =
        Self { name: "the difference", new: R::Fused::sub, assign: R::sub_assign };
}

impl<P: PackedScheme, R: Ring> Context<P, R> {
    /// a + b, at the lower level of the two.
    ///
    /// # Errors
    /// Returns [`Error::NoiseBudget`] if it is not guaranteed that the sum decrypts, in CKKS [`Error::Scales`] for
    /// unequal scales, another error if an operand is of other parameters.
    pub fn add(
        &self,
        a: &Ciphertext<P, R>,
        b: &Ciphertext<P, R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        self.combined(a, b, &Combine::SUM)
    }

    /// a - b, at the lower level of the two.
    ///
    /// # Errors
    /// Returns an error as [`Context::add`].
    pub fn sub(
        &self,
        a: &Ciphertext<P, R>,
        b: &Ciphertext<P, R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        self.combined(a, b, &Combine::DIFFERENCE)
    }

    /// a += b, in the memory of a. In BGV and BFV both lie at one level.
    ///
    /// # Errors
    /// Returns an error as [`Context::add`], and in BGV and BFV if the levels differ.
    pub fn add_assign(&self, a: &mut Ciphertext<P, R>, b: &Ciphertext<P, R>) -> Result<(), Error> {
        self.combine(a, b, &Combine::SUM)
    }

    /// a -= b, in the memory of a. In BGV and BFV both lie at one level.
    ///
    /// # Errors
    /// Returns an error as [`Context::add_assign`].
    pub fn sub_assign(&self, a: &mut Ciphertext<P, R>, b: &Ciphertext<P, R>) -> Result<(), Error> {
        self.combine(a, b, &Combine::DIFFERENCE)
    }

    /// Where a has to be brought to another level, or has fewer parts, the sum is made in its copy; else it is written
    /// once.
    fn combined(
        &self,
        a: &Ciphertext<P, R>,
        b: &Ciphertext<P, R>,
        combine: &Combine<R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        let same = std::ptr::eq(a, b);
        let [a, b] = P::aligned(self, combine.name, [a, b])?;
        // Of one object with itself: twice the noise, also on average.
        let estimate = match same {
            true => P::double_estimate(self, &b.estimate),
            false => P::sum_estimate(self, &a.estimate, &b.estimate),
        };
        self.check_budget(combine.name, a.level, &estimate)?;
        if matches!(a, Cow::Owned(_)) || a.parts.len() != b.parts.len() {
            let mut sum = a.into_owned();
            self.combine_parts(&mut sum, &b, combine.assign)?;
            sum.estimate = estimate;
            return Ok(sum);
        }
        let pairs = a.parts.iter().zip(&b.parts);
        let parts = pairs.map(|(x, y)| (combine.new)(x, y)).collect::<Result<_, _>>()?;
        Ok(Ciphertext::new(parts, a.level, a.scale.clone(), estimate))
    }

    fn combine(
        &self,
        a: &mut Ciphertext<P, R>,
        b: &Ciphertext<P, R>,
        combine: &Combine<R>,
    ) -> Result<(), Error> {
        let b = P::align_assign(self, combine.name, a, b)?;
        let estimate = P::sum_estimate(self, &a.estimate, &b.estimate);
        self.check_budget(combine.name, a.level, &estimate)?;
        self.combine_parts(a, &b, combine.assign)?;
        a.estimate = estimate;
        Ok(())
    }

    fn combine_parts(
        &self,
        a: &mut Ciphertext<P, R>,
        b: &Ciphertext<P, R>,
        combine: Assign<R>,
    ) -> Result<(), Error> {
        if a.parts.len() < b.parts.len() {
            let ring = self.ring_at(a.level)?;
            a.parts.resize_with(b.parts.len(), || ring.zero());
        }
        a.seed = None;
        a.parts.iter_mut().zip(&b.parts).try_for_each(|(x, y)| combine(x, y))
    }
}

impl<P: HybridScheme, R: Ring> Context<P, R> {
    /// -a.
    #[must_use]
    pub fn negate(&self, a: &Ciphertext<P, R>) -> Ciphertext<P, R> {
        let mut negative = a.clone();
        self.negate_assign(&mut negative);
        negative
    }

    /// a = -a.
    pub fn negate_assign(&self, a: &mut Ciphertext<P, R>) {
        a.parts.iter_mut().for_each(R::neg_assign);
        a.seed = None;
    }
}
