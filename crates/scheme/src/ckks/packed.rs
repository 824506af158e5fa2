//! How CKKS packs messages: Δ·m, with errors beside it, and what operations make of scales and estimates.

use std::borrow::Cow;

use ringassay_ring::Powerful;

use super::{
    Ciphertext, Context, Estimate, EvaluationKeys, Magnitude, Parameters, Plaintext, Prepared,
    Scale,
};
use crate::{
    Error, Ring,
    hybrid::{PackedScheme, Role, product_parts, square_parts},
    noise::Noise,
};

/// What is known of a prepared plaintext.
#[derive(Debug, Clone)]
pub struct Known {
    scale: Scale,
    magnitude: Magnitude,
}

impl PackedScheme for Parameters {
    type Plaintext = Plaintext;
    type Known = Known;

    fn encode<R: Ring>(
        _: &Context<R>,
        plaintext: &Plaintext,
        ring: &R,
    ) -> Result<R::Element<Powerful>, Error> {
        ring.integers(plaintext.coefficients(), plaintext.bits())
    }

    fn fresh<R: Ring>(
        on: &Context<R>,
        plaintext: &Plaintext,
        noise: Option<&Noise>,
    ) -> Result<(Scale, Estimate), Error> {
        let message = Estimate::encoded(on, plaintext.scale(), plaintext.magnitude());
        let estimate = noise.map_or(message, |noise| on.estimate_plus(&message, noise));
        on.check_budget("the encryption", on.top(), &estimate)?;
        Ok((plaintext.scale().clone(), estimate))
    }

    fn at_level<'a, R: Ring>(
        on: &Context<R>,
        a: &'a Ciphertext<R>,
        level: usize,
    ) -> Result<Cow<'a, Ciphertext<R>>, Error> {
        on.at_level(a, level)
    }

    fn aligned<'a, R: Ring>(
        on: &Context<R>,
        operation: &'static str,
        [a, b]: [&'a Ciphertext<R>; 2],
    ) -> Result<[Cow<'a, Ciphertext<R>>; 2], Error> {
        check_scales(operation, a, b)?;
        let level = a.level.min(b.level);
        Ok([on.at_level(a, level)?, on.at_level(b, level)?])
    }

    fn align_assign<'b, R: Ring>(
        on: &Context<R>,
        operation: &'static str,
        a: &mut Ciphertext<R>,
        b: &'b Ciphertext<R>,
    ) -> Result<Cow<'b, Ciphertext<R>>, Error> {
        check_scales(operation, a, b)?;
        let level = a.level.min(b.level);
        on.check_budget(operation, level, &on.estimate_sum(&a.estimate, &b.estimate))?;
        let b = on.at_level(b, level)?;
        if level < a.level {
            *a = on.at_level(a, level)?.into_owned();
        }
        Ok(b)
    }

    fn sum_estimate<R: Ring>(on: &Context<R>, a: &Estimate, b: &Estimate) -> Estimate {
        on.estimate_sum(a, b)
    }

    fn double_estimate<R: Ring>(on: &Context<R>, a: &Estimate) -> Estimate {
        on.estimate_scaled(a, 1.0)
    }

    fn prepared<R: Ring>(
        on: &Context<R>,
        plaintext: &Plaintext,
        ring: &R,
        _: Role,
    ) -> Result<(R::Element<Powerful>, Known), Error> {
        let (scale, magnitude) = (plaintext.scale().clone(), *plaintext.magnitude());
        Ok((Self::encode(on, plaintext, ring)?, Known { scale, magnitude }))
    }

    fn addend_estimate<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        m: &Known,
    ) -> Result<Estimate, Error> {
        if a.scale != m.scale {
            return Err(unequal("the sum with a plaintext", &a.scale, &m.scale));
        }
        Ok(on.estimate_sum(&a.estimate, &Estimate::encoded(on, &m.scale, &m.magnitude)))
    }

    fn factor_estimate<R: Ring>(
        on: &Context<R>,
        (scale, estimate): (&Scale, &Estimate),
        m: &Known,
    ) -> Result<(Scale, Estimate), Error> {
        let encoded = Estimate::encoded(on, &m.scale, &m.magnitude);
        Ok((scale.multiplied(&m.scale), on.estimate_product(estimate, &encoded)))
    }

    fn multiply<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        on.relinearise(&Self::tensor(on, a, b)?, keys)
    }

    fn square<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        on.relinearise(&Self::tensor_square(on, a)?, keys)
    }

    fn tensor<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if std::ptr::eq(a, b) {
            return Self::tensor_square(on, a);
        }
        a.pair()?;
        b.pair()?;
        let level = a.level.min(b.level);
        let estimate = on.estimate_product(&a.estimate, &b.estimate);
        on.check_budget("the product", level, &estimate)?;
        let (left, right) = (on.at_level(a, level)?, on.at_level(b, level)?);
        let parts = product_parts::<R>(left.pair()?, right.pair()?)?.into();
        Ok(Ciphertext::new(parts, level, a.scale.multiplied(&b.scale), estimate))
    }

    fn tensor_square<R: Ring>(on: &Context<R>, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let estimate = on.estimate_square(&a.estimate);
        on.check_budget("the square", a.level, &estimate)?;
        let parts = square_parts::<R>(a.pair()?)?.into();
        Ok(Ciphertext::new(parts, a.level, a.scale.squared(), estimate))
    }
}

impl<R: Ring> Prepared<R> {
    /// The scale of its message.
    pub fn scale(&self) -> &Scale {
        &self.known.scale
    }

    /// What is publicly known of the size of its slots.
    pub(super) fn magnitude(&self) -> &Magnitude {
        &self.known.magnitude
    }
}

impl<R: Ring> Context<R> {
    /// A ciphertext without noise that anybody can make, of a prepared plaintext and at its level.
    ///
    /// # Errors
    /// Returns [`Error::NoiseBudget`] if the plaintext might exceed the modulus of the level.
    pub fn trivial_prepared(&self, m: &Prepared<R>) -> Result<Ciphertext<R>, Error> {
        let estimate = Estimate::encoded(self, m.scale(), m.magnitude());
        self.check_budget("the encryption", m.level, &estimate)?;
        let parts = vec![m.element.clone(), self.ring_at(m.level)?.zero()];
        Ok(Ciphertext::new(parts, m.level, m.scale().clone(), estimate))
    }
}

/// Fails unless scales are equal: exactly.
fn check_scales<R: Ring>(
    operation: &'static str,
    a: &Ciphertext<R>,
    b: &Ciphertext<R>,
) -> Result<(), Error> {
    if a.scale == b.scale { Ok(()) } else { Err(unequal(operation, &a.scale, &b.scale)) }
}

/// The refusal of operands whose scales differ.
pub(super) fn unequal(operation: &'static str, left: &Scale, right: &Scale) -> Error {
    Error::Scales {
        operation,
        left: left.to_string(),
        right: right.to_string(),
        log2_ratio: left.divided(right).log2(),
    }
}
