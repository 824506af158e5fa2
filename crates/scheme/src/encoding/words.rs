//! Slots modulo any t = p^r: encoding and decoding by matrices of residues.

use std::ops::{AddAssign, Mul};

use rayon::prelude::*;

use ringassay_kernels::Modulus;
use ringassay_ring::RingError;
use zeroize::{Zeroize, Zeroizing};

use super::codec::{Codec, MatrixCodec, Visibility};
use super::exponents::Exponents;
use super::galois::MAX_PRODUCTS;
use super::sequence::{Sequences, dilate_into};
use super::{EncodingError, PlaintextRing};

/// A residue in a table, and sums of products of two.
pub(super) trait Word: Copy + Default + Zeroize + Send + Sync + 'static {
    /// t is at most 2^`MAX_BITS`.
    const MAX_BITS: u32;
    /// Of all but the largest words enough for one term of each slot: with d = 1 there are fewer than t slots, and
    /// 2^16 otherwise.
    const MAX_TERMS: usize;
    /// Holds `MAX_TERMS` products of residues, and one residue more.
    type Sum: Copy + Default + Zeroize + AddAssign + Mul<Output = Self::Sum>;

    fn widen(self) -> Self::Sum;
    /// `residue` is below 2^`MAX_BITS`.
    fn from_residue(residue: u64) -> Self;
    fn residue(sum: Self::Sum, t: &Modulus) -> u64;
}

macro_rules! word {
    ($word:ty, $sum:ty, $reduce:ident, $max_bits:literal, $max_terms:expr) => {
        impl Word for $word {
            const MAX_BITS: u32 = $max_bits;
            const MAX_TERMS: usize = $max_terms;
            type Sum = $sum;

            #[inline(always)]
            fn widen(self) -> $sum {
                <$sum>::from(self)
            }

            #[inline(always)]
            fn from_residue(residue: u64) -> Self {
                residue as $word
            }

            #[inline(always)]
            fn residue(sum: $sum, t: &Modulus) -> u64 {
                t.$reduce(sum.into())
            }
        }
    };
}

word!(u8, u32, reduce, 8, 1 << 16);
word!(u16, u64, reduce, 16, 1 << 32);
word!(u32, u64, reduce, 23, 1 << 18);
word!(u64, u128, reduce_u128, 60, MAX_PRODUCTS);

/// Tables for a given t in words `W`.
pub(super) struct WordCodec<W> {
    t: Modulus,
    exponents: Exponents,
    /// E_s for each slot, as m coefficients of 1, ζ, …, ζ^{m-1}.
    idempotents: Vec<W>,
    /// The functional of each slot on the n coefficients in the powerful basis.
    functionals: Vec<W>,
}

impl<W: Word> MatrixCodec for WordCodec<W> {
    fn new(
        ring: &PlaintextRing,
        exponents: Exponents,
        sequences: &Sequences,
    ) -> Result<Self, EncodingError> {
        let (m, n) = (ring.index().m() as usize, ring.index().degree());
        let narrow = |x: &[u64]| x.iter().map(|&x| W::from_residue(x)).collect::<Vec<_>>();
        let (values, traces) = (narrow(&sequences.values), narrow(&sequences.traces));
        let units = ring.slots().units();
        let mut idempotents = vec![W::default(); m * units.len()];
        idempotents.par_chunks_exact_mut(m).zip(units).for_each(|(row, &unit)| {
            dilate_into(&traces, (m - unit as usize) % m, row);
        });
        let mut functionals = vec![W::default(); n * units.len()];
        functionals.par_chunks_exact_mut(n).zip(units).for_each_init(
            || vec![W::default(); m],
            |dilated, (row, &unit)| {
                dilate_into(&values, unit as usize, dilated);
                for (word, &e) in row.iter_mut().zip(exponents.powerful()) {
                    *word = dilated[e as usize];
                }
            },
        );
        let t = Modulus::new(ring.modulus()).map_err(RingError::from)?;
        Ok(Self { t, exponents, idempotents, functionals })
    }
}

impl<W: Word> Codec for WordCodec<W> {
    fn table_bytes(&self) -> usize {
        size_of_val(&self.idempotents[..]) + size_of_val(&self.functionals[..])
    }

    fn encode_into(&self, values: &[u64], visibility: Visibility, coefficients: &mut [u64]) {
        let m = self.exponents.m();
        let mut sums = Zeroizing::new(vec![W::Sum::default(); m]);
        let blocks = self.idempotents.chunks(m * W::MAX_TERMS).zip(values.chunks(W::MAX_TERMS));
        for (block, (rows, values)) in blocks.enumerate() {
            if block > 0 {
                let reduce = |sum| W::from_residue(W::residue(sum, &self.t)).widen();
                sums.iter_mut().for_each(|sum| *sum = reduce(*sum));
            }
            let rows = rows.chunks_exact(m).zip(values);
            for (row, &value) in rows.filter(|(_, value)| visibility.counts(**value)) {
                let value = W::from_residue(value).widen();
                for (sum, word) in sums.iter_mut().zip(row) {
                    *sum += value * word.widen();
                }
            }
        }
        let powers = sums.iter().map(|&sum| W::residue(sum, &self.t)).collect::<Vec<_>>();
        let powers = Zeroizing::new(powers);
        self.exponents.reduce_into(&powers, self.subtract(), coefficients);
    }

    fn decode_into(&self, coefficients: &[u64], values: &mut [u64]) -> Result<(), EncodingError> {
        if !self.exponents.is_fixed(coefficients, self.subtract()) {
            return Err(EncodingError::NotScalar { modulus: self.t.value() });
        }
        let narrow = coefficients.iter().map(|&x| W::from_residue(x)).collect::<Vec<_>>();
        let narrow = Zeroizing::new(narrow);
        for (value, row) in values.iter_mut().zip(self.functionals.chunks_exact(narrow.len())) {
            let chunks = row.chunks(W::MAX_TERMS).zip(narrow.chunks(W::MAX_TERMS));
            let sums = chunks.map(|(row, x)| {
                let mut sum = W::Sum::default();
                for (word, x) in row.iter().zip(x) {
                    sum += word.widen() * x.widen();
                }
                W::residue(sum, &self.t)
            });
            *value = sums.fold(0, |sum, x| self.t.add(sum, x));
        }
        Ok(())
    }
}

impl<W: Word> WordCodec<W> {
    fn subtract(&self) -> impl Fn(u64, u64) -> u64 {
        let t = self.t;
        move |x, y| t.sub(x, y)
    }
}
