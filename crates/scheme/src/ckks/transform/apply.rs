//! Linear transforms of ciphertexts, with double hoisting.

use std::collections::{BTreeMap, BTreeSet};

use ringassay_interrupt::checkpoint;
use ringassay_ring::Crt;

use super::LinearTransform;
use crate::{
    Error, Ring,
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
        let babies = self.baby_steps(&a, transforms, keys)?;
        let result = |(transform, estimate): (&&LinearTransform<R>, Estimate)| {
            let parts = self.giant_steps(&babies, transform, keys)?;
            let scale = a.scale.multiplied(&transform.scale);
            Ok(Ciphertext::new(parts.into(), level, scale, estimate))
        };
        transforms.iter().zip(estimates).map(result).collect()
    }

    fn exponent(&self, step: usize) -> u32 {
        self.parameters().rotation(step as i64)
    }

    /// P·rot_b(a) modulo Q·P for each baby step b of the transforms.
    fn baby_steps(
        &self,
        a: &Ciphertext<R>,
        transforms: &[&LinearTransform<R>],
        keys: &EvaluationKeys<R>,
    ) -> Result<BTreeMap<usize, Pair<R>>, Error> {
        let [c0, c1] = a.pair()?;
        let tables = self.tables_at(a.level)?;
        let factors = self.p_at(tables);
        let raised = |part| R::raise(part, &tables.extended, &factors);
        let c0_times_p = raised(c0)?;
        let steps = transforms.iter().flat_map(|transform| transform.plan.baby_rotations());
        let steps: BTreeSet<usize> = steps.collect();
        let mut babies = BTreeMap::new();
        if !steps.is_empty() {
            let digits = self.decompose(c1, a.level)?;
            for step in steps {
                checkpoint();
                let k = self.exponent(step);
                let [mut b, a1] = self.inner_products(&digits, keys.automorphism(k)?, a.level)?;
                R::add_assign(&mut b, &c0_times_p)?;
                babies.insert(step, [R::automorphism(&b, k)?, R::automorphism(&a1, k)?]);
            }
        }
        let has_0 = |transform: &&LinearTransform<R>| {
            transform.plan.giants().any(|(_, babies)| babies.contains(&0))
        };
        if transforms.iter().any(has_0) {
            babies.insert(0, [c0_times_p, raised(c1)?]);
        }
        Ok(babies)
    }

    /// The transformed components modulo Q.
    fn giant_steps(
        &self,
        babies: &BTreeMap<usize, Pair<R>>,
        transform: &LinearTransform<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Pair<R>, Error> {
        let (level, mut diagonals) = (transform.level, transform.diagonals.iter());
        let mut total: Option<Pair<R>> = None;
        for (giant, steps) in transform.plan.giants() {
            checkpoint();
            let mut sum: Option<Pair<R>> = None;
            for (baby, diagonal) in steps.iter().zip(diagonals.by_ref()) {
                let Some([b, a]) = babies.get(baby) else { continue };
                match &mut sum {
                    None => sum = Some([R::mul(b, diagonal)?, R::mul(a, diagonal)?]),
                    Some([sum_b, sum_a]) => {
                        R::mul_add_assign(sum_b, b, diagonal)?;
                        R::mul_add_assign(sum_a, a, diagonal)?;
                    }
                }
            }
            let Some(sum) = sum else { continue };
            let rotated = self.giant_step(sum, giant, level, keys)?;
            match &mut total {
                None => total = Some(rotated),
                Some(total) => {
                    for (x, y) in total.iter_mut().zip(&rotated) {
                        R::add_assign(x, y)?;
                    }
                }
            }
        }
        let none = || Error::Unsupported("a linear transform has at least one diagonal".to_owned());
        self.drop_special_of_both(total.ok_or_else(none)?, level)
    }

    /// P times the rotation of what is P times a ciphertext, modulo Q·P.
    fn giant_step(
        &self,
        [b, a]: Pair<R>,
        giant: usize,
        level: usize,
        keys: &EvaluationKeys<R>,
    ) -> Result<Pair<R>, Error> {
        if giant == 0 {
            return Ok([b, a]);
        }
        let k = self.exponent(giant);
        let divided = self.drop_special(a, level)?;
        let [mut switched, a] = self.digit_products(&divided, keys.automorphism(k)?, level)?;
        drop(divided);
        R::add_assign(&mut switched, &b)?;
        drop(b);
        Ok([R::automorphism(&switched, k)?, R::automorphism(&a, k)?])
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
