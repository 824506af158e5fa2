//! Sums over slots: inner sum, replication, trace.

use super::{Ciphertext, Context, EvaluationKeys, Parameters, Prepared};
use crate::{Error, Ring};

/// The rotations, in steps to the left, that [`Context::inner_sum`] of `count` values at the distance
/// `stride` needs: at most 2·log2 `count`.
pub fn inner_sum_rotations(stride: i64, count: usize) -> Vec<i64> {
    let mut steps = Vec::new();
    // Σ of the first `count`: the powers of two of which it is made, smallest first.
    let mut offset = 0_i64;
    for bit in 0..usize::BITS - count.leading_zeros() {
        let length = 1_i64 << bit;
        if count >> bit & 1 == 1 {
            if offset != 0 {
                steps.push(offset * stride);
            }
            offset += length;
        }
        if count >> (bit + 1) != 0 {
            steps.push(length * stride);
        }
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

impl Parameters {
    /// The exponents of automorphisms for which [`Context::inner_sum`] needs keys.
    pub fn inner_sum_exponents(&self, stride: i64, count: usize) -> Vec<u32> {
        let exponents = inner_sum_rotations(stride, count);
        exponents.into_iter().map(|steps| self.rotation(steps)).filter(|&k| k != 1).collect()
    }
}

impl<R: Ring> Context<R> {
    /// Σ_{i < `count`} of a rotated to the left by i·`stride`: slot j gets the sum of the slots j, j +
    /// `stride`, …, cyclically. Every slot does, and so those between hold sums nobody asked for:
    /// [`Context::masked_inner_sum`] clears them. With a negative stride and slots of which only each
    /// `count`-th is not 0, it replicates them.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without a key of [`inner_sum_rotations`], [`Error::NoiseBudget`] when a sum
    /// might exceed the modulus; [`Error::Parameters`] for no values.
    pub fn inner_sum(
        &self,
        a: &Ciphertext<R>,
        stride: i64,
        count: usize,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let mut sum: Option<Ciphertext<R>> = None;
        let mut power = a.clone();
        let mut offset = 0_i64;
        for bit in 0..usize::BITS - count.leading_zeros() {
            let length = 1_i64 << bit;
            if count >> bit & 1 == 1 {
                match &mut sum {
                    None => sum = Some(power.clone()),
                    Some(sum) => {
                        self.add_assign(sum, &self.rotate(&power, offset * stride, keys)?)?;
                    }
                }
                offset += length;
            }
            if count >> (bit + 1) != 0 {
                let rotated = self.rotate(&power, length * stride, keys)?;
                self.add_assign(&mut power, &rotated)?;
            }
        }
        sum.ok_or_else(|| Error::Parameters("an inner sum has at least one value".to_owned()))
    }

    /// As [`Context::inner_sum`], times a mask, and rescaled: nothing is left in slots where it is 0.
    ///
    /// # Errors
    /// As [`Context::inner_sum`], and as a product with a plaintext.
    pub fn masked_inner_sum(
        &self,
        a: &Ciphertext<R>,
        stride: i64,
        count: usize,
        mask: &Prepared<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let mut sum = self.inner_sum(a, stride, count, keys)?;
        self.multiply_prepared_assign(&mut sum, mask)?;
        self.rescale(&sum)
    }

    /// The trace to vectors of `slots` slots: the sum of all rotations by multiples of `slots`, which is the
    /// same in every block of them. For n = [`Parameters::slots`] coefficients of X^k are multiplied by
    /// n/`slots` where n/`slots` divides k, and become 0 elsewhere.
    ///
    /// # Errors
    /// As [`Context::inner_sum`], and when `slots` does not divide n.
    pub fn trace(
        &self,
        a: &Ciphertext<R>,
        slots: usize,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let all = self.parameters().slots();
        if slots == 0 || !all.is_multiple_of(slots) {
            return Err(Error::Parameters(format!(
                "a trace leads to a number of slots that divides {all}, not {slots}"
            )));
        }
        self.inner_sum(a, slots as i64, all / slots, keys)
    }
}
