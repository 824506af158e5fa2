//! Rotations of vectors: masked sums of automorphisms.

use super::{Ciphertext, Context, EvaluationKeys, Hoisted};
use crate::{
    Error, Ring,
    encoding::{Encoder, KeySet, RotationPlan},
};

impl<R: Ring> Context<R> {
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
}
