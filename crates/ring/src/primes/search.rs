//! Primes for the moduli of a ring.

use ringassay_interrupt::checkpoint;
use ringassay_kernels::cyclotomic::Factor;

use super::{MAX_BITS, MAX_COUNT, PrimeError, is_prime};
use crate::arith::lcm;
use crate::index::{Index, PrimePower};

/// The `count` largest primes of exactly `bits` bits with q ≡ 1 modulo m that are not in `avoid`,
/// descending: moduli for which the ring of `index` has a CRT basis. Where there are enough of them,
/// they also allow the axes' fast transforms ([`Factor::friendly`]).
///
/// ```
/// use ringassay_ring::{index::Index, primes::search};
/// let primes = search(&Index::new(1024)?, 20, 2, &[])?;
/// assert_eq!(primes, [1_038_337, 1_032_193]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`search_with`].
pub fn search(
    index: &Index,
    bits: u32,
    count: usize,
    avoid: &[u64],
) -> Result<Vec<u64>, PrimeError> {
    search_with(index, bits, count, avoid, |axis| Factor::friendly(axis.prime, axis.exponent))
}

/// A prime for each of these sizes, all different, in their order: each as [`search`] finds it beside those
/// before.
///
/// # Errors
///
/// As [`search_with`].
pub fn search_each(index: &Index, bits: &[u32]) -> Result<Vec<u64>, PrimeError> {
    let mut primes = Vec::with_capacity(bits.len());
    for &bits in bits {
        let next = search(index, bits, 1, &primes)?;
        primes.extend(next);
    }
    Ok(primes)
}

/// [`search`] with the divisors of q - 1 that allow an axis its fast transform given by `friendly`.
///
/// Every prime is 1 modulo m. The divisors of the axes are added in descending order of their
/// primes, for the transforms of large primes gain most, each only if enough primes remain.
///
/// # Errors
///
/// If `bits` or `count` are out of range, or there are fewer than `count` primes q ≡ 1 modulo m of
/// that size outside of `avoid`.
pub fn search_with(
    index: &Index,
    bits: u32,
    count: usize,
    avoid: &[u64],
    friendly: impl Fn(&PrimePower) -> u64,
) -> Result<Vec<u64>, PrimeError> {
    if !(2..=MAX_BITS).contains(&bits) {
        return Err(PrimeError::Bits { bits });
    }
    if count > MAX_COUNT {
        return Err(PrimeError::Count { count });
    }
    let mut step = index.m();
    let mut primes = descending(step, bits, count, avoid);
    if primes.len() < count {
        let found = primes.len();
        return Err(PrimeError::TooFew { m: step, bits, count, found });
    }
    for factor in index.factors() {
        let Some(finer) = lcm(step, friendly(factor).max(1)) else { continue };
        if finer == step {
            continue;
        }
        let better = descending(finer, bits, count, avoid);
        if better.len() == count {
            (step, primes) = (finer, better);
        }
    }
    Ok(primes)
}

/// The largest primes q ≡ 1 modulo `step` of exactly `bits` bits (2 to 63) that are not in `avoid`,
/// descending: `count` of them, or all if there are fewer.
fn descending(step: u64, bits: u32, count: usize, avoid: &[u64]) -> Vec<u64> {
    let (low, high) = (1u64 << (bits - 1), (1u64 << bits) - 1);
    let top = (high - 1) / step * step + 1;
    let below = |q: &u64| q.checked_sub(step);
    std::iter::successors(Some(top), below)
        .take_while(|&q| q >= low && q > 1)
        .inspect(|_| checkpoint())
        .filter(|q| is_prime(*q) && !avoid.contains(q))
        .take(count)
        .collect()
}
