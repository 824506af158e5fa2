//! Maps along the axes of odd primes, on integers, in 128 bits inside.

use ringassay_kernels::secrecy;
use zeroize::Zeroizing;

use crate::{Overflow, index::Index};

/// One fibre (x_0, …, x_{p-2}) of a tensor `[outer][p-1][inner]`.
pub(super) struct Fibre<'a> {
    slab: &'a mut [i64],
    at: usize,
    stride: usize,
    overflow: bool,
}

impl Fibre<'_> {
    /// p - 1.
    pub(super) fn rows(&self) -> usize {
        self.slab.len() / self.stride
    }

    pub(super) fn get(&self, j: usize) -> i128 {
        i128::from(self.slab[self.at + j * self.stride])
    }

    /// Stores the low 64 bits, and remembers whether they are not all.
    pub(super) fn set(&mut self, j: usize, value: i128) {
        let word = value as i64;
        self.overflow |= i128::from(word) != value;
        self.slab[self.at + j * self.stride] = word;
    }

    /// The sum of the whole fibre.
    pub(super) fn total(&self) -> i128 {
        (0..self.rows()).map(|j| self.get(j)).sum()
    }
}

/// Applies `map(fibre, p)` to all fibres, axis after axis, of a copy that takes the coefficients'
/// place if nothing fails. If `map` says no for any fibre of an axis, the error is `failed(p)`.
pub(super) fn on_axes<E: From<Overflow>>(
    index: &Index,
    coefficients: &mut Vec<i64>,
    map: impl Fn(&mut Fibre<'_>, u32) -> bool,
    failed: impl Fn(u32) -> E,
) -> Result<(), E> {
    let mut work = Zeroizing::new(coefficients.clone());
    for axis in index.axes().filter(|axis| axis.factor.prime != 2) {
        let prime = axis.factor.prime;
        let stride = axis.factor.inner() * axis.inner;
        let (mut overflow, mut ok) = (false, true);
        for slab in work.chunks_exact_mut(stride * (prime as usize - 1)) {
            for at in 0..stride {
                let mut fibre = Fibre { slab: &mut *slab, at, stride, overflow: false };
                ok &= map(&mut fibre, prime);
                overflow |= fibre.overflow;
            }
        }
        if secrecy::revealed(u8::from(ok)) == 0 {
            return Err(failed(prime));
        }
        // In range or not, of which the caller's error tells as well.
        if secrecy::revealed(u8::from(overflow)) == 1 {
            return Err(Overflow.into());
        }
    }
    std::mem::swap(coefficients, &mut work);
    Ok(())
}
