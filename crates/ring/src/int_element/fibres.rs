//! Maps along the axes of odd primes, on integers.

use std::{
    iter::Sum,
    marker::PhantomData,
    ops::{Add, Neg, Sub},
};

use ringassay_kernels::secrecy;
use zeroize::Zeroizing;

use crate::{Overflow, index::Index};

/// Coefficients of magnitude below this are mapped in 64 bits: sums of a fibre, of fewer than 2^18 of
/// them, stay below 2^62.
const SMALL: u64 = 1 << 44;

/// What maps compute in.
pub(super) trait Wide:
    Copy + From<i64> + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self> + Sum
{
    /// The low 64 bits, and whether they are all.
    fn narrow(self) -> (i64, bool);
}

impl Wide for i64 {
    #[inline]
    fn narrow(self) -> (i64, bool) {
        (self, true)
    }
}

impl Wide for i128 {
    #[inline]
    fn narrow(self) -> (i64, bool) {
        let word = self as i64;
        (word, i128::from(word) == self)
    }
}

/// One fibre (x_0, …, x_{p-2}) of a tensor `[outer][p-1][inner]`.
pub(super) struct Fibre<'a, T> {
    slab: &'a mut [i64],
    at: usize,
    stride: usize,
    overflow: bool,
    numbers: PhantomData<T>,
}

impl<T: Wide> Fibre<'_, T> {
    /// p - 1.
    pub(super) fn rows(&self) -> usize {
        self.slab.len() / self.stride
    }

    pub(super) fn get(&self, j: usize) -> T {
        T::from(self.slab[self.at + j * self.stride])
    }

    /// Stores the low 64 bits, and remembers whether they are not all.
    pub(super) fn set(&mut self, j: usize, value: T) {
        let (word, all) = value.narrow();
        self.overflow |= !all;
        self.slab[self.at + j * self.stride] = word;
    }

    /// The sum of the whole fibre.
    pub(super) fn total(&self) -> T {
        (0..self.rows()).map(|j| self.get(j)).sum()
    }
}

/// A map on fibres that is always possible, of which no result and no sum on the way exceeds twice the sum
/// of all magnitudes.
pub(super) trait Map: Copy {
    fn apply<T: Wide>(self, x: &mut Fibre<'_, T>);
}

/// Applies `map` to all fibres along the axis of p of a tensor with so many words between neighbours: whether
/// a result exceeded 64 bits, and whether `map` said yes for all.
fn on_axis<T: Wide>(
    work: &mut [i64],
    stride: usize,
    prime: u32,
    map: impl Fn(&mut Fibre<'_, T>) -> bool,
) -> (bool, bool) {
    let (mut overflow, mut ok) = (false, true);
    for slab in work.chunks_exact_mut(stride * (prime as usize - 1)) {
        for at in 0..stride {
            let mut fibre =
                Fibre { slab: &mut *slab, at, stride, overflow: false, numbers: PhantomData };
            ok &= map(&mut fibre);
            overflow |= fibre.overflow;
        }
    }
    (overflow, ok)
}

/// Applies `on(coefficients, stride, p)`, which gives what [`on_axis`] does, to axis after axis of a copy
/// that takes the coefficients' place if nothing fails. Where a map says no, the error is `failed(p)`.
fn on_all<E: From<Overflow>>(
    index: &Index,
    coefficients: &mut Vec<i64>,
    on: impl Fn(&mut [i64], usize, u32) -> (bool, bool),
    failed: impl Fn(u32) -> E,
) -> Result<(), E> {
    let mut work = Zeroizing::new(coefficients.clone());
    for axis in index.axes().filter(|axis| axis.factor.prime != 2) {
        let prime = axis.factor.prime;
        let (overflow, ok) = on(&mut work, axis.factor.inner() * axis.inner, prime);
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

/// Applies `map(fibre, p)` to all fibres, axis after axis, in 128 bits, of a copy that takes the coefficients'
/// place if nothing fails. If `map` says no for any fibre of an axis, the error is `failed(p)`.
pub(super) fn on_axes<E: From<Overflow>>(
    index: &Index,
    coefficients: &mut Vec<i64>,
    map: impl Fn(&mut Fibre<'_, i128>, u32) -> bool,
    failed: impl Fn(u32) -> E,
) -> Result<(), E> {
    let on = |work: &mut [i64], stride: usize, prime: u32| {
        on_axis::<i128>(work, stride, prime, |fibre| map(fibre, prime))
    };
    on_all(index, coefficients, on, failed)
}

/// As [`on_axes`] for maps that are always possible; in 64 bits along axes where all coefficients are small,
/// as those of errors are. That alone is published of them.
pub(super) fn on_axes_always(
    index: &Index,
    coefficients: &mut Vec<i64>,
    map: impl Map,
) -> Result<(), Overflow> {
    fn always<T: Wide>(work: &mut [i64], stride: usize, prime: u32, map: impl Map) -> (bool, bool) {
        on_axis::<T>(work, stride, prime, |fibre| {
            map.apply(fibre);
            true
        })
    }
    let on = |work: &mut [i64], stride: usize, prime: u32| {
        let seen = work.iter().fold(0, |seen, &x| seen | (x ^ (x >> 63)) as u64);
        if secrecy::revealed(u8::from(seen < SMALL)) == 1 {
            always::<i64>(work, stride, prime, map)
        } else {
            always::<i128>(work, stride, prime, map)
        }
    };
    on_all(index, coefficients, on, |_| Overflow)
}
