//! Key switching: relinearisation and automorphisms.

use ringassay_ring::Crt;

use super::{Ciphertext, Context, EvaluationKeys, Hoisted, HybridScheme, KeySwitchingKey};
use crate::{Error, Fused, Ring, noise::Noise};

/// Two components.
type Pair<R> = [<R as Ring>::Element<Crt>; 2];

impl<P: HybridScheme, R: Ring> Context<P, R> {
    /// A ciphertext of two components with the same message and level. What has two is copied.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the relinearisation key, [`Error::Components`] for more than three
    /// components; in BFV and CKKS [`Error::NoiseBudget`] when it is not guaranteed that the result decrypts.
    pub fn relinearise(
        &self,
        a: &Ciphertext<P, R>,
        keys: &EvaluationKeys<P, R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        let [c0, c1, c2] = &a.parts[..] else {
            if a.parts.len() <= 2 {
                return Ok(a.clone());
            }
            let remedy = "relinearise products before they are multiplied";
            return Err(Error::Components { found: a.parts.len(), needed: 3, remedy });
        };
        let key = keys.relinearisation()?;
        let estimate = self.relinearised_estimate(&a.estimate, a.level)?;
        if P::CHECKS_RELINEARISATION {
            self.check_budget("the relinearisation", a.level, &estimate)?;
        }
        let sums = self.digit_products(c2, key, a.level)?;
        let parts = self.divided_images(sums, [Some(c0), Some(c1)], None, a.level)?;
        Ok(Ciphertext::new(parts.into(), a.level, a.scale.clone(), estimate))
    }

