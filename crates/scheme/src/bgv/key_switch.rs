//! Key switching: relinearisation and automorphisms.

use ringassay_ring::Crt;

use super::{Ciphertext, Context, EvaluationKeys, KeySwitchingKey};
use crate::{
    Error, Ring,
    hybrid::{self, two_parts},
    noise::Noise,
};

/// A ciphertext whose second part is decomposed.
pub type Hoisted<'a, R> = hybrid::Hoisted<'a, R, Ciphertext<R>>;

impl<R: Ring> Context<R> {
    /// A ciphertext of two parts with the same message and level. What has two parts is left alone.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key-switching key.
    pub fn relinearise(
        &self,
        mut a: Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if a.parts.len() <= 2 {
            return Ok(a);
        }
        if a.parts.len() > 3 {
            let remedy = "relinearise products before they are multiplied";
            return Err(Error::Components { found: a.parts.len(), needed: 3, remedy });
        }
        let switching_key = keys.relinearisation.as_ref().ok_or_else(|| Error::MissingKey {
            operation: "a product of ciphertexts",
            key: "the relinearisation key".into(),
            remedy: "generate evaluation keys with products",
        })?;
        let Some(last) = a.parts.pop() else { return Ok(a) };
        let switched = self.switch_once(&last, switching_key, a.level)?;
        drop(last);
        for (part, switched) in a.parts.iter_mut().zip(&switched) {
            R::add_assign(part, switched)?;
        }
        a.noise = self.model().add_independent(&a.noise, &self.key_switch_noise(a.level)?);
        Ok(a)
    }

    /// The ciphertext with its second part decomposed.
    ///
    /// # Errors
    /// When it has not two parts.
    pub fn hoist<'a>(&self, a: &'a Ciphertext<R>) -> Result<Hoisted<'a, R>, Error> {
        let [_, c1] = two_parts::<R>(&a.parts)?;
        Ok(Hoisted { ciphertext: a, digits: self.decompose(c1, a.level)? })
    }

    /// The image under ζ ↦ ζ^k.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key-switching key; when a has not two parts.
    pub fn automorphism(
        &self,
        a: &Ciphertext<R>,
        k: u32,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if k == 1 {
            return Ok(a.clone());
        }
        let [_, c1] = two_parts::<R>(&a.parts)?;
        let switched = self.switch_once(c1, keys.automorphism(k)?, a.level)?;
        self.image(a, switched, k)
    }

    /// The image under ζ ↦ ζ^k.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key-switching key.
    pub fn automorphism_hoisted(
        &self,
        a: &Hoisted<'_, R>,
        k: u32,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let Hoisted { ciphertext, digits } = a;
        if k == 1 {
            return Ok((*ciphertext).clone());
        }
        let switched = self.switch_key(digits, keys.automorphism(k)?, ciphertext.level)?;
        self.image(ciphertext, switched, k)
    }

    /// The image of a under ζ ↦ ζ^k, from its second part under the key of that image.
    fn image(
        &self,
        a: &Ciphertext<R>,
        [mut b, a1]: [R::Element<Crt>; 2],
        k: u32,
    ) -> Result<Ciphertext<R>, Error> {
        R::add_assign(&mut b, &a.parts[0])?;
        let parts = vec![R::automorphism(&b, k)?, R::automorphism(&a1, k)?];
        let noise = self.model().add_independent(&a.noise, &self.key_switch_noise(a.level)?);
        self.check_budget("the automorphism", a.level, &noise)?;
        Ok(Ciphertext::new(parts, a.level, noise))
    }

    pub(super) fn decompose(&self, x: &R::Element<Crt>, level: usize) -> Result<R::Digits, Error> {
        let tables = self.tables_at(level)?;
        R::digits(x, &tables.gadget, &tables.extended)
    }

    /// What [`Context::switch_key`] gives for the digits of x, which are not kept.
    fn switch_once(
        &self,
        x: &R::Element<Crt>,
        switching_key: &KeySwitchingKey<R>,
        level: usize,
    ) -> Result<[R::Element<Crt>; 2], Error> {
        let tables = self.tables_at(level)?;
        let [b, a] = R::digit_products(
            x,
            &tables.gadget,
            &tables.extended,
            [&switching_key.b, &switching_key.a],
            &tables.limbs,
            &tables.digits,
        )?;
        Ok([self.drop_special(b, level)?, self.drop_special(a, level)?])
    }

    /// (Σ D_j·b_j)/P and (Σ D_j·a_j)/P.
    pub(super) fn switch_key(
        &self,
        digits: &R::Digits,
        switching_key: &KeySwitchingKey<R>,
        level: usize,
    ) -> Result<[R::Element<Crt>; 2], Error> {
        let [b, a] = self.inner_products(digits, switching_key, level)?;
        Ok([self.drop_special(b, level)?, self.drop_special(a, level)?])
    }

    /// Σ D_j·b_j and Σ D_j·a_j modulo Q·P.
    pub(super) fn inner_products(
        &self,
        digits: &R::Digits,
        switching_key: &KeySwitchingKey<R>,
        level: usize,
    ) -> Result<[R::Element<Crt>; 2], Error> {
        let tables = self.tables_at(level)?;
        let both = [&switching_key.b, &switching_key.a];
        R::inner_products(digits, both, &tables.limbs, &tables.digits)
    }

    /// What a key switch adds to the noise.
    pub(super) fn key_switch_noise(&self, level: usize) -> Result<Noise, Error> {
        let (noise, divided) =
            (self.inner_product_noise(level)?, self.tables_at(level)?.has_special());
        let rounding = if divided { self.model().rounding(2) } else { Noise::ZERO };
        Ok(self.model().add_independent(&noise, &rounding))
    }

    /// What the inner products of a key switch add to the noise, in units of P.
    pub(super) fn inner_product_noise(&self, level: usize) -> Result<Noise, Error> {
        let sum = self.model().key_switch(&self.tables_at(level)?.log2_digits);
        Ok(self.model().scaled(&sum, -self.parameters().log2_p()))
    }
}

impl<R: Ring> EvaluationKeys<R> {
    /// The key-switching key for ζ ↦ ζ^k.
    pub(super) fn automorphism(&self, k: u32) -> Result<&KeySwitchingKey<R>, Error> {
        self.automorphisms.get(&k).ok_or_else(|| Error::MissingKey {
            operation: "an automorphism",
            key: format!("the key-switching key for ζ ↦ ζ^{k}"),
            remedy: "generate evaluation keys with its exponent, or rotate by a composition of others",
        })
    }
}
