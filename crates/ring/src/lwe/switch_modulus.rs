//! Another modulus.

use super::{LweError, LweSample, check_modulus};
use crate::{meter, recorder::Kernel};

/// The mean of a coefficient of the secret. Rounding errors of the mask reach the phase times the secret: their sum times
/// its mean is public, and taken out of the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretMean {
    /// 0: nothing is known of the sign of what rounding adds.
    Zero,
    /// 1/2, of binary secrets: the variance of what rounding adds is halved.
    Half,
}

impl LweSample {
    /// round(q'/q·x) modulo q' = `to`, word by word; the body less what rounding the mask adds on average.
    ///
    /// # Errors
    /// Returns an error if q' is out of range.
    pub fn switch_modulus(&self, to: u64, mean: SecretMean) -> Result<Self, LweError> {
        check_modulus(to)?;
        meter::rows(Kernel::LweModulus, self.dimension() + 1, 1);
        let q = self.q();
        let mut words = Vec::with_capacity(self.dimension() + 1);
        // q times the sum of all that rounding takes away.
        let mut rounded_away = 0_i128;
        for &word in self.mask() {
            let (quotient, remainder) = divide(word, to, q);
            rounded_away += remainder;
            words.push(quotient % to);
        }
        let twice = 2 * i128::from(self.body()) * i128::from(to);
        let twice = match mean {
            SecretMean::Zero => twice,
            SecretMean::Half => twice - rounded_away,
        };
        let body = (twice + i128::from(q)).div_euclid(2 * i128::from(q));
        words.push(body.rem_euclid(i128::from(to)) as u64);
        Ok(Self::of_residues(words, to))
    }
}

/// round(word·to/q), ties upwards, and word·to less q times that.
#[inline]
fn divide(word: u64, to: u64, q: u64) -> (u64, i128) {
    // Words of one size where it can be: a division of 128 bits takes several times as long.
    match word.checked_mul(to).and_then(|product| product.checked_add(q / 2)) {
        Some(sum) => (sum / q, i128::from(sum % q) - i128::from(q / 2)),
        None => {
            let sum = u128::from(word) * u128::from(to) + u128::from(q / 2);
            let q = u128::from(q);
            ((sum / q) as u64, (sum % q) as i128 - (q / 2) as i128)
        }
    }
}
