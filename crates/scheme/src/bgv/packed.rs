//! How BGV packs messages: t·e + μ in the low digits, and what operations make of noise and factors.

use std::borrow::Cow;

use ringassay_ring::{Crt, Powerful};

use super::{Ciphertext, Context, EvaluationKeys, MessageFactor, Parameters, Plaintext, Prepared};
use crate::{
    Error, Ring,
    hybrid::{PackedScheme, Role, product_parts, square_parts},
    noise::{Noise, PlaintextSize},
};

/// What is known of a prepared plaintext.
#[derive(Debug, Clone)]
pub struct Known {
    pub(super) size: PlaintextSize,
    /// The plaintext itself, where sums need multiples of it modulo t.
    plaintext: Option<Plaintext>,
}

impl PackedScheme for Parameters {
    type Plaintext = Plaintext;
    type Known = Known;

    fn encode<R: Ring>(
        on: &Context<R>,
        plaintext: &Plaintext,
        ring: &R,
    ) -> Result<R::Element<Powerful>, Error> {
        ring.message(plaintext.coefficients(), on.t())
    }

    fn fresh<R: Ring>(
        on: &Context<R>,
        _: &Plaintext,
        noise: Option<&Noise>,
    ) -> Result<(MessageFactor, Noise), Error> {
        let (model, message) = (on.model(), on.model().message());
        let noise = noise.map_or(message, |noise| model.add_independent(noise, &message));
        Ok((MessageFactor::ONE, noise))
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
        _: &'static str,
        [a, b]: [&'a Ciphertext<R>; 2],
    ) -> Result<[Cow<'a, Ciphertext<R>>; 2], Error> {
        on.at_one_factor([a, b], a.level.min(b.level))
    }

    fn align_assign<'b, R: Ring>(
        on: &Context<R>,
        operation: &'static str,
        a: &mut Ciphertext<R>,
        b: &'b Ciphertext<R>,
    ) -> Result<Cow<'b, Ciphertext<R>>, Error> {
        let [r, s] = on.multiples_at_one_level([a, b])?;
        let b = on.multiplied(b, s)?;
        let noise = on.model().add(&on.multiplied_noise(a, r), &b.estimate);
        on.check_budget(operation, a.level, &noise)?;
        on.multiply_by(a, r)?;
        Ok(b)
    }

    fn sum_estimate<R: Ring>(on: &Context<R>, a: &Noise, b: &Noise) -> Noise {
        on.model().add(a, b)
    }

    fn double_estimate<R: Ring>(on: &Context<R>, a: &Noise) -> Noise {
        on.model().scaled(a, 1.0)
    }

    fn prepared<R: Ring>(
        on: &Context<R>,
        plaintext: &Plaintext,
        ring: &R,
        _: Role,
    ) -> Result<(R::Element<Powerful>, Known), Error> {
        let kept = on.own().factors.is_some().then(|| plaintext.clone());
        let size = on.model().plaintext_size(plaintext.coefficients());
        Ok((Self::encode(on, plaintext, ring)?, Known { size, plaintext: kept }))
    }

    fn addend_estimate<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        _: &Known,
    ) -> Result<Noise, Error> {
        Ok(on.model().add(&a.estimate, &on.model().message()))
    }

    /// f·m modulo t, transformed anew, where that is not what was prepared.
    fn addend<'m, R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        m: &'m Prepared<R>,
    ) -> Result<Cow<'m, R::Element<Crt>>, Error> {
        let kept = m.known.plaintext.as_ref().filter(|_| a.scale != MessageFactor::ONE);
        let Some(plaintext) = kept else { return Ok(Cow::Borrowed(&m.element)) };
        let t = on.t().modulus();
        let coefficients = plaintext.coefficients().iter();
        let multiple: Vec<u64> = coefficients.map(|&x| t.mul(x, a.scale.value())).collect();
        Ok(Cow::Owned(R::into_crt(on.ring_at(m.level)?.message(&multiple, on.t())?)))
    }

    fn factor_estimate<R: Ring>(
        on: &Context<R>,
        (scale, noise): (&MessageFactor, &Noise),
        m: &Known,
    ) -> Result<(MessageFactor, Noise), Error> {
        Ok((*scale, on.model().multiply_plain(noise, &m.size)))
    }

    fn multiply<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if std::ptr::eq(a, b) {
            return Self::square(on, a, keys);
        }
        let operands =
            [(a.level, &a.estimate, a.parts.len()), (b.level, &b.estimate, b.parts.len())];
        let level = on.product_level(operands);
        let product = on.tensor(&*on.at_level(a, level)?, &*on.at_level(b, level)?)?;
        on.checked("the product", on.relinearise(&product, keys)?)
    }

    fn square<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let operand = (a.level, &a.estimate, a.parts.len());
        let level = on.product_level([operand, operand]);
        let square = on.tensor_square(&*on.at_level(a, level)?)?;
        on.checked("the square", on.relinearise(&square, keys)?)
    }

    fn tensor<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let parts = product_parts::<R>(a.pair()?, b.pair()?)?.into();
        let factor = a.scale.times(b.scale, on.t().modulus());
        Ok(Ciphertext::new(parts, a.level, factor, on.model().multiply(&a.estimate, &b.estimate)))
    }

    fn tensor_square<R: Ring>(on: &Context<R>, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let parts = square_parts::<R>(a.pair()?)?.into();
        let factor = a.scale.times(a.scale, on.t().modulus());
        Ok(Ciphertext::new(parts, a.level, factor, on.model().square(&a.estimate)))
    }
}

impl<R: Ring> Context<R> {
    /// a *= m for a mask that is not related to the noise ([`Model::mask`](crate::noise::Model::mask)).
    pub(super) fn mask_assign(&self, a: &mut Ciphertext<R>, m: &Prepared<R>) -> Result<(), Error> {
        a.parts.iter_mut().try_for_each(|part| R::mul_assign(part, &m.element))?;
        (a.estimate, a.seed) = (self.model().mask(&a.estimate, &m.known.size), None);
        Ok(())
    }

    /// The ciphertext, unless its decryption is not guaranteed.
    pub(super) fn checked(
        &self,
        operation: &'static str,
        a: Ciphertext<R>,
    ) -> Result<Ciphertext<R>, Error> {
        self.check_budget(operation, a.level, &a.estimate)?;
        Ok(a)
    }
}
