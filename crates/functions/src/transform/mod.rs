//! Linear transforms of encrypted vectors: (M·z)_j = Σ_d M_d\[j\]·z_{j+d}, M_d the diagonal d of the matrix M.
//!
//! Positions of entries are those of a [`SlotGroup`]: the integers modulo the number of slots in CKKS, a product of such
//! in BGV and BFV at other indices; j + d is the sum there, and an automorphism takes all entries from j + d to j.
//!
//! Baby steps and giant steps (2014/106 §4.3, 2018/244): d = g + b, and
//! M·z = Σ_g rot_g(Σ_b rot_{-g}(M_{g+b}) ⊙ rot_b(z)), so that n diagonals take about 2·√n rotations. With
//! double hoisting (2020/1203 §4) c_1 is decomposed once for all baby steps, their sums stay modulo Q·P, and
//! only each giant step's c_1 is divided by P before it is decomposed again
//! ([`Context::sums_of_automorphisms`](ringassay_scheme::hybrid::Context::sums_of_automorphisms)). Baby steps and their
//! sums are computed modulo one prime after another: rotated ciphertexts are not kept, and every diagonal and key is
//! read once.
//!
//! Transforms: β·(L+k)·(1 + n2) + (n2 + 2)·(L+k) + 2·L for n2 giant steps, L limbs of Q, k of P, β digits.

mod apply;
mod group;
mod matrix;
mod plan;

use ringassay_scheme::{
    Error, PackedScheme, Ring,
    hybrid::{Context, Factors},
};

pub use apply::{apply, apply_many};
pub use group::{Cyclic, EntryGroup, SlotGroup};
pub use matrix::{Matrix, of_integers, of_numbers, plan_of_integers, plan_of_numbers};
pub use plan::{Diagonal, TransformPlan};

/// A linear transform, its diagonals prepared for ciphertexts of one level.
#[derive(Debug, Clone)]
pub struct LinearTransform<P: PackedScheme, R: Ring> {
    plan: TransformPlan,
    level: usize,
    /// For each giant step its diagonals, in the order of the plan.
    diagonals: Vec<Factors<P, R>>,
}

impl<P: PackedScheme, R: Ring> LinearTransform<P, R> {
    /// A linear transform for ciphertexts of a level. `encode` makes the plaintext of each diagonal. In CKKS all have
    /// one scale, by which that of a ciphertext is multiplied: the product of the level's primes
    /// ([`rescaling_primes`](ringassay_scheme::ckks::Parameters::rescaling_primes)) lets rescaling restore it exactly.
    ///
    /// # Errors
    /// Returns an error as `encode`, and as [`Context::prepare_factors`].
    pub fn new(
        context: &Context<P, R>,
        plan: TransformPlan,
        level: usize,
        mut encode: impl FnMut(Diagonal) -> Result<P::Plaintext, Error>,
    ) -> Result<Self, Error> {
        let mut diagonals = Vec::new();
        for (giant, babies) in plan.giants() {
            let encoded = babies.iter().map(|&baby| encode(Diagonal::of(giant, baby)));
            let encoded = encoded.collect::<Result<Vec<_>, _>>()?;
            diagonals.push(context.prepare_factors(&encoded, level)?);
        }
        Ok(Self { plan, level, diagonals })
    }

    /// How diagonals are divided into steps.
    pub fn plan(&self) -> &TransformPlan {
        &self.plan
    }

    /// The level of the ciphertexts that it takes.
    pub fn level(&self) -> usize {
        self.level
    }
}
