//! Base extension: residues modulo further numbers.

use ringassay_kernels::{Zq, rns::WeightedSum};

use super::{
    Limbs, LimbsMut, Moduli, RnsError, Scratch, for_columns, fractions::Fractions,
    limbs::MAX_LIMBS, parallel::BLOCK,
};
use crate::{meter, recorder::Kernel};

/// From residues modulo q_1, …, q_k to residues modulo p_1, …, p_l, of the same integers.
///
/// Per coefficient k products modulo the q_i and l sums of k (fast) or k + 1 (exact) products.
#[derive(Debug, Clone)]
pub struct BaseExtension {
    to: Vec<Zq>,
    fractions: Fractions,
    sums: Vec<WeightedSum>,
    exact: bool,
    scratch: Scratch,
}

impl BaseExtension {
    /// The extension of the representative in (-Q/2, Q/2] (ePrint 2018/117, §2.2, made exact:
    /// see the [module](super)).
    ///
    /// # Errors
    /// When `to` has more than [`MAX_LIMBS`] moduli. They need not be coprime to anything.
    pub fn exact(from: &Moduli, to: &[Zq]) -> Result<Self, RnsError> {
        Self::new(from, to, true)
    }

    /// The extension of some representative: of x + u·Q, where x in \[0, Q) and 0 ≤ u < k depends
    /// on x (ePrint 2016/510, §3, `FastBconv`). For key switching, where the multiple of Q is
    /// divided away into a small error.
    ///
    /// # Errors
    /// When `to` has more than [`MAX_LIMBS`] moduli.
    pub fn fast(from: &Moduli, to: &[Zq]) -> Result<Self, RnsError> {
        Self::new(from, to, false)
    }

    fn new(from: &Moduli, to: &[Zq], exact: bool) -> Result<Self, RnsError> {
        if to.len() > MAX_LIMBS {
            return Err(RnsError::TooManyModuli(to.len()));
        }
        let sum = |p: &Zq| {
            let hats = (0..from.len()).map(|i| from.hat_mod(i, p));
            let correction = exact.then(|| p.modulus().neg(from.product_mod(p)));
            WeightedSum::new(p, from.bits(), hats.chain(correction))
        };
        Ok(Self {
            to: to.to_vec(),
            fractions: Fractions::new(from, |q| 1 % q.value()),
            sums: to.iter().map(sum).collect(),
            exact,
            scratch: Scratch::default(),
        })
    }

    /// The basis that is extended.
    pub fn from(&self) -> &Moduli {
        self.fractions.moduli()
    }

    /// The new moduli.
    pub fn to(&self) -> &[Zq] {
        &self.to
    }

    /// Row j of `out` = the residues modulo p_j of the integers with the residues `x`.
    ///
    /// # Panics
    /// When `x` or `out` have not as many rows as there are moduli, or differ in columns.
    pub fn extend_into(&self, out: LimbsMut<'_>, x: Limbs<'_>) {
        assert_eq!(out.rows(), self.sums.len(), "one row for each new modulus");
        if self.sums.is_empty() {
            return;
        }
        assert_eq!(out.columns(), x.columns(), "equally many columns");
        let count = self.from().len();
        let (from, to) = (count as u32, self.to.len() as u32);
        let kernel = match self.exact {
            true if self.to.iter().any(|p| p.q().is_multiple_of(2)) => {
                Kernel::EvenExtension { from, to }
            }
            true => Kernel::BaseExtension { from, to },
            false => Kernel::FastBaseExtension { from, to },
        };
        meter::block(kernel, x.columns(), self.from().zqs().iter().chain(&self.to));
        let rows = count + usize::from(self.exact);
        let products = rows * (self.sums.len() + 1);
        for_columns(out, count + 1, products, &self.scratch, |out, here, there, scratch| {
            let rows = &mut scratch[..rows * BLOCK];
            if self.exact {
                self.fractions.load_exact(rows, x, &there);
            } else {
                self.fractions.load(rows, x, &there);
            }
            for (j, sum) in self.sums.iter().enumerate() {
                sum.apply(&mut out.row_mut(j)[here.clone()], rows, BLOCK);
            }
        });
    }
}
