//! Rotations of vectors: masked sums of automorphisms.

use std::collections::BTreeMap;

use super::{Ciphertext, Context, EvaluationKeys, Prepared};
use crate::{
    Error, Ring,
    encoding::{Encoder, KeySet, RotationPlan},
};

/// A rotation of the vectors of a layout, prepared for ciphertexts at one rung: which automorphisms,
/// composed of which keys, and the masks.
#[derive(Debug, Clone)]
pub struct Rotation<R: Ring> {
    terms: Vec<Term<R>>,
    rung: usize,
}

#[derive(Debug, Clone)]
struct Term<R: Ring> {
    /// Exponents of automorphisms, one after the other.
    steps: Vec<u32>,
    mask: Option<Prepared<R>>,
}

impl<R: Ring> Rotation<R> {
    /// The rung for which it is prepared.
    pub fn rung(&self) -> usize {
        self.rung
    }
}

impl<R: Ring> Context<R> {
    /// A rotation for ciphertexts at `rung`, composed of the automorphisms in `keys`.
    ///
    /// # Errors
    /// [`Error::MissingKey`] when the automorphisms do not suffice.
    pub fn prepare_rotation(
        &self,
        plan: &RotationPlan,
        keys: &KeySet,
        encoder: &Encoder,
        rung: usize,
    ) -> Result<Rotation<R>, Error> {
        let term = |term: &crate::encoding::RotationTerm| {
            let steps = keys.steps(term.exponent).ok_or_else(|| Error::MissingKey {
                operation: "a rotation",
                key: format!("hints that compose ζ ↦ ζ^{}", term.exponent),
                hint: "generate evaluation keys for the exponents of a KeySet of the layout",
            })?;
            let mask = term.mask.as_ref().map(|mask| {
                let mask = self.plaintext(encoder.encode_mask(mask)?)?;
                self.prepare(&mask, rung)
            });
            Ok(Term { steps, mask: mask.transpose()? })
        };
        let terms = plan.terms().iter().map(term).collect::<Result<_, Error>>()?;
        Ok(Rotation { terms, rung })
    }

    /// The ciphertext of the rotated vector. Its operand is decomposed once for all automorphisms.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the hints, [`Error::Unsupported`] for a ciphertext at another
    /// rung, or with three parts.
    pub fn rotate(
        &self,
        a: &Ciphertext<R>,
        rotation: &Rotation<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if a.rung != rotation.rung {
            return Err(Error::Unsupported(format!(
                "the rotation is prepared for rung {}, the ciphertext lies at rung {}",
                rotation.rung, a.rung
            )));
        }
        let steps: Vec<&[u32]> = rotation.terms.iter().map(|term| &term.steps[..]).collect();
        let images = self.compositions(a, &steps, keys)?;
        let mut sum: Option<Ciphertext<R>> = None;
        for (image, term) in images.into_iter().zip(&rotation.terms) {
            let masked = match &term.mask {
                Some(mask) => self.multiply_prepared(&image, mask)?,
                None => image,
            };
            match &mut sum {
                None => sum = Some(masked),
                // Disjoint masks of different images.
                Some(sum) => self.add_assign(sum, &masked)?,
            }
        }
        sum.ok_or_else(|| Error::Unsupported("a rotation has at least one term".into()))
    }

    /// The images of a under each of some compositions; what begin alike share their first steps.
    fn compositions(
        &self,
        a: &Ciphertext<R>,
        steps: &[&[u32]],
        keys: &EvaluationKeys<R>,
    ) -> Result<Vec<Ciphertext<R>>, Error> {
        let mut by_first: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (i, steps) in steps.iter().enumerate() {
            if let Some(&first) = steps.first() {
                by_first.entry(first).or_default().push(i);
            }
        }
        let mut images: Vec<Option<Ciphertext<R>>> = steps.iter().map(|_| None).collect();
        if !by_first.is_empty() {
            let hoisted = self.hoist(a)?;
            for (first, users) in by_first {
                let image = self.automorphism_hoisted(&hoisted, first, keys)?;
                let rest: Vec<&[u32]> = users.iter().map(|&i| &steps[i][1..]).collect();
                for (i, image) in users.into_iter().zip(self.compositions(&image, &rest, keys)?) {
                    images[i] = Some(image);
                }
            }
        }
        Ok(images.into_iter().map(|image| image.unwrap_or_else(|| a.clone())).collect())
    }
}