    /// The ciphertext with its second component decomposed, for several automorphisms of it.
    ///
    /// # Errors
    /// When it has not two components.
    pub fn hoist<'a>(&self, a: &'a Ciphertext<P, R>) -> Result<Hoisted<'a, P, R>, Error> {
        let [_, c1] = a.pair()?;
        Ok(Hoisted { ciphertext: a, digits: self.decompose(c1, a.level)? })
    }

    /// The image under ζ ↦ ζ^k.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key for k, [`Error::NoiseBudget`] when it is not guaranteed that
    /// the image decrypts; when a is of other parameters or has not two components.
    pub fn automorphism(
        &self,
        a: &Ciphertext<P, R>,
        k: u32,
        keys: &EvaluationKeys<P, R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        if k == 1 {
            return Ok(a.clone());
        }
        let [_, c1] = a.pair()?;
        let (key, estimate) = (keys.automorphism(k)?, self.image_estimate(a)?);
        self.image(a, self.digit_products(c1, key, a.level)?, k, estimate)
    }

    /// As [`Context::automorphism`], of a ciphertext that is decomposed already.
    ///
    /// # Errors
    /// As [`Context::automorphism`].
    pub fn automorphism_hoisted(
        &self,
        a: &Hoisted<'_, P, R>,
        k: u32,
        keys: &EvaluationKeys<P, R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        let Hoisted { ciphertext: a, digits } = a;
        if k == 1 {
            return Ok((*a).clone());
        }
        let (key, estimate) = (keys.automorphism(k)?, self.image_estimate(a)?);
        self.image(a, self.inner_products(digits, key, a.level)?, k, estimate)
    }

    /// What is known of the image of a under an automorphism.
    fn image_estimate(&self, a: &Ciphertext<P, R>) -> Result<P::Estimate, Error> {
        let estimate = self.switched_estimate(&a.estimate, a.level)?;
        self.check_budget("the automorphism", a.level, &estimate)?;
        Ok(estimate)
    }

    /// The image of a under ζ ↦ ζ^k, of which P·c_1·s was switched to the preimage of s.
    fn image(
        &self,
        a: &Ciphertext<P, R>,
        sums: Pair<R>,
        k: u32,
        estimate: P::Estimate,
    ) -> Result<Ciphertext<P, R>, Error> {
        let parts = self.divided_images(sums, [Some(&a.parts[0]), None], Some(k), a.level)?;
        Ok(Ciphertext::new(parts.into(), a.level, a.scale.clone(), estimate))
    }

    /// Both divided by P, `own` added to them, and the images of that under ζ ↦ ζ^k, if there is a k.
    pub(super) fn divided_images(
        &self,
        [b, a]: Pair<R>,
        [own_b, own_a]: [Option<&R::Element<Crt>>; 2],
        k: Option<u32>,
        level: usize,
    ) -> Result<Pair<R>, Error> {
        // Each is dropped as soon as there is its image.
        Ok([self.divided_image(b, own_b, k, level)?, self.divided_image(a, own_a, k, level)?])
    }

    fn divided_image(
        &self,
        mut sum: R::Element<Crt>,
        own: Option<&R::Element<Crt>>,
        k: Option<u32>,
        level: usize,
    ) -> Result<R::Element<Crt>, Error> {
        let tables = self.tables_at(level)?;
        if tables.has_special() {
            let switch = self.switch_tables(&tables.limbs, tables.own())?;
            return R::Fused::switch_image(&sum, &switch, own, k);
        }
        own.map_or(Ok(()), |own| R::add_assign(&mut sum, own))?;
        match k {
            Some(k) => R::automorphism(&sum, k),
            None => Ok(sum),
        }
    }

    /// The digits of key switching.
    pub(crate) fn decompose(&self, x: &R::Element<Crt>, level: usize) -> Result<R::Digits, Error> {
        let tables = self.tables_at(level)?;
        R::digits(x, &tables.gadget, &tables.extended)
    }

    /// (b, a) with b + a·s' ≈ x·s'' for a key-switching key from s'' to s' and the digits of x.
    pub(crate) fn switch_key(
        &self,
        digits: &R::Digits,
        key: &KeySwitchingKey<R>,
        level: usize,
    ) -> Result<Pair<R>, Error> {
        self.drop_special_of_both(self.inner_products(digits, key, level)?, level)
    }

    /// Σ D_j·b_j and Σ D_j·a_j modulo Q·P: P times [`Context::switch_key`].
    pub(crate) fn inner_products(
        &self,
        digits: &R::Digits,
        key: &KeySwitchingKey<R>,
        level: usize,
    ) -> Result<Pair<R>, Error> {
        let tables = self.tables_at(level)?;
        R::Fused::inner_products(digits, key.tables(), &tables.limbs, &tables.digits)
    }

    /// As [`Context::inner_products`], of an element whose digits nothing else needs.
    pub(crate) fn digit_products(
        &self,
        x: &R::Element<Crt>,
        key: &KeySwitchingKey<R>,
        level: usize,
    ) -> Result<Pair<R>, Error> {
        let tables = self.tables_at(level)?;
        R::Fused::digit_products(x, &tables.switching(), key.tables())
    }

    /// Divides both by P.
    pub(crate) fn drop_special_of_both(
        &self,
        [b, a]: Pair<R>,
        level: usize,
    ) -> Result<Pair<R>, Error> {
        Ok([self.drop_special(b, level)?, self.drop_special(a, level)?])
    }

    /// Divides by P what is modulo Q·P; nothing if there is no P.
    pub(crate) fn drop_special(
        &self,
        x: R::Element<Crt>,
        level: usize,
    ) -> Result<R::Element<Crt>, Error> {
        let tables = self.tables_at(level)?;
        if !tables.has_special() {
            return Ok(x);
        }
        R::switch(&x, &*self.switch_tables(&tables.limbs, tables.own())?)
    }

    /// What a key switch adds to the noise.
    pub(crate) fn key_switch_noise(&self, level: usize) -> Result<Noise, Error> {
        let products = self.inner_product_noise(level)?;
        Ok(self.model().add_independent(&products, &self.rounding_by_p(level)?))
    }

    /// What rounding adds when both components are divided by P.
    pub(super) fn rounding_by_p(&self, level: usize) -> Result<Noise, Error> {
        let is_divided = self.tables_at(level)?.has_special();
        Ok(if is_divided { self.model().rounding(2) } else { Noise::ZERO })
    }

    /// What the inner products of a key switch add to the noise, in units of P.
    pub(crate) fn inner_product_noise(&self, level: usize) -> Result<Noise, Error> {
        let sum = self.model().key_switch(&self.tables_at(level)?.log2_digits);
        Ok(self.model().scaled(&sum, -self.log2_p()))
    }

    /// Likewise with the relinearisation key.
    pub(crate) fn relinearisation_product_noise(&self, level: usize) -> Result<Noise, Error> {
        let sum = self.model().relinearisation(&self.tables_at(level)?.log2_digits);
        Ok(self.model().scaled(&sum, -self.log2_p()))
    }
}
