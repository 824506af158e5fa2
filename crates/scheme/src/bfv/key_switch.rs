//! Key switching: automorphisms and rotations.

use ringassay_ring::Crt;

use super::{Ciphertext, Context, EvaluationKeys};
use crate::{
    Error, Ring,
    encoding::{Encoder, KeySet, RotationPlan},
    hybrid::Hint,
};

impl<R: Ring> Context<R> {
    /// The image under ζ ↦ ζ^k.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key for k, [`Error::NoiseBudget`] when it is not promised that
    /// the image decrypts; when an operand is of other parameters.
    pub fn automorphism(
        &self,
        a: &Ciphertext<R>,
        k: u32,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if k == 1 {
            return Ok(a.clone());
        }
        let hint = keys.automorphism(k)?;
        let noise = self.shared.model.add_independent(&a.noise, &self.key_switch_noise());
        self.promise("the automorphism", &noise)?;
        let [mut b, a1] = self.switch_key(&a.parts[1], hint)?;
        R::add_assign(&mut b, &a.parts[0])?;
        let parts = [R::automorphism(&b, k)?, R::automorphism(&a1, k)?];
        Ok(Ciphertext::new(parts, noise))
    }

    /// The ciphertext of the rotated vector: the sum of masked automorphisms that `plan` says, each
    /// composed of those in `set`, for which there are `keys`.
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
        let mut sum: Option<Ciphertext<R>> = None;
        for term in plan.terms() {
            let steps = set.steps(term.exponent).ok_or_else(|| Error::MissingKey {
                operation: "a rotation",
                key: format!("keys that compose ζ ↦ ζ^{}", term.exponent),
                hint: "generate evaluation keys for the exponents of a KeySet of the layout",
            })?;
            let mut image = a.clone();
            for k in steps {
                image = self.automorphism(&image, k, keys)?;
            }
            if let Some(mask) = &term.mask {
                image = self.multiply_plain(&image, &encoder.encode_mask(mask)?)?;
            }
            sum = Some(match sum {
                None => image,
                Some(sum) => self.add(&sum, &image)?,
            });
        }
        sum.ok_or_else(|| Error::Unsupported("a rotation has at least one term".to_owned()))
    }

    /// (b, a) with b + a·s' ≈ x·s'' for a hint from s'' to s'.
    pub(super) fn switch_key(
        &self,
        x: &R::Element<Crt>,
        hint: &Hint<R>,
    ) -> Result<[R::Element<Crt>; 2], Error> {
        let digits = R::digits(x, &self.shared.gadget, &self.shared.qp)?;
        let limbs: Vec<usize> = (0..self.shared.qp.moduli().len()).collect();
        let which: Vec<usize> = (0..self.parameters().digits().len()).collect();
        let switched = |table| {
            R::switch(&R::inner_product(&digits, table, &limbs, &which)?, &self.shared.drop_p)
        };
        Ok([switched(&hint.b)?, switched(&hint.a)?])
    }
}
