//! Sums, differences and negatives of ciphertexts.

use std::borrow::Cow;

use ringassay_ring::Crt;

use super::{Ciphertext, Context};
use crate::{Error, Ring};

/// x += y, or x -= y.
type Combine<R> =
    fn(&mut <R as Ring>::Element<Crt>, &<R as Ring>::Element<Crt>) -> Result<(), Error>;

impl<R: Ring> Context<R> {
    /// a + b, at the lower level of the two.
    ///
    /// # Errors
    /// [`Error::Scales`] for unequal scales ([`Context::adjust`] makes them equal),
    /// [`Error::NoiseBudget`] when the sum might exceed the modulus; when an operand is of other
    /// parameters.
    pub fn add(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.combined("a sum", a, b, R::add_assign)
    }

    /// a - b, at the lower level of the two.
    ///
    /// # Errors
    /// As [`Context::add`].
    pub fn sub(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.combined("a difference", a, b, R::sub_assign)
    }

    /// a += b, in the memory of a where b's level is not lower.
    ///
    /// # Errors
    /// As [`Context::add`].
    pub fn add_assign(&self, a: &mut Ciphertext<R>, b: &Ciphertext<R>) -> Result<(), Error> {
        self.combine("a sum", a, b, R::add_assign)
    }

    /// a -= b, in the memory of a where b's level is not lower.
    ///
    /// # Errors
    /// As [`Context::add`].
    pub fn sub_assign(&self, a: &mut Ciphertext<R>, b: &Ciphertext<R>) -> Result<(), Error> {
        self.combine("a difference", a, b, R::sub_assign)
    }

    /// -a.
    #[must_use]
    pub fn negate(&self, a: &Ciphertext<R>) -> Ciphertext<R> {
        let mut negative = a.clone();
        self.negate_assign(&mut negative);
        negative
    }

    /// a = -a.
    pub fn negate_assign(&self, a: &mut Ciphertext<R>) {
        a.parts.iter_mut().for_each(R::neg_assign);
        a.seed = None;
    }

    fn combined(
        &self,
        operation: &'static str,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        combine: Combine<R>,
    ) -> Result<Ciphertext<R>, Error> {
        check_scales(operation, a, b)?;
        let mut sum = self.at_level(a, a.level.min(b.level))?.into_owned();
        // Of one object with itself: twice the error, also on average.
        let estimate = if std::ptr::eq(a, b) {
            self.estimate_scaled(&a.estimate, 1.0)
        } else {
            self.estimate_sum(&a.estimate, &b.estimate)
        };
        self.check_budget(operation, sum.level, &estimate)?;
        self.combine_parts(&mut sum, b, combine)?;
        sum.estimate = estimate;
        Ok(sum)
    }

    fn combine(
        &self,
        operation: &'static str,
        a: &mut Ciphertext<R>,
        b: &Ciphertext<R>,
        combine: Combine<R>,
    ) -> Result<(), Error> {
        check_scales(operation, a, b)?;
        let estimate = self.estimate_sum(&a.estimate, &b.estimate);
        let level = a.level.min(b.level);
        self.check_budget(operation, level, &estimate)?;
        if level < a.level {
            *a = self.at_level(a, level)?.into_owned();
        }
        self.combine_parts(a, b, combine)?;
        a.estimate = estimate;
        Ok(())
    }

    /// The components, at the level of a, which is not above that of b.
    fn combine_parts(
        &self,
        a: &mut Ciphertext<R>,
        b: &Ciphertext<R>,
        combine: Combine<R>,
    ) -> Result<(), Error> {
        let b: Cow<'_, Ciphertext<R>> = self.at_level(b, a.level)?;
        if a.parts.len() < b.parts.len() {
            let ring = self.ring_at(a.level)?;
            a.parts.resize_with(b.parts.len(), || ring.zero());
        }
        a.seed = None;
        a.parts.iter_mut().zip(&b.parts).try_for_each(|(x, y)| combine(x, y))
    }
}

/// Fails unless scales are equal: exactly.
fn check_scales<R: Ring>(
    operation: &'static str,
    a: &Ciphertext<R>,
    b: &Ciphertext<R>,
) -> Result<(), Error> {
    if a.scale == b.scale {
        return Ok(());
    }
    Err(Error::Scales {
        operation,
        left: a.scale.to_string(),
        right: b.scale.to_string(),
        log2_ratio: a.scale.divided(&b.scale).log2(),
    })
}
