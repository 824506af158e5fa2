//! Linear transforms of ciphertexts, with double hoisting.

use std::collections::BTreeSet;

use ringassay_interrupt::checkpoint;
use ringassay_ring::Crt;

use super::LinearTransform;
use crate::{
    Error, Fused, Ring,
    ckks::{Ciphertext, Context, Estimate, EvaluationKeys},
};

/// The two components of a ciphertext modulo Q·P.
type Pair<R> = [<R as Ring>::Element<Crt>; 2];

impl<R: Ring> Context<R> {
    /// M·a: of the product of the scales, at the same level. Rescale it.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without a key for a rotation of the plan, [`Error::NoiseBudget`] when the
    /// result might exceed the modulus, [`Error::Modulus`] when a has a lower level than the transform.
    pub fn transform(
        &self,
        a: &Ciphertext<R>,
        transform: &LinearTransform<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let results = self.transform_many(a, &[transform], keys)?;
        let none = || Error::Unsupported("a linear transform has one result".to_owned());
        results.into_iter().next().ok_or_else(none)
    }

    /// Several transforms of one ciphertext, which is decomposed and rotated once for all.
    ///
    /// # Errors
    /// As [`Context::transform`], and when the transforms are for different levels.
    pub fn transform_many(
        &self,
        a: &Ciphertext<R>,
        transforms: &[&LinearTransform<R>],
        keys: &EvaluationKeys<R>,
    ) -> Result<Vec<Ciphertext<R>>, Error> {
        let Some(first) = transforms.first() else { return Ok(Vec::new()) };
        let level = first.level;
        if let Some(other) = transforms.iter().find(|transform| transform.level != level) {
            return Err(Error::Modulus {
                what: "a linear transform",
                found: other.level,
                wanted: level,
                reason: "transforms of one ciphertext are prepared for one level",
            });
        }
        let a = self.at_level(a, level)?;
        let estimates = transforms.iter().map(|transform| self.transformed_estimate(&a, transform));
        let estimates = estimates.collect::<Result<Vec<_>, _>>()?;
        for transform in transforms {
            let steps = transform.plan.rotations();
            steps.iter().try_for_each(|&step| keys.automorphism(self.exponent(step)).map(drop))?;
        }
        let mut sums = self.baby_steps(&a, transforms, keys)?.into_iter();
        let result = |(transform, estimate): (&&LinearTransform<R>, Estimate)| {
            let own = sums.by_ref().take(transform.diagonals.len());
            let parts = self.giant_steps(own, transform, keys)?;
            let scale = a.scale.multiplied(&transform.scale);
            Ok(Ciphertext::new(parts.into(), level, scale, estimate))
        };
        transforms.iter().zip(estimates).map(result).collect()
    }

    fn exponent(&self, step: usize) -> u32 {
        self.parameters().rotation(step as i64)
    }

    /// For each giant step of each transform, P times the sum of its diagonals times baby steps of a, modulo Q·P.
    fn baby_steps(
        &self,
        a: &Ciphertext<R>,
        transforms: &[&LinearTransform<R>],
        keys: &EvaluationKeys<R>,
    ) -> Result<Vec<Pair<R>>, Error> {
        let [c0, c1] = a.pair()?;
        let tables = self.tables_at(a.level)?;
        let steps = transforms.iter().flat_map(|transform| transform.plan.giants());
        let steps: BTreeSet<usize> = steps.flat_map(|(_, babies)| babies).copied().collect();
        let steps: Vec<usize> = steps.into_iter().collect();
        let rotation = |&step: &usize| {
            if step == 0 {
                return Ok(None);
            }
            let k = self.exponent(step);
            Ok::<_, Error>(Some((keys.automorphism(k)?.tables(), k)))
        };
        let rotations = steps.iter().map(rotation).collect::<Result<Vec<_>, _>>()?;
        // All steps are there.
        let place = |step: &usize| steps.binary_search(step).unwrap_or_default();
        let giants = transforms.iter().flat_map(|transform| transform.plan.giants());
        let places: Vec<Vec<usize>> =
            giants.map(|(_, babies)| babies.iter().map(place).collect()).collect();
        let diagonals = transforms.iter().flat_map(|transform| &transform.diagonals);
        let sums: Vec<_> = diagonals.zip(&places).map(|(table, own)| (table, &own[..])).collect();
        checkpoint();
        R::Fused::rotated_sums([c0, c1], &tables.switching(), &self.p_at(tables), &rotations, &sums)
    }

    /// The transformed components modulo Q, from what baby steps made for each giant step.
    fn giant_steps(
        &self,
        sums: impl Iterator<Item = Pair<R>>,
        transform: &LinearTransform<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Pair<R>, Error> {
        let level = transform.level;
        let mut total: Option<Pair<R>> = None;
        for ((giant, _), sum) in transform.plan.giants().zip(sums) {
            checkpoint();
            total = Some(self.giant_step(sum, giant, level, keys, total)?);
        }
        let none = || Error::Unsupported("a linear transform has at least one diagonal".to_owned());
        self.drop_special_of_both(total.ok_or_else(none)?, level)
    }

    /// `total`, if there is one, and P times the rotation of what is P times a ciphertext, modulo Q·P. No rotation,
    /// that by 0, comes first, if at all.
    fn giant_step(
        &self,
        [b, a]: Pair<R>,
        giant: usize,
        level: usize,
        keys: &EvaluationKeys<R>,
        total: Option<Pair<R>>,
    ) -> Result<Pair<R>, Error> {
        if giant == 0 && total.is_none() {
            return Ok([b, a]);
        }
        let (k, divided) = (self.exponent(giant), self.drop_special(a, level)?);
        let (key, switching) = (keys.automorphism(k)?, self.tables_at(level)?.switching());
        R::Fused::rotated_products(&divided, &switching, key.tables(), &b, k, total)
    }

    /// Each diagonal multiplies message and errors of a; baby steps add what inner products do, which their
    /// diagonals multiply, giant steps likewise and the rounding of c_1, and the last division both roundings.
    fn transformed_estimate(
        &self,
        a: &Ciphertext<R>,
        transform: &LinearTransform<R>,
    ) -> Result<Estimate, Error> {
        let (model, level) = (self.model(), transform.level);
        let switching = self.inner_product_noise(level)?;
        let rotated = self.estimate_plus(&a.estimate, &switching);
        let giant_noise = model.add_independent(&switching, &model.rounding(2));
        let mut magnitudes = transform.magnitudes.iter();
        let mut total: Option<Estimate> = None;
        for (giant, steps) in transform.plan.giants() {
            let mut sum: Option<Estimate> = None;
            for (&baby, magnitude) in steps.iter().zip(magnitudes.by_ref()) {
                let encoded = Estimate::encoded(self, &transform.scale, magnitude);
                let operand = if baby == 0 { &a.estimate } else { &rotated };
                let term = self.estimate_product(operand, &encoded);
                sum = Some(sum.map_or(term, |sum| self.estimate_sum(&sum, &term)));
            }
            let Some(mut sum) = sum else { continue };
            if giant != 0 {
                sum = self.estimate_plus(&sum, &giant_noise);
            }
            total = Some(total.map_or(sum, |total| self.estimate_sum(&total, &sum)));
        }
        let none = || Error::Unsupported("a linear transform has at least one diagonal".to_owned());
        let estimate = self.estimate_plus(&total.ok_or_else(none)?, &model.rounding(2));
        self.check_budget("a linear transform", level, &estimate)?;
        Ok(estimate)
    }
}
