//! How BFV packs messages: (Q/t)·m in the high digits, and what operations make of noise.

use std::borrow::Cow;

use ringassay_ring::Powerful;

use super::{Ciphertext, Context, EvaluationKeys, Parameters};
use crate::{
    Error, Plaintext, Ring,
    hybrid::{PackedScheme, Role},
    noise::{Noise, PlaintextSize},
};

impl PackedScheme for Parameters {
    type Plaintext = Plaintext;
    /// Of a factor; an addend has none.
    type Known = Option<PlaintextSize>;

    const PREPARES_BY_ROLE: bool = true;

    fn encode<R: Ring>(
        on: &Context<R>,
        plaintext: &Plaintext,
        ring: &R,
    ) -> Result<R::Element<Powerful>, Error> {
        on.scaled_message(plaintext.coefficients(), ring)
    }

    fn fresh<R: Ring>(
        on: &Context<R>,
        _: &Plaintext,
        noise: Option<&Noise>,
    ) -> Result<((), Noise), Error> {
        let model = on.model();
        let rounded = |noise| model.add_independent(noise, &model.rounding(1));
        Ok(((), noise.map_or_else(|| on.encoding_noise(), rounded)))
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
        let level = a.level.min(b.level);
        Ok([on.at_level(a, level)?, on.at_level(b, level)?])
    }

    /// Levels that differ are refused where the parts are added.
    fn align_assign<'b, R: Ring>(
        _: &Context<R>,
        _: &'static str,
        _: &mut Ciphertext<R>,
        b: &'b Ciphertext<R>,
    ) -> Result<Cow<'b, Ciphertext<R>>, Error> {
        Ok(Cow::Borrowed(b))
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
        role: Role,
    ) -> Result<(R::Element<Powerful>, Option<PlaintextSize>), Error> {
        let m = plaintext.coefficients();
        if role == Role::Addend {
            return Ok((on.scaled_message(m, ring)?, None));
        }
        on.check_message(m)?;
        let size = on.own().plaintexts.plaintext_size(m);
        Ok((ring.message(m, &on.own().t)?, Some(size)))
    }

    fn addend_estimate<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        m: &Option<PlaintextSize>,
    ) -> Result<Noise, Error> {
        match m {
            Some(_) => Err(misprepared("a sum needs an addend")),
            None => Ok(on.model().add(&a.estimate, &on.encoding_noise())),
        }
    }

    /// With the coefficients of m centred modulo t, the phase times m is (Q/t)·m_a·m, multiples of Q, and w·m.
    fn factor_estimate<R: Ring>(
        on: &Context<R>,
        ((), noise): (&(), &Noise),
        m: &Option<PlaintextSize>,
    ) -> Result<((), Noise), Error> {
        let size = m.as_ref().ok_or_else(|| misprepared("a product needs a factor"))?;
        Ok(((), on.model().multiply_plain(noise, size)))
    }

    fn multiply<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        on.product(a, b, keys)
    }

    fn square<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        on.product(a, a, keys)
    }

    fn tensor<R: Ring>(
        on: &Context<R>,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
    ) -> Result<Ciphertext<R>, Error> {
        on.tensor_product(a, b)
    }

    fn tensor_square<R: Ring>(on: &Context<R>, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        on.tensor_of_itself(a)
    }
}

fn misprepared(needs: &str) -> Error {
    Error::Unsupported(format!("{needs}: the plaintext was prepared for the other"))
}
