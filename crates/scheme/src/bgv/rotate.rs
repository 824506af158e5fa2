//! Rotations of vectors: masked sums of automorphisms.

use std::collections::BTreeMap;

use super::{Ciphertext, Context, EvaluationKeys, Prepared};
use crate::{
    Error, Fused, Ring,
    encoding::{Encoder, KeySet, RotationPlan},
    hybrid::Role,
    noise::Noise,
};

/// A rotation of the vectors of a layout, prepared for ciphertexts at one level: which automorphisms,
/// composed of which keys, and the masks.
#[derive(Debug, Clone)]
pub struct Rotation<R: Ring> {
    terms: Vec<Term<R>>,
    level: usize,
    /// Whether the terms are summed modulo Q·P, where the masks then lie.
    is_extended: bool,
}

#[derive(Debug, Clone)]
struct Term<R: Ring> {
    /// Exponents of automorphisms, one after the other.
    steps: Vec<u32>,
    mask: Option<Prepared<R>>,
}

impl<R: Ring> Rotation<R> {
    /// The level for which it is prepared.
    pub fn level(&self) -> usize {
        self.level
    }
}

impl<R: Ring> Context<R> {
    /// A rotation for ciphertexts at `level`, composed of the automorphisms in `keys`.
    ///
    /// # Errors
    /// [`Error::MissingKey`] when the automorphisms do not suffice.
    pub fn prepare_rotation(
        &self,
        plan: &RotationPlan,
        keys: &KeySet,
        encoder: &Encoder,
        level: usize,
    ) -> Result<Rotation<R>, Error> {
        let tables = self.tables_at(level)?;
        let is_extended = plan.terms().len() > 1
            && tables.has_special()
            && plan
                .terms()
                .iter()
                .all(|term| keys.steps(term.exponent).is_some_and(|steps| steps.len() <= 1));
        let ring = if is_extended { &tables.extended } else { &tables.ring };
        let term = |term: &crate::encoding::RotationTerm| {
            let steps = keys.steps(term.exponent).ok_or_else(|| Error::MissingKey {
                operation: "a rotation",
                key: format!("key-switching keys that compose ζ ↦ ζ^{}", term.exponent),
                remedy: "generate evaluation keys for the exponents of a KeySet of the layout",
            })?;
            let mask = term.mask.as_ref().map(|mask| {
                let mask = self.plaintext(encoder.encode_mask(mask)?)?;
                self.prepare_in(ring, &mask, level, Role::Factor)
            });
            Ok(Term { steps, mask: mask.transpose()? })
        };
        let terms = plan.terms().iter().map(term).collect::<Result<_, Error>>()?;
        Ok(Rotation { terms, level, is_extended })
    }

    /// The ciphertext of the rotated vector. Its operand is decomposed once for all automorphisms; if
    /// none is composed of others, their sum is divided by P once.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key-switching keys, [`Error::Modulus`] for a ciphertext at another
    /// level, [`Error::Components`] for one of three parts.
    pub fn rotate(
        &self,
        a: &Ciphertext<R>,
        rotation: &Rotation<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if a.level != rotation.level {
            return Err(Error::Modulus {
                what: "a ciphertext",
                found: a.level,
                wanted: rotation.level,
                reason: "the rotation is prepared for ciphertexts of one modulus",
            });
        }
        if rotation.is_extended {
            return self.rotate_extended(a, &rotation.terms, keys);
        }
        let steps: Vec<&[u32]> = rotation.terms.iter().map(|term| &term.steps[..]).collect();
        let images = self.compositions(a, &steps, keys)?;
        let mut sum: Option<Ciphertext<R>> = None;
        for (mut image, term) in images.into_iter().zip(&rotation.terms) {
            if let Some(mask) = &term.mask {
                self.mask_assign(&mut image, mask)?;
            }
            match &mut sum {
                None => sum = Some(image),
                // Disjoint masks of different images.
                Some(sum) => self.add_assign(sum, &image)?,
            }
        }
        let sum =
            sum.ok_or_else(|| Error::Unsupported("a rotation has at least one term".into()))?;
        self.checked("the rotation", sum)
    }

    /// Σ mask·σ(P·a) modulo Q·P, divided by P at the end, once for all terms (ePrint 2020/1203 §4.3).
    fn rotate_extended(
        &self,
        a: &Ciphertext<R>,
        terms: &[Term<R>],
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let (tables, model) = (self.tables_at(a.level)?, self.model());
        let [c0, c1] = a.pair()?;
        let factors = self.p_at(tables);
        let raise = |part| R::raise(part, &tables.extended, &factors);
        let (raised, digits) = (raise(c0)?, self.decompose(c1, a.level)?);
        let switched = model.add_independent(&a.estimate, &self.inner_product_noise(a.level)?);
        let mut sum = [tables.extended.zero(), tables.extended.zero()];
        let mut noise = Noise::ZERO;
        for Term { steps, mask } in terms {
            let (image, image_noise) = match steps.first() {
                None => ([raised.clone(), raise(c1)?], &a.estimate),
                Some(&k) => {
                    let [mut b, a] =
                        self.inner_products(&digits, keys.automorphism(k)?, a.level)?;
                    R::add_assign(&mut b, &raised)?;
                    ([R::automorphism(&b, k)?, R::automorphism(&a, k)?], &switched)
                }
            };
            for (sum, image) in sum.iter_mut().zip(&image) {
                match mask {
                    Some(mask) => R::Fused::mul_add_assign(sum, image, &mask.element)?,
                    None => R::add_assign(sum, image)?,
                }
            }
            let masked = mask.as_ref().map(|mask| model.mask(image_noise, &mask.known.size));
            // Different images.
            noise = model.add(&noise, masked.as_ref().unwrap_or(image_noise));
        }
        let parts = self.drop_special_of_both(sum, a.level)?.into();
        let noise = model.add_independent(&noise, &model.rounding(2));
        self.check_budget("the rotation", a.level, &noise)?;
        Ok(Ciphertext::new(parts, a.level, a.scale, noise))
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
            let hoisted = if by_first.len() > 1 { Some(self.hoist(a)?) } else { None };
            for (first, users) in by_first {
                let image = match &hoisted {
                    Some(hoisted) => self.automorphism_hoisted(hoisted, first, keys)?,
                    None => self.automorphism(a, first, keys)?,
                };
                let rest: Vec<&[u32]> = users.iter().map(|&i| &steps[i][1..]).collect();
                for (i, image) in users.into_iter().zip(self.compositions(&image, &rest, keys)?) {
                    images[i] = Some(image);
                }
            }
        }
        Ok(images.into_iter().map(|image| image.unwrap_or_else(|| a.clone())).collect())
    }
}
