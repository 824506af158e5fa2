//! Sums of entries: inner sum, replication, trace.

use ringassay_scheme::Error;

use crate::{Arithmetic, Factor};

/// The rotations, in steps to the left, that [`inner_sum`] of `count` values at the distance `stride` needs: at most
/// 2·log2 `count`.
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

/// Σ_{i < `count`} of a rotated to the left by i·`stride`: entry j gets the sum of the entries j, j + `stride`, …,
/// cyclically. Every entry does, and so those between hold sums nobody asked for: [`masked_inner_sum`] clears them. With
/// a negative stride and entries of which only each `count`-th is not 0, it replicates them.
///
/// # Errors
/// Returns [`Error::MissingKey`] without a key of [`inner_sum_rotations`], [`Error::NoiseBudget`] if a sum is not certain
/// to decrypt; [`Error::Parameters`] for no values.
pub fn inner_sum<A: Arithmetic>(
    arithmetic: &A,
    a: &A::Ciphertext,
    stride: i64,
    count: usize,
) -> Result<A::Ciphertext, Error> {
    let mut sum: Option<A::Ciphertext> = None;
    let mut power = a.clone();
    let mut offset = 0_i64;
    for bit in 0..usize::BITS - count.leading_zeros() {
        let length = 1_i64 << bit;
        if count >> bit & 1 == 1 {
            sum = Some(match sum {
                None => power.clone(),
                Some(sum) => arithmetic.add(sum, &arithmetic.rotate(&power, offset * stride)?)?,
            });
            offset += length;
        }
        if count >> (bit + 1) != 0 {
            let rotated = arithmetic.rotate(&power, length * stride)?;
            power = arithmetic.add(power, &rotated)?;
        }
    }
    sum.ok_or_else(|| Error::Parameters("an inner sum has at least one value".to_owned()))
}

/// As [`inner_sum`], times a mask, and rescaled to the scale of a: nothing is left in entries where it is 0.
///
/// # Errors
/// Returns an error as [`inner_sum`], and as [`Arithmetic::multiply_to`].
pub fn masked_inner_sum<A: Arithmetic>(
    arithmetic: &A,
    a: &A::Ciphertext,
    stride: i64,
    count: usize,
    mask: &[A::Number],
) -> Result<A::Ciphertext, Error> {
    let scale = arithmetic.before_rescaling(&arithmetic.scale(a), arithmetic.level(a))?;
    let sum = inner_sum(arithmetic, a, stride, count)?;
    arithmetic.rescale(&arithmetic.multiply_to(sum, &Factor::Entries(mask), &scale)?)
}

/// The trace to vectors of `length` entries: the sum of all rotations by multiples of `length`, which is the same in
/// every block of them. In CKKS with n slots, coefficients of X^k are multiplied by n/`length` where n/`length` divides
/// k, and become 0 elsewhere.
///
/// # Errors
/// Returns an error as [`inner_sum`], and if `length` does not divide the number of entries `all`.
pub fn trace<A: Arithmetic>(
    arithmetic: &A,
    a: &A::Ciphertext,
    length: usize,
    all: usize,
) -> Result<A::Ciphertext, Error> {
    if length == 0 || !all.is_multiple_of(length) {
        return Err(Error::Parameters(format!(
            "a trace leads to a number of entries that divides {all}, not {length}"
        )));
    }
    inner_sum(arithmetic, a, length as i64, all / length)
}
