//! Linear transforms of slots: (M·z)_j = Σ_d M_d\[j\]·z_{j+d}, M_d the diagonal d of the matrix M.
//!
//! Baby steps and giant steps (2014/106 §4.3, 2018/244): d = g + b, and
//! M·z = Σ_g rot_g(Σ_b rot_{-g}(M_{g+b}) ⊙ rot_b(z)), so that n diagonals take about 2·√n rotations. With
//! double hoisting (2020/1203 §4) c_1 is decomposed once for all baby steps, their sums stay modulo Q·P, and
//! only each giant step's c_1 is divided by P before it is decomposed again. Baby steps and their sums are computed
//! modulo one prime after another ([`Fused::rotated_sums`](crate::Fused::rotated_sums)): rotated ciphertexts are not
//! kept, and every diagonal and key is read once.
//!
//! Transforms: β·(L+k)·(1 + n2) + (n2 + 2)·(L+k) + 2·L for n2 giant steps, L limbs of Q, k of P, β digits.

mod apply;
mod plan;

use super::{Context, Parameters, Plaintext, Scale, packed::unequal};
use crate::{Error, Ring, hybrid::PackedScheme as _};

pub use plan::{Diagonal, TransformPlan};

/// A linear transform, its diagonals prepared for ciphertexts of one level.
#[derive(Debug, Clone)]
pub struct LinearTransform<R: Ring> {
    plan: TransformPlan,
    level: usize,
    scale: Scale,
    /// For each giant step its diagonals modulo Q·P, in the order of the plan.
    diagonals: Vec<R::Table>,
    /// In the order of the plan's diagonals.
    magnitudes: Vec<super::Magnitude>,
}

impl<R: Ring> LinearTransform<R> {
    /// How diagonals are divided into steps.
    pub fn plan(&self) -> &TransformPlan {
        &self.plan
    }

    /// The level of the ciphertexts that it takes.
    pub fn level(&self) -> usize {
        self.level
    }

    /// The scale of the diagonals, by which that of a ciphertext is multiplied.
    pub fn scale(&self) -> &Scale {
        &self.scale
    }
}

impl<R: Ring> Context<R> {
    /// A linear transform for ciphertexts of a level. `encode` makes the plaintext of each diagonal, all of
    /// one scale: the product of the level's primes ([`Context::rescaling_primes`]) lets rescaling
    /// restore the scale of the ciphertext exactly.
    ///
    /// # Errors
    /// [`Error::Scales`] unless all diagonals have one scale; as `encode`, and as [`Context::prepare`].
    pub fn linear_transform(
        &self,
        plan: TransformPlan,
        level: usize,
        mut encode: impl FnMut(Diagonal) -> Result<Plaintext, Error>,
    ) -> Result<LinearTransform<R>, Error> {
        let ring = &self.tables_at(level)?.extended;
        let (mut diagonals, mut magnitudes) = (Vec::new(), Vec::new());
        let mut scale: Option<Scale> = None;
        for (giant, babies) in plan.giants() {
            let mut elements = Vec::with_capacity(babies.len());
            for &baby in babies {
                let plaintext = encode(Diagonal::of(giant, baby))?;
                match &scale {
                    Some(scale) if scale != plaintext.scale() => {
                        return Err(unequal("a linear transform", scale, plaintext.scale()));
                    }
                    _ => scale = Some(plaintext.scale().clone()),
                }
                elements.push(R::into_crt(Parameters::encode(self, &plaintext, ring)?));
                magnitudes.push(*plaintext.magnitude());
            }
            diagonals.push(R::table(&elements)?);
        }
        let scale = scale.unwrap_or_default();
        Ok(LinearTransform { plan, level, scale, diagonals, magnitudes })
    }
}
