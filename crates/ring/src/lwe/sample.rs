//! Samples, and linear combinations of them.

use super::{LweError, check_modulus};
use crate::{
    meter::{self, Held},
    recorder::Kernel,
};

/// The largest sum of the magnitudes of multipliers.
const MAX_MULTIPLIERS: u64 = 1 << 10;

/// (a_1, …, a_n, b) modulo q: see the [module](super).
#[derive(Debug, Clone)]
pub struct LweSample {
    /// The mask, then the body.
    words: Vec<u64>,
    q: u64,
    _held: Held,
}

impl LweSample {
    /// The sample of these residues, the body last.
    ///
    /// # Errors
    /// Returns an error if q is out of range, there is no body, or a word is not below q.
    pub fn new(words: Vec<u64>, q: u64) -> Result<Self, LweError> {
        check_modulus(q)?;
        if words.is_empty() {
            return Err(LweError::Dimension { given: 0, expected: 1 });
        }
        if let Some(position) = words.iter().position(|&word| word >= q) {
            return Err(LweError::NotReduced { position, value: words[position], q });
        }
        Ok(Self::of_residues(words, q))
    }

    /// The sample of words that are residues.
    pub(super) fn of_residues(words: Vec<u64>, q: u64) -> Self {
        let _held = Held::new(8 * words.len());
        Self { words, q, _held }
    }

    /// 0: a sample of the message 0 without an error, under every secret.
    ///
    /// # Errors
    /// Returns an error if q is out of range.
    pub fn zero(dimension: usize, q: u64) -> Result<Self, LweError> {
        check_modulus(q)?;
        Ok(Self::of_residues(vec![0; dimension + 1], q))
    }

    /// n.
    pub fn dimension(&self) -> usize {
        self.words.len() - 1
    }

    /// The modulus.
    pub fn q(&self) -> u64 {
        self.q
    }

    /// a_1, …, a_n.
    pub fn mask(&self) -> &[u64] {
        &self.words[..self.dimension()]
    }

    /// b.
    pub fn body(&self) -> u64 {
        self.words[self.dimension()]
    }

    /// Mask and body.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Σ c_j·x_j, and a constant on the body: phases are combined likewise.
    ///
    /// # Errors
    /// Returns an error if there are no terms, they differ in dimension or modulus, Σ |c_j| exceeds 1024, or the constant
    /// is not below the modulus.
    pub fn combine(terms: &[(i64, &Self)], constant: u64) -> Result<Self, LweError> {
        let (dimension, q) = Self::shape_of(terms.iter().map(|&(c, x)| (c, x.dimension(), x.q)))?;
        if constant >= q {
            return Err(LweError::NotReduced { position: dimension, value: constant, q });
        }
        meter::rows(Kernel::LweCombine { terms: terms.len() as u32 }, dimension + 1, 1);
        let mut sums = vec![0_i64; dimension + 1];
        sums[dimension] = constant as i64;
        for &(multiplier, x) in terms {
            for (sum, &word) in sums.iter_mut().zip(&x.words) {
                // Below 2^10·2^52 in magnitude, and the constant.
                *sum += multiplier * word as i64;
            }
        }
        let words = sums.into_iter().map(|sum| sum.rem_euclid(q as i64) as u64);
        Ok(Self::of_residues(words.collect(), q))
    }

    /// Dimension and modulus of a combination of samples with these multipliers, dimensions and moduli.
    ///
    /// # Errors
    /// Returns an error if there is no such combination.
    pub fn shape_of(
        terms: impl Iterator<Item = (i64, usize, u64)>,
    ) -> Result<(usize, u64), LweError> {
        let (mut shape, mut multipliers) = (None, 0_u64);
        for (multiplier, given, right) in terms {
            multipliers = multipliers.saturating_add(multiplier.unsigned_abs());
            let &mut (expected, left) = shape.get_or_insert((given, right));
            if given != expected {
                return Err(LweError::Dimension { given, expected });
            }
            if left != right {
                return Err(LweError::OtherModulus { left, right });
            }
        }
        if multipliers > MAX_MULTIPLIERS {
            return Err(LweError::Multipliers(multipliers));
        }
        shape.ok_or(LweError::Dimension { given: 0, expected: 1 })
    }
}

impl PartialEq for LweSample {
    fn eq(&self, other: &Self) -> bool {
        (self.q, &self.words) == (other.q, &other.words)
    }
}
