//! Key switching: relinearisation, automorphisms and rotations.

use ringassay_ring::Crt;

use super::{Ciphertext, Context, EvaluationKey, EvaluationKeys};
use crate::{
    Error, Ring,
    encoding::{Encoder, KeySet, RotationPlan},
    hybrid::{self, KeySwitchingKey, two_parts},
    noise::Noise,
};

/// A ciphertext whose second part is decomposed.
pub type Hoisted<'a, R> = hybrid::Hoisted<'a, R, Ciphertext<R>>;

impl<R: Ring> Context<R> {
    /// A ciphertext of two parts with the same message. What has two parts is left alone.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] when it is not guaranteed that it decrypts, [`Error::Components`] for more than
    /// three parts.
    pub fn relinearise(
        &self,
        mut a: Ciphertext<R>,
        key: &EvaluationKey<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if a.parts.len() <= 2 {
            return Ok(a);
        }
        if a.parts.len() > 3 {
            let remedy = "relinearise products before they are multiplied";
            return Err(Error::Components { found: a.parts.len(), needed: 3, remedy });
        }
        let noise = self.shared.model.add_independent(&a.noise, &self.key_switch_noise());
        self.check_budget("the relinearisation", &noise)?;
        let Some(last) = a.parts.pop() else { return Ok(a) };
        for (part, switched) in a.parts.iter_mut().zip(self.switch_once(&last, &key.0)?) {
            R::add_assign(part, &switched)?;
        }
        a.noise = noise;
        Ok(a)
    }

    /// The ciphertext with its second part decomposed.
    ///
    /// # Errors
    /// When it has not two parts.
    pub fn hoist<'a>(&self, a: &'a Ciphertext<R>) -> Result<Hoisted<'a, R>, Error> {
        let [_, c1] = two_parts::<R>(&a.parts)?;
        Ok(Hoisted { ciphertext: a, digits: self.decompose(c1)? })
    }

    /// The image under ζ ↦ ζ^k.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key for k, [`Error::NoiseBudget`] when it is not guaranteed that
    /// the image decrypts; when an operand is of other parameters or has not two parts.
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
        let (switching_key, noise) = (keys.automorphism(k)?, self.switched_noise(a)?);
        self.image(a, self.switch_once(c1, switching_key)?, k, noise)
    }

    /// As [`Context::automorphism`], of a ciphertext that is decomposed already.
    ///
    /// # Errors
    /// As [`Context::automorphism`].
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
        let (switching_key, noise) = (keys.automorphism(k)?, self.switched_noise(a)?);
        self.image(a, self.switch_key(digits, switching_key)?, k, noise)
    }

    /// The noise of the image of a under an automorphism.
    fn switched_noise(&self, a: &Ciphertext<R>) -> Result<Noise, Error> {
        let noise = self.shared.model.add_independent(&a.noise, &self.key_switch_noise());
        self.check_budget("the automorphism", &noise)?;
        Ok(noise)
    }

    /// The image of a under ζ ↦ ζ^k, from its second part under the key of that image.
    fn image(
        &self,
        a: &Ciphertext<R>,
        [mut b, a1]: [R::Element<Crt>; 2],
        k: u32,
        noise: Noise,
    ) -> Result<Ciphertext<R>, Error> {
        R::add_assign(&mut b, &a.parts[0])?;
        let parts = vec![R::automorphism(&b, k)?, R::automorphism(&a1, k)?];
        Ok(Ciphertext::new(parts, noise))
    }

    /// The ciphertext of the rotated vector: the sum of masked automorphisms that `plan` says, each
    /// composed of those in `set`, for which there are `keys`. The operand is decomposed once for all.
    ///
    /// # Errors
    /// As [`Context::automorphism`]; [`Error::MissingKey`] when the automorphisms in `set` do not
    /// suffice.
    pub fn rotate(
        &self,
        a: &Ciphertext<R>,
        plan: &RotationPlan,
        set: &KeySet,
        encoder: &Encoder,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let mut hoisted: Option<Hoisted<'_, R>> = None;
        let mut sum: Option<Ciphertext<R>> = None;
        for term in plan.terms() {
            let steps = set.steps(term.exponent).ok_or_else(|| Error::MissingKey {
                operation: "a rotation",
                key: format!("keys that compose ζ ↦ ζ^{}", term.exponent),
                remedy: "generate evaluation keys for the exponents of a KeySet of the layout",
            })?;
            let mut image = match steps.split_first() {
                None => a.clone(),
                Some((&first, rest)) => {
                    let hoisted = match &hoisted {
                        Some(hoisted) => hoisted,
                        None => hoisted.insert(self.hoist(a)?),
                    };
                    let first = self.automorphism_hoisted(hoisted, first, keys)?;
                    rest.iter().try_fold(first, |image, &k| self.automorphism(&image, k, keys))?
                }
            };
            if let Some(mask) = &term.mask {
                image = self.multiply_plain(&image, &encoder.encode_mask(mask)?)?;
            }
            match &mut sum {
                None => sum = Some(image),
                Some(sum) => self.add_assign(sum, &image)?,
            }
        }
        sum.ok_or_else(|| Error::Unsupported("a rotation has at least one term".to_owned()))
    }

    /// The digits of key switching.
    fn decompose(&self, x: &R::Element<Crt>) -> Result<R::Digits, Error> {
        R::digits(x, &self.shared.gadget, &self.shared.qp)
    }

    /// (b, a) with b + a·s' ≈ x·s'' for a key-switching key from s'' to s' and the digits of x.
    fn switch_key(
        &self,
        digits: &R::Digits,
        switching_key: &KeySwitchingKey<R>,
    ) -> Result<[R::Element<Crt>; 2], Error> {
        let (limbs, which) = self.all_limbs_and_digits();
        let both = [&switching_key.b, &switching_key.a];
        self.without_p(R::inner_products(digits, both, &limbs, &which)?)
    }

    /// Likewise for the digits of x, which are not kept.
    fn switch_once(
        &self,
        x: &R::Element<Crt>,
        switching_key: &KeySwitchingKey<R>,
    ) -> Result<[R::Element<Crt>; 2], Error> {
        let (limbs, which) = self.all_limbs_and_digits();
        let (both, shared) = ([&switching_key.b, &switching_key.a], &self.shared);
        let products = R::digit_products(x, &shared.gadget, &shared.qp, both, &limbs, &which)?;
        self.without_p(products)
    }

    fn without_p(&self, [b, a]: [R::Element<Crt>; 2]) -> Result<[R::Element<Crt>; 2], Error> {
        Ok([R::switch(&b, &self.shared.drop_p)?, R::switch(&a, &self.shared.drop_p)?])
    }

    fn all_limbs_and_digits(&self) -> (Vec<usize>, Vec<usize>) {
        let limbs = (0..self.shared.qp.moduli().len()).collect();
        (limbs, (0..self.parameters().digits().len()).collect())
    }
}
