//! The maps along the axes of odd primes that are possible for every element.
//!
//! Words do where the coefficients are so small that no result exceeds one, as those of errors: then many fibres
//! of a tensor `[outer][p-1][inner]` are mapped at once, by vectors. Else one after another, in 128 bits.

use ringassay_kernels::vectorised;

use super::fibres::{Fibre, on_axes};
use crate::{Overflow, element::are_within, index::Index};

/// What happens to each fibre x_0, …, x_{p-2}.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AxisMap {
    /// x_0 + … + x_j: L.
    Sums,
    /// x_j - x_{j-1}: L⁻¹.
    Differences,
    /// The product with g in the powerful basis, x_j - x_{j-1} + x_{p-2}.
    MulPowerful,
    /// The product with g in the decoding basis, x_j - x_{j-1} with the sum of all before x_0, negated.
    MulDecoding,
}

impl AxisMap {
    /// Applies the map axis after axis.
    ///
    /// # Errors
    /// When a coefficient exceeds 64 bits; they are unchanged then.
    pub(super) fn apply(self, index: &Index, coefficients: &mut Vec<i64>) -> Result<(), Overflow> {
        let axes = || index.axes().filter(|axis| axis.factor.prime != 2);
        let growth = axes().map(|axis| self.growth(axis.factor.prime));
        let growth = growth.fold(1, u64::saturating_mul);
        if !are_within(coefficients, (1 << 63) / growth) {
            let always = |fibre: &mut Fibre<'_>, _: u32| {
                self.map_fibre(fibre);
                true
            };
            return on_axes(index, coefficients, always, |_| Overflow);
        }
        for axis in axes() {
            let stride = axis.factor.inner() * axis.inner;
            let length = stride * (axis.factor.prime as usize - 1);
            vectorised(
                #[inline(always)]
                || {
                    for slab in coefficients.chunks_exact_mut(length) {
                        self.map_slab(slab, stride);
                    }
                },
            );
        }
        Ok(())
    }

    /// How many times larger than all coefficients a result or a sum on the way can be.
    fn growth(self, prime: u32) -> u64 {
        match self {
            Self::Sums => u64::from(prime) - 1,
            Self::Differences => 2,
            Self::MulPowerful => 3,
            Self::MulDecoding => u64::from(prime),
        }
    }

    fn map_fibre(self, x: &mut Fibre<'_>) {
        let rows = x.rows();
        if self == Self::Sums {
            let mut sum = 0;
            for j in 0..rows {
                sum += x.get(j);
                x.set(j, sum);
            }
            return;
        }
        let added = if self == Self::MulPowerful { x.get(rows - 1) } else { 0 };
        let mut previous = if self == Self::MulDecoding { -x.total() } else { 0 };
        for j in 0..rows {
            let current = x.get(j);
            x.set(j, current - previous + added);
            previous = current;
        }
    }

    /// All fibres of a tensor `[p-1][stride]`, as many at once as there are.
    #[inline(always)]
    fn map_slab(self, slab: &mut [i64], stride: usize) {
        let mut at = 0;
        while at < stride {
            at += match stride - at {
                32.. => self.map_columns::<32>(slab, stride, at),
                8.. => self.map_columns::<8>(slab, stride, at),
                4.. => self.map_columns::<4>(slab, stride, at),
                _ => self.map_columns::<1>(slab, stride, at),
            };
        }
    }

    /// The fibres `at` to `at + W - 1`; returns W. As [`map_fibre`](Self::map_fibre), in words.
    #[inline(always)]
    fn map_columns<const W: usize>(self, slab: &mut [i64], stride: usize, at: usize) -> usize {
        let rows = || slab[at..].chunks(stride).filter_map(|row| row.first_chunk::<W>());
        let total = || rows().fold([0; W], |sum, row| std::array::from_fn(|i| sum[i] + row[i]));
        let negated = |x: [i64; W]| x.map(|x| -x);
        let last = || rows().next_back().copied().unwrap_or([0; W]);
        let none = [0; W];
        let (mut previous, added) = match self {
            Self::Sums | Self::Differences => (none, none),
            Self::MulPowerful => (none, last()),
            Self::MulDecoding => (negated(total()), none),
        };
        let mut sum = none;
        let rows = slab[at..].chunks_mut(stride).filter_map(|row| row.first_chunk_mut::<W>());
        for row in rows {
            let current = *row;
            *row = if self == Self::Sums {
                sum = std::array::from_fn(|i| sum[i] + current[i]);
                sum
            } else {
                std::array::from_fn(|i| current[i] - previous[i] + added[i])
            };
            previous = current;
        }
        W
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAPS: [AxisMap; 4] =
        [AxisMap::Sums, AxisMap::Differences, AxisMap::MulPowerful, AxisMap::MulDecoding];

    /// In 128 bits, whatever the size.
    fn by_fibres(map: AxisMap, index: &Index, coefficients: &mut Vec<i64>) -> Result<(), Overflow> {
        let always = |fibre: &mut Fibre<'_>, _: u32| {
            map.map_fibre(fibre);
            true
        };
        on_axes(index, coefficients, always, |_| Overflow)
    }

    #[test]
    fn rows_are_as_fibres_at_every_size() {
        for m in [3, 9, 15, 45, 60, 105, 127, 1155, 5461, 21_845] {
            let index = Index::new(m).expect("an index");
            let n = index.degree() as i64;
            for bits in [1, 10, 30, 45, 50, 55, 62] {
                let random =
                    |i: i64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15_u64 as i64) >> (64 - bits);
                for values in [(1..=n).map(random).collect(), vec![(1_i64 << bits) - 1; n as usize]]
                {
                    for map in MAPS {
                        let (mut found, mut expected): (Vec<i64>, _) =
                            (values.clone(), values.clone());
                        let result = map.apply(&index, &mut found);
                        assert_eq!(result, by_fibres(map, &index, &mut expected), "{map:?} at {m}");
                        assert_eq!(found, expected, "{map:?} of {bits} bits at {m}");
                    }
                }
            }
        }
    }
}
