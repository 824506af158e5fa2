//! Key switching: relinearisation, rotation, conjugation.

use ringassay_ring::Crt;

use super::{Ciphertext, Context, EvaluationKeys};
use crate::{
    Error, Ring,
    hybrid::{self, KeySwitchingKey, two_parts},
    noise::Noise,
};

/// A ciphertext whose second component is decomposed.
pub type Hoisted<'a, R> = hybrid::Hoisted<'a, R, Ciphertext<R>>;

impl<R: Ring> Context<R> {
    /// A ciphertext of two components with the same message. What has two is left alone.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the relinearisation key, [`Error::NoiseBudget`] when the result might
    /// exceed the modulus, [`Error::Components`] for more than three components.
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
        let estimate = self.estimate_plus(&a.estimate, &self.key_switch_noise(a.level)?);
        self.check_budget("the relinearisation", a.level, &estimate)?;
        let key = keys.relinearisation()?;
        let Some(last) = a.parts.pop() else { return Ok(a) };
        let digits = self.decompose(&last, a.level)?;
        drop(last);
        let switched = self.switch_key(&digits, key, a.level)?;
        for (part, switched) in a.parts.iter_mut().zip(&switched) {
            R::add_assign(part, switched)?;
        }
        Ok(Ciphertext { estimate, ..a })
    }

    /// The ciphertext with its second component decomposed, for several rotations of it.
    ///
    /// # Errors
    /// When it has not two components.
    pub fn hoist<'a>(&self, a: &'a Ciphertext<R>) -> Result<Hoisted<'a, R>, Error> {
        let [_, c1] = two_parts::<R>(&a.parts)?;
        Ok(Hoisted { ciphertext: a, digits: self.decompose(c1, a.level)? })
    }

    /// Slots rotated to the left by `steps`, to the right if negative: slot j gets the value of slot
    /// j + `steps`, cyclically among N/2 (and so among n where slots repeat with the period n).
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key for this rotation, [`Error::NoiseBudget`] when the result might
    /// exceed the modulus; when a is of other parameters or has not two components.
    pub fn rotate(
        &self,
        a: &Ciphertext<R>,
        steps: i64,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        self.automorphism(a, self.parameters().rotation(steps), keys)
    }

    /// As [`Context::rotate`], of a ciphertext that is decomposed already.
    ///
    /// # Errors
    /// As [`Context::rotate`].
    pub fn rotate_hoisted(
        &self,
        a: &Hoisted<'_, R>,
        steps: i64,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        self.automorphism_hoisted(a, self.parameters().rotation(steps), keys)
    }

    /// All slots conjugated.
    ///
    /// # Errors
    /// As [`Context::rotate`].
    pub fn conjugate(
        &self,
        a: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        self.automorphism(a, self.parameters().conjugation(), keys)
    }

    /// The image under ζ ↦ ζ^k.
    ///
    /// # Errors
    /// As [`Context::rotate`].
    pub fn automorphism(
        &self,
        a: &Ciphertext<R>,
        k: u32,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if k == 1 {
            return Ok(a.clone());
        }
        keys.automorphism(k)?;
        self.automorphism_hoisted(&self.hoist(a)?, k, keys)
    }

    /// As [`Context::automorphism`], of a ciphertext that is decomposed already.
    ///
    /// # Errors
    /// As [`Context::rotate`].
    pub fn automorphism_hoisted(
        &self,
        a: &Hoisted<'_, R>,
        k: u32,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let Hoisted { ciphertext: a, digits } = a;
        if k == 1 {
            return Ok((*a).clone());
        }
        let key = keys.automorphism(k)?;
        let estimate = self.estimate_plus(&a.estimate, &self.key_switch_noise(a.level)?);
        self.check_budget("the rotation", a.level, &estimate)?;
        let [mut b, a1] = self.switch_key(digits, key, a.level)?;
        R::add_assign(&mut b, &a.parts[0])?;
        let parts = vec![R::automorphism(&b, k)?, R::automorphism(&a1, k)?];
        Ok(Ciphertext::new(parts, a.level, a.scale.clone(), estimate))
    }

    /// The digits of key switching.
    pub(super) fn decompose(&self, x: &R::Element<Crt>, level: usize) -> Result<R::Digits, Error> {
        let tables = self.tables_at(level)?;
        R::digits(x, &tables.gadget, &tables.extended)
    }

    /// (b, a) with b + a·s' ≈ x·s'' for a key-switching key from s'' to s' and the digits of x.
    pub(super) fn switch_key(
        &self,
        digits: &R::Digits,
        key: &KeySwitchingKey<R>,
        level: usize,
    ) -> Result<[R::Element<Crt>; 2], Error> {
        // One after the other: modulo Q·P they are the largest elements of all.
        let switched = |table| self.drop_special(&self.inner_product(digits, table, level)?, level);
        Ok([switched(&key.b)?, switched(&key.a)?])
    }

    /// P times [`Context::switch_key`], modulo Q·P.
    pub(super) fn inner_products(
        &self,
        digits: &R::Digits,
        key: &KeySwitchingKey<R>,
        level: usize,
    ) -> Result<[R::Element<Crt>; 2], Error> {
        Ok([self.inner_product(digits, &key.b, level)?, self.inner_product(digits, &key.a, level)?])
    }

    fn inner_product(
        &self,
        digits: &R::Digits,
        table: &R::Table,
        level: usize,
    ) -> Result<R::Element<Crt>, Error> {
        let tables = self.tables_at(level)?;
        R::inner_product(digits, table, &tables.limbs, &tables.digits)
    }

    /// Divides by P what is modulo Q·P.
    pub(super) fn drop_special(
        &self,
        x: &R::Element<Crt>,
        level: usize,
    ) -> Result<R::Element<Crt>, Error> {
        let own = self.tables_at(level)?.limbs_of_q;
        R::switch(x, &*self.division(own, self.parameters().special.len(), own)?)
    }

    /// What a key switch adds to the noise.
    pub(super) fn key_switch_noise(&self, level: usize) -> Result<Noise, Error> {
        let products = self.inner_product_noise(level)?;
        Ok(self.model().add_independent(&products, &self.model().rounding(2)))
    }

    /// What the inner products of a key switch add to the noise, in units of P.
    pub(super) fn inner_product_noise(&self, level: usize) -> Result<Noise, Error> {
        let sum = self.model().key_switch(&self.tables_at(level)?.log2_digits);
        Ok(self.model().scaled(&sum, -self.parameters().log2_p()))
    }
}
