//! Linear transforms of ciphertexts, with double hoisting.

use ringassay_interrupt::checkpoint;
use ringassay_scheme::{
    Error, PackedScheme, Ring,
    hybrid::{Ciphertext, Context, EvaluationKeys, Undivided},
};

use super::{LinearTransform, TransformPlan};

/// M·a, at the level of the transform; in CKKS of the product of the scales: rescale it.
///
/// # Errors
/// Returns [`Error::MissingKey`] without a key for an automorphism of the plan, [`Error::NoiseBudget`] if the result is
/// not certain to decrypt, [`Error::Modulus`] if a has a lower level than the transform.
pub fn apply<P: PackedScheme, R: Ring>(
    context: &Context<P, R>,
    a: &Ciphertext<P, R>,
    transform: &LinearTransform<P, R>,
    keys: &EvaluationKeys<P, R>,
) -> Result<Ciphertext<P, R>, Error> {
    let results = apply_many(context, a, &[transform], keys)?;
    results.into_iter().next().ok_or_else(no_diagonal)
}

/// Several transforms of one ciphertext, which is decomposed and rotated once for all.
///
/// # Errors
/// Returns an error as [`apply`], and if the transforms are for different levels.
pub fn apply_many<P: PackedScheme, R: Ring>(
    context: &Context<P, R>,
    a: &Ciphertext<P, R>,
    transforms: &[&LinearTransform<P, R>],
    keys: &EvaluationKeys<P, R>,
) -> Result<Vec<Ciphertext<P, R>>, Error> {
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
    // Before anything is computed.
    for transform in transforms {
        transform.plan.exponents().into_iter().try_for_each(|k| keys.check_automorphism(k))?;
    }
    let a = P::at_level(context, a, level)?;
    let exponents_of = |plan: &TransformPlan| -> Vec<Vec<u32>> {
        plan.giants()
            .map(|(_, babies)| babies.iter().map(|&b| plan.exponent(b)).collect())
            .collect()
    };
    let exponents: Vec<Vec<u32>> =
        transforms.iter().flat_map(|transform| exponents_of(&transform.plan)).collect();
    let diagonals = transforms.iter().flat_map(|transform| &transform.diagonals);
    let sums: Vec<_> = diagonals.zip(&exponents).map(|(factors, of)| (factors, &of[..])).collect();
    checkpoint();
    let mut sums = context.sums_of_automorphisms(&a, &sums, keys)?.into_iter();
    let result = |transform: &&LinearTransform<P, R>| {
        let own = sums.by_ref().take(transform.diagonals.len());
        let mut total: Option<Undivided<P, R>> = None;
        for ((giant, _), sum) in transform.plan.giants().zip(own) {
            checkpoint();
            let k = transform.plan.exponent(giant);
            total = Some(context.add_automorphism(total, sum, k, keys)?);
        }
        context.divided(total.ok_or_else(no_diagonal)?)
    };
    transforms.iter().map(result).collect()
}

fn no_diagonal() -> Error {
    Error::Unsupported("a linear transform has at least one diagonal".to_owned())
}
